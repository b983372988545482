"""Stop the Bus (Bastard): exchange a card a turn with the middle, call when your hand is good; the worst hand pays a token."""

from prial.games.kind import Kind
from prial.games.stop_the_bus.aid import aid
from prial.games.stop_the_bus.game import BusGame
from prial.games.stop_the_bus.rules import SCHEMA, BusRules
from prial.games.stop_the_bus.story import story

__all__ = ["KIND", "BusGame", "BusRules"]

KIND = Kind(
    name="stop_the_bus",
    title="Stop the Bus",
    text="Also called Bastard: exchange cards with the middle until somebody stops the bus; then the worst hand pays a token.",
    schema=SCHEMA,
    new=BusGame,
    story=story,
    stop=BusGame.stop,
    aid=aid,
)
