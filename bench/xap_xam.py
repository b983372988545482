"""The bots of Xập xám: measures how many units sharp gains in greedy's place, and how long sharp thinks."""

from bench.measure import Row, plain
from bench.thinking import longest
from prial.core.registry import find
from prial.study.ladder import ladder

GAMES = 8
"""Number of games of twenty deals; each game is played from every seat."""
DECISIONS = 100
"""Number of decisions timed for each preset."""
TARGET = 0.15
"""Units per deal that sharp must gain."""


def rows() -> list[Row]:
    """For each preset, the time of the longest decision, and the gain per deal with the lower end of its 95 % interval."""
    found = []
    for preset in find("xap_xam").schema.presets:
        time = longest("xap_xam", "sharp", preset, 4, DECISIONS)
        found.append(plain(f"a decision of sharp at Xập xám, the longest of {DECISIONS}, {preset}", time))
        sharp, _ = ladder("xap_xam", {"preset": preset}, ["sharp"], "greedy", GAMES).standings
        least = sharp.gain - 1.96 * sharp.gain_error
        what = f"sharp among greedy ones at Xập xám, {preset}, units a deal"
        found.append(Row(what, sharp.gain, "points", "95 % at least", least, least, f"> {TARGET}", least > TARGET))
    return found
