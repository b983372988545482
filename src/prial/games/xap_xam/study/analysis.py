"""Compares the actions that a Xập xám player may choose: ways to set the cards, and instant wins.

All these actions are judged in the same way as in a review. The coach bases its sentences on these numbers.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from prial.arrange import fives
from prial.core.game import View
from prial.games.xap_xam.bots import hand_of
from prial.games.xap_xam.game import XapXamGame
from prial.games.xap_xam.settle import ROWS
from prial.games.xap_xam.state import Lay, Table
from prial.games.xap_xam.study.review import Judge, lower_first
from prial.study.analysis import Analysis, Line


def analysis(
    game: XapXamGame,
    seen: View[Table],
    _key: str,
    bots: Mapping[str, Any],
    _worlds: int | None,
    _wanted: int,
    also: Sequence[Lay] = (),
    /,
) -> Analysis:
    """Compare the actions of a decision by their expected units; see `prial.study.analysis.Analyser`.

    A way to set the cards is left out if another way is at least as strong in every row. Actions in ``also`` are never left out.
    """
    hand, dealer, scorer = hand_of(seen), seen.seat == seen.public.dealer, game.scorer
    met = {seat for pair in scorer.pairs(seen.public.dealer, game.seats) if seen.seat in pair for seat in pair} - {seen.seat}
    judge = Judge(game, greedy=lower_first(bots, met))
    outlook = judge.outlook(dealer=dealer)

    def line(action: Lay, units: float, chances: tuple[float, ...] = ()) -> Line:
        return Line(action, game.write(action), len(met) * units, chances=chances)

    settings = [
        line(
            Lay(split.hands),
            float(outlook.playing(split.strengths)),
            tuple([float(outlook.wins[row, strength]) for row, strength in enumerate(split.strengths)]),
        )
        for split in fives.front(hand, scorer.ranking, level=scorer.level)
    ]
    best = max(settings, key=lambda each: each.worth).action.hands
    declared = [
        line(Lay(shown if what.laid else best, what), outlook.declaring(what)) for what, shown in scorer.held(hand).items()
    ]

    def asked(lay: Lay) -> Line:
        plays = lay.declared is None and not scorer.is_mis_set(lay.hands, None)
        strengths = scorer.strengths(lay.hands) if plays else ()
        chances = tuple([float(outlook.wins[row, strength]) for row, strength in enumerate(strengths)])
        return line(lay, judge.worth(lay, dealer=dealer), chances)

    given = {*map(_laid, also)}
    others = [each for each in (*settings, *declared) if _laid(each.action) not in given]
    # Of actions with the same worth, the one with the strongest lower hand stays first
    found = sorted([*others, *map(asked, also)], key=lambda each: -each.worth)
    return Analysis(tuple(found), "units", ROWS)


def _laid(lay: Lay) -> tuple[object, ...]:
    """A key that is equal for actions that differ only in the order of the cards in a hand."""
    return lay.declared, *map(frozenset, lay.hands)
