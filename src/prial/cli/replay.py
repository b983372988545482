"""``prial replay``: goes through a game again, move by move, or through many games."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from itertools import groupby
from math import isfinite
from typing import Any

import click
from rich.padding import Padding
from rich.text import Text

from prial.cli.boards import reader_for
from prial.cli.support import many, records
from prial.cli.support.screen import BRASS, DIM, Look, console, emit_json, print_table, sheet, ticking
from prial.cli.support.terminal import Leave, Terminal
from prial.core.game import Game, Over, Seat, view
from prial.core.lines import numbered
from prial.core.narrated import Passage, narrated
from prial.core.printed import printed
from prial.core.record import Record, first_state, headings, read
from prial.core.registry import find, open_record
from prial.core.unknown import completed, drawn, sentence
from prial.drawn import NOTHING
from prial.errors import PrialError, refuse
from prial.study import replay as study
from prial.study.results import Tally, Won


@click.command("replay")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--step", is_flag=True, help="Wait for Enter after each move.")
@click.option("--as", "as_seat", metavar="PLAYER", help="Show only what this player saw: a name, a seat number from 1, or all.")
@click.option("--four-colour", is_flag=True, help="Draw each suit in a colour of its own.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(files: tuple[str, ...], *, step: bool, as_seat: str | None, four_colour: bool, as_json: bool) -> int:
    """Go through a game again, move by move.

    FILE has one record or many. A record is kept by the command "prial play", saved from the browser, or written by hand. If FILE
    is -, the records are read from stdin. A record from the browser shows what you saw there. The replay ends at a move that the
    rules refuse: it prints the number of the move and the reason, and exits with 2. An unfinished game of yours shows only what
    you may see, in JSON too; --as all shows everything.

    A side line is another course that the game could have taken. It is shown at the place where it branches off from the game,
    with a margin. A side line may tell hidden cards, so side lines are shown only if all cards are shown.

    A record writes ?? for a card that nobody saw. The replay draws such a card, and says at the beginning what it drew. This
    works only if the game takes the same course with any card.

    A file may have many records, one on each line or one after the other. You may give several files and folders. In a folder,
    the files that end in .json or .jsonl are read. The games are shown one after the other. After the last game, the sums are
    shown: what each player won in all games, with 95 % intervals. A record that can't be used is named on stderr, the others
    are shown, and the exit status is 2.

    \b
    prial replay game.json
    prial replay game.json --step --as Ann
    prial replay game.json --json
    prial replay games
    prial replay games.jsonl
    """  # noqa: D301  # \b is click's, and means: don't wrap
    tally = Tally()

    def show(text: bytes, emit: Callable[[dict[str, object]], None]) -> None:
        """Print one record for people. If JSON is wanted, pass the record to ``emit`` as plain data instead."""
        if (told := records.told(text)) is not None:
            if as_json and not given.single:
                emit({"told": told})
            else:
                click.echo("\n".join(told))
            return
        record = completed(read(text))
        game = open_record(record)
        done = study.go_through(game, record)
        viewer, everything = _eyes(record, as_seat, over=done.standing.over)
        lines = study.go_through_lines(game, record) if everything else ()
        if as_json:
            shown = [each for each in drawn(record) if everything or each.of == _name(record, viewer)]
            emit({**_plain(record, game, study.go_through(game, record, viewer, everything=everything), lines), "drawn": shown})
        else:
            Showing(game, record, viewer, everything=everything, four_colour=four_colour, step=step).show(done)
        if done.refused:
            raise PrialError(refuse("replay.refused", number=done.refused.number, why=done.refused.sentence))
        _check(lines)
        tally.add(record, done.standing)

    given = many.chosen(files)
    with suppress(Leave):
        if given.single:
            show(given.single.text(), emit_json)
            return 0
        shown, unread = list[dict[str, object]](), list[many.Unread]()
        with ticking("Playing again", given.records) if as_json else nullcontext() as ticker:

            def one(place: many.Place, text: bytes) -> None:
                if ticker is not None:
                    ticker.at(place.before, given.records)
                else:
                    _heading(place.name, first=place.before == 0)
                show(text, lambda plain: shown.append({**place.plain, **plain}))

            for _ in many.go_through(given, one, unread, ticker):
                pass
        if as_json:
            emit_json({"files": shown, "players": tally.players(), "unread": unread})
        else:
            _show_sums(tally.players())
        return 2 if unread else 0
    return 0


def _heading(name: str, *, first: bool) -> None:
    """Print the name of a record, as the heading of its game."""
    screen = console()
    if not first:
        screen.print()
    screen.print(Text(many.printable(name), BRASS), soft_wrap=True)


def _show_sums(players: Sequence[Won]) -> None:
    """Print what each player won in all games: a table for each kind of game."""
    screen = console()
    for game, found in groupby(players, key=lambda each: each.game):
        of_game, chips = [*found], find(game).for_chips
        stakes = not chips and any(each.money for each in of_game)
        unit = "Chips" if chips else "Points"
        table = sheet("", "Games", "Over", "Won", "Share won", unit, f"{unit} a game", *(["Money"] if stakes else []))
        for each in of_game:
            money = [str(each.money)] if stakes else []
            counts = (str(each.games), str(each.over), str(each.won), _share(each))
            table.add_row(each.player, *counts, str(each.gained), _per_game(each), *money)
        screen.print()
        screen.print(Text(find(game).title, BRASS))
        print_table(screen, table)
    if players:
        screen.print(Text("In brackets 95 % intervals: Wilson's for shares, Student's for means", DIM))


def _share(won: Won) -> str:
    """The share of games won, with its interval; a dash if no game is over."""
    share = won.share
    return f"{100 * share.mean:.0f} % ({100 * share.low:.0f}–{100 * share.high:.0f})" if won.over else NOTHING


def _per_game(won: Won) -> str:
    """The mean gain per game with its interval. After a single game there is no interval."""
    mean = won.per_game
    return f"{mean.mean:.2f} ({mean.low:.2f} to {mean.high:.2f})" if isfinite(mean.error) else f"{mean.mean:.2f}"


def _eyes(record: Record, as_seat: str | None, *, over: bool) -> tuple[Seat | None, bool]:
    """The seat whose view is shown (None for a spectator), and whether all cards are shown instead of a view."""
    if as_seat == "all":
        return None, True
    if as_seat is not None:
        return records.seat_named(record, as_seat), False
    person = None if over else records.person_of(record)
    return person, person is None


def _name(record: Record, viewer: Seat | None) -> str:
    """The name of the player who has the view; empty for a spectator."""
    return "" if viewer is None else record.seats[viewer]


def _check(lines: Sequence[study.ReplayedLine]) -> None:
    """Raise PrialError if the rules refuse a move of a side line."""
    for line in lines:
        if line.refused:
            why = refuse("replay.refused", number=line.refused.number, why=line.refused.sentence)
            raise PrialError(refuse("record.line", line=line.number, why=str(why)))
        _check(line.lines)


def _plain(record: Record, game: Game[Any, Any], done: study.Replayed, lines: Sequence[study.ReplayedLine]) -> dict[str, object]:
    standing = done.standing
    return {
        "game": record.game,
        "version": game.version,
        "seats": record.seats,
        "notes": headings(record),
        "scores": standing.scores,
        "over": standing.over,
        "winners": standing.winners,
        "ledger": standing.ledger,
        "decision": standing.decision,
        "summary": standing.summary,
        "refused": done.refused,
        "moves": done.moves,
        "lines": lines,
    }


class Showing:
    """Prints a record for a person."""

    def __init__(
        self, game: Game[Any, Any], record: Record, viewer: Seat | None, *, everything: bool, four_colour: bool, step: bool
    ) -> None:
        self.game, self.record, self.viewer, self.everything = game, record, viewer, everything
        screen = console()
        self.reader = reader_for(game, record.seats, Look(screen, four_colour=four_colour))
        self.terminal = Terminal(beats=False) if step else None

    def show(self, done: study.Replayed) -> None:
        """Print the moves, and then the score.

        Raises:
            Leave: if the person leaves.
        """
        for note, text in headings(self.record).items():
            self.reader.say(f"{note.capitalize()}: {text}", DIM)
        if count := sum(1 for _ in numbered(self.record.lines)):
            self.reader.say(f"Side lines: {count}{'' if self.everything else ', hidden'}", DIM)
        if told := sentence(self.record, None if self.everything else _name(self.record, self.viewer)):
            self.reader.say(told, DIM)
        if self.record.start is not None:
            first = first_state(self.game, self.record)
            seen = first if self.everything else view(first, self.viewer)
            self.reader.say(printed(seen.public, seen.piles, self.record.seats.__getitem__))
        self._moves()
        standing, names, reader = done.standing, self.record.seats, self.reader
        reader.screen.print()
        if standing.decision is not None:
            waiting = ", ".join(names[seat] for seat in standing.decision.seats)
            reader.say(f"The game isn't over: {f'{waiting} to decide' if waiting else 'the cards are to be dealt'}.", BRASS)
        reader.say(" · ".join(f"{name} {score}" for name, score in zip(names, standing.scores, strict=True)))
        if pots := [pot["chips"] for pot in standing.summary.get("pots", ()) if pot["chips"]]:
            reader.say(f"In the {'pot' if len(pots) == 1 else 'pots, the oldest first'}: {', '.join(map(str, pots))}")
        if any(standing.ledger):
            reader.money(standing.ledger)

    def _moves(self) -> None:
        told = narrated(self.game, self.record, self.viewer, everything=self.everything)
        for number, passages in groupby(told, key=lambda passage: passage.number):
            stops = False
            for each in passages:
                stops |= not each.depth and not each.refused and not isinstance(self.game.node(each.state), Over)
                self._tell(each)
            if self.terminal and number and stops:
                prompt = f"{number}/{len(self.record.moves)} Enter > "
                while (typed := self.terminal.ask(prompt).lower()) not in ("", "next"):
                    if typed in ("q", "quit"):
                        raise Leave
                    self.reader.say("Press Enter for the next move, or type quit.")

    def _tell(self, passage: Passage) -> None:
        """Print an event, a comment or the name of a side line. A refused move isn't printed."""
        if passage.refused:  # an error names it at the end
            return
        if passage.event is not None and not passage.depth:
            self.reader.tell(passage.event, passage.state.public)
            return
        told = f"  “{passage.text}”" if passage.comment else passage.text
        style = DIM if passage.comment else "" if passage.event is not None else BRASS
        if passage.depth:
            self.reader.screen.print(Padding(Text(told, style), (0, 0, 0, 2 * passage.depth), expand=False))
        else:
            self.reader.say(told, style)
