"""A coach for Xập xám. It advises what a review would find best, and says what this and a simpler way to play would bring.

The simpler way is to set the strongest lower hand first. If the coach advises to declare an instant win, the simpler way is to
play the cards out.
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
from prial.games.xap_xam.study.review import Judge, lower_first
from prial.study.coach import brings

add_sentences(
    "en",
    {
        "xap_xam.coach.lay": "I’d set these hands.",
        "xap_xam.coach.declare": "I’d declare {what}.",
        "xap_xam.coach.rows": "The lower hand wins {lower} of 100, the middle one {middle} and the upper one {upper}.",
        "xap_xam.coach.worth": "That {brings} on average.",
        "xap_xam.coach.first": "Your strongest lower hand first makes the same hands.",
        "xap_xam.coach.greedy": "Your strongest lower hand first {brings}.",
        "xap_xam.coach.played": "To play these cards out {brings}.",
    },
)


def coach(game: XapXamGame, seen: View[Table], _key: str, bots: Mapping[str, Any], /) -> Advice:
    """Advise what to lay or declare, with the reasons; see `prial.study.coach.Coach`."""
    hand, dealer = hand_of(seen), seen.seat == seen.public.dealer
    met = {seat for pair in game.scorer.pairs(seen.public.dealer, game.seats) if seen.seat in pair for seat in pair} - {seen.seat}
    judge, opponents = Judge(game, greedy=lower_first(bots, met)), len(met)
    best = judge.best(hand, dealer=dealer)

    def worth(lay: Lay) -> str:
        return brings(opponents * judge.worth(lay, dealer=dealer), "units")

    told = [say("xap_xam.coach.worth", {"brings": worth(best)})]
    if best.declared is not None:
        played = Lay(judge.outlook(dealer=dealer).best(hand).hands)
        told.append(say("xap_xam.coach.played", {"brings": worth(played)}))
        return Advice("coach", say("xap_xam.coach.declare", {"what": best.declared.words}), best, " ".join(told))
    rows = judge.rows(best, best, dealer=dealer)
    told.insert(0, say("xap_xam.coach.rows", {name: round(100 * row.wins) for name, row in zip(ROWS, rows, strict=True)}))
    usual = fives.greedy(hand, game.scorer.ranking, level=game.scorer.level)
    same = usual.hands == best.hands
    told.append(say("xap_xam.coach.first", {}) if same else say("xap_xam.coach.greedy", {"brings": worth(Lay(usual.hands))}))
    return Advice("coach", say("xap_xam.coach.lay", {}), best, " ".join(told))
