"""Arranging a hand at the terminal: typed place by place or in one line, with suggestions, sorting, undo and redo."""

import re
from collections.abc import Callable, Sequence
from itertools import cycle, pairwise
from typing import TYPE_CHECKING, Final

from rich.text import Text

from prial.arrange.search import Split
from prial.cards import RANK_NAMES, Card, names, parse, rank
from prial.cli.support.screen import BRASS, DIM, GOOD, ORDINALS
from prial.core.game import Choices, View
from prial.errors import CardError, PrialError, Refusal, add_sentences, refuse
from prial.games.crash.bots import Sharp
from prial.games.crash.rules import (
    CrashCall,
    CrashRules,
    Foul,
    FourBonus,
    Order,
    Scoring,
    SixPairs,
    Spare,
    ThirteenStraight,
    WeakHand,
)
from prial.games.crash.settle import fours
from prial.games.crash.state import Action, Lay, Table, Word
from prial.games.crash.terminal.tray import Sort, Tray, grouped
from prial.ranks.brag import FourOfAKind

if TYPE_CHECKING:
    from prial.games.crash.terminal.board import CrashBoard

add_sentences(
    "en",
    {
        "arranging.order": "That isn't in order: your {second} hand beats your {first}.",
        "arranging.unknown": "I don't know {text!r}: type cards (AsAhAd), suggest, or help.",
        "arranging.empty": "Nothing is laid yet: type cards (1 AsAhAd), or suggest.",
        "arranging.unfinished": "Your {place} hand has {count} of 3 cards.",
        "arranging.more": "You can still lay more hands; type lay to lay only these.",
        "arranging.foul": "Out of order is a foul, and costs you {cost}: type order to sort them, or lay to foul all the same.",
        "arranging.cards": "Your cards are shown above: type those of one hand, such as {example}.",
        "arranging.styles": "Suggestions come as best, greedy or another.",
        "arranging.sorts": "A hand is sorted by rank or by suit.",
        "arranging.place_number": "Say which place: a number from 1 to {places}.",
    },
)

_HELP: Final = """\
  1 As Ah Ad         these cards are your 1st hand (2, 3, 4 likewise)
  AsAhAd             the same for the first free place; also several at once
  suggest            the hands that win the game most often
  suggest greedy     the best first hand, then the best second one, and so on
  suggest another    one by one, every way that is worth a thought
  clear 2, clear     take one hand back, or all
  undo, redo         go back a change, and forth
  sort rank, suit    how the cards in your hand are shown
  order              put the hands laid out in order, best first
  Enter              lock in what is laid out, when it is complete
  lay                lock it in, complete or not
  lay AsAhAd KsQsJs 7c8d9h 2c2d5h    lay out and lock in at once"""
_HELP_END: Final = """\
  show, scores, rules, log           look again
  quit               leave; the game is kept, and prial play goes on with it"""


def help_text(rules: CrashRules) -> str:
    """What can be typed under some rules."""
    lines = [_HELP]
    if rules.four_bonus is FourBonus.KNOCK:
        lines += ["  knock              don't knock for four of a kind, or do so again", "  lay … no knock     lay without it"]
    if rules.six_pairs is not SixPairs.OFF:
        lines.append("  six pairs          ask for a new deal, if you hold six pairs")
    if rules.thirteen_straight is not ThirteenStraight.OFF:
        lines.append("  thirteen straight  win the game, if you hold one card of each rank")
    if rules.spare is not Spare.ASIDE and rules.players < 4:
        lines.append("  swap, keep         when you are asked about a spare hand, before arranging")
    if rules.crash_call is not CrashCall.NONE:
        lines.append("  call, pass         when you are asked to announce a crash, after arranging")
    return "\n".join([*lines, _HELP_END])


_PLACES: Final = re.compile(r"(?:^|(?<=\s))([1-9])(?:st|nd|rd|th)?[\s:.)]+", re.IGNORECASE)
_PLACE: Final = re.compile(r"([1-9])(?:st|nd|rd|th)?(?:[\s:.)]+|$)(.*)", re.IGNORECASE)


class Arrangement:
    """One hand being arranged, and the talk about it."""

    def __init__(self, board: "CrashBoard", view: View[Table], choices: Choices[Action]) -> None:
        self.board, self.view, self.choices = board, view, choices
        self.rules, self.scorer = board.crash.rules, board.crash.scorer
        assert view.seat is not None
        hand = view.piles[view.public.hands[view.seat]]
        most = 4 if self.rules.four_of_a_kind is FourOfAKind.BEATS_ALL else 3
        self.tray = Tray(hand, self.rules.places, most)
        self.sort: Sort = "rank"
        self._knocking = True
        self._sharp = Sharp(board.crash)
        self._suggested: tuple[tuple[Card, ...], ...] = ()
        self._others = cycle(self._sharp.splits(hand))
        self._verbs: dict[str, Callable[[str], Action | None]] = {
            "": self._enter,
            "lay": self._lay,
            "lock": self._lay,
            "knock": self._knock,
            "suggest": self._suggest,
            "sort": self._sort,
            "clear": self._clear,
            "undo": lambda _: self._changed(self.tray.undo()),
            "redo": lambda _: self._changed(self.tray.redo()),
            "order": self._order,
            "show": lambda _: self.show(),
            "help": lambda _: board.screen.print(Text(help_text(self.rules))),
            "cards": self._show_cards,
            "six": lambda _: self._declare(Word.SIX_PAIRS),
            "six_pairs": lambda _: self._declare(Word.SIX_PAIRS),
            "thirteen": lambda _: self._declare(Word.THIRTEEN_STRAIGHT),
            "thirteen_straight": lambda _: self._declare(Word.THIRTEEN_STRAIGHT),
        }

    def ask(self) -> Action:
        """Talk until something is laid or declared.

        Raises:
            Leave: the person goes.
        """
        self.show()
        self._offer()
        while True:
            line = self.board.terminal.ask(f"{self._hint()} > ")
            if self.board.common(line.lower(), self.view):
                continue
            word, _, rest = line.partition(" ")
            verb = self._verbs.get({"?": "help", "h": "help", "s": "suggest", "u": "undo"}.get(word.lower(), word.lower()))
            try:
                action = (verb or self._cards)(rest.strip() if verb else line)
            except PrialError as error:
                self.board.say(str(error))
                continue
            if action is not None:
                return action

    def show(self) -> None:
        """The hand and the places."""
        screen, look, tray = self.board.screen, self.board.look, self.tray
        screen.print()
        if not tray.hands:
            screen.print(look.groups(grouped(tray.hand, self.sort)))
            self.board.hint("Type your 1st hand as in 1 AsAhAd, then your 2nd; or type suggest.")
            return
        strengths = self._strengths()
        for place, (hand, strength) in enumerate(zip(tray.places, strengths, strict=True)):
            line = Text(f"  {ORDINALS[place]}  ", DIM)
            line.append_text(look.cards(hand, look.width(3)) if hand else Text(" –"))
            if strength:
                line.append(f"  {self.scorer.ranking.label(strength)}")
                if strength < self.scorer.least:
                    may = self.rules.weak_hand is WeakHand.SCORES_NOTHING
                    line.append(" (ignored)" if may else " (too weak to be laid)", DIM)
            elif hand:
                line.append(f"  {len(hand)} of 3 cards", DIM)
            screen.print(line)
        if tray.left:
            screen.print(Text("  left ", DIM), look.groups(grouped(tray.left, self.sort)), sep="")
        if wrong := self._wrong_order():
            then = "Laid so it is a foul." if self.rules.order is Order.AS_LAID else "The table will sort them."
            self.board.say(f"  {wrong} {then}")
        elif len([s for s in strengths if s]) > 1:
            self.board.say("  ✓ in order", GOOD)
        if four := self._four():
            self.board.say(f"  {four}", BRASS)

    def _strengths(self) -> list[int]:
        """What each place holds; 0 where it is no hand yet."""
        return [self.scorer.ranking.strength(hand) if len(hand) >= 3 else 0 for hand in self.tray.places]

    def _wrong_order(self) -> Refusal | None:
        strengths = [(place, strength) for place, strength in enumerate(self._strengths()) if strength]
        for (first, better), (second, worse) in pairwise(strengths):
            if worse > better:
                return refuse("arranging.order", first=ORDINALS[first], second=ORDINALS[second])
        return None

    def _offer(self) -> None:
        """Name what may be declared."""
        for word, text in (
            (Word.THIRTEEN_STRAIGHT, "You hold a thirteen straight: type thirteen straight to declare it and win."),
            (Word.SIX_PAIRS, "You hold six pairs: type six pairs to ask for a new deal."),
        ):
            if self.choices.why_not(word) is None:
                self.board.say(text, BRASS)

    def _hint(self) -> str:
        if self.tray.hands and self._complete() and not self._must_ask():
            return "Enter locks it in"
        if self._must_ask():
            return f"order, undo, suggest; lay is a foul: {self._cost()}"
        return "cards, suggest, help" if not self.tray.hands else "cards, suggest, undo, lay, help"

    def _must_ask(self) -> bool:
        return self.rules.order is Order.AS_LAID and self._wrong_order() is not None

    def _complete(self) -> bool:
        """Whether what lies there is a whole arrangement: every place filled, or just as it was suggested."""
        return all(len(hand) >= 3 for hand in self.tray.places) or (bool(self.tray.hands) and self.tray.hands == self._suggested)

    def _cost(self) -> str:
        """What a foul costs."""
        return "out of the whole game" if self.rules.foul is Foul.LOSE_GAME else "out of this deal"

    def _four(self) -> str:
        """What four of a kind among the hands laid out does, if there is one."""
        if self.rules.four_bonus is FourBonus.NONE or not (held := fours(self.tray.hands)):
            return ""
        named = [RANK_NAMES[each] for each in held]
        which = " and ".join(f"four {'sixes' if each == 'six' else f'{each}s'}" for each in named)
        if self.rules.four_bonus is FourBonus.ONE_POINT:
            return f"{which}: a point, if nobody lays better ones"
        if not self._knocking:
            return f"{which}, but not knocking; type knock to knock"
        brings = "which wins the game" if "three" in named else "a point if no better"
        return f"knocking for {which}, {brings} (type knock not to)"

    # What can be typed

    def _changed(self, refusal: Refusal | None) -> None:
        if refusal:
            self.board.say(str(refusal))
        else:
            self.show()

    def _enter(self, rest: str) -> Action | None:
        if not self.tray.hands:
            self.board.say(str(refuse("arranging.empty")))
        elif self._must_ask():
            self._warn()
        elif not self._complete():
            self.board.say(str(self._unfinished() or refuse("arranging.more")))
        else:
            return self._lay("")
        return None

    def _unfinished(self) -> Refusal | None:
        """That a hand has fewer than three cards."""
        short = next((place for place, hand in enumerate(self.tray.places) if 0 < len(hand) < 3), None)
        if short is None:
            return None
        return refuse("arranging.unfinished", place=ORDINALS[short], count=len(self.tray.places[short]))

    def _warn(self) -> None:
        self.board.say(str(refuse("arranging.foul", cost="the whole game" if self.rules.foul is Foul.LOSE_GAME else "this deal")))

    def _lay(self, rest: str) -> Action | None:
        """Lay what is typed, or else what lies in the places; four of a kind is knocked for, unless the person won't."""
        cards, _, word = re.sub(r"\bno[ -]+knock$", "unknock", rest, flags=re.IGNORECASE).rpartition(" ")
        if word.lower() not in ("knock", "unknock"):
            cards, word = rest, ""
        typed = self.board.crash.read(f"lay {cards}") if cards else None
        hands = typed.hands if isinstance(typed, Lay) else self.tray.hands
        if not hands and self.choices.why_not(Lay(())):
            self.board.say(str(refuse("arranging.empty")))
            return None
        if typed is None and (short := self._unfinished()):
            self.board.say(str(short))
            return None
        may = self.rules.four_bonus is FourBonus.KNOCK and bool(fours(hands))
        action = Lay(hands, word.lower() == "knock" or (not word and may and self._knocking))
        if not self._allowed(action):
            return None
        if typed is not None and self.rules.order is Order.AS_LAID and self._fouls(hands):
            self._changed(self.tray.fill(hands))
            self._warn()
            return None
        return action

    def _fouls(self, hands: Sequence[tuple[Card, ...]]) -> bool:
        strengths = self.scorer.strengths(hands)
        return strengths != sorted(strengths, reverse=True)

    def _knock(self, rest: str) -> Action | None:
        """Switch knocking off, or on again."""
        if self.rules.four_bonus is not FourBonus.KNOCK:
            self.board.say(str(refuse("crash.no_knock")))
        elif not fours(self.tray.hands):
            self.board.say(str(refuse("crash.false_knock")))
        else:
            self._knocking = not self._knocking
            self.show()
        return None

    def _show_cards(self, rest: str) -> Action | None:
        """The prompt names cards: whoever types the word sees the hand, and how its cards are typed; or the cards after it."""
        if rest:
            return self._cards(rest)
        self.show()
        self.board.say(str(refuse("arranging.cards", example=names(self.tray.hand[:3]))))
        return None

    def _declare(self, word: Word) -> Action | None:
        return word if self._allowed(word) else None

    def _allowed(self, action: Action) -> bool:
        refusal = self.choices.why_not(action)
        if refusal:
            self.board.say(str(refusal))
        return refusal is None

    def _suggest(self, style: str) -> None:
        sharp, view, hand = self._sharp, self.view, self.tray.hand
        splits = sharp.splits(hand)
        match style.lower():
            case "" | "best":
                split, why = sharp.best(view, hand)[1], "best"
            case "greedy":
                split, why = splits[0], "greedy"
            case "another":
                split = next(self._others)
                why = f"another of {len(splits)} worth a thought"
            case _:
                self.board.say(str(refuse("arranging.styles")))
                return
        self._suggested = split.hands
        self.tray.fill(split.hands)
        self._changed(None)
        self.board.say(f"  {why}; {self._worth(split)}", DIM)

    def _worth(self, split: Split) -> str:
        what = "pot" if self.rules.scoring is Scoring.POT else "game"
        return f"a chance of about {100 * self._sharp.worth(self.view, split):.0f} % to win the {what}"

    def _sort(self, by: str) -> None:
        if by.lower() not in ("rank", "suit"):
            self.board.say(str(refuse("arranging.sorts")))
            return
        self.sort = "rank" if by.lower() == "rank" else "suit"
        self.show()

    def _clear(self, rest: str) -> None:
        if rest in ("", "all"):
            self._changed(self.tray.clear())
        elif rest[:1].isdigit():
            self._changed(self.tray.clear(int(rest[0])))
        else:
            self.board.say(str(refuse("arranging.place_number", places=self.rules.places)))

    def _order(self, rest: str) -> None:
        hands = [hand for hand in self.tray.hands if len(hand) >= 3]
        unfinished = [hand for hand in self.tray.hands if len(hand) < 3]
        self._changed(self.tray.fill([*sorted(hands, key=self.scorer.ranking.strength, reverse=True), *unfinished]))

    def _cards(self, line: str) -> Action | None:
        """Cards for a place, for the next free one, or for several."""
        if placed_cards := self._several(line):
            refusal = next((no for place, cards in placed_cards if (no := self.tray.put(place, cards))), None)
            self._changed(refusal)
            return None
        if placed := _PLACE.fullmatch(line):
            if not placed[2]:
                self._changed(self.tray.clear(int(placed[1])))
            else:
                self._changed(self.tray.put(int(placed[1]), parse(placed[2])))
            return None
        try:
            cards = parse(line)
        except CardError as error:
            if any(letter.isdigit() for letter in line) or error.refusal.code == "card.twice":
                raise
            self.board.say(str(refuse("arranging.unknown", text=line)))
            return None
        if len(cards) <= (4 if len(cards) == 4 and len({rank(card) for card in cards}) == 1 else 3):
            self._changed(self.tray.add(cards))
            return None
        lay = self.board.crash.read(f"lay {line}")
        assert isinstance(lay, Lay)
        self._changed(self.tray.fill(lay.hands))
        return None

    @staticmethod
    def _several(line: str) -> list[tuple[int, tuple[Card, ...]]]:
        """Several places and their cards, as in 1 AsAhAd 2 KsQsJs; nothing where the line names fewer than two places."""
        parts = _PLACES.split(line)[1:]
        if len(parts) < 4 or line[:1] not in "123456789":
            return []
        try:
            return [(int(place), parse(cards)) for place, cards in zip(parts[::2], parts[1::2], strict=True)]
        except CardError:
            return []
