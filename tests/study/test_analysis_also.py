"""An analysis judges any action that it is asked for, as a review judges the answer that a player gave."""

from random import Random
from typing import Any

import numpy as np
import pytest

from prial.bots.registry import make
from prial.core.registry import find, names
from prial.core.session import Session
from prial.errors import ActionError
from prial.games.brag.study.review import BragModel
from prial.games.brag_poker.study.review import BragPokerModel
from prial.games.crash.actions import Lay
from prial.games.stop_the_bus.study.review import BusModel
from prial.games.xap_xam.state import Lay as XapXamLay
from prial.games.xap_xam.study.review import Judge
from prial.study.analysis import analyse
from prial.study.review import review
from prial.study.rollouts import Model, play_on

FEW = 20
"""Number of worlds or deals in which actions are tried."""


def at_the_first_decision(name: str, **rules: object) -> tuple[Session[Any, Any], int]:
    session = Session(find(name).make(rules), seed=7)
    return session, session.waiting[0]


@pytest.mark.parametrize("name", names())
def test_any_allowed_action_can_be_judged(name: str) -> None:
    """Also one that the analysis leaves out and one that it has itself, as action or text, in any order of the cards."""
    session, seat = at_the_first_decision(name)
    choices, rng = session.choices(seat), Random(2)
    asked = [choices.sample(rng) for _ in range(5)]
    asked = [each for each in dict.fromkeys(asked) if str(each) not in ("propose", "rebuy")]
    found = analyse(session.game, session.view(seat), worlds=FEW, most=1, also=[asked[0], *map(session.game.write, asked[1:])])
    judged = [line.action for line in found.lines]
    assert {*asked} <= {*judged}
    assert len(judged) == len({*judged}) <= len(asked) + 1
    assert [line.worth for line in found.lines] == sorted([line.worth for line in found.lines], reverse=True)
    for line in found.lines:
        assert session.game.write(line.action) == line.text
        assert line.error is not None
        assert line.error >= 0


@pytest.mark.parametrize("name", names())
def test_what_is_asked_for_leaves_the_other_lines_as_they_are(name: str) -> None:
    session, seat = at_the_first_decision(name)
    plain = analyse(session.game, session.view(seat), worlds=FEW, most=3)
    worst = plain.lines[-1]
    found = analyse(session.game, session.view(seat), worlds=FEW, most=3, also=[worst.text])
    assert found == plain
    assert analyse(session.game, session.view(seat), worlds=FEW, most=1, also=worst.text).lines == (plain.lines[0], worst)


def test_bets_and_a_proposal_that_the_analysis_of_brag_leaves_out() -> None:
    session, seat = at_the_first_decision("brag", players=3)
    asked = ["bet 3", "propose"]
    plain = analyse(session.game, session.view(seat), worlds=FEW, most=99)
    assert not {*asked} & {line.text for line in plain.lines}
    found = analyse(session.game, session.view(seat), worlds=FEW, most=99, also=asked)
    assert [line for line in found.lines if line.text not in asked] == list(plain.lines)
    assert {line.text for line in found.lines} >= {*asked}


@pytest.mark.parametrize("name", ["crash", "xap_xam"])
def test_a_review_finds_the_same_worth_for_random_cards_laid(name: str) -> None:
    for seed in range(4):
        session: Session[Any, Any] = Session(find(name).make(), seed=seed)
        bot, rng, me, worths = make(session.game, "random"), Random(seed), session.waiting[0], list[float]()
        while not (judged := review(session.game, session.record(), seat=me, worlds=FEW).judged):
            seat = session.waiting[0]
            action = bot.choose(session.view(seat), session.choices(seat), rng)
            if seat == me and not worths:
                found = analyse(session.game, session.view(seat), worlds=FEW, most=1, also=[action])
                worths = [line.worth for line in found.lines if line.action == action]
            session.do(seat, action)
        assert judged[0].worth == pytest.approx(worths[0])


@pytest.mark.parametrize(
    ("make_model", "name"), [(BragModel, "brag"), (BragPokerModel, "brag_poker"), (BusModel, "stop_the_bus")]
)
def test_the_worth_is_the_mean_of_the_deals_played_on(make_model: type[Model], name: str) -> None:
    """Each deal is played on here one by one, with the seeds that the module gives to them."""
    session, seat = at_the_first_decision(name, players=3)
    seen = session.view(seat)
    asked = analyse(session.game, seen, worlds=FEW, most=99).lines[-1].action if name != "brag" else session.game.read("bet 3")
    (line,) = [
        line for line in analyse(session.game, seen, worlds=FEW, most=1, seed="k", also=[asked]).lines if line.action == asked
    ]
    model, key, first = make_model(session.game, {}), f"{name}/k/{seat}", FEW // 5
    drawn = model.worlds(seen, 2 * FEW, np.random.Generator(np.random.PCG64(Random(key).getrandbits(64))))
    brought = [play_on(model, seen, world, asked, f"{key}/{at}") for at, world in enumerate(drawn[:first])]
    brought += [play_on(model, seen, world, asked, f"{key}/more/{at}") for at, world in enumerate(drawn[first:FEW])]
    assert line.worth == pytest.approx(sum(brought) / FEW)
    assert line.chances[0] == pytest.approx(sum(each > 0 for each in brought) / FEW)


def test_a_mis_set_hand_is_worth_what_it_costs() -> None:
    """At Xập xám the lower hand must beat the middle one: to lay them the wrong way round loses to each opponent."""
    session, seat = at_the_first_decision("xap_xam")
    game: Any = session.game
    lower, middle, upper = analyse(game, session.view(seat), most=1).lines[0].action.hands
    wrong = XapXamLay((middle, lower, upper))
    line = analyse(game, session.view(seat), most=1, also=[wrong]).lines[-1]
    dealer = session.view(seat).public.dealer
    opponents = sum(seat in pair for pair in game.scorer.pairs(dealer, game.seats))
    assert line.worth == opponents * Judge(game).worth(wrong, dealer=seat == dealer) < 0
    assert line.chances == ()


def test_hands_in_the_wrong_order_win_nothing() -> None:
    session, seat = at_the_first_decision("crash", order="as_laid", foul="lose_deal")
    hands = analyse(session.game, session.view(seat), worlds=FEW, most=1).lines[0].action.hands
    line = analyse(session.game, session.view(seat), worlds=FEW, most=1, also=[Lay(hands[::-1])]).lines[-1]
    assert line.action == Lay(hands[::-1])
    assert {line.worth, *line.chances} == {0}


def test_four_of_a_kind_brings_a_point_only_with_a_knock() -> None:
    game = find("crash").make({"players": 2, "four_bonus": "knock"})
    session: Any = Session(game, shuffles=False)
    session.deal({0: "4s4h4d4cKsQhJd9s8h7d5c2s2h"})
    hands = "4s4h4d 4cKsQh Jd9s8h 7d5c2s"
    found = analyse(game, session.view(0), worlds=FEW, also=[f"lay {hands}", f"lay {hands} knock"])
    worth = {line.text: line.worth for line in found.lines}
    assert worth[f"lay {hands} knock"] - worth[f"lay {hands}"] == pytest.approx(1)


@pytest.mark.parametrize(
    ("also", "sentence"),
    [
        (["bet 999"], "999|at most|chips"),
        ("dance", "'dance' is not an action of Brag"),
        ([7], "7"),
        (7, "7"),
        (["agree"], "You can't agree now"),
    ],
)
def test_what_is_not_allowed_is_refused(also: Any, sentence: str) -> None:
    session, seat = at_the_first_decision("brag", players=3)
    with pytest.raises(ActionError, match=sentence):
        analyse(session.game, session.view(seat), worlds=FEW, also=also)


def test_what_no_analysis_judges_is_refused() -> None:
    """Between two deals of Brag all say whether they play on."""
    session, seat = at_the_first_decision("brag", players=2)
    session.do(seat, "fold")
    seat = session.waiting[0]
    with pytest.raises(ActionError, match="'play' is allowed here, but no analysis judges it"):
        analyse(session.game, session.view(seat), also=["play"])


def test_the_best_line_has_no_difference_to_print() -> None:
    session, seat = at_the_first_decision("brag", players=3)
    heading, first, second, *_ = str(analyse(session.game, session.view(seat), worlds=FEW)).splitlines()
    assert "± to the best" in heading
    assert "–" in first
    assert "0.00" not in first
    assert "–" not in second
