"""Base of the enums for rule options. Each member of an enum is a value, spelled as in rule files, with a line of help.

A value that people should think twice about has a warning too.
"""

from enum import StrEnum
from typing import Self


class Setting(StrEnum):
    """The values of one rule option.

    A member is written with its value and its help: ``PAIR = "pair", "A pair or better."``. A third text may follow: a warning.
    """

    help: str
    """One sentence that says what this value means."""
    warning: str
    """One or two sentences of warning for people who choose this value; empty if no warning is needed."""

    def __new__(cls, value: str, help: str, warning: str = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.help = help
        member.warning = warning
        return member
