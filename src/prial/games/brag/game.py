"""Three-, Four- and Five-Card Brag as a `prial.core.game.Game`."""

from collections.abc import Iterator, Mapping, Sequence

from prial.betting.amounts import in_open_units, least
from prial.betting.pots import cover
from prial.cards import PACK, Card, best_first
from prial.core import first_dealer
from prial.core.chance import Outcome
from prial.core.game import Chance, Decision, Node, Over, Result, Seat, State, Told, View, put, seen_by
from prial.core.inspected import Inspectable
from prial.games.brag import dealing, finish, loans
from prial.games.brag.actions import Action, Ask, Bet, Buy, Choose, Discard, Keep, Look, Word, read_action, write_action
from prial.games.brag.choices import Deciding, meanwhile, must_discard
from prial.games.brag.faults import faults
from prial.games.brag.hands import form_of, ranking_of
from prial.games.brag.money import back
from prial.games.brag.moves import did, folded, taken, under_the_pack, with_table
from prial.games.brag.offer import is_answer, is_blind, offer, short_of
from prial.games.brag.rules import SCHEMA, BragRules
from prial.games.brag.settings import LastChip, Rebuy, Short
from prial.games.brag.state import Deed, How, Phase, Table
from prial.games.brag.telling import tell
from prial.ranks.brag import Ranking

_TOGETHER = (Phase.BRING, Phase.CONSENT, Phase.NEXT)
"""Phases in which several seats decide at the same time, in secret."""


class BragGame(Inspectable):
    """Brag under the rules of one table.

    Args:
        rules: the house rules.
        pack: the cards in play. A short pack makes a game with few possible deals under the same rules.
    """

    name = "brag"
    """Name of the game in records and messages."""

    def __init__(self, rules: BragRules, pack: Sequence[Card] = PACK) -> None:
        self.rules = SCHEMA.checked(rules)
        self.version = rules.edition
        self.pack = best_first(pack)
        self.seats = rules.players

    def ranking(self, table: Table) -> Ranking:
        """The ranking that says which hand beats which in the present deal."""
        return ranking_of(self.rules, table.form.wild)

    def start(self) -> State[Table]:
        none, size = (0,) * self.seats, len(self.pack)
        own = self.rules.own_money
        purses = none if own else (self.rules.purse,) * self.seats
        table = Table(
            cutting=first_dealer.cutters(self.rules),
            phase=Phase.BRING if own else Phase.DEALER,
            asked=tuple(range(self.seats)) if own else (),
            form=form_of(self.rules),
            chips=purses,
            bought=purses,
            debts=none,
            hands=((),) * self.seats,
            open=(False,) * self.seats,
            discards=((),) * self.seats,
            bet_blind=(False,) * self.seats,
            paid=none,
            pack=tuple(range(size)),
        )
        state = State(table, (dealing.FACE_DOWN,) * size, (0,) * size)
        return state if own else dealing.find_dealer(self.rules, state)

    def node(self, state: State[Table]) -> Node:
        table = state.public
        match table.phase:
            case Phase.DEALER:
                return Chance(first_dealer.draw(self.seats, table.cutting, self.pack))
            case Phase.DEAL:
                return Chance(dealing.draw(self.rules, self.pack, state))
            case Phase.OVER:
                return Over(finish.result(table))
            case phase if phase in _TOGETHER:
                seats = table.asked
            case _:
                seats = (table.turn,)
        return Decision(table.key, seats, self._also(table, seats), rest=table.phase is Phase.NEXT)

    def _also(self, table: Table, deciding: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """The seats that may do something while other seats decide."""
        others = (seat for seat in range(self.seats) if seat not in deciding)
        return tuple([seat for seat in others if meanwhile(self.rules, table, seat) or must_discard(table, seat)])

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        if state.public.phase is Phase.DEALER:
            first, *others = first_dealer.highest(outcome)
            return with_table(state, cutting=(first, *others)) if others else dealing.begin(self.rules, state, first)
        assert not isinstance(outcome, int)
        return dealing.deal(self.rules, state, outcome)

    def choices(self, view: View[Table]) -> Deciding:
        table, seat = view.public, view.seat
        assert seat is not None
        decides = seat in table.asked if table.phase in _TOGETHER else seat == table.turn
        nobody = table.phase in (Phase.DEALER, Phase.DEAL, Phase.OVER)
        return Deciding(self.rules, view, len(self.pack), decides=decides and not nobody)

    def act(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        table = state.public
        if table.phase in _TOGETHER and set(moves) == set(table.asked):
            return self._together(state, moves)
        ((seat, action),) = moves.items()
        if table.phase in _TOGETHER or seat != table.turn:
            return self._meanwhile(state, seat, action)
        return self._decided(with_table(state, moves=table.moves + 1), seat, action)

    def _together(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        """Carry out the actions of several seats that decided in secret."""
        match state.public.phase:
            case Phase.BRING:
                return dealing.bring(self.rules, state, moves)
            case Phase.NEXT:
                return dealing.go_on(self.rules, state, moves)
            case _:
                return self._consent(state, moves)

    def _meanwhile(self, state: State[Table], seat: Seat, action: Action) -> State[Table]:
        """Carry out an action that a seat takes while others decide, such as looking, discarding or buying chips."""
        match action:
            case Word.SHOW:
                return finish.turn_up(state, seat)
            case Look():
                return self._look(state, seat, 1)
            case Discard(cards=cards):
                return self._discard(state, seat, cards)
            case _:
                return back(self.rules, state, seat, action)

    def _decided(self, state: State[Table], seat: Seat, action: Action) -> State[Table]:
        """Carry out the action of the one seat that decides."""
        phase = state.public.phase
        match action:
            case Choose():
                return dealing.make_ready(self.rules, with_table(state, form=action, form_deals=0))
            case Bet(chips=chips):
                return self._bet(state, seat, chips)
            case Look(hand=hand):
                return self._look(state, seat, hand)
            case Discard(cards=cards):
                return self._discard(state, seat, cards)
            case Keep(hand=hand):
                return self._keep(state, seat, hand, phase)
            case Word.FOLD:
                return self._fold(state, seat)
            case Word.SEE:
                return self._see(state, seat)
            case Word.PROPOSE:
                asked = tuple([each for each in state.public.betting if each != seat])
                state = did(state, seat, Deed.PROPOSE)
                return with_table(state, phase=Phase.CONSENT, asked=asked, proposed=True)
            case Ask(see=see):
                offered = offer(self.rules, state.public, seat)
                due = offered.price if see else offered.least
                assert due is not None
                return loans.ask(state, seat, due, action)
            case Word.LEND:
                return self._lend(state, seat)
            case Word.REFUSE:
                return self._refuse(state, seat)
            case Buy() | Word.REBUY:  # the turn goes on after a purchase
                return back(self.rules, state, seat, action)
            case _:  # Word.SHOW: two players are left. The asked player lends nothing, and both show
                short = state.public.payer
                assert short is not None
                state = taken(did(state, seat, Deed.SHOW), short, state.public.chips[short])
                return finish.show(self.rules, state, How.LAST, payer=short)

    def _look(self, state: State[Table], seat: Seat, hand: int) -> State[Table]:
        """A seat looks at its hand number ``hand``, counted from 1."""
        table = state.public
        state = did(seen_by(state, table.hands[seat][hand - 1], 1 << seat), seat, Deed.LOOK, hand=hand)
        if len(table.hands[seat]) == 1:
            return with_table(state, open=put(table.open, seat, value=True))
        return with_table(state, phase=Phase.LOOKED, looked=hand)

    def _discard(self, state: State[Table], seat: Seat, cards: tuple[Card, ...]) -> State[Table]:
        """A seat discards cards. They stay in the seat's hand, but become its first cards."""
        table, piles, seen = state.public, list(state.piles), list(state.seen)
        hand = table.hands[seat][0]
        # The cards change places, so that the others can't tell which of the dealt cards are discarded
        faces = sorted([state.piles[pile] for pile in hand], key=lambda face: face[0] not in cards)
        for pile, face in zip(hand, faces, strict=True):
            piles[pile], seen[pile] = face, 1 << seat
        state = did(State(table, tuple(piles), tuple(seen)), seat, Deed.DISCARD)
        return with_table(state, discards=put(table.discards, seat, hand[: len(cards)]))

    def _keep(self, state: State[Table], seat: Seat, hand: int, phase: Phase) -> State[Table]:
        """A seat keeps its hand number ``hand``, counted from 1. In `Phase.KEEP`, 0 means that it keeps no hand."""
        table = state.public
        looked = table.looked
        for at, other in enumerate(table.hands[seat], 1):
            if at != hand:
                state = under_the_pack(state, other) if phase is Phase.KEEP else folded(self.rules, state, other)
        state = with_table(
            did(state, seat, Deed.KEEP, hand=hand),
            hands=put(table.hands, seat, table.hands[seat][hand - 1 : hand] if hand else ()),
        )
        match phase:
            case Phase.LOOKED:
                return with_table(state, phase=Phase.BET, looked=0, open=put(table.open, seat, hand == looked))
            case Phase.PICK:
                return finish.show(self.rules, state, table.how, payer=table.payer)
            case _:
                return finish.carried(self.rules, with_table(state, holder=seat))

    def _bet(self, state: State[Table], seat: Seat, chips: int) -> State[Table]:
        """A seat bets or covers the pot, with borrowed chips if needed."""
        table, rules = state.public, self.rules
        blind, short = is_blind(table, seat), short_of(rules, table)
        if chips > table.chips[seat]:
            if short is Short.OPPONENT_CHOOSES:
                return self._ask_other(state, seat, chips)
            state = loans.borrow(rules, state, seat, chips - table.chips[seat])
        full = chips >= least(rules.limits, table.last_bet, blind=blind)
        answers = is_answer(rules, table, seat)
        state = taken(did(state, seat, Deed.BET, chips=chips, blind=blind), seat, chips)
        table = state.public
        spent = short is Short.COVER and not table.chips[seat]
        if spent and not (full and rules.last_chip is LastChip.BETS):
            if len(table.betting) == 2:
                return finish.show(rules, state, How.LAST, payer=seat)
            return self._pass_turn(with_table(state, pots=cover(table.pots, seat), covered=(*table.covered, seat)), seat)
        bet_blind = put(table.bet_blind, seat, value=True) if blind else table.bet_blind
        state = with_table(state, last_bet=in_open_units(chips, blind=blind), bet_blind=bet_blind)
        if answers:
            other = next(each for each in table.betting if each != seat)
            return finish.show(rules, state, How.LAST, payer=seat if spent else other)
        return self._pass_turn(state, seat)

    def _ask_other(self, state: State[Table], seat: Seat, chips: int) -> State[Table]:
        """Ask the opponent to lend the chips that are missing for a bet."""
        table, other = state.public, offer(self.rules, state.public, seat).asks
        assert other is not None
        if table.chips[other] < chips - table.chips[seat]:
            state = taken(
                did(state, seat, Deed.BET, chips=table.chips[seat], blind=is_blind(table, seat)), seat, table.chips[seat]
            )
            return finish.show(self.rules, state, How.LAST, payer=seat)
        return with_table(state, phase=Phase.LEND, turn=other, due=chips, payer=seat)

    def _lend(self, state: State[Table], lender: Seat) -> State[Table]:
        """A player lends the missing chips, and the borrower bets or sees at once."""
        table = state.public
        seat, due = table.payer, table.due
        assert seat is not None
        state = loans.lend(loans.asked_no_more(state), lender, seat, due - table.chips[seat])
        return self._see(state, seat) if table.sees else self._bet(state, seat, due)

    def _refuse(self, state: State[Table], lender: Seat) -> State[Table]:
        """A player refuses to lend. The player who asked has the turn again, or folds under `Short.OPPONENT_CHOOSES`."""
        state = loans.decline(state, lender)
        asks = short_of(self.rules, state.public) is Short.BORROW
        return state if asks else self._fold(state, state.public.turn)

    def _pass_turn(self, state: State[Table], seat: Seat) -> State[Table]:
        """Give the turn to the next player who still bets."""
        table = state.public
        order, at = table.playing, table.playing.index(seat)
        turn = next(each for each in order[at + 1 :] + order[:at] if each in table.betting)
        acted = table.acted if seat in table.acted else (*table.acted, seat)
        state = with_table(state, turn=turn, acted=acted, proposed=False, refused=())
        # Where chips are sold at any time, a player without chips gets a turn to buy some
        asks = table.chips[turn] or short_of(self.rules, table) is not Short.COVER or self.rules.rebuy is Rebuy.ANY_TIME
        return state if asks else self._bet(state, turn, 0)

    def _fold(self, state: State[Table], seat: Seat) -> State[Table]:
        """A seat folds all its hands."""
        table = state.public
        state = did(state, seat, Deed.FOLD)
        *others, last = table.hands[seat]
        for hand in others:  # the last hand goes under the pack after these, since its last card may show
            state = under_the_pack(state, hand)
        state = folded(self.rules, state, last)
        state = with_table(state, folded=(*table.folded, seat))
        betting = state.public.betting
        if len(betting) > 1:
            return self._pass_turn(state, seat)
        return finish.alone(self.rules, state, betting[0])

    def _see(self, state: State[Table], seat: Seat) -> State[Table]:
        """One of the last two players pays to see the other's hand."""
        table = state.public
        price = offer(self.rules, table, seat).see
        assert isinstance(price, int)
        if price > table.chips[seat]:
            state = loans.borrow(self.rules, state, seat, price - table.chips[seat])
        state = taken(did(state, seat, Deed.SEE, chips=price, blind=is_blind(table, seat)), seat, price)
        return finish.show(self.rules, state, How.SEE, payer=seat)

    def _consent(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        """Carry out the answers to a proposed showdown: all show, or the betting goes on."""
        for seat, action in moves.items():
            state = did(state, seat, Deed(str(action)))
        state = with_table(state, moves=state.public.moves + 1, asked=())
        if all(action is Word.AGREE for action in moves.values()):
            return finish.show(self.rules, state, How.CONSENT)
        return with_table(state, phase=Phase.BET)

    def stop(self, state: State[Table]) -> Result:
        """The result if the game is broken off: bets of this deal are paid back, and a carried pot goes to its holder."""
        return finish.stopped(state.public)

    def tell(self, before: State[Table], moves: Mapping[Seat, Action] | Outcome, after: State[Table]) -> Sequence[Told]:
        return tell(self.rules, before, moves, after)

    def faults(self, state: State[Table]) -> Iterator[str]:
        """Find the mistakes in a state that wasn't reached by playing, such as missing chips.

        Yields:
            A part of an error message for each mistake, such as “seat 1 has folded and covered a pot”.
        """
        return faults(self.rules, state)

    def score(self, view: View[Table]) -> tuple[int, ...]:
        return view.public.chips

    def read(self, text: str) -> Action:
        return read_action(text)

    def write(self, action: Action) -> str:
        return write_action(action)
