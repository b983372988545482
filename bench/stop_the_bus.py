"""The bots of Stop the Bus: how many more tokens conductor keeps than thumb, and how long conductor thinks."""

from bench.measure import Row, plain
from bench.thinking import longest
from prial.study.ladder import ladder

GAMES = {("denexa", 4): 600, ("pub", 4): 100, ("pub", 2): 100}
"""Deals by preset and players; each is played from every seat."""
DECISIONS = 200
"""Decisions timed at each table."""


def rows() -> list[Row]:
    """Decision times at small and full tables, and tokens kept per deal with the lower end of their 95 % interval."""
    found = [
        plain(f"a decision of conductor at Stop the Bus, the longest of {DECISIONS}, {preset}, {players} players", time)
        for preset, players in (("denexa", 4), ("pub", 2), ("prials", 6))
        for time in [longest("stop_the_bus", "conductor", preset, players, DECISIONS)]
    ]
    for (preset, players), games in GAMES.items():
        rules = {"preset": preset, "players": players}
        conductor, _ = ladder("stop_the_bus", rules, ["conductor"], "thumb", games, deals=1).standings
        least = conductor.gain - 1.96 * conductor.gain_error
        what = f"conductor among thumbs at Stop the Bus, {preset}, {players} players, tokens kept in a deal"
        found.append(Row(what, conductor.gain, "points", "95 % at least", least, least, "> 0", least > 0))
    return found
