"""A tiny game in which seats may act while others decide, to test `Decision.also`.

Three players get one card each, face down, and don't look at it. The two who don't deal both bet 1 or 2 against the dealer, in
secret. Meanwhile the dealer may look at the own card, and may raise once: from then on a bet may be 3. Then the dealer decides
to keep the bets or to double them. Meanwhile each of the others may look at the own card, and the first of them to do so may
forbid doubling. Then all cards are shown: a card better than the dealer's wins its bet, any other card loses it.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final

import msgspec
from msgspec.structs import replace

from prial.cards import PACK, Card, name
from prial.core.chance import Draw, Group, Outcome
from prial.core.game import EVERYBODY, NATURE, Chance, Choices, Decision, Event, Node, Over, Result, Seat, State, Told, View
from prial.core.kind import Kind
from prial.core.options import option
from prial.core.rules import Schema
from prial.errors import ActionError, Refusal, add_sentences, refuse
from prial.testing import Fact
from prial.testing.play import History

add_sentences(
    "en",
    {
        "meanwhile.action": "{text!r} is not an action; there are {actions}.",
        "meanwhile.not_now": "{action} isn't possible now.",
        "meanwhile.dealt": "{dealer} deals.",
        "meanwhile.did": "{seat}: {action}.",
        "meanwhile.saw": "{seat} looks at {card}.",
        "meanwhile.showed": "{seat} shows {card}.",
    },
)


@dataclass(frozen=True)
class Rules:
    deals: int = option(2, "Deals", "How many deals a game has.", source="decided", group="Play", least=1, most=9)


SCHEMA: Final = Schema("meanwhile", Rules, (), {"usual": ""})


class Act(StrEnum):
    BET_1 = "bet 1"
    BET_2 = "bet 2"
    BET_3 = "bet 3"
    LOOK = "look"
    RAISE = "raise"
    KEEP = "keep"
    DOUBLE = "double"
    FORBID = "forbid"


BETS: Final = (Act.BET_1, Act.BET_2, Act.BET_3)


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """The public part of the state. Each seat's card is the pile with the seat's number."""

    phase: str = "deal"
    deal: int = 0
    open: tuple[Seat, ...] = ()
    """Seats that have looked at their card, in that order."""
    raised: bool = False
    forbidden: bool = False
    bets: tuple[int, int] = (0, 0)
    """Bets of the seats to the dealer's left and right."""
    ledger: tuple[int, int, int] = (0, 0, 0)

    @property
    def dealer(self) -> Seat:
        return self.deal % 3

    @property
    def others(self) -> tuple[Seat, Seat]:
        return (self.dealer + 1) % 3, (self.dealer + 2) % 3


class Dealt(Event, frozen=True, tag="meanwhile.dealt"):
    dealer: Seat


class Did(Event, frozen=True, tag="meanwhile.did"):
    seat: Seat
    action: str


class Saw(Event, frozen=True, tag="meanwhile.saw"):
    seat: Seat
    card: str


class Showed(Event, frozen=True, tag="meanwhile.showed"):
    seat: Seat
    card: str


class Options(Choices[Act]):
    def __init__(self, acts: Sequence[Act]) -> None:
        self.acts = acts

    def why_not(self, action: Act) -> Refusal | None:
        return None if action in self.acts else refuse("meanwhile.not_now", action=str(action))

    def __iter__(self) -> Iterator[Act]:
        return iter(self.acts)

    def count(self) -> int:
        return len(self.acts)

    def sample(self, rng: Random) -> Act:
        return rng.choice(self.acts)


class Meanwhile:
    """A table.

    Args:
        rules: the number of deals.
        pack: three or more cards.
    """

    name = "meanwhile"
    version = 1
    seats = 3

    def __init__(self, rules: Rules | None = None, pack: Sequence[Card] = PACK) -> None:
        self.rules, self.pack = rules or Rules(), tuple(sorted(pack, reverse=True))

    def start(self) -> State[Table]:
        return State(Table())

    def node(self, state: State[Table]) -> Node:
        table = state.public
        if table.phase == "deal":
            return Chance(Draw(self.pack, (Group("cards", (1, 1, 1)),)), rest=table.deal > 0)
        if table.phase == "over":
            return Over(self.stop(state))
        deciding = table.others if table.phase == "bet" else (table.dealer,)
        able = tuple([seat for seat in range(3) if seat not in deciding and self._meanwhile(table, seat)])
        return Decision(f"{table.deal}.{table.phase}", deciding, able)

    def stop(self, state: State[Table]) -> Result:
        ledger = state.public.ledger
        return Result(tuple([seat for seat in range(3) if ledger[seat] == max(ledger)]), (0, 0, 0), ledger)

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        assert not isinstance(outcome, int)
        table = replace(state.public, phase="bet", open=(), raised=False, forbidden=False, bets=(0, 0))
        return State(table, outcome, (0, 0, 0))

    def choices(self, view: View[Table]) -> Options:
        table, seat = view.public, view.seat
        if seat is None or table.phase not in {"bet", "turn"}:
            return Options(())
        if table.phase == "bet" and seat != table.dealer:
            return Options(BETS if table.raised else BETS[:2])
        if table.phase == "turn" and seat == table.dealer:
            return Options((Act.KEEP,) if table.forbidden else (Act.KEEP, Act.DOUBLE))
        return Options(self._meanwhile(table, seat))

    def _meanwhile(self, table: Table, seat: Seat) -> list[Act]:
        """What a seat may do while others decide."""
        acts = [Act.LOOK] if seat not in table.open else []
        if table.phase == "bet" and not table.raised:
            acts.append(Act.RAISE)
        if table.phase == "turn" and not table.forbidden:
            acts.append(Act.FORBID)
        return acts

    def act(self, state: State[Table], moves: Mapping[Seat, Act]) -> State[Table]:
        table = state.public
        seat, action = next(iter(moves.items()))
        match action:
            case Act.LOOK:
                seen = tuple([bits | (1 << seat) * (pile == seat) for pile, bits in enumerate(state.seen)])
                return State(replace(table, open=(*table.open, seat)), state.piles, seen)
            case Act.RAISE:
                return replace(state, public=replace(table, raised=True))
            case Act.FORBID:
                return replace(state, public=replace(table, forbidden=True))
            case Act.KEEP | Act.DOUBLE:
                return self._settled(state, 1 + (action is Act.DOUBLE))
        left, right = (BETS.index(moves[other]) + 1 for other in table.others)
        return replace(state, public=replace(table, phase="turn", bets=(left, right)))

    def _settled(self, state: State[Table], times: int) -> State[Table]:
        table, ledger = state.public, list(state.public.ledger)
        for other, bet in zip(table.others, table.bets, strict=True):
            won = times * bet * (1 if state.piles[other] > state.piles[table.dealer] else -1)
            ledger[other] += won
            ledger[table.dealer] -= won
        phase = "deal" if table.deal + 1 < self.rules.deals else "over"
        after = replace(table, phase=phase, deal=table.deal + 1, ledger=(ledger[0], ledger[1], ledger[2]))
        return State(after, state.piles, (EVERYBODY,) * 3)

    def tell(self, before: State[Table], moves: Mapping[Seat, Act] | Outcome, after: State[Table]) -> Sequence[Told]:
        if not isinstance(moves, Mapping):
            return [Told(Dealt(after.public.dealer))]
        told = [Told(Did(seat, str(action))) for seat, action in moves.items()]
        for seat, action in moves.items():
            if action is Act.LOOK:
                told.append(Told(Saw(seat, name(after.piles[seat][0])), 1 << seat))
        if after.public.phase in {"deal", "over"}:
            told += [Told(Showed(seat, name(pile[0]))) for seat, pile in enumerate(after.piles)]
        return told

    def score(self, view: View[Table]) -> tuple[int, ...]:
        return view.public.ledger

    def read(self, text: str) -> Act:
        try:
            return Act(text)
        except ValueError:
            raise ActionError(refuse("meanwhile.action", text=text, actions=", ".join(Act))) from None

    def write(self, action: Act) -> str:
        return action.value


class AtOnce(Options):
    """Bets, and a look, which counts as done at once and not as the seat's answer."""

    def at_once(self, action: Act) -> bool:
        return action is Act.LOOK


class LooksAtOnce(Meanwhile):
    """A variant in which the betting seats may also look before they bet, and still have to bet."""

    def choices(self, view: View[Table]) -> Options:
        table, acts = view.public, super().choices(view).acts
        bets = table.phase == "bet" and view.seat in table.others
        return AtOnce([*acts, Act.LOOK]) if bets and view.seat not in table.open else Options(acts)


KIND = Kind(
    name="meanwhile",
    title="Meanwhile",
    text="A tiny game for tests.",
    schema=SCHEMA,
    new=Meanwhile,
    story=lambda _rules: "",
    guide=lambda _game, view: {"open": list(view.public.open)} if view.seat in view.public.open else None,
)


class MeanwhileKnowledge:
    """What players may know, derived from the moves alone: cards they looked at, cards that were shown, and public actions."""

    def cards(self, history: History, seat: Seat | None) -> frozenset[Fact]:
        known: set[Fact] = set()
        deal, cards = -1, list[tuple[Card, ...]]()
        for moment in history:
            if moment.seat == NATURE:
                deal, cards = deal + 1, list(moment.action)
            elif moment.action is Act.LOOK and moment.seat == seat:
                known.add((deal, f"card of {seat}", cards[seat]))
            elif moment.action in {Act.KEEP, Act.DOUBLE}:
                known |= {(deal, f"card of {other}", card) for other, card in enumerate(cards)}
        return frozenset(known)

    def results(self, history: History) -> Hashable:
        said: list[Hashable] = []
        bets: dict[Seat, Act] = {}
        for moment in history:
            if moment.seat == NATURE:
                said.append(NATURE)
            elif moment.action in BETS:
                bets[moment.seat] = moment.action
                said.append(moment.seat)  # everybody sees who has bet
                if len(bets) == 2:
                    said.append(tuple(sorted(bets.items())))
                    bets = {}
            else:
                said.append((moment.seat, moment.action))
        return tuple(said)
