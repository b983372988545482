"""Xập xám (13-card poker): players set thirteen cards as hands of five, five and three, and compare them with the dealer's."""

from typing import TYPE_CHECKING, Any

from prial.core.first_dealer import FirstDealer
from prial.core.kind import Kind
from prial.games.xap_xam.choices import Arranging
from prial.games.xap_xam.game import XapXamGame
from prial.games.xap_xam.guide import guide
from prial.games.xap_xam.instants import Instant
from prial.games.xap_xam.rules import SCHEMA, SOURCES, Compare, DealerTies, EqualRows, StrongFive, Unit, XapXamRules, aim
from prial.games.xap_xam.settle import By, Pair, Settled, ranking_of
from prial.games.xap_xam.state import Action, Lay, Phase, Table
from prial.games.xap_xam.story import story
from prial.ranks.poker import Wheel

if TYPE_CHECKING:
    from prial.games.xap_xam.bots import Greedy, Sharp
    from prial.games.xap_xam.bots.novice import Novice

__all__ = [
    "KIND",
    "SCHEMA",
    "Action",
    "Arranging",
    "By",
    "Compare",
    "DealerTies",
    "EqualRows",
    "FirstDealer",
    "Greedy",
    "Instant",
    "Lay",
    "Novice",
    "Pair",
    "Phase",
    "Settled",
    "Sharp",
    "StrongFive",
    "Table",
    "Unit",
    "Wheel",
    "XapXamGame",
    "XapXamRules",
    "ranking_of",
]

KIND = Kind(
    name="xap_xam",
    title="Xập xám",
    text="Thirteen-card poker as Vietnamese families play it: set your cards as five, five and three, and beat the dealer.",
    package=__name__,
    sources=SOURCES,
    schema=SCHEMA,
    new=XapXamGame,
    story=story,
    guide=guide,
    aim=aim,
    bots="prial.games.xap_xam.bots.roster:ROSTER",
    review="prial.games.xap_xam.study.review:review",
    analysis="prial.games.xap_xam.study.analysis:analysis",
    coach="prial.games.xap_xam.study.coach:coach",
    tables="prial.games.xap_xam.study.train:TABLES",
    board="prial.games.xap_xam.terminal.board:XapXamBoard",
    reader="prial.games.xap_xam.terminal.reader:XapXamReader",
    showdown="prial.games.xap_xam.terminal.showdown:score",
    sheet="prial.games.xap_xam.study.sheet:XapXamSheet",
    verbs={
        "arrange": "prial.games.xap_xam.terminal.arrange:command",
        "odds": "prial.games.xap_xam.terminal.odds:command",
        "rank": "prial.games.xap_xam.terminal.rank:command",
        "solve": "prial.games.xap_xam.terminal.solve:command",
    },
)
"""The `prial.core.kind.Kind` of Xập xám: its rules and texts, and references to its bots, boards, studies and commands."""


def __getattr__(name: str) -> Any:
    """Return the bot class with this name. The bots are imported here, on first use, and not together with the package."""
    if name in {"Greedy", "Novice", "Sharp"}:
        from prial.games.xap_xam.bots import roster

        return getattr(roster, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The names of this package, including the bots that are imported on first use."""
    return sorted({*globals(), *__all__})
