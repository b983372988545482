"""The bots of Brag: measures how much canny wins from plain, and how long canny thinks."""

from bench.measure import Row, plain
from bench.thinking import longest
from prial.study.ladder import ladder

GAMES = {2: 60, 4: 24, 6: 12}
"""Maps numbers of players to numbers of games; each game is played from every seat."""
DECISIONS = 400
"""Number of decisions timed at each table."""


def rows() -> list[Row]:
    """Decision times at small and full tables, and chips per deal with the lower end of their 95 % interval."""
    found = [
        plain(f"a decision of canny at Brag, the longest of {DECISIONS}, {preset}, {players} players", time)
        for preset, players in (("house", 4), ("floaters", 8))
        for time in [longest("brag", "canny", preset, players, DECISIONS)]
    ]
    for players, games in GAMES.items():
        canny, _ = ladder("brag", {"players": players}, ["canny"], "plain", games).standings
        least = canny.gain - 1.96 * canny.gain_error
        what = f"canny among plain ones at Brag, {players} players, antes a deal"
        found.append(Row(what, canny.gain, "points", "95 % at least", least, least, "> 0", least > 0))
    return found
