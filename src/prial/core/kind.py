"""A kind of game: everything that the platform asks of a game, as the fields of one value."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Final

from prial.core.game import Game, State, View
from prial.core.rules import Given, Preset, Schema
from prial.errors import RulesError, add_sentences, refuse

add_sentences(
    "en",
    {
        "kind.part": "{game} has no {part}.",
        "kind.broken": "What {game} brings as its {part} can't be loaded: {why}.",
    },
)

_CALLED: Final = ("new", "story", "guide", "summary", "aim", "dealt")
_LOADED: Final = ("bots", "review", "coach", "tables", "board", "reader", "showdown", "chances", "sheet")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of game. What stands in a field of the second half is loaded when it is first asked for.

    Such a field is a reference, ``"package.module:NAME"``, as in an entry point; empty where the game has no such part.
    """

    name: str
    """The name in records and on the command line: small letters and underscores."""
    title: str
    """The name for people."""
    text: str
    """What the game is, in one sentence."""
    schema: Schema[Any]
    """Its options and presets."""
    new: Callable[[Any], Game[Any, Any]]
    """Makes a table from rules."""
    story: Callable[[Any], str]
    """Tells how the game is played under some rules, as Markdown paragraphs in which nothing is left open."""
    package: str = ""
    """The package in which the game's texts lie: ``play.md``, ``deal.md``, ``examples.md``, ``showdown.md``. Each may be missing.

    ``deal.md`` is a deal to look at for somebody who learns the game: cards stand in it as ``A♠ K♠``, between backticks."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """The sources of its rules, by the capital letter that stands for them in an option's ``source``."""
    guide: Callable[[Any, View[Any]], Any] = lambda _game, _view: None
    """Gives what a board needs to label and check an answer of the view's seat without knowing a rule: plain data, or None."""
    summary: Callable[[Any, State[Any]], Mapping[str, Any]] = lambda _game, _state: {}
    """Gives, for programs, what everybody sees of how a game stands beside its points: stacks, pots, debts. Plain data."""
    aim: Callable[[Any], str] = lambda _rules: ""
    """Says what is played to under some rules, in two or three words: ``to 11``."""
    ranks: Callable[[Any], Any] | None = None
    """Gives what beats what under some rules, for the verbs that rank hands and count odds."""
    dealt: Callable[[Any], int] = lambda _rules: 3
    """Gives how many cards make one hand under some rules; of more than three the best three count."""
    older: Mapping[int, Callable[[Any], Game[Any, Any]]] = field(default_factory=dict)
    """Versions of the game that no new table plays, but records and tables that began with them still do: each makes a table of
    that version from rules."""
    for_chips: bool = False
    """Whether a game is played for chips: then the ledger and not the score says who plays well."""

    bots: str = ""
    """Its bots: a `prial.bots.roster.Roster`."""
    review: str = ""
    """Says what a player's answers were worth: a `prial.study.review.Reviewer`."""
    coach: str = ""
    """Says what to do at a decision, and why: a `prial.study.coach.Coach`."""
    tables: str = ""
    """Makes the tables that its bots play by: a `prial.study.tables.Maker`."""
    board: str = ""
    """How the game looks to a person at the terminal: a subclass of `prial.cli.boards.plain.PlainBoard`."""
    reader: str = ""
    """How a record of it is shown at the terminal: a subclass of `prial.cli.boards.reader.Reader`."""
    showdown: str = ""
    """Settles a deal of real cards and prints it: a `prial.cli.showdown.Scorer`."""
    chances: str = ""
    """Counts what a player knows of the cards and may hope for, when the player asks: it is called with the table and that
    seat's view, goes by nothing else, and gives plain data for a board."""
    sheet: str = ""
    """Keeps the score of a game of real cards: a subclass of `prial.study.scorekeeper.Scorekeeper`."""
    verbs: Mapping[str, str] = field(default_factory=dict)
    """Its click commands, by the verb of `prial.cli.app.GAME_VERBS` that they are."""
    meant: tuple[str, ...] = ()
    """Verbs that mean this game where none is named, though others come before it."""

    def __post_init__(self) -> None:
        """See to it that the fields hold what the platform will take them for.

        Raises:
            TypeError: one that doesn't.
        """
        if self.schema.game != self.name:
            raise TypeError(f"{self.name!r} has the options of {self.schema.game!r}")
        for name in _CALLED:
            if not callable(getattr(self, name)):
                raise TypeError(f"the field {name!r} of the game {self.name!r} is not a function")
        for name, reference in [(name, getattr(self, name)) for name in _LOADED] + [*self.verbs.items()]:
            if not isinstance(reference, str) or (reference and ":" not in reference):
                raise TypeError(f"{name!r} of the game {self.name!r} is not of the form 'package.module:NAME'")

    def make(self, given: Given | None = None, preset: str | Preset | None = None) -> Game[Any, Any]:
        """A table under a preset and the options that differ from it.

        Args:
            given: options by name; None changes nothing.
            preset: its name or itself; None takes the game's first.
        Raises:
            RulesError: options that don't exist or that exclude each other.
        """
        return self.new(self.schema.make(given, preset))

    def reopen(self, given: Given | None, preset: str | Preset | None, version: int | None) -> Game[Any, Any]:
        """A table as a record or a log holds it.

        Args:
            given: the options written down; what was left out because it didn't exist yet means what was played then.
            preset: its name or itself; None takes the game's first.
            version: the game's version. None takes the oldest that is still played, so that what a person wrote down without a
                version plays as it did; one that isn't played any more takes the newest.
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
            name: a field that holds a reference: ``board``.
        Returns:
            What the reference names; None where the game has no such part.
        Raises:
            RulesError: it can't be loaded.
        """
        reference: str = getattr(self, name)
        try:
            return load(reference) if reference else None
        except (Exception, SystemExit) as error:
            why = str(error).rstrip(".") or type(error).__name__
            raise RulesError(refuse("kind.broken", game=self.title, part=name, why=why)) from error

    def needed(self, name: str) -> Any:
        """Load a part of the game that somebody asked for.

        Raises:
            RulesError: the game has no such part.
        """
        found = self.part(name)
        if found is None:
            raise RulesError(refuse("kind.part", game=self.title, part=name))
        return found


def load(reference: str) -> Any:
    """What a reference such as ``"package.module:NAME"`` names.

    Raises:
        ImportError: there is no such module, or it has no such name.
    """
    module, _, name = reference.partition(":")
    try:
        return getattr(import_module(module), name)
    except AttributeError as error:
        raise ImportError(f"{module} has no {name!r}", name=module) from error
