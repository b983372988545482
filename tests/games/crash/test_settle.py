"""The scoring of a deal, checked against the oracle under random rules, with deals in which rare things are common."""

from random import Random
from typing import Any

import pytest

from prial.cards import PACK, names
from prial.core.chance import Draw, Group
from prial.games.crash.settle import Deal, Scorer
from prial.games.crash.state import Declaration, Settled
from tests.campaigns import soaking
from tests.games.crash.oracle import After, Before, Hand, Oracle, quads
from tests.games.crash.rigged import WISHES, random_rules, rig, split


def plain(settled: Settled, *, of_fours: bool) -> dict[str, Any]:
    """The game's result in the oracle's form; its ranks begin at 0, the oracle's at 2."""
    return {
        "places": [(place.winner, str(place.reason)) for place in settled.places],
        "points": list(settled.points),
        "scores": list(settled.scores),
        "paid": list(settled.ledger),
        "pot": settled.pot,
        "crash": settled.crash,
        "four": settled.four,
        "four_rank": settled.four_rank + 2 if of_fours and settled.four_rank is not None else None,
        "fouls": list(settled.fouls),
        "out": list(settled.out),
        "void": settled.void,
        "level": list(settled.level),
        "over": settled.over,
        "winners": sorted(settled.winners),
    }


def some_deal(rng: Random, rules: Any) -> tuple[Deal, Before]:
    """A deal in the middle of a game, for the game and for the oracle."""
    oracle, players = Oracle(rules), rules.players
    seats = list(range(players))
    playing = seats if rng.random() < 0.7 else sorted(rng.sample(seats, rng.randint(2, players)))
    sudden_death = oracle.is_("final_tie", "sudden_death") and rng.random() < 0.4
    level = sorted(rng.sample(playing, rng.randint(2, len(playing)))) if sudden_death else []
    most = rules.target - 1
    scores = [rng.randint(max(0, most - 3), most) if rng.random() < 0.7 else rng.randint(0, most) for _ in seats]
    if oracle.is_("scoring", "pot"):
        scores = [rng.randint(0, 3) for _ in seats]
    draw = Draw(PACK, (Group("hands", tuple(rules.cards if seat in playing else 0 for seat in seats)),))
    wishes = rng.choice([["anything"], ["prials", "anything"], list(WISHES), ["fours"], ["mirror", "top_cards"]])
    dealt = rig(draw, rng, wishes)
    laid: dict[int, list[Hand]] = {}
    declared: list[tuple[int, str]] = []
    for seat in playing:
        if oracle.is_("six_pairs", "may_void") and rng.random() < 0.03:
            declared.append((seat, "six_pairs"))
        elif oracle.is_("thirteen_straight", "wins_game") and (not level or seat in level) and rng.random() < 0.03:
            declared.append((seat, "thirteen_straight"))
        else:
            laid[seat] = split(rng, oracle, dealt[seat])
            if oracle.is_("four_bonus", "knock") and quads(laid[seat]) and rng.random() < 0.7:
                declared.append((seat, "knock"))
    called = [] if oracle.is_("crash_call", "none") else [seat for seat in playing if rng.random() < 0.4]
    booked = [rng.choice([0, 0, rules.spare_stake]) for _ in seats]
    pot = rng.randint(1, 40) if oracle.is_("scoring", "pot") else 0
    ledger = [rng.randint(-20, 20) for _ in seats]
    last = pot > 0 and rng.random() < 0.3
    dealer = rng.choice(playing)
    scorer = Scorer(rules)
    deal = Deal(
        dealer=dealer,
        scores=tuple(scores),
        playing=tuple(playing),
        hands=tuple(scorer.in_order(tuple(laid.get(seat, ()))) for seat in seats),
        declared=tuple((seat, Declaration(what)) for seat, what in declared),
        called=tuple(called),
        level=tuple(level),
        booked=tuple(booked),
        pot=pot,
        last=last,
        ledger=tuple(ledger),
    )
    before = Before(
        dealer=dealer,
        playing=playing,
        laid=laid,
        declared=set(declared),
        called=set(called),
        scores=scores,
        ledger=ledger,
        booked=booked,
        pot=pot,
        level=level,
        last=last,
    )
    return deal, before


@pytest.mark.parametrize("seed", soaking(range(300), range(20)))
def test_the_score_of_a_deal_is_the_one_that_the_rules_give(seed: int) -> None:
    rng = Random(seed)
    rules = random_rules(rng)
    scorer, oracle = Scorer(rules), Oracle(rules)
    for _ in range(40):
        deal, before = some_deal(rng, rules)
        after: After = oracle.settle(before)
        laid = {seat: [names(hand) for hand in hands] for seat, hands in before.laid.items()}
        wanted = {key: value for key, value in vars(after).items() if key != "turned_of_foul"}
        assert plain(scorer.settle(deal), of_fours=True) == wanted, (rules, laid, before)
        assert sum(after.paid) == before.pot - after.pot
