"""Pots as values, and their division, checked against lists of payments."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prial.betting.pots import EMPTY, cover, pay, settle, share, total
from prial.core.game import Seat
from tests.games.brag.book import Paid, Worth, awards_of, pots_of


@given(st.data())
def test_pots_as_values_are_what_the_payments_make(data: st.DataObject) -> None:
    """`prial.betting.pots` is compared with the book's two lists."""
    players = data.draw(st.integers(2, 8))
    seats = data.draw(st.permutations(range(players)))
    coverers = list(seats[: data.draw(st.integers(0, players - 1))])
    paid, pots = [], EMPTY
    for seat in coverers:
        for _ in range(data.draw(st.integers(0, 3))):
            chips = data.draw(st.integers(0, 20))
            paid.append(Paid(-1, chips))
            pots = pay(pots, chips)
        last = data.draw(st.integers(0, 9))
        paid.append(Paid(seat, last, covers=True))
        pots = cover(pay(pots, last), seat)
    left = [seat for seat in seats if seat not in coverers]
    made = pots_of(0, paid)
    assert [(pot.chips, pot.coverer) for pot in pots] == made
    assert total(pots) == sum(payment.chips for payment in paid)
    worth: dict[Seat, Worth] = {seat: ((data.draw(st.integers(0, 4)),), ()) for seat in seats}
    top = max(worth[seat] for seat in left)
    best = [seat for seat in left if worth[seat] == top]
    awards = settle(pots, best, lambda one, other: worth[one] > worth[other])
    assert [(award.chips, list(award.winners)) for award in awards] == awards_of(made, best, worth)
    assert sum(award.chips for award in awards) == total(pots)
    assert [award.coverer for award in awards] == [coverer for _, coverer in reversed(made)]


def test_a_pot_that_is_covered_takes_no_more() -> None:
    pots = pay(cover(pay(EMPTY, 5), 1), 3)
    assert [(pot.chips, pot.coverer) for pot in pots] == [(5, 1), (3, None)]
    assert total(pots) == 8


@pytest.mark.parametrize(("coverer_is_better", "winner"), [(True, 1), (False, 0)])
def test_an_older_pot_goes_to_its_coverer_only_where_that_hand_is_better(coverer_is_better: bool, winner: int) -> None:
    """With equal hands it goes to the winner of the newer pot."""
    awards = settle(pay(cover(pay(EMPTY, 5), 1), 3), [0], lambda *_: coverer_is_better)
    assert [(award.chips, award.winners) for award in awards] == [(3, (0,)), (5, (winner,))]


@given(st.integers(0, 60), st.integers(0, 7), st.sets(st.integers(0, 7), min_size=1))
def test_chips_are_shared_evenly_and_odd_ones_go_to_the_first_from_the_dealers_left(
    pool: int, dealer: Seat, winners: set[Seat]
) -> None:
    won = dict.fromkeys(winners, 0)
    at = dealer
    for _ in range(pool):  # chip by chip, round the table
        at = next(seat % 8 for seat in range(at + 1, at + 9) if seat % 8 in winners)
        won[at] += 1
    assert dict(share(pool, sorted(winners), dealer, 8)) == won
