"""Checks a written deal of Xập xám that was played with real cards, and lets the game settle this deal."""

from typing import Any, Literal

import msgspec

from prial.cards import best_first
from prial.core.game import Event, Seat, State, view
from prial.errors import PrialError, add_sentences, refuse
from prial.games.xap_xam.choices import Arranging
from prial.games.xap_xam.game import XapXamGame
from prial.games.xap_xam.instants import Hands, Instant
from prial.games.xap_xam.settle import Settled
from prial.games.xap_xam.state import Lay, Phase, Table
from prial.study.showdown import Declared, check_count, check_people, check_seats, names_of, read_hands

add_sentences(
    "en",
    {
        "showdown.xap_xam.decline": "Seat {seat} can't decline: its cards hold nothing that wins at once under these rules.",
        "showdown.xap_xam.both": "Seat {seat} can't be listed under both 'declared' and 'declined'.",
    },
)


class Showdown(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deal that was played with real cards, as a person writes it down."""

    game: Literal["xap_xam"]
    """The name of the game."""
    rules: dict[str, Any] = {}
    """The house rules: the options by name. The key ``preset`` holds the name of a preset."""
    dealer: Seat
    """The seat that dealt."""
    hands: list[list[str]]
    """Laid hands, by seat and row: the lower, the middle and the upper hand."""
    declared: list[Declared] = []
    """The instant wins that were declared, each with the seat that declared it."""
    declined: list[Seat] = []
    """Seats that hold an instant win, but played their cards without declaring it."""
    seats: list[str] = []
    """The players' names by seat. If the list is empty, sentences call the seats by their numbers."""


class Outcome(msgspec.Struct, frozen=True):
    """The result of a deal that was played with real cards."""

    settled: Settled
    """The result of the deal, as the game settled it."""
    events: tuple[Event, ...]
    """The events that everybody may see, in order."""
    names: tuple[str, ...]
    """The players' names by seat."""
    table: Table
    """The public part of the state before the hands were laid."""

    @property
    def plain(self) -> dict[str, Any]:
        """The result as plain data for programs.

        The keys are ``units`` (by seat), ``mis_set`` (the seats that laid their hands in a wrong order), ``instant`` (the instant
        wins, by the seat's number as text) and ``pairs`` (the results between two players). Each pair has ``seats``, ``rows`` and
        ``units``. The ``rows`` are the first seat's results in the lower, the middle and the upper row: 1 for won, 0 for level,
        −1 for lost. The ``units`` are what the first seat wins, then what the second seat wins, such as ``(3, -3)``.
        """
        return {
            "units": self.settled.units,
            "mis_set": self.settled.mis_set,
            "instant": {str(seat): what for seat, what in self.settled.instants},
            "pairs": [
                {"seats": pair.seats, "rows": pair.rows, "units": (pair.units, -pair.units)} for pair in self.settled.pairs
            ],
        }


def settle(game: XapXamGame, showdown: Showdown) -> Outcome:
    """Settle a deal that was played with real cards, and tell its events.

    Args:
        game: the game.
        showdown: the deal as a person wrote it down.
    Raises:
        PrialError: if the rules or the pack don't allow something in the showdown.
    """
    seats = tuple(range(game.seats))
    check_people(showdown.seats)
    check_count(game.seats, {"seats": showdown.seats})
    check_seats("dealer", [showdown.dealer], seats)
    check_seats("declared", [each.seat for each in showdown.declared], seats)
    check_seats("declined", showdown.declined, seats)
    hands = read_hands(showdown.hands)
    # Deal number 0 is never the last deal of a game, whatever its length
    table = Table(phase=Phase.SET, dealer=showdown.dealer, scores=(0,) * game.seats, hands=seats)
    held = tuple([best_first(card for hand in each for card in hand) for each in hands])
    state = State(table, held, tuple([1 << seat for seat in seats]))
    declared = {each.seat: _instant(each.what) for each in showdown.declared}
    moves = {seat: _lay(game, state, seat, hands[seat], declared.get(seat)) for seat in seats}
    for seat in showdown.declined:
        if seat in declared:
            raise PrialError(refuse("showdown.xap_xam.both", seat=seat))
        if not Arranging(game.scorer, view(state, seat)).instants:
            raise PrialError(refuse("showdown.xap_xam.decline", seat=seat))
    after = game.act(state, moves)
    settled = after.public.last
    assert settled is not None
    events = tuple([told.event for told in game.tell(state, moves, after) if told.heard_by(None)])
    return Outcome(settled, events, names_of(showdown), table)


def _instant(what: str) -> Instant:
    """Find the instant win that has the name ``what``.

    Raises:
        PrialError: if there is no instant win of this name.
    """
    if what not in list(Instant):
        raise PrialError(refuse("showdown.declaration", what=what[:40], known=", ".join(Instant)))
    return Instant(what)


def _lay(game: XapXamGame, state: State[Table], seat: Seat, hands: Hands, declared: Instant | None) -> Lay:
    """Make the action of a seat. Raises a `PrialError` if the rules refuse the action."""
    lay = Lay(hands, declared)
    if refusal := game.choices(view(state, seat)).why_not(lay):
        raise PrialError(refuse("showdown.seat_hands", seat=seat, why=str(refusal)))
    return lay
