"""Lets Python compare and display games: games with the same rules are equal, and ``repr`` shows the rules."""

import dataclasses
from typing import Any

from prial.core.options import python
from prial.drawn import NOTHING, table


class Inspectable:
    """Base class of games. ``repr`` shows the rules.

    Games of one class are equal if their `rules`, `version` and `pack` are equal.
    """

    rules: Any
    """The game's house rules: a dataclass in which every field has a default."""
    version: int
    """Version of the game's rules."""
    pack: tuple[int, ...]
    """The cards that the game is played with."""

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self._made() == other._made()

    def __hash__(self) -> int:
        return hash(self._made())

    def _made(self) -> tuple[Any, ...]:
        """The values that decide whether two games of one class are equal."""
        return self.rules, self.version, self.pack

    def __repr__(self) -> str:
        """The Python code that makes the game: ``CrashGame(CrashRules(players=3, tie=Tie.NEXT_BEST))``."""
        differing = [(each.name, value) for each in dataclasses.fields(self.rules) if (value := self._rule(each)) != each.default]
        given = ", ".join(f"{name}={python(value)}" for name, value in differing)
        return f"{type(self).__name__}({type(self.rules).__name__}({given}))"

    def _repr_html_(self) -> str:
        rows = [(self._title(each), self._rule(each)) for each in dataclasses.fields(self.rules)]
        return table((), [(title, value if value not in ("", None) else NOTHING) for title, value in rows], type(self).__name__)

    def _rule(self, field: dataclasses.Field[Any]) -> Any:
        return getattr(self.rules, field.name)

    @staticmethod
    def _title(field: dataclasses.Field[Any]) -> str:
        about = field.metadata.get("about")
        return str(about.title) if about else field.name
