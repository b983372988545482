"""The board of Xập xám at the terminal. It shows the deal, the showdown row by row, the pairs and the units.

It also asks the player to set the cards.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace
from rich.rule import Rule
from rich.text import Text

from prial.cli.boards.plain import PlainBoard
from prial.cli.boards.seat import Seated
from prial.cli.support.screen import BRASS, DIM
from prial.core.game import Choices, Event, View
from prial.core.step import Locked
from prial.core.symbols import with_symbols
from prial.errors import add_sentences
from prial.games.xap_xam import state as said
from prial.games.xap_xam.game import XapXamGame
from prial.games.xap_xam.rules import aim
from prial.games.xap_xam.settle import ROWS
from prial.games.xap_xam.state import Lay, Phase, Table
from prial.games.xap_xam.terminal.arranging import XapXamArrangement
from prial.games.xap_xam.terminal.deal import row_lines, row_title, units_board

add_sentences(
    "en",
    {
        "xap_xam.laid.you": "You lay {hands}.",
        "xap_xam.declared.you": "You declare {what}: {cards}.",
        "xap_xam.mis_set.you": "You have mis-set: {hands} are not in order.",
        "xap_xam.pair.hands.you": "You win {units} from {seat}, {hands} to {lost}.",
        "xap_xam.pair.hands_royalties.you": "You win {units} from {seat}, {hands} to {lost}; this includes {royalties} "
        "for royalties.",
        "xap_xam.pair.mis_set.you": "You win {units} from {seat}, who has mis-set.",
        "xap_xam.pair.mis_set_royalties.you": "You win {units} from {seat}, who has mis-set; this includes {royalties} "
        "for royalties.",
        "xap_xam.pair.mis_set_both.you": "You win {units} from {seat}: both have mis-set, and the dealer wins ties.",
        "xap_xam.pair.instant.you": "You win {units} from {seat} with {what}.",
        "xap_xam.pair.instant_both.you": "You win {units} from {seat}: both have {what}, and the dealer wins ties.",
        "xap_xam.level.you": "You and {seats} are level.",
    },
)

_BEAT: Final = 0.9
"""Seconds between two rows of a showdown."""


class XapXamBoard(PlainBoard):
    """Shows a table of Xập xám as one seat sees it."""

    def __init__(self, seated: Seated) -> None:
        super().__init__(seated)
        assert isinstance(seated.game, XapXamGame)
        self.xap_xam = seated.game
        self._arranging: tuple[int, XapXamArrangement] | None = None
        """The number of the deal, and the hand that the player is setting in it; None before the first hand."""

    def opening(self) -> None:
        game, title = self.seated.kind.title, self.seated.title
        heading = " · ".join([*([] if title == game else [game]), title, aim(self.xap_xam.rules)])
        self.screen.print(Rule(Text(heading, BRASS), characters="─", align="left"))
        if self.seated.me is not None:
            told = "13 cards make a lower and a middle hand of five and an upper one of three, the lower the best. "
            self.say(f"{told}Type help at any time.", DIM)

    # What happened

    def tell(self, events: Sequence[Event], view: View[Table]) -> None:
        shown = False
        for event in events:
            match event:
                case Locked() | said.Laid() | said.Held():
                    continue
                case said.Dealt():
                    self.screen.print()
                    self.screen.print(Rule(Text(self._sentence(event)), align="left", style=DIM))
                    self.scores(view)
                case said.Row():
                    self._row(event)
                    shown = True
                case said.Won():
                    mine = event.winner == self.seated.me
                    self.say(self._sentence(event), BRASS if mine else "")
                case said.Scored():
                    self.screen.print()
                    self._units(view, event.units)
                case said.Declared() | said.GameOver():
                    self.say(self._sentence(event), BRASS)
                case _:
                    self.say(self._sentence(event))
        if shown and view.public.phase is not Phase.OVER and self.seated.me is not None:
            self.next_deal(view)

    def _sentence(self, event: Event) -> str:
        me = self.seated.me
        if isinstance(event, said.Even) and me in event.seats:
            others = replace(event, seats=tuple([seat for seat in event.seats if seat != me]))
            return others.say(self.seated.names, code=f"{event.code}.you")
        return self.seated.sentence(with_symbols(event))

    def log(self) -> Iterator[str]:
        return (self._sentence(event) for event in self.seated.log() if not isinstance(event, Locked))

    def _row(self, row: said.Row) -> None:
        """Show one row of the showdown, then pause."""
        self.screen.print()
        self.screen.print(row_title(row))
        self.screen.print(row_lines(row, self.seated.shown_names, self.look))
        self.terminal.beat(_BEAT)
        if row.row == len(ROWS) - 1:
            self.screen.print()

    def scores(self, view: View[Table]) -> None:
        self._units(view)

    def _units(self, view: View[Table], deal: Sequence[int] = ()) -> None:
        """Show everybody's units and who deals. ``deal`` has the units of the last deal, by seat."""
        table, seats = view.public, self.xap_xam.seats
        dealer: tuple[int, str] | None = None
        if deal:
            dealer = (table.dealer if table.phase is Phase.OVER else (table.dealer - 1) % seats), "dealer"
        elif table.phase in (Phase.SET, Phase.DEAL):
            dealer = table.dealer, "dealer" if table.phase is Phase.SET else "deals next"
        names = self.seated.shown_names
        self.screen.print(units_board(names, table.scores, dealer=dealer, me=self.seated.me, deal=deal))

    # What is asked

    def ask(self, view: View[Table], choices: Choices[Lay]) -> Lay:
        if self._arranging is None or self._arranging[0] != view.public.deal:
            self._arranging = view.public.deal, XapXamArrangement(self, view, choices)
        return self._arranging[1].ask()
