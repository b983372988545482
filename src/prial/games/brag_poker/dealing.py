"""Begins deals of Brag Poker, carries out changes of cards, and carries out the players' decisions between deals."""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from prial.betting.limit import Limit, paid, post
from prial.cards import Card
from prial.core.chance import Draw, Group
from prial.core.game import BACK, Seat, State, from_left, put
from prial.games.brag_poker import finish, rounds
from prial.games.brag_poker.actions import Action, Word
from prial.games.brag_poker.moves import did, with_table
from prial.games.brag_poker.rules import BragPokerRules
from prial.games.brag_poker.state import Deed, Phase, Table

HAND = 3
"""Number of cards in a hand."""


def deal_draw(rules: BragPokerRules, pack: Sequence[Card], table: Table) -> Draw:
    """Describe the chance move that deals three cards to each player of a deal. Each card is a pile of its own."""
    sizes = tuple([HAND * (seat in table.playing) for seat in range(rules.players)])
    return Draw(tuple(pack), (Group("hands", sizes, apart=True),))


def left(pack: Sequence[Card], state: State[Table]) -> tuple[Card, ...]:
    """The cards of the pack that haven't been dealt."""
    out = {pile[0] for pile in state.piles}
    return tuple([card for card in pack if card not in out])


def change_draw(pack: Sequence[Card], state: State[Table]) -> Draw:
    """Describe the chance move that deals new cards to the player whose turn it is.

    If the pack has fewer cards than the player needs, this move deals them all, and another move deals the rest.
    """
    table, cards = state.public, left(pack, state)
    sizes = tuple([min(table.due, len(cards)) * (seat == table.turn) for seat in range(len(table.chips))])
    return Draw(cards, (Group("drawn", sizes, apart=True),))


def begin(rules: BragPokerRules, state: State[Table], dealer: Seat, seats: Sequence[Seat]) -> State[Table]:
    """Prepare a deal: clear the table and put the blinds in.

    Args:
        rules: the rules of the table.
        state: the state before.
        dealer: the dealer's seat.
        seats: the seats that play.
    """
    nobody = (False,) * rules.players
    table = replace(
        state.public,
        phase=Phase.DEAL,
        dealer=dealer,
        cutting=(),
        playing=tuple(from_left(dealer, seats, rules.players)),
        asked=(),
        moves=0,
        round=1,
        folded=(),
        hands=((),) * rules.players,
        open=nobody,
        discards=((),) * rules.players,
        changed=(None,) * rules.players,
        did=(),
        last=None,
    )
    stakes, chips = Limit(((),) * rules.players, step=2 * rules.big_blind), table.chips
    for seat, blind in zip(table.blinds, (rules.small_blind, rules.big_blind), strict=True):
        stakes = post(stakes, seat, chips[seat], blind)
        chips = put(chips, seat, chips[seat] - paid(stakes.stakes[seat]))
    return State(replace(table, betting=stakes, chips=chips))


def dealt(rules: BragPokerRules, state: State[Table], outcome: Sequence[tuple[Card, ...]]) -> State[Table]:
    """Deal the hands, face down. The player after the big blind bets first.

    Args:
        rules: the rules of the table.
        state: the state before the deal.
        outcome: the dealt cards, each a pile of its own, in the order of `deal_draw`.
    """
    table, at = state.public, iter(range(len(outcome)))
    hands = tuple([tuple([next(at) for _ in range(HAND * (seat in table.playing))]) for seat in range(len(table.chips))])
    table = replace(table, phase=Phase.BET, deal=table.deal + 1, hands=hands)
    return rounds.go_round(rules, State(table, tuple(outcome), (0,) * len(outcome)), table.blinds[1])


def change(rules: BragPokerRules, pack: Sequence[Card], state: State[Table], cards: Sequence[Card], unseen: int) -> State[Table]:
    """Discard cards of the player whose turn it is.

    If the player hasn't looked, the first cards of the hand are discarded.

    Args:
        rules: the rules of the table.
        pack: all cards in play.
        state: the state before.
        cards: the cards to discard; empty if the player hasn't looked.
        unseen: number of cards to discard if the player hasn't looked; otherwise 0.
    """
    table, seat = state.public, state.public.turn
    hand, count = table.hands[seat], len(cards) or unseen
    if table.open[seat]:
        state = _laid_anew(state, hand, lambda card: card not in cards)
    state = did(state, seat, Deed.CHANGE, cards=count)
    state = with_table(
        state,
        hands=put(table.hands, seat, hand[count:]),
        discards=put(table.discards, seat, hand[:count]),
        changed=put(table.changed, seat, count),
        moves=table.moves + 1,
        due=count,
    )
    return _due(rules, pack, state)


def drawn(rules: BragPokerRules, pack: Sequence[Card], state: State[Table], outcome: Sequence[tuple[Card, ...]]) -> State[Table]:
    """Give the new cards to the player whose turn it is.

    Args:
        rules: the rules of the table.
        pack: all cards in play.
        state: the state before.
        outcome: the new piles of one card each, in the order of `change_draw`.
    """
    table, seat = state.public, state.public.turn
    new = tuple(range(len(state.piles), len(state.piles) + len(outcome)))
    table = replace(table, hands=put(table.hands, seat, table.hands[seat] + new), due=table.due - len(new))
    mask = (1 << seat) * table.open[seat]
    state = State(table, (*state.piles, *outcome), (*state.seen, *(mask,) * len(new)))
    if table.open[seat] and not table.due:
        state = _laid_anew(state, table.hands[seat], lambda card: -card)
    return _due(rules, pack, state)


def _laid_anew(state: State[Table], hand: Sequence[int], order: Callable[[Card], int]) -> State[Table]:
    """Sort the cards of a hand, with ``order`` as the key. ``hand`` has the cards' positions in ``state.piles``."""
    # The order of the cards then tells the other players nothing
    piles = list(state.piles)
    for pile, face in zip(hand, sorted([piles[pile] for pile in hand], key=lambda face: order(face[0])), strict=True):
        piles[pile] = face
    return State(state.public, tuple(piles), state.seen)


def _due(rules: BragPokerRules, pack: Sequence[Card], state: State[Table]) -> State[Table]:
    """If the player must still get cards, prepare to deal them. Otherwise, give the turn to the next player."""
    table = state.public
    if not table.due:
        return rounds.go_on(rules, with_table(state, phase=Phase.CHANGE))
    state = with_table(state, phase=Phase.DRAW)
    if left(pack, state):
        return state
    # The pack has run out, so the discards of the other players become the new pack
    again = {pile for seat, away in enumerate(table.discards) if seat != table.turn for pile in away}
    piles = tuple([(BACK,) if pile in again else face for pile, face in enumerate(state.piles)])
    seen = tuple([0 if pile in again else who for pile, who in enumerate(state.seen)])
    discards = tuple([away if seat == table.turn else () for seat, away in enumerate(table.discards)])
    return State(replace(state.public, discards=discards), piles, seen)


def may_change(pack: int, table: Table) -> int:
    """The greatest number of cards that a player may change: three, or fewer if fewer cards are in the pack and the discards.

    Args:
        pack: number of cards in play.
        table: the public part of the state.
    """
    return min(HAND, pack - sum(map(len, table.hands)))


def between(rules: BragPokerRules, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
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
    return begin(rules, state, from_left(table.dealer, seats, rules.players)[0], seats)


def back(rules: BragPokerRules, state: State[Table], seat: Seat, action: Action) -> State[Table]:
    """Carry out ``play`` or ``rebuy`` for a seat. The seat is dealt cards from the next deal on; ``rebuy`` also buys a purse."""
    table = state.public
    if action is Word.REBUY:
        table = replace(
            table,
            chips=put(table.chips, seat, table.chips[seat] + rules.purse),
            bought=put(table.bought, seat, table.bought[seat] + rules.purse),
        )
    sitting_out = tuple([each for each in table.sitting_out if each != seat])
    return State(replace(table, sitting_out=sitting_out), state.piles, state.seen)
