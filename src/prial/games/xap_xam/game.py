"""Xập xám as a `prial.core.game.Game`."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from prial.cards import PACK, Card, best_first, names
from prial.core import first_dealer
from prial.core.chance import Draw, Group, Outcome
from prial.core.game import (
    EVERYBODY,
    Chance,
    Choices,
    Decision,
    Event,
    Node,
    Over,
    Result,
    Seat,
    State,
    Told,
    View,
)
from prial.core.inspected import Inspectable
from prial.games.xap_xam import state as said
from prial.games.xap_xam.choices import Arranging, Nothing
from prial.games.xap_xam.faults import faults
from prial.games.xap_xam.rules import SCHEMA, XapXamRules
from prial.games.xap_xam.settle import By, Scorer, Settled
from prial.games.xap_xam.state import Lay, Phase, Table, read_action, write_action

CARDS = 13
"""Number of cards that each player is dealt."""


class XapXamGame(Inspectable):
    """The game of Xập xám under the house rules of one table.

    Args:
        rules: the house rules.
        pack: the cards in play; a short pack makes a small game with the same rules.
    """

    name = "xap_xam"
    version = 1

    def __init__(self, rules: XapXamRules, pack: Sequence[Card] = PACK) -> None:
        self.rules = SCHEMA.checked(rules)
        self.pack = best_first(pack)
        self.seats = rules.players
        self.scorer = Scorer(rules)
        hands = Draw(self.pack, (Group("hands", (CARDS,) * self.seats),))
        self._draws = {rest: Chance(hands, rest) for rest in (False, True)}

    def start(self) -> State[Table]:
        named = first_dealer.named(self.rules)
        table = Table(
            phase=Phase.DEALER if named is None else Phase.DEAL,
            dealer=named or 0,
            cutting=first_dealer.cutters(self.rules),
            scores=(0,) * self.seats,
        )
        return State(table)

    def node(self, state: State[Table]) -> Node:
        table = state.public
        match table.phase:
            case Phase.SET:
                return Decision(f"{table.deal}.set", tuple(range(self.seats)))
            case Phase.DEALER:
                return Chance(first_dealer.draw(self.seats, table.cutting, self.pack))
            case Phase.DEAL:
                return self._draws[table.last is not None]
            case Phase.OVER:
                assert table.last is not None
                return Over(Result(table.last.winners, table.scores, table.scores))

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        table = state.public
        if table.phase is Phase.DEALER:
            first, *others = first_dealer.highest(outcome)
            if others:
                return State(replace(table, cutting=(first, *others)))
            return State(replace(table, phase=Phase.DEAL, dealer=first, cutting=()))
        assert not isinstance(outcome, int)
        seats = range(self.seats)
        dealt = replace(table, phase=Phase.SET, deal=table.deal + 1, hands=tuple(seats), laid=(), declared=(), last=None)
        return State(dealt, tuple([best_first(pile) for pile in outcome]), tuple([1 << seat for seat in seats]))

    def choices(self, view: View[Table]) -> Choices[Lay]:
        if view.public.phase is Phase.SET and view.seat is not None:
            return Arranging(self.scorer, view)
        return Nothing()

    def act(self, state: State[Table], moves: Mapping[Seat, Lay]) -> State[Table]:
        """Settle a deal in which all players have laid their hands, and turn up all cards.

        Each laid hand becomes an entry of ``State.piles``.

        Args:
            state: the state before the hands are laid.
            moves: the action of each seat.
        """
        table = state.public
        hands = [moves[seat].hands for seat in range(self.seats)]
        declared = {seat: what for seat, lay in sorted(moves.items()) if (what := lay.declared) is not None}
        count = len(state.piles)
        after = replace(
            self.after(table, self.scorer.settle(table.dealer, hands, declared, table.scores)),
            laid=tuple([tuple(range(at, at + 3)) for at in range(count, count + 3 * self.seats, 3)]),
            declared=tuple(declared.items()),
        )
        laid = [best_first(hand) for each in hands for hand in each]
        return State(after, (*state.piles, *laid), (EVERYBODY,) * (count + len(laid)))

    def after(self, table: Table, settled: Settled) -> Table:
        """The public part of the state after a deal: everybody's units, the next dealer and, after the last deal, the winners.

        Args:
            table: the public part of the state before the deal was settled.
            settled: the result of the deal.
        """
        if table.deal >= self.rules.length:
            top = max(settled.scores)
            first = tuple([seat for seat, units in enumerate(settled.scores) if units == top])
            settled = replace(settled, over=True, winners=first)
        return replace(
            table,
            phase=Phase.OVER if settled.over else Phase.DEAL,
            dealer=table.dealer if settled.over else (table.dealer + 1) % self.seats,
            scores=settled.scores,
            last=settled,
        )

    def stop(self, state: State[Table]) -> Result:
        """The result of a game that is broken off. Nobody has won, and all players keep their units."""
        return Result((), state.public.scores, state.public.scores)

    def tell(self, before: State[Table], moves: Mapping[Seat, Lay] | Outcome, after: State[Table]) -> Sequence[Told]:
        table = after.public
        match before.public.phase:
            case Phase.DEALER:
                assert not isinstance(moves, Mapping)
                return first_dealer.tell(moves)
            case Phase.DEAL:
                held = [Told(said.Held(seat, names(after.piles[pile])), 1 << seat) for seat, pile in enumerate(table.hands)]
                return [Told(said.Dealt(table.deal, table.dealer)), *held]
        assert table.last is not None
        told = []
        for seat in range(self.seats):
            labels = tuple(map(self.scorer.ranking.label, self._strengths(after, seat)))
            told.append(Told(said.Laid(seat, _written(after, seat), labels), 1 << seat))
        return told + [Told(event) for event in self._tell_showdown(before.public.dealer, after, table.last)]

    def _strengths(self, state: State[Table], seat: Seat) -> list[int]:
        """Strengths of a seat's three laid hands: the lower, the middle and the upper hand."""
        return [self.scorer.ranking.strength(state.piles[pile]) for pile in state.public.laid[seat]]

    def _tell_showdown(self, dealer: Seat, after: State[Table], settled: Settled) -> list[Event]:
        """The events of a showdown: declarations, mis-set hands, rows from lower to upper, and the results between players."""
        table = after.public
        instants = dict(settled.instants)
        events: list[Event] = [said.Declared(seat, what, names(after.piles[table.hands[seat]])) for seat, what in table.declared]
        events += [said.MisSet(seat, _written(after, seat)) for seat in settled.mis_set]
        if {*settled.mis_set, *instants} != set(range(self.seats)):
            events += [self._tell_row(row, after, settled) for row in range(3)]
        for pair in settled.pairs:
            if not pair.units:
                events.append(said.Even(pair.seats))
                continue
            winner, seat = pair.seats if pair.units > 0 else pair.seats[::-1]
            sign = 1 if pair.units > 0 else -1
            won, lost = pair.rows.count(sign), pair.rows.count(-sign)
            what = instants[winner] if pair.by is By.INSTANT else None
            both = {winner, seat}.issubset(settled.mis_set) or (what is not None and instants.get(seat) is what)
            royalties = sign * pair.royalties
            events.append(said.Won(winner, seat, abs(pair.units), royalties, pair.by, won, lost, what, both))
        events.append(said.Scored(settled.units, settled.scores))
        if settled.over:
            events.append(said.GameOver(settled.winners))
        return events

    def _tell_row(self, row: int, after: State[Table], settled: Settled) -> Event:
        """The event that shows one row: the hands that are compared in it."""
        apart = {*settled.mis_set, *dict(settled.instants)}
        hands: list[str | None] = []
        strengths = []
        for seat, piles in enumerate(after.public.laid):
            cards = after.piles[piles[row]]
            hands.append(None if seat in apart else names(cards))
            strengths.append(0 if seat in apart else self.scorer.ranking.strength(cards))
        won = [0] * self.seats
        for pair in settled.pairs:
            if pair.by is By.HANDS:
                a, b = pair.seats
                won[a] += pair.rows[row]
                won[b] -= pair.rows[row]
        best = max(strengths)
        seats = tuple([seat for seat, strength in enumerate(strengths) if strength == best])
        labels = tuple([self.scorer.ranking.label(strength) if strength else "" for strength in strengths])
        return said.Row(row, tuple(hands), labels, tuple(strengths), tuple(won), seats)

    def faults(self, state: State[Table]) -> Iterator[str]:
        """Find the errors in a state from which a game is to begin; see `prial.core.checks.Checking`."""
        return faults(self.seats, CARDS, state)

    def score(self, view: View[Table]) -> tuple[int, ...]:
        return view.public.scores

    def read(self, text: str) -> Lay:
        return read_action(text)

    def write(self, action: Lay) -> str:
        return write_action(action)


def _written(state: State[Table], seat: Seat) -> str:
    """The text of the three hands that a seat laid, from the lower to the upper hand."""
    return " ".join(names(state.piles[pile]) for pile in state.public.laid[seat])
