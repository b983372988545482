"""A Hypothesis state machine that plays whole sessions of Brag against the book: what is allowed or refused, and the results."""

from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from prial.cards import PACK
from prial.core.step import step, take_back
from prial.errors import Refusal
from prial.games.brag.actions import Ask, Bet, Bring, Buy, Choose, Discard, Keep, Look, Word
from prial.games.brag.rules import SCHEMA, BragRules
from prial.testing.strategies import rules
from tests.games.brag import campaign
from tests.games.brag.both import Both

ANYTHING: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(list(Word)),
    st.builds(Bet, st.integers(-1, 40), st.booleans()),
    st.builds(Buy, st.integers(-1, 9)),
    st.builds(Bring, st.integers(-1, 30)),
    st.builds(Ask, st.integers(0, 5), st.booleans(), st.booleans()),
    st.builds(Look, st.integers(0, 3)),
    st.builds(Keep, st.integers(0, 3)),
    st.builds(Discard, st.lists(st.sampled_from(PACK), max_size=3).map(tuple)),
    st.builds(Choose, st.integers(2, 6), st.sampled_from(["", "twos", "fours"]), st.booleans()),
)
"""Actions of Brag, mostly forbidden ones."""

LIVELY: dict[str, st.SearchStrategy[Any]] = {
    "players": st.sampled_from([3, 4, 2, 5]),
    "length": st.sampled_from([0, 2, 4]),
    "named_dealer": st.integers(1, 5),
    "min_bet": st.sampled_from([1, 1, 2]),
    "max_bet": st.sampled_from([0, 5]),
    "max_raise": st.sampled_from([0, 3]),
    "ante": st.sampled_from([1, 1, 3]),
    "purse": st.sampled_from([4, 6, 9, 25]),
    "least_purse": st.sampled_from([0, 0, 0, 6]),
    "most_purse": st.sampled_from([0, 0, 0, 9]),
    "short": st.sampled_from(["borrow", "cover", "opponent_chooses", "borrow", "fold"]),
    "lender": st.sampled_from(["players", "players", "richest", "bank"]),
    "borrow_limit": st.sampled_from([30, 100, 7, 0]),
}
"""Options that make a few deals eventful; all other options are drawn from the schema."""


class Session(RuleBasedStateMachine):
    """One table from the first deal on."""

    both: Both
    reached: ClassVar[set[str]] = set()
    """Branches that were taken in any session."""

    @initialize(rules=rules(SCHEMA, LIVELY), seed=st.integers(0, 2**32 - 1))
    def begin(self, rules: BragRules, seed: int) -> None:
        self.both, self.rng = Both(rules), Random(seed)

    def is_decided(self) -> bool:
        return hasattr(self, "both") and self.both.book.phase not in ("dealer", "deal", "over")

    def is_in(self, *phases: str) -> bool:
        return hasattr(self, "both") and self.both.book.phase in phases

    @rule()
    @precondition(lambda self: self.is_in("dealer", "deal"))
    def nature(self) -> None:
        self.both.nature(self.rng)

    def act(self, which: int, what: float, *, bet: bool) -> None:
        """A deciding seat makes an action that the book allows."""
        both = self.both
        left = [seat for seat in both.book.asked() if seat not in both.gathered]
        seat = left[which % len(left)]
        words, bets, discards = both.book.may(seat)
        texts = sorted(words | discards)
        if bets and (bet or not texts):
            both.move(seat, Bet(bets[int(what * what * len(bets))]))
        elif texts:
            both.move(seat, both.game.read(texts[int(what * len(texts))]))

    @rule(which=st.integers(0, 4), what=st.floats(0, 1, exclude_max=True))
    @precondition(lambda self: self.is_decided())
    def bets(self, which: int, what: float) -> None:
        self.act(which, what, bet=True)

    @rule(which=st.integers(0, 4), what=st.floats(0, 1, exclude_max=True))
    @precondition(lambda self: self.is_decided())
    def says(self, which: int, what: float) -> None:
        self.act(which, what, bet=False)

    @rule(which=st.integers(0, 4), what=st.floats(0, 1, exclude_max=True))
    @precondition(lambda self: self.is_decided() and self.both.node.also)
    def acts_meanwhile(self, which: int, what: float) -> None:
        """An action of a seat that doesn't decide leaves the decision, and the answers gathered, unchanged."""
        both = self.both
        before, also = both.node, both.node.also
        words, _, discards = both.book.may(seat := also[which % len(also)])
        texts = sorted(words | discards)
        both.move(seat, both.game.read(texts[int(what * len(texts))]))
        assert (both.node.key, both.node.seats) == (before.key, before.seats)

    @rule(which=st.integers(0, 4), chips=st.integers(0, 20))
    @precondition(lambda self: self.is_in("bring") and len(self.both.gathered) < len(self.both.node.seats))
    def brings(self, which: int, chips: int) -> None:
        """The player's own money: any number from the least to the most."""
        both = self.both
        left = [seat for seat in both.book.asked() if seat not in both.gathered]
        most = both.rules.most_purse or 2 * both.rules.purse
        both.move(left[which % len(left)], Bring(min(both.book.fewest() + chips, max(most, both.book.fewest()))))

    @rule(seat=st.integers(0, 4), chips=st.integers(1, 30))
    @precondition(lambda self: self.is_decided() and self.both.book.any_number())
    def buys(self, seat: int, chips: int) -> None:
        """Any number of chips, where they are sold in any number."""
        if seat < self.both.book.n and seat not in self.both.gathered and self.both.book.may_buy(seat, chips):
            self.both.move(seat, Buy(chips))

    @rule(what=st.floats(0, 1, exclude_max=True))
    @precondition(lambda self: self.is_in("bet") and self.both.book.may_ask(self.both.book.turn))
    def asks(self, what: float) -> None:
        """A player who lacks chips asks another one, with or without showing the cards."""
        both = self.both
        texts = sorted(both.book.may_ask(both.book.turn) & both.book.may(both.book.turn)[0])
        if showing := [text for text in texts if "showing" in text]:
            texts = showing if what < 0.5 else texts
        if texts:
            both.move(both.book.turn, both.game.read(texts[int(what * len(texts))]))

    @rule(which=st.integers(0, 4))
    @precondition(lambda self: self.is_in("next"))
    def shows(self, which: int) -> None:
        """A player shows a hand that needn't be shown."""
        both = self.both
        may = [seat for seat in range(both.book.n) if "show" in both.book.may(seat)[0]]
        if may:
            both.move(may[which % len(may)], Word.SHOW)

    @rule(seat=st.integers(-1, 5), action=ANYTHING)
    @precondition(lambda self: hasattr(self, "both"))
    def tries(self, seat: int, action: Any) -> None:
        """Forbidden actions are refused in a sentence and change nothing."""
        if 0 <= seat < self.both.book.n:
            self.both.refuses(seat, action)
        else:
            assert isinstance(step(self.both.game, self.both.state, self.both.gathered, seat, action), Refusal)

    @rule(which=st.integers(0, 4))
    @precondition(lambda self: self.is_decided() and self.both.gathered)
    def thinks_again(self, which: int) -> None:
        """A seat that has decided in secret may take its answer back while others think."""
        both = self.both
        seat = sorted(both.gathered)[which % len(both.gathered)]
        left = take_back(both.game, both.state, both.gathered, seat)
        assert not isinstance(left, Refusal)
        both.gathered = left
        del both.book.gathered[seat]
        both.moves, both.states = [], []  # a record doesn't contain answers that were taken back
        self.taken_back = True

    def teardown(self) -> None:
        if hasattr(self, "both"):
            campaign.options(self.both)
            self.reached.update(self.both.book.marks)
        if hasattr(self, "both") and not hasattr(self, "taken_back") and self.both.states:
            self.both.replays()


USUALLY = frozenset(
    {
        *("a raise", "kept_blind=on", "cards=4", "discarded", "short=borrow", "lender=players", "asked to lend"),
        *("first_dealer=drawn", "first_dealer=cut", "first_dealer=named", "purses differ", "bought some chips"),
        *("bottom_card=shown", "shuffle=when_seen_prial", "meanwhile: look", "meanwhile: rebuy", "somebody sits out"),
    }
)
"""Branches that sessions must take, so that something is compared; the campaign, with the same book, covers the rare ones.

`tests.testing.test_strategies` shows that such random rules have every value of every option.
"""
USUAL = settings(
    deadline=None,
    derandomize=True,
    stateful_step_count=40,
    suppress_health_check=list(HealthCheck),
    print_blob=False,
    database=None,
)


def test_sessions_are_as_the_book_has_them() -> None:
    """In parts of 40, until all usual branches were taken; which examples Hypothesis tries depends on the imported modules."""
    short = settings(USUAL, max_examples=40, derandomize=False)
    for part in range(48):
        run_state_machine_as_test(seed(part)(type("Session", (Session,), {})), settings=short)
        if Session.reached >= USUALLY:
            break
    assert Session.reached >= USUALLY, f"not reached: {USUALLY - Session.reached}"


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_five_thousand_sessions_are_as_the_book_has_them(part: int) -> None:
    """In ten parts, since Hypothesis remembers everything that it has tried in one."""
    longer = settings(USUAL, max_examples=500, stateful_step_count=80, derandomize=False)
    run_state_machine_as_test(seed(part)(type("Session", (Session,), {})), settings=longer)
