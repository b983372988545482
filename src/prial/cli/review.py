"""``prial review``: what each arrangement of a game was worth."""

from itertools import groupby

import click
from rich.table import Table
from rich.text import Text

from prial.cards import Card, name
from prial.cli.support import records
from prial.cli.support.screen import BAD, BRASS, DIM, GOOD, Look, console, emit_json
from prial.core.record import Record
from prial.core.registry import open_record
from prial.study.review import NOTHING, Judged, Review, review


@click.command("review")
@click.argument("file", metavar="FILE")
@click.option("--seat", metavar="SEAT", help="Only this seat: its number or name.")
@click.option("--four-colour", is_flag=True, help="Draw each suit in a colour of its own.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(file: str, *, seat: str | None, four_colour: bool, as_json: bool) -> None:
    """See what each arrangement of a game was worth.

    An arrangement is judged by the points to be expected of it before anything is turned up. Beside it stands the best there
    was, and what the difference cost.

    \b
    prial review game.json
    prial review game.json --seat 0
    prial review game.json --json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    record = records.read(file)
    game = open_record(record)
    found = review(game, record)
    if seat is not None:
        only = records.seat_named(record, seat)
        judged = tuple(each for each in found.judged if each.seat == only)
        found = Review(judged, tuple(total for total in found.totals if total.seat == only), found.note)
    if as_json:
        emit_json(_plain(record, found))
        return
    _show(record, found, four_colour=four_colour)


def _plain(record: Record, found: Review) -> dict[str, object]:
    def hands(laid: tuple[tuple[Card, ...], ...]) -> list[list[str]]:
        return [[name(card) for card in hand] for hand in laid]

    def arrangement(each: Judged) -> dict[str, object]:
        return {
            "deal": each.deal,
            "seat": each.seat,
            "hands": hands(each.hands),
            "worth": each.worth,
            "best": hands(each.best),
            "best_worth": each.best_worth,
            "lost": each.lost,
            "points": each.points,
            **{key: told for key in ("declared", "best_declared", "why") if (told := getattr(each, key))},
        }

    return {"seats": record.seats, "arrangements": [*map(arrangement, found.judged)], "totals": found.totals}


def _laid(look: Look, hands: tuple[tuple[Card, ...], ...], declared: str) -> Text:
    """Hands in a line, and what is declared with them."""
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
            good = each.lost < NOTHING
            verdict = Text("✓ best", GOOD) if good else Text(f"−{each.lost:.2f}", BAD)
            laid = _laid(look, each.hands, each.declared)
            table.add_row(f"  {record.seats[each.seat]}", laid, f"{each.worth:.2f}", verdict, Text(f"made {each.points}", DIM))
            if not good:
                table.add_row(
                    Text("  better", DIM), _laid(look, each.best, each.best_declared), Text(f"{each.best_worth:.2f}", DIM)
                )
        screen.print(table)
        for each in judged_here:
            if each.why:
                screen.print(Text(f"  {record.seats[each.seat]}: {each.why}", DIM))
    if not found.judged:
        screen.print("No deal of this game has been played out.")
        return
    summary = Table(box=None, pad_edge=False, header_style=DIM)
    for heading in ("", "Deals", "Expected", "Lost", "Lost a deal", "Made"):
        summary.add_column(heading, justify="left" if not heading else "right")
    for total in found.totals:
        row = (f"{total.worth:.2f}", f"{total.lost:.2f}", f"{total.lost / max(1, total.deals):.2f}", str(total.points))
        summary.add_row(record.seats[total.seat], str(total.deals), *row)
    screen.print()
    screen.print(summary)
    if found.note:
        screen.print(Text(f"{found.note} Expected holds that, Made is the points really scored: the two differ by it.", DIM))
