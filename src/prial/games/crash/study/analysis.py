"""Compares the splits, swaps and announcements that a Crash player may choose.

Splits are judged as in the review of a game (`prial.games.crash.study.judge`). Swaps and announcements are judged as the bot
`Sharp` judges them.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from prial.core.game import View
from prial.games.crash.actions import Action, Lay, Word
from prial.games.crash.bots import Arranger, Sharp, hand_of
from prial.games.crash.game import CrashGame
from prial.games.crash.settings import Scoring
from prial.games.crash.state import Phase, Table
from prial.games.crash.study.judge import Judge, field
from prial.games.crash.study.sampling import SAMPLES
from prial.games.crash.study.worth import counted
from prial.study.analysis import Analysis, Line


def analysis(
    game: CrashGame,
    seen: View[Table],
    key: str,
    bots: Mapping[str, Any],
    worlds: int | None,
    _wanted: int,
    also: Sequence[Action] = (),
    /,
) -> Analysis:
    """Compare the actions of a decision by their worth; see `prial.study.analysis.Analyser`.

    Declaring six pairs isn't judged. The worth of a split is its expected points; the worth of a swap is the chance to win the
    game. In a game for the pot, both worths are the player's expected share of the pot. The worth of announcing a crash is the
    average gain in chips, compared with announcing nothing.
    """
    if seen.public.phase is Phase.SWAP:
        return _swap(game, seen, Random(key))
    others = [seat for seat in seen.public.playing if seat != seen.seat]
    judge = Judge(game, hand_of(seen), len(others), field(bots, others), worlds or SAMPLES)
    if seen.public.phase is Phase.CALL:
        return _call(game, seen, judge)
    return _lay(game, seen, judge, [action for action in also if isinstance(action, Lay)])


def _lay(game: CrashGame, seen: View[Table], judge: Judge, also: Sequence[Lay]) -> Analysis:
    """Analyse the splits that may be best, the actions in ``also``, and a thirteen straight, if it can be declared."""
    arranger, rules = Arranger(game), game.rules
    pot = rules.scoring is Scoring.POT
    _, best = judge.best()
    given = {*map(_laid, also)}
    lines: dict[Action, Line] = {}
    for action in (*also, *[lay for lay in map(arranger.lay, judge.splits) if _laid(lay) not in given]):
        every = judge.sweep_chance(action.hands)
        worth, error = judge.laid(action.hands, knocks=action.knock), judge.error(action.hands, best)
        stays = 1 - every - judge.rival_sweep_chance(action.hands) if pot else 0.0
        chances = (every, stays) if pot else (*judge.chances(judge.counted(action.hands)[1]), every)
        lines.setdefault(action, Line(action, game.write(action), worth, error, chances))
    found = sorted(lines.values(), key=lambda line: -line.worth)
    if game.choices(seen).why_not(Word.THIRTEEN_STRAIGHT) is None:
        declared = Word.THIRTEEN_STRAIGHT
        found.insert(0, Line(declared, game.write(declared), float(rules.target)))
    if pot:
        return Analysis(tuple(found), "pots", ("every place", "stays"), counted(rules), judge.samples)
    places = [f"place {place}" for place in range(1, rules.places + 1)]
    return Analysis(tuple(found), "points", (*places, "every place"), counted(rules), judge.samples)


def _laid(lay: Lay) -> tuple[object, ...]:
    """A key of an action, which ignores the order of the cards in each hand."""
    return lay.knock, *map(frozenset, lay.hands)


def _swap(game: CrashGame, seen: View[Table], rng: Random) -> Analysis:
    """The options to keep the hand and to swap it, each with its worth as the strongest bot estimates it."""
    own, other = Sharp(game).swapped(seen, rng)
    words = sorted(game.choices(seen), key=lambda word: word is not Word.KEEP)  # equally good cards aren't swapped
    lines = [Line(word, game.write(word), own if word is Word.KEEP else other, None) for word in words]
    unit = "pots" if game.rules.scoring is Scoring.POT else "games"
    return Analysis(tuple(sorted(lines, key=lambda line: -line.worth)), unit)


def _call(game: CrashGame, seen: View[Table], judge: Judge) -> Analysis:
    """Two options: announce a crash, or announce nothing. The option that the strongest bot chooses comes first."""
    assert seen.seat is not None
    sharp = Sharp(game)
    choices = game.choices(seen)
    chosen = sharp.choose(seen, choices, Random(0))
    _, gain = sharp.announced(seen)
    every = judge.sweep_chance([seen.piles[pile] for pile in seen.public.laid[seen.seat]])
    lines = [Line(word, game.write(word), gain if word is Word.CALL else 0.0, 0.0, (every,)) for word in choices]
    found = sorted(lines, key=lambda line: line.action is not chosen)
    return Analysis(tuple(found), "chips", ("every place",), worlds=judge.samples)
