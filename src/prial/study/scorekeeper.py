"""The part of a game that keeps score for real cards: it reads each line of a score sheet and finds the new standing."""

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
        "sheet.few": "A sheet needs the names of at least two players.",
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
"""First word of a line that names the next dealer."""
RESERVED: Final = frozenset({DEALER, "undo", "fix", "sheet", "help", "rules", "end", "quit", "q", "exit", "leave"})
"""Words that can't be a player's name. The person who keeps the sheet may type them as commands."""
LONGEST: Final = 400
"""Greatest number of characters in a line."""
_MARKS: Final = ",:;="
"""Characters that separate words. A game may list one of these characters among its words; then it is a word too."""


class Word(msgspec.Struct, frozen=True):
    """A word of a line after reading: a player, a number, or one of the game's own words."""

    text: str
    """The word as it is kept on the sheet: a player's full name, a number, or the game's word."""
    seat: Seat | None = None
    """The player's seat; None if the word isn't a player's name."""
    number: int | None = None
    """The number; None if the word isn't a number."""


class Marks(StrEnum):
    """How scores are shown to everybody at the table."""

    PEGS = "pegs"
    """Points on a peg board, up to a target."""
    TOKENS = "tokens"
    """The tokens that each player has left."""
    CHIPS = "chips"
    """Chips or units won and lost."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How a game stands after a line. A game makes a subclass with the further fields that it needs."""

    deals: int = 0
    """Number of deals so far."""
    dealer: Seat
    """The seat that deals next. If the game is over: the seat that dealt last."""
    playing: tuple[Seat, ...]
    """Seats that are still in the game."""
    scores: tuple[int, ...]
    """Points, tokens, chips or units, indexed by seat."""
    ledger: tuple[int, ...]
    """Money that each player has won in this game, indexed by seat; below 0 for a loss. All these amounts and the pot add up to
    zero."""
    pot: int = 0
    """Chips or money in the middle for the next deal."""
    over: bool = False
    """Whether the game is over."""
    winners: tuple[Seat, ...] = ()
    """Seats that won the game; empty before its end."""
    said: tuple[str, ...] = ()
    """What the last line did, in sentences."""


S = TypeVar("S", bound=Standing)
"""The type of a game's standings, a subclass of `Standing`."""


class Scorekeeper(ABC, Generic[S]):
    """Reads and settles the lines of a game's score sheet. `prial.core.kind.Kind.sheet` refers to it.

    Args:
        rules: the house rules.
        names: the players' names, indexed by seat.
    """

    WORDS: ClassVar[Mapping[str, str]] = {}
    """Maps each of the game's own words, synonyms included, to the word that is kept on the sheet."""
    marks: Marks = Marks.PEGS
    """How scores are shown."""
    top: int = 0
    """The score to reach, or the tokens that each player has at the start. It is 0 in games that have no such number."""

    def __init__(self, rules: Any, names: Sequence[str]) -> None:
        self.rules, self.names = rules, tuple(names)

    @abstractmethod
    def start(self, dealer: Seat) -> S:
        """The standing before the first deal of a game.

        Args:
            dealer: the seat that deals first.
        """

    @abstractmethod
    def add(self, before: S, words: Sequence[Word]) -> S:
        """The standing after a line.

        Args:
            before: the standing before the line.
            words: the words of the line, at least one.
        Raises:
            PrialError: the rules don't allow the line, or it can't be understood.
        """

    @abstractmethod
    def dealt_by(self, before: S, dealer: Seat) -> S:
        """The standing, changed so that the seat ``dealer`` deals next."""

    @abstractmethod
    def question(self, before: S) -> str:
        """The question that asks for the line of the next deal, such as who won each place."""

    @abstractmethod
    def examples(self) -> list[tuple[str, str]]:
        """Lines that may be written under these rules, each with its meaning."""

    def besides(self, before: S, after: S, seat: Seat) -> list[tuple[str, int]]:
        """Changes of a seat's score that don't come from play: words with amounts, such as ``("bought", 30)``."""
        return []

    def close(self, before: S) -> tuple[int, ...]:
        """The ledger if the game stops now, indexed by seat. Its sum is zero."""
        return before.ledger

    # Methods with which games read the parts of a line

    def parts(self, words: Sequence[Word], *heads: str) -> dict[str, list[Word]]:
        """Divide a line into parts, each of which begins with a certain word.

        Args:
            words: the words of the line.
            heads: the words that begin a part.
        Returns:
            Maps the first word of each part to the part's other words. The key ``""`` has the words before the first part.
        Raises:
            PrialError: two parts begin with the same word.
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
        """The players whose names follow a word.

        Args:
            head: the word, such as ``won``. If ``head`` is empty, ``words`` may be empty too.
            words: the words that follow ``head``.
            playing: seats that are still in the game.
        Raises:
            PrialError: nobody is named, a player is named twice or is out of the game, or a word isn't a player.
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
        """Refuse a player who is out of the game.

        Args:
            seat: the player's seat.
            playing: seats that are still in the game.
        Raises:
            PrialError: the player is out.
        """
        if seat not in playing:
            raise PrialError(refuse("sheet.out", name=self.names[seat]))

    def listed(self, seats: Iterable[Seat]) -> str:
        """The players' names as they stand in a sentence: ``Ann, Bob and Cat``."""
        return listed([self.names[seat] for seat in seats])


def check_players(names: Sequence[str], keeper: type[Scorekeeper[Any]]) -> None:
    """Refuse names that can't be used on a sheet: each must be one word, unique, and not one of the game's words.

    Args:
        names: the players' names, indexed by seat.
        keeper: the game's scorekeeper.
    Raises:
        PrialError: a name can't be used, or there are fewer than two names.
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
    """Read a line.

    Args:
        text: the line. Spaces separate its words, and so do commas and other marks.
        names: the players' names, indexed by seat. The line may shorten a name to its first letters if no other name begins
            with them.
        own: maps each of the game's own words, synonyms included, to the word that is kept on the sheet.
    Raises:
        PrialError: the line is empty or too long, or one of its words isn't known.
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
    """The seat of the player whose name is ``word`` or begins with ``word``.

    Args:
        word: the name, or its first letters, in any case.
        names: the players' names, indexed by seat.
    Raises:
        PrialError: nobody has such a name, or several players' names begin with it.
    """
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
