"""Faults in houses whose proofs tell too much. The no-leak test must find each of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from msgspec.structs import replace

from prial.cards import Card
from prial.core.game import EVERYBODY, Seat, State
from prial.fair.shuffle import Bound, Deck, Turned
from prial.host import advice, fairness, onward, past_shuffles, proving
from prial.host import messages as said
from prial.host.fairness import Fair
from prial.host.live import Applied, Live
from tests.host import turned
from tests.host.leaks import Plant, patched, red
from tests.testing.games import GAMES

Proving = Callable[[Fair, State[Any] | None, Seat | None], frozenset[Card]]
_provable, _present = fairness.provable, proving.present


def proved(fault: Proving) -> Plant:
    """A fault in which cards may be proved to a viewer."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(fairness, "provable", fault)
        monkeypatch.setattr(proving, "provable", fault)

    return plant


def everything(fair: Fair, state: State[Any] | None) -> frozenset[Card]:
    """All cards drawn so far."""
    return frozenset(fair.cards[: fair.taken]) if state is not None else frozenset()


def _one_too_many(fair: Fair, state: State[Any] | None, eyes: Seat | None) -> frozenset[Card]:
    """The proof of one card that the viewer doesn't see."""
    return _provable(fair, state, eyes) | frozenset(sorted(everything(fair, state) - _provable(fair, state, eyes))[:1])


def _of_the_next_seat(fair: Fair, state: State[Any] | None, eyes: Seat | None) -> frozenset[Card]:
    """The proofs of another seat's cards."""
    return _provable(fair, state, None if eyes is None else eyes ^ 1)


def _once_shown_all(fair: Fair, state: State[Any] | None, eyes: Seat | None) -> frozenset[Card]:
    """As soon as any card is shown, all dealt cards are proved."""
    found = _provable(fair, state, eyes)
    return everything(fair, state) if state is not None and EVERYBODY in state.seen and found else found


def _fewer(fair: Fair, state: State[Any] | None, eyes: Seat | None) -> frozenset[Card]:
    """One proof fewer, depending on hidden cards: the number of proofs then tells something."""
    found = sorted(_provable(fair, state, eyes))
    return frozenset(found[1:] if sum(fair.cards[:13]) % 2 else found)


def _came_round(fair: Fair, state: State[Any] | None, eyes: Seat | None) -> frozenset[Card]:
    """A card that is dealt again from a pack that wasn't shuffled is proved again."""
    return _provable(replace(fair, deal=0), state, eyes)


def _sees(fair: Fair, state: State[Any] | None, eyes: Seat | None) -> frozenset[Card]:
    """Cards that any seat sees are proved to all."""
    return frozenset().union(*(_provable(fair, state, seat) for seat in range(8)))


def _opens(change: Callable[[Turned, fairness.Turning], Turned]) -> Plant:
    """A fault in what everybody is told once the numbers are open."""
    return lambda monkeypatch: patched(monkeypatch, "turned", change, proving)


def _dealt_deck(true: Turned, turning: fairness.Turning) -> Turned:
    """The deck that is dealt is opened instead of the other one."""
    return replace(true, other=turning.binding.secret.decks[fairness.dealt(turning)[0].deck])


def _last_card(true: Turned, turning: fairness.Turning) -> Turned:
    """A card of the deck that is dealt is appended to the key of the other deck."""
    deck = turning.binding.secret.decks[fairness.dealt(turning)[0].deck]
    return replace(true, other=Deck(true.other.cards, true.other.key + deck.cards[:2]))


def _salt_of_the_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seals without salt: somebody who tries all cards finds the right one."""

    def fault(true: Bound, binding: fairness.Binding) -> Bound:
        first, second = binding.secret.decks
        return replace(true, sheets=(true.sheets[0] + first.cards[::2], true.sheets[1] + second.cards[::2]))

    patched(monkeypatch, "published", fault, proving)


def _order_of_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The order of proofs depends on cards that the viewer doesn't see."""

    def fault(true: tuple[str, ...], fair: Fair, cards: Any) -> tuple[str, ...]:
        return true[::-1] if sum(fair.cards[:20]) % 2 else true

    for module in (fairness, proving):
        patched(monkeypatch, "proofs", fault, module)


def _scene(change: Callable[[Any, Live], Any]) -> Plant:
    """A fault in what the scene says about the shuffle."""
    return lambda monkeypatch: patched(monkeypatch, "turning", change)


def _void_if_red(true: Any, live: Live) -> Any:
    """The number of void shuffles depends on a hand."""
    return replace(true, void=true.void + red(live)) if isinstance(true, said.Turning) else true


def _waits_if_red(true: Any, live: Live) -> Any:
    """Whether the table waits for numbers depends on a hand."""
    return replace(true, waits=red(live)) if isinstance(true, said.Turning) else true


def _telling(change: Callable[[Any, Applied], Any]) -> Plant:
    """A fault in what an entry says about the shuffle."""

    def fault(true: Any, applied: Applied, _viewer: Seat | None) -> Any:
        return change(true, applied) if isinstance(true, said.Fairness) else true

    return lambda monkeypatch: patched(monkeypatch, "fairness", fault)


def _drawn_in_cards(true: said.Fairness, applied: Applied) -> said.Fairness:
    """A draw's name contains a value that depends on its cards."""
    fair = applied.after.fair
    return replace(true, drawn=tuple([replace(each, name=f"{each.name}{sum(fair.cards[:13])}") for each in true.drawn]))


def _asked_as_seat_0(monkeypatch: pytest.MonkeyPatch) -> None:
    """A viewer who asks for the present shuffle gets the first seat's proofs."""
    monkeypatch.setattr(advice, "present", lambda live, _viewer: _present(live, 0))


def _past_as_seat_0(monkeypatch: pytest.MonkeyPatch) -> None:
    """A viewer who asks for all shuffles gets the first seat's proofs."""
    monkeypatch.setattr(past_shuffles, "provable", lambda fair, state, _eyes: _provable(fair, state, 0))


def _pack_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shuffled cards are named although a blind hand is kept; so they tell which cards aren't in it."""
    monkeypatch.setattr(onward, "pack_tells", lambda _draw, _state: False)


@dataclass(frozen=True)
class TurnedLeak:
    """A planted fault, and a table at which it shows."""

    name: str
    plant: Plant
    game: str = "crash"
    preset: str = "online"
    games: int = 20

    def boundary(self) -> turned.Turned:
        return turned.Turned(self.game, self.preset, dict(GAMES[self.game].short), moves=40, plant=self.plant)


TURNED_LEAKS = (
    TurnedLeak("a salt too many", proved(_one_too_many)),
    TurnedLeak("a proof to the wrong seat", proved(_of_the_next_seat)),
    TurnedLeak("once something is shown, all is proved", proved(_once_shown_all)),
    TurnedLeak("a proof fewer by what lies hidden", proved(_fewer)),
    TurnedLeak("proofs of all that anybody sees", proved(_sees)),
    TurnedLeak("a salt too many at Brag Poker", proved(_one_too_many), "brag_poker", "online"),
    TurnedLeak("the dealt deck is opened", _opens(_dealt_deck)),
    TurnedLeak("a card of the dealt deck stands behind a key", _opens(_last_card)),
    TurnedLeak("a seal without a salt", _salt_of_the_card),
    TurnedLeak("the order of proofs follows hidden cards", _order_of_proofs),
    TurnedLeak("the number of void shuffles follows a hand", _scene(_void_if_red)),
    TurnedLeak("whether numbers are waited for follows a hand", _scene(_waits_if_red)),
    TurnedLeak("what was drawn is named by a card", _telling(_drawn_in_cards)),
    TurnedLeak("who asks is told as the first seat", _asked_as_seat_0),
    TurnedLeak("a proof to the wrong seat of Xập xám", proved(_of_the_next_seat), "xap_xam", "xap_xam"),
    TurnedLeak("a salt too many at Stop the Bus", proved(_one_too_many), "stop_the_bus", "pub"),
    TurnedLeak("all shuffles are told as to the first seat", _past_as_seat_0),
)

RARE_LEAKS = (
    TurnedLeak("the pack is named beside a blind hand that is kept", _pack_is_named, "brag", "five_card"),
    TurnedLeak("a hand that comes round again is proved anew", proved(_came_round), "brag", "four_card", 60),
)
"""Faults that show in few games only."""
