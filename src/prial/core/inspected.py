"""How a game is displayed: at a Python prompt as the call that makes it, in a notebook as a table of its rules."""

import dataclasses
from enum import Enum
from typing import Any

from prial.drawn import NOTHING, table


def _written(value: Any) -> str:
    """A value as Python code."""
    return f"{type(value).__name__}.{value.name}" if isinstance(value, Enum) else repr(value)


class Inspectable:
    """Base class of games: ``repr`` and notebooks show the rules of a table instead of its address in memory."""

    rules: Any
    """The table's house rules: a dataclass in which every field has a default."""

    def __repr__(self) -> str:
        """The call that makes the table: ``CrashGame(CrashRules(players=3, tie=Tie.NEXT_BEST))``."""
        differing = [(each.name, value) for each in dataclasses.fields(self.rules) if (value := self._rule(each)) != each.default]
        given = ", ".join(f"{name}={_written(value)}" for name, value in differing)
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
