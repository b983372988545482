"""Xập xám (13-card poker): set thirteen cards as five, five and three, and beat the dealer."""

from prial.core.kind import Kind
from prial.games.xap_xam.choices import Arranging
from prial.games.xap_xam.game import XapXamGame
from prial.games.xap_xam.instants import Instant
from prial.games.xap_xam.rules import SCHEMA, SOURCES, XapXamRules, aim
from prial.games.xap_xam.settle import Pair, Settled, ranking_of
from prial.games.xap_xam.state import Lay, Phase, Table
from prial.games.xap_xam.story import story

__all__ = [
    "KIND",
    "SCHEMA",
    "Arranging",
    "Instant",
    "Lay",
    "Pair",
    "Phase",
    "Settled",
    "Table",
    "XapXamGame",
    "XapXamRules",
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
    aim=aim,
    ranks=ranking_of,
    bots="prial.games.xap_xam.bots:ROSTER",
    tables="prial.games.xap_xam.study.train:TABLES",
)
