"""Tables that leak: each shows somebody a little that the rules keep hidden. The no-leak test must find every one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from msgspec.structs import replace

from prial.cards import PACK, Card, names
from prial.core.chance import Outcome
from prial.core.game import EVERYBODY, Choices, Decision, Game, Node, Over, Seat, State, Told, View
from prial.core.registry import find
from prial.errors import Refusal, refuse
from prial.games.brag import actions as brag
from prial.games.brag.events import Held as BragHeld
from prial.games.brag.game import BragGame
from prial.games.brag.state import Phase as BragPhase
from prial.games.brag.state import Table as BragTable
from prial.games.crash import CrashGame
from prial.games.crash import events as said
from prial.games.crash.actions import Action, Lay
from prial.games.crash.state import Phase, Table
from prial.games.stop_the_bus import state as bus
from prial.games.stop_the_bus.game import BusGame
from prial.games.xap_xam import XapXamGame
from prial.games.xap_xam import state as xap
from prial.testing import Knowledge
from tests.games.brag_poker.leaks import LEAKS as BRAG_POKER
from tests.testing.games import GAMES


def strongest(game: CrashGame, hand: Sequence[Card]) -> int:
    """The strength of a hand's three highest cards; that suffices, since a leak needn't depend on the whole hand."""
    return game.scorer.ranking.strength(tuple(hand[:3]))


class BestStrengthIsPublic(CrashGame):
    """The public part contains the strength of the best hand dealt, in a field that this game doesn't use."""

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        after = super().deal(state, outcome)
        if isinstance(outcome, int):
            return after
        return replace(after, public=replace(after.public, pot=max(strongest(self, hand) for hand in after.piles)))


class DealNumberTellsAnAce(CrashGame):
    """The deal's number goes up by two where somebody has the ace of spades."""

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        after = super().deal(state, outcome)
        more = not isinstance(outcome, int) and any(51 in hand for hand in after.piles[: self.seats])
        return replace(after, public=replace(after.public, deal=after.public.deal + more))


class EverybodyHearsTheHand(CrashGame):
    """A dealt hand is told to all."""

    def tell(self, before: State[Table], moves: Mapping[Seat, Action] | Outcome, after: State[Table]) -> Sequence[Told]:
        told = super().tell(before, moves, after)
        return [replace(each, to=EVERYBODY) if isinstance(each.event, said.Held) else each for each in told]


class TheLeftHearsTheHand(CrashGame):
    """A dealt hand is also told to the player on its owner's left."""

    def tell(self, before: State[Table], moves: Mapping[Seat, Action] | Outcome, after: State[Table]) -> Sequence[Told]:
        told = super().tell(before, moves, after)
        return [
            replace(each, to=each.to | 1 << (each.event.seat + 1) % self.seats) if isinstance(each.event, said.Held) else each
            for each in told
        ]


class SpareHandIsSeen(CrashGame):
    """The dealer sees the first spare hand."""

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        after = super().deal(state, outcome)
        if not after.public.spares:
            return after
        spare = after.public.spares[0]
        return replace(after, seen=(*after.seen[:spare], 1 << after.public.dealer, *after.seen[spare + 1 :]))


class SpareHandsAreSorted(CrashGame):
    """Spare hands are sorted, the best first."""

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        after = super().deal(state, outcome)
        spares = sorted(after.public.spares, key=lambda pile: -strongest(self, after.piles[pile]))
        return replace(after, public=replace(after.public, spares=tuple(spares)))


class ThrownInHandIsSeen(CrashGame):
    """The next player who may swap sees a hand that was thrown in."""

    def act(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        after = super().act(state, moves)
        thrown = [hand for hand, now in zip(state.public.hands, after.public.hands, strict=True) if hand != now]
        if state.public.phase is not Phase.SWAP or not thrown or not after.public.asked:
            return after
        bit = 1 << after.public.asked[0]
        return replace(after, seen=tuple([seen | bit * (pile in thrown) for pile, seen in enumerate(after.seen)]))


class ThrowerSeesTheArrangement(CrashGame):
    """The player who threw a hand in sees the hands that another player lays from it."""

    def act(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        after = super().act(state, moves)
        seen = list(after.seen)
        for hand, laid in zip(after.public.hands, after.public.laid, strict=False):
            for pile in laid:
                seen[pile] |= seen[hand]
        return replace(after, seen=tuple(seen))


class PilesLieAsThought(CrashGame):
    """The numbers of the laid piles tell in which order their owner laid the hands, before the table sorted them."""

    def act(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        after = super().act(state, moves)
        if state.public.phase is not Phase.ARRANGE:
            return after
        piles, laid = list(after.piles), list(after.public.laid)
        for seat, action in moves.items():
            if isinstance(action, Lay):
                first = min(laid[seat], default=0)
                as_laid = [tuple(sorted(hand, reverse=True)) for hand in action.hands]
                laid[seat] = tuple([first + as_laid.index(piles[pile]) for pile in laid[seat]])
                piles[first : first + len(as_laid)] = as_laid
        return replace(after, piles=tuple(piles), public=replace(after.public, laid=tuple(laid)))


class UnshownPlacesAreSeen(CrashGame):
    """All laid hands are turned up, though the rules end the deal before all are shown."""

    def act(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        after = super().act(state, moves)
        if after.public.last is None:
            return after
        laid = {pile for piles in after.public.laid for pile in piles}
        return replace(after, seen=tuple([EVERYBODY if pile in laid else seen for pile, seen in enumerate(after.seen)]))


class VoidDealIsShown(CrashGame):
    """Hands of a void deal are turned up."""

    def act(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        after = super().act(state, moves)
        void = after.public.last is not None and after.public.last.void
        return replace(after, seen=(EVERYBODY,) * len(after.seen)) if void else after


class KeyHoldsAHash(CrashGame):
    """The decision's key contains a hash of the whole state."""

    def node(self, state: State[Table]) -> Node:
        node = super().node(state)
        return replace(node, key=f"{node.key}.{hash(state.piles) % 1000}") if isinstance(node, Decision) else node


class LowestIsAskedFirst(CrashGame):
    """Seats are asked for announcements in the order of their first laid hands."""

    def act(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        after = super().act(state, moves)
        table = after.public
        if state.public.phase is not Phase.ARRANGE or table.phase is not Phase.CALL:
            return after
        order = sorted(table.asked, key=lambda s: strongest(self, after.piles[table.laid[s][0]]) if table.laid[s] else 0)
        return replace(after, public=replace(table, asked=tuple(order)))


class OddCardIsNamed(CrashGame):
    """The showdown is told with the cards that nobody laid."""

    def tell(self, before: State[Table], moves: Mapping[Seat, Action] | Outcome, after: State[Table]) -> Sequence[Told]:
        told = list(super().tell(before, moves, after))
        if after.public.last is not None:
            laid = {card for piles in after.public.laid for pile in piles for card in after.piles[pile]}
            odd = [card for seat in after.public.playing for card in after.piles[after.public.hands[seat]] if card not in laid]
            told.append(Told(said.Fouled(0, names(odd))))
        return told


class TiesGoByTheOddCard(CrashGame):
    """The result's first score is one higher where the sum of the first seat's last hand, with the card never laid, is odd."""

    def node(self, state: State[Table]) -> Node:
        node = super().node(state)
        if not isinstance(node, Over):
            return node
        scores = list(node.result.scores)
        scores[0] += sum(state.piles[0]) % 2
        return Over(replace(node.result, scores=tuple(scores)))


class EventsGoByStrength(CrashGame):
    """Dealt hands are told by their strength, and the deal itself just before the dealer's hand: all learn who has less."""

    def tell(self, before: State[Table], moves: Mapping[Seat, Action] | Outcome, after: State[Table]) -> Sequence[Told]:
        told = super().tell(before, moves, after)
        if before.public.phase is not Phase.DEAL:
            return told
        dealer = after.public.dealer
        return sorted(told, key=lambda t: strongest(self, after.piles[getattr(t.event, "seat", dealer)]))


class PileSizesTellAPair(CrashGame):
    """A hand whose two highest cards are a pair has an additional, empty pile."""

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        after = super().deal(state, outcome)
        if isinstance(outcome, int):
            return after
        pairs = sum(hand[0] >> 2 == hand[1] >> 2 for hand in after.piles[: self.seats])
        return replace(after, piles=(*after.piles, *[()] * pairs), seen=(*after.seen, *[0] * pairs))


class _Told(Choices[Any]):
    """Choices that know another player's hand."""

    def __init__(self, choices: Choices[Any], other: Sequence[Card]) -> None:
        self.choices, self.other = choices, other

    def why_not(self, action: Any) -> Refusal | None:
        return self.choices.why_not(action)

    def __iter__(self) -> Any:
        return iter(self.choices)

    def count(self) -> int:
        return self.choices.count()

    def sample(self, rng: Random) -> Any:
        return self.choices.sample(rng)


class _CountTells(_Told):
    def count(self) -> int:
        return super().count() + sum(self.other) % 5


class _RefusalTells(_Told):
    def why_not(self, action: Any) -> Refusal | None:
        refusal = super().why_not(action)
        if refusal is not None and refusal.code.endswith(".not_in_hand") and isinstance(action, Lay | xap.Lay):
            held = [card for hand in action.hands for card in hand if card in self.other]
            return refuse(refusal.code, card=names(held)) if held else refusal
        return refusal


class _Remembering(CrashGame):
    """A table that remembers its last deal outside the state."""

    choices_type = _Told

    def __init__(self, rules: Any, pack: Sequence[Card] = PACK) -> None:
        super().__init__(rules, pack)
        self.remembered: State[Table] | None = None

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        self.remembered = super().deal(state, outcome)
        return self.remembered

    def choices(self, view: View[Table]) -> Choices[Action]:
        choices = super().choices(view)
        if self.remembered is None or view.seat is None or view.public.phase is not Phase.ARRANGE:
            return choices
        return self.choices_type(choices, self.remembered.piles[(view.seat + 1) % self.seats])


class CountTells(_Remembering):
    """The number of a seat's choices depends on the hand of the player on its left."""

    choices_type = _CountTells


class RefusalTellsTheHolder(_Remembering):
    """The refusal of a card that isn't in the hand depends on whether the player on the left has it."""

    choices_type = _RefusalTells


class EverybodySeesTheLook(BragGame):
    """A player who looks at a blind hand also shows it to the player on the left."""

    def act(self, state: State[BragTable], moves: Mapping[Seat, brag.Action]) -> State[BragTable]:
        after = super().act(state, moves)
        seen = list(after.seen)
        for seat, action in moves.items():
            for pile in after.public.hands[seat][0] if isinstance(action, brag.Look) else ():
                seen[pile] |= 1 << (seat + 1) % self.seats
        return replace(after, seen=tuple(seen))


class LookIsHeard(BragGame):
    """The cards that a player looks at are told to all."""

    def tell(
        self, before: State[BragTable], moves: Mapping[Seat, brag.Action] | Outcome, after: State[BragTable]
    ) -> Sequence[Told]:
        told = super().tell(before, moves, after)
        return [replace(each, to=EVERYBODY) if isinstance(each.event, BragHeld) else each for each in told]


class LoserShowsToo(BragGame):
    """A player who paid to see and lost shows the hand too."""

    def act(self, state: State[BragTable], moves: Mapping[Seat, brag.Action]) -> State[BragTable]:
        after = super().act(state, moves)
        ((seat, action), *_) = moves.items()
        if action is not brag.Word.SEE or after.public.last is None:
            return after
        hand = state.public.hands[seat][0]
        return replace(after, seen=tuple([EVERYBODY if pile in hand else seen for pile, seen in enumerate(after.seen)]))


class FoldedHandIsSeen(BragGame):
    """The dealer sees folded hands."""

    def act(self, state: State[BragTable], moves: Mapping[Seat, brag.Action]) -> State[BragTable]:
        after = super().act(state, moves)
        seen = list(after.seen)
        for seat, action in moves.items():
            for pile in state.public.hands[seat][0] if action is brag.Word.FOLD else ():
                seen[pile] |= 1 << state.public.dealer
        return replace(after, seen=tuple(seen))


class BlindHandsAreKnown(BragGame):
    """All players see their cards when they are dealt, though they pay as blind players."""

    def deal(self, state: State[BragTable], outcome: Outcome) -> State[BragTable]:
        after = super().deal(state, outcome)
        seen = list(after.seen)
        for seat, hands in enumerate(after.public.hands):
            for pile in hands[-1] if hands else ():
                seen[pile] |= 1 << seat
        return replace(after, seen=tuple(seen))


class DiscardsTellTheirRanks(BragGame):
    """The decision's number goes up by two after a discard with an ace."""

    def act(self, state: State[BragTable], moves: Mapping[Seat, brag.Action]) -> State[BragTable]:
        after = super().act(state, moves)
        aces = sum(1 for action in moves.values() if isinstance(action, brag.Discard) and action.cards[0] >= 48)
        return replace(after, public=replace(after.public, moves=after.public.moves + aces)) if aces else after


class OnlyTheStrongMayLook(BragGame):
    """Which seats may look before the first turn depends on their cards, which not even their owners know."""

    def node(self, state: State[BragTable]) -> Node:
        node = super().node(state)
        if not isinstance(node, Decision) or state.public.phase is not BragPhase.BET:
            return node
        weak = [seat for seat in node.also if state.public.hands[seat] and state.piles[state.public.hands[seat][0][0]][0] < 12]
        return replace(node, also=tuple([seat for seat in node.also if seat not in weak]))


class PackIsSorted(BragGame):
    """Folded hands are sorted before they go under the pack."""

    def act(self, state: State[BragTable], moves: Mapping[Seat, brag.Action]) -> State[BragTable]:
        after = super().act(state, moves)
        new = len(after.public.pack) - len(state.public.pack)
        if new <= 0 or after.public.deal != state.public.deal:
            return after
        pack = after.public.pack
        under = sorted(pack[-new:], key=lambda pile: after.piles[pile])
        return replace(after, public=replace(after.public, pack=(*pack[:-new], *under)))


class AllCardsAreKnown(BusGame):
    """The publicly known cards of a hand include its best card where nobody has seen any of it."""

    def act(self, state: State[bus.Table], moves: Mapping[Seat, bus.Action]) -> State[bus.Table]:
        after = super().act(state, moves)
        table = after.public
        known = tuple([k or after.piles[hand][:1] * (hand >= 0) for k, hand in zip(table.known, table.hands, strict=True)])
        return replace(after, public=replace(table, known=known))


class TheLeftSeesTheHand(BusGame):
    """A dealt hand is seen by the player on its owner's left."""

    def deal(self, state: State[bus.Table], outcome: Outcome) -> State[bus.Table]:
        after = super().deal(state, outcome)
        if isinstance(outcome, int):
            return after
        seen = [bits | 1 << (pile + 1) % self.seats if pile < self.seats else bits for pile, bits in enumerate(after.seen)]
        return replace(after, seen=tuple(seen))


class WorstMayNotCall(BusGame):
    """The player with the worst hand may not stop the bus while others decide."""

    def node(self, state: State[bus.Table]) -> Node:
        node = super().node(state)
        if not isinstance(node, Decision) or not node.also:
            return node
        hands = {seat: strongest_of(self, state.piles[state.public.hands[seat]]) for seat in state.public.playing}
        return replace(node, also=tuple([seat for seat in node.also if hands[seat] > min(hands.values())]))


def strongest_of(game: BusGame, hand: Sequence[Card]) -> int:
    """The strength of a hand."""
    return game.ranking.strength(tuple(hand))


class HandsAreHeard(BusGame):
    """The dealt hands are told to all."""

    def tell(
        self, before: State[bus.Table], moves: Mapping[Seat, bus.Action] | Outcome, after: State[bus.Table]
    ) -> Sequence[Told]:
        return [replace(told, to=EVERYBODY) for told in super().tell(before, moves, after)]


class TheLeftSeesAllThirteen(XapXamGame):
    """A dealt hand is seen by the player on its owner's left."""

    def deal(self, state: State[xap.Table], outcome: Outcome) -> State[xap.Table]:
        after = super().deal(state, outcome)
        return replace(after, seen=tuple([bits | 1 << (seat + 1) % self.seats for seat, bits in enumerate(after.seen)]))


class DealtHandsAreHeard(XapXamGame):
    """The dealt hands are told to all."""

    def tell(self, before: State[xap.Table], moves: Mapping[Seat, xap.Lay] | Outcome, after: State[xap.Table]) -> Sequence[Told]:
        return [replace(told, to=EVERYBODY) for told in super().tell(before, moves, after)]


class InstantWinsAreShown(XapXamGame):
    """A hand with an instant win is turned up before it is declared."""

    def deal(self, state: State[xap.Table], outcome: Outcome) -> State[xap.Table]:
        after = super().deal(state, outcome)
        open_ = [EVERYBODY if self.scorer.held(hand) else bits for hand, bits in zip(after.piles, after.seen, strict=True)]
        return replace(after, seen=tuple(open_))


class InstantWinsAreDeclaredAtOnce(XapXamGame):
    """An instant win counts as declared in the public part while all players still set their cards."""

    def deal(self, state: State[xap.Table], outcome: Outcome) -> State[xap.Table]:
        after = super().deal(state, outcome)
        declared = tuple([(seat, next(iter(held))) for seat, hand in enumerate(after.piles) if (held := self.scorer.held(hand))])
        return replace(after, public=replace(after.public, declared=declared))


class InstantWinsAreCounted(XapXamGame):
    """The deal's number goes up by one more for each hand with an instant win."""

    def deal(self, state: State[xap.Table], outcome: Outcome) -> State[xap.Table]:
        after = super().deal(state, outcome)
        held = sum(bool(self.scorer.held(hand)) for hand in after.piles)
        return replace(after, public=replace(after.public, deal=after.public.deal + held))


class WhoMayDeclareIsAskedMeanwhile(XapXamGame):
    """Players with an instant win may also act while others decide."""

    def node(self, state: State[xap.Table]) -> Node:
        node = super().node(state)
        if not isinstance(node, Decision):
            return node
        return replace(node, also=tuple([seat for seat in node.seats if self.scorer.held(state.piles[seat])]))


class StrongestIsAskedFirst(XapXamGame):
    """The deciding seats are listed in the order of their highest cards."""

    def node(self, state: State[xap.Table]) -> Node:
        node = super().node(state)
        return replace(node, seats=by_cards(state, node.seats)) if isinstance(node, Decision) else node


def by_cards(state: State[xap.Table], seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Seats, the one with the highest cards first."""
    return tuple(sorted(seats, key=lambda seat: state.piles[seat], reverse=True))


class PilesLieByStrength(XapXamGame):
    """The piles of the hands are numbered by their highest cards."""

    def deal(self, state: State[xap.Table], outcome: Outcome) -> State[xap.Table]:
        after = super().deal(state, outcome)
        if not after.piles:
            return after
        order = by_cards(after, range(self.seats))
        hands = tuple([order.index(seat) for seat in range(self.seats)])
        piles, seen = tuple([after.piles[seat] for seat in order]), tuple([after.seen[seat] for seat in order])
        return State(replace(after.public, hands=hands), piles, seen)


class HeldIsToldByStrength(XapXamGame):
    """Dealt hands are told in the order of their cards, the lowest first, and the deal itself just before the dealer's hand."""

    def tell(self, before: State[xap.Table], moves: Mapping[Seat, xap.Lay] | Outcome, after: State[xap.Table]) -> Sequence[Told]:
        told = super().tell(before, moves, after)
        if before.public.phase is not xap.Phase.DEAL:
            return told
        dealer = after.public.dealer
        return sorted(told, key=lambda t: after.piles[getattr(t.event, "seat", dealer)])


class DealerStakesByCards(XapXamGame):
    """While cards are set, a dealer with the ace of spades has one unit more and the next player one less."""

    def deal(self, state: State[xap.Table], outcome: Outcome) -> State[xap.Table]:
        after = super().deal(state, outcome)
        table = after.public
        if not after.piles or 51 not in after.piles[table.dealer]:
            return after
        scores = list(table.scores)
        scores[table.dealer] += 1
        scores[(table.dealer + 1) % self.seats] -= 1
        return replace(after, public=replace(table, scores=tuple(scores)))


class SettingKeyHoldsAHash(XapXamGame):
    """The decision's key contains a hash of the whole state."""

    def node(self, state: State[xap.Table]) -> Node:
        node = super().node(state)
        return replace(node, key=f"{node.key}.{hash(state.piles) % 1000}") if isinstance(node, Decision) else node


class APileMoreForAPair(XapXamGame):
    """There is an additional, empty pile for each hand whose two highest cards are a pair."""

    def deal(self, state: State[xap.Table], outcome: Outcome) -> State[xap.Table]:
        after = super().deal(state, outcome)
        pairs = sum(hand[0] >> 2 == hand[1] >> 2 for hand in after.piles)
        return replace(after, piles=(*after.piles, *[()] * pairs), seen=(*after.seen, *[0] * pairs))


class _RememberingXapXam(XapXamGame):
    """A table that remembers its last deal outside the state."""

    choices_type = _Told

    def __init__(self, rules: Any, pack: Sequence[Card] = PACK) -> None:
        super().__init__(rules, pack)
        self.remembered: State[xap.Table] | None = None

    def deal(self, state: State[xap.Table], outcome: Outcome) -> State[xap.Table]:
        self.remembered = super().deal(state, outcome)
        return self.remembered

    def choices(self, view: View[xap.Table]) -> Choices[xap.Lay]:
        choices = super().choices(view)
        if self.remembered is None or view.seat is None or view.public.phase is not xap.Phase.SET:
            return choices
        return self.choices_type(choices, self.remembered.piles[(view.seat + 1) % self.seats])


class WaysToSetTell(_RememberingXapXam):
    """The number of a seat's choices depends on the hand of the player on its left."""

    choices_type = _CountTells


class RefusedCardsTellTheHolder(_RememberingXapXam):
    """The refusal of a card that isn't in the hand depends on whether the player on the left has it."""

    choices_type = _RefusalTells


@dataclass(frozen=True)
class Leak:
    """A table that leaks, with rules under which it does."""

    table: type[Any]
    preset: str = "online"
    options: dict[str, Any] = field(default_factory=dict)
    pack: Sequence[Card] = PACK
    name: str = "crash"
    """The game's name."""

    def make(self, *, honest: bool = False) -> tuple[Game[Any, Any], Knowledge]:
        """The table, or one without the leak under the same rules; and what its players may know."""
        rules = find(self.name).schema.make(self.options, self.preset)
        table: Any = find(self.name).new if honest else self.table
        return table(rules, self.pack), GAMES[self.name].knowledge(rules)


_FEW = {"players": 3, "length": 3}
_SWAP = {"players": 2, "spare": "pass_on"}
_ONE = {"players": 3, "length": 1}
_PAIRS = PACK[:28]  # two hands of 13 cards out of seven ranks, so that six pairs and fours are common

LEAKS = (
    Leak(BestStrengthIsPublic),
    Leak(DealNumberTellsAnAce, options={"players": 2}),
    Leak(EverybodyHearsTheHand, "denexa"),
    Leak(TheLeftHearsTheHand),
    Leak(SpareHandIsSeen, options=_SWAP),
    Leak(SpareHandsAreSorted, options=_SWAP),
    Leak(ThrownInHandIsSeen, options={"players": 3, "spare": "pass_on"}),
    Leak(ThrowerSeesTheArrangement, options={"players": 3, "spare": "pass_on", "crash_call": "required"}),
    Leak(PilesLieAsThought, "wikipedia"),
    Leak(UnshownPlacesAreSeen, options={"finish": "at_once"}),
    Leak(VoidDealIsShown, "denexa", {"players": 2}, _PAIRS),
    Leak(KeyHoldsAHash),
    Leak(LowestIsAskedFirst, "wikipedia"),
    Leak(OddCardIsNamed, "nine"),
    Leak(TiesGoByTheOddCard),
    Leak(EventsGoByStrength),
    Leak(PileSizesTellAPair),
    Leak(CountTells),
    Leak(RefusalTellsTheHolder),
    Leak(EverybodySeesTheLook, "house", _FEW, name="brag"),
    Leak(LookIsHeard, "house", _FEW, name="brag"),
    Leak(LoserShowsToo, "house", {"players": 2, "length": 4}, name="brag"),
    Leak(FoldedHandIsSeen, "pagat", _FEW, name="brag"),
    Leak(BlindHandsAreKnown, "house", _FEW, name="brag"),
    Leak(DiscardsTellTheirRanks, "five_card", _FEW, name="brag"),
    Leak(OnlyTheStrongMayLook, "house", _FEW, name="brag"),
    Leak(PackIsSorted, "pagat", _FEW, name="brag"),
    Leak(AllCardsAreKnown, "denexa", name="stop_the_bus"),
    Leak(TheLeftSeesTheHand, "denexa", name="stop_the_bus"),
    Leak(WorstMayNotCall, "denexa", name="stop_the_bus"),
    Leak(HandsAreHeard, "denexa", name="stop_the_bus"),
    Leak(TheLeftSeesAllThirteen, "xap_xam", _ONE, name="xap_xam"),
    Leak(DealtHandsAreHeard, "mau_binh", _ONE, name="xap_xam"),
    Leak(InstantWinsAreShown, "xap_xam", _ONE, name="xap_xam"),
    Leak(InstantWinsAreDeclaredAtOnce, "xap_xam", _ONE, name="xap_xam"),
    Leak(InstantWinsAreCounted, "xap_xam", _ONE, name="xap_xam"),
    Leak(WhoMayDeclareIsAskedMeanwhile, "xap_xam", _ONE, name="xap_xam"),
    Leak(StrongestIsAskedFirst, "chinese_poker", _ONE, name="xap_xam"),
    Leak(PilesLieByStrength, "chinese_poker", _ONE, name="xap_xam"),
    Leak(HeldIsToldByStrength, "xap_xam", _ONE, name="xap_xam"),
    Leak(DealerStakesByCards, "mau_binh", _ONE, name="xap_xam"),
    Leak(SettingKeyHoldsAHash, "xap_xam", _ONE, name="xap_xam"),
    Leak(APileMoreForAPair, "chinese_poker", _ONE, name="xap_xam"),
    Leak(WaysToSetTell, "chinese_poker", _ONE, name="xap_xam"),
    Leak(RefusedCardsTellTheHolder, "chinese_poker", _ONE, name="xap_xam"),
    *(Leak(table, preset, options, name="brag_poker") for table, preset, options in BRAG_POKER),
)
