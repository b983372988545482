"""Brag Poker at a terminal: prints the table and the events, asks the player, and reads what is typed."""

from collections.abc import Sequence

from rich.rule import Rule
from rich.text import Text

from prial.cards import parse
from prial.cli.boards.chips import ChipsBoard, how_long
from prial.cli.boards.seat import Seated
from prial.cli.support.screen import BRASS, DIM
from prial.core.game import Choices, Event, View
from prial.errors import CardError
from prial.games.brag_poker import BragPokerGame
from prial.games.brag_poker import events as said
from prial.games.brag_poker.actions import Action, Word
from prial.games.brag_poker.choices import Deciding
from prial.games.brag_poker.state import Phase, Table
from prial.games.brag_poker.terminal import table as poker_table
from prial.games.brag_poker.terminal.words import HELP, SHORT


class BragPokerBoard(ChipsBoard):
    """Shows a table of Brag Poker as one seat sees it, and asks for that seat's actions."""

    HELP = HELP
    """Help at the terminal: maps the words that may be typed to their effects."""

    def __init__(self, seated: Seated) -> None:
        super().__init__(seated)
        assert isinstance(seated.game, BragPokerGame)
        self.poker = seated.game

    def opening(self) -> None:
        rules = self.poker.rules
        blinds = f"blinds {rules.small_blind} and {rules.big_blind}"
        named = dict.fromkeys(["Three-Card Brag Poker", self.seated.title])
        heading = " · ".join([*named, how_long(rules.length), f"{rules.purse} chips each", blinds])
        self.screen.print(Rule(Text(heading, BRASS), characters="─", align="left"))
        if self.seated.me is not None:
            self.say("Bet, draw, bet again; until you look, you call for half. Type help at any time.", DIM)

    # What happened

    def is_silent(self, event: Event) -> bool:
        match event:
            case said.Looked(seat=seat) | said.Changed(seat=seat, blind=False, cards=1 | 2 | 3):
                return seat == self.seated.me
            case _:
                return False

    def has_ended(self, events: Sequence[Event], view: View[Table]) -> bool:
        return any(isinstance(event, said.Won | said.Shared) for event in events)

    def scores(self, view: View[Table]) -> None:
        """Print the chips, one line for each player."""
        self.screen.print(poker_table.money(view.public, self.seated.shown_names, self.seated.me))

    def show(self, view: View[Table]) -> None:
        table = view.public
        self.screen.print()
        if table.still and table.last is None:
            self.screen.print(Text(poker_table.pots_line(table, self.seated.shown_names)))
        self.screen.print(poker_table.players(table, self.seated.shown_names, self.seated.me))
        if own := poker_table.own_hand(self.poker.rules, view, self.look):
            self.screen.print(own)

    # What is asked

    def ask(self, view: View[Table], choices: Choices[Action]) -> Action:
        assert isinstance(choices, Deciding)
        enter: Action | None = None
        match view.public.phase:
            case Phase.NEXT:
                question, prompt, enter = self.between(choices, "another deal", self._sold)
            case Phase.CHANGE:
                self.show(view)
                question, prompt = poker_table.to_change(choices)
            case _:
                self.show(view)
                question, prompt = poker_table.to_bet(choices)
        if question:
            self.say(question)
        action: Action = self.answer(view, choices, prompt, enter)
        return action

    def meanwhile(self, view: View[Table], choices: Choices[Action]) -> Action | None:
        """Between deals, ask a player who sits out whether to come back. At other times return None."""
        if view.public.phase is not Phase.NEXT:
            return None
        return self.sitting_out(view, choices, view.public.deal, self._sold)

    @property
    def _sold(self) -> str:
        """The word to type for another purse, with the number of chips in a purse, such as ``rebuy (50 chips)``."""
        return f"rebuy ({self.poker.rules.purse:,} chips)"

    def talk(self, word: str, view: View[Table], choices: Choices[Action]) -> bool:
        return super().talk("suggest" if word == "s" else word, view, choices)

    def typed(self, line: str, view: View[Table], choices: Choices[Action]) -> Action | None:
        assert isinstance(choices, Deciding)
        action: Action | None = self.read(_spelled(line, choices), choices)
        return action


def _spelled(line: str, choices: Deciding) -> str:
    """The full text of a typed action: ``c`` becomes ``call``. In the draw, ``2c 7d`` becomes ``change 2c 7d``."""
    words = " ".join(line.split())
    lower = words.lower()
    if lower == "r" and Word.REBUY in choices.words:
        return "rebuy"
    if choices.table.phase is Phase.CHANGE:
        first, _, rest = words.partition(" ")
        cards = rest if first.lower() in ("c", "d", "discard", "change") else words
        if cards.isdecimal() or _are_cards(cards):
            return f"change {cards}"
    return SHORT.get(lower, words)


def _are_cards(text: str) -> bool:
    """Whether a text names cards."""
    try:
        return bool(parse(text))
    except CardError:
        return False
