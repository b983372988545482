"""A deal of Brag Poker that was played with real cards, settled by the game itself: nothing is decided here."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from prial.betting.limit import Limit, Part, Stake, uncalled
from prial.betting.pots import Award
from prial.cards import PACK, Card, best_first, names
from prial.core.game import Seat, State, from_left
from prial.errors import PrialError, add_sentences, refuse
from prial.games.brag_poker import BragPokerGame, BragPokerRules
from prial.games.brag_poker.finish import show
from prial.games.brag_poker.hands import ranking_of
from prial.games.brag_poker.state import Phase, Table
from prial.study.showdown import check_count, check_people, names_of, read_hands

add_sentences(
    "en",
    {
        "showdown.brag_poker.nobody": "At least two seats must show hands.",
        "showdown.brag_poker.hand": "Seat {seat} shows {cards}, and a hand has three cards.",
        "showdown.brag_poker.seat": "There is no seat {seat} to name under dealer; the seats are 0 to {last}.",
        "showdown.brag_poker.chips": "Seat {seat} can't have put in {chips} chips.",
        "showdown.brag_poker.nothing": "Nobody who shows has put in anything; leave put_in out where nobody counts chips.",
        "showdown.brag_poker.dealer": "A pot of {chips} is shared by {count}, and odd chips go to the first from the dealer's "
        "left: name the dealer.",
    },
)


class Blind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call by somebody who hadn't looked: half of it was paid."""

    blind: int
    """What it counted as."""


class Showdown(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is shown, as a person writes it down."""

    game: Literal["brag_poker"]
    rules: dict[str, Any] = {}
    """A preset's name under ``preset``, and options by name."""
    hands: list[str | None]
    """Hands by seat; None for one that has folded."""
    dealer: Seat | None = None
    """Only odd chips of a shared pot depend on it."""
    put_in: list[int | Blind | list[int | Blind]] = []
    """What each has put in in both rounds, by seat, in one number or in parts; empty where nobody counts chips."""
    seats: list[str] = []
    """The players' names, for the sentences."""


class Outcome(msgspec.Struct, frozen=True):
    """How a showdown went."""

    awards: tuple[Award, ...]
    """Each pot and who won it, the main one first; one without chips where nobody counts them."""
    back: tuple[Seat, int] | None
    """Who takes chips back that nobody has matched, and how many."""
    won: tuple[int, ...] | None
    """Chips out of all pots and taken back, by seat; None where they aren't counted."""
    dealer: Seat
    """From whose left odd chips are given out."""
    hands: tuple[tuple[Card, ...], ...]
    """By seat, best first; empty for one that has folded."""
    strengths: tuple[int, ...]
    """By seat; 0 for one that has folded."""
    labels: tuple[str, ...]
    """The hands in words, by seat; empty for one that has folded."""
    names: tuple[str, ...]
    """The players' names by seat."""


def settle(rules: BragPokerRules, showdown: Showdown) -> Outcome:
    """Settle a showdown.

    Raises:
        PrialError: whatever the rules or the pack don't allow, in one sentence.
    """
    check_people(showdown.seats)
    check_count(rules.players, {"seats": showdown.seats, "put_in": showdown.put_in})
    if showdown.dealer is not None and not 0 <= showdown.dealer < rules.players:
        raise PrialError(refuse("showdown.brag_poker.seat", seat=showdown.dealer, last=rules.players - 1))
    hands = _hands(showdown)
    betting = Limit(_stakes(showdown, hands))
    back = uncalled(betting)
    if back is not None:
        betting = back[2]
    after = show(rules, _state(rules, showdown, hands, betting)).public
    assert after.last is not None
    for award in after.last.awards:
        if showdown.dealer is None and award.chips % len(award.winners):
            raise PrialError(refuse("showdown.brag_poker.dealer", chips=award.chips, count=len(award.winners)))
    won = list(after.chips)
    if back is not None:
        won[back[0]] += back[1]
    of = ranking_of(rules)
    strengths = tuple([of.strength(hand) if hand else 0 for hand in hands])
    best = tuple([seat for seat in range(rules.players) if strengths[seat] == max(strengths)])
    return Outcome(
        awards=after.last.awards if showdown.put_in else (Award(0, best),),
        back=None if back is None else (back[0], back[1]),
        won=tuple(won) if showdown.put_in else None,
        dealer=after.dealer,
        hands=hands,
        strengths=strengths,
        labels=tuple([of.label(strength) if strength else "" for strength in strengths]),
        names=names_of(showdown),
    )


def _hands(showdown: Showdown) -> tuple[tuple[Card, ...], ...]:
    read = [each[0] if each else () for each in read_hands([[] if text is None else [text] for text in showdown.hands])]
    for seat, text in enumerate(showdown.hands):
        if text is not None and len(read[seat]) != 3:
            raise PrialError(refuse("showdown.brag_poker.hand", seat=seat, cards=names(read[seat]) or "no card"))
    if sum(map(bool, read)) < 2:
        raise PrialError(refuse("showdown.brag_poker.nobody"))
    return tuple(map(best_first, read))


def _stakes(showdown: Showdown, hands: Sequence[Sequence[Card]]) -> tuple[Stake, ...]:
    """What each has put in, by seat; nothing where nobody counts chips."""
    stakes = []
    for seat, given in enumerate(showdown.put_in or [0] * len(hands)):
        parts = given if isinstance(given, list) else [given]
        stake = tuple([Part(part.blind, halved=True) if isinstance(part, Blind) else Part(part) for part in parts])
        if wrong := [part.credit for part in stake if part.credit < 0]:
            raise PrialError(refuse("showdown.brag_poker.chips", seat=seat, chips=wrong[0]))
        stakes.append(stake)
    if showdown.put_in and not any(part.credit for stake, hand in zip(stakes, hands, strict=True) if hand for part in stake):
        raise PrialError(refuse("showdown.brag_poker.nothing"))
    return tuple(stakes)


def _state(rules: BragPokerRules, showdown: Showdown, hands: Sequence[Sequence[Card]], betting: Limit) -> State[Table]:
    """The table when the betting is over: each pile is the card of its number, and nobody has a chip left."""
    dealer = showdown.dealer or 0
    table = replace(
        BragPokerGame(rules).start().public,
        phase=Phase.BET,
        dealer=dealer,
        chips=(0,) * rules.players,
        playing=tuple(from_left(dealer, [seat for seat, hand in enumerate(hands) if hand], rules.players)),
        hands=tuple(map(tuple, hands)),
        betting=betting,
    )
    return State(table, tuple([(card,) for card in PACK]), (0,) * len(PACK))
