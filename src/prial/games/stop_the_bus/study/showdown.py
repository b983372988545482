"""Settles a deal of Stop the Bus with real cards: checks what was written down, and finds the players who pay."""

from typing import Any, Literal

import msgspec

from prial.cards import Card, names
from prial.core.game import Seat
from prial.errors import PrialError, add_sentences, refuse
from prial.games.stop_the_bus import BusRules
from prial.games.stop_the_bus.settle import ranking_of, settle
from prial.games.stop_the_bus.state import Settled
from prial.study.showdown import check_count, check_people, names_of, read_hands

add_sentences(
    "en",
    {
        "showdown.bus.nobody": "At least two seats must show hands; write null for a seat that is out of the game.",
        "showdown.bus.hand": "Seat {seat} shows {cards}, but a hand has three cards.",
        "showdown.bus.tokens": "Seat {seat} can't have {tokens} tokens: a seat that shows a hand has at least one, a seat that "
        "is out has none.",
    },
)


class Showdown(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The end of a deal with real cards, as a person writes it down."""

    game: Literal["stop_the_bus"]
    """The name of the game."""
    rules: dict[str, Any] = {}
    """The house rules: maps names of options to values, and ``preset`` to the name of a preset."""
    hands: list[str | None]
    """Hands by seat; None for a seat that is out of the game."""
    tokens: list[int] = []
    """Tokens before the deal, by seat. If the list is empty, each player with a hand has as many tokens as at the start."""
    seats: list[str] = []
    """The players' names by seat. If the list is empty, sentences call the seats by their numbers."""


class Outcome(msgspec.Struct, frozen=True):
    """The result of a showdown."""

    settled: Settled
    """The worst hands, the tokens paid, and the tokens left."""
    hands: tuple[tuple[Card, ...], ...]
    """Cards of each hand, by seat; empty for a seat that is out."""
    labels: tuple[str, ...]
    """Name of each hand, by seat; empty for a seat that is out."""
    names: tuple[str, ...]
    """The players' names by seat."""

    @property
    def loses(self) -> tuple[Seat, ...]:
        """The seats that pay."""
        return tuple([seat for seat, tokens in enumerate(self.settled.paid) if tokens])


def score(rules: BusRules, showdown: Showdown) -> Outcome:
    """Find the players who pay, and their payments, in a deal with real cards.

    Args:
        rules: the rules of the table.
        showdown: the hands and tokens.
    Raises:
        PrialError: if the showdown isn't possible under the rules, or with one pack of cards.
    """
    seats = len(showdown.hands)
    check_people(showdown.seats)
    check_count(seats, {"tokens": showdown.tokens, "seats": showdown.seats})
    shown = [hands[0] if hands else () for hands in read_hands([[] if text is None else [text] for text in showdown.hands])]
    playing = [seat for seat, text in enumerate(showdown.hands) if text is not None]
    if len(playing) < 2:
        raise PrialError(refuse("showdown.bus.nobody"))
    for seat in playing:
        if len(shown[seat]) != 3:
            raise PrialError(refuse("showdown.bus.hand", seat=seat, cards=names(shown[seat]) or "no card"))
    tokens = showdown.tokens or [rules.tokens if seat in playing else 0 for seat in range(seats)]
    for seat, number in enumerate(tokens):
        if number < 0 or (number > 0) is not (seat in playing):
            raise PrialError(refuse("showdown.bus.tokens", seat=seat, tokens=number))
    settled = settle(rules, tuple(tokens), {seat: shown[seat] for seat in playing})
    label = ranking_of(rules).label
    return Outcome(
        settled,
        tuple(shown),
        tuple([label(strength) if strength else "" for strength in settled.strengths]),
        names_of(showdown),
    )
