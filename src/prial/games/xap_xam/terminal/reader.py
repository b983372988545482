"""A record of Xập xám shown at the terminal: the showdowns row by row, and the units."""

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from prial.cards import Card, parse
from prial.cli.boards.reader import Reader
from prial.core.game import Event, Seat
from prial.games.xap_xam.state import Held, Laid, Row, Scored
from prial.games.xap_xam.terminal.deal import row_lines, row_title, units_board


class XapXamReader(Reader):
    """Shows the events of a record of Xập xám."""

    def tell(self, event: Event, table: Any) -> None:
        match event:
            case Row():
                self.screen.print(row_title(event))
                self.screen.print(row_lines(event, self.names, self.look))
            case Held():
                self._hands(event.seat, [parse(event.cards)])
            case Laid():
                self._hands(event.seat, [parse(hand) for hand in event.hands.split()])
            case Scored():
                self.screen.print(units_board(self.names, event.scores, dealer=None, deal=event.units))
            case _:
                super().tell(event, table)

    def _hands(self, seat: Seat, hands: Sequence[tuple[Card, ...]]) -> None:
        """Print a player's name and thirteen cards: all in one group, or in the three hands that the player laid."""
        width = max(map(len, self.names)) + 1
        line = Text(self.names[seat].ljust(width))
        self.screen.print(line.append_text(self.look.groups(hands)))
