"""The conformance suite: every preset of every game passes, and a table that breaks a rule is found by that rule's name."""

import dataclasses
import random
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from prial.cards import Card
from prial.core.chance import Draw, Outcome
from prial.core.first_dealer import FirstDealer
from prial.core.game import EVERYBODY, Chance, Choices, Decision, Event, Node, Over, Seat, State, Told, View
from prial.core.registry import names
from prial.errors import Refusal, refuse
from prial.games.crash import CrashGame
from prial.games.crash.actions import Action, Word
from prial.games.crash.rules import SCHEMA, CrashRules
from prial.games.crash.state import Phase, Table
from prial.testing import RULES, Nonconformance, check, pairs, play, strategies
from tests.campaigns import sizes
from tests.testing.games import GAMES, HOSTED_FIRST, table, tables

money = GAMES["crash"].money


def test_every_game_of_the_house_is_checked() -> None:
    assert tuple(GAMES) == names()


@pytest.mark.parametrize(("games", "each"), [(1, 1), pytest.param(20, 2, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("name", "preset"), HOSTED_FIRST)
def test_a_preset_conforms(name: str, preset: str, games: int, each: int) -> None:
    game, knowledge = table(name, preset, **(GAMES[name].shortest if games == 1 else GAMES[name].short))
    report = check(game, games=games, seed=3, knowledge=knowledge, money=GAMES[name].money, each=each, listed=100 * games)
    assert report.games == games
    assert report.pairs.acceptance > GAMES[name].acceptance, report


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=2)
@given(data=st.data())
def test_a_game_conforms_under_any_rules(name: str, data: st.DataObject) -> None:
    game, knowledge = data.draw(tables(name))
    check(game, games=1, knowledge=knowledge, money=GAMES[name].money, each=1, listed=200, least=0)


@pytest.mark.parametrize("moves", sizes(40, 10_000))
@pytest.mark.parametrize("name", ["crash", "stop_the_bus"])
@settings(max_examples=4)
@given(data=st.data())
def test_a_game_leaks_nothing_under_any_rules_that_the_state_itself_accounts_for(
    name: str, data: st.DataObject, moves: int
) -> None:
    """Where hidden cards decide publicly who wins (in Brag, a payer who loses needn't show), an oracle is needed instead."""
    pairs(data.draw(tables(name))[0], games=1, seed=1, each=2, counts=0, moves=moves)


@given(strategies.played(CrashGame(SCHEMA.make({"cards": 9})), most=30))
@settings(max_examples=20)
def test_a_played_game_is_at_the_point_it_says(played: strategies.Played) -> None:
    assert len(played.history) <= 30
    assert played.state == (played.history[-1].step.state if played.history else played.game.start())


def test_the_same_seed_gives_the_same_report() -> None:
    game = CrashGame(SCHEMA.make(None, "denexa"))
    assert str(check(game, games=2)) == str(check(game, games=2))


Hand = tuple[Card, ...]


class Few(Choices[Action]):
    """Choices that a test may change."""

    def __init__(self, choices: Choices[Action]) -> None:
        self.choices = choices

    def why_not(self, action: Action) -> Refusal | None:
        return self.choices.why_not(action)

    def __iter__(self) -> Iterator[Action]:
        return iter(self.choices)

    def count(self) -> int:
        return self.choices.count()

    def sample(self, rng: Random) -> Action:
        return self.choices.sample(rng)


class Miscounts(Few):
    def count(self) -> int:
        return super().count() + 1


class ListsTwice(Few):
    def __iter__(self) -> Iterator[Action]:
        for action in self.choices:
            yield action
            yield action


class RefusesWhatItOffers(Few):
    def why_not(self, action: Action) -> Refusal | None:
        keep = action is Word.KEEP
        return refuse("crash.no_hands") if keep else super().why_not(action)


class RefusesWithoutWords(Few):
    def why_not(self, action: Action) -> Refusal | None:
        return refuse("crash.made_up") if super().why_not(action) else None


class RefusesWithoutArguments(Few):
    def why_not(self, action: Action) -> Refusal | None:
        return refuse("crash.laid_twice") if super().why_not(action) else None


class FailsOnWrong(Few):
    def why_not(self, action: Action) -> Refusal | None:
        if super().why_not(action):
            raise KeyError(action)
        return None


class Global(Few):
    def sample(self, rng: Random) -> Action:
        return super().sample(Random(random.random()))


class Choosing(CrashGame):
    """A table with other choices."""

    kind: type[Few] = Few

    def choices(self, view: View[Table]) -> Choices[Action]:
        return self.kind(super().choices(view))


def choosing(kind: type[Few]) -> type[CrashGame]:
    """A table with these choices."""
    return type(kind.__name__, (Choosing,), {"kind": kind})


class Noted(Table, frozen=True, kw_only=True):
    """A public part with a field for faults."""

    notes: Any = ()


class IsNotFrozen(CrashGame):
    def start(self) -> State[Table]:
        table = super().start().public
        return State(Noted(**{field: getattr(table, field) for field in table.__struct_fields__}, notes=[1]))


class CountsItsCalls(CrashGame):
    """Deals are numbered by a counter of the table object instead of the state."""

    calls = 0

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        self.calls += 1
        after = super().deal(state, outcome)
        return replace(after, public=replace(after.public, deal=self.calls))


class KeepsKeys(CrashGame):
    """A decision's key is only its phase."""

    def node(self, state: State[Table]) -> Node:
        node = super().node(state)
        return replace(node, key=str(state.public.phase)) if isinstance(node, Decision) else node


class WritesCardsOnly(CrashGame):
    """Writing an action loses its knock."""

    def write(self, action: Action) -> str:
        return super().write(action).removesuffix(" knock")


class FailsOnGarbage(CrashGame):
    def read(self, text: str) -> Action:
        if not text:
            raise IndexError("no text")
        return super().read(text)


class TellsInWordsUnknown(CrashGame):
    def tell(self, before: State[Table], moves: Mapping[Seat, Action] | Outcome, after: State[Table]) -> Sequence[Told]:
        return [*super().tell(before, moves, after), Told(Unsaid())]


class Unsaid(Event, frozen=True, tag="crash.unsaid"):
    """An event without a sentence."""


class TellsNobody(CrashGame):
    def tell(self, before: State[Table], moves: Mapping[Seat, Action] | Outcome, after: State[Table]) -> Sequence[Told]:
        return [replace(told, to=0) for told in super().tell(before, moves, after)]


class AllowsAnyDeal(CrashGame):
    """Chance may deal cards that aren't in the pool."""

    def node(self, state: State[Table]) -> Node:
        node = super().node(state)
        if isinstance(node, Chance) and isinstance(node.draw, Draw):
            return Chance(Allowing(node.draw.pool, node.draw.groups))
        return node


class Allowing(Draw, frozen=True):
    """A draw that allows every outcome."""

    def why_not(self, outcome: Any) -> Refusal | None:
        return None


class DealsACardTwice(CrashGame):
    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        after = super().deal(state, outcome)
        if isinstance(outcome, int):
            return after
        return replace(after, piles=(*after.piles, after.piles[0]), seen=(*after.seen, 0))


class LeavesTheCutOnTheTable(CrashGame):
    """A card that was cut stays on the table, and is in the pack too."""

    def __init__(self, rules: CrashRules) -> None:
        super().__init__(dataclasses.replace(rules, first_dealer=FirstDealer.CUT))

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        after = super().deal(state, outcome)
        if state.public.phase is not Phase.DEALER or isinstance(outcome, int):
            return after
        return replace(after, piles=outcome, seen=(EVERYBODY,) * len(outcome))


class LeavesPilesUnsorted(CrashGame):
    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        after = super().deal(state, outcome)
        return replace(after, piles=tuple([pile[::-1] for pile in after.piles]))


class ShowsBacks(CrashGame):
    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        after = super().deal(state, outcome)
        return replace(after, piles=(*after.piles, (-1,)), seen=(*after.seen, EVERYBODY))


class MakesMoney(CrashGame):
    def act(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        after = super().act(state, moves)
        return replace(after, public=replace(after.public, ledger=(after.public.ledger[0] + 1, *after.public.ledger[1:])))


class LosesMoneyAtTheEnd(CrashGame):
    def node(self, state: State[Table]) -> Node:
        node = super().node(state)
        if not isinstance(node, Over):
            return node
        return Over(replace(node.result, ledger=(node.result.ledger[0] - 1, *node.result.ledger[1:])))


class NeverEnds(CrashGame):
    def act(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        after = super().act(state, moves)
        phase = Phase.DEAL if after.public.phase is Phase.OVER else after.public.phase
        return replace(after, public=replace(after.public, phase=phase))


class WinnerFromElsewhere(CrashGame):
    def node(self, state: State[Table]) -> Node:
        node = super().node(state)
        return Over(replace(node.result, winners=(self.seats,))) if isinstance(node, Over) else node


class UsesTheGlobalGenerator(CrashGame):
    """It draws from the global random generator, without using the result."""

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        after = super().deal(state, outcome)
        return replace(after, public=replace(after.public, pot=0 * random.randrange(2)))


class AsksTwice(CrashGame):
    def node(self, state: State[Table]) -> Node:
        node = super().node(state)
        return replace(node, seats=(*node.seats, node.seats[0])) if isinstance(node, Decision) else node


class RemembersTheHand(CrashGame):
    """The choices depend on the last deal of this table object, whatever the view contains."""

    last: tuple[Card, ...] = ()

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        after = super().deal(state, outcome)
        self.last = after.piles[0] if after.piles else ()
        return after

    def choices(self, view: View[Table]) -> Choices[Action]:
        if self.last and view.seat == 1 and view.public.phase is Phase.ARRANGE:
            return OnlyFirst(super().choices(view))
        return super().choices(view)


class OnlyFirst(Few):
    def sample(self, rng: Random) -> Action:
        return next(iter(self.choices))


BROKEN = [
    (choosing(Miscounts), "nine", "count"),
    (choosing(ListsTwice), "nine", "count"),
    (choosing(RefusesWhatItOffers), "gamerules", "allowed"),
    (choosing(RefusesWithoutWords), "nine", "refused"),
    (choosing(RefusesWithoutArguments), "nine", "refused"),
    (choosing(FailsOnWrong), "nine", "refused"),
    (choosing(Global), "nine", "choices"),
    (IsNotFrozen, "nine", "frozen"),
    (CountsItsCalls, "nine", "replay"),
    (KeepsKeys, "nine", "refused"),
    (WritesCardsOnly, "pub", "text"),
    (FailsOnGarbage, "nine", "text"),
    (TellsInWordsUnknown, "nine", "sentence"),
    (TellsNobody, "nine", "sentence"),
    (AllowsAnyDeal, "nine", "chance"),
    (DealsACardTwice, "nine", "cards"),
    (LeavesTheCutOnTheTable, "nine", "cards"),
    (LeavesPilesUnsorted, "nine", "cards"),
    (ShowsBacks, "nine", "cards"),
    (MakesMoney, "nine", "ledger"),
    (LosesMoneyAtTheEnd, "nine", "ledger"),
    (NeverEnds, "nine", "end"),
    (WinnerFromElsewhere, "nine", "end"),
    (UsesTheGlobalGenerator, "nine", "random"),
    (AsksTwice, "nine", "choices"),
    (RemembersTheHand, "nine", "choices"),
]


@pytest.mark.parametrize(("table", "preset", "rule"), BROKEN, ids=lambda value: getattr(value, "__name__", value))
def test_a_broken_table_is_found_by_the_rule_it_breaks(table: type[CrashGame], preset: str, rule: str) -> None:
    game = table(SCHEMA.make(None, preset))
    with pytest.raises(Nonconformance) as found:
        check(game, games=3, each=0, money=money, moves=400)
    assert found.value.rule == rule, found.value
    assert RULES[rule] in str(found.value)


def test_a_campaign_in_which_nearly_no_worlds_agree_shows_nothing() -> None:
    with pytest.raises(Nonconformance, match="too few pairs agree"):
        check(CrashGame(SCHEMA.make(None, "denexa")), games=1, least=1.01)


def test_a_game_without_an_oracle_is_checked_by_its_own_account() -> None:
    report = check(CrashGame(SCHEMA.make({"players": 2, "spare": "swap"})), games=1)
    assert report.pairs.acceptance > 0.1, report


@given(strategies.packs(5), strategies.hands(3), strategies.hands(2, (0, 1, 2)))
@settings(max_examples=20)
def test_packs_and_hands_hold_different_cards_best_first(pack: Hand, hand: Hand, small: Hand) -> None:
    for cards in (pack, hand, small):
        assert list(cards) == sorted(set(cards), reverse=True)
    assert (len(pack) >= 5, len(hand), len(small)) == (True, 3, 2)
    assert set(small) < {0, 1, 2}


def test_a_played_game_ends() -> None:
    history = play(CrashGame(SCHEMA.make()), "any seed")
    assert isinstance(CrashGame(SCHEMA.make()).node(history[-1].step.state), Over)
