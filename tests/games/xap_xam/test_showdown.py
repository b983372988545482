"""Deals of Xập xám played with real cards: what must be given, what is returned, and a second model's answer."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prial.cards import PACK, best_first, names
from prial.core.game import State, view
from prial.games.xap_xam.choices import Arranging
from prial.games.xap_xam.game import XapXamGame
from prial.games.xap_xam.instants import Instant
from prial.games.xap_xam.rules import SCHEMA, XapXamRules
from prial.games.xap_xam.state import Phase, Table
from prial.games.xap_xam.study.showdown import Showdown, settle
from prial.study.showdown import read_as, rules_of
from prial.testing import strategies
from tests.cli.conftest import Prial, one_sentence
from tests.games.xap_xam import oracle

WORKED = [["AsKs9s7s4s", "QdQc8d6c3d", "Jc5d2d"], ["AhKh9h7h4h", "QsQh8s6s3s", "JhTc2c"]]
"""The worked example of the page of Xập xám."""
DECLARED = [{"seat": 1, "what": "six_pairs"}]
SIX_PAIRS = ["KdKcJsJd7c", "7d5s5h3c3h", "8c8h2s"]


def showdown(**changes: Any) -> str:
    return json.dumps({"game": "xap_xam", "dealer": 0, "hands": WORKED, **changes})


def plain(**changes: Any) -> Any:
    asked = read_as(showdown(**changes), Showdown)
    return json.loads(json.dumps(settle(XapXamGame(rules_of(asked, SCHEMA)), asked).plain))


@pytest.mark.parametrize(("ties", "rows", "units"), [("dealer_wins", [1, 1, -1], 1), ("no_one", [0, 0, -1], -1)])
def test_the_worked_example(prial: Prial, ties: str, rows: list[int], units: int) -> None:
    """The page of Xập xám: two hands equal, one better."""
    deal = showdown(rules={"dealer_ties": ties})
    assert json.loads(prial("showdown", "--json", "-", stdin=deal).stdout) == {
        "units": [units, -units],
        "mis_set": [],
        "instant": {},
        "pairs": [{"seats": [0, 1], "rows": rows, "units": [units, -units]}],
    }


def test_an_instant_win_counts_where_it_is_declared_only() -> None:
    hands = [WORKED[0], SIX_PAIRS]
    assert plain(hands=hands, declared=DECLARED) == {
        "units": [-2, 2],
        "mis_set": [],
        "instant": {"1": "six_pairs"},
        "pairs": [{"seats": [0, 1], "rows": [0, 0, 0], "units": [-2, 2]}],
    }
    undeclared = plain(hands=hands)
    assert undeclared["instant"] == {}
    assert undeclared == plain(hands=hands, declined=[1])


def test_a_game_of_one_deal_is_settled_like_any_other() -> None:
    assert plain(rules={"length": 1}) == plain()


def test_pairs_are_against_the_dealer_or_everybodys() -> None:
    hands = [*WORKED, ["TsTh9d8h2h", "9c8cJs5c4d", "Kd3h4c"]]
    assert [pair["seats"] for pair in plain(hands=hands, dealer=1)["pairs"]] == [[0, 1], [1, 2]]
    everyone = plain(hands=hands, rules={"preset": "chinese_poker"})
    assert [pair["seats"] for pair in everyone["pairs"]] == [[0, 1], [0, 2], [1, 2]]
    assert sum(everyone["units"]) == 0


def test_for_people(prial: Prial) -> None:
    told = prial("showdown", "-", stdin=showdown(seats=["Ann", "Bob"])).stdout
    lines = [" ".join(line.split()) for line in told.splitlines()]
    assert [line for line in lines if line.endswith(" hands")] == ["Lower hands", "Middle hands", "Upper hands"]
    assert "+1 Ann A♠ K♠ 9♠ 7♠ 4♠ flush, ace high" in lines
    assert "Ann wins 1 unit from Bob, 2 hands to 1." in lines
    assert lines[-2:] == ["Ann +1 dealer", "Bob -1"]
    told = prial("showdown", "-", stdin=showdown(hands=[WORKED[0], SIX_PAIRS], declared=DECLARED)).stdout
    assert "Seat 1 wins 2 units from Seat 0 with six pairs." in told
    told = prial("showdown", "-", stdin=showdown(hands=[WORKED[0], [WORKED[1][1], WORKED[1][0], WORKED[1][2]]])).stdout
    assert "Seat 0 wins 1 unit from Seat 1, who has mis-set." in told


def test_a_narrow_screen_cuts_no_name_off(prial: Prial, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    told = prial("showdown", "-", stdin=showdown(seats=["Ann", "Bob"])).stdout
    assert max(map(len, told.splitlines())) <= 40
    assert "flush, ace high" in told


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (showdown(hands=WORKED[:1]), "players can't be '1'"),
        (showdown(hands=WORKED * 3), "players can't be '6'"),
        (showdown(hands=[WORKED[0], WORKED[0]]), "As is laid twice: by seat 0 and by seat 1"),
        (showdown(hands=[WORKED[0], None]), "hands[1] should be a list"),
        (
            showdown(hands=[WORKED[0], WORKED[1][:2]]),
            "The hands of seat 1 can't be settled: Lay three hands, a lower, a middle and an upper one, not 2",
        ),
        (showdown(hands=[WORKED[0], ["AhKh9h7h", "QsQh8s6s3s", "JhTc2c"]]), "The lower hand takes 5 cards; AhKh9h7h has 4"),
        (showdown(hands=[WORKED[0], ["", "QsQh8s6s3s", "JhTc2c"]]), "The lower hand takes 5 cards; yours has 0"),
        (showdown(hands=[WORKED[0], ["AhKh9h7h4x", "QsQh8s6s3s", "JhTc2c"]]), "Hand 1 of seat 1 can't be read"),
        (showdown(dealer=2), "'dealer' can't name seat 2: the seats in play are 0, 1."),
        (showdown(dealer=None), "dealer should be a whole number"),
        (json.dumps({"game": "xap_xam", "hands": WORKED}), "'dealer' is missing"),
        (showdown(rules={"players": 3}), "The rules say 3 players, but there are hands for 2."),
        (showdown(rules={"sweep": 2}), "sweep"),
        (showdown(scores=[0, 0]), "'scores' isn't known"),
        (showdown(seats=["Ann", "Ann"]), "Two seats are called Ann"),
        (showdown(seats=["Ann"]), "'seats' lists 1, but there are 2 seats"),
        (
            showdown(declared=[{"seat": 1, "what": "royal_flush"}]),
            "'royal_flush' can't be declared; whole_dragon",
        ),
        (showdown(declared=[{"seat": 2, "what": "six_pairs"}]), "'declared' can't name seat 2"),
        (showdown(declared=DECLARED * 2), "Seat 1 is listed twice under 'declared'."),
        (showdown(declared=DECLARED), "seat 1 can't be settled: Your cards don't hold six pairs."),
        (showdown(declined=[1]), "Seat 1 can't decline: its cards hold nothing that wins at once under these rules."),
        (showdown(declined=[5]), "'declined' can't name seat 5"),
        (
            showdown(hands=[WORKED[0], SIX_PAIRS], declared=DECLARED, declined=[1]),
            "Seat 1 can't be listed under both 'declared' and 'declined'.",
        ),
        (
            showdown(hands=[WORKED[0], SIX_PAIRS], declined=[1], rules={"instant": "none"}),
            "Seat 1 can't decline: its cards hold nothing that wins at once under these rules.",
        ),
        (
            showdown(hands=[WORKED[0], SIX_PAIRS], declared=DECLARED, rules={"instant": "none"}),
            "Under these rules you can't declare six pairs.",
        ),
    ],
)
def test_bad_showdowns(prial: Prial, text: str, part: str) -> None:
    for flags in ((), ("--json",)):
        done = prial("showdown", "-", *flags, stdin=text)
        assert part in one_sentence(done)
        assert not done.stdout


def options(rules: XapXamRules) -> dict[str, Any]:
    """Rules in the second model's form."""
    told: dict[str, Any] = {name: getattr(rules, name) for name in SCHEMA.options}
    return {**told, "instant": list(rules.instants.items())}


@given(strategies.rules(SCHEMA), st.integers(0, 2**32), st.booleans())
def test_any_showdown_is_settled_as_a_second_slow_model_does(rules: XapXamRules, seed: int, short: bool) -> None:
    """Half of the hands come from few cards, so that there are ties and equal instant wins."""
    rng, game = Random(seed), XapXamGame(rules)
    seats = range(game.seats)
    pack = rng.sample(PACK[-13 * game.seats :] if short else PACK, 13 * game.seats)
    piles = tuple([best_first(pack[13 * seat : 13 * seat + 13]) for seat in seats])
    dealer = rng.randrange(game.seats)
    table = Table(phase=Phase.SET, dealer=dealer, scores=(0,) * game.seats, hands=tuple(seats))
    state = State(table, piles, tuple([1 << seat for seat in seats]))
    choices = [Arranging(game.scorer, view(state, seat)) for seat in seats]
    lays = [each.sample(rng) for each in choices]
    declared = {seat: lay.declared for seat, lay in enumerate(lays) if lay.declared is not None}
    declined = [seat for seat in seats if choices[seat].instants and seat not in declared]
    found = plain(
        rules=SCHEMA.written(rules),
        dealer=dealer,
        hands=[[*map(names, lay.hands)] for lay in lays],
        declared=[{"seat": seat, "what": what} for seat, what in declared.items()],
        declined=declined,
    )
    slow = oracle.settle(options(rules), dealer, [lay.hands for lay in lays], declared)
    slow["instant"] = {str(seat): what for seat, what in slow["instant"].items()}
    assert found == slow


def test_every_instant_win_has_a_name_in_the_form() -> None:
    from prial.core.page import text_of
    from prial.core.registry import find

    form = text_of(find("xap_xam"), "showdown.md")
    assert all(f"`{what}`" in form for what in Instant if what is not Instant.SIX_PAIRS)
