"""An enum for a question of the rules: each member is a value as it is written in rule files, with a line of help."""

from enum import StrEnum
from typing import Self


class Setting(StrEnum):
    """Base of the enums that answer one question of the rules, as in ``PAIR = "pair", "A pair or better."``."""

    help: str
    """What this value means, one sentence."""

    def __new__(cls, value: str, help: str) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.help = help
        return member
