"""A small Brag with blind play, which tests that `prial.core.game.Game` can express four things.

These are: betting, cards that not even their owner has looked at, hands kept for the next deal, and a pack that isn't shuffled
between deals.

Two players, one card each, two deals; suits don't rank. Both ante 1. In turn from the dealer's left, a player looks, folds, or
bets: 1 chip blind, 2 open. After a bet a player may also see. A blind player pays 1 for it; an open player pays 4 to see an open
one. An open player can't see a blind one, unless no more bets are allowed: then it costs 2. The player who is seen shows. The
payer shows too if the payer's card is better, and wins. On a tie the payer loses and needn't show.

If all fold to a player who bet blind in the first deal, the pot stays. That player may keep the card, unseen, next to the new
one. Two cards that nobody has looked at are one hand still to be chosen: the player chooses before it is shown. A player who
looks at one of them keeps it or folds it at once.

The pack has an order: shown and folded cards go under it as they lay, and the next deal comes from the top.
(The page of Brag, options `blind`, `kept_blind` and `shuffle`, simplified.)
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import Final

import msgspec
from msgspec.structs import replace

from prial.cards import Card, name, rank
from prial.core.chance import Draw, Group, Outcome
from prial.core.game import EVERYBODY, Chance, Choices, Decision, Event, Node, Over, Result, Seat, State, Told, View, put
from prial.errors import ActionError, Refusal, add_sentences, refuse

add_sentences(
    "en",
    {
        "blind.action": "{text!r} is not an action; there are {actions}.",
        "blind.not_now": "{action} isn't possible now; there are {actions}.",
        "blind.dealt": "Cards are dealt.",
        "blind.did": "{seat}: {action}.",
        "blind.saw": "{seat} looks at {card}.",
        "blind.showed": "{seat} shows {card}.",
        "blind.won": "{winner} wins {pot}.",
        "blind.stays": "The pot of {pot} stays.",
    },
)

BETS: Final = 2
"""Most bets in a deal, of both players together; after them a player folds or sees."""
DEALS: Final = 2


class Act(StrEnum):
    """What a player may do."""

    LOOK = "look"
    """Look at the only card, or at the kept one."""
    LOOK_NEW = "look_new"
    """Look at the card just dealt, next to a kept one."""
    FOLD = "fold"
    BET = "bet"
    SEE = "see"
    KEEP = "keep"
    """Keep a blind card for the next deal, or keep the card of two just looked at."""
    THROW = "throw"
    """Don't keep a blind card; or fold the card just looked at and play the other one, blind."""
    FIRST = "first"
    """Show the kept card of two blind ones."""
    SECOND = "second"
    """Show the new card of two blind ones."""


class Phase(StrEnum):
    """What must be decided."""

    DEAL = "deal"
    BET = "bet"
    LOOKED = "looked"
    """One of two cards was looked at: keep it or fold it."""
    KEEP = "keep"
    """A pot stays: whether to keep the card."""
    CHOOSE = "choose"
    """A bet is seen: which of two blind cards to play."""
    OVER = "over"


class Public(msgspec.Struct, frozen=True, kw_only=True):
    """The public part of the state. Each card of the pack is a pile of its own for the whole session."""

    phase: Phase = Phase.DEAL
    deal: int = 0
    turn: Seat = 0
    pack: tuple[int, ...]
    """The pack's piles, the top first."""
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """The piles of each seat's cards, a kept card first."""
    open: tuple[bool, bool] = (False, False)
    """Whether each seat has looked at the hand that it plays."""
    bet_blind: tuple[bool, bool] = (False, False)
    bets: int = 0
    pot: int = 0
    paid: tuple[int, int] = (0, 0)
    """Chips paid in the session, by seat."""
    won: tuple[int, int] = (0, 0)
    seer: Seat | None = None
    """The seat that paid to see."""
    looked: int = -1
    """Which of two cards was just looked at: 0 the kept one, 1 the new one, -1 none."""
    said: tuple[tuple[Seat, Act], ...] = ()
    """All actions so far, so that a view contains its history."""


class Dealt(Event, frozen=True, tag="blind.dealt"):
    """Both players get new cards, face down."""


class Did(Event, frozen=True, tag="blind.did"):
    """A player acted."""

    seat: Seat
    action: str


class Saw(Event, frozen=True, tag="blind.saw"):
    """A player saw a card; told to that player alone."""

    seat: Seat
    card: str


class Showed(Event, frozen=True, tag="blind.showed"):
    """A card is turned up."""

    seat: Seat
    card: str


class Won(Event, frozen=True, tag="blind.won"):
    """A pot is won."""

    winner: Seat
    pot: int


class Stays(Event, frozen=True, tag="blind.stays"):
    """A pot is carried to the next deal."""

    pot: int


class Options(Choices[Act]):
    """The allowed actions."""

    def __init__(self, acts: Sequence[Act]) -> None:
        self.acts = acts

    def why_not(self, action: Act) -> Refusal | None:
        if action in self.acts:
            return None
        return refuse("blind.not_now", action=str(action), actions=", ".join(self.acts))

    def __iter__(self) -> Iterator[Act]:
        return iter(self.acts)

    def count(self) -> int:
        return len(self.acts)

    def sample(self, rng: Random) -> Act:
        return self.acts[rng.randrange(len(self.acts))]


class BlindBrag:
    """A table.

    Args:
        pack: the cards, three or more; with three, a card of the first deal is dealt again in the second.
    """

    name = "blind_brag"
    version = 1
    seats = 2

    def __init__(self, pack: Sequence[Card]) -> None:
        self.rules = None
        self.pack = tuple(sorted(pack, reverse=True))

    def start(self) -> State[Public]:
        size = len(self.pack)
        return State(Public(pack=tuple(range(size))), ((-1,),) * size, (0,) * size)

    def node(self, state: State[Public]) -> Node:
        table = state.public
        match table.phase:
            case Phase.DEAL:
                lying = {pile[0] for pile in state.piles}
                fresh = [int(state.piles[pile][0] < 0) for pile in table.pack[:2]]
                pool = tuple([card for card in self.pack if card not in lying])
                return Chance(Draw(pool, (Group("cards", tuple(fresh)),)))
            case Phase.OVER:
                return Over(self.stop(state))
            case _:
                return Decision(str(len(table.said)), (table.turn,))

    def deal(self, state: State[Public], outcome: Outcome) -> State[Public]:
        assert not isinstance(outcome, int)
        table, piles = state.public, list(state.piles)
        first = table.deal % 2  # dealer's left: seat 0 in the first deal, then seat 1
        new = {first: table.pack[0], 1 - first: table.pack[1]}
        for pile, dealt in zip(table.pack[:2], outcome, strict=True):
            if dealt:
                piles[pile] = dealt
        after = replace(
            table,
            phase=Phase.BET,
            deal=table.deal + 1,
            turn=first,
            pack=table.pack[2:],
            hands=((*table.hands[0], new[0]), (*table.hands[1], new[1])),
            open=(False, False),
            bet_blind=(False, False),
            bets=0,
            pot=table.pot + 2,
            paid=(table.paid[0] + 1, table.paid[1] + 1),
            seer=None,
        )
        return State(after, tuple(piles), state.seen)

    def choices(self, view: View[Public]) -> Options:
        table = view.public
        if view.seat != table.turn:
            return Options(())
        me = table.turn
        match table.phase:
            case Phase.LOOKED | Phase.KEEP:
                return Options((Act.KEEP, Act.THROW))
            case Phase.CHOOSE:
                return Options((Act.FIRST, Act.SECOND))
            case Phase.BET:
                acts = [Act.FOLD]
                if table.bets < BETS:
                    acts.append(Act.BET)
                if table.bets and (table.bets == BETS or not table.open[me] or table.open[1 - me]):
                    acts.append(Act.SEE)
                if not table.open[me]:
                    acts.append(Act.LOOK)
                    if len(table.hands[me]) == 2:
                        acts.append(Act.LOOK_NEW)
                return Options(acts)
            case _:
                return Options(())

    def act(self, state: State[Public], moves: Mapping[Seat, Act]) -> State[Public]:
        ((me, action),) = moves.items()
        state = _with(state, said=(*state.public.said, (me, action)))
        table = state.public
        match table.phase, action:
            case Phase.BET, Act.LOOK | Act.LOOK_NEW:
                which = int(action is Act.LOOK_NEW)
                seen = put(state.seen, pile := table.hands[me][which], state.seen[pile] | 1 << me)
                two = len(table.hands[me]) == 2
                opened = table.open if two else put(table.open, me, True)
                return State(
                    replace(table, phase=Phase.LOOKED if two else Phase.BET, looked=which if two else -1, open=opened),
                    state.piles,
                    seen,
                )
            case Phase.LOOKED, _:
                kept = table.looked if action is Act.KEEP else 1 - table.looked
                state = _lay_down(state, me, 1 - kept)
                return _with(state, phase=Phase.BET, looked=-1, open=put(table.open, me, action is Act.KEEP))
            case Phase.BET, Act.BET:
                blind = not table.open[me]
                state = _pay(state, me, 1 if blind else 2)
                blinds = put(table.bet_blind, me, table.bet_blind[me] or blind)
                return _with(state, turn=1 - me, bets=table.bets + 1, bet_blind=blinds)
            case Phase.BET, Act.FOLD:
                return self._folded(state, me)
            case Phase.BET, Act.SEE:
                cost = 1 if not table.open[me] else 4 if table.open[1 - me] else 2
                return self._show(_with(_pay(state, me, cost), seer=me))
            case Phase.CHOOSE, _:
                return self._show(_lay_down(state, me, int(action is Act.FIRST)))
            case _:  # a pot stays: keep the card or not
                return _next(state if action is Act.KEEP else _lay_down(state, me, 0))

    def _folded(self, state: State[Public], loser: Seat) -> State[Public]:
        winner = 1 - loser
        while state.public.hands[loser]:
            state = _lay_down(state, loser, 0)
        table = state.public
        if table.deal < DEALS and table.bet_blind[winner] and not table.open[winner]:
            return _with(state, phase=Phase.KEEP, turn=winner)
        return _win(state, winner)

    def _show(self, state: State[Public]) -> State[Public]:
        """Turn up the seen player's card, and the payer's if it is better; two blind cards must be chosen from first."""
        table = state.public
        payer = table.seer
        assert payer is not None
        for seat in (1 - payer, payer):
            if len(table.hands[seat]) == 2:
                return _with(state, phase=Phase.CHOOSE, turn=seat)
        seen = state.seen
        shown, other = table.hands[1 - payer][0], table.hands[payer][0]
        seen = put(seen, shown, EVERYBODY)
        better = rank(state.piles[other][0]) > rank(state.piles[shown][0])
        if better:
            seen = put(seen, other, EVERYBODY)
        state = State(table, state.piles, seen)
        for seat in (payer, 1 - payer) if not better else (1 - payer, payer):
            state = _lay_down(state, seat, 0)
        return _win(state, payer if better else 1 - payer)

    def tell(self, before: State[Public], moves: Mapping[Seat, Act] | Outcome, after: State[Public]) -> Sequence[Told]:
        if not isinstance(moves, Mapping):
            return [Told(Dealt())]
        ((me, action),) = moves.items()
        told: list[Told] = [Told(Did(me, str(action)))]
        for pile, (was, now) in enumerate(zip(before.seen, after.seen, strict=True)):
            if now != was:
                card, seat = name(after.piles[pile][0]), int(pile in before.public.hands[1])
                told.append(Told(Showed(seat, card)) if now == EVERYBODY else Told(Saw(me, card), 1 << me))
        gained = [now - was for was, now in zip(before.public.won, after.public.won, strict=True)]
        told += [Told(Won(seat, pot)) for seat, pot in enumerate(gained) if pot]
        if after.public.phase is Phase.KEEP:
            told.append(Told(Stays(after.public.pot)))
        return told

    def stop(self, state: State[Public]) -> Result:
        table = state.public
        ledger = tuple([won - paid for won, paid in zip(table.won, table.paid, strict=True)])
        return Result(tuple([seat for seat in range(2) if ledger[seat] == max(ledger)]), table.won, ledger)

    def score(self, view: View[Public]) -> tuple[int, ...]:
        return view.public.won

    def read(self, text: str) -> Act:
        try:
            return Act(text)
        except ValueError:
            raise ActionError(refuse("blind.action", text=text, actions=", ".join(Act))) from None

    def write(self, action: Act) -> str:
        return action.value


def _with(state: State[Public], **changes: object) -> State[Public]:
    return State(replace(state.public, **changes), state.piles, state.seen)


def _pay(state: State[Public], seat: Seat, chips: int) -> State[Public]:
    table = state.public
    return _with(state, pot=table.pot + chips, paid=put(table.paid, seat, table.paid[seat] + chips))


def _lay_down(state: State[Public], seat: Seat, which: int) -> State[Public]:
    """Put one of a seat's cards under the pack, as it lies."""
    table = state.public
    hand = table.hands[seat]
    left = hand[:which] + hand[which + 1 :]
    hands = (left, table.hands[1]) if seat == 0 else (table.hands[0], left)
    return _with(state, hands=hands, pack=(*table.pack, hand[which]))


def _win(state: State[Public], winner: Seat) -> State[Public]:
    """Give the pot to the winner, whose cards go under the pack last."""
    while state.public.hands[winner]:
        state = _lay_down(state, winner, 0)
    table = state.public
    return _next(_with(state, pot=0, won=put(table.won, winner, table.won[winner] + table.pot)))


def _next(state: State[Public]) -> State[Public]:
    return _with(state, phase=Phase.DEAL if state.public.deal < DEALS else Phase.OVER)
