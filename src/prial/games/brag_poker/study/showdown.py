"""Settles a showdown of Brag Poker with real cards: checks what was written down, and finds the winners of the pots."""

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
        "showdown.brag_poker.hand": "Seat {seat} shows {cards}, but a hand has three cards.",
        "showdown.brag_poker.seat": "'dealer' names seat {seat}, but the seats are 0 to {last}.",
        "showdown.brag_poker.chips": "Seat {seat} can't have put in {chips} chips.",
        "showdown.brag_poker.nothing": "Nobody who shows has put in anything; leave put_in out where nobody counts chips.",
        "showdown.brag_poker.dealer": "A pot of {chips} is shared by {count}. Odd chips go first to the winner nearest the "
        "dealer's left: name the dealer.",
    },
)


class Blind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call by a player who hadn't looked at the hand, and so paid half the price."""

    blind: int
    """The full price of the call, in chips; the player paid half of it."""


class Showdown(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A showdown as a person writes it down: the input of `settle`."""

    game: Literal["brag_poker"]
    """The name of the game."""
    rules: dict[str, Any] = {}
    """The house rules: maps names of options to values, and ``preset`` to the name of a preset."""
    hands: list[str | None]
    """Hands by seat; None for a seat that has folded."""
    dealer: Seat | None = None
    """The dealer's seat. It is needed only for odd chips of a shared pot; None if no dealer is named."""
    put_in: list[int | Blind | list[int | Blind]] = []
    """Chips that each player put in during both rounds, by seat. An entry is one payment or a list of payments.

    The list is empty if nobody counted the chips.
    """
    seats: list[str] = []
    """The players' names by seat, for the printed result; empty if no names are given."""


class Outcome(msgspec.Struct, frozen=True):
    """The result of a showdown."""

    awards: tuple[Award, ...]
    """Each pot and its winners, the main pot first. If chips aren't counted, a single award of 0 chips names the winners."""
    back: tuple[Seat, int] | None
    """The seat that gets unmatched chips back, and the number of these chips; None without unmatched chips."""
    won: tuple[int, ...] | None
    """Chips that each player gets, by seat: winnings and unmatched chips; None where chips aren't counted."""
    dealer: Seat
    """The dealer's seat; 0 where no dealer is named. Odd chips go to winners in turn, beginning from the dealer's left."""
    hands: tuple[tuple[Card, ...], ...]
    """For each seat, the cards of its hand, the best card first; empty if it has folded."""
    strengths: tuple[int, ...]
    """Strength of each hand, by seat; 0 for a seat that has folded."""
    labels: tuple[str, ...]
    """Name of each hand, by seat; empty for a seat that has folded."""
    names: tuple[str, ...]
    """The players' names by seat."""


def settle(rules: BragPokerRules, showdown: Showdown) -> Outcome:
    """Find the winners of each pot in a showdown with real cards.

    Args:
        rules: the rules of the table.
        showdown: the hands and the chips put in.
    Raises:
        PrialError: if the showdown isn't possible under the rules, or with one pack of cards.
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
    """Read and check the hands: for each seat its cards, best first; empty for a seat that has folded."""
    read = [each[0] if each else () for each in read_hands([[] if text is None else [text] for text in showdown.hands])]
    for seat, text in enumerate(showdown.hands):
        if text is not None and len(read[seat]) != 3:
            raise PrialError(refuse("showdown.brag_poker.hand", seat=seat, cards=names(read[seat]) or "no card"))
    if sum(map(bool, read)) < 2:
        raise PrialError(refuse("showdown.brag_poker.nobody"))
    return tuple(map(best_first, read))


def _stakes(showdown: Showdown, hands: Sequence[Sequence[Card]]) -> tuple[Stake, ...]:
    """Read and check the chips that each seat has put in."""
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
    """A made-up state at the end of the betting. Pile n holds the card with the number n."""
    dealer = showdown.dealer or 0
    table = replace(
        BragPokerGame(rules).start().public,
        phase=Phase.BET,
        dealer=dealer,
        chips=(0,) * rules.players,  # the chips after the showdown are then what each player has won
        playing=tuple(from_left(dealer, [seat for seat, hand in enumerate(hands) if hand], rules.players)),
        hands=tuple(map(tuple, hands)),
        betting=betting,
    )
    return State(table, tuple([(card,) for card in PACK]), (0,) * len(PACK))
