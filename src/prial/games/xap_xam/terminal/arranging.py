"""Setting a hand of Xập xám at the terminal: the lower, the middle and the upper hand, instant wins, and suggestions."""

from collections.abc import Iterator, Sequence
from itertools import cycle
from random import SystemRandom
from typing import TYPE_CHECKING, Final

from rich.text import Text

from prial.bots.bot import Advice
from prial.bots.registry import advise
from prial.cards import Card
from prial.cli.boards.arranging import Arrangement
from prial.cli.boards.tray import Hands, Tray
from prial.cli.support.screen import BRASS, DIM
from prial.core.game import Choices, View
from prial.core.symbols import shown_cards
from prial.errors import Refusal, add_sentences, refuse
from prial.games.xap_xam.choices import Arranging
from prial.games.xap_xam.instants import VIETNAMESE, Instant, read_table, shows
from prial.games.xap_xam.settle import ROWS, SIZES
from prial.games.xap_xam.state import Lay, Table

if TYPE_CHECKING:
    from prial.games.xap_xam.terminal.board import XapXamBoard

add_sentences(
    "en",
    {
        "xap_xam_board.mis_set": "Move some cards, or type 'order' to swap your lower and middle hands; type 'lay' to lose with "
        "these hands.",
        "xap_xam_board.nothing_held": "Your cards hold nothing that wins at once.",
        "xap_xam_board.nothing_named": "Name what you declare, as in declare six pairs; or lay your cards in three rows.",
        "xap_xam_board.advice": "Type suggest and one of these: best, another{styles}.",
        "xap_xam_board.no_advice": "Nobody has anything to suggest here.",
    },
)

_HELP: Final = """\
  lower AsKs9s7s4s   lay out your lower hand (middle and upper likewise, or 1, 2, 3)
  AsKs9s7s4s         lay a hand out in the first place it fits; also several hands
  suggest            lay out the hands that a strong player would lay
  suggest another    lay out the next setting that other players would lay
  coach              see what a coach would lay, and why
  clear 2, clear     take one hand back, or all hands
  undo, redo         take a change back, or make it again
  sort rank, suit    sort the cards in your hand
  order              put the better hand of five in the lower place
  Enter              put the last cards where they belong, then lock in
  lay                lock in the hands that are laid out
  lay AsKs9s7s4s QdQc8d6c3d Jc5d2d    lay out and lock in at once"""
_HELP_DECLARE: Final = "  declare six pairs  declare an instant win; declare alone takes the best"
_HELP_END: Final = """\
  show, scores, rules, log           look at these again
  quit               leave; the game is kept, and prial play goes on with it"""


def both_names(instant: Instant) -> str:
    """The English name of an instant win, with the Vietnamese name in brackets."""
    return f"{instant.words} ({VIETNAMESE[instant]})"


class XapXamArrangement(Arrangement[Lay]):
    """A hand of Xập xám that a player is setting."""

    places = ROWS
    example = "AsKs9s7s4s"

    def __init__(self, board: "XapXamBoard", view: View[Table], choices: Choices[Lay]) -> None:
        assert isinstance(choices, Arranging)
        self.scorer, self.units = board.xap_xam.scorer, board.xap_xam.rules.instants
        self.instants = choices.instants
        self.level = self.scorer.level
        super().__init__(board, view, choices, Tray(choices.hand, SIZES))
        self._suggested: Lay | None = None
        self._advice: tuple[Advice, ...] | None = None
        self._others: Iterator[Advice] = iter(())
        self.verbs |= {"declare": self._declare}

    def help_text(self) -> str:
        return "\n".join([_HELP, *([_HELP_DECLARE] if self.instants else []), _HELP_END])

    def strength(self, hand: Sequence[Card]) -> int:
        return self.scorer.ranking.strength(hand)

    def described(self, strength: int) -> Text:
        return Text(self.scorer.ranking.label(strength))

    def offer(self) -> None:
        for what in self.instants:
            self.board.say(f"You hold {both_names(what)}: type declare {what.words}, or lay your cards as any others.", BRASS)

    @property
    def declaring(self) -> Instant | None:
        """The instant win that the last suggestion declares, as long as the hands lie as suggested; otherwise None."""
        suggested = self._suggested
        return suggested.declared if suggested and suggested.hands == self.tray.places else None

    def notes(self) -> Sequence[str]:
        return (
            (f"declaring {both_names(self.declaring)}; change a hand to play the cards as any others",) if self.declaring else ()
        )

    # The order

    def wrong_order(self) -> Refusal | None:
        declaring = self.declaring
        if declaring and not self.scorer.is_mis_set(self.tray.places, declaring):
            return None
        return super().wrong_order()

    def ordered(self) -> Sequence[Sequence[Card]]:
        lower, middle, upper = self.tray.places
        if len(lower) == len(middle) == SIZES[0] and self.strength(middle) > self.strength(lower):
            lower, middle = middle, lower
        return lower, middle, upper

    def is_wrong(self, action: Lay) -> bool:
        return self.scorer.is_mis_set(action.hands, action.declared)

    def wrong_means(self) -> str:
        return "Laid so it is mis-set, and loses."

    def wrong_hint(self) -> str:
        return "order, undo, suggest; lay is mis-set" if self.wrong_order() else ""

    def wrong_warning(self) -> str:
        return str(refuse("xap_xam_board.mis_set"))

    # What is laid

    def action(self, text: str) -> tuple[Lay, bool]:
        return (self.board.seated.game.read(f"lay {text}"), True) if text else (Lay(self.tray.hands, self.declaring), False)

    def hands_of(self, action: Lay) -> Hands:
        return action.hands

    def sure(self, action: Lay) -> Lay | None:
        if action.declared is None:
            return action
        what = action.declared
        units = self.units[what]
        shown = shown_cards(" ".join(self.board.seated.game.write(Lay(action.hands)).split()[1:]))
        self.board.say(f"  {both_names(what)}, {units} unit{'s' if units > 1 else ''}; laid as {shown}", BRASS)
        if self.board.terminal.yes(f"Declare {what.words}?"):
            return action
        self._suggested = None
        self.board.say("You declare nothing; lay your cards as any others.")
        return None

    def _declare(self, rest: str) -> Lay | None:
        """Declare the instant win that ``rest`` names. If ``rest`` is empty, declare the best instant win in the cards."""
        named = [name for name, _ in read_table(rest)] if rest else list(self.instants)[:1]
        if not named:
            self.board.say(str(refuse("xap_xam_board.nothing_held" if not rest else "xap_xam_board.nothing_named")))
            return None
        what = named[0]
        hands, cards = self.tray.places, self.tray.hand
        if not (self.tray.is_full and shows(hands, what)) or self.scorer.is_mis_set(hands, what):
            hands = self.instants.get(what, (cards[:5], cards[5:10], cards[10:]))
        action = Lay(hands, what)
        return self.sure(action) if self.allowed(action) else None

    # Suggestions

    def suggest(self, style: str) -> Lay | None:
        if self._advice is None:
            self._advice = tuple(advise(self.board.seated.game, self.view, SystemRandom()))
            self._others = cycle(self._advice[1:] + self._advice[:1])
        if not self._advice:
            self.board.say(str(refuse("xap_xam_board.no_advice")))
            return None
        by_style = {advice.style: advice for advice in self._advice}
        style = style.lower()
        if style == "another":
            advice = next(self._others)
        elif style in ("", "best"):
            advice = self._advice[0]
        elif style in by_style:
            advice = by_style[style]
        else:
            self.board.say(str(refuse("xap_xam_board.advice", styles="".join(f", {each}" for each in by_style))))
            return None
        suggested: Lay = advice.action
        self._suggested = suggested
        self.changed(self.tray.fill(suggested.hands))
        self.board.say(f"  {advice.title[:1].lower()}{advice.title[1:]}", DIM)
        return None
