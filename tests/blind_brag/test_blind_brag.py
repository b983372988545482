"""The protocol can express betting, cards that not even their owner has looked at, kept hands, and a pack that isn't shuffled."""

import dataclasses
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from prial.cards import parse
from prial.core.chance import Draw, Outcome
from prial.core.game import EVERYBODY, NATURE, Chance, Decision, Node, Seat, State, Told, view
from prial.core.step import Step, step
from prial.testing import Nonconformance, check, exhaust
from tests.blind_brag.game import Act, BlindBrag, Phase, Public
from tests.blind_brag.knowledge import BlindKnowledge
from tests.blind_brag.solve import END, Tree, nodes
from tests.blind_brag.solve import Node as Found
from tests.campaigns import soaking

PERFT = Path(__file__).resolve().parent / "perft.txt"
PACKS = ("KsQsJs", "KsQsQhJs")
ITERATIONS = 500
"""Iterations of CFR+; the result is about four times as exact as required."""


@cache
def found(pack: str) -> list[Found]:
    return nodes(BlindBrag(parse(pack)))


@cache
def tree(pack: str) -> Tree:
    return Tree(found(pack))


def money(table: Public) -> int:
    return sum(table.won) - sum(table.paid) + table.pot


def played(*moves: Act | str, pack: str = "KsQsJs") -> State[Public]:
    """The state after these moves; cards are dealt from text (``Ks Qs``), to the dealer's left first."""
    game = BlindBrag(parse(pack))
    state = game.start()
    for move in moves:
        node = game.node(state)
        if isinstance(node, Chance):
            assert isinstance(node.draw, Draw)
            cards = iter(parse(str(move)))
            action: object = tuple([(next(cards),) if size else () for size in node.draw.sizes])
            done = step(game, state, {}, NATURE, action)
        else:
            assert isinstance(node, Decision)
            done = step(game, state, {}, node.seats[0], Act(move))
        assert isinstance(done, Step), str(done)
        state = done.state
    return state


@pytest.mark.parametrize("pack", PACKS)
def test_it_conforms(pack: str) -> None:
    game = BlindBrag(parse(pack))
    report = check(game, games=40, knowledge=BlindKnowledge(len(game.pack)), money=money, each=4)
    assert report.pairs.acceptance > 0.5, report


@pytest.mark.parametrize("pack", [PACKS[0], pytest.param(PACKS[1], marks=pytest.mark.soak)])
def test_worlds_that_agree_on_what_a_seat_may_know_look_the_same(pack: str) -> None:
    game = BlindBrag(parse(pack))
    worlds = exhaust(game, BlindKnowledge(len(game.pack)))
    assert worlds.histories == len(found(pack))
    assert worlds.known < 2 * worlds.histories  # there are three viewers, so many worlds agree


class OwnerHasLooked(BlindBrag):
    """A new card is seen by its owner."""

    def deal(self, state: State[Public], outcome: Outcome) -> State[Public]:
        after = super().deal(state, outcome)
        own = {hand[-1]: 1 << seat for seat, hand in enumerate(after.public.hands)}
        return replace(after, seen=tuple([seen | own.get(pile, 0) for pile, seen in enumerate(after.seen)]))


class PayerMustShow(BlindBrag):
    """A payer who loses shows the card too."""

    def _show(self, state: State[Public]) -> State[Public]:
        after = super()._show(state)
        shown = {pile for hand in state.public.hands if after.public.phase is not Phase.CHOOSE for pile in hand}
        return replace(after, seen=tuple([EVERYBODY if pile in shown else seen for pile, seen in enumerate(after.seen)]))


class FoldedIsShown(BlindBrag):
    """The winner sees the folded card."""

    def _folded(self, state: State[Public], loser: Seat) -> State[Public]:
        after, folded, bit = super()._folded(state, loser), state.public.hands[loser], 2 - loser
        return replace(after, seen=tuple([seen | bit * (pile in folded) for pile, seen in enumerate(after.seen)]))


class KeyTellsTheCard(BlindBrag):
    """A decision's key depends on the deciding seat's card, whether it was looked at or not."""

    def node(self, state: State[Public]) -> Node:
        node = super().node(state)
        if not isinstance(node, Decision):
            return node
        return replace(node, key=f"{node.key}.{state.piles[state.public.hands[node.seats[0]][0]][0] // 4 % 2}")


class BackOfThePackIsMarked(BlindBrag):
    """Cards under the pack are sorted, the best first."""

    def act(self, state: State[Public], moves: Mapping[Seat, Act]) -> State[Public]:
        after = super().act(state, moves)
        if after.public.phase is not Phase.DEAL:
            return after
        known = sorted((p for p in after.public.pack if after.piles[p][0] >= 0), key=lambda p: -after.piles[p][0])
        fresh = [pile for pile in after.public.pack if after.piles[pile][0] < 0]
        return replace(after, public=replace(after.public, pack=(*fresh, *known)))


class LookingIsHeard(BlindBrag):
    """What a player sees is told to both."""

    def tell(self, before: State[Public], moves: Mapping[Seat, Act] | Outcome, after: State[Public]) -> Sequence[Told]:
        return [replace(told, to=EVERYBODY) for told in super().tell(before, moves, after)]


@pytest.mark.parametrize(
    "leaky", [OwnerHasLooked, PayerMustShow, FoldedIsShown, KeyTellsTheCard, BackOfThePackIsMarked, LookingIsHeard]
)
def test_a_planted_leak_is_found(leaky: Callable[[Sequence[int]], BlindBrag]) -> None:
    with pytest.raises(Nonconformance, match="leak"):
        exhaust(leaky(parse(PACKS[0])), BlindKnowledge(3))


def test_a_blind_player_has_not_looked_either() -> None:
    state = played("Ks Qs")
    assert view(state, 0).piles == view(state, 1).piles == view(state, None).piles == ((-1,), (-1,), (-1,))
    state = played("Ks Qs", "look")
    assert view(state, 0).piles == (tuple(parse("Ks")), (-1,), (-1,))
    assert view(state, 1).piles == ((-1,), (-1,), (-1,))


def test_a_kept_card_lies_beside_the_new_one_still_unseen() -> None:
    state = played("Ks Qs", "bet", "fold", "keep", "Js")
    table = state.public
    assert table.hands == ((0, 1), (2,))  # the pack isn't shuffled, so the folded card comes again
    assert table.pot == 5
    assert view(state, 0).piles == ((-1,), (-1,), (-1,))


def test_looking_at_one_of_two_cards_keeps_it_or_folds_it() -> None:
    start = ["Ks Qs", "bet", "fold", "keep", "Js", "bet"]
    assert played(*start, "look", "keep").public.hands == ((0,), (2,))
    state = played(*start, "look", "throw")
    assert state.public.hands == ((1,), (2,))
    assert state.public.open == (False, False)
    assert view(state, 0).piles[0] == tuple(parse("Ks"))


def test_a_card_shown_is_known_when_it_comes_again() -> None:
    state = played("Ks Qs", "bet", "see", "Js")  # blind sees blind: the king is shown and wins, the queen needn't be shown
    assert view(state, None).piles == (tuple(parse("Ks")), (-1,), (-1,))
    assert state.public.hands == ((1,), (2,))
    assert state.public.pack == (0,)


def test_an_open_player_cannot_see_a_blind_one() -> None:
    game = BlindBrag(parse("KsQsJs"))
    state = played("Ks Qs", "bet", "look")
    refusal = game.choices(view(state, 1)).why_not(Act.SEE)
    assert str(refusal) == "see isn't possible now; there are fold, bet."


def test_the_payer_loses_ties() -> None:
    state = played("Qs Qh", "look", "bet", "look", "see", pack="KsQsQhJs")
    assert state.public.won == (8, 0)
    assert view(state, 0).piles[1] == (-1,)  # the payer needn't show


def census(pack: str) -> list[str]:
    """The contents of a pack's tree, one count per line."""
    every, laid_out = found(pack), tree(pack)
    kinds = {NATURE: "chance", END: "over", 0: "seat 0", 1: "seat 1"}
    counted = Counter(kinds[node.seat] for node in every)
    levels = Counter((node.depth, kinds[node.seat]) for node in every)
    lines = [f"{pack} nodes: {len(every)}", f"{pack} information sets: {laid_out.sets}"]
    lines += [f"{pack} {kind}: {number}" for kind, number in sorted(counted.items())]
    lines += [f"{pack} after {depth} moves, {kind}: {number}" for (depth, kind), number in sorted(levels.items())]
    phases = Counter(node.view.public.phase for node in every if node.view is not None)
    lines += [f"{pack} decisions in phase {phase}: {number}" for phase, number in sorted(phases.items())]
    return lines


def test_the_tree_has_the_pinned_size() -> None:
    pinned = [line for line in PERFT.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    assert [line for pack in PACKS for line in census(pack)] == pinned


@pytest.mark.parametrize("pack", PACKS)
def test_views_remember_everything_that_their_seat_knew_and_did(pack: str) -> None:
    assert tree(pack).perfect_recall


@pytest.mark.parametrize("pack", PACKS)
def test_equal_views_offer_as_many_actions(pack: str) -> None:
    assert tree(pack).same_actions


def test_forgetful_views_are_not_information_states() -> None:
    every = []
    for node in found(PACKS[0]):
        forgetful = node.view and replace(node.view, public=replace(node.view.public, said=()))
        every.append(dataclasses.replace(node, view=forgetful))
    assert not Tree(every).perfect_recall


@pytest.mark.parametrize("pack", soaking(PACKS, PACKS[:1]))
def test_it_is_solved_to_a_thousandth_of_an_ante(pack: str) -> None:
    laid_out = tree(pack)
    strategy = laid_out.solve(ITERATIONS)
    exploitability = laid_out.exploitability(strategy)
    print(f"{pack}: exploitability {exploitability:.6f}, value {laid_out.values(strategy)[0]:+.4f} antes")  # noqa: T201
    assert 0 <= exploitability < 0.001
    for seat in (0, 1):  # a best response wins the calculated value
        promised, answer = laid_out.best_response(strategy, seat)
        assert promised == pytest.approx(laid_out.values(answer)[0] * (1 if seat == 0 else -1))
        assert promised >= laid_out.values(strategy)[0] * (1 if seat == 0 else -1) - 1e-12
    assert laid_out.exploitability(laid_out.uniform()) > 1
