"""Three-Card Brag Poker: two blinds, a draw, and fixed bets. A player who hasn't looked at the hand calls at half price."""

from typing import TYPE_CHECKING, Any

from prial.core.first_dealer import FirstDealer
from prial.core.kind import Kind
from prial.games.brag_poker.actions import Action, Change, Word
from prial.games.brag_poker.game import BragPokerGame
from prial.games.brag_poker.guide import guide, summary
from prial.games.brag_poker.hands import ranking_of
from prial.games.brag_poker.rules import SCHEMA, BlindChange, BragPokerRules, Rebuy
from prial.games.brag_poker.state import Deed, Did, Phase, Settled, Table
from prial.games.brag_poker.story import story
from prial.ranks.brag import SOURCES, TopPrial, TopRun

if TYPE_CHECKING:
    from prial.games.brag_poker.bots import Plain, Sharp
    from prial.games.brag_poker.bots.novice import Novice
    from prial.games.brag_poker.study.odds import Way, ways

__all__ = [
    "KIND",
    "SCHEMA",
    "Action",
    "BlindChange",
    "BragPokerGame",
    "BragPokerRules",
    "Change",
    "Deed",
    "Did",
    "FirstDealer",
    "Novice",
    "Phase",
    "Plain",
    "Rebuy",
    "Settled",
    "Sharp",
    "Table",
    "TopPrial",
    "TopRun",
    "Way",
    "Word",
    "ranking_of",
    "ways",
]

KIND = Kind(
    name="brag_poker",
    title="Brag Poker",
    text="Three-Card Brag with two blinds, two rounds of fixed bets and a draw; until you look, you call for half.",
    package=__name__,
    sources=SOURCES,
    schema=SCHEMA,
    new=BragPokerGame,
    story=story,
    guide=guide,
    summary=summary,
    ranks=ranking_of,
    for_chips=True,
    bots="prial.games.brag_poker.bots.roster:ROSTER",
    review="prial.games.brag_poker.study.review:review",
    analysis="prial.games.brag_poker.study.review:analysis",
    coach="prial.games.brag_poker.study.review:coach",
    tables="prial.games.brag_poker.study.tables:TABLES",
    board="prial.games.brag_poker.terminal.board:BragPokerBoard",
    showdown="prial.games.brag_poker.terminal.showdown:score",
    sheet="prial.games.brag_poker.study.sheet:BragPokerSheet",
    worlds="prial.games.brag_poker.study.worlds:world",
    verbs={
        "odds": "prial.games.brag_poker.terminal.odds:command",
        "solve": "prial.games.brag_poker.terminal.solve:command",
    },
)
"""Describes Brag Poker to Prial: its name and texts, and references to its bots, boards and calculations."""


def __getattr__(name: str) -> Any:
    """The bot class with this name, or ``Way`` or ``ways``. Their modules are imported here, on first use."""
    if name in {"Novice", "Plain", "Sharp"}:
        from prial.games.brag_poker.bots import roster

        return getattr(roster, name)
    if name in {"Way", "ways"}:
        from prial.games.brag_poker.study import odds

        return getattr(odds, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The names in this module, including those that are imported only when they are used."""
    return sorted({*globals(), *__all__})
