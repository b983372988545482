"""How much is counted for winning a place, for winning all places, and for what a crash brings beyond its points."""

from prial.games.crash.rules import CrashRules
from prial.games.crash.settings import Crash, FourBonus, Scoring


def weights(rules: CrashRules) -> tuple[tuple[float, ...], float]:
    """Points for each place, by place, and further points for winning all places.

    If a crash wins the game, the points for all places and the further points together are the whole target. In a game for the
    pot, winning all places counts for 1, and a single place for so little that it only decides between splits that can't win the
    pot.
    """
    if rules.scoring is Scoring.POT:
        return (1e-6,) * rules.places, 1.0
    won = rules.crash_points if rules.crash is Crash.BONUS else rules.target - rules.places
    return (1.0,) * rules.places, float(won)


def whole_game(rules: CrashRules) -> int:
    """Points that a crash counts for, beyond its places, because it wins the game; 0 if a crash doesn't win the game."""
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
