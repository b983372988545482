"""How a deal of Xập xám is shown: the showdown row by row, and everybody's units."""

from collections.abc import Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from prial.cards import parse
from prial.cli.support.screen import BAD, BRASS, DIM, GOOD, Look
from prial.core.game import Seat
from prial.games.xap_xam.settle import ROWS, SIZES
from prial.games.xap_xam.state import Row

_NARROW: Final = 72
"""On a screen with fewer columns than this, the name of a hand is shown below its cards."""


def row_lines(row: Row, names: Sequence[str], look: Look) -> Table:
    """Show one row of a showdown, with a line for each hand that is compared.

    Each line has the player's wins minus losses in this row, the player's name, the cards, and the hand in words.

    Args:
        row: the event of the row.
        names: the players' names by seat.
        look: how cards are shown.
    """
    table = Table.grid(padding=(0, 1))
    table.add_column(width=2, justify="right")
    table.add_column(min_width=max(map(len, names)), no_wrap=True)
    table.add_column(min_width=look.width(max(SIZES)), no_wrap=True)
    table.add_column()
    narrow = look.screen.width < _NARROW
    for seat, text in enumerate(row.hands):
        if text is None:
            continue
        won, label = row.won[seat], Text(row.labels[seat])
        sign = Text(f"{won:+}" if won else "", GOOD if won > 0 else BAD)
        style = BRASS if won > 0 else ""
        cards = look.cards(parse(text))
        table.add_row(sign, Text(names[seat], style), cards, *([] if narrow else [label]))
        if narrow:
            table.add_row("", "", label)
    return table


def row_title(row: Row) -> Text:
    """The heading of a row in a showdown: ``Lower hands``, ``Middle hands`` or ``Upper hands``."""
    return Text(f"{ROWS[row.row].capitalize()} hands", DIM)


def units_board(
    names: Sequence[str],
    units: Sequence[int],
    *,
    dealer: tuple[Seat, str] | None,
    me: Seat | None = None,
    deal: Sequence[int] = (),
) -> Table:
    """Everybody's units, with one line for each player.

    Args:
        names: the players' names by seat.
        units: units won and lost, by seat.
        dealer: the seat that deals, and the words that mark it; None to mark nobody.
        me: the seat whose line stands out; None for no seat.
        deal: units won and lost in the last deal, by seat; empty if they aren't shown.
    """
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    for seat, name in enumerate(names):
        style = "bold" if seat == me else ""
        words = [f"{deal[seat]:+} this deal"] if deal and deal[seat] else []
        words += [dealer[1]] if dealer and seat == dealer[0] else []
        table.add_row(Text(name, style), Text(signed(units[seat]), style), Text(", ".join(words), DIM))
    return table


def signed(units: int) -> str:
    """Units with their sign: ``+3``, ``-1``, ``0``."""
    return f"{units:+}" if units else "0"
