"""``prial odds brag_poker``: the results of a change of cards, for each kind of hand or for one hand."""

import click
from rich.table import Table

from prial.cards import names, parse, symbols
from prial.cli.support.rules_asked import RulesAsked, with_rules
from prial.cli.support.screen import DIM, console, emit_json, print_table
from prial.errors import PrialError, add_sentences, refuse
from prial.games.brag_poker.hands import ranking_of
from prial.games.brag_poker.study.odds import Kind, Way, kinds, ways

add_sentences(
    "en",
    {
        "odds.changes_hand": "--hand takes all three cards of a hand, such as AsKs2d, but {cards} has {given}. Leave --hand out "
        "to see what becomes of each kind of hand.",
        "odds.changes_seen": "{card} is in the hand, so it can't have been seen elsewhere.",
    },
)


@click.command("odds")
@with_rules(game_word=True, default="brag_poker")
@click.option("--hand", metavar="CARDS", help="Show every way to change this hand: AsKs2d.")
@click.option("--seen", metavar="CARDS", help="Cards outside the hand that can't be drawn.")
@click.option(
    "--against",
    metavar="HAND",
    help="What is known about one other hand: the cards it keeps, or its class after the draw, such as 'a pair or better'.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(asked: RulesAsked, *, hand: str | None, seen: str | None, against: str | None, as_json: bool) -> None:
    """Show the results of a change of cards, for each kind of hand or for one hand.

    Every hand and every draw is counted. Without --hand, the command shows the results for each kind of hand if two players make
    their best changes. With --hand, it shows all eight ways to change this hand. Without --against, the other players make their
    best changes. With --against, you say what one other player has. If you name fewer than three cards, this player draws the
    rest. With --seen, name further cards that can't be drawn, such as the cards that the other player discarded.

    \b
    prial odds brag_poker
    prial odds brag_poker --hand AsKs2d
    prial odds brag_poker --hand AsAh2d --seen "Ad 7c"
    prial odds brag_poker --hand AsKs2d --against 9s9h --seen 4c
    prial odds brag_poker --hand AsAh2d --against "flush; run"
    prial odds brag_poker --hand AsAh2d --against KK+
    prial odds brag_poker --json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    of = ranking_of(asked.make().rules)
    if hand is None:
        if seen is not None:
            raise click.UsageError("--seen goes with --hand.")
        if against is not None:
            raise click.UsageError("--against goes with --hand.")
        found = kinds(of)
        emit_json({"kinds": found}) if as_json else _print_kinds(found)
        return
    cards, gone = parse(hand), parse(seen or "")
    if len(cards) != 3:
        raise PrialError(refuse("odds.changes_hand", cards=names(cards) or "an empty text", given=len(cards)))
    if both := [card for card in gone if card in cards]:
        raise PrialError(refuse("odds.changes_seen", card=names(both[:1])))
    told = ways(of, cards, gone, against)
    if as_json:
        named = {} if against is None else {"against": against.strip()}
        emit_json({"hand": names(cards), **named, "ways": [{**_plain(way), "away": names(way.away)} for way in told]})
        return
    _print_ways(told, of.label(of.strength(cards)), against)


def _plain(way: Way) -> dict[str, object]:
    """The probabilities in a `Way`, for JSON."""
    return {"better": way.better, "becomes": way.becomes, "wins": way.wins}


def _percent(share: float) -> str:
    """A probability in per cent; a dot for a probability below 0.05 per cent."""
    return "·" if share < 0.0005 else f"{100 * share:.1f}"


def _print_kinds(found: dict[str, Kind]) -> None:
    """Print the table of kinds of hands."""
    table = Table(box=None, pad_edge=False, header_style=DIM)
    table.add_column("Hand", no_wrap=True)
    columns = ("dealt", "keep all", "one", "two", "three", "better", "pair +", "flush +", "wins")
    for heading in columns:
        table.add_column(heading, justify="right", no_wrap=True)
    for name, kind in found.items():
        good = list(kind.becomes.values())
        figures = [kind.dealt, *kind.changes, kind.better, sum(good[:5]), sum(good[:4]), kind.wins]
        table.add_row(name.replace("_", " "), *map(_percent, figures))
    screen = console()
    print_table(screen, table)
    screen.print("Percent. How often each hand is dealt; how many cards it is best to change;")
    screen.print("how often that makes it better (a higher card is enough), a pair or better, a")
    screen.print("flush or better; and how often it beats one other player who draws as well.")
    screen.print("Counted: all 22,100 hands of three cards, each changed in all eight ways, every draw.")


def _print_ways(told: list[Way], label: str, against: str | None) -> None:
    """Print the ways to change the hand named ``label``. ``against`` is the other hand that the user typed, or None."""
    table = Table(box=None, pad_edge=False, header_style=DIM)
    table.add_column("Put away", no_wrap=True)
    for heading in (
        "better",
        "pair",
        "flush",
        "run",
        "r. flush",
        "prial",
        *(("1 other", "2", "4") if against is None else ("wins",)),
    ):
        table.add_column(heading, justify="right", no_wrap=True)
    for way in told:
        kinds = [way.becomes[kind] for kind in ("pair", "flush", "run", "running_flush", "prial")]
        wins = [way.wins[others - 1] for others in (1, 2, 4)] if against is None else way.wins
        table.add_row(symbols(way.away) or "nothing", *map(_percent, [way.better, *kinds, *wins]))
    screen = console()
    screen.print(f"{label[:1].upper()}{label[1:]}")
    screen.print()
    print_table(screen, table)
    screen.print("Percent. How often the hand gets better (a higher card is enough), what it")
    if against is None:
        screen.print("becomes, and how often it beats 1, 2 or 4 others who draw as well as can be.")
    else:
        screen.print("becomes, and how often it beats the other hand. Equal hands count half.")
