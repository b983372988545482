"""Three-Card Brag Poker as a `prial.core.game.Game`."""

from collections.abc import Iterator, Mapping, Sequence

from prial.betting.limit import Limit
from prial.cards import PACK, Card, best_first
from prial.core import first_dealer
from prial.core.chance import Outcome
from prial.core.game import Chance, Decision, Node, Over, Result, Seat, State, Told, View, put
from prial.core.inspected import Inspectable
from prial.games.brag_poker import dealing, finish, rounds
from prial.games.brag_poker.actions import Action, Change, Word, read_action, write_action
from prial.games.brag_poker.choices import Deciding, meanwhile
from prial.games.brag_poker.faults import faults
from prial.games.brag_poker.moves import did, with_table
from prial.games.brag_poker.rules import SCHEMA, BragPokerRules
from prial.games.brag_poker.state import Deed, Phase, Table
from prial.games.brag_poker.telling import tell


class BragPokerGame(Inspectable):
    """Brag Poker under the rules of one table.

    Args:
        rules: the house rules.
        pack: the cards in play. A short pack makes a game with few possible deals under the same rules.
    """

    name = "brag_poker"
    """Name of the game in records and messages."""
    version = 1
    """Version of the game's rules. Records contain this number."""

    def __init__(self, rules: BragPokerRules, pack: Sequence[Card] = PACK) -> None:
        self.rules = SCHEMA.checked(rules)
        self.pack = best_first(pack)
        self.seats = rules.players

    def start(self) -> State[Table]:
        purses, nobody = (self.rules.purse,) * self.seats, ((),) * self.seats
        table = Table(
            chips=purses,
            bought=purses,
            hands=nobody,
            open=(False,) * self.seats,
            discards=nobody,
            changed=(None,) * self.seats,
            betting=Limit(nobody),
            cutting=first_dealer.cutters(self.rules),
        )
        dealer = first_dealer.named(self.rules)
        return State(table) if dealer is None else dealing.begin(self.rules, State(table), dealer, range(self.seats))

    def node(self, state: State[Table]) -> Node:
        table = state.public
        match table.phase:
            case Phase.DEALER:
                return Chance(first_dealer.draw(self.seats, table.cutting, self.pack))
            case Phase.DEAL:
                return Chance(dealing.deal_draw(self.rules, self.pack, table))
            case Phase.DRAW:
                return Chance(dealing.change_draw(self.pack, state))
            case Phase.OVER:
                return Over(finish.result(table))
            case Phase.NEXT:
                seats = table.asked
            case _:
                seats = (table.turn,)
        others = [seat for seat in table.sitting_out if seat not in seats]
        also = tuple([seat for seat in others if meanwhile(self.rules, table, seat)])
        return Decision(table.key, seats, also, rest=table.phase is Phase.NEXT)

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        if state.public.phase is Phase.DEALER:
            first, *others = first_dealer.highest(outcome)
            if others:
                return with_table(state, cutting=(first, *others))
            return dealing.begin(self.rules, state, first, range(self.seats))
        assert not isinstance(outcome, int)
        if state.public.phase is Phase.DEAL:
            return dealing.dealt(self.rules, state, outcome)
        return dealing.drawn(self.rules, self.pack, state, outcome)

    def choices(self, view: View[Table]) -> Deciding:
        table, seat = view.public, view.seat
        assert seat is not None
        decides = seat in table.asked if table.phase is Phase.NEXT else seat == table.turn
        nobody = table.phase in (Phase.DEALER, Phase.DEAL, Phase.DRAW, Phase.OVER)
        return Deciding(self.rules, view, len(self.pack), decides=decides and not nobody)

    def act(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        table = state.public
        if table.phase is Phase.NEXT and set(moves) <= set(table.asked):
            return dealing.between(self.rules, state, moves)
        ((seat, action),) = moves.items()
        if table.phase is Phase.NEXT or seat != table.turn:
            return dealing.back(self.rules, state, seat, action)
        match action:
            case Change(cards=cards, unseen=unseen):
                return dealing.change(self.rules, self.pack, state, cards, unseen)
            case Word.LOOK:
                return self._look(state, seat)
            case _:
                return rounds.bet(self.rules, state, seat, action)

    def _look(self, state: State[Table], seat: Seat) -> State[Table]:
        """Let a seat look at its cards. The turn stays with this seat."""
        table, seen = state.public, list(state.seen)
        for pile in table.hands[seat]:
            seen[pile] |= 1 << seat
        state = did(State(table, state.piles, tuple(seen)), seat, Deed.LOOK)
        return with_table(state, open=put(table.open, seat, value=True), moves=table.moves + 1)

    def stop(self, state: State[Table]) -> Result:
        """The result of a game that is broken off. Players get back the chips that they put in during this deal."""
        return finish.stopped(state.public)

    def tell(self, before: State[Table], moves: Mapping[Seat, Action] | Outcome, after: State[Table]) -> Sequence[Told]:
        return tell(self.rules, before, moves, after)

    def faults(self, state: State[Table]) -> Iterator[str]:
        """Find the mistakes in a state that wasn't reached by playing, such as missing chips.

        Yields:
            A part of an error message for each mistake, such as “seat 2 both plays and sits out”.
        """
        return faults(self.rules, state)

    def score(self, view: View[Table]) -> tuple[int, ...]:
        return view.public.chips

    def read(self, text: str) -> Action:
        return read_action(text)

    def write(self, action: Action) -> str:
        return write_action(action)
