"""A kind of game, as one value. Its fields hold everything that the rest of Prial needs to know of the game."""

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
"""A function that draws, at random, a whole state that fits a seat's view; see `Kind.worlds`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of game: its rules, texts and functions, and references to its larger parts.

    A reference is the name of a part, in the form of an entry point: ``"package.module:NAME"``. It is empty if the game has no
    such part. The fields from ``bots`` to ``worlds``, and the values of ``verbs``, are references. A part is loaded when it is
    first needed.
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
    """A function of the house rules. It makes the game with these rules."""
    story: Callable[[Any], str]
    """A function of the house rules. It gives the complete rules of play as Markdown paragraphs."""
    package: str = ""
    """The package that holds the game's texts: ``play.md``, ``deal.md``, ``examples.md``, ``showdown.md``. Each may be missing.

    ``deal.md`` shows a whole deal to somebody who learns the game. Its cards are written as ``A♠ K♠``, between backticks."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """Maps capital letters to the sources of the rules. The field ``source`` of an option names its sources by these letters."""
    guide: Callable[[Any, View[Any]], Any] = lambda _game, _view: None
    """A function of the game (with its rules) and a view. It gives plain data about the answers that the view's seat can give.

    With this data, a board labels and checks the answers without knowing the rules. None means that there is no such data.
    """
    summary: Callable[[Any, State[Any]], Mapping[str, Any]] = lambda _game, _state: {}
    """A function of the game (with its rules) and a state. It gives public facts besides the points, as plain data for programs.

    Examples are stacks, pots and debts.
    """
    aim: Callable[[Any], str] = lambda _rules: ""
    """A function of the rules. It gives the aim of the game in two or three words, such as ``to 11``; empty for no aim."""
    ranks: Callable[[Any], Any] | None = None
    """A function of the rules. It gives the ranking of hands, for the commands that rank hands and count odds. None for no
    ranking."""
    dealt: Callable[[Any], int] = lambda _rules: 3
    """A function of the rules. It gives the number of cards dealt to a hand; of more than three cards, the best three count."""
    older: Mapping[int, Callable[[Any], Game[Any, Any]]] = field(default_factory=dict)
    """Maps the number of an older version to a function, which gets house rules and gives the game as that version played it.

    Records and tables that began with an older version use its function. New tables never do.
    """
    for_chips: bool = False
    """Whether the game is played for chips. Then the ledger, and not the score, measures how well somebody plays."""

    bots: str = ""
    """Reference to the game's bots, a `prial.bots.roster.Roster`."""
    review: str = ""
    """Reference to a `prial.study.review.Reviewer`, which judges a player's decisions."""
    analysis: str = ""
    """Reference to a `prial.study.analysis.Analyser`, which gives numbers for the options of a decision."""
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
    """Reference to a function of the game (with its rules) and a seat's view.

    The function is called when the player asks for the chances. It gives the cards that the player knows, and the likely hands,
    as plain data for a board.
    """
    sheet: str = ""
    """Reference to a subclass of `prial.study.scorekeeper.Scorekeeper`, which keeps the score of a game with real cards."""
    worlds: str = ""
    """Reference to a function of the game (with its rules), a view and a random generator, for `prial.study.worlds.worlds`.

    The function draws a whole state that fits the view. It gives None if the cards that it has drawn don't fit, and is then
    called again. Each state that fits must be equally likely. A game for which `prial.study.worlds.dealt` does this needs no
    function of its own.
    """
    verbs: Mapping[str, str] = field(default_factory=dict)
    """Maps verbs (some of `prial.cli.app.GAME_VERBS`) to references to the game's own click commands."""
    meant: tuple[str, ...] = ()
    """Verbs that mean this game if no game is named: ``prial VERB`` takes this game, even if other games have the verb, too."""

    def __post_init__(self) -> None:
        """Check that the options belong to this game, functions can be called, and references have the right form.

        Raises:
            TypeError: one of these checks fails.
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
        """Pickle or copy the kind as its name, which `find` then looks up.

        If a process handed the kind over to `find`, another process can unpickle it only after handing it over, too.
        """
        from prial.core.registry import find

        return find, (self.name,)

    @explained
    def make(self, given: Given | None = None, preset: str | Preset | None = None) -> Game[Any, Any]:
        """Make the game with its rules, from a preset and the options that differ from the preset.

        Args:
            given: maps names of options to values; None changes nothing.
            preset: a preset or its name; None takes the game's first preset.
        Raises:
            RulesError: options that don't exist or that exclude each other.
        """
        return self.new(self.schema.make(given, preset))

    def reopen(self, given: Given | None, preset: str | Preset | None, version: int | None) -> Game[Any, Any]:
        """Make the game of a record or a log, with the rules and the version by which it was played.

        Args:
            given: the options in the record. An option that was added to the game after the record was written is missing. It
                gets the value with which the game was played before the option existed (see `Schema.stored`).
            preset: a preset or its name; None takes the game's first preset.
            version: the game's version; None if a person wrote the record. None gives the oldest version that Prial still plays.
                A version that Prial no longer plays gives the newest version.
        Raises:
            RulesError: options that don't exist or that exclude each other.
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
            RulesError: the part can't be loaded.
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
            RulesError: the game has no such part, or it can't be loaded.
        """
        found = self.part(name)
        if found is None:
            raise RulesError(refuse("kind.part", game=self.title, part=name))
        return found


describe(Kind, "a game, as find gives it")


def load(reference: str) -> Any:
    """Import the object that a reference such as ``"package.module:NAME"`` names.

    Raises:
        ImportError: the module doesn't exist, or it has no such name.
    """
    module, _, name = reference.partition(":")
    try:
        return getattr(import_module(module), name)
    except AttributeError as error:
        raise ImportError(f"{module} has no {name!r}", name=module) from error
