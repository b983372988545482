"""Three-, Four- and Five-Card Brag: bet on your hand, looked at or blind, until two are left and one pays to see."""

from prial.games.brag.aid import aid, stands
from prial.games.brag.game import BragGame
from prial.games.brag.rules import SCHEMA, BragRules
from prial.games.brag.story import story
from prial.games.kind import Kind

__all__ = ["KIND", "BragGame", "BragRules"]

KIND = Kind(
    name="brag",
    title="Brag",
    text="Three-, Four- and Five-Card Brag: bet on your hand, looked at or blind, until two are left and one pays to see.",
    schema=SCHEMA,
    new=BragGame,
    story=story,
    stop=BragGame.stop,
    aid=aid,
    stands=stands,
    for_chips=True,
)
