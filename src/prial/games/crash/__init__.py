"""Crash (13-Card Brag) and Nine-Card Brag: split a hand into three-card hands, best first, and beat everybody place by place."""

from prial.games.crash.aid import aid
from prial.games.crash.game import CrashGame
from prial.games.crash.rules import SCHEMA, CrashRules
from prial.games.crash.story import story
from prial.games.kind import Kind

__all__ = ["KIND", "CrashGame", "CrashRules"]

KIND = Kind(
    name="crash",
    title="Crash",
    text="Thirteen-Card and Nine-Card Brag: split your cards into three-card hands and beat everybody place by place.",
    schema=SCHEMA,
    new=CrashGame,
    story=story,
    stop=CrashGame.stop,
    aid=aid,
)
