"""Tables of Brag Poker that leak: each shows somebody a little that the rules keep hidden."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from prial.cards import PACK, names
from prial.core.chance import Outcome
from prial.core.game import EVERYBODY, Decision, Node, Seat, State, Told, View
from prial.errors import Refusal, refuse
from prial.games.brag_poker import Action, BragPokerGame, Change, Phase, Table, Word
from prial.games.brag_poker import events as said
from prial.games.brag_poker.choices import Deciding

Moves: TypeAlias = Mapping[Seat, Action]


def seen_by(state: State[Table], piles: Iterable[int], bits: int) -> State[Table]:
    """A state in which some piles are also seen by these seats."""
    more = set(piles)
    return replace(state, seen=tuple([seen | bits * (pile in more) for pile, seen in enumerate(state.seen)]))


def heard_by_all(told: Sequence[Told], event: type[Any]) -> list[Told]:
    """The told events, with those of one kind told to all."""
    return [replace(each, to=EVERYBODY) if isinstance(each.event, event) else each for each in told]


def first_card(state: State[Table], seat: Seat) -> int:
    """A card of a seat's hand; −1 where there is none."""
    hand = state.public.hands[seat]
    return state.piles[hand[0]][0] if hand else -1


class KeyTellsAColour(BragPokerGame):
    """A decision's key depends on a card of the deciding seat, which may not even be looked at."""

    def node(self, state: State[Table]) -> Node:
        node = super().node(state)
        if not isinstance(node, Decision):
            return node
        return replace(node, key=f"{node.key}.{first_card(state, node.seats[0]) % 4 in (1, 2)}")


class UnlookedHandIsSeen(BragPokerGame):
    """All seats see their cards when they are dealt, though they pay as players who haven't looked."""

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        after = super().deal(state, outcome)
        if state.public.phase is not Phase.DEAL:
            return after
        for seat, hand in enumerate(after.public.hands):
            after = seen_by(after, hand, 1 << seat)
        return after


class UnlookedHandIsHeard(BragPokerGame):
    """A player who hasn't looked is told the hand after a change."""

    def tell(self, before: State[Table], moves: Moves | Outcome, after: State[Table]) -> Sequence[Told]:
        told, table = [*super().tell(before, moves, after)], before.public
        if table.phase is Phase.DRAW and not table.open[table.turn]:
            cards = names([after.piles[pile][0] for pile in after.public.hands[table.turn]])
            told.append(Told(said.Held(table.turn, cards, "hand"), 1 << table.turn))
        return told


class LookIsToldToAll(BragPokerGame):
    """The cards that a player sees are told to all."""

    def tell(self, before: State[Table], moves: Moves | Outcome, after: State[Table]) -> Sequence[Told]:
        return heard_by_all(super().tell(before, moves, after), said.Held)


class PutAwayIsHeard(BragPokerGame):
    """The cards that a player puts away are told to all."""

    def tell(self, before: State[Table], moves: Moves | Outcome, after: State[Table]) -> Sequence[Told]:
        return heard_by_all(super().tell(before, moves, after), said.PutAway)


class PutAwayIsSeen(BragPokerGame):
    """The dealer sees the cards that are put away."""

    def act(self, state: State[Table], moves: Moves) -> State[Table]:
        after = super().act(state, moves)
        return seen_by(after, [pile for away in after.public.discards for pile in away], 1 << after.public.dealer)


class PutAwayUnseenIsSeen(BragPokerGame):
    """A player who has changed cards unseen sees them afterwards."""

    def act(self, state: State[Table], moves: Moves) -> State[Table]:
        after = super().act(state, moves)
        for seat, away in enumerate(after.public.discards):
            after = seen_by(after, away, 1 << seat)
        return after


class DrawIsSeenByTheLeft(BragPokerGame):
    """New cards are seen by the player on their owner's left."""

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        after = super().deal(state, outcome)
        if state.public.phase is not Phase.DRAW:
            return after
        new = range(len(state.piles), len(after.piles))
        return seen_by(after, new, 1 << (state.public.turn + 1) % self.seats)


class FoldedHandIsShown(BragPokerGame):
    """At a showdown, folded hands are shown too."""

    def act(self, state: State[Table], moves: Moves) -> State[Table]:
        after = super().act(state, moves)
        if after.public.last is None or not after.public.last.shown:
            return after
        return seen_by(after, [pile for seat in after.public.folded for pile in after.public.hands[seat]], EVERYBODY)


class WinnerShowsUnasked(BragPokerGame):
    """A player who is left alone shows the hand."""

    def act(self, state: State[Table], moves: Moves) -> State[Table]:
        after = super().act(state, moves)
        if after.public.last is None or after.public.last.shown:
            return after
        return seen_by(after, [pile for seat in after.public.still for pile in after.public.hands[seat]], EVERYBODY)


class DeedsTellAnAce(BragPokerGame):
    """In the public list of actions, a look is marked with a chip where the hand has an ace."""

    def act(self, state: State[Table], moves: Moves) -> State[Table]:
        after = super().act(state, moves)
        ((seat, action), *_) = moves.items()
        if action is not Word.LOOK or not any(after.piles[pile][0] >= 48 for pile in after.public.hands[seat]):
            return after
        *before, last = after.public.did
        return replace(after, public=replace(after.public, did=(*before, replace(last, chips=1))))


class EventsGoByCards(BragPokerGame):
    """A deal's events come in reverse order where the dealer has a high card."""

    def tell(self, before: State[Table], moves: Moves | Outcome, after: State[Table]) -> Sequence[Told]:
        told = [*super().tell(before, moves, after)]
        if before.public.phase is Phase.DEAL and first_card(after, after.public.dealer) > 25:
            told.reverse()
        return told


class AskedByStrength(BragPokerGame):
    """Between deals, the seats that had higher cards are listed first."""

    def act(self, state: State[Table], moves: Moves) -> State[Table]:
        after = super().act(state, moves)
        if after.public.phase is not Phase.NEXT:
            return after
        asked = sorted(after.public.asked, key=lambda seat: -first_card(after, seat))
        return replace(after, public=replace(after.public, asked=tuple(asked)))


class ResultTellsTheHand(BragPokerGame):
    """The chips of a winner who is left alone depend on a card that was never shown."""

    def act(self, state: State[Table], moves: Moves) -> State[Table]:
        after = super().act(state, moves)
        table = after.public
        if table.last is None or table.last.shown or first_card(after, table.still[0]) % 2:
            return after
        awards = tuple([replace(award, coverer=table.still[0]) for award in table.last.awards])
        return replace(after, public=replace(table, last=replace(table.last, awards=awards)))


class _Told(Deciding):
    """Choices that know a card of another hand."""

    def __init__(self, choices: Deciding, other: int) -> None:
        super().__init__(choices.rules, choices.view, len(PACK), decides=choices.decides)
        self.other = other

    def why_not(self, action: Action) -> Refusal | None:
        refusal = super().why_not(action)
        if refusal is not None and isinstance(action, Change) and self.other in action.cards:
            return refuse("brag_poker.twice", card=names([self.other]))
        return refusal


class RefusalTellsWhoHolds(BragPokerGame):
    """The refusal of a card depends on whether the next player has it."""

    last: State[Table] | None = None

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        self.last = super().deal(state, outcome)
        return self.last

    def choices(self, view: View[Table]) -> Deciding:
        choices = super().choices(view)
        if self.last is None or view.seat is None or view.public.phase is not Phase.CHANGE:
            return choices
        return _Told(choices, first_card(self.last, (view.seat + 1) % self.seats))


_FEW: Final[dict[str, Any]] = {"players": 3, "length": 2}

LEAKS: Final[tuple[tuple[type[BragPokerGame], str, dict[str, Any]], ...]] = (
    (KeyTellsAColour, "online", _FEW),
    (UnlookedHandIsSeen, "online", _FEW),
    (UnlookedHandIsHeard, "unseen", _FEW),
    (LookIsToldToAll, "online", _FEW),
    (PutAwayIsHeard, "online", _FEW),
    (PutAwayIsSeen, "online", _FEW),
    (PutAwayUnseenIsSeen, "unseen", _FEW),
    (DrawIsSeenByTheLeft, "online", _FEW),
    (FoldedHandIsShown, "online", _FEW),
    (WinnerShowsUnasked, "online", {"players": 2, "length": 3}),
    (DeedsTellAnAce, "online", _FEW),
    (EventsGoByCards, "online", _FEW),
    (AskedByStrength, "online", {"players": 2, "length": 3}),
    (ResultTellsTheHand, "online", {"players": 2, "length": 3}),
    (RefusalTellsWhoHolds, "online", {"players": 2, "length": 1}),
)
"""Each leaking table with a preset and options under which it leaks."""
