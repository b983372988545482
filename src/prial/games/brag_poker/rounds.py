"""The two rounds of betting with the draw between them: the order of turns, and the effect of checks, calls, raises and folds."""

from collections.abc import Sequence

from prial.betting.limit import Limit, Terms, call, next_round, paid, raised, terms, to_act, uncalled
from prial.core.game import Seat, State, put
from prial.games.brag_poker import finish
from prial.games.brag_poker.actions import Word
from prial.games.brag_poker.moves import did, with_table
from prial.games.brag_poker.rules import BragPokerRules
from prial.games.brag_poker.state import Deed, Phase, Table


def terms_of(table: Table, seat: Seat) -> Terms:
    """The prices of a call and of a raise for a seat at its turn to bet."""
    others = [table.chips[other] for other in table.still if other != seat]
    return terms(table.betting, seat, table.chips[seat], others, blind=not table.open[seat])


def bet(rules: BragPokerRules, state: State[Table], seat: Seat, word: Word) -> State[Table]:
    """Carry out ``word`` for a seat: a check, a call, a raise or a fold. Then give the turn to the next seat."""
    state = with_table(state, moves=state.public.moves + 1)
    table = state.public
    chips, blind = table.chips[seat], not table.open[seat]
    match word:
        case Word.FOLD:
            state = with_table(did(state, seat, Deed.FOLD), folded=(*table.folded, seat))
            if len(state.public.still) == 1:
                return finish.alone(rules, _back(state))
        case Word.RAISE:
            deed = Deed.RAISE if table.betting.opened else Deed.BET
            state = _put_in(state, seat, raised(table.betting, seat, chips, blind=blind), deed)
        case _:
            state = _put_in(state, seat, call(table.betting, seat, chips, blind=blind), Deed(word.value))
    return go_round(rules, state, seat)


def _put_in(state: State[Table], seat: Seat, betting: Limit, deed: Deed) -> State[Table]:
    """Set the new state of the betting, take the seat's payment from its chips, and add ``deed`` to `Table.did`."""
    table = state.public
    chips = paid(betting.stakes[seat]) - paid(table.betting.stakes[seat])
    state = did(state, seat, deed, chips=chips)
    return with_table(state, betting=betting, chips=put(table.chips, seat, table.chips[seat] - chips))


def go_round(rules: BragPokerRules, state: State[Table], after: Seat) -> State[Table]:
    """Give the turn to the next seat after ``after`` that has to act. If no seat has to act, end the round."""
    table = state.public
    turn = to_act(table.betting, _from(table, after), table.chips.__getitem__)
    if turn is not None:
        return with_table(state, phase=Phase.BET, turn=turn)
    state = _back(state)
    if table.round == 1:
        return with_table(state, phase=Phase.CHANGE, turn=table.still[0])
    return finish.show(rules, state)


def _from(table: Table, after: Seat) -> Sequence[Seat]:
    """The seats that haven't folded, in the order of play, beginning with the first one after the seat ``after``."""
    at = table.playing.index(after) + 1
    return [seat for seat in table.playing[at:] + table.playing[:at] if seat in table.still]


def _back(state: State[Table]) -> State[Table]:
    """If a seat has put in chips that nobody has matched, give these chips back to the seat."""
    table = state.public
    if (found := uncalled(table.betting)) is None:
        return state
    seat, chips, betting = found
    if chips:
        state = did(state, seat, Deed.BACK, chips=chips)
    return with_table(state, betting=betting, chips=put(table.chips, seat, table.chips[seat] + chips))


def go_on(rules: BragPokerRules, state: State[Table]) -> State[Table]:
    """Let the next seat change cards. If all have changed cards, begin the second round."""
    table = state.public
    if waiting := [seat for seat in table.still if table.changed[seat] is None]:
        return with_table(state, turn=waiting[0])
    state = with_table(state, round=2, betting=next_round(table.betting, 2 * table.betting.step))
    return go_round(rules, state, table.playing[-1])
