"""Betting in fixed steps, checked against lines of credits with one chip or none on each, and against results by hand."""

from dataclasses import dataclass, field
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prial.betting.limit import (
    MOST_RAISES,
    Limit,
    Part,
    Stake,
    Terms,
    call,
    credit,
    next_round,
    paid,
    post,
    pots,
    raised,
    terms,
    to_act,
    total,
    uncalled,
)

STAKES: Final = st.lists(st.builds(Part, st.integers(1, 12), st.booleans()), max_size=5).map(tuple)


def line(stake: Stake) -> list[int]:
    """A chip or none on each credit: at half price on every other one, beginning with the first of its part."""
    return [0 if part.halved and at % 2 else 1 for part in stake for at in range(part.credit)]


# --- a stake, and stakes ----------------------------------------------------------------------------------------------


@given(STAKES, st.integers(0, 70))
def test_what_lies_below_a_level_is_counted_chip_by_chip(stake: Stake, level: int) -> None:
    lies = line(stake)
    assert credit(stake) == len(lies)
    assert paid(stake) == sum(lies)
    assert paid(stake, level) == sum(lies[:level])


@given(st.lists(STAKES, min_size=2, max_size=6).filter(any))
def test_what_nobody_has_matched_is_lifted_from_the_end_of_a_line(stakes: list[Stake]) -> None:
    betting, lines = Limit(tuple(stakes)), list(map(line, stakes))
    second = sorted(map(len, lines))[-2]
    top = [seat for seat, lies in enumerate(lines) if len(lies) > second]
    found = uncalled(betting)
    if not top:
        assert found is None
        return
    assert found is not None
    seat, chips, after = found
    assert ([seat], chips) == (top, sum(lines[seat][second:]))
    lines[seat] = lines[seat][:second]
    assert list(map(line, after.stakes)) == lines
    assert uncalled(after) is None


@given(st.lists(STAKES, min_size=2, max_size=6), st.data())
def test_pots_are_cut_at_the_credits_of_those_who_are_in(stakes: list[Stake], data: st.DataObject) -> None:
    still = data.draw(st.lists(st.sampled_from(range(len(stakes))), min_size=1, unique=True))
    lines = list(map(line, stakes))
    wanted, below = [], 0
    levels = sorted({len(lines[seat]) for seat in still})
    for level in levels:
        end = level if level < levels[-1] else 1_000  # after unmatched chips were returned, none are above this level
        chips = sum(sum(lies[below:end]) for lies in lines)
        if chips:
            wanted.append((chips, tuple([seat for seat in still if len(lines[seat]) >= level])))
        below = level
    found = pots(Limit(tuple(stakes)), still)
    assert found == wanted
    assert sum(chips for chips, _ in found) == total(Limit(tuple(stakes))) == sum(map(sum, lines))


# --- a round against a line of credits each ---------------------------------------------------------------------------


@dataclass
class Line:
    """A player with chips and a line of credits."""

    chips: int
    looked: bool
    lies: list[int] = field(default_factory=list)
    folded: bool = False

    def lay(self, credits_: int, *, half: bool = False) -> None:
        """Put a chip on each new credit, or on every other one."""
        for at in range(credits_):
            chip = 0 if half and at % 2 else 1
            self.lies.append(chip)
            self.chips -= chip

    def price(self, stands: int) -> int:
        """Chips for all credits up to a level, by counting."""
        return len([at for at in range(stands - len(self.lies)) if self.looked or at % 2 == 0])


@dataclass
class Round:
    """A round of betting with chips, as people play it."""

    players: list[Line]
    stands: int = 0
    step: int = 1
    nothing_bet: bool = False
    raises: int = 0
    may_raise: set[int] = field(default_factory=set)
    """Seats that haven't acted since the last full bet or raise."""

    @property
    def still(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if not player.folded]

    def others_with_chips(self, seat: int) -> bool:
        return any(self.players[other].chips for other in self.still if other != seat)

    def next_from(self, seat: int) -> int | None:
        """The first seat, from this one on, that has chips and must act."""
        order = [(seat + at) % len(self.players) for at in range(len(self.players))]
        for each in order:
            player = self.players[each]
            if player.folded or not player.chips:
                continue
            most = max((len(self.players[other].lies) for other in self.still if other != each), default=0)
            if not self.others_with_chips(each):
                if most > len(player.lies):
                    return each
            elif len(player.lies) < self.stands or each in self.may_raise:
                return each
        return None

    def raising(self, seat: int) -> str:
        """Why a seat can't raise."""
        if not self.others_with_chips(seat):
            return "alone"
        if seat not in self.may_raise:
            return "closed"
        if self.players[seat].chips <= self.players[seat].price(self.stands):
            return "short"
        if len(self.still) > 2 and self.raises == MOST_RAISES:
            return "limit"
        return ""

    def calls(self, seat: int) -> None:
        player = self.players[seat]
        half = not player.looked
        if player.chips >= player.price(self.stands):
            player.lay(self.stands - len(player.lies), half=half)
        else:
            player.lay(player.chips * (2 if half else 1), half=half)
        self.may_raise.discard(seat)

    def raises_it(self, seat: int) -> None:
        self.calls(seat)
        over = min(self.step, self.players[seat].chips)
        self.players[seat].lay(over)
        self.stands += over
        if over == self.step:
            self.may_raise = set(range(len(self.players))) - {seat}
            self.raises += not self.nothing_bet
        self.nothing_bet = False


@given(st.data())
def test_two_rounds_are_what_people_with_chips_would_play(data: st.DataObject) -> None:
    """Blinds, then random actions in a first round and a second one with twice the step; all results are compared."""
    players = data.draw(st.integers(2, 5))
    big = data.draw(st.integers(1, 7))
    small = data.draw(st.integers(1, big))
    people = Round([Line(data.draw(st.integers(1, 50)), data.draw(st.booleans())) for _ in range(players)], step=2 * big)
    betting = Limit(((),) * players, step=2 * big)
    for seat, blind in ((0, small), (1, big)):
        betting = post(betting, seat, people.players[seat].chips, blind)
        people.players[seat].lay(min(blind, people.players[seat].chips))
    people.stands, people.may_raise = big, set(range(players))
    seat = 2 % players
    for _ in range(2):
        while len(people.still) > 1:
            order = [at % players for at in range(seat, seat + players) if at % players in people.still]
            turn = to_act(betting, order, lambda each: people.players[each].chips)
            assert turn == people.next_from(seat)
            if turn is None:
                break
            player = people.players[turn]
            others = [people.players[other].chips for other in people.still if other != turn]
            offered = terms(betting, turn, player.chips, others, blind=not player.looked)
            assert offered.why_not_raise == people.raising(turn)
            assert offered.call == player.price(people.stands)
            assert offered.full == (player.chips >= offered.call + people.step)
            before = player.chips
            match data.draw(st.sampled_from(["call", "call", "fold", "look", *["raise"] * (not offered.why_not_raise) * 3])):
                case "look":
                    player.looked = True
                    continue
                case "fold":
                    player.folded = True
                case "call":
                    betting = call(betting, turn, player.chips, blind=not player.looked)
                    people.calls(turn)
                    assert before - player.chips == offered.call_pays
                case _:
                    betting = raised(betting, turn, player.chips, blind=not player.looked)
                    people.raises_it(turn)
                    assert before - player.chips == offered.raise_pays
            assert list(map(line, betting.stakes)) == [each.lies for each in people.players]
            assert (betting.stands, betting.raises) == (people.stands, people.raises)
            seat = (turn + 1) % players
        if len(people.still) == 1 or sum(people.players[each].chips > 0 for each in people.still) < 2:
            break
        betting = next_round(betting, 4 * big)
        people.step, people.nothing_bet, people.raises, people.may_raise = 4 * big, True, 0, set(range(players))
        assert betting.to_match == 0
        seat = 0
    assert total(betting) == sum(sum(player.lies) for player in people.players)


# --- by hand ----------------------------------------------------------------------------------------------------------


def betting(*credits_: int, stands: int, step: int = 4, halved: bool = False, **more: bool | int | tuple[int, ...]) -> Limit:
    """Betting in which each seat has one part."""
    stakes = tuple([(Part(each, halved),) if each else () for each in credits_])
    return Limit(stakes, stands=stands, step=step, **more)  # type: ignore[arg-type]  # fields by name


def test_a_blind_stands_in_full_however_many_chips_were_posted() -> None:
    posted = post(post(Limit(((), (), ()), step=20), 0, 3, 5), 1, 4, 10)
    assert posted.stakes == ((Part(3),), (Part(4),), ())
    assert (posted.stands, posted.to_match, posted.opened, posted.raises, posted.acted) == (10, 10, True, 0, ())


def test_half_of_a_part_that_a_level_cuts_is_rounded_up() -> None:
    """15 credits for 8 chips: two of the chips are on the first three credits, and two on the first four."""
    stake = (Part(15, halved=True),)
    assert [paid(stake, level) for level in (0, 1, 2, 3, 4, 14, 15, 99)] == [0, 1, 1, 2, 2, 7, 8, 8]


def test_each_part_is_counted_from_its_own_beginning() -> None:
    """3 chips for 5 credits and 5 for 9: on credits 1, 3, 5 and 6, 8, 10, 12, 14. For 14 credits at once it would be 7 chips."""
    stake = (Part(5, halved=True), Part(9, halved=True))
    assert paid(stake) == 8
    assert [paid(stake, level) for level in (5, 6, 7)] == [3, 4, 4]


def test_who_has_not_looked_calls_for_half_and_raises_for_a_step_in_full() -> None:
    """The seat owes 15: it pays 8 to call, and 12 to raise by 4."""
    offered = terms(betting(0, 15, stands=15), 0, 50, [35], blind=True)
    assert offered == Terms(call=8, call_pays=8, raise_pays=12, full=True)
    assert raised(betting(0, 15, stands=15), 0, 50, blind=True).stakes[0] == (Part(15, halved=True), Part(4))


@pytest.mark.parametrize(("blind", "credited"), [(False, 5), (True, 10)])
def test_the_last_chips_count_once_or_twice(blind: bool, credited: int) -> None:
    assert credit(call(betting(0, 30, stands=30), 0, 5, blind=blind).stakes[0]) == credited


def test_a_check_puts_nothing_in() -> None:
    checked = call(betting(4, 4, stands=4), 1, 9, blind=True)
    assert (checked.stakes, checked.acted) == (((Part(4),), (Part(4),)), (1,))


def test_a_short_raise_leaves_those_who_have_acted_without_one() -> None:
    """8 credits to match and a raise of 2 where the step is 4: it isn't counted, and seats that acted may only call or fold."""
    short = raised(betting(8, 0, 8, stands=8, opened=True, raises=1, acted=(0, 2)), 1, 10, blind=False)
    assert (short.stands, short.raises, short.acted) == (10, 1, (0, 2, 1))
    assert terms(short, 0, 50, [0, 50], blind=False).why_not_raise == "closed"
    full = raised(betting(8, 0, 8, stands=8, opened=True, raises=1, acted=(0, 2)), 1, 12, blind=False)
    assert (full.stands, full.raises, full.acted) == (12, 2, (1,))
    assert not terms(full, 0, 50, [0, 50], blind=False).why_not_raise


@pytest.mark.parametrize(("others", "why"), [([9, 9], "limit"), ([9, 0], "limit"), ([9], "")])
def test_three_raises_while_more_than_two_are_in_the_pot(others: list[int], why: str) -> None:
    """An all-in player is in the pot."""
    assert terms(betting(0, 8, 8, stands=8, opened=True, raises=MOST_RAISES), 0, 50, others, blind=False).why_not_raise == why


def test_the_first_bet_of_a_round_is_no_raise_even_where_it_is_short() -> None:
    after = next_round(betting(8, 8, 8, stands=8, opened=True, raises=2, acted=(0, 1, 2)), 8)
    assert (after.to_match, after.opened, after.raises, after.acted) == (0, False, 0, ())
    opened = raised(after, 0, 3, blind=False)
    assert (opened.to_match, opened.opened, opened.raises) == (3, True, 0)
    assert raised(opened, 1, 50, blind=False).raises == 1


@pytest.mark.parametrize(
    ("credits_", "chips", "turn"),
    [
        ((10, 10, 10), (5, 5, 5), 0),
        ((5, 3, 0), (7, 0, 0), None),  # the big blind had only 3 chips, so there is nothing to match
        ((5, 8, 0), (7, 0, 0), 0),
        ((10, 10, 10), (5, 0, 0), None),
        ((10, 10, 4), (0, 0, 0), None),
    ],
)
def test_who_is_asked(credits_: tuple[int, ...], chips: tuple[int, ...], turn: int | None) -> None:
    order = [seat for seat, each in enumerate(credits_) if each]
    assert to_act(betting(*credits_, stands=10), order, chips.__getitem__) == turn


def test_what_was_paid_by_halves_goes_back_as_it_was_paid() -> None:
    """Ten credits for 5 chips, on credits 1, 3, 5, 7, 9. Four credits are matched, so the chips on 5, 7 and 9 go back."""
    found = uncalled(Limit(((Part(10, halved=True),), (Part(4),))))
    assert found == (0, 3, Limit(((Part(4, halved=True),), (Part(4),))))


def test_a_level_without_chips_is_no_pot() -> None:
    """Two players at half price have 3 and 4 credits: no chip is on the fourth."""
    stakes = ((Part(3, halved=True),), (Part(4, halved=True),))
    assert pots(Limit(stakes), (0, 1)) == [(4, (0, 1))]


def test_chips_of_those_who_have_folded_lie_in_the_pots_that_they_reach() -> None:
    """5, 9 and 9 are in, a player with 7 has folded: 4 × 5 in the main pot, 4 + 4 + 2 in the side pot."""
    assert pots(betting(5, 9, 7, 9, stands=9), (0, 1, 3)) == [(20, (0, 1, 3)), (10, (1, 3))]


def test_while_the_betting_goes_on_pots_are_cut_only_where_somebody_is_all_in() -> None:
    going_on = betting(5, 9, 7, 2, stands=9)
    assert pots(going_on, (0, 1, 2), able=(1, 2)) == [(17, (0, 1, 2)), (6, (1, 2))]
    assert pots(going_on, (0, 1, 2), able=(0, 1, 2)) == [(23, (0, 1, 2))]
