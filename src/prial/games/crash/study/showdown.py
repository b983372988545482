"""Scores a deal of Crash that was played with real cards. This module checks the written deal; the game scores it."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from prial.betting.pots import share
from prial.cards import Card, best_first
from prial.core.game import Event, Seat, State, view
from prial.errors import PrialError, add_sentences, refuse
from prial.games.crash import CrashGame
from prial.games.crash.actions import Action, Lay, Word
from prial.games.crash.choices import has_six_pairs, has_thirteen_straight
from prial.games.crash.rules import CrashRules
from prial.games.crash.settings import CrashCall, FinalTie, Scoring, SixPairs, ThirteenStraight, WeakHand
from prial.games.crash.state import Declaration, Phase, Settled, Table
from prial.study.showdown import Declared, check_count, check_people, check_seats, names_of, read_hands

add_sentences(
    "en",
    {
        "showdown.nobody": "At least two seats must lay hands; write null for a seat that is out of the game.",
        "showdown.score": "Seat {seat} can't have {score} points before a deal: write a number from 0 to {most}.",
        "showdown.over": "Seat {seat} already has {score} points, but the game ends at {target}: check the scores.",
        "showdown.not_called": "Seat {seat} can't announce a crash: under these rules nobody does.",
        "showdown.nothing": "Seat {seat} lays no hand, but at least one must be laid.",
        "showdown.number": "'{key}' can't be {value}: it must be a whole number, {least} or more.",
        "showdown.no_sudden_death": "There is no sudden death under these rules: leave 'level' out.",
    },
)


class Showdown(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deal that was played with real cards, as a person writes it down."""

    game: Literal["crash"] = "crash"
    """The name of the game."""
    rules: dict[str, Any] = {}
    """The house rules: the options by name. The key ``preset`` holds the name of a preset."""
    dealer: Seat
    """The seat that dealt."""
    scores: list[int]
    """Points before the deal, by seat."""
    hands: list[list[str] | None]
    """Laid hands, by seat and place; None for a seat that is out of the game."""
    called: list[Seat] = []
    """Seats that announced a crash."""
    declared: list[Declared] = []
    """The declarations made while arranging, each with its seat."""
    seats: list[str] = []
    """The players' names by seat, for the sentences; empty if they aren't given."""
    deal: int = 1
    """Number of the deal, from 1. In a game for the pot, this number decides whether the deal is the last one of the game."""
    pot: int | None = None
    """Chips in the pot, with the antes of this deal. If it is None, each player in the game has paid one ante."""
    booked: list[int] = []
    """For each seat, the money that it owes for spare hands. Empty if no seat owes any."""
    ledger: list[int] = []
    """Money won and lost before this deal, by seat. The antes of this deal are already deducted.

    In a game for the pot, the ledger decides who wins the game. An empty ledger means that all players in the game have paid
    equal parts of the pot.
    """
    level: list[Seat] = []
    """In sudden death, the only seats that can still win. If the list is empty, these seats are worked out from the scores."""


class Outcome(msgspec.Struct, frozen=True):
    """The result of a deal that was played with real cards."""

    settled: Settled
    """The result of the deal, as the game scored it."""
    events: tuple[Event, ...]
    """The events that everybody may see, in order."""
    names: tuple[str, ...]
    """The players' names by seat."""
    money: tuple[int, ...]
    """Money won and lost in this deal, by seat. If the showdown has no ledger, each seat's payments into the pot are deducted."""
    table: Table
    """The public part of the state after the deal."""


def settle(game: CrashGame, showdown: Showdown) -> Outcome:
    """Score a deal that was played with real cards, and tell its events.

    Args:
        game: the game and its rules.
        showdown: the deal as written down.
    Raises:
        PrialError: if the rules or the pack don't allow something in the showdown.
    """
    table = _table(game.rules, showdown)
    hands = read_hands([texts or [] for texts in showdown.hands])
    piles = tuple([best_first(card for hand in seat_hands for card in hand) for seat_hands in hands])
    state = State(table, piles, tuple([1 << seat for seat in range(game.seats)]))
    moves = _moves(game, state, showdown, hands)
    events: list[Event] = []
    while True:
        after = game.act(state, moves)
        events += [told.event for told in game.tell(state, moves, after) if told.heard_by(None)]
        if after.public.phase is not Phase.CALL:
            break
        state, seat = after, after.public.asked[0]
        moves = {seat: Word.CALL if seat in showdown.called else Word.PASS}
    settled = after.public.last
    assert settled is not None
    paid = (0,) * game.seats if showdown.ledger else table.ledger
    money = tuple([before + won for before, won in zip(paid, settled.ledger, strict=True)])
    return Outcome(settled, tuple(events), names_of(showdown), money, after.public)


def _table(rules: CrashRules, showdown: Showdown) -> Table:
    """Check the seats, scores and money of a showdown, and return the public part of the state before anybody lays."""
    seats = len(showdown.hands)
    playing = tuple([seat for seat, hands in enumerate(showdown.hands) if hands is not None])
    if len(playing) < 2:
        raise PrialError(refuse("showdown.nobody"))
    check_people(showdown.seats)
    check_seats("dealer", [showdown.dealer], tuple(range(seats)))
    check_seats("called", showdown.called, playing)
    check_seats("declared", [declared.seat for declared in showdown.declared], playing)
    if showdown.called and rules.crash_call is CrashCall.NONE:
        raise PrialError(refuse("showdown.not_called", seat=showdown.called[0]))
    by_seat: dict[str, Sequence[Any]] = {
        "scores": showdown.scores,
        "booked": showdown.booked,
        "ledger": showdown.ledger,
        "seats": showdown.seats,
    }
    check_count(seats, by_seat, "scores")
    for seat, score in enumerate(showdown.scores):
        if score < 0:
            raise PrialError(refuse("showdown.score", seat=seat, score=score, most=rules.target - 1))
    owed = min([0, *showdown.booked])
    for key, value, least in (("deal", showdown.deal, 1), ("pot", showdown.pot or 0, 0), ("booked", owed, 0)):
        if value < least:
            raise PrialError(refuse("showdown.number", key=key, value=value, least=least))
    nobody = (0,) * seats
    pot = 0
    if rules.scoring is Scoring.POT:
        pot = rules.ante * len(playing) if showdown.pot is None else showdown.pot
    return Table(
        phase=Phase.ARRANGE,
        deal=showdown.deal,
        dealer=showdown.dealer,
        playing=playing,
        scores=tuple(showdown.scores),
        ledger=tuple(showdown.ledger) or _antes(pot, showdown.dealer, playing, seats),
        booked=tuple(showdown.booked) or nobody,
        pot=pot,
        level=_level(rules, showdown, playing),
        hands=tuple([seat if seat in playing else -1 for seat in range(seats)]),
    )


def _antes(pot: int, dealer: Seat, playing: tuple[Seat, ...], seats: int) -> tuple[int, ...]:
    """Each seat's ledger after the players have paid for the pot."""
    paid = dict(share(pot, playing, dealer, seats)) if playing else {}
    return tuple([-paid.get(seat, 0) for seat in range(seats)])


def _level(rules: CrashRules, showdown: Showdown, playing: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats that can still win in sudden death; empty without sudden death."""
    if showdown.level:
        check_seats("level", showdown.level, playing)
        if rules.final_tie is not FinalTie.SUDDEN_DEATH:
            raise PrialError(refuse("showdown.no_sudden_death"))
        return tuple(sorted(showdown.level))
    if rules.scoring is Scoring.POT:
        return ()
    top = max(showdown.scores)
    first = tuple(seat for seat in playing if showdown.scores[seat] == top)
    if top < rules.target:
        return ()
    if rules.final_tie is not FinalTie.SUDDEN_DEATH or len(first) < 2:
        seat = showdown.scores.index(top)
        raise PrialError(refuse("showdown.over", seat=seat, score=top, target=rules.target))
    return first


def _moves(
    game: CrashGame, state: State[Table], showdown: Showdown, hands: list[tuple[tuple[Card, ...], ...]]
) -> Mapping[Seat, Action]:
    """The action of each seat: it lays its hands or declares something.

    Raises:
        PrialError: if the rules refuse an action.
    """
    declared = {each.seat: each.what for each in showdown.declared}
    moves: dict[Seat, Action] = {}
    for seat in state.public.playing:
        what = declared.get(seat)
        if what is not None and what not in list(Declaration):
            raise PrialError(refuse("showdown.declaration", what=what, known=", ".join(Declaration)))
        if what in (Declaration.SIX_PAIRS, Declaration.THIRTEEN_STRAIGHT):
            moves[seat] = _whole_hand(game.rules, seat, Word(what), hands[seat])
            continue
        if not hands[seat] and game.rules.weak_hand is WeakHand.SCORES_NOTHING:
            raise PrialError(refuse("showdown.nothing", seat=seat))
        action = Lay(hands[seat], knock=what == Declaration.KNOCK)
        if refusal := game.choices(view(state, seat)).why_not(action):
            raise PrialError(refuse("showdown.seat_hands", seat=seat, why=str(refusal)))
        moves[seat] = action
    return moves


def _whole_hand(rules: CrashRules, seat: Seat, what: Word, hands: tuple[tuple[Card, ...], ...]) -> Word:
    """Return the declaration ``what`` if the rules and ``hands`` allow it. Cards that ``hands`` lacks are assumed to fit."""
    cards = [card for hand in hands for card in hand]
    code = None
    if what is Word.SIX_PAIRS and rules.six_pairs is SixPairs.OFF:
        code = "crash.six_pairs_off"
    elif what is Word.THIRTEEN_STRAIGHT and rules.thirteen_straight is ThirteenStraight.OFF:
        code = "crash.thirteen_straight_off"
    elif len(cards) == rules.cards and what is Word.SIX_PAIRS and not has_six_pairs(cards):
        code = "crash.no_six_pairs"
    elif what is Word.THIRTEEN_STRAIGHT and not has_thirteen_straight([*cards, *_other_ranks(cards)]):
        code = "crash.no_thirteen_straight"
    if code is not None:
        raise PrialError(refuse("showdown.seat_hands", seat=seat, why=str(refuse(code))))
    return what


def _other_ranks(cards: list[Card]) -> list[Card]:
    """One card for each rank that is missing in ``cards``, but at most ``13 - len(cards)`` cards."""
    ranks = {card >> 2 for card in cards}
    return [4 * rank for rank in range(13) if rank not in ranks][: 13 - len(cards)]
