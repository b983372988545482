"""Crash (13-Card Brag), and Brag with nine, seven and six cards.

Each player splits the dealt cards into hands, and lays one hand in each place. The players' hands in the first place are
compared, then their hands in the second place, and so on.
"""

from typing import TYPE_CHECKING, Any

from prial.core.first_dealer import FirstDealer
from prial.core.kind import Kind
from prial.games.crash.actions import Action, Lay, Word
from prial.games.crash.choices import Arranging
from prial.games.crash.game import CrashGame
from prial.games.crash.guide import guide
from prial.games.crash.rules import SCHEMA, CrashRules, aim
from prial.games.crash.settings import (
    Crash,
    CrashCall,
    FinalTie,
    Finish,
    Foul,
    Found,
    FourBonus,
    MinHand,
    Order,
    Scoring,
    SixPairs,
    Spare,
    SpareChoice,
    ThirteenStraight,
    Tie,
    WeakHand,
)
from prial.games.crash.settle import ranking_of
from prial.games.crash.state import Declaration, Phase, Place, Reason, Settled, Table
from prial.games.crash.story import story
from prial.ranks.brag import SOURCES, FourOfAKind, TopPrial, TopRun

if TYPE_CHECKING:
    from prial.games.crash.bots import Greedy, Sharp
    from prial.games.crash.bots.novice import Novice

__all__ = [
    "KIND",
    "SCHEMA",
    "Action",
    "Arranging",
    "Crash",
    "CrashCall",
    "CrashGame",
    "CrashRules",
    "Declaration",
    "FinalTie",
    "Finish",
    "FirstDealer",
    "Foul",
    "Found",
    "FourBonus",
    "FourOfAKind",
    "Greedy",
    "Lay",
    "MinHand",
    "Novice",
    "Order",
    "Phase",
    "Place",
    "Reason",
    "Scoring",
    "Settled",
    "Sharp",
    "SixPairs",
    "Spare",
    "SpareChoice",
    "Table",
    "ThirteenStraight",
    "Tie",
    "TopPrial",
    "TopRun",
    "WeakHand",
    "Word",
    "ranking_of",
]

KIND = Kind(
    name="crash",
    title="Crash",
    text="Brag with 13, 9, 7 or 6 cards: split your cards into three-card hands and beat everybody place by place.",
    package=__name__,
    sources={**SOURCES, "D": "Denexa Games", "S": "a pub's score sheet"},
    schema=SCHEMA,
    new=CrashGame,
    older={1: lambda rules: CrashGame(rules, version=1)},
    story=story,
    guide=guide,
    aim=aim,
    ranks=ranking_of,
    bots="prial.games.crash.bots.roster:ROSTER",
    review="prial.games.crash.study.review:review",
    analysis="prial.games.crash.study.analysis:analysis",
    coach="prial.games.crash.study.coach:coach",
    tables="prial.games.crash.study.train:TABLES",
    board="prial.games.crash.terminal.board:CrashBoard",
    reader="prial.games.crash.terminal.reader:CrashReader",
    showdown="prial.games.crash.terminal.showdown:score",
    sheet="prial.games.crash.study.sheet:CrashSheet",
    worlds="prial.games.crash.study.worlds:world",
    verbs={
        "arrange": "prial.games.crash.terminal.arrange:command",
        "simulate": "prial.games.crash.terminal.simulate:command",
        "solve": "prial.games.crash.terminal.solve:command",
    },
)
"""The `prial.core.kind.Kind` of Crash: its rules and texts, and references to its bots, boards, studies and commands."""


def __getattr__(name: str) -> Any:
    """Return the bot class with this name. The bots are imported here, on first use, and not together with the package."""
    if name in {"Greedy", "Novice", "Sharp"}:
        from prial.games.crash.bots import roster

        return getattr(roster, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The names of this package, including the bots that are imported on first use."""
    return sorted({*globals(), *__all__})
