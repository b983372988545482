from typing import Any

import pytest

from prial.cards import PACK, names
from prial.games.crash import SCHEMA, CrashGame
from prial.games.crash.study.showdown import Outcome, Showdown, settle
from prial.study.showdown import rules_of

SWEEP = [["3s3h3d", "AsAhAd", "KsKhKd"], ["9s9h2d", "7s7h2c", "5s5h2h"], ["TsTh4d", "8s8h4c", "6s6h4h"]]
SPLIT = [["3s3h3d", "9s9h2d"], ["AsAhAd", "TsTh4d"], ["KsKhKd", "8s8h4c"]]


def outcome(**given: Any) -> Outcome:
    showdown = Showdown(**{"dealer": 0, "scores": [0, 0, 0], "rules": {"preset": "nine_pot", "order": "as_laid"}, **given})
    return settle(CrashGame(rules_of(showdown, SCHEMA)), showdown)


@pytest.mark.parametrize("pot", [None, 3, 12, 13, 0])
def test_money_adds_up_when_the_pot_is_won(pot: int | None) -> None:
    found = outcome(hands=SWEEP, pot=pot)
    whole = 3 if pot is None else pot
    assert found.settled.crash == 0
    assert sum(found.money) == 0
    assert found.money[0] == whole - whole // 3


@pytest.mark.parametrize("pot", [None, 3, 12, 13])
def test_what_is_missing_lies_in_the_pot_that_stays(pot: int | None) -> None:
    found = outcome(hands=SPLIT, pot=pot, rules={"preset": "nine_pot"})
    whole = 3 if pot is None else pot
    assert found.settled.pot == whole
    assert sum(found.money) == -whole
    assert max(found.money) - min(found.money) <= 1


def test_a_ledger_that_is_given_is_not_paid_again() -> None:
    found = outcome(hands=SWEEP, pot=9, ledger=[-3, -3, -3])
    assert found.money == (9, 0, 0)
    assert found.table.ledger == (6, -3, -3)


def test_who_is_out_of_the_game_paid_no_ante() -> None:
    found = outcome(hands=[*SWEEP[:2], None], pot=6)
    assert found.money == (3, -3, 0)


def test_without_a_pot_nobody_has_paid_anything() -> None:
    hands = [[names(PACK[3 * k : 3 * k + 3])] for k in range(3)]
    assert outcome(hands=hands, rules={}).money == (0, 0, 0)
