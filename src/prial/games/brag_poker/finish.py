"""The end of a deal of Brag Poker, and the end of a game."""

from msgspec.structs import replace

from prial.betting.limit import pots, total
from prial.betting.pots import Award, share
from prial.cards import Card, best_first
from prial.core.game import EVERYBODY, Result, Seat, State
from prial.games.brag_poker.hands import ranking_of
from prial.games.brag_poker.moves import with_table
from prial.games.brag_poker.rules import BragPokerRules, Rebuy
from prial.games.brag_poker.state import Phase, Settled, Table


def alone(rules: BragPokerRules, state: State[Table]) -> State[Table]:
    """End a deal in which all but one player have folded. This player wins the pot and shows nothing."""
    (winner,) = state.public.still
    return _end_deal(rules, state, Settled(awards=(Award(total(state.public.betting), (winner,)),)))


def show(rules: BragPokerRules, state: State[Table]) -> State[Table]:
    """End a deal with a showdown. All who haven't folded show their hands. Each pot goes to the best hand that may win it."""
    table, ranks = state.public, ranking_of(rules)
    strengths = {seat: ranks.strength(hand_of(state, seat)) for seat in table.still}
    awards = []
    for chips, able in pots(table.betting, table.still):
        most = max([strengths[seat] for seat in able])
        awards.append(Award(chips, tuple([seat for seat in able if strengths[seat] == most])))
    seen = list(state.seen)
    for seat in table.still:
        for pile in table.hands[seat]:
            seen[pile] = EVERYBODY
    return _end_deal(rules, State(table, state.piles, tuple(seen)), Settled(awards=tuple(awards), shown=table.still))


def hand_of(state: State[Table], seat: Seat) -> tuple[Card, ...]:
    """A seat's cards, best first."""
    return best_first([state.piles[pile][0] for pile in state.public.hands[seat]])


def _end_deal(rules: BragPokerRules, state: State[Table], settled: Settled) -> State[Table]:
    """Pay the pots to their winners. Then either end the game, or let the players decide whether they play on."""
    table = state.public
    chips = list(table.chips)
    for award in settled.awards:
        for seat, won in share(award.chips, award.winners, table.dealer, rules.players):
            chips[seat] += won
    broke = [seat for seat in range(rules.players) if not chips[seat] and rules.rebuy is Rebuy.OFF]
    sitting_out = tuple(sorted({*table.sitting_out, *broke}))
    asked = tuple([seat for seat in range(rules.players) if seat not in sitting_out])
    state = with_table(
        state,
        phase=Phase.NEXT,
        chips=tuple(chips),
        betting=replace(table.betting, stakes=((),) * rules.players),
        sitting_out=sitting_out,
        asked=asked,
        last=settled,
    )
    return over(state) if 0 < rules.length <= table.deal or len(asked) < 2 else state


def over(state: State[Table]) -> State[Table]:
    """End the game. In the new state nobody decides."""
    return with_table(state, phase=Phase.OVER, asked=())


def result(table: Table) -> Result:
    """The result of a game that is over. The player with the greatest gain wins. A player's gain is ``chips - bought``."""
    ledger = tuple([chips - bought for chips, bought in zip(table.chips, table.bought, strict=True)])
    most = max(ledger)
    return Result(tuple([seat for seat, gained in enumerate(ledger) if gained == most]), table.chips, ledger)


def stopped(table: Table) -> Result:
    """The result of a game that is broken off. Players get back the chips that they put in during this deal. Nobody has won."""
    return replace(result(replace(table, chips=tuple(map(sum, zip(table.chips, table.put_in, strict=True))))), winners=())
