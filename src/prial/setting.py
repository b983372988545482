"""Base class for enums that hold the values of a rule option. Each value has a line of help, and some have a warning."""

from enum import StrEnum
from typing import Self


class Setting(StrEnum):
    """Base class for an enum of the values of one rule option.

    A member is written as ``PAIR = "pair", "A pair or better."``. The first text is the value in rule files. The second text is
    the help. A third text may warn people who choose the value.
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
