"""Seats that act while others decide: the suite allows them, and finds tables that break the rules for them."""

from random import Random

import pytest
from msgspec.structs import replace

from prial.bots.bot import RandomBot
from prial.cards import parse
from prial.core.chance import Outcome
from prial.core.game import EVERYBODY, Choices, Decision, Node, Seat, State, Told, View, view
from prial.core.step import Step
from prial.testing import Nonconformance, check, exhaust, pairs, play
from prial.testing.play import meanwhile
from tests.meanwhile import BETS, Act, LooksAtOnce, Meanwhile, MeanwhileKnowledge, Options, Rules, Saw, Table


def money(table: Table) -> int:
    return sum(table.ledger)


def test_a_game_in_which_seats_act_meanwhile_conforms() -> None:
    report = check(Meanwhile(), games=30, knowledge=MeanwhileKnowledge(), money=money, each=4)
    assert report.pairs.acceptance > 0.1, report


def test_it_conforms_by_its_own_account() -> None:
    report = check(Meanwhile(), games=10, each=4)
    assert report.pairs.acceptance > 0.1, report


def test_random_play_lets_them_act_before_and_between_and_after_those_who_decide() -> None:
    moments = [moment for seed in range(50) for moment in play(Meanwhile(), seed)]
    acted = [moment for moment in moments if moment.meanwhile]
    assert {moment.action for moment in acted} == {Act.LOOK, Act.RAISE, Act.FORBID}
    assert {len(moment.gathered) for moment in acted if moment.action is Act.RAISE} == {0, 1}
    for moment in moments:
        assert moment.moved == (moment.step.moves is not None)
        assert moment.meanwhile == (moment.seat in meanwhile(moment.node))


def test_a_game_in_which_seats_that_decide_do_something_at_once_conforms() -> None:
    report = check(LooksAtOnce(), games=30, knowledge=MeanwhileKnowledge(), money=money, each=4)
    assert report.pairs.acceptance > 0.1, report
    moments = [moment for seed in range(20) for moment in play(LooksAtOnce(), seed)]
    looks = [moment for moment in moments if moment.meanwhile and moment.seat not in meanwhile(moment.node)]
    assert {moment.action for moment in looks} == {Act.LOOK}
    assert {len(moment.gathered) for moment in looks} == {0, 1}


def test_a_bot_answers_where_something_else_could_be_done_at_once() -> None:
    table = LooksAtOnce()
    state = play(table, 1)[0].step.state
    seen = view(state, 1)
    answers = {RandomBot().choose(seen, table.choices(seen), Random(seed)) for seed in range(30)}
    assert answers == set(BETS[:2])


@pytest.mark.soak
def test_the_whole_tree_of_it_leaks_nothing() -> None:
    """Every history of one deal with three cards, and every seat's view of it."""
    found = exhaust(Meanwhile(Rules(1), parse("As 9h 2c")), MeanwhileKnowledge())
    assert found.histories > 1_000


class NamesTheRaise(Meanwhile):
    """After a raise the decision has another key."""

    def node(self, state: State[Table]) -> Node:
        node = super().node(state)
        return replace(node, key=node.key + ".raised") if isinstance(node, Decision) and state.public.raised else node


class TurnsRound(Meanwhile):
    """After a raise the other seats decide in another order."""

    def node(self, state: State[Table]) -> Node:
        node = super().node(state)
        return replace(node, seats=node.seats[::-1]) if isinstance(node, Decision) and state.public.raised else node


class EndsAtOnce(LooksAtOnce):
    """A player who looks instead of betting ends the bets of both."""

    def act(self, state: State[Table], moves: dict[Seat, Act]) -> State[Table]:  # type: ignore[override]  # what step gives
        (seat, action) = next(iter(moves.items()))
        looks = action is Act.LOOK and seat in state.public.others
        return super().act(state, dict.fromkeys(state.public.others, Act.BET_1) if looks else moves)


class GoesOn(Meanwhile):
    """Forbidding to double ends the deal."""

    def act(self, state: State[Table], moves: dict[Seat, Act]) -> State[Table]:  # type: ignore[override]  # what step gives
        return super().act(state, {1: Act.KEEP} if Act.FORBID in moves.values() else moves)


class ForbidsWhatWasBet(Meanwhile):
    """After a raise a bet of 1 isn't allowed any more."""

    def choices(self, view: View[Table]) -> Options:
        choices = super().choices(view)
        return Options(BETS[1:]) if view.public.raised and Act.BET_1 in choices.acts else choices


class OffersNothing(Meanwhile):
    """The dealer may act meanwhile even when no action is left."""

    def node(self, state: State[Table]) -> Node:
        node = super().node(state)
        return replace(node, also=(state.public.dealer,)) if isinstance(node, Decision) and len(node.seats) > 1 else node


class OffersWhatItRefuses(Meanwhile):
    """A look is listed, and then refused."""

    def choices(self, view: View[Table]) -> Options:
        return Blind(super().choices(view).acts)


class Blind(Options):
    def why_not(self, action: Act) -> None:
        return refused if action is Act.LOOK and (refused := Options(()).why_not(action)) else super().why_not(action)  # type: ignore[return-value]  # as a careless game's


class NamesASeatTwice(Meanwhile):
    def node(self, state: State[Table]) -> Node:
        node = super().node(state)
        return replace(node, also=node.also * 2) if isinstance(node, Decision) else node


@pytest.mark.parametrize(
    ("table", "rule"),
    [
        (NamesTheRaise, "meanwhile"),
        (TurnsRound, "meanwhile"),
        (GoesOn, "meanwhile"),
        (EndsAtOnce, "meanwhile"),
        (ForbidsWhatWasBet, "meanwhile"),
        (OffersNothing, "meanwhile"),
        (OffersWhatItRefuses, "allowed"),
        (NamesASeatTwice, "choices"),
    ],
)
def test_a_table_that_breaks_a_rule_meanwhile_is_found(table: type[Meanwhile], rule: str) -> None:
    with pytest.raises(Nonconformance) as found:
        check(table(), games=20, each=0, money=money)
    assert found.value.rule == rule, found.value


class LookIsTold(Meanwhile):
    """The card looked at is told to everybody."""

    def tell(self, before: State[Table], moves: dict[Seat, Act] | Outcome, after: State[Table]) -> list[Told]:  # type: ignore[override]  # what step gives
        return [
            replace(each, to=EVERYBODY) if isinstance(each.event, Saw) else each for each in super().tell(before, moves, after)
        ]


class OnlyThePoorLook(Meanwhile):
    """Who may act meanwhile depends on the card: a seat with an ace may not."""

    def node(self, state: State[Table]) -> Node:
        node = super().node(state)
        if not isinstance(node, Decision):
            return node
        return replace(node, also=tuple([seat for seat in node.also if state.piles[seat][0] < 40]))


class LooksAtTheNext(Meanwhile):
    """A player who looks also sees the next player's card."""

    def act(self, state: State[Table], moves: dict[Seat, Act]) -> State[Table]:  # type: ignore[override]  # what step gives
        after = super().act(state, moves)
        ((seat, action), *_) = moves.items()
        if action is not Act.LOOK:
            return after
        seen = list(after.seen)
        seen[(seat + 1) % 3] |= 1 << seat
        return replace(after, seen=tuple(seen))


class ForbidsByTheCard(Meanwhile):
    """What a seat may do meanwhile depends on a card that nobody has seen."""

    dealt: tuple[tuple[int, ...], ...] = ()

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        after = super().deal(state, outcome)
        self.dealt = after.piles
        return after

    def choices(self, view: View[Table]) -> Choices[Act]:  # type: ignore[override]  # still choices
        acts = super().choices(view).acts
        high = view.seat is not None and bool(self.dealt) and self.dealt[view.seat][0] > 25
        return Options(acts[::-1] if high and Act.FORBID in acts else acts)


@pytest.mark.parametrize("table", [LookIsTold, OnlyThePoorLook, LooksAtTheNext, ForbidsByTheCard])
def test_a_leak_meanwhile_is_found(table: type[Meanwhile]) -> None:
    with pytest.raises(Nonconformance) as found:
        pairs(table(), games=100, seed=1, knowledge=MeanwhileKnowledge(), each=3)
    assert found.value.rule == "leak"


def test_what_is_done_meanwhile_takes_effect_and_is_told_at_once() -> None:
    for moment in play(Meanwhile(Rules(9)), "told"):
        if moment.meanwhile:
            assert isinstance(moment.step, Step)
            assert moment.step.gathered == moment.gathered
            assert next(told.event.code for told in moment.step.told) == "meanwhile.did"
