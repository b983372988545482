"""The end of a deal of Brag, and the end of a game.

A deal ends when all but one player have folded, or when hands are shown. Then the pots are settled or carried.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from prial.betting.pots import EMPTY, Award, settle, share, total
from prial.core.game import EVERYBODY, Result, Seat, State, from_left, seen_by
from prial.games.brag.hands import Worth, best_three, ranking_of, worth
from prial.games.brag.moves import under_the_pack, with_table
from prial.games.brag.offer import is_blind
from prial.games.brag.rules import BragRules
from prial.games.brag.settings import KeptBlind, Rebuy
from prial.games.brag.state import How, Phase, Settled, Table
from prial.ranks.brag import Category


def alone(rules: BragRules, state: State[Table], winner: Seat) -> State[Table]:
    """End the betting after all but one seat have folded or covered.

    If any player has covered a pot, hands are shown. Otherwise ``winner`` wins the pot, or carries it to the next deal.

    Args:
        rules: the rules.
        state: the state after the last fold.
        winner: the seat that has neither folded nor covered.
    """
    table = state.public
    if table.covered:
        return show(rules, state, How.ALONE)
    keeps = rules.kept_blind is KeptBlind.ON and table.bet_blind[winner] and is_blind(table, winner)
    if keeps and not _is_last(rules, table) and table.chips[winner] >= rules.ante:
        return with_table(state, phase=Phase.KEEP, turn=winner)
    for hand in table.hands[winner]:
        state = under_the_pack(state, hand)
    return _end_deal(rules, _pay_out(state, Settled(awards=tuple(settle(table.pots, (winner,), _never)))))


def _never(_one: Seat, _other: Seat) -> bool:
    """Always False: where no hands are shown, no hand beats another."""
    return False


def carried(rules: BragRules, state: State[Table]) -> State[Table]:
    """End a deal and carry its pot to the next deal, after the pot's holder has said which hand to keep."""
    return _end_deal(rules, with_table(state, last=Settled()))


def show(rules: BragRules, state: State[Table], how: How, payer: Seat | None = None) -> State[Table]:
    """End the betting and compare hands.

    If a player has two blind hands, the player first has to say which hand to play.

    Args:
        rules: the rules.
        state: the state after the last bet.
        how: the reason why hands are shown.
        payer: the seat that loses ties; None if ties are shared. Under `How.SEE`, this seat shows its hand only if it wins.
    """
    table = state.public
    still = (*table.betting, *table.covered)
    order = from_left(table.dealer, still, len(table.chips))
    if payer in order:  # the payer's opponent shows first
        order = [*[seat for seat in order if seat != payer], payer]
    for seat in order:
        if len(table.hands[seat]) > 1:
            return with_table(state, phase=Phase.PICK, turn=seat, how=how, payer=payer)
    worths = {seat: worth_of(rules, state, seat) for seat in order}
    bettors = [seat for seat in order if seat not in table.covered]
    winners = _best(bettors, worths, payer)
    awards = settle(table.pots, winners, lambda one, other: worths[one] > worths[other])
    shown = tuple([seat for seat in order if how is not How.SEE or seat != payer or seat in winners])
    state = seen_by(state, [pile for seat in shown for pile in table.hands[seat][0]], EVERYBODY)
    for seat in sorted(order, key=lambda each: each in winners):  # the losers' hands go under the pack first
        state = under_the_pack(state, table.hands[seat][0])
    ranks = ranking_of(rules, table.form.wild)
    proud = {seat for award in awards for seat in award.winners}.intersection(shown)
    prial = any(ranks.category(worths[seat][0]) is Category.PRIAL for seat in proud)
    settled = Settled(awards=tuple(awards), shown=shown, prial=prial)
    return _end_deal(rules, _pay_out(with_table(state, how=how, payer=payer), settled))


def _best(seats: Sequence[Seat], worths: dict[Seat, Worth], payer: Seat | None) -> list[Seat]:
    """The seats with the best hand. If ``payer`` ties with other seats for it, ``payer`` is left out."""
    most = max(worths[seat] for seat in seats)
    best = [seat for seat in seats if worths[seat] == most]
    return [seat for seat in best if seat != payer] or best


def parts_of(rules: BragRules, state: State[Table], seat: Seat) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The two parts of a seat's hand: the three cards that count, and the discards.

    A hand whose owner has put no cards away is divided into the best three cards and the rest.
    """
    table = state.public
    hand, away = table.hands[seat][0], table.discards[seat]
    faces = {pile: state.piles[pile][0] for pile in hand}
    if away or len(hand) == 3:
        three = tuple(sorted((faces[pile] for pile in hand if pile not in away), reverse=True))
        return three, tuple(sorted((faces[pile] for pile in away), reverse=True))
    return best_three(ranking_of(rules, table.form.wild), tuple(faces.values()))


def worth_of(rules: BragRules, state: State[Table], seat: Seat) -> Worth:
    """The worth of a seat's hand, as a tuple for comparing hands."""
    three, away = parts_of(rules, state, seat)
    return worth(ranking_of(rules, state.public.form.wild), three, away)


def _pay_out(state: State[Table], settled: Settled) -> State[Table]:
    """Pay all pots to their winners."""
    table = state.public
    chips = list(table.chips)
    for award in settled.awards:
        for seat, won in share(award.chips, award.winners, table.dealer, len(chips)):
            chips[seat] += won
    return with_table(state, chips=tuple(chips), pots=EMPTY, holder=None, last=settled)


def may_show(table: Table) -> Seat | None:
    """The player who may choose to turn up a hand between deals; None if nobody may.

    This is the player who won without showing, or who paid to see and lost. The result is None if this player has two hands, or
    if the pot was carried.
    """
    last = table.last
    if table.phase is not Phase.NEXT or last is None or not last.awards:
        return None
    unseen = last.awards[0].winners[0] if table.how is How.UNSHOWN else table.payer
    if unseen is None or unseen in (last.turned_up, *last.shown) or len(table.hands[unseen]) > 1:
        return None
    return unseen


def turn_up(state: State[Table], seat: Seat) -> State[Table]:
    """Show a hand after the deal. A prial shown in this way causes no shuffle, unlike a prial that was shown to win a pot."""
    table = state.public
    assert table.last is not None
    after = with_table(state, last=replace(table.last, turned_up=seat))
    return seen_by(after, table.hands[seat][0], EVERYBODY)


def _is_last(rules: BragRules, table: Table) -> bool:
    """Whether no deal follows this one."""
    return 0 < rules.length <= table.deal


def _end_deal(rules: BragRules, state: State[Table]) -> State[Table]:
    """End a deal. If no other deal can follow, end the game."""
    table = state.public
    broke = [seat for seat, chips in enumerate(table.chips) if chips < rules.ante and rules.rebuy is Rebuy.OFF]
    sitting_out = tuple(sorted({*table.sitting_out, *broke}))
    asked = tuple([seat for seat in range(len(table.chips)) if seat not in sitting_out])
    state = with_table(state, phase=Phase.NEXT, sitting_out=sitting_out, asked=asked, moves=table.moves + 1, looked=0)
    return over(state) if _is_last(rules, table) or len(asked) < 2 else state


def over(state: State[Table]) -> State[Table]:
    """End the game; a carried pot goes to its holder."""
    table = state.public
    if table.holder is not None:
        state = _pay_out(state, Settled(awards=(Award(total(table.pots), (table.holder,)),)))
    return with_table(state, phase=Phase.OVER, asked=())


def result(table: Table) -> Result:
    """The result of a game that is over. The player who has gained most has won.

    A player's gain is the player's chips, minus the chips that the player bought or began with, minus the player's debts, plus
    what others owe the player.
    """
    ledger = tuple([chips - b - d for chips, b, d in zip(table.chips, table.bought, table.debts, strict=True)])
    most = max(ledger)
    return Result(tuple([seat for seat, gained in enumerate(ledger) if gained == most]), table.chips, ledger)


def stopped(table: Table) -> Result:
    """The result of a game that is broken off: bets go back, a carried pot goes to its holder, and nobody has won."""
    chips = list(table.chips)
    if table.phase is not Phase.OVER and total(table.pots):
        playing = table.phase not in (Phase.NEXT, Phase.CHOOSE, Phase.DEAL)
        for seat, paid in enumerate(table.paid if playing else ()):
            chips[seat] += paid
        if table.holder is not None:
            chips[table.holder] += table.carried if playing else total(table.pots)
    return replace(result(replace(table, chips=tuple(chips))), winners=())
