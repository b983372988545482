"""Three-, Four- and Five-Card Brag. Players bet on their hands, even without having looked at them.

When two players are left, one of them can pay to see the other's hand. The better hand then wins the pot.
"""

from typing import TYPE_CHECKING, Any

from prial.core.first_dealer import FirstDealer
from prial.core.kind import Kind
from prial.games.brag.actions import Action, Ask, Bet, Bring, Buy, Choose, Discard, Keep, Look, Word
from prial.games.brag.game import BragGame
from prial.games.brag.guide import guide, summary
from prial.games.brag.hands import ranking_of
from prial.games.brag.rules import SCHEMA, BragRules, FirstBragRules
from prial.games.brag.settings import (
    Blind,
    BottomCard,
    DealersChoice,
    KeptBlind,
    LastChip,
    Lender,
    PotLimit,
    Rebuy,
    SeeCost,
    Short,
    ShortOfTwo,
    Showdown,
    Shuffle,
)
from prial.games.brag.state import Deed, Did, How, Phase, Settled, Table
from prial.games.brag.story import story
from prial.ranks.brag import SOURCES, TopPrial, TopRun

if TYPE_CHECKING:
    from prial.games.brag.bots import Canny, Plain
    from prial.games.brag.bots.novice import Novice

__all__ = [
    "KIND",
    "SCHEMA",
    "Action",
    "Ask",
    "Bet",
    "Blind",
    "BottomCard",
    "BragGame",
    "BragRules",
    "Bring",
    "Buy",
    "Canny",
    "Choose",
    "DealersChoice",
    "Deed",
    "Did",
    "Discard",
    "FirstDealer",
    "How",
    "Keep",
    "KeptBlind",
    "LastChip",
    "Lender",
    "Look",
    "Novice",
    "Phase",
    "Plain",
    "PotLimit",
    "Rebuy",
    "SeeCost",
    "Settled",
    "Short",
    "ShortOfTwo",
    "Showdown",
    "Shuffle",
    "Table",
    "TopPrial",
    "TopRun",
    "Word",
    "ranking_of",
]

KIND = Kind(
    name="brag",
    title="Brag",
    text="Three-, Four- and Five-Card Brag: bet on your hand, looked at or blind, until two are left and one pays to see.",
    package=__name__,
    sources=SOURCES,
    schema=SCHEMA,
    new=BragGame,
    older={1: lambda rules: BragGame(FirstBragRules.of(rules))},
    story=story,
    guide=guide,
    summary=summary,
    ranks=ranking_of,
    dealt=lambda rules: rules.cards,
    for_chips=True,
    bots="prial.games.brag.bots.roster:ROSTER",
    board="prial.games.brag.terminal.board:BragBoard",
    review="prial.games.brag.study.review:review",
    analysis="prial.games.brag.study.review:analysis",
    coach="prial.games.brag.study.review:coach",
    showdown="prial.games.brag.terminal.showdown:score",
    chances="prial.games.brag.study.knowing:known",
    sheet="prial.games.brag.study.sheet:BragSheet",
    worlds="prial.games.brag.study.worlds:world",
    verbs={"solve": "prial.games.brag.terminal.solve:command"},
    meant=("solve",),
)
"""Brag as an entry of Prial's list of games: the rules, texts and functions, and where to find the bots and studies."""


def __getattr__(name: str) -> Any:
    """The bot class with this name. The modules of the bots are imported only when a bot is used."""
    if name in {"Canny", "Novice", "Plain"}:
        from prial.games.brag.bots import roster

        return getattr(roster, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The names in this module, including the names of the bot classes."""
    return sorted({*globals(), *__all__})
