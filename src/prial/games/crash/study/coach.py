"""A coach for Crash. It advises the split that a review would find best, whether to swap, and whether to announce a crash."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from prial.arrange.search import Split
from prial.bots.bot import Advice
from prial.core.game import View
from prial.errors import add_sentences, say
from prial.games.crash.actions import Action, Word
from prial.games.crash.bots import Sharp, hand_of
from prial.games.crash.game import CrashGame
from prial.games.crash.settings import Scoring
from prial.games.crash.state import Phase, Table
from prial.games.crash.study.judge import Judge, field
from prial.study.coach import brings

add_sentences(
    "en",
    {
        "crash.coach.lay": "I’d lay these hands.",
        "crash.coach.wins": "They win their places in {each} of 100 deals{crash}. That {brings} on average.",
        "crash.coach.all": ", and every place in {all}",
        "crash.coach.pot": "They win every place, and the pot, in {all} of 100 deals; it stays in {stays}.",
        "crash.coach.front": "They are your strongest hands first, too.",
        "crash.coach.greedy": "Laying your strongest hands first {brings}.",
        "crash.coach.greedy_pot": "Laying your strongest hands first wins it in {all}; it stays in {stays}.",
        "crash.coach.straight": "I’d declare thirteen straight.",
        "crash.coach.at_once": "It wins at once.",
        "crash.coach.swap": "I’d swap.",
        "crash.coach.keep": "I’d keep these cards.",
        "crash.coach.cards": "They win {own} of 100 games, and a hand that you haven’t seen wins {other}.",
        "crash.coach.call": "I’d announce a crash.",
        "crash.coach.pass": "I’d announce nothing.",
        "crash.coach.chance": "Your hands win every place in {all} of 100 deals.",
    },
)


def coach(game: CrashGame, seen: View[Table], key: str, bots: Mapping[str, Any], /) -> Advice:
    """Advise an answer to a decision, with the reasons; see `prial.study.coach.Coach`."""
    if seen.public.phase is Phase.SWAP:
        return _swap(game, seen, Random(key))
    if seen.public.phase is not Phase.CALL and game.choices(seen).why_not(Word.THIRTEEN_STRAIGHT) is None:
        return _advice("crash.coach.straight", Word.THIRTEEN_STRAIGHT, say("crash.coach.at_once", {}))
    others = [seat for seat in seen.public.playing if seat != seen.seat]
    judge = Judge(game, hand_of(seen), len(others), field(bots, others))
    return (_call if seen.public.phase is Phase.CALL else _lay)(game, seen, judge)


def _lay(game: CrashGame, seen: View[Table], judge: Judge) -> Advice:
    """Advise the best split. Say how often its hands win, and what laying the strongest hands first would bring."""
    sharp, hand = Sharp(game), hand_of(seen)
    _, best = judge.best()
    first = sharp.splits(hand)[0]
    told = [_told(game, judge, best, "wins", "pot")]
    told.append(say("crash.coach.front", {}) if first == best else _told(game, judge, first, "greedy", "greedy_pot"))
    return _advice("crash.coach.lay", sharp.lay(best), *told)


def _told(game: CrashGame, judge: Judge, split: Split, points: str, pot: str) -> str:
    """A sentence that says how often a split wins. ``points`` and ``pot`` name the sentences for the two ways of scoring."""
    sweep, rival = judge.sweep_chance(split.hands), judge.rival_sweep_chance(split.hands)
    every = _of_100(sweep)
    args: dict[str, str | int] = {
        "each": _listed([_of_100(chance) for chance in judge.chances(split.strengths)]),
        "all": every,
        "stays": _of_100(max(0.0, 1 - sweep - rival)),
        "crash": say("crash.coach.all", {"all": every}) if every else "",
        "brings": brings(judge.worth(split.hands, split.strengths), "points"),
    }
    return say(f"crash.coach.{pot if game.rules.scoring is Scoring.POT else points}", args)


def _swap(game: CrashGame, seen: View[Table], rng: Random) -> Advice:
    """Advise a swap if an unseen hand wins the game more often, by the estimates of the strongest bot."""
    own, other = Sharp(game).swapped(seen, rng)
    swaps = other > own
    word = next(word for word in game.choices(seen) if (word is not Word.KEEP) is swaps)
    why = say("crash.coach.cards", {"own": _of_100(own), "other": _of_100(other)})
    return _advice("crash.coach.swap" if swaps else "crash.coach.keep", word, why)


def _call(game: CrashGame, seen: View[Table], judge: Judge) -> Advice:
    """Advise to announce a crash if the strongest bot would; say how often the hands make one."""
    assert seen.seat is not None
    word = Sharp(game).choose(seen, game.choices(seen), Random(0))
    laid = [seen.piles[pile] for pile in seen.public.laid[seen.seat]]
    why = say("crash.coach.chance", {"all": _of_100(judge.sweep_chance(laid))})
    return _advice("crash.coach.call" if word is Word.CALL else "crash.coach.pass", word, why)


def _advice(title: str, action: Action, *why: str) -> Advice:
    return Advice("coach", say(title, {}), action, " ".join(why))


def _of_100(chance: float) -> int:
    return round(100 * chance)


def _listed(numbers: Sequence[int]) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}" if most else last
