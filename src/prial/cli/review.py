"""``prial review``: tells what each decision of a game was worth, and sums up the decisions of many games."""

from collections.abc import Callable, Sequence
from itertools import groupby

import click
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from prial.cards import Card, name
from prial.cli.support import many, records
from prial.cli.support.screen import BAD, BRASS, DIM, GOOD, Look, console, emit_json, sheet, ticking
from prial.core.record import Record, read
from prial.core.registry import find, open_record
from prial.errors import PrialError, add_sentences, refuse
from prial.study.review import NO_DEAL, Against, Judged, Progress, Review, Verdict, figure, review
from prial.study.reviews import PlayerSum, sums

add_sentences("en", {"review.nobody": "Nobody in these records is called {seat!r}."})
_PARTS = 1000
"""Number of steps of the progress bar for each record."""


@click.command("review")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--seat", metavar="PLAYER", help="Review only this player: a name, or a seat number from 1.")
@click.option(
    "--worlds",
    type=click.IntRange(10, 100_000),
    metavar="N",
    help="Number of possible deals in which a decision is tried, if its worth is estimated; more take longer.",
)
@click.option(
    "--against",
    type=click.Choice([each.value for each in Against]),
    default=Against.SEATED.value,
    show_default=True,
    help="Judge decisions as if the others play on as they do in this game, or as if the game's strongest bot has all other "
    "seats.",
)
@click.option("--four-colour", is_flag=True, help="Draw each suit in a colour of its own.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    files: tuple[str, ...], *, seat: str | None, worlds: int | None, against: str, four_colour: bool, as_json: bool
) -> int:
    """See what each decision of a game was worth.

    An arrangement is judged by the points that it could expect before the hands were shown. A bet or an exchange is judged by
    many trials: each of them plays the rest of the deal, with cards that the others may have held. The review shows the best
    decision beside yours, and what the difference cost. ± is one standard error; a difference of at most one standard error is
    called even.

    A file may have many records, one on each line or one after the other. You may give several files and folders. In a folder,
    the files that end in .json or .jsonl are read. For several records only sums are shown: how much each player gave away in
    all games. A record that can't be used is named on stderr, the others are reviewed, and the exit status is 2. Ctrl-C shows
    the sums so far.

    \b
    prial review game.json
    prial review game.json --seat Ann --worlds 1000
    prial review game.json --against strongest
    prial review games --seat Ann
    prial review games.jsonl
    prial review monday.json tuesday.json --json
    """  # noqa: D301  # \b is click's, and means: don't wrap

    def reviewed(text: bytes, progress: Progress) -> tuple[Record, Review]:
        record = read(text)
        game = open_record(record)
        only = None if seat is None else records.seat_named(record, seat)
        return record, review(game, record, seat=only, worlds=worlds, progress=progress, against=Against(against))

    given = many.chosen(files)
    if given.single:
        with ticking("Playing on", 1) as ticker:
            record, found = reviewed(given.single.text(), ticker.at)
        if as_json:
            emit_json(_plain(record, found))
        elif not found.judged:
            console().print(NO_DEAL)
        elif found.laid:
            _show(record, found, four_colour=four_colour)
        else:
            _show_decisions(record, found, four_colour=four_colour)
        return 0

    return _several(given, reviewed, seat or "", as_json=as_json)


def _several(
    given: many.Chosen, reviewed: Callable[[bytes, Progress], tuple[Record, Review]], seat: str, *, as_json: bool
) -> int:
    """Review many records, print the players' sums, and return the exit status.

    An empty ``seat`` reviews all players.
    """
    games, unread = list[tuple[many.Place, Record, Review]](), list[many.Unread]()

    def report() -> None:
        found = sums((record, each) for _, record, each in games)
        if as_json:
            told = [{**place.plain, "game": record.game, **_plain(record, each)} for place, record, each in games]
            emit_json({"files": told, "players": found, "unread": unread})
        elif games:
            _show_sums(len(games), found)

    try:
        with ticking("Playing on", given.records * _PARTS) as ticker:

            def one(place: many.Place, text: bytes) -> bool:
                """Review one record. Returns whether the player sat in its game."""

                def progress(done: int, total: int) -> None:
                    at = place.before * _PARTS + _PARTS * done // max(1, total)
                    ticker.at(at, given.records * _PARTS, f"Game {place.before + 1} of {given.records}")

                progress(0, 1)
                try:
                    games.append((place, *reviewed(text, progress)))
                except PrialError as error:
                    if error.refusal.code != records.NO_SEAT:
                        raise
                    return False
                return True

            sat = [*many.go_through(given, one, unread, ticker)]
    except KeyboardInterrupt:
        report()
        raise
    if sat and not games:
        raise PrialError(refuse("review.nobody", seat=seat))
    report()
    return 2 if unread else 0


def _plain(record: Record, found: Review) -> dict[str, object]:
    def hands(laid: tuple[tuple[Card, ...], ...]) -> list[list[str]]:
        return [[name(card) for card in hand] for hand in laid]

    def arrangement(each: Judged) -> dict[str, object]:
        return {
            "deal": each.deal,
            "seat": each.seat,
            "move": each.move,
            "hands": hands(each.hands),
            "worth": each.worth,
            "best": hands(each.best),
            "best_worth": each.best_worth,
            "lost": each.lost,
            "error": each.error,
            "verdict": each.verdict,
            "points": each.points,
            **{key: told for key in ("declared", "best_declared", "why") if (told := getattr(each, key))},
        }

    def decision(each: Judged) -> dict[str, object]:
        return {
            "deal": each.deal,
            "seat": each.seat,
            "move": each.move,
            "hands": hands(each.hands),
            "situation": each.situation,
            "answer": each.declared,
            "worth": each.worth,
            "best": each.best_declared,
            "best_worth": each.best_worth,
            "lost": each.lost,
            "error": each.error,
            "verdict": each.verdict,
            "points": each.points,
        }

    kind, told = ("arrangements", arrangement) if found.laid else ("decisions", decision)
    return {"seats": record.seats, kind: [*map(told, found.judged)], "totals": found.totals, "against": found.against}


def _laid(look: Look, hands: tuple[tuple[Card, ...], ...], declared: str) -> Text:
    """Hands on one line, and after them the declaration, if any."""
    line = look.inline(hands)
    return line.append(f"  {declared}", BRASS) if declared else line


def _show(record: Record, found: Review, *, four_colour: bool) -> None:
    screen = console()
    look = Look(screen, four_colour=four_colour)
    for deal, judged in groupby(found.judged, key=lambda each: each.deal):
        screen.print(Text(f"Deal {deal}", BRASS))
        table = Table.grid(padding=(0, 2))
        judged_here = list(judged)
        for each in judged_here:
            laid = _laid(look, each.hands, each.declared)
            table.add_row(
                f"  {record.seats[each.seat]}", laid, f"{each.worth:.2f}", _verdict(each), Text(f"made {each.points}", DIM)
            )
            if each.verdict is not Verdict.BEST:
                table.add_row(
                    Text("  better", DIM), _laid(look, each.best, each.best_declared), Text(f"{each.best_worth:.2f}", DIM)
                )
        screen.print(table)
        for each in judged_here:
            if each.why:
                screen.print(Text(f"  {record.seats[each.seat]}: {each.why}", DIM))
    _summary(found)


def _show_decisions(record: Record, found: Review, *, four_colour: bool) -> None:
    """Print the decisions of a game of betting or exchanging."""
    screen = console()
    look = Look(screen, four_colour=four_colour)
    for deal, of_deal in groupby(found.judged, key=lambda each: each.deal):
        judged = list(of_deal)
        made = {record.seats[each.seat]: each.points for each in judged}
        told = " · ".join(f"{who} {points:+d}" for who, points in made.items())
        screen.print(Text.assemble((f"Deal {deal}", BRASS), (f"   {told}", DIM)))
        lost = [f"better: {each.best_declared}" for each in judged if each.verdict is Verdict.LOST]
        wide = max(map(len, [*[each.declared for each in judged], *lost]))
        for each in judged:
            held = [look.inline(each.hands)] if each.hands else []
            hung_on = Text("  ").join([Text(record.seats[each.seat]), *held, Text(each.situation, DIM)])
            screen.print(Padding(hung_on, (0, 0, 0, 2), expand=False))
            screen.print(Text(f"    {each.declared:{wide}}  {figure(each.worth):>7}  ").append_text(_verdict(each)))
            if each.verdict is Verdict.LOST:
                better = f"better: {each.best_declared}"
                screen.print(Text(f"    {better:{wide}}  {figure(each.best_worth):>7}", DIM))
    _summary(found)


def _verdict(each: Judged) -> Text:
    return Text(each.said, {Verdict.BEST: GOOD, Verdict.EVEN: DIM, Verdict.LOST: BAD}[each.verdict])


def _show_sums(games: int, found: Sequence[PlayerSum]) -> None:
    """Print the sums of many games: a table for each kind of game."""
    screen = console()
    screen.print(f"{games} {'game' if games == 1 else 'games'} reviewed.")
    if not found:
        screen.print("No deal of these games has been played out.")
    for (game, unit), players in groupby(found, key=lambda each: (each.game, each.unit)):
        table = sheet("", "Games", "Deals", "Decisions", "Lost", "Lost a deal", "Made")
        for each in players:
            lost = (f"{each.lost:.2f}", f"{each.lost / each.deals:.2f}", str(each.points))
            table.add_row(each.player, str(each.games), str(each.deals), str(each.answers), *lost)
        screen.print()
        screen.print(Text.assemble((find(game).title, BRASS), (f"   in {unit}", DIM)))
        screen.print(table)


def _summary(found: Review) -> None:
    """Print the totals of each seat's decisions."""
    screen = console()
    heading, *rows = found.summary()
    summary = sheet(*heading)
    for row in rows:
        summary.add_row(*row)
    screen.print()
    screen.print(summary)
    for told in filter(None, [found.against, found.remarks()]):
        screen.print(Text(told, DIM))
