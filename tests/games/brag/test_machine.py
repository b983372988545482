"""A Hypothesis state machine that plays whole sessions of Brag against the book: what is allowed, refused and comes of it."""

from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from prial.cards import PACK
from prial.core.game import NATURE
from prial.core.step import step, take_back
from prial.errors import Refusal
from prial.games.brag.actions import Bet, Buy, Choose, Discard, Keep, Look, Word
from prial.games.brag.rules import SCHEMA
from tests.games.brag.both import Both

ANYTHING: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(list(Word)),
    st.builds(Bet, st.integers(-1, 40)),
    st.builds(Buy, st.integers(-1, 9)),
    st.builds(Look, st.integers(0, 3)),
    st.builds(Keep, st.integers(0, 3)),
    st.builds(Discard, st.lists(st.sampled_from(PACK), max_size=3).map(tuple)),
    st.builds(Choose, st.integers(2, 6), st.sampled_from(["", "twos", "fours"]), st.booleans()),
)
"""Actions of Brag, mostly impossible ones."""


@st.composite
def some_rules(draw: st.DrawFn) -> Any:
    """Rules in which much happens: small purses, and each way of being short."""
    given: dict[str, Any] = {
        "players": draw(st.integers(2, 5)),
        "cards": draw(st.sampled_from([3, 3, 4, 5])),
        "length": draw(st.sampled_from([0, 2, 4])),
        "purse": draw(st.sampled_from([4, 9, 25])),
        "ante": draw(st.sampled_from([1, 1, 3])),
        "max_bet": draw(st.sampled_from([0, 5])),
        "max_raise": draw(st.sampled_from([0, 3])),
        "short": draw(st.sampled_from(["cover", "cover", "fold", "borrow", "borrow", "opponent_chooses"])),
        "shuffle": draw(st.sampled_from(["every_deal", "when_seen_prial"])),
        "rebuy": draw(st.sampled_from(["between_deals", "any_time", "off"])),
        "bottom_card": draw(st.sampled_from(["hidden", "shown"])),
        "see_cost": draw(st.sampled_from(["double", "single"])),
        "dealers_choice": draw(st.sampled_from(["off", "off", "on"])),
        "pot_limit": draw(st.sampled_from(["off", "off", "on"])),
    }
    if given["short"] == "borrow":
        given["borrow_limit"] = draw(st.sampled_from([0, 7, 30]))
    if given["short"] == "cover":
        given["last_chip"] = draw(st.sampled_from(["bets", "bets", "covers"]))
    if draw(st.integers(0, 4)) == 0:
        given["blind"] = "off"
    return SCHEMA.make(given)


class Session(RuleBasedStateMachine):
    """One table from the first deal on."""

    both: Both
    reached: ClassVar[set[str]] = set()
    """What has happened in any session."""

    @initialize(rules=some_rules(), seed=st.integers(0, 2**32 - 1), dealer=st.integers(0, 4))
    def begin(self, rules: Any, seed: int, dealer: int) -> None:
        self.both, self.rng = Both(rules), Random(seed)
        self.both.move(NATURE, dealer % rules.players)

    def is_decided(self) -> bool:
        return hasattr(self, "both") and self.both.book.phase not in ("dealer", "deal", "over")

    @rule()
    @precondition(lambda self: hasattr(self, "both") and self.both.book.phase == "deal")
    def deal(self) -> None:
        self.both.nature(self.rng)

    def act(self, which: int, what: float, *, bet: bool) -> None:
        """One of those who decide does something that the book allows."""
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
        """What nothing waits for leaves the decision, and what is gathered, as they are."""
        both = self.both
        before, also = both.node, both.node.also
        words, _, discards = both.book.may(seat := also[which % len(also)])
        texts = sorted(words | discards)
        both.move(seat, both.game.read(texts[int(what * len(texts))]))
        assert (both.node.key, both.node.seats) == (before.key, before.seats)

    @rule(seat=st.integers(-1, 5), action=ANYTHING)
    @precondition(lambda self: hasattr(self, "both"))
    def tries(self, seat: int, action: Any) -> None:
        """What isn't allowed is refused in a sentence; the state is as before, since it can't change."""
        if 0 <= seat < self.both.book.n:
            self.both.refuses(seat, action)
        else:
            assert isinstance(step(self.both.game, self.both.state, self.both.gathered, seat, action), Refusal)

    @rule(which=st.integers(0, 4))
    @precondition(lambda self: self.is_decided() and self.both.gathered)
    def thinks_again(self, which: int) -> None:
        """Who has decided in secret may take it back while others think."""
        both = self.both
        seat = sorted(both.gathered)[which % len(both.gathered)]
        left = take_back(both.game, both.state, both.gathered, seat)
        assert not isinstance(left, Refusal)
        both.gathered = left
        del both.book.gathered[seat]
        both.moves, both.states = [], []  # a record doesn't hold what was taken back
        self.taken_back = True

    def teardown(self) -> None:
        if hasattr(self, "both"):
            self.reached.update(self.both.book.marks)
        if hasattr(self, "both") and not hasattr(self, "taken_back") and self.both.states:
            self.both.replays()


USUALLY = frozenset(
    {
        *("a raise", "a carried pot is won", "kept_blind=on", "kept a hand", "two hands", "cards=4"),
        *("pots=2", "a coverer wins", "last chips of the last two", "short=fold", "short=borrow"),
        *(
            "showdown=by_consent",
            "consent refused",
            "shuffle=when_seen_prial",
            "bottom_card=shown",
            "discarded",
        ),
        *("meanwhile: look", "meanwhile: rebuy", "meanwhile: play", "rebuy=off", "somebody sits out"),
    }
)
"""What sessions must come to, so that something is compared."""
USUAL = settings(
    deadline=None,
    derandomize=True,
    stateful_step_count=40,
    suppress_health_check=list(HealthCheck),
    print_blob=False,
    database=None,
)


def test_sessions_are_as_the_book_has_them() -> None:
    """In parts of 80, and more until all has happened that usually does: what Hypothesis tries depends on what is imported."""
    short = settings(USUAL, max_examples=80, derandomize=False)
    for part in range(24):
        run_state_machine_as_test(seed(part)(type("Session", (Session,), {})), settings=short)
        if Session.reached >= USUALLY:
            break
    assert Session.reached >= USUALLY, f"not reached: {USUALLY - Session.reached}"


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_five_thousand_sessions_are_as_the_book_has_them(part: int) -> None:
    """In ten parts, since Hypothesis remembers whatever it has tried in one."""
    longer = settings(USUAL, max_examples=500, stateful_step_count=80, derandomize=False)
    run_state_machine_as_test(seed(part)(type("Session", (Session,), {})), settings=longer)
