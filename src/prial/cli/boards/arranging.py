"""Lets the person at the terminal divide the dealt cards into hands.

The hands are typed place by place or in one line. There are suggestions, undo and redo.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Generic, TypeVar

from rich.text import Text

from prial.cards import Card, names, parse
from prial.cli.boards.plain import PlainBoard
from prial.cli.boards.tray import Hands, Sort, Tray, grouped
from prial.cli.support.screen import BRASS, DIM, GOOD
from prial.core.game import Choices, View
from prial.errors import CardError, PrialError, Refusal, add_sentences, refuse

A = TypeVar("A")
"""Type of the action that lays the hands."""

add_sentences(
    "en",
    {
        "arranging.order": "That isn't in order: your {second} hand beats your {first}.",
        "arranging.level": "That isn't in order: your {second} hand is level with your {first}.",
        "arranging.unknown": "I don't know {text!r}: type cards ({example}), 'suggest' or 'help'.",
        "arranging.empty": "Nothing is laid yet: type cards (1 {example}) or 'suggest'.",
        "arranging.unfinished": "Your {place} hand has {count} of {size} cards.",
        "arranging.more": "You can still lay more hands; type 'lay' to lay only these.",
        "arranging.cards": "Your cards are shown above: type those of one hand, such as {example}.",
        "arranging.sorts": "A hand is sorted by rank or by suit.",
        "arranging.place_number": "Say which place: a number from 1 to {places}.",
    },
)

_SHORT = {"?": "help", "h": "help", "s": "suggest", "u": "undo"}
"""Maps each short form to the command word that it stands for."""


class Arrangement(ABC, Generic[A]):
    """Lets the person divide the dealt cards into hands and lay each hand in a place.

    A game's own subclass says what the hands are worth and what may be laid.

    Args:
        board: the board that asks.
        view: the seat's view.
        choices: the allowed actions.
        tray: the cards, and the places for them.
    """

    places: ClassVar[Sequence[str]]
    """Names of the places in order, such as ``1st``, or ``lower``."""
    partial: ClassVar = False
    """Whether the player may leave places empty."""
    level: bool = True
    """Whether two hands in neighbouring places may be equally strong."""
    example: str = "AsAhAd"
    """An example of the cards of one hand, as a person types them."""

    def __init__(self, board: PlainBoard, view: View[Any], choices: Choices[A], tray: Tray) -> None:
        self.board, self.view, self.choices, self.tray = board, view, choices, tray
        self.sort: Sort = "rank"
        self.warned: A | None = None
        """The last action that the person was warned about, because it lays hands in a wrong order; None before any warning.

        If the person types the same action again, no warning comes.
        """
        words = "|".join([r"[1-9](?:st|nd|rd|th)?", *(rf"{name}(?:\s+hand)?" for name in self.places if name.isalpha())])
        self._each_place = re.compile(rf"(?:^|(?<=\s))({words})[\s:.)]+", re.IGNORECASE)
        self._one_place = re.compile(rf"({words})(?:[\s:.)]+|$)(.*)", re.IGNORECASE)
        self.verbs: dict[str, Callable[[str], A | None]] = {
            "": self._enter,
            "lay": self.lay,
            "lock": self.lay,
            "suggest": self.suggest,
            "coach": lambda _: self._coached(),
            "sort": self._sort,
            "clear": self._clear,
            "undo": lambda _: self.changed(self.tray.undo()),
            "redo": lambda _: self.changed(self.tray.redo()),
            "order": lambda _: self.changed(self.tray.fill(self.ordered())),
            "show": lambda _: self.show(),
            "help": lambda _: board.screen.print(Text(self.help_text())),
            "cards": self._show_cards,
        }

    # For a game to define

    @property
    def declaring(self) -> str | None:
        """The declaration that the last suggestion advises. None if it advises none, or if nothing was suggested.

        It is also None while the hands differ from the suggested hands. In a game without declarations it is always None.
        """
        return None

    @abstractmethod
    def strength(self, hand: Sequence[Card]) -> int:
        """The strength of a hand that has all its cards: a number above 0, greater for a better hand."""

    @abstractmethod
    def described(self, strength: int) -> Text:
        """Describe a hand of this `strength` in words: ``run, queen high``."""

    @abstractmethod
    def help_text(self) -> str:
        """The text that explains what can be typed."""

    @abstractmethod
    def suggest(self, style: str) -> A | None:
        """Lay out the hands that a bot would lay.

        Args:
            style: what was typed after ``suggest``; may be empty.
        Returns:
            An action to take immediately; None to let the person go on arranging.
        """

    @abstractmethod
    def ordered(self) -> Sequence[Sequence[Card]]:
        """The hands that are laid out, the strongest first.

        A hand isn't sorted if it has too few cards, or if it can't change places with another hand.
        """

    @abstractmethod
    def action(self, text: str) -> tuple[A, bool]:
        """Read what was typed after ``lay``.

        Args:
            text: what was typed. If it has no cards, the action lays the hands that are already in the places.
        Returns:
            The action, and whether the text has cards.
        Raises:
            PrialError: if the text can't be read.
        """

    @abstractmethod
    def hands_of(self, action: A) -> Hands:
        """The hands that an action lays."""

    @abstractmethod
    def is_wrong(self, action: A) -> bool:
        """Whether an action lays hands in a wrong order that costs the player something."""

    @abstractmethod
    def wrong_means(self) -> str:
        """A sentence that says what a wrong order leads to."""

    @abstractmethod
    def wrong_hint(self) -> str:
        """A prompt that warns of a wrong order. It is empty if the order is right, or if a wrong order costs nothing."""

    @abstractmethod
    def wrong_warning(self) -> str:
        """The warning for a person who tries to lock in hands in a wrong order."""

    def notes(self) -> Sequence[str]:
        """Further lines about the hands that are laid out."""
        return ()

    def offer(self) -> None:
        """Tell the person what they may declare with these cards. If they may declare nothing, print nothing."""

    def sure(self, action: A) -> A | None:
        """Ask the person to confirm a declaration. Returns the action, or None if the person wants to go on arranging."""
        return action

    def is_one_hand(self, cards: Sequence[Card]) -> bool:
        """Whether ``cards`` are few enough to be one hand. Used for cards that a person has typed without naming a place."""
        return len(cards) <= max(self.tray.sizes)

    def is_complete(self) -> bool:
        """Whether the hands are complete, so that Enter locks them in."""
        return self.tray.is_full

    # Asking

    def ask(self) -> A:
        """Ask until the person lays the hands or declares something, and return that action.

        Raises:
            Leave: if the person leaves.
        """
        self.show()
        self.offer()
        while True:
            line = self.board.terminal.ask(f"{self._hint()} > ")
            word, _, rest = line.partition(" ")
            verb = self.verbs.get(_SHORT.get(word.lower(), word.lower()))
            if verb is None and self.board.common(line.lower(), self.view):
                continue
            try:
                action = (verb or self._cards)(rest.strip() if verb else line)
            except PrialError as error:
                self.board.say(str(error))
                continue
            if action is not None:
                return action

    def show(self) -> None:
        """Print the cards that were dealt, and the places with the hands that are laid in them."""
        screen, look, tray = self.board.screen, self.board.look, self.tray
        screen.print()
        if not tray.hands:
            screen.print(look.groups(grouped(tray.hand, self.sort)))
            first, second = self.places[:2]
            self.board.hint(f"Type your {first} hand as in 1 {self.example}, then your {second}; or type suggest.")
            return
        wide, width = max(map(len, self.places)), look.width(max(tray.sizes))
        strengths = self.strengths()
        for place, hand, size, strength in zip(self.places, tray.places, tray.sizes, strengths, strict=False):
            line = Text(f"  {place:{wide}}  ", DIM)
            line.append_text(look.cards(hand, width) if hand else Text(" –"))
            if strength:
                line.append("  ").append_text(self.described(strength))
            elif hand:
                line.append(f"  {len(hand)} of {size} cards", DIM)
            screen.print(line)
        if tray.left:
            screen.print(Text(f"  {'left':{wide}} ", DIM), look.groups(grouped(tray.left, self.sort)), sep="")
        if wrong := self.wrong_order():
            self.board.say(f"  {wrong} {self.wrong_means()}")
        elif len([s for s in strengths if s]) > 1 and not self.declaring:
            self.board.say("  ✓ in order", GOOD)
        for note in self.notes():
            self.board.say(f"  {note}", BRASS)

    def strengths(self) -> list[int]:
        """The strength of the hand in each place; 0 for a hand that still has too few cards."""
        tray = self.tray
        return [self.strength(hand) if len(hand) >= size else 0 for hand, size in zip(tray.places, tray.sizes, strict=True)]

    def wrong_order(self) -> Refusal | None:
        """A sentence about the first hand that beats the hand before it; None if there is no such hand.

        If `level` is False, a tie with the hand before counts, too. Hands with too few cards are left out.
        """
        strengths = [(place, strength) for place, strength in zip(self.places, self.strengths(), strict=False) if strength]
        for (first, better), (second, worse) in pairwise(strengths):
            if worse > better or (worse == better and not self.level):
                return refuse("arranging.order" if worse > better else "arranging.level", first=first, second=second)
        return None

    def _hint(self) -> str:
        if wrong := self.wrong_hint():
            return wrong
        if not self.tray.hands:
            return "cards, suggest, help"
        if self.is_complete():
            return "Enter locks it in"
        last = self._last()
        return f"Enter puts the rest in your {self.places[last - 1]} hand" if last else "cards, suggest, undo, lay, help"

    def _last(self) -> int | None:
        """The place, from 1, that all remaining cards fill exactly. None if there is no such place, or if `partial` is True."""
        return None if self.partial else self.tray.last

    # What can be typed

    def changed(self, refusal: Refusal | None = None) -> None:
        """Print the cards and places after a change, or the reason why nothing was changed."""
        if refusal:
            self.board.say(str(refusal))
        else:
            self.show()

    def _enter(self, rest: str) -> A | None:
        if not self.tray.hands:
            self.board.say(str(refuse("arranging.empty", example=self.example)))
        elif self.wrong_hint():
            self.board.say(self.wrong_warning())
        elif last := self._last():
            self._put_rest(last)
        elif not self.is_complete():
            self.board.say(str(self._unfinished() or refuse("arranging.more")))
        else:
            return self.lay("")
        return None

    def _put_rest(self, place: int) -> None:
        """Lay the remaining cards in a place."""
        self.changed(self.tray.put(place, (*self.tray.places[place - 1], *self.tray.left)))

    def _unfinished(self) -> Refusal | None:
        """A sentence about the first hand with too few cards; None if there is none."""
        for place, hand, size in zip(self.places, self.tray.places, self.tray.sizes, strict=False):
            if len(hand) < size and (hand or not self.partial):
                return refuse("arranging.unfinished", place=place, count=len(hand), size=size)
        return None

    def lay(self, rest: str) -> A | None:
        """Lay the hands that were typed. If none were typed, lay the hands in the places.

        Args:
            rest: what was typed after ``lay``.
        Returns:
            The action; None if the person has to go on arranging.
        """
        action, typed = self.action(rest)
        if not self.hands_of(action) and self.choices.why_not(action):
            self.board.say(str(refuse("arranging.empty", example=self.example)))
            return None
        if not typed and (last := self._last()):
            self._put_rest(last)
            return None
        if not typed and (short := self._unfinished()):
            self.board.say(str(short))
            return None
        if not self.allowed(action):
            return None
        if typed and self.is_wrong(action) and action != self.warned:
            self.warned = action
            self.changed(self.tray.fill(self.hands_of(action)))
            self.board.say(self.wrong_warning())
            return None
        return self.sure(action)

    def allowed(self, action: A) -> bool:
        """Whether an action is allowed; prints the reason if it isn't."""
        refusal = self.choices.why_not(action)
        if refusal:
            self.board.say(str(refusal))
        return refusal is None

    def _show_cards(self, rest: str) -> A | None:
        """Lay the cards typed after ``cards``. If none were typed, show all cards and an example."""
        if rest:
            return self._cards(rest)
        self.show()
        self.board.say(str(refuse("arranging.cards", example=names(self.tray.hand[: self.tray.sizes[0]]))))
        return None

    def _sort(self, by: str) -> None:
        if by.lower() not in ("rank", "suit"):
            self.board.say(str(refuse("arranging.sorts")))
            return
        self.sort = "rank" if by.lower() == "rank" else "suit"
        self.show()

    def _coached(self) -> None:
        """Lay out the hands that the coach would lay, and print the coach's reason."""
        advice = self.board.coached(self.view)
        if advice is not None and (hands := self.hands_of(advice.action)):
            self.changed(self.tray.fill(hands))

    def _clear(self, rest: str) -> None:
        if rest.lower() in ("", "all"):
            self.changed(self.tray.clear())
        elif found := self._one_place.match(rest):
            self.changed(self.tray.clear(self._number(found[1])))
        else:
            self.board.say(str(refuse("arranging.place_number", places=len(self.tray.places))))

    def _number(self, word: str) -> int:
        """The number, from 1, of the place that ``word`` names, such as ``2nd`` or ``lower hand``."""
        return int(word[0]) if word[0].isdigit() else self.places.index(word.split(maxsplit=1)[0].lower()) + 1

    def _cards(self, line: str) -> A | None:
        """Put typed cards into places, or clear a place."""
        if placed_cards := self._several(line):
            refusal = next((no for place, cards in placed_cards if (no := self.tray.put(place, cards))), None)
            self.changed(refusal)
            return None
        if placed := self._one_place.fullmatch(line):
            number = self._number(placed[1])
            self.changed(self.tray.put(number, parse(placed[2])) if placed[2] else self.tray.clear(number))
            return None
        try:
            cards = parse(line)
        except CardError as error:
            if any(letter.isdigit() for letter in line) or error.refusal.code == "card.twice":
                raise
            self.board.say(str(refuse("arranging.unknown", text=line, example=self.example)))
            return None
        if self.is_one_hand(cards):
            self.changed(self.tray.add(cards))
        else:
            self.changed(self.tray.fill(self.hands_of(self.board.seated.game.read(f"lay {line}"))))
        return None

    def _several(self, line: str) -> list[tuple[int, tuple[Card, ...]]]:
        """Read a line such as ``1 AsAhAd 2 KsQsJs``.

        Places count from 1. The result is empty for other lines.
        """
        before, *parts = self._each_place.split(line)
        if before or len(parts) < 4:
            return []
        try:
            return [(self._number(place), parse(cards)) for place, cards in zip(parts[::2], parts[1::2], strict=True)]
        except CardError:
            return []
