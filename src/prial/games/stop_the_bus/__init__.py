"""Stop the Bus (Bastard): exchange a card with the middle each turn, call when your hand is good; the worst hand pays a token."""

from typing import TYPE_CHECKING, Any

from prial.core.first_dealer import FirstDealer
from prial.core.kind import Kind
from prial.games.stop_the_bus.game import BusGame
from prial.games.stop_the_bus.guide import guide
from prial.games.stop_the_bus.rules import SCHEMA, BusRules, Exchange, FirstCall, PrialCall, PutBack, WorstTie
from prial.games.stop_the_bus.settle import ranking_of
from prial.games.stop_the_bus.state import Action, Call, Exchanged, Phase, Settled, Table, Take, TakeAll
from prial.games.stop_the_bus.story import story
from prial.ranks.brag import SOURCES, TopPrial, TopRun

if TYPE_CHECKING:
    from prial.games.stop_the_bus.bots import Conductor, Thumb
    from prial.games.stop_the_bus.bots.novice import Novice

__all__ = [
    "KIND",
    "SCHEMA",
    "Action",
    "BusGame",
    "BusRules",
    "Call",
    "Conductor",
    "Exchange",
    "Exchanged",
    "FirstCall",
    "FirstDealer",
    "Novice",
    "Phase",
    "PrialCall",
    "PutBack",
    "Settled",
    "Table",
    "Take",
    "TakeAll",
    "Thumb",
    "TopPrial",
    "TopRun",
    "WorstTie",
    "ranking_of",
]

KIND = Kind(
    name="stop_the_bus",
    title="Stop the Bus",
    text="Also called Bastard: exchange cards with the middle until somebody stops the bus; then the worst hand pays a token.",
    package=__name__,
    sources={**SOURCES, "D": "Denexa Games"},
    schema=SCHEMA,
    new=BusGame,
    story=story,
    guide=guide,
    ranks=ranking_of,
    bots="prial.games.stop_the_bus.bots.roster:ROSTER",
    board="prial.games.stop_the_bus.terminal.board:BusBoard",
    review="prial.games.stop_the_bus.study.review:review",
    analysis="prial.games.stop_the_bus.study.review:analysis",
    coach="prial.games.stop_the_bus.study.review:coach",
    showdown="prial.games.stop_the_bus.terminal.showdown:score",
    verbs={"solve": "prial.games.stop_the_bus.terminal.solve:command"},
    sheet="prial.games.stop_the_bus.study.sheet:BusSheet",
    worlds="prial.games.stop_the_bus.study.worlds:world",
)
"""Describes Stop the Bus to Prial: its name and texts, and references to its bots, boards and calculations."""


def __getattr__(name: str) -> Any:
    """A bot class by name. The bots' modules are imported only when one of them is used."""
    if name in {"Conductor", "Novice", "Thumb"}:
        from prial.games.stop_the_bus.bots import roster

        return getattr(roster, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The names in this module, including the names of the bots."""
    return sorted({*globals(), *__all__})
