"""A record of Crash shown at the terminal: the showdowns place by place, and the peg board."""

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from prial.cards import Card, parse
from prial.cli.boards.reader import Reader
from prial.cli.support.said import sayer
from prial.cli.support.screen import Look
from prial.core.game import Event, Game, Seat
from prial.games.crash import CrashGame
from prial.games.crash.events import GameOver, Held, Laid, Paid, Scored, Shown
from prial.games.crash.terminal import reasons
from prial.games.crash.terminal.deal import peg_board, place_rows


class CrashReader(Reader):
    """Shows the events of a record of Crash."""

    def __init__(self, game: Game[Any, Any], names: Sequence[str], look: Look) -> None:
        super().__init__(game, names, look)
        assert isinstance(game, CrashGame)
        self._rules, self._scorer = game.rules, game.scorer

    def tell(self, event: Event, table: Any) -> None:
        said = sayer(self.names)
        match event:
            case Shown():
                self.screen.print()
                self.screen.print(place_rows(event, self._scorer, self.names, self.look))
                self.say(event.say(self.names))
            case Held():
                self._hands(event.seat, [parse(event.cards)])
            case Laid():
                self._hands(event.seat, [parse(hand) for hand in event.hands.split()])
            case Scored():
                signs = [f"+{points}" if points else "" for points in event.points]
                self.screen.print()
                self.screen.print(peg_board(self._rules, self.names, event.scores, signs=signs))
            case Paid():
                for why in reasons.moved(self._rules, table, said):
                    self.say(why)
                self.money(event.ledger)
            case GameOver() if last := reasons.last_left(table, said):
                self.say(last)
                super().tell(event, table)
            case _:
                super().tell(event, table)

    def _hands(self, seat: Seat, hands: Sequence[tuple[Card, ...]]) -> None:
        """Print a seat's whole hand, or the hands that it laid."""
        width = max(map(len, self.names)) + 1
        line = Text(self.names[seat].ljust(width))
        self.screen.print(line.append_text(self.look.groups(hands)))
