"""Covered pots: settled a second time from the list of payments alone, and how chips are divided."""

from random import Random

import pytest

from prial.core.game import Seat
from prial.games.brag.rules import SCHEMA
from tests.games.brag.campaign import play
from tests.games.brag.table import Playing

DEALS = 60


def by_payments(paid: list[tuple[Seat, int, bool]], worth: dict[Seat, int], bettors: list[Seat]) -> dict[Seat, int]:
    """Everybody's winnings, chip by chip: a coverer competes for the payments before the cover, the bettors for all."""
    won = dict.fromkeys(worth, 0)
    covered_at = {seat: number for number, (seat, _, covers) in enumerate(paid) if covers}
    best_bettor = max(bettors, key=lambda seat: worth[seat])
    for number, (_, chips, _) in enumerate(paid):
        # Players who compete for this chip: the bettors, and those who covered with it or later
        rivals = sorted((seat for seat, at in covered_at.items() if at >= number), key=lambda seat: -covered_at[seat])
        holder = best_bettor
        for rival in rivals:  # the newest coverer first; in a tie the winner so far keeps it
            if worth[rival] > worth[holder]:
                holder = rival
        won[holder] += chips
    return won


def deal(number: int, last_chip: str) -> int:
    """Play a deal in which small stacks cover, and compare the winnings; returns the number of different covers."""
    rng = Random(f"settle {number}")
    players = rng.randint(4, 8)
    small = rng.randint(3, players - 1)
    stacks = [rng.randint(2, 14) for _ in range(small)] + [60] * (players - small)
    rng.shuffle(stacks)
    t = Playing(
        players=players, stacks=stacks, blind="off", max_bet=0, max_raise=0, dealer=rng.randrange(players), last_chip=last_chip
    )
    cards = rng.sample(range(52), 3 * players)
    t.nature(tuple((card,) for card in cards))
    paid: list[tuple[Seat, int, bool]] = [(seat, 1, False) for seat in t.table.playing]
    while t.phase == "bet":
        (seat,) = t.seats
        low, high = t.bets(seat) or (0, -1)
        chips = min(high, low + rng.randint(0, 2))
        see = "see" in t.offers(seat) and rng.random() < 0.3
        before = t.table.paid[seat]
        covered = len(t.table.covered)
        t.do(seat, "see" if see else f"bet {chips}")
        paid.append((seat, t.table.paid[seat] - before, False))
        paid += [(coverer, 0, True) for coverer in t.table.covered[covered:]]
    table = t.table
    bettors = [seat for seat in table.playing if seat not in table.covered]
    strength = {
        seat: t.game.ranking(table).strength([t.state.piles[p][0] for p in table.hands[seat][0]]) for seat in table.playing
    }
    # the payer loses ties: half a unit of strength less
    worth = {seat: 2 * strength[seat] - (seat == table.payer) for seat in table.playing}
    won = by_payments(paid, worth, bettors)
    assert {seat: table.chips[seat] - stacks[seat] + table.paid[seat] for seat in table.playing} == won
    return len({table.paid[seat] for seat in table.covered})


@pytest.mark.parametrize("last_chip", ["bets", "covers"])
def test_pots_covered_at_different_amounts_go_where_each_chip_goes(last_chip: str) -> None:
    """Covering (Pagat; decided). In many of the deals three or more players have covered at different amounts."""
    amounts = [deal(number, last_chip) for number in range(DEALS)]
    assert sum(different >= 3 for different in amounts) >= DEALS // 4
    assert max(amounts) >= 4


@pytest.mark.parametrize("number", range(10))
def test_whole_games_of_short_stacks_agree_with_the_book(number: int) -> None:
    rng = Random(f"stacks {number}")
    players = rng.randint(4, 7)
    rules = SCHEMA.make({"players": players, "length": 3, "rebuy": "off"})
    stacks = [rng.randint(1, 12) for _ in range(players)]
    both = play(rules, rng, stacks=stacks, stay=0.8, wish=rng.choice(["", "ties"]))
    assert sum(both.table.chips) == sum(stacks)
