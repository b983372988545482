"""Arranging cards for Crash at the terminal.

This includes knocking, fouls, suggestions of the strongest bot, and the names of the hands that the cards make.
"""

import re
from collections.abc import Sequence
from itertools import cycle
from typing import TYPE_CHECKING, Final

from rich.text import Text

from prial.arrange.search import Split
from prial.cards import RANK_NAMES, Card, rank
from prial.cli.boards.arranging import Arrangement
from prial.cli.boards.tray import Hands, Tray
from prial.cli.support.screen import BRASS, DIM, ORDINALS
from prial.core.game import Choices, View
from prial.errors import add_sentences, refuse
from prial.games.crash.actions import Action, Lay, Word
from prial.games.crash.bots import Sharp
from prial.games.crash.rules import CrashRules
from prial.games.crash.settings import (
    CrashCall,
    Foul,
    Found,
    FourBonus,
    Order,
    Scoring,
    SixPairs,
    Spare,
    SpareChoice,
    ThirteenStraight,
    WeakHand,
)
from prial.games.crash.settle import fours
from prial.games.crash.state import Table
from prial.ranks.brag import FourOfAKind

if TYPE_CHECKING:
    from prial.games.crash.terminal.board import CrashBoard

add_sentences(
    "en",
    {
        "arranging.foul": "Hands that are out of order are a foul, and cost you {cost}: type 'order' to sort the hands, or "
        "'lay' to foul all the same.",
        "arranging.styles": "Type suggest best, suggest greedy or suggest another.",
    },
)

_HELP: Final = """\
  1 As Ah Ad         lay these cards out as your 1st hand ({numbers} likewise)
  AsAhAd             lay a hand out in the first free place; also several hands
  suggest            lay out the hands that win the game most often
  suggest greedy     lay out the best first hand, then the best second one, ...
  suggest another    lay out the next way that is worth considering
  coach              see what a coach would lay, and why
  clear 2, clear     take one hand back, or all hands
  undo, redo         take a change back, or make it again
  sort rank, suit    sort the cards in your hand
  order              put the hands that are laid out in order, best first
  Enter              lock in the hands that are laid out, if all are
  lay                lock them in, whether all are laid out or not
  lay {hands:31}lay out and lock in at once"""
_HANDS: Final = ("AsAhAd", "KsQsJs", "7c8d9h", "2c2d5h")
_HELP_END: Final = """\
  show, scores, rules, log           look at these again
  quit               leave; the game is kept, and prial play goes on with it"""


def help_text(rules: CrashRules) -> str:
    """What a player can type while arranging, under the table's rules."""
    numbers = ", ".join(str(place) for place in range(2, rules.places + 1))
    lines = [_HELP.format(numbers=numbers, hands=" ".join(_HANDS[: rules.places]))]
    if rules.four_bonus is FourBonus.KNOCK:
        lines += [
            "  knock              switch knocking for four of a kind off or on",
            "  lay … no knock     lay without knocking",
        ]
    if rules.six_pairs is not SixPairs.OFF:
        lines.append("  six pairs          ask for a new deal, if you hold six pairs")
    if rules.thirteen_straight is not ThirteenStraight.OFF:
        lines.append("  thirteen straight  win the game, if you hold one card of each rank")
    if rules.spare is not Spare.ASIDE and rules.players < 4:
        lines.append("  swap, keep         swap for a spare hand or not, before arranging")
        if rules.spare is Spare.SWAP and rules.spare_choice is SpareChoice.CHOOSE:
            lines.append("  swap 1, swap 2     choose one of two spare hands")
    if rules.crash_call is not CrashCall.NONE:
        lines.append("  call, pass         announce a crash or not, after arranging")
    return "\n".join([*lines, _HELP_END])


class CrashArrangement(Arrangement[Action]):
    """A hand of Crash that a player is arranging."""

    places = ORDINALS
    partial = True

    def __init__(self, board: "CrashBoard", view: View[Table], choices: Choices[Action]) -> None:
        self.rules, self.scorer, self.crash = board.crash.rules, board.crash.scorer, board.crash
        assert view.seat is not None
        hand = view.piles[view.public.hands[view.seat]]
        more = 1 if self.rules.four_of_a_kind is FourOfAKind.BEATS_ALL else 0
        super().__init__(board, view, choices, Tray(hand, (3,) * self.rules.places, more))
        self._knocking = True
        self._sharp = Sharp(board.crash)
        self._suggested: tuple[tuple[Card, ...], ...] = ()
        self._others = cycle(self._sharp.splits(hand))
        self.verbs |= {
            "knock": self._knock,
            "six": lambda _: self._declare(Word.SIX_PAIRS),
            "six_pairs": lambda _: self._declare(Word.SIX_PAIRS),
            "thirteen": lambda _: self._declare(Word.THIRTEEN_STRAIGHT),
            "thirteen_straight": lambda _: self._declare(Word.THIRTEEN_STRAIGHT),
        }

    def help_text(self) -> str:
        return help_text(self.rules)

    def strength(self, hand: Sequence[Card]) -> int:
        return self.scorer.ranking.strength(hand)

    def described(self, strength: int) -> Text:
        label = Text(self.scorer.ranking.label(strength))
        if strength < self.scorer.least:
            may = self.rules.weak_hand is WeakHand.SCORES_NOTHING
            label.append(" (doesn't count)" if may else " (too weak to be laid)", DIM)
        return label

    def offer(self) -> None:
        for word, text in (
            (Word.THIRTEEN_STRAIGHT, "You hold a thirteen straight: type thirteen straight to declare it and win."),
            (Word.SIX_PAIRS, "You hold six pairs: type six pairs to ask for a new deal."),
        ):
            if self.choices.why_not(word) is None:
                self.board.say(text, BRASS)

    def is_complete(self) -> bool:
        """Whether every place is filled, or the player has laid out exactly the suggested hands."""
        return self.tray.is_full or (bool(self.tray.hands) and self.tray.hands == self._suggested)

    def is_one_hand(self, cards: Sequence[Card]) -> bool:
        return len(cards) <= 3 or (len(cards) == 4 and len({rank(card) for card in cards}) == 1)

    # The order

    def ordered(self) -> Sequence[Sequence[Card]]:
        hands = [hand for hand in self.tray.hands if len(hand) >= 3]
        unfinished = [hand for hand in self.tray.hands if len(hand) < 3]
        return [*sorted(hands, key=self.strength, reverse=True), *unfinished]

    def is_wrong(self, action: Action) -> bool:
        strengths = self.scorer.strengths(self.hands_of(action))
        return self.rules.order is Order.AS_LAID and strengths != sorted(strengths, reverse=True)

    def wrong_means(self) -> str:
        return "Laid so it is a foul." if self.rules.order is Order.AS_LAID else "The table will sort them."

    def wrong_hint(self) -> str:
        if self.rules.order is not Order.AS_LAID or self.wrong_order() is None:
            return ""
        return f"order, undo, suggest; lay is a foul: out of {self._cost()}"

    def wrong_warning(self) -> str:
        return str(refuse("arranging.foul", cost=self._cost()))

    def _cost(self) -> str:
        """What a foul costs, in words."""
        if self.rules.foul is Foul.LOSE_GAME:
            return "the whole game"
        return "this deal" if self.rules.found is Found.AT_ONCE else "the rest of this deal"

    # Four of a kind

    def notes(self) -> Sequence[str]:
        """A note on what four of a kind brings, if the hands laid out now use all four cards of a rank; otherwise empty."""
        if self.rules.four_bonus is FourBonus.NONE or not (held := fours(self.tray.hands)):
            return ()
        named = [RANK_NAMES[each] for each in held]
        which = " and ".join(f"four {'sixes' if each == 'six' else f'{each}s'}" for each in named)
        if self.rules.four_bonus is FourBonus.ONE_POINT:
            return (f"{which}: a point, if nobody lays better ones",)
        if not self._knocking:
            return (f"{which}, but not knocking; type knock to knock",)
        brings = "which wins the game" if "three" in named else "a point if no better"
        return (f"knocking for {which}, {brings} (type knock not to)",)

    def _knock(self, rest: str) -> Action | None:
        """Switch knocking on or off, or say why the player can't knock. The result is always None."""
        if self.rules.four_bonus is not FourBonus.KNOCK:
            self.board.say(str(refuse("crash.no_knock")))
        elif not fours(self.tray.hands):
            self.board.say(str(refuse("crash.false_knock")))
        else:
            self._knocking = not self._knocking
            self.show()
        return None

    # What is laid

    def action(self, text: str) -> tuple[Action, bool]:
        """Make the action that lays the hands.

        The text can say whether to knock. If it doesn't, the action knocks only under three conditions:

        * the hands use all four cards of a rank
        * the rules allow a knock for four cards of a rank
        * the player hasn't switched knocking off

        Returns:
            The action, and whether the text names the hands.
        """
        cards, _, word = re.sub(r"\bno[ -]+knock$", "unknock", text, flags=re.IGNORECASE).rpartition(" ")
        if word.lower() not in ("knock", "unknock"):
            cards, word = text, ""
        hands = self.hands_of(self.crash.read(f"lay {cards}")) if cards else self.tray.hands
        may = self.rules.four_bonus is FourBonus.KNOCK and bool(fours(hands))
        return Lay(hands, word.lower() == "knock" or (not word and may and self._knocking)), bool(cards)

    def hands_of(self, action: Action) -> Hands:
        return action.hands if isinstance(action, Lay) else ()

    def _declare(self, word: Word) -> Action | None:
        return word if self.allowed(word) else None

    def suggest(self, style: str) -> Action | None:
        sharp, view, hand = self._sharp, self.view, self.tray.hand
        splits = sharp.splits(hand)
        match style.lower():
            case "" | "best":
                split, why = sharp.best(view, hand)[1], "best"
            case "greedy":
                split, why = splits[0], "greedy"
            case "another":
                split = next(self._others)
                why = f"another of {len(splits)} ways worth considering"
            case _:
                self.board.say(str(refuse("arranging.styles")))
                return None
        self._suggested = split.hands
        self.changed(self.tray.fill(split.hands))
        self.board.say(f"  {why}; {self._worth(split)}", DIM)
        return None

    def _worth(self, split: Split) -> str:
        what = "pot, now or later" if self.rules.scoring is Scoring.POT else "game"
        return f"a chance of about {100 * self._sharp.worth(self.view, split):.0f} % to win the {what}"
