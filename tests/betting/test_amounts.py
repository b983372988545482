"""The amounts that may be bet, checked against their definition chip by chip (the page of Brag, Amounts)."""

from itertools import product

import pytest

from prial.betting.amounts import Limits, half, in_open_units, least, most, price

LASTS, POTS, BLIND = range(9), (2, 3, 7, 40), (False, True)


def test_half_is_rounded_up() -> None:
    assert [half(chips) for chips in range(7)] == [0, 1, 1, 2, 2, 3, 3]


def test_a_blind_payment_counts_double() -> None:
    assert (in_open_units(3, blind=True), in_open_units(3, blind=False)) == (6, 3)


@pytest.mark.parametrize(("last", "blind"), list(product(LASTS, BLIND)))
def test_the_least_bet_is_the_smallest_that_counts_as_much_as_the_last(last: int, blind: bool) -> None:
    for min_bet in (1, 2, 5):
        counts = [chips for chips in range(1, 50) if in_open_units(chips, blind=blind) >= (last or min_bet)]
        assert least(Limits(min_bet=min_bet), last, blind=blind) == counts[0]


@pytest.mark.parametrize(("last", "blind", "pot"), list(product(LASTS, BLIND, POTS)))
def test_the_most_is_the_greatest_that_no_limit_forbids(last: int, blind: bool, pot: int) -> None:
    for max_bet, max_raise, pot_limit in product((0, 3, 8), (0, 1, 2, 5), BLIND):
        limits = Limits(2, max_bet, max_raise, pot_limit)

        def allowed(chips: int, limits: Limits = limits) -> bool:
            counts = in_open_units(chips, blind=blind)
            beyond = limits.max_raise if last else limits.max_bet
            return not (beyond and counts > last + beyond) and not (limits.pot_limit and chips > pot)

        greatest = max((chips for chips in range(1, 200) if allowed(chips)), default=0)
        wanted = None if greatest == 199 else max(greatest, least(limits, last, blind=blind))
        assert most(limits, last, pot, blind=blind) == wanted


@pytest.mark.parametrize("last", range(1, 9))
def test_what_seeing_costs(last: int) -> None:
    """An open player sees an open one for 2 L, a blind player sees anybody for L; `single` halves only the former."""
    for double in (True, False):
        limits = Limits(double_see=double)
        assert price(limits, last, blind=False, seen_blind=False) == (2 * last if double else last)
        assert price(limits, last, blind=False, seen_blind=True) is None
        assert price(limits, last, blind=True, seen_blind=False) == last
        assert price(limits, last, blind=True, seen_blind=True) == last


@pytest.mark.parametrize(("pot", "bet"), [(pot, bet) for pot in range(2, 12) for bet in range(1, pot + 1)])
def test_whoever_kept_to_the_pot_limit_leaves_a_pot_that_pays_for_seeing(pot: int, bet: int) -> None:
    """The page of Brag: a see costs at most what the pot contains. Nothing needs to check it, since it always holds."""
    limits = Limits(pot_limit=True)
    assert (most(limits, 0, pot, blind=False) or 0) >= bet
    after = pot + bet
    assert (price(limits, bet, blind=False, seen_blind=False) or 0) <= after
    assert (price(limits, 2 * bet, blind=True, seen_blind=True) or 0) <= after
    assert least(limits, 2 * bet, blind=False) <= after
