"""An enum for a question of the rules: each member is a value as it is written in rule files, with a line of help.

A value that people should think twice about has a warning beside it.
"""

from enum import StrEnum
from typing import Self


class Setting(StrEnum):
    """Base of the enums that answer one question of the rules, as in ``PAIR = "pair", "A pair or better."``."""

    help: str
    """What this value means, one sentence."""
    warning: str
    """What to mind where it is chosen, one sentence or two; mostly empty."""

    def __new__(cls, value: str, help: str, warning: str = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.help = help
        member.warning = warning
        return member
