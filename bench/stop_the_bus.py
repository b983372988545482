"""The bots of Stop the Bus: measures how many tokens conductor saves in thumb's place, and how long conductor thinks."""

from bench.measure import Row, plain
from bench.thinking import longest
from prial.study.ladder import ladder

GAMES = {("denexa", 4): 600, ("pub", 4): 100, ("pub", 2): 100}
"""Maps a preset and a number of players to a number of deals; each deal is played from every seat."""
DECISIONS = 200
"""Number of decisions timed at each table."""


def rows() -> list[Row]:
    """Decision times at small and full tables, and tokens saved per deal with the lower end of their 95 % interval."""
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
