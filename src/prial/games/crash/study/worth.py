"""How many points count for a place, for all places, and for a crash that wins the game."""

from prial.games.crash.rules import CrashRules
from prial.games.crash.settings import Crash, FourBonus, Scoring


def weights(rules: CrashRules) -> tuple[tuple[float, ...], float]:
    """Points for each place, by place, and further points for winning all places.

    If a crash wins the game, a player who wins all places gets the whole target: a point for each place, and the rest as further
    points. In a game for the pot, winning all places counts for 1. A single place counts for very little. It makes a difference
    only between splits that can't win the pot.
    """
    if rules.scoring is Scoring.POT:
        return (1e-6,) * rules.places, 1.0
    won = rules.crash_points if rules.crash is Crash.BONUS else rules.target - rules.places
    return (1.0,) * rules.places, float(won)


def whole_game(rules: CrashRules) -> int:
    """Further points for a crash that wins the game, besides 1 point for each place. It is 0 if a crash doesn't win the game."""
    return rules.target - rules.places if rules.scoring is Scoring.POINTS and rules.crash is Crash.WINS_GAME else 0


def counted(rules: CrashRules) -> str:
    """What expected points include besides the points of a deal, in a sentence; empty if they include nothing else."""
    told = []
    if extra := whole_game(rules):
        told.append(f"a crash wins the game, so its chance counts for {extra} points more than its {rules.places} places")
    if rules.four_bonus is FourBonus.KNOCK and rules.scoring is Scoring.POINTS:
        told.append(f"four threes knocked for win it too, and count for {rules.target}")
    if rules.scoring is Scoring.POT:
        told.append("only winning every place counts, as 1")
    text = "; ".join(told)
    return f"{text[:1].upper()}{text[1:]}." if text else ""
