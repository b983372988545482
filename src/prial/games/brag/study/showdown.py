"""Settles a deal of Brag that was played with real cards: checks the hands and pots, and finds each pot's winner."""

from enum import StrEnum
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from prial.betting.pots import EMPTY, Award, Pot
from prial.cards import PACK, Card, as_laid, names, parse
from prial.core.game import Seat, State, from_left
from prial.errors import PrialError, add_sentences, refuse
from prial.games.brag import BragGame, BragRules
from prial.games.brag.events import Showed
from prial.games.brag.finish import parts_of, show, worth_of
from prial.games.brag.hands import Worth, ranking_of
from prial.games.brag.settings import Short
from prial.games.brag.state import How, Phase, Table
from prial.ranks.brag import Category
from prial.study.showdown import check_count, check_people, names_of, read_hands

add_sentences(
    "en",
    {
        "showdown.brag.nobody": "At least two seats must show hands. If a player paid to see, one seat is enough.",
        "showdown.brag.hand": "Seat {seat} shows {cards}, but a hand has {wanted} cards.",
        "showdown.brag.away": "Seat {seat} shows {text!r}: of the {cards} cards, write the three that are played, then |, then "
        "the {away} put away.",
        "showdown.brag.no_away": "Seat {seat} shows {text!r}, but with hands of three nobody puts cards away: write the three "
        "cards without |.",
        "showdown.brag.seat": "'{key}' names seat {seat}, but the seats are 0 to {last}.",
        "showdown.brag.folded": "Seat {seat} can't be named under '{key}': it shows no hand.",
        "showdown.brag.payer_covers": "Seat {seat} can't be the payer: it has covered a pot and can't bet any more.",
        "showdown.brag.payer": "Seat {seat} can't be the payer: there is a payer only when two players are still betting, not "
        "{count}.",
        "showdown.brag.no_pot": "There must be chips in a pot; if nobody counts chips, leave 'pots' out.",
        "showdown.brag.chips": "Pot {number} can't hold {chips} chips.",
        "showdown.brag.uncovered": "Pot {number} of {count} needs covered_by: write the oldest pot first, and leave covered_by "
        "out only in the last pot.",
        "showdown.brag.covered": "The last pot can't have covered_by: it belongs to the players who haven't covered. "
        'If nothing was bet after seat {seat} covered, add {{"chips": 0}} for the new pot.',
        "showdown.brag.covered_twice": "Seat {seat} can't cover two pots: its last chips are in the first.",
        "showdown.brag.no_cover": "Nobody covers a pot under these rules, so covered_by has no meaning.",
        "showdown.brag.all_cover": "Everybody who shows has covered a pot, so nobody can win the last pot: at least one player "
        "who hasn't covered must show.",
        "showdown.brag.dealer": "A pot of {chips} is shared by {count}. Odd chips go first to the winner nearest the dealer's "
        "left: name the dealer.",
    },
)


class Chips(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One pot of a `Showdown`."""

    chips: int
    """Chips in the pot."""
    covered_by: Seat | None = None
    """The seat that covered this pot with its last chips; None for the newest pot."""


class Showdown(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The hands and pots at the end of a deal, as a person writes them down for `settle`."""

    game: Literal["brag"]
    """The name of the game."""
    rules: dict[str, Any] = {}
    """The house rules: the values of options by name. The key ``preset`` may name a preset."""
    hands: list[str | None]
    """The cards of each hand as text, by seat. If there are discards, they follow after a ``|``.

    The entry is None for a seat that shows no hand.
    """
    payer: Seat | None = None
    """The seat that paid to see, or put in its last chips, when only two players still bet; None if there is no such seat.

    This seat loses ties.
    """
    dealer: Seat | None = None
    """The dealer's seat. It matters only for odd chips of a shared pot, and may be None otherwise."""
    pots: list[Chips] | None = None
    """The pots, the oldest first; None for a single pot with an unknown number of chips."""
    seats: list[str] = []
    """The players' names by seat, for the sentences; empty where no names are given."""


class Decides(StrEnum):
    """The difference that decides which of two hands is better."""

    WORDS = "words"
    """The two hands have different names, such as a pair and a run."""
    ODD_CARD = "odd_card"
    """The two hands have the same pair, and one has the higher odd card."""
    OTHER_CARDS = "other_cards"
    """The two hands have the same name and highest card, and their lower cards decide."""
    WILD_CARDS = "wild_cards"
    """The two hands stand for the same cards, and one has fewer wild cards."""
    DISCARDS = "discards"
    """The three cards that count are equal in both hands, and the discards decide."""
    NOTHING = "nothing"
    """The hands are equal."""


class Outcome(msgspec.Struct, frozen=True):
    """The result of a showdown."""

    awards: tuple[Award, ...]
    """Each pot and its winners, the newest pot first."""
    won: tuple[int, ...] | None
    """Chips that each player gets from all pots together, by seat; None where chips aren't counted."""
    dealer: Seat
    """The dealer's seat, or 0 if no dealer is named.

    Odd chips of a shared pot go to its winners one by one, beginning with the first winner on the dealer's left.
    """
    shown: tuple[Showed, ...]
    """The hands with their names, the best first."""
    worths: tuple[Worth, ...]
    """The worth of each seat's hand; an empty tuple for a seat that shows no hand."""
    labels: tuple[str, ...]
    """The name of each seat's hand; an empty text for a seat that shows no hand."""
    rules: BragRules
    """The rules of the table."""
    names: tuple[str, ...]
    """The players' names by seat."""
    hidden: Seat | None
    """The seat that paid to see and lost without showing its hand; None if there is no such seat."""

    @property
    def best(self) -> tuple[Seat, ...]:
        """All seats that show the best hand.

        A seat counts even if it loses the tie because it paid to see, or if it can't win every pot.
        """
        return tuple([seat for seat, worth in enumerate(self.worths) if worth == max(self.worths)])

    @property
    def ranked(self) -> tuple[Seat, ...]:
        """Seats that show a hand, the best hand first."""
        return tuple([event.seat for event in self.shown])

    def decides(self, one: Seat, other: Seat) -> Decides:
        """The difference that decides which of two seats has the better hand."""
        ranks = ranking_of(self.rules)
        (a, *_), (b, *_) = self.worths[one], self.worths[other]
        if self.worths[one] == self.worths[other]:
            return Decides.NOTHING
        if a == b:
            return Decides.DISCARDS
        if ranks.shape(a) == ranks.shape(b):
            return Decides.WILD_CARDS
        if self.labels[one] != self.labels[other]:
            return Decides.WORDS
        return Decides.ODD_CARD if ranks.category(a) is Category.PAIR else Decides.OTHER_CARDS


def settle(rules: BragRules, showdown: Showdown) -> Outcome:
    """Compare the hands of a showdown and find the winners of each pot.

    Args:
        rules: the rules of the table.
        showdown: the hands and pots.
    Raises:
        PrialError: if the rules or the pack don't allow this showdown.
    """
    check_people(showdown.seats)
    check_count(rules.players, {"seats": showdown.seats})
    before, hidden = _state(rules, showdown), hidden_payer(showdown)
    alone = showdown.payer is None or hidden is not None
    after = show(rules, before, How.ALONE if alone else How.LAST, None if alone else showdown.payer).public
    assert after.last is not None
    for award in after.last.awards:
        if showdown.dealer is None and award.chips % len(award.winners):
            raise PrialError(refuse("showdown.brag.dealer", chips=award.chips, count=len(award.winners)))
    still = set(before.public.playing)
    worths = tuple([worth_of(rules, before, seat) if seat in still else () for seat in range(rules.players)])
    ranks = ranking_of(rules)
    labels = tuple([ranks.label(worth[0]) if worth else "" for worth in worths])
    shown = []
    for seat in sorted(still, key=lambda seat: worths[seat], reverse=True):
        three, away = parts_of(rules, before, seat)
        cards = names(as_laid(three)) + (f" | {names(away)}" if away else "")
        shown.append(Showed(seat, cards, labels[seat]))
    return Outcome(
        awards=tuple([replace(award, winners=tuple(sorted(award.winners))) for award in after.last.awards]),
        won=None if showdown.pots is None else after.chips,
        dealer=after.dealer,
        shown=tuple(shown),
        worths=worths,
        labels=labels,
        rules=rules,
        names=names_of(showdown),
        hidden=hidden,
    )


def hidden_payer(showdown: Showdown) -> Seat | None:
    """The seat that paid to see and lost without showing its hand; None if there is no such seat.

    By the rules on pagat.com, a player who pays to see and loses need not show.
    """
    payer = showdown.payer
    return payer if payer is not None and 0 <= payer < len(showdown.hands) and showdown.hands[payer] is None else None


def _state(rules: BragRules, showdown: Showdown) -> State[Table]:
    """Check a showdown and make the state after its betting. In this state, pile n holds card n of `PACK`."""
    hands, away = _cards(rules, showdown)
    still = [seat for seat, hand in enumerate(hands) if hand]
    if len(still) < (2 if hidden_payer(showdown) is None else 1):
        raise PrialError(refuse("showdown.brag.nobody"))
    pots = _pots(rules, showdown)
    _check_seats(showdown, pots, still)
    dealer, nobody = showdown.dealer or 0, (0,) * rules.players
    table = replace(
        BragGame(rules).start().public,
        phase=Phase.BET,
        dealer=dealer,
        chips=nobody,
        playing=tuple(from_left(dealer, still, rules.players)),
        covered=tuple([pot.coverer for pot in pots if pot.coverer is not None]),
        hands=tuple([(hand,) if hand else () for hand in hands]),
        discards=tuple(away),
        pots=pots,
        pack=(),
    )
    return State(table, tuple([(card,) for card in PACK]), (0,) * len(PACK))


def _cards(rules: BragRules, showdown: Showdown) -> tuple[list[tuple[Card, ...]], list[tuple[Card, ...]]]:
    """Two lists with an entry for each seat: all cards of the player, and the discards among these cards."""
    hands = [each[0] if each else () for each in read_hands([[] if text is None else [text] for text in showdown.hands])]
    away: list[tuple[Card, ...]] = []
    for seat, text in enumerate(showdown.hands):
        if text is not None and len(hands[seat]) != rules.cards:
            raise PrialError(refuse("showdown.brag.hand", seat=seat, cards=names(hands[seat]) or "no card", wanted=rules.cards))
        _, *behind = (text or "").split("|")
        put = [parse(part) for part in behind]
        if put and [len(part) for part in put] != [rules.cards - 3]:
            told = " ".join((text or "").split())
            code = "showdown.brag.away" if rules.cards > 3 else "showdown.brag.no_away"
            put_away = "card" if rules.cards == 4 else "two"
            raise PrialError(refuse(code, seat=seat, text=told, cards=rules.cards, away=put_away))
        away.append(put[0] if put else ())
    return hands, away


def _pots(rules: BragRules, showdown: Showdown) -> tuple[Pot, ...]:
    """Check the pots of a showdown, and return them."""
    if showdown.pots is None:
        return EMPTY
    if not any(pot.chips for pot in showdown.pots):
        raise PrialError(refuse("showdown.brag.no_pot"))
    *older, newest = showdown.pots
    for number, pot in enumerate(showdown.pots, 1):
        if pot.chips < 0:
            raise PrialError(refuse("showdown.brag.chips", number=number, chips=pot.chips))
        if pot.covered_by is not None and rules.short is not Short.COVER:
            raise PrialError(refuse("showdown.brag.no_cover"))
    for number, pot in enumerate(older, 1):
        if pot.covered_by is None:
            raise PrialError(refuse("showdown.brag.uncovered", number=number, count=len(showdown.pots)))
        if pot.covered_by in [other.covered_by for other in older[: number - 1]]:
            raise PrialError(refuse("showdown.brag.covered_twice", seat=pot.covered_by))
    if newest.covered_by is not None:
        raise PrialError(refuse("showdown.brag.covered", seat=newest.covered_by))
    return tuple([Pot(pot.chips, pot.covered_by) for pot in showdown.pots])


def _check_seats(showdown: Showdown, pots: tuple[Pot, ...], still: list[Seat]) -> None:
    """Check the seats of the dealer, the payer and the players who cover pots. ``still``: the seats that show hands."""
    coverers = [pot.coverer for pot in pots if pot.coverer is not None]
    payer = showdown.payer
    for key, seat in (("dealer", showdown.dealer), ("payer", payer), *[("covered_by", seat) for seat in coverers]):
        if seat is not None and not 0 <= seat < len(showdown.hands):
            raise PrialError(refuse("showdown.brag.seat", seat=seat, key=key, last=len(showdown.hands) - 1))
        if seat is not None and seat not in still and key != "dealer" and (key, seat) != ("payer", hidden_payer(showdown)):
            raise PrialError(refuse("showdown.brag.folded", seat=seat, key=key))
    betting = [seat for seat in still if seat not in coverers]
    if not betting:
        raise PrialError(refuse("showdown.brag.all_cover"))
    if payer in coverers:
        raise PrialError(refuse("showdown.brag.payer_covers", seat=payer))
    count = len(betting) + (hidden_payer(showdown) is not None)
    if payer is not None and count != 2:
        raise PrialError(refuse("showdown.brag.payer", seat=payer, count=count))
