"""A kind of game, as the registry holds it: its name, its options, and how a table of it is made."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from prial.core.game import Game, Result, State, View
from prial.core.rules import Given, Preset, Schema


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One game of the house."""

    name: str
    """The name in records and on the command line."""
    title: str
    text: str
    """What it is, one sentence."""
    schema: Schema[Any]
    """Its options and presets."""
    new: Callable[[Any], Game[Any, Any]]
    """Makes a table from rules."""
    story: Callable[[Any], str]
    """How the game is played under some rules, as Markdown paragraphs in which nothing is left open."""
    stop: Callable[[Any, State[Any]], Result]
    """What a game comes to that its players break off between or within deals."""
    aid: Callable[[Any, View[Any]], Any] = lambda _game, _view: None
    """What a board needs to label and check an answer of the view's seat without knowing a rule: plain data, or None."""
    stands: Callable[[Any, State[Any]], Mapping[str, Any]] = lambda _game, _state: {}
    """How a game stands in what everybody sees, for programs: stacks, pots, debts. Plain data; empty where points say it all."""
    for_chips: bool = False
    """Whether a game is played for chips, so that who plays well is seen by the ledger and not by the points."""

    def make(self, given: Given | None = None, preset: str | Preset | None = None) -> Game[Any, Any]:
        """A table under a preset and the options that differ from it.

        Raises:
            RulesError: options that don't exist or that exclude each other.
        """
        return self.new(self.schema.make(given, preset))
