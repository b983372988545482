"""The beginning of a deal of Brag: the players, the game that is dealt, the pack, the cards and the antes."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from prial.betting.pots import Pot, cover, total
from prial.cards import Card
from prial.core import first_dealer
from prial.core.chance import Draw, Group
from prial.core.game import BACK, EVERYBODY, Seat, State, from_left
from prial.games.brag import finish
from prial.games.brag.actions import Action, Bring, Word
from prial.games.brag.money import back, brought
from prial.games.brag.moves import with_table
from prial.games.brag.offer import short_of
from prial.games.brag.rules import BragRules
from prial.games.brag.settings import BottomCard, DealersChoice, Short, Shuffle
from prial.games.brag.state import How, Phase, Table

FACE_DOWN: tuple[Card, ...] = (BACK,)
"""The cards of a pile before its one card has been drawn."""


def draw(rules: BragRules, cards: Sequence[Card], state: State[Table]) -> Draw:
    """Describe the random draw of the cards that a deal needs.

    Each pile holds one card, unknown until it is drawn. A card is drawn for each pile that is dealt and, if the rules show the
    bottom card, for the bottom pile. A pile whose card was drawn in an earlier deal keeps this card.

    Args:
        rules: the table's rules.
        cards: all cards in play.
        state: the state before the deal.
    """
    table = state.public
    order, dealt = table.playing, len(table.playing) * table.form.cards
    fresh = [0] * rules.players
    for place, pile in enumerate(table.pack[:dealt]):
        fresh[order[place % len(order)]] += state.piles[pile] == FACE_DOWN
    groups = [Group("hands", tuple(fresh), apart=True)]
    bottom = table.pack[-1] if len(table.pack) > dealt else None
    if rules.bottom_card is BottomCard.SHOWN and bottom is not None and state.piles[bottom] == FACE_DOWN:
        groups.append(Group("bottom", (1,)))
    out = {pile[0] for pile in state.piles}
    return Draw(tuple([card for card in cards if card not in out]), tuple(groups))


def deal(rules: BragRules, state: State[Table], outcome: Sequence[tuple[Card, ...]]) -> State[Table]:
    """Deal the hands and take the antes; the player on the dealer's left is the first to bet.

    Args:
        rules: the table's rules.
        state: the state before the deal.
        outcome: the cards drawn as `draw` describes, each in a tuple of its own: seat by seat, then the bottom card.
    """
    table = state.public
    order, size = table.playing, table.form.cards
    dealt = len(order) * size
    piles, seen, faces = list(state.piles), list(state.seen), iter(outcome)
    hands = list(table.hands)
    for seat in sorted(order):
        new = table.pack[order.index(seat) : dealt : len(order)]
        hands[seat] = (*hands[seat], new)
        for pile in new:
            if piles[pile] == FACE_DOWN:
                piles[pile] = next(faces)
            if not table.form.blind:
                seen[pile] |= 1 << seat
    pack = table.pack[dealt:]
    if rules.bottom_card is BottomCard.SHOWN and pack:
        if piles[pack[-1]] == FACE_DOWN:
            piles[pack[-1]] = next(faces)
        seen[pack[-1]] = EVERYBODY
    after = replace(
        table,
        phase=Phase.BET,
        deal=table.deal + 1,
        form_deals=table.form_deals + 1,
        turn=order[0],
        chips=tuple([chips - rules.ante * (seat in order) for seat, chips in enumerate(table.chips)]),
        paid=tuple([rules.ante * (seat in order) for seat in range(rules.players)]),
        hands=tuple(hands),
        open=(not table.form.blind,) * rules.players,
        pots=(Pot(table.carried + rules.ante * len(order)),),
        pack=pack,
    )
    return _ante_covers(rules, State(after, tuple(piles), tuple(seen)))


def _ante_covers(rules: BragRules, state: State[Table]) -> State[Table]:
    """Let players cover the pot if the ante took their last chips."""
    table = state.public
    spent = [seat for seat in table.playing if not table.chips[seat]]
    if not spent or short_of(rules, table) is not Short.COVER:
        return state
    if len(spent) == len(table.playing):
        return finish.show(rules, state, How.CONSENT)
    for seat in spent:
        table = replace(table, pots=cover(table.pots, seat), covered=(*table.covered, seat))
    state = State(table, state.piles, state.seen)
    betting = table.betting
    return with_table(state, turn=betting[0]) if len(betting) > 1 else finish.show(rules, state, How.ALONE)


def find_dealer(rules: BragRules, state: State[Table]) -> State[Table]:
    """Begin the first deal with the dealer whom the rules name. If they name none, prepare the draw that finds the dealer."""
    named = first_dealer.named(rules)
    return with_table(state, phase=Phase.DEALER) if named is None else begin(rules, state, named)


def bring(rules: BragRules, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
    """Give each player the chips that this player brings to the table, then find the first dealer."""
    for seat, action in moves.items():
        assert isinstance(action, Bring)
        state = brought(state, seat, action)
    return find_dealer(rules, with_table(state, asked=()))


def go_on(rules: BragRules, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
    """Carry out the decisions of all players between deals, and begin the next deal or end the game."""
    for seat, action in moves.items():
        if action is Word.SIT_OUT:
            state = with_table(state, sitting_out=tuple(sorted((*state.public.sitting_out, seat))))
        else:
            state = back(rules, state, seat, action)
    table = state.public
    seats = [seat for seat in range(rules.players) if seat not in table.sitting_out]
    if len(seats) < 2:
        return finish.over(state)
    order = tuple(from_left(table.dealer, seats, rules.players))
    return _begin(rules, with_table(state, dealer=order[0], playing=order), first=False)


def begin(rules: BragRules, state: State[Table], dealer: Seat) -> State[Table]:
    """Begin the first deal with this dealer."""
    return _begin(rules, with_table(state, dealer=dealer, cutting=(), playing=tuple(range(rules.players))), first=True)


def _begin(rules: BragRules, state: State[Table], *, first: bool) -> State[Table]:
    """Prepare a deal. If it is time for the dealer to choose a game, prepare this choice instead."""
    table = state.public
    order = tuple(from_left(table.dealer, table.playing, rules.players))
    state = with_table(state, playing=order, moves=0, asked=(), turn=table.dealer)
    due = rules.dealers_choice is DealersChoice.ON and table.form_deals > len(order)
    kept = table.holder is not None and table.hands[table.holder]
    if due and not kept and not first:
        return with_table(state, phase=Phase.CHOOSE)
    return make_ready(rules, state)


def make_ready(rules: BragRules, state: State[Table]) -> State[Table]:
    """Clear the table for the next deal, and shuffle if the rules say so. A kept hand stays."""
    table = state.public
    kept = [hands if seat == table.holder else () for seat, hands in enumerate(table.hands)]
    piles, seen, pack = state.piles, state.seen, table.pack
    every = rules.shuffle is Shuffle.EVERY_DEAL
    if every or not table.deal or (table.last is not None and table.last.prial):
        lying = {pile for hands in kept for hand in hands for pile in hand}
        pack = tuple([pile for pile in range(len(piles)) if pile not in lying])
        piles = tuple([face if pile in lying else FACE_DOWN for pile, face in enumerate(piles)])
        seen = tuple([who if pile in lying else 0 for pile, who in enumerate(seen)])
    after = replace(
        table,
        phase=Phase.DEAL,
        moves=0,
        asked=(),
        folded=(),
        covered=(),
        hands=tuple(kept),
        discards=((),) * rules.players,
        bet_blind=(False,) * rules.players,
        acted=(),
        last_bet=0,
        carried=total(table.pots),
        paid=(0,) * rules.players,
        proposed=False,
        refused=(),
        due=0,
        sees=False,
        payer=None,
        how=How.UNSHOWN,
        did=(),
        pack=pack,
        last=None,
    )
    return State(after, piles, seen)
