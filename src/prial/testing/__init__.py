"""Tests for a game that you have written: a suite that checks the game against all `RULES`, and strategies for Hypothesis.

One call checks a game, with any test framework or without one::

    from prial.testing import check

    print(check(MyGame(), games=50, knowledge=MyKnowledge()))

Only `prial.testing.strategies` needs Hypothesis.
"""

from prial.testing.fault import RULES, Nonconformance
from prial.testing.play import Moment, encoded, play, position, record
from prial.testing.secrecy import Fact, Knowledge, Seen, mentioned
from prial.testing.suite import Report, check
from prial.testing.tree import Worlds, exhaust, histories
from prial.testing.twins import Pairs, pairs

__all__ = [
    "RULES",
    "Fact",
    "Knowledge",
    "Moment",
    "Nonconformance",
    "Pairs",
    "Report",
    "Seen",
    "Worlds",
    "check",
    "encoded",
    "exhaust",
    "histories",
    "mentioned",
    "pairs",
    "play",
    "position",
    "record",
]
