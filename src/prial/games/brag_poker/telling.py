"""Lists the events of a move of Brag Poker, and the seats that may see each event."""

from collections.abc import Iterator, Mapping
from typing import Any

from prial.cards import as_laid, best_first, names
from prial.core import first_dealer
from prial.core.chance import Outcome
from prial.core.game import BACK, Event, Seat, State, Told
from prial.games.brag_poker import events as said
from prial.games.brag_poker import finish
from prial.games.brag_poker.actions import Word
from prial.games.brag_poker.hands import ranking_of
from prial.games.brag_poker.rules import BragPokerRules
from prial.games.brag_poker.state import Deed, Did, Phase, Table


def tell(rules: BragPokerRules, before: State[Table], moves: Mapping[Seat, Any] | Outcome, after: State[Table]) -> list[Told]:
    """List the events of one move in order. Each event comes with the seats that may see it.

    Args:
        rules: the rules of the table.
        before: the state before the move.
        moves: the players' actions by seat, or the cards of a chance move.
        after: the state after the move.
    """
    old, new = before.public, after.public
    told: list[Told] = []
    if isinstance(moves, Mapping):
        told += _tell_answers(rules, old, moves)
    elif old.phase is Phase.DEALER:
        told += first_dealer.tell(moves)
    elif old.phase is Phase.DEAL:
        told += _tell_blinds(before)
    elif new.open[old.turn] and not new.due:
        told.append(_held(rules, after, old.turn))
    told += _tell_deeds(rules, before, after)
    if _out(after) < _out(before) and new.phase is Phase.DRAW:
        told.append(Told(said.Shuffled()))
    told += [Told(event) for event in _tell_phase(old, new)]
    if new.last is not None and old.last is None:
        told += [Told(event) for event in _tell_end(rules, old, after)]
    if new.phase is Phase.OVER:
        told.append(Told(said.GameOver(finish.result(new).winners)))
    return told


def _out(state: State[Table]) -> int:
    """Number of cards outside the pack. This number falls when discards are shuffled into a new pack."""
    return sum([pile != (BACK,) for pile in state.piles])


def _tell_blinds(before: State[Table]) -> Iterator[Told]:
    """The events of the beginning of a deal: the deal itself and the two blinds."""
    table = before.public
    yield Told(said.Dealt(table.deal + 1, table.dealer))
    for seat, blind in zip(table.blinds, ("small", "big"), strict=True):
        yield Told(said.Posted(seat, table.put_in[seat], blind, not table.chips[seat]))


def _held(rules: BragPokerRules, state: State[Table], seat: Seat) -> Told:
    """The event with the cards of a seat that has looked. Only this seat gets the event."""
    cards, ranks = finish.hand_of(state, seat), ranking_of(rules)
    return Told(said.Held(seat, names(as_laid(cards)), ranks.label(ranks.strength(cards))), 1 << seat)


def _tell_answers(rules: BragPokerRules, old: Table, moves: Mapping[Seat, Any]) -> Iterator[Told]:
    """The events of actions that `Table.did` doesn't list: buying a purse, sitting out and coming back."""
    for seat, action in moves.items():
        if action is Word.REBUY:
            yield Told(said.Rebought(seat, rules.purse))
        elif action is Word.SIT_OUT:
            yield Told(said.SatOut(seat))
        if seat in old.sitting_out:
            yield Told(said.CameBack(seat))


def _tell_deeds(rules: BragPokerRules, before: State[Table], after: State[Table]) -> Iterator[Told]:
    """The events for new entries of `Table.did`, and the events that only the acting seat sees."""
    old, new = before.public, after.public
    for deed in new.did[len(old.did) :]:
        yield Told(_deed(old, new, deed))
        if deed.what is Deed.LOOK:
            yield _held(rules, after, deed.seat)
        elif deed.what is Deed.CHANGE and deed.cards and not deed.blind:
            away = best_first([after.piles[pile][0] for pile in new.discards[deed.seat]])
            yield Told(said.PutAway(deed.seat, names(away)), 1 << deed.seat)


def _deed(old: Table, new: Table, deed: Did) -> Event:
    """The event that tells everybody what a seat did."""
    seat, chips = deed.seat, deed.chips
    match deed.what:
        case Deed.LOOK:
            return said.Looked(seat)
        case Deed.CHECK:
            return said.Checked(seat)
        case Deed.FOLD:
            return said.Folded(seat)
        case Deed.CHANGE:
            return said.Changed(seat, deed.cards, deed.blind)
        case Deed.BACK:
            return said.TookBack(seat, chips)
        case _:
            if chips == old.chips[seat]:
                return said.AllIn(seat, chips, new.betting.to_match, deed.blind)
            what = {Deed.CALL: "called", Deed.BET: "bet", Deed.RAISE: "raised"}[deed.what]
            return said.PutIn(seat, chips, new.betting.to_match, what, deed.blind)


def _tell_phase(old: Table, new: Table) -> Iterator[Event]:
    """The event for the beginning of the draw or of the second round, if one of them begins now."""
    pot = sum(new.put_in)
    if new.phase is Phase.CHANGE and old.phase in (Phase.BET, Phase.DEAL):
        yield said.Draw(pot)
    if new.phase is Phase.BET and old.round < new.round:
        yield said.SecondRound(new.betting.step, pot)


def _tell_end(rules: BragPokerRules, old: Table, after: State[Table]) -> Iterator[Event]:
    """The events of the end of a deal: the shown hands, the winners, and the seats that have run out of chips."""
    table, ranks = after.public, ranking_of(rules)
    assert table.last is not None
    for seat in table.last.shown:
        cards = finish.hand_of(after, seat)
        yield said.Showed(seat, names(as_laid(cards)), ranks.label(ranks.strength(cards)))
    for at, award in enumerate(table.last.awards):
        if len(award.winners) > 1:
            yield said.Shared(award.winners, award.chips, side=at > 0)
        else:
            yield said.Won(award.winners[0], award.chips, side=at > 0)
    yield from (said.Broke(seat) for seat in table.sitting_out if not table.chips[seat] and seat not in old.sitting_out)
