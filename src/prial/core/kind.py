"""`Kind` describes a game. Its fields hold everything that the rest of Prial needs to know about the game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from typing import Any, Final, TypeAlias

from prial.arguments import describe, explained
from prial.core.game import Game, State, View
from prial.core.rules import Given, Preset, Schema
from prial.errors import RulesError, add_sentences, refuse

add_sentences(
    "en",
    {
        "kind.part": "{game} has no {part}.",
        "kind.broken": "The {part} of {game} can't be loaded: {why}.",
    },
)

_CALLED: Final = ("new", "story", "guide", "summary", "aim", "dealt")
"""Names of the fields that hold a function."""
_LOADED: Final = ("bots", "review", "analysis", "coach", "tables", "board", "reader", "showdown", "chances", "sheet", "worlds")
"""Names of the fields that hold a reference to a part of the game."""

WorldMaker: TypeAlias = Callable[[Any, View[Any], Random], State[Any] | None]
"""A function that deals the unseen cards of a seat's view at random, and returns the whole state; see `Kind.worlds`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """The description of a game: its options, texts and functions, and references to its larger parts.

    A reference is a text of the form ``"package.module:NAME"``, or empty if the game has no such part. The fields from ``bots``
    to ``worlds``, and the values of ``verbs``, are references. A part is loaded when it is first needed.
    """

    name: str
    """The name in records and on the command line: small letters and underscores."""
    title: str
    """The name that people read."""
    text: str
    """One sentence that says what the game is."""
    schema: Schema[Any]
    """The game's options and presets."""
    new: Callable[[Any], Game[Any, Any]]
    """A function that gets house rules and makes the game with these rules."""
    story: Callable[[Any], str]
    """A function that gets house rules and returns the complete rules of play, as Markdown paragraphs."""
    package: str = ""
    """The package that holds the game's texts: ``play.md``, ``deal.md``, ``examples.md``, ``showdown.md``. Each may be missing.

    ``deal.md`` shows a whole deal to somebody who learns the game. Its cards are written as ``A♠ K♠``, between backticks."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """Maps capital letters to the sources of the rules. An option's field ``source`` names its sources by these letters."""
    guide: Callable[[Any, View[Any]], Any] = lambda _game, _view: None
    """A function that helps a board to label and check a seat's answers.

    It gets the game (with its rules) and the seat's view. It returns plain data, or None if a board needs no data.
    """
    summary: Callable[[Any, State[Any]], Mapping[str, Any]] = lambda _game, _state: {}
    """A function that gets a game (with its rules) and a state. It returns public facts besides the points, as plain data.

    Examples are stacks, pots and debts.
    """
    aim: Callable[[Any], str] = lambda _rules: ""
    """A function that gets house rules and returns the aim of the game in a few words, such as ``to 11``; empty for no aim."""
    ranks: Callable[[Any], Any] | None = None
    """A function that gets house rules and returns the ranking of hands, for the commands that rank hands or count odds. None
    for no ranking."""
    dealt: Callable[[Any], int] = lambda _rules: 3
    """A function that gets house rules and returns the number of cards dealt to a hand. If it is more than three, the best three
    count."""
    older: Mapping[int, Callable[[Any], Game[Any, Any]]] = field(default_factory=dict)
    """Maps the number of an older version to a function that gets house rules and makes the game as it was in that version.

    Records and tables that began with an older version use its function. New tables never do.
    """
    for_chips: bool = False
    """Whether the game is played for chips. If so, the ledger, and not the score, measures how well somebody plays."""

    bots: str = ""
    """Reference to the game's bots, a `prial.bots.roster.Roster`."""
    review: str = ""
    """Reference to a `prial.study.review.Reviewer`, which judges a player's decisions."""
    analysis: str = ""
    """Reference to a `prial.study.analysis.Analyser`, which compares in numbers what a player can do at a decision."""
    coach: str = ""
    """Reference to a `prial.study.coach.Coach`, which advises a player at a decision and explains the advice."""
    tables: str = ""
    """Reference to a `prial.study.tables.Tables`, which computes the tables of numbers that the game's bots play by."""
    board: str = ""
    """Reference to a subclass of `prial.cli.boards.plain.PlainBoard`, which shows the game to a player at the terminal."""
    reader: str = ""
    """Reference to a subclass of `prial.cli.boards.reader.Reader`, which shows a record of the game at the terminal."""
    showdown: str = ""
    """Reference to a `prial.cli.showdown.Scorer`, which settles a deal of real cards and prints the result."""
    chances: str = ""
    """Reference to a function that counts the odds for a player who asks for them.

    The function gets the game (with its rules) and the player's view. It returns the cards that the player knows and the likely
    hands, as plain data.
    """
    sheet: str = ""
    """Reference to a subclass of `prial.study.scorekeeper.Scorekeeper`, which keeps the score of a game with real cards."""
    worlds: str = ""
    """Reference to a function that deals the unseen cards at random, for `prial.study.worlds.worlds`.

    The function gets a game (with its rules), a view and a random generator, and returns a whole state that fits the view. All
    states that fit must be equally likely. If the dealt cards don't fit, the function returns None and is called again. If
    ``worlds`` is empty, `prial.study.worlds.dealt` deals the cards.
    """
    verbs: Mapping[str, str] = field(default_factory=dict)
    """Maps names of commands, such as ``arrange``, to references to the game's own click commands.

    A name must be one of `prial.cli.app.GAME_VERBS`.
    """
    meant: tuple[str, ...] = ()
    """Names of commands. If a person types such a command without naming a game, this game's command is used."""

    def __post_init__(self) -> None:
        """Check that the options belong to this game, that its functions can be called, and that references have the right form.

        Raises:
            TypeError: if one of these checks fails.
        """
        if self.schema.game != self.name:
            raise TypeError(f"{self.name!r} has the options of {self.schema.game!r}")
        for name in _CALLED:
            if not callable(getattr(self, name)):
                raise TypeError(f"the field {name!r} of the game {self.name!r} is not a function")
        for name, reference in [(name, getattr(self, name)) for name in _LOADED] + [*self.verbs.items()]:
            if not isinstance(reference, str) or (reference and ":" not in reference):
                raise TypeError(f"{name!r} of the game {self.name!r} is not of the form 'package.module:NAME'")

    def __reduce__(self) -> tuple[Callable[[str], "Kind"], tuple[str]]:
        """Pickle or copy only the kind's name. `find` gets the kind back from the name.

        If the kind isn't installed, first call ``find(kind)`` in the process that reads the pickle, or in its parent process
        before the fork.
        """
        from prial.core.registry import find

        return find, (self.name,)

    @explained
    def make(self, given: Given | None = None, preset: str | Preset | None = None) -> Game[Any, Any]:
        """Make the game with its rules, from a preset and the options that differ from the preset.

        Args:
            given: maps names of options to values; None leaves the preset as it is.
            preset: a preset or its name; None takes the game's first preset.
        Raises:
            RulesError: if an option or the preset doesn't exist, an option's value isn't allowed, or options exclude each other.
        """
        return self.new(self.schema.make(given, preset))

    def reopen(self, given: Given | None, preset: str | Preset | None, version: int | None) -> Game[Any, Any]:
        """Make the game of a record or a log, with the rules and the version by which it was played.

        Args:
            given: the options in the record; None for no options. A missing option gets the value by which the game was played
                before the option existed, or else the preset's value (see `Schema.stored`).
            preset: a preset or its name; None takes the game's first preset.
            version: the game's version; None for a record that a person wrote. With None, the game is made in the oldest version
                that Prial still plays. If Prial no longer plays the version, the game is made in the newest one.
        Raises:
            RulesError: if an option or the preset doesn't exist, an option's value isn't allowed, or options exclude each other.
        """
        rules = self.schema.stored(given, preset)
        if version is None and self.older:
            version = min(self.older)
        return (self.new if version is None else self.older.get(version, self.new))(rules)

    def part(self, name: str) -> Any:
        """Load a part of the game.

        Args:
            name: name of a field that holds a reference, such as ``board``.
        Returns:
            The object that the reference names; None if the game has no such part.
        Raises:
            RulesError: if the part can't be loaded.
        """
        reference: str = getattr(self, name)
        try:
            return load(reference) if reference else None
        except (Exception, SystemExit) as error:
            why = str(error).rstrip(".") or type(error).__name__
            raise RulesError(refuse("kind.broken", game=self.title, part=name, why=why)) from error

    def needed(self, name: str) -> Any:
        """Load a part of the game, or raise an error if the game has no such part.

        Args:
            name: name of a field that holds a reference, such as ``board``.
        Raises:
            RulesError: if the game has no such part, or it can't be loaded.
        """
        found = self.part(name)
        if found is None:
            raise RulesError(refuse("kind.part", game=self.title, part=name))
        return found


describe(Kind, "a game, as find gives it")


def load(reference: str) -> Any:
    """Import an object by its reference, such as ``"package.module:NAME"``.

    Raises:
        ImportError: if the module doesn't exist, or it has no such name.
    """
    module, _, name = reference.partition(":")
    try:
        return getattr(import_module(module), name)
    except AttributeError as error:
        raise ImportError(f"{module} has no {name!r}", name=module) from error
