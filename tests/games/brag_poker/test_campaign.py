"""Thousands of whole games, each compared with the book move by move; rare things from small purses and short packs.

Each case lists the branches of the rules that it must take at least 20 times, or once in a part of it; all cases together cover
all branches. The same campaign finds tables with planted faults.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from prial.betting import limit
from prial.betting.amounts import half
from prial.cards import PACK, Card, parse
from prial.core.game import State
from prial.core.record import Record, replay
from prial.core.step import Step
from prial.games.brag_poker import BragPokerGame, choices, dealing, finish, rounds
from prial.games.brag_poker.rules import SCHEMA
from prial.games.brag_poker.state import Table
from tests.campaigns import SHARES, as_many_as_it_takes, missing, soaking
from tests.games.brag_poker.campaign import BRANCHES, Campaign
from tests.rules import rules_at_random

PRIALS: Final = parse("AsAhAdAcKs3s3h3d3c")
RUNS: Final = parse("AsAhAdKsKhQsQd3h2c")
LEVEL: Final = parse("AsAhAdAcKsKhKdKcQsQhQdQc")
"""A pack with so few different hands that ties are common."""
TEN: Final = parse("AsKsQsJs9h8h7h5d4d3c")
"""A pack of which three players leave one card."""
THIRTEEN: Final = parse("AsKsQsJs9h8h7h5d4d3c2c2d2h")


@dataclass(frozen=True, kw_only=True)
class Case:
    """Games of one kind."""

    must: str
    """Branches that must be taken often enough, separated by commas and semicolons."""
    preset: str = "online"
    given: dict[str, Any] = field(default_factory=dict)
    players: tuple[int, ...] = (2, 3, 4, 5, 6, 7, 8)
    purses: tuple[int, ...] = (200,)
    blinds: tuple[tuple[int, int], ...] = ((1, 2),)
    games: int = 160
    """Games in the whole campaign; the long campaign plays 2,000 more of each preset."""
    pack: tuple[Card, ...] = PACK
    likely: dict[str, float] = field(default_factory=dict)

    @property
    def branches(self) -> frozenset[str]:
        return frozenset(branch.strip() for branch in self.must.split(";"))


LIVELY: Final = {"fold": 0.4, "raise": 6.0}

CASES: Final[dict[str, Case]] = {
    "online": Case(
        given={"length": 6},
        likely=LIVELY,
        must="first_dealer=drawn; players=2; players=3; players=4; players=5; players=6; players=7; players=8; "
        "half price; no fourth raise; opening bet; three raises after an opening bet; big blind's option; "
        "big blind raises; full raise opens again; "
        "of two the dealer is the small blind; uncalled back; showdown; all fold; changes; change none unseen; "
        "look in the draw; blind_change=off; sit out; comes back; dealer skips; length",
    ),
    "unseen": Case(
        preset="unseen",
        given={"length": 6},
        likely=LIVELY,
        must="half price; blind_change=on; showdown; length",
    ),
    "odd blinds": Case(
        given={"length": 5},
        blinds=((2, 5), (1, 3), (3, 7)),
        likely=LIVELY,
        games=160,
        must="half price of an odd call; share; odd chip",
        players=(2, 3),
        pack=LEVEL,
    ),
    "small purses": Case(
        given={"length": 6},
        blinds=((5, 10), (3, 7), (2, 5)),
        purses=(13, 25, 40),
        likely=LIVELY,
        games=160,
        must="all-in call; all-in call, half price; short raise; short raise, half price; "
        "short raise doesn't open again; who is all-in counts for it; short opening bet; no raise against nobody; "
        "nobody to bet against; side pot; two side pots; half price in a side pot; folded in a side pot; "
        "rebuy=between_deals; rebuy; rebuys and comes back; too few play",
    ),
    "one purse each": Case(
        given={"length": 0, "rebuy": "off"},
        blinds=((2, 4), (5, 9)),
        purses=(20, 33),
        likely=LIVELY | {"sit out": 0.1},
        games=90,
        must="rebuy=off; broke; one purse left; side pot",
    ),
    # Branches that random players hardly reach
    "short big blinds": Case(
        given={"length": 8},
        players=(2, 3),
        blinds=((5, 13),),
        purses=(13, 20),
        likely={"look": 0.5, "rebuy": 1.0, "sit out": 0.1},
        must="uncalled back, half price; short big blind; uncalled back",
    ),
    "few chips": Case(
        given={"length": 8},
        players=(3, 4),
        blinds=((3, 5),),
        purses=(5, 9, 7),
        likely={"fold": 0.3, "raise": 9.0, "rebuy": 1.0, "sit out": 0.1},
        must="short small blind; all-in at once",
    ),
    "cut for the deal": Case(
        given={"first_dealer": "cut", "length": 1}, pack=PACK[:24], games=200, must="first_dealer=cut; cut again"
    ),
    "named dealer": Case(
        given={"first_dealer": "named", "named_dealer": 2, "length": 1}, must="first_dealer=named; named_dealer"
    ),
    "a short pack": Case(
        given={"length": 5}, players=(3,), pack=TEN, likely=LIVELY | {"change none": 0.1}, games=160, must="short pack"
    ),
    "discards for new cards": Case(
        preset="unseen",
        given={"length": 5},
        players=(3,),
        pack=THIRTEEN,
        likely=LIVELY,
        games=160,
        must="discards shuffled; fourth raise of two",
    ),
    "prials": Case(given={"length": 6}, players=(2, 3), pack=PRIALS, likely=LIVELY, must="top_prial=threes"),
    "aces first": Case(
        given={"length": 6, "top_prial": "aces"}, players=(2, 3), pack=PRIALS, likely=LIVELY, must="top_prial=aces"
    ),
    "runs": Case(given={"length": 6}, players=(2, 3), pack=RUNS, likely=LIVELY, games=240, must="top_run=ace_two_three"),
    "A-K-Q first": Case(
        given={"length": 6, "top_run": "ace_king_queen"},
        players=(2, 3),
        pack=RUNS,
        likely=LIVELY,
        games=240,
        must="top_run=ace_king_queen",
    ),
}


def games_of(case: Case, games: int, seed: str) -> Iterator[Counter[str]]:
    """Play the games of a case, with all numbers of players, purses and blinds in turn; some are replayed from their records."""
    counts: Counter[str] = Counter()
    rng = Random(seed)
    for number in range(games):
        small, big = case.blinds[number % len(case.blinds)]
        given = {"small_blind": small, "big_blind": big, "purse": case.purses[number // 2 % len(case.purses)], **case.given}
        rules = SCHEMA.make({**given, "players": case.players[number % len(case.players)]}, case.preset)
        campaign = Campaign(rules, rng, counts, pack=case.pack, likely=case.likely)
        last = campaign.play()
        if number % 40 == 0:
            replays(campaign, last)
        yield counts


def replays(campaign: Campaign, last: State[Table]) -> None:
    """Check that the record of a game leads to its last state again."""
    *_, move = replay(
        BragPokerGame(campaign.rules, campaign.pack), Record(prial=1, game="brag_poker", seats=[], moves=campaign.moves)
    )
    assert isinstance(move.done, Step)
    assert move.done.state == last


def test_together_the_cases_reach_every_branch() -> None:
    assert frozenset().union(*(case.branches for case in CASES.values())) == BRANCHES


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("name", CASES)
def test_whole_games_agree_with_the_book(name: str, share: int) -> None:
    case = CASES[name]
    counts = as_many_as_it_takes(case.branches, case.games, lambda games: games_of(case, games, name), share)
    assert not missing(case.branches, counts, share)


@pytest.mark.soak
@pytest.mark.parametrize("name", ["online", "unseen", "small purses", "odd blinds"])
def test_two_thousand_games_agree_with_the_book(name: str) -> None:
    *_, counts = games_of(CASES[name], 2_000, f"long {name}")
    print(name, dict(counts))  # noqa: T201  # the campaign's result
    assert not missing(CASES[name].branches, counts)


def play_any_rules(seed: str) -> None:
    """A game under random rules, sometimes with a short pack."""
    rng = Random(seed)
    rules = rules_at_random(SCHEMA, rng, length=rng.randint(1, 6))
    size = max(24, 3 * rules.players + rng.randrange(10)) if rng.random() < 0.3 else len(PACK)
    pack = tuple(sorted(rng.sample(PACK, size), reverse=True))
    campaign = Campaign(rules, rng, Counter(), pack=pack, likely=rng.choice([LIVELY, {}]))
    replays(campaign, campaign.play())


@pytest.mark.parametrize("number", soaking(range(40), range(15)))
def test_any_rules(number: int) -> None:
    play_any_rules(f"rules {number}")


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_any_rules_for_long(part: int) -> None:
    for number in range(300):
        play_any_rules(f"long {part} {number}")


# --- tables with a fault ----------------------------------------------------------------------------------------------

Fault = Callable[[Any], Any]
"""Makes a faulty function from the real one."""


def _halves_down(_half: Any) -> Any:
    return lambda chips: chips // 2


def _step_at_half_price(raised: Any) -> Any:
    def wrong(betting: limit.Limit, seat: int, chips: int, *, blind: bool) -> limit.Limit:
        found: limit.Limit = raised(betting, seat, chips, blind=blind)
        *called, step = found.stakes[seat]
        stakes = [*found.stakes]
        stakes[seat] = (*called, replace(step, halved=blind))
        return replace(found, stakes=tuple(stakes))

    return wrong


def _short_raise_opens_again(raised: Any) -> Any:
    return lambda betting, seat, chips, *, blind: replace(raised(betting, seat, chips, blind=blind), acted=(seat,))


def _short_raise_is_counted(raised: Any) -> Any:
    def wrong(betting: limit.Limit, seat: int, chips: int, *, blind: bool) -> Any:
        return replace(raised(betting, seat, chips, blind=blind), raises=betting.raises + betting.opened)

    return wrong


def _opening_bet_is_counted(raised: Any) -> Any:
    return lambda betting, seat, chips, *, blind: raised(replace(betting, opened=True), seat, chips, blind=blind)


def _full_raise_closes(raised: Any) -> Any:
    def wrong(betting: limit.Limit, seat: int, chips: int, *, blind: bool) -> Any:
        return replace(raised(betting, seat, chips, blind=blind), acted=(*betting.acted, seat))

    return wrong


def _who_is_all_in_is_not_counted(terms: Any) -> Any:
    return lambda betting, seat, chips, others, *, blind: terms(betting, seat, chips, [*filter(None, others)], blind=blind)


def _three_raises_of_two_as_well(terms: Any) -> Any:
    def wrong(betting: limit.Limit, seat: int, chips: int, others: Any, *, blind: bool) -> Any:
        return terms(betting, seat, chips, [*others, 0], blind=blind)

    return wrong


def _raise_against_nobody(terms: Any) -> Any:
    def wrong(betting: limit.Limit, seat: int, chips: int, others: Any, *, blind: bool) -> Any:
        return terms(betting, seat, chips, [other or 1 for other in others], blind=blind)

    return wrong


def _all_in_call_counts_once(call: Any) -> Any:
    def wrong(betting: limit.Limit, seat: int, chips: int, *, blind: bool) -> Any:
        owed = betting.stands - limit.credit(betting.stakes[seat])
        return call(betting, seat, chips, blind=blind and chips >= half(owed))

    return wrong


def _big_blind_has_no_option(post: Any) -> Any:
    return lambda betting, seat, chips, blind: replace(post(betting, seat, chips, blind), acted=(seat,))


def _short_blind_stands_as_posted(post: Any) -> Any:
    return lambda betting, seat, chips, blind: post(betting, seat, chips, min(chips, blind))


def _nothing_goes_back(_uncalled: Any) -> Any:
    return lambda betting: None


def _credits_go_back_as_chips(uncalled: Any) -> Any:
    def wrong(betting: limit.Limit) -> Any:
        if (found := uncalled(betting)) is None:
            return None
        seat, _, after = found
        return seat, limit.credit(betting.stakes[seat]) - limit.credit(after.stakes[seat]), after

    return wrong


def _one_pot(pots: Any) -> Any:
    return lambda betting, still: [(limit.total(betting), tuple(still))]


def _folded_chips_lie_in_the_main_pot(pots: Any) -> Any:
    def wrong(betting: limit.Limit, still: Any) -> Any:
        out = [seat for seat, stake in enumerate(betting.stakes) if stake and seat not in still]
        least = min(limit.credit(betting.stakes[seat]) for seat in still)
        moved = sum(limit.paid(betting.stakes[seat]) - limit.paid(betting.stakes[seat], least) for seat in out)
        (chips, able), *side = pots(betting, still)
        return [(chips + moved, able), *((more - moved * (at == 0), seats) for at, (more, seats) in enumerate(side))]

    return wrong


def _odd_chip_goes_to_the_dealer(share: Any) -> Any:
    return lambda pool, winners, dealer, players: share(pool, winners, (dealer - 1) % players, players)


def _raises_are_counted_on(next_round: Any) -> Any:
    return lambda betting, step: replace(next_round(betting, step), raises=betting.raises)


def _steps_stay_small(next_round: Any) -> Any:
    return lambda betting, step: next_round(betting, step // 2)


def _more_are_changed_than_can_come(may_change: Any) -> Any:
    return lambda pack, table: dealing.HAND


FAULTS: Final[list[tuple[Any, str, Fault, str]]] = [
    (limit, "half", _halves_down, "odd blinds"),
    (rounds, "raised", _step_at_half_price, "online"),
    (rounds, "raised", _short_raise_opens_again, "small purses"),
    (rounds, "raised", _short_raise_is_counted, "small purses"),
    (rounds, "raised", _opening_bet_is_counted, "online"),
    (rounds, "raised", _full_raise_closes, "online"),
    (rounds, "terms", _who_is_all_in_is_not_counted, "small purses"),
    (rounds, "terms", _three_raises_of_two_as_well, "online"),
    (rounds, "terms", _raise_against_nobody, "small purses"),
    (rounds, "call", _all_in_call_counts_once, "small purses"),
    (dealing, "post", _big_blind_has_no_option, "online"),
    (dealing, "post", _short_blind_stands_as_posted, "short big blinds"),
    (rounds, "uncalled", _nothing_goes_back, "online"),
    (rounds, "uncalled", _credits_go_back_as_chips, "short big blinds"),
    (finish, "pots", _one_pot, "small purses"),
    (finish, "pots", _folded_chips_lie_in_the_main_pot, "small purses"),
    (finish, "share", _odd_chip_goes_to_the_dealer, "odd blinds"),
    (rounds, "next_round", _raises_are_counted_on, "online"),
    (rounds, "next_round", _steps_stay_small, "online"),
    (choices, "may_change", _more_are_changed_than_can_come, "a short pack"),
]
"""Planted faults, each with the case that finds it."""


@pytest.mark.parametrize(("module", "name", "fault", "case"), FAULTS, ids=lambda value: getattr(value, "__name__", None))
def test_a_planted_fault_is_found(module: Any, name: str, fault: Fault, case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, name, fault(getattr(module, name)))
    with pytest.raises(AssertionError):
        for _ in games_of(CASES[case], CASES[case].games, f"fault {case}"):
            pass
