"""A coach for Crash. It advises how to split the cards, whether to take a spare hand, and whether to announce a crash.

The advised split is the one that a review would find best. A thirteen straight is advised whenever the player may declare one.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from prial.bots.bot import Advice
from prial.cards import Card
from prial.core.game import View
from prial.errors import add_sentences, say
from prial.games.crash.actions import Word
from prial.games.crash.bots import Arranger, hand_of
from prial.games.crash.game import CrashGame
from prial.games.crash.settings import Scoring
from prial.games.crash.state import Table
from prial.games.crash.study.analysis import analysis
from prial.study.analysis import Line
from prial.study.coach import brings

add_sentences(
    "en",
    {
        "crash.coach.lay": "I’d lay these hands.",
        "crash.coach.wins": "These hands win their places in {each} of 100 deals{crash}. On average that {brings}.",
        "crash.coach.all": ", and all of them in {all}",
        "crash.coach.pot": "These hands win every place, and the pot, in {all} of 100 deals; in {stays} nobody wins the pot.",
        "crash.coach.front": "Laying your strongest hands first gives these same hands.",
        "crash.coach.greedy": "Laying your strongest hands first {brings}.",
        "crash.coach.greedy_pot": "Laying your strongest hands first wins the pot in {all} of 100 deals; in {stays} nobody "
        "wins it.",
        "crash.coach.straight": "I’d declare thirteen straight.",
        "crash.coach.at_once": "It wins at once.",
        "crash.coach.swap": "I’d swap.",
        "crash.coach.keep": "I’d keep these cards.",
        "crash.coach.cards": "Your cards win {own} of 100 games, and an unseen hand wins {other}.",
        "crash.coach.call": "I’d announce a crash.",
        "crash.coach.pass": "I’d announce nothing.",
        "crash.coach.chance": "Your hands win every place in {all} of 100 deals.",
    },
)


def coach(game: CrashGame, seen: View[Table], key: str, bots: Mapping[str, Any], /) -> Advice:
    """Advise a player what to do, with the reasons; see `prial.study.coach.Coach`."""
    lines = analysis(game, seen, key, bots, None, 1).lines
    match lines[0].action:
        case Word.THIRTEEN_STRAIGHT:
            return _advice("straight", lines[0], say("crash.coach.at_once", {}))
        case Word.CALL | Word.PASS as word:
            (every,) = lines[0].chances
            return _advice(word.value, lines[0], say("crash.coach.chance", {"all": _of_100(every)}))
        case Word():
            return _swap(lines)
        case _:
            return _lay(game, hand_of(seen), lines)


def _lay(game: CrashGame, hand: tuple[Card, ...], lines: Sequence[Line]) -> Advice:
    """Advise the best split, and compare it with the greedy split (the strongest hands first)."""
    arranger = Arranger(game)
    usual = arranger.lay(arranger.splits(hand)[0])
    first = next(line for line in lines if line.action == usual)
    told = [_told(game, lines[0], "wins", "pot")]
    told.append(say("crash.coach.front", {}) if first is lines[0] else _told(game, first, "greedy", "greedy_pot"))
    return _advice("lay", lines[0], *told)


def _told(game: CrashGame, line: Line, points: str, pot: str) -> str:
    """Say how often a split wins.

    ``points`` and ``pot`` name the sentences for the two kinds of scoring.
    """
    chances = [_of_100(chance) for chance in line.chances]
    if game.rules.scoring is Scoring.POT:
        every, stays = chances
        return say(f"crash.coach.{pot}", {"all": every, "stays": stays})
    *each, every = chances
    crash = say("crash.coach.all", {"all": every}) if every else ""
    return say(f"crash.coach.{points}", {"each": _listed(each), "crash": crash, "brings": brings(line.worth, "points")})


def _swap(lines: Sequence[Line]) -> Advice:
    """Advise whether to swap the hand, and say how often this hand and an unseen hand win the game."""
    keep = next(line for line in lines if line.action is Word.KEEP)
    swap = next(line for line in lines if line.action is not Word.KEEP)
    why = say("crash.coach.cards", {"own": _of_100(keep.worth), "other": _of_100(swap.worth)})
    return _advice("keep" if keep is lines[0] else "swap", lines[0], why)


def _advice(title: str, line: Line, *why: str) -> Advice:
    return Advice("coach", say(f"crash.coach.{title}", {}), line.action, " ".join(why))


def _of_100(chance: float) -> int:
    return round(100 * chance)


def _listed(numbers: Sequence[int]) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}" if most else last
