"""Leaks planted in Brag, which its oracle finds; `tests.testing` checks every preset and random rules."""

from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from prial.cards import parse
from prial.core.chance import Outcome
from prial.core.game import EVERYBODY, Decision, Node, Seat, State, Told, View, seen_by
from prial.games.brag import BragGame
from prial.games.brag.actions import Action, Ask
from prial.games.brag.choices import Deciding
from prial.games.brag.events import Held, ShownTo
from prial.games.brag.rules import SCHEMA
from prial.games.brag.state import Phase, Table
from prial.testing import Nonconformance, check, pairs
from tests.campaigns import sizes
from tests.games.brag.knowledge import BragKnowledge
from tests.testing.games import GAMES


@pytest.mark.parametrize("preset", ["house", "pagat", "five_card"])
def test_nothing_leaks_past_the_states_own_account(preset: str) -> None:
    game = BragGame(SCHEMA.make({"length": 4, "players": 3, "bottom_card": "shown"}, preset))
    assert pairs(game, games=2, seed=2, each=3, counts=0).acceptance > 0.1


class OwnerHasLooked(BragGame):
    """A new hand is seen by its owner."""

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        after = super().deal(state, outcome)
        seen = list(after.seen)
        for seat, hands in enumerate(after.public.hands):
            for pile in hands[-1] if hands else ():
                seen[pile] |= 1 << seat
        return State(after.public, after.piles, tuple(seen))


class PayerMustShow(BragGame):
    """A payer who loses shows the hand too."""

    def act(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        after = super().act(state, moves)
        table, seen = after.public, list(after.seen)
        if table.phase is Phase.NEXT and table.how == "see" and table.payer is not None:
            for pile in table.hands[table.payer][0]:
                seen[pile] = EVERYBODY
        return State(table, after.piles, tuple(seen))


class FoldedIsShown(BragGame):
    """A folded hand is shown to everybody."""

    def _fold(self, state: State[Table], seat: Seat) -> State[Table]:
        after = super()._fold(state, seat)
        seen = list(after.seen)
        for pile in state.public.hands[seat][0]:
            seen[pile] = EVERYBODY
        return State(after.public, after.piles, tuple(seen))


class KeyTellsTheCard(BragGame):
    """A decision's key depends on the deciding seat's first card."""

    def node(self, state: State[Table]) -> Node:
        node = super().node(state)
        if not isinstance(node, Decision) or not state.public.hands[node.seats[0]]:
            return node
        return replace(node, key=f"{node.key}.{state.piles[state.public.hands[node.seats[0]][0][0]][0] // 26}")


class PackIsSorted(BragGame):
    """Cards that go under the pack are sorted, the best first."""

    def act(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        after = super().act(state, moves)
        if after.public.phase is not Phase.NEXT:
            return after
        pack = after.public.pack
        known = sorted((pile for pile in pack if after.piles[pile][0] >= 0), key=lambda pile: -after.piles[pile][0])
        fresh = [pile for pile in pack if after.piles[pile][0] < 0]
        return State(replace(after.public, pack=(*fresh, *known)), after.piles, after.seen)


class LookingIsHeard(BragGame):
    """The cards that a player sees are told to all."""

    def tell(self, before: State[Table], moves: Mapping[Seat, Action] | Outcome, after: State[Table]) -> Sequence[Told]:
        return [
            replace(told, to=EVERYBODY) if isinstance(told.event, Held) else told for told in super().tell(before, moves, after)
        ]


class WinnerShowsTheBottomCard(BragGame):
    """The last card of a player who wins without a showdown is shown; this was once a fault of the bottom card."""

    def act(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        after = super().act(state, moves)
        if after.public.phase is not Phase.NEXT or not after.public.pack:
            return after
        seen = [EVERYBODY if pile == after.public.pack[-1] else who for pile, who in enumerate(after.seen)]
        return State(after.public, after.piles, tuple(seen))


class AsksOnly(BragGame):
    """Players who may ask for a loan always do, and show their cards, so that there are loans to check."""

    def choices(self, view: View[Table]) -> Deciding:
        choices = super().choices(view)
        asks = tuple([word for word in choices.words if isinstance(word, Ask)])
        choices.words = tuple([ask for ask in asks if ask.showing]) or asks or choices.words
        choices.offer = None if asks else choices.offer
        return choices


class CardsAreShownToAll(AsksOnly):
    """A player who shows cards for a loan shows them to everybody."""

    def act(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        after = super().act(state, moves)
        shown = [seat for seat, action in moves.items() if isinstance(action, Ask) and action.showing]
        return seen_by(after, [pile for seat in shown for pile in after.public.hands[seat][0]], EVERYBODY)


class WhatALenderSeesIsTold(AsksOnly):
    """Everybody is told the cards that a lender was shown."""

    def tell(self, before: State[Table], moves: Mapping[Seat, Action] | Outcome, after: State[Table]) -> Sequence[Told]:
        told = super().tell(before, moves, after)
        return [replace(each, to=EVERYBODY) if isinstance(each.event, ShownTo) else each for each in told]


class LooksAtWhatWasNotShown(BragGame):
    """When one hand is turned up, all folded hands are too."""

    def act(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        after = super().act(state, moves)
        last = after.public.last
        shows = last is not None and last.turned_up is not None
        piles = [pile for seat in after.public.folded for hand in after.public.hands[seat] for pile in hand]
        return seen_by(after, piles, EVERYBODY) if shows else after


LENDING = {"length": 4, "players": 3, "short": "borrow", "lender": "players", "purse": 6, "most_purse": 9, "blind": "off"}


@pytest.mark.parametrize("games", sizes(3, 8))
@pytest.mark.parametrize("table", [AsksOnly, BragGame])
def test_nothing_leaks_where_players_bring_money_lend_and_show(table: type[BragGame], games: int) -> None:
    game = table(SCHEMA.make(LENDING))
    assert pairs(game, games=games, seed=3, knowledge=BragKnowledge(game.rules), each=3, counts=0).acceptance > 0.1


@pytest.mark.parametrize("leaky", [CardsAreShownToAll, WhatALenderSeesIsTold, LooksAtWhatWasNotShown])
def test_a_leak_planted_where_hands_are_shown_is_found(leaky: type[BragGame]) -> None:
    game = leaky(SCHEMA.make(LENDING))
    with pytest.raises(Nonconformance, match="leak"):
        pairs(game, games=60, seed=4, knowledge=BragKnowledge(game.rules), each=4, counts=0)


@pytest.mark.parametrize(
    "leaky",
    [
        *(OwnerHasLooked, FoldedIsShown, KeyTellsTheCard, PackIsSorted, LookingIsHeard, WinnerShowsTheBottomCard),
        pytest.param(PayerMustShow, marks=pytest.mark.soak),  # the small blind Brag has it too
    ],
)
def test_a_planted_leak_is_found(leaky: type[BragGame]) -> None:
    game = leaky(SCHEMA.make({"length": 6, "players": 3}, "pagat"))
    with pytest.raises(Nonconformance, match="leak"):
        pairs(game, games=30, seed=4, knowledge=BragKnowledge(game.rules), each=4, counts=0)


@pytest.mark.parametrize("games", sizes(4, 10))
def test_a_small_pack_is_gone_through(games: int) -> None:
    rules = SCHEMA.make({"length": 3, "players": 2}, "pagat")
    pack = parse("AsAhKsKhQsQhJsJhTs")
    report = check(BragGame(rules, pack), games=games, knowledge=BragKnowledge(rules, pack), money=GAMES["brag"].money, each=4)
    assert report.pairs.acceptance > 0.2
