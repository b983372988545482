"""Keeps score for a game with real cards: it reads each line of the score sheet and finds the new scores.

Each game that can be scored has a subclass of `Scorekeeper`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar, Final, Generic, TypeVar

import msgspec

from prial.core.game import Seat
from prial.core.record import check_names
from prial.errors import PrialError, add_sentences, listed, refuse

add_sentences(
    "en",
    {
        "sheet.few": "A sheet needs the names of at least two players.",
        "sheet.name": "{name!r} can't be used on a sheet: a name is one word with a letter in it.",
        "sheet.word": "{name!r} means something else on this sheet: call that player by another name.",
        "sheet.twice": "Two players are called {name}: give them different names.",
        "sheet.empty": "Nothing is written there.",
        "sheet.long": "A line can have at most {most} characters.",
        "sheet.nobody": "Nobody here is called {word!r}: the players are {names}.",
        "sheet.several": "{word!r} may be {names}: write more of the name.",
        "sheet.who": "Write a name after {word!r}.",
        "sheet.player": "Write a name instead of {word!r}.",
        "sheet.again": "{word!r} is written twice.",
        "sheet.named_twice": "{name} is named twice.",
        "sheet.one": "Write one name after {word!r}.",
        "sheet.out": "{name} is out of this game.",
    },
)

DEALER: Final = "dealer"
"""First word of a line that names the next dealer: ``dealer Ann``."""
RESERVED: Final = frozenset({DEALER, "undo", "fix", "sheet", "help", "rules", "end", "quit", "q", "exit", "leave"})
"""Words that can't be a player's name, because they are commands of the sheet."""
LONGEST: Final = 400
"""Greatest number of characters in a line."""
_MARKS: Final = ",:;="
"""Characters that separate words. A game may use them as words, too."""


class Word(msgspec.Struct, frozen=True):
    """A word of a line: a player's name, a number, or a word such as ``won``."""

    text: str
    """The word as the sheet keeps it: a player's full name, a number, or a word of the game."""
    seat: Seat | None = None
    """The player's seat; None if the word isn't a player's name."""
    number: int | None = None
    """The number; None if the word isn't a number."""


class Marks(StrEnum):
    """How the scores of a game are shown."""

    PEGS = "pegs"
    """Points on a peg board, up to a target."""
    TOKENS = "tokens"
    """The number of tokens that each player has left."""
    CHIPS = "chips"
    """Chips or units won and lost."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """The scores after a line of the sheet, with the next dealer and the pot. Games may add fields in a subclass."""

    deals: int = 0
    """Number of deals played."""
    dealer: Seat
    """The seat that deals next. If the game is over: the seat that dealt last."""
    playing: tuple[Seat, ...]
    """Seats that are still in the game."""
    scores: tuple[int, ...]
    """Points, tokens, chips or units, indexed by seat."""
    ledger: tuple[int, ...]
    """Money that each player has won in this game, indexed by seat; below 0 for a loss. These amounts and the pot add up to
    zero.
    """
    pot: int = 0
    """Chips or money in the middle for the next deal."""
    over: bool = False
    """Whether the game is over."""
    winners: tuple[Seat, ...] = ()
    """Seats that won the game; empty before its end."""
    said: tuple[str, ...] = ()
    """Sentences that tell what happened in the last line."""


S = TypeVar("S", bound=Standing)
"""The type of a game's scores: `Standing` or a subclass."""


class Scorekeeper(ABC, Generic[S]):
    """Reads the lines of a score sheet and counts the scores of one game.

    A game's field `prial.core.kind.Kind.sheet` names the subclass for this game.

    Args:
        rules: the house rules.
        names: the players' names, indexed by seat.
    """

    WORDS: ClassVar[Mapping[str, str]] = {}
    """Maps the words of the game to the words that the sheet keeps, such as ``wins`` to ``won``."""
    marks: Marks = Marks.PEGS
    """What the scores count: tokens, chips, or points. Points are shown on a peg board."""
    top: int = 0
    """The score to reach, or the number of tokens at the start; 0 if the game has neither."""

    def __init__(self, rules: Any, names: Sequence[str]) -> None:
        self.rules, self.names = rules, tuple(names)

    @abstractmethod
    def start(self, dealer: Seat) -> S:
        """Get the scores before the first deal of a game.

        Args:
            dealer: the seat that deals first.
        """

    @abstractmethod
    def add(self, before: S, words: Sequence[Word]) -> S:
        """Get the scores after one more line.

        Args:
            before: the scores before the line.
            words: the words of the line, at least one.
        Raises:
            PrialError: if the rules don't allow the line, or it can't be understood.
        """

    @abstractmethod
    def dealt_by(self, before: S, dealer: Seat) -> S:
        """Get the same standing with another player as the next dealer.

        Args:
            before: the standing.
            dealer: the seat that deals next.
        """

    @abstractmethod
    def question(self, before: S) -> str:
        """Get the question to ask after a deal, such as who won each hand.

        Args:
            before: the scores before the deal.
        """

    @abstractmethod
    def examples(self) -> list[tuple[str, str]]:
        """Get examples of lines that the house rules allow, each with its meaning."""

    def besides(self, before: S, after: S, seat: Seat) -> list[tuple[str, int]]:
        """Get the chips that a seat gained or lost in other ways than by play, such as ``[("bought", 30)]``.

        Args:
            before: the scores before a line.
            after: the scores after the line.
            seat: the seat.
        Returns:
            Pairs of a word and an amount; empty if the whole change in score comes from play.
        """
        return []

    def close(self, before: S) -> tuple[int, ...]:
        """Get the money that each player has won, indexed by seat, if the game stops now. The sum is zero.

        Args:
            before: the scores at the moment when the game stops.
        """
        return before.ledger

    # Methods with which games read the parts of a line

    def parts(self, words: Sequence[Word], *heads: str) -> dict[str, list[Word]]:
        """Split a line at certain words: ``won Ann out Bob`` into ``won`` with ``Ann`` and ``out`` with ``Bob``.

        Args:
            words: the words of the line.
            heads: the words that begin a part.
        Returns:
            Maps the first word of each part to the words that follow it. The key ``""`` has the words before the first part.
        Raises:
            PrialError: if two parts begin with the same word.
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
        """Get the seats of the players named in a line.

        Args:
            head: the word before the names, such as ``won``, for the error message. If it is empty, ``words`` may be empty too.
            words: the names.
            playing: seats that are still in the game.
        Raises:
            PrialError: in one of these cases:

                * a word isn't a player
                * a player is named twice or is out of the game
                * nobody is named after ``head``
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
        """Check that a player is still in the game.

        Args:
            seat: the player's seat.
            playing: seats that are still in the game.
        Raises:
            PrialError: if the player is out.
        """
        if seat not in playing:
            raise PrialError(refuse("sheet.out", name=self.names[seat]))

    def listed(self, seats: Iterable[Seat]) -> str:
        """Write the names of some players as in a sentence: ``Ann, Bob and Cat``.

        Args:
            seats: the players' seats.
        """
        return listed([self.names[seat] for seat in seats])


def check_players(names: Sequence[str], keeper: type[Scorekeeper[Any]]) -> None:
    """Check the players' names: each must be one word, and different from all other names and from the words of the sheet.

    Args:
        names: the players' names, indexed by seat.
        keeper: the game's scorekeeper.
    Raises:
        PrialError: if a name can't be used, or there are fewer than two names.
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
    """Split a line of a score sheet into players, numbers and words of the game.

    Args:
        text: the line. Capital letters don't matter. Spaces, commas and other marks separate the words.
        names: the players' names, indexed by seat. In the line, the first letters of a name are enough if no other name begins
            with them.
        own: maps the words of the game to the words that the sheet keeps, such as ``wins`` to ``won``.
    Raises:
        PrialError: if the line is empty or too long, or if a word isn't known or may mean several players.
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
    """Find the seat of a player by name. The first letters of the name are enough.

    Args:
        word: the name or its first letters. Capital letters don't matter.
        names: the players' names, indexed by seat.
    Raises:
        PrialError: if no name begins with ``word``, or if several names begin with ``word`` and none is equal to it.
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
