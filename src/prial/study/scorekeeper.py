"""What a game brings so that somebody with a pencil can keep its score: how a line is read, and how the game stands after it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar, Final, Generic, TypeVar

import msgspec

from prial.core.game import Seat
from prial.core.page import listed
from prial.core.record import check_names
from prial.errors import PrialError, add_sentences, refuse

add_sentences(
    "en",
    {
        "sheet.few": "Two players at least have names on a sheet.",
        "sheet.name": "{name!r} can't stand on a sheet: a name is one word with a letter in it.",
        "sheet.word": "{name!r} means something else on this sheet: call that player by another name.",
        "sheet.twice": "Two players are called {name}: give them different names.",
        "sheet.empty": "Nothing is written there.",
        "sheet.long": "A line has at most {most} letters.",
        "sheet.nobody": "Nobody here is called {word!r}: {names} play.",
        "sheet.several": "{word!r} may be {names}: write more of the name.",
        "sheet.who": "A name belongs behind {word!r}.",
        "sheet.player": "A name belongs where {word!r} stands.",
        "sheet.again": "{word!r} stands there twice.",
        "sheet.named_twice": "{name} stands there twice.",
        "sheet.one": "One name belongs behind {word!r}.",
        "sheet.out": "{name} is out of this game.",
    },
)

DEALER: Final = "dealer"
"""The word of a line that names who deals next."""
RESERVED: Final = frozenset({DEALER, "undo", "fix", "sheet", "help", "rules", "end", "quit", "q", "exit", "leave"})
"""What nobody is called, since a person who keeps a sheet may say it to the program."""
LONGEST: Final = 400
"""Letters of a line."""
_MARKS: Final = ",:;="
"""Marks that divide words; they are words themselves in games that say so."""


class Word(msgspec.Struct, frozen=True):
    """A word of a line, understood: a player, a number, or one of the game's own words."""

    text: str
    """As it is kept: a player's full name."""
    seat: Seat | None = None
    number: int | None = None


class Marks(StrEnum):
    """How a score is marked, so that everybody sees it across the table."""

    PEGS = "pegs"
    """On a peg board, up to a target."""
    TOKENS = "tokens"
    """By the tokens that are left of those at the start."""
    CHIPS = "chips"
    """By chips, or units, won and lost."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How a game stands after a line. A game adds what it has to remember."""

    deals: int = 0
    """Deals so far."""
    dealer: Seat
    """Who deals next; who dealt last where the game is over."""
    playing: tuple[Seat, ...]
    """Seats still in the game."""
    scores: tuple[int, ...]
    """Points, tokens, chips or units, by seat."""
    ledger: tuple[int, ...]
    """Money won and lost in this game, by seat. With the pot it sums to zero."""
    pot: int = 0
    """What lies in the middle for the next deal."""
    over: bool = False
    winners: tuple[Seat, ...] = ()
    said: tuple[str, ...] = ()
    """What the last line came to, in sentences."""


S = TypeVar("S", bound=Standing)


class Scorekeeper(ABC, Generic[S]):
    """How a game is written down and what that comes to: what it brings as `prial.core.kind.Kind.sheet`.

    Args:
        rules: the house rules.
        names: the players' names by seat.
    """

    WORDS: ClassVar[Mapping[str, str]] = {}
    """The game's own words, and others that mean the same, each with the one that is kept."""
    marks: Marks = Marks.PEGS
    """How scores are marked."""
    top: int = 0
    """The target, or the tokens at the start; 0 for none."""

    def __init__(self, rules: Any, names: Sequence[str]) -> None:
        self.rules, self.names = rules, tuple(names)

    @abstractmethod
    def start(self, dealer: Seat) -> S:
        """A game before its first deal."""

    @abstractmethod
    def add(self, before: S, words: Sequence[Word]) -> S:
        """How the game stands after a deal.

        Args:
            before: how it stood.
            words: what was written, at least one word.
        Raises:
            PrialError: what the rules don't allow, or what can't be understood.
        """

    @abstractmethod
    def dealt_by(self, before: S, dealer: Seat) -> S:
        """The same, but another one deals next."""

    @abstractmethod
    def question(self, before: S) -> str:
        """What a person is asked at a deal: who won each place?"""

    @abstractmethod
    def examples(self) -> list[tuple[str, str]]:
        """How lines are written under these rules, each with what it means."""

    def besides(self, before: S, after: S, seat: Seat) -> list[tuple[str, int]]:
        """What a line did to somebody's score otherwise than by play, each in a word: ``("bought", 30)``."""
        return []

    def close(self, before: S) -> tuple[int, ...]:
        """What a game that is broken off comes to: its ledger by seat, summing to zero."""
        return before.ledger

    # For games: what may stand on a line

    def parts(self, words: Sequence[Word], *heads: str) -> dict[str, list[Word]]:
        """A line divided before each of these words; what stands before the first is under ``""``.

        Raises:
            PrialError: one of them stands there twice.
        """
        parts: dict[str, list[Word]] = {"": []}
        at = ""
        for word in words:
            if word.seat is None and word.number is None and word.text in heads:
                at = word.text
                if at in parts:
                    raise PrialError(refuse("sheet.again", word=at))
                parts[at] = []
            else:
                parts[at].append(word)
        return parts

    def seats(self, head: str, words: Iterable[Word], playing: Sequence[Seat]) -> tuple[Seat, ...]:
        """The players that stand behind a word.

        Raises:
            PrialError: none, one twice, one who is out, or something that is no player.
        """
        found: list[Seat] = []
        for word in words:
            if word.seat is None:
                raise PrialError(refuse("sheet.player", word=word.text))
            if word.seat in found:
                raise PrialError(refuse("sheet.named_twice", name=word.text))
            self.check_in(word.seat, playing)
            found.append(word.seat)
        if head and not found:
            raise PrialError(refuse("sheet.who", word=head))
        return tuple(found)

    def check_in(self, seat: Seat, playing: Sequence[Seat]) -> None:
        """See to it that a player is still in the game.

        Raises:
            PrialError: they are out.
        """
        if seat not in playing:
            raise PrialError(refuse("sheet.out", name=self.names[seat]))

    def listed(self, seats: Iterable[Seat]) -> str:
        """Players in a sentence."""
        return listed([self.names[seat] for seat in seats])


def check_players(names: Sequence[str], keeper: type[Scorekeeper[Any]]) -> None:
    """See to it that these names can stand on a sheet: each one word, and none the game's.

    Raises:
        PrialError: one that can't.
    """
    if len(names) < 2:
        raise PrialError(refuse("sheet.few"))
    check_names(names)
    known: set[str] = set()
    for name in names:
        plain = name.casefold()
        if name.split() != [name] or any(mark in name for mark in _MARKS) or not any(map(str.isalpha, name)):
            raise PrialError(refuse("sheet.name", name=name))
        if plain in keeper.WORDS or plain in RESERVED:
            raise PrialError(refuse("sheet.word", name=name))
        if plain in known:
            raise PrialError(refuse("sheet.twice", name=name))
        known.add(plain)


def read_words(text: str, names: Sequence[str], own: Mapping[str, str]) -> tuple[Word, ...]:
    """A line's words, understood.

    Args:
        text: what was written; commas and other marks divide words as spaces do.
        names: the players' names by seat; the first letters are enough where nobody else's name begins with them.
        own: the game's words, each with the one that is kept.
    Raises:
        PrialError: nothing is written there, or a word that is none of these.
    """
    words = []
    if len(text) > LONGEST:
        raise PrialError(refuse("sheet.long", most=LONGEST))
    for mark in _MARKS:
        text = text.replace(mark, f" {mark} " if mark in own else " ")
    for word in text.split():
        plain = word.casefold()
        if plain == DEALER:
            words.append(Word(plain))
        elif plain in own:
            words.append(Word(own[plain]))
        elif plain.lstrip("+-").isdecimal() and plain.isascii() and len(plain) < 10 and plain.lstrip("+-") in (plain, plain[1:]):
            words.append(Word(str(int(plain)), number=int(plain)))
        else:
            seat = player_named(word, names)
            words.append(Word(names[seat], seat))
    if not words:
        raise PrialError(refuse("sheet.empty"))
    return tuple(words)


def player_named(word: str, names: Sequence[str]) -> Seat:
    """The player whose name this is, or begins with this."""
    plain = word.casefold()
    known = [name.casefold() for name in names]
    if plain in known:
        return known.index(plain)
    found = [seat for seat, name in enumerate(known) if name.startswith(plain)]
    if len(found) > 1:
        raise PrialError(refuse("sheet.several", word=word[:40], names=" or ".join(names[seat] for seat in found)))
    if not found:
        raise PrialError(refuse("sheet.nobody", word=word[:40], names=listed(names)))
    return found[0]
