"""Stop the Bus as a `prial.core.game.Game`."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from prial.cards import PACK, Card, best_first, names
from prial.core import first_dealer
from prial.core.chance import Draw, Group, Outcome
from prial.core.game import EVERYBODY, Chance, Choices, Decision, Event, Node, Over, Result, Seat, State, Told, View, from_left
from prial.core.inspected import Inspectable
from prial.games.stop_the_bus import state as said
from prial.games.stop_the_bus.choices import Calling, Nothing, Turn, late_caller
from prial.games.stop_the_bus.faults import faults
from prial.games.stop_the_bus.rules import SCHEMA, BusRules
from prial.games.stop_the_bus.settle import ranking_of, settle
from prial.games.stop_the_bus.state import (
    Action,
    Call,
    Exchanged,
    Phase,
    Settled,
    Table,
    Take,
    TakeAll,
    read_action,
    write_action,
)


class BusGame(Inspectable):
    """Stop the Bus under the rules of one table.

    Args:
        rules: the house rules.
        pack: the cards in play. A short pack makes a game with few possible deals under the same rules.
    """

    name = "stop_the_bus"
    """Name of the game in records and messages."""
    version = 1
    """Version of the game's rules. Records contain this number."""

    def __init__(self, rules: BusRules, pack: Sequence[Card] = PACK) -> None:
        self.rules = SCHEMA.checked(rules)
        self.pack = best_first(pack)
        self.seats = rules.players
        self.ranking = ranking_of(rules)
        """The ranking of hands under the rules of the table."""
        self._draws: dict[tuple[tuple[Seat, ...], bool], Chance] = {}

    def start(self) -> State[Table]:
        named = first_dealer.named(self.rules)
        table = Table(
            phase=Phase.DEALER if named is None else Phase.DEAL,
            dealer=named or 0,
            cutting=first_dealer.cutters(self.rules),
            playing=tuple(range(self.seats)),
            scores=(self.rules.tokens,) * self.seats,
        )
        return State(table)

    def node(self, state: State[Table]) -> Node:
        table = state.public
        match table.phase:
            case Phase.TURN:
                late = late_caller(self.rules, table)
                return Decision(f"{table.deal}.turn.{table.turn}", (table.seat,), () if late is None else (late,))
            case Phase.DEALER:
                return Chance(first_dealer.draw(self.seats, table.cutting, self.pack))
            case Phase.DEAL:
                return self._draw(table.playing, rest=table.last is not None)
            case Phase.OVER:
                assert table.last is not None
                return Over(Result(table.last.winners, table.scores, (0,) * self.seats))

    def _draw(self, playing: tuple[Seat, ...], *, rest: bool) -> Chance:
        """The chance move that deals to the seats in ``playing``; ``rest`` is true if a deal has just ended."""
        if (playing, rest) not in self._draws:
            hands = Group("hands", tuple([3 if seat in playing else 0 for seat in range(self.seats)]))
            self._draws[playing, rest] = Chance(Draw(self.pack, (hands, Group("middle", (3,), apart=True))), rest)
        return self._draws[playing, rest]

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        table = state.public
        if table.phase is Phase.DEALER:
            first, *others = first_dealer.highest(outcome)
            if others:
                return State(replace(table, cutting=(first, *others)))
            return State(replace(table, phase=Phase.DEAL, dealer=first, cutting=()))
        assert not isinstance(outcome, int)
        dealt = replace(
            table,
            phase=Phase.TURN,
            deal=table.deal + 1,
            hands=tuple([seat if seat in table.playing else -1 for seat in range(self.seats)]),
            middle=tuple(range(self.seats, self.seats + 3)),
            turn=1,
            seat=self._left_of(table.dealer, table.playing),
            stopped=None,
            exchanges=(),
            known=((),) * self.seats,
            last=None,
        )
        seen = tuple([1 << seat for seat in range(self.seats)]) + (EVERYBODY,) * 3
        return State(dealt, tuple([best_first(pile) for pile in outcome]), seen)

    def _left_of(self, seat: Seat, playing: Sequence[Seat]) -> Seat:
        """The next seat in ``playing`` to the left of ``seat``."""
        return from_left(seat, playing, self.seats)[0]

    def choices(self, view: View[Table]) -> Choices[Action]:
        table = view.public
        if view.seat is None or table.phase is not Phase.TURN:
            return Nothing()
        if view.seat == table.seat:
            return Turn(self.rules, view)
        return Calling() if view.seat == late_caller(self.rules, table) else Nothing()

    def act(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        ((seat, action),) = moves.items()
        table = state.public
        if isinstance(action, Call):
            return State(replace(table, stopped=seat), state.piles, state.seen)
        piles = list(state.piles)
        hand = piles[table.hands[seat]]
        places = [pile for pile in table.middle if isinstance(action, TakeAll) or piles[pile] == (action.take,)]
        take = tuple([piles[pile][0] for pile in places])
        put = hand if isinstance(action, TakeAll) else (action.put,)
        piles[table.hands[seat]] = best_first({*hand, *take}.difference(put))
        for pile, card in zip(places, put, strict=True):
            piles[pile] = (card,)
        known = best_first({*table.known[seat], *take}.difference(put))
        after = replace(
            table,
            turn=table.turn + 1,
            seat=self._left_of(seat, table.playing),
            stopped=seat if action.stop else table.stopped,
            exchanges=(*table.exchanges, Exchanged(seat, take, put)),
            known=(*table.known[:seat], known, *table.known[seat + 1 :]),
        )
        # The player who has stopped the bus has no further turn. If nobody stops it, the deal ends after the last turn allowed
        ends = after.seat == after.stopped or (after.stopped is None and table.turn >= self.rules.max_turns)
        return self._showdown(after, piles, state.seen) if ends else State(after, tuple(piles), state.seen)

    def _showdown(self, table: Table, piles: Sequence[tuple[Card, ...]], seen: tuple[int, ...]) -> State[Table]:
        """Show all hands and settle the deal."""
        settled = settle(self.rules, table.scores, {seat: piles[table.hands[seat]] for seat in table.playing})
        return State(self.after(table, settled), tuple(piles), (EVERYBODY,) * len(seen))

    def after(self, table: Table, settled: Settled) -> Table:
        """Update the table after a deal: the tokens, the seats that are still in the game, and the next dealer."""
        playing = tuple([seat for seat in table.playing if seat not in settled.out])
        return replace(
            table,
            phase=Phase.OVER if settled.over else Phase.DEAL,
            dealer=table.dealer if settled.again or settled.over else self._left_of(table.dealer, playing),
            playing=playing,
            scores=settled.scores,
            last=settled,
        )

    def stop(self, state: State[Table]) -> Result:
        """The result of a game that is broken off: nobody has won, and everybody keeps their tokens."""
        return Result((), state.public.scores, (0,) * self.seats)

    def tell(self, before: State[Table], moves: Mapping[Seat, Action] | Outcome, after: State[Table]) -> Sequence[Told]:
        table = after.public
        match before.public.phase:
            case Phase.DEALER:
                assert not isinstance(moves, Mapping)
                return first_dealer.tell(moves)
            case Phase.DEAL:
                middle = names([after.piles[pile][0] for pile in table.middle])
                dealt: list[Told] = [Told(said.Dealt(table.deal, table.dealer, middle))]
                return dealt + [Told(self._held(after, seat), 1 << seat) for seat in table.playing]
        assert isinstance(moves, Mapping)
        return [Told(event) for event in self._tell_turn(before, moves, after)]

    def _held(self, state: State[Table], seat: Seat) -> said.Held:
        """The event that tells a seat its hand."""
        hand = state.piles[state.public.hands[seat]]
        return said.Held(seat, names(hand), self.ranking.label(self.ranking.strength(hand)))

    def _tell_turn(self, before: State[Table], moves: Mapping[Seat, Action], after: State[Table]) -> Iterator[Event]:
        """The events of an exchange or a call."""
        table = after.public
        ((seat, action),) = moves.items()
        if isinstance(action, Take | TakeAll):
            exchange = table.exchanges[-1]
            how = said.How.ALL if len(exchange.take) > 1 else said.How.BACK if exchange.take == exchange.put else said.How.ONE
            yield said.Swapped(seat, how, names(exchange.take), names(exchange.put))
        if table.stopped is not None and before.public.stopped is None:
            yield said.Stopped(seat)
        if table.last is not None:
            yield from self._tell_showdown(before.public, after, table.last)

    def _tell_showdown(self, before: Table, after: State[Table], settled: Settled) -> Iterator[Event]:
        """The events of a showdown: hands, payments, players who are out, and the end of the game."""
        table, label = after.public, self.ranking.label
        if table.stopped is None:
            yield said.TurnsOver(before.turn)
        left = from_left(before.dealer, before.playing, self.seats)
        for seat in left:
            hand, strength = after.piles[table.hands[seat]], settled.strengths[seat]
            yield said.Shown(seat, names(hand), label(strength), strength)
        if settled.again:
            yield said.Again(before.dealer)
        elif settled.prial is not None:
            yield said.PrialShown(settled.prial, settled.strengths[settled.prial] == self.ranking.size)
        elif not any(settled.paid):
            yield said.Level(settled.worst, label(settled.strengths[settled.worst[0]]))
        for seat in left:
            if settled.paid[seat]:
                yield said.Paid(seat, settled.paid[seat])
        for seat in left:
            if seat in settled.out:
                yield said.Out(seat)
        yield said.Scored(settled.paid, settled.scores)
        if settled.over:
            yield said.GameOver(settled.winners)

    def faults(self, state: State[Table]) -> Iterator[str]:
        """Find the mistakes in a state that wasn't reached by playing, such as a player without tokens.

        Yields:
            A part of an error message for each mistake, such as “seat 2 plays, and has no token left”.
        """
        return faults(self.rules, state)

    def score(self, view: View[Table]) -> tuple[int, ...]:
        return view.public.scores

    def read(self, text: str) -> Action:
        return read_action(text)

    def write(self, action: Action) -> str:
        return write_action(action)
