"""Turns a move of Brag into events, and says which seats are told of each event."""

from collections.abc import Iterator, Mapping
from typing import Any

from prial.betting.pots import total
from prial.cards import as_laid, best_first, name, names
from prial.core import first_dealer
from prial.core.chance import Outcome
from prial.core.game import Event, Seat, State, Told
from prial.games.brag import events as said
from prial.games.brag import finish
from prial.games.brag.actions import Ask, Bring, Choose, Word
from prial.games.brag.hands import best_three, ranking_of
from prial.games.brag.money import bought_by
from prial.games.brag.offer import short_of
from prial.games.brag.rules import BragRules
from prial.games.brag.settings import BottomCard, Short, Shuffle
from prial.games.brag.state import Deed, Did, How, Phase, Table


def tell(rules: BragRules, before: State[Table], moves: Mapping[Seat, Any] | Outcome, after: State[Table]) -> list[Told]:
    """The events of one move, in order, each with the seats that are told of it.

    Args:
        rules: the rules.
        before: the state before the move.
        moves: the action of each seat that acted, or the outcome of a chance move.
        after: the state after the move.
    """
    old, new = before.public, after.public
    told: list[Told] = []
    if isinstance(moves, Mapping):
        told += _tell_answers(rules, old, moves, after)
        told += _tell_deeds(rules, before, after)
    elif old.phase is Phase.DEALER:
        told += first_dealer.tell(moves)
    else:
        told += _tell_deal(rules, before, after)
    if new.phase is not Phase.BET or old.phase is not Phase.BET:
        told += [Told(event) for event in _tell_phase(rules, before, new)]
    if new.last is not None and old.last is None:
        told += [Told(event) for event in _tell_end(rules, after)]
    if new.phase is Phase.OVER:
        told += [Told(event) for event in _tell_over(old, new)]
    return told


def _tell_deal(rules: BragRules, before: State[Table], after: State[Table]) -> Iterator[Told]:
    """The events that tell of a new deal, such as the antes."""
    table = after.public
    pot = table.carried + rules.ante * len(table.playing)
    yield Told(said.Dealt(table.deal, table.dealer, rules.ante, pot))
    if not table.form.blind:
        for seat in table.playing:
            yield _held(rules, after, seat, table.hands[seat][-1])
    if len(before.public.pack) > len(table.playing) * table.form.cards:
        yield from _tell_bottom(rules, after, before.public.pack)
    yield from (Told(said.Covered(seat, 0, pot, by_ante=True)) for seat in table.covered)


def _tell_bottom(rules: BragRules, after: State[Table], lying: tuple[int, ...]) -> Iterator[Told]:
    """The event that shows the bottom card, if the rules show it. This card is the last pile in ``lying``."""
    if rules.bottom_card is BottomCard.SHOWN:
        yield Told(said.Bottom(name(after.piles[lying[-1]][0])))


def _held(rules: BragRules, state: State[Table], seat: Seat, hand: tuple[int, ...]) -> Told:
    """The event with the cards that a seat holds, told to this seat alone."""
    cards = as_laid([state.piles[pile][0] for pile in hand])
    ranks = ranking_of(rules, state.public.form.wild)
    return Told(said.Held(seat, names(cards), ranks.label(ranks.strength(best_three(ranks, cards)[0]))), 1 << seat)


def _shown(rules: BragRules, state: State[Table], seat: Seat) -> tuple[str, str]:
    """The cards of a hand that is shown, as text, and the name of the hand."""
    three, away = finish.parts_of(rules, state, seat)
    ranks = ranking_of(rules, state.public.form.wild)
    return names(as_laid(three)) + (f" | {names(away)}" if away else ""), ranks.label(ranks.strength(three))


def _tell_answers(rules: BragRules, old: Table, moves: Mapping[Seat, Any], after: State[Table]) -> Iterator[Told]:
    """The events of two kinds of actions: those missing from `Table.did`, and those whose event tells more than `Table.did`."""
    new = after.public
    for seat, action in moves.items():
        if isinstance(action, Bring):
            yield Told(said.Brought(seat, action.chips))
        elif isinstance(action, Ask):
            yield Told(said.Asked(seat, action.seat, new.did[-1].chips, action.showing))
            if action.showing:
                yield Told(said.ShownTo(seat, action.seat, *_shown(rules, after, seat)), 1 << action.seat)
        elif action is Word.SHOW and old.phase is Phase.NEXT:
            yield Told(said.TurnedUp(seat, *_shown(rules, after, seat)))
        if isinstance(action, Choose):
            yield Told(said.Chosen(seat, action.cards, action.wild, action.blind))
        elif more := bought_by(rules, old, seat, action):
            yield Told(said.Rebought(seat, more, purse=action is Word.REBUY and not rules.own_money))
        elif action is Word.SIT_OUT:
            yield Told(said.SatOut(seat))
        if seat in old.sitting_out and seat not in new.sitting_out:
            yield Told(said.CameBack(seat))
    if old.phase is Phase.CONSENT and set(moves) <= set(old.asked):
        refused = tuple([seat for seat, action in moves.items() if action is Word.REFUSE])
        yield Told(said.Refused(refused) if refused else said.AllAgreed())


def _tell_deeds(rules: BragRules, before: State[Table], after: State[Table]) -> Iterator[Told]:
    """The events of the actions that were added to `Table.did`, and the events that only the acting seat sees."""
    old, new = before.public, after.public
    pot = old.pots[-1].chips
    for deed in new.did[len(old.did) :]:
        pot += deed.chips if deed.what in (Deed.BET, Deed.SEE) else 0
        event = _deed(old, new, deed, pot)
        if isinstance(event, said.Covered):
            pot = 0
        if event is not None:
            yield Told(event)
        if deed.what is Deed.LOOK:
            yield _held(rules, after, deed.seat, old.hands[deed.seat][deed.hand - 1])
        elif deed.what is Deed.DISCARD:
            away = best_first([after.piles[pile][0] for pile in new.discards[deed.seat]])
            three = finish.parts_of(rules, after, deed.seat)[0]
            ranks = ranking_of(rules, new.form.wild)
            yield Told(said.PutAway(deed.seat, names(away), ranks.label(ranks.strength(three))), 1 << deed.seat)
        elif deed.what is Deed.FOLD:
            yield from _tell_bottom(rules, after, old.hands[deed.seat][-1])
        elif deed.what is Deed.KEEP and old.phase is not Phase.KEEP:  # the other of two hands is folded
            yield from _tell_bottom(rules, after, old.hands[deed.seat][2 - deed.hand])


def _deed(old: Table, new: Table, deed: Did, pot: int) -> Event | None:
    """The event that tells everybody of an action; None if there is none.

    ``pot``: chips in the newest pot after the action.
    """
    seat, chips = deed.seat, deed.chips
    match deed.what:
        case Deed.LOOK:
            return said.Looked(seat, deed.hand if len(old.hands[seat]) > 1 else 0)
        case Deed.BET if seat in new.covered:
            return said.Covered(seat, chips, pot)
        case Deed.BET if new.how is How.LAST and new.payer == seat:
            return said.LastChips(seat, chips)
        case Deed.BET:
            return said.BetMade(seat, chips, deed.blind)
        case Deed.SEE:
            return said.Saw(seat, chips, deed.blind)
        case Deed.KEEP:
            return said.Kept(seat, deed.hand) if old.phase is Phase.KEEP else said.Picked(seat, deed.hand)
        case Deed.LEND:
            return said.Lent(seat, old.turn if old.payer is None else old.payer, chips)
        case Deed.DECLINE:
            return said.Declined(seat)
        case Deed.DISCARD:
            return said.Discarded(seat)
        case Deed.FOLD:
            return said.Folded(seat)
        case Deed.BORROW:
            return said.Borrowed(seat, chips)
        case Deed.PROPOSE:
            return said.Proposed(seat)
        case Deed.SHOW:
            return said.WouldShow(seat)
        case _:
            return None


def _tell_phase(rules: BragRules, before: State[Table], new: Table) -> Iterator[Event]:
    """The events at the start of a new phase, such as a shuffle."""
    old = before.public
    chooses = new.phase is Phase.LEND and short_of(rules, new) is Short.OPPONENT_CHOOSES
    if chooses and new.payer is not None and old.phase is not Phase.LEND:
        yield said.FallsShort(new.payer, new.turn, new.due, many=len(new.betting) > 2)
    if new.phase is Phase.KEEP and old.phase is not Phase.KEEP:
        yield said.Carried(new.turn, total(new.pots))
    if new.phase is Phase.CHOOSE and old.phase is not Phase.CHOOSE:
        yield said.MayChoose(new.turn, len(new.playing) + 1)
    shuffled = old.last is not None and old.last.prial and rules.shuffle is Shuffle.WHEN_SEEN_PRIAL
    if new.phase is Phase.DEAL and shuffled:
        yield said.Shuffled()


def _tell_end(rules: BragRules, after: State[Table]) -> Iterator[Event]:
    """The events of the end of a deal: shown hands, won pots, and seats that can't pay an ante."""
    table = after.public
    settled = table.last
    assert settled is not None
    for seat in settled.shown:
        yield said.Showed(seat, *_shown(rules, after, seat))
    for award in settled.awards:
        if not award.chips:
            continue
        if len(award.winners) > 1:
            yield said.Shared(award.winners, award.chips)
        else:
            yield said.Won(award.winners[0], award.chips, older=award.coverer is not None)
    for seat in table.sitting_out:
        if table.chips[seat] < rules.ante and seat in table.playing:
            yield said.Broke(seat)


def _tell_over(old: Table, new: Table) -> Iterator[Event]:
    """The events of the end of the game."""
    if old.holder is not None and old.phase is Phase.NEXT and new.last is not None:
        yield from (said.TookCarried(award.winners[0], award.chips) for award in new.last.awards)
    yield said.GameOver(finish.result(new).winners)
