"""A coach for Xập xám. It advises the action that a review would find best.

The coach tells how many units the action wins or loses on average. It compares the action with setting the strongest lower hand
first. An instant win is compared with the best way to set the cards.
"""

from collections.abc import Mapping
from typing import Any

from prial.arrange import fives
from prial.bots.bot import Advice
from prial.core.game import View
from prial.errors import add_sentences, say
from prial.games.xap_xam.bots import hand_of
from prial.games.xap_xam.game import XapXamGame
from prial.games.xap_xam.settle import ROWS
from prial.games.xap_xam.state import Lay, Table
from prial.games.xap_xam.study.analysis import analysis
from prial.study.coach import brings

add_sentences(
    "en",
    {
        "xap_xam.coach.lay": "I’d set these hands.",
        "xap_xam.coach.declare": "I’d declare {what}.",
        "xap_xam.coach.rows": "The lower hand wins {lower} of 100, the middle one {middle} and the upper one {upper}.",
        "xap_xam.coach.worth": "On average that {brings}.",
        "xap_xam.coach.first": "Setting your strongest lower hand first gives these same hands.",
        "xap_xam.coach.greedy": "Setting your strongest lower hand first {brings}.",
        "xap_xam.coach.played": "Playing these cards out {brings}.",
    },
)


def coach(game: XapXamGame, seen: View[Table], key: str, bots: Mapping[str, Any], /) -> Advice:
    """Advise a player what to lay or declare, with the reasons; see `prial.study.coach.Coach`."""
    lines = analysis(game, seen, key, bots, None, 1).lines
    best: Lay = lines[0].action
    told = [say("xap_xam.coach.worth", {"brings": brings(lines[0].worth, "units")})]
    if best.declared is not None:
        played = next(line for line in lines if line.action.declared is None)
        told.append(say("xap_xam.coach.played", {"brings": brings(played.worth, "units")}))
        return Advice("coach", say("xap_xam.coach.declare", {"what": best.declared.words}), best, " ".join(told))
    wins = {row: round(100 * chance) for row, chance in zip(ROWS, lines[0].chances, strict=True)}
    told.insert(0, say("xap_xam.coach.rows", wins))
    usual = Lay(fives.greedy(hand_of(seen), game.scorer.ranking, level=game.scorer.level).hands)
    first = next(line for line in lines if line.action == usual)
    greedy = say("xap_xam.coach.greedy", {"brings": brings(first.worth, "units")})
    told.append(say("xap_xam.coach.first", {}) if first is lines[0] else greedy)
    return Advice("coach", say("xap_xam.coach.lay", {}), best, " ".join(told))
