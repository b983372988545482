"""The shuffle at a table: promises, what the house is bound to, what was dealt from it, and who may have which proof.

{doc}`/fair-shuffle` says what is done and why. All of it is in the log, so a restart between any two steps goes on with the same
deck.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from prial.cards import Card, best_first, names, parse
from prial.core.chance import Draw, Outcome, Pick
from prial.core.game import BACK, EVERYBODY, Seat, State, view
from prial.fair.even import Entropy
from prial.fair.shuffle import Bound, Deck, Order, Secret, Turned, Voided, bound, drawn, number_picked, order, proof
from prial.fair.transcript import BY_SEAT, Drawn, Group, Picked, Shuffle, layout

Numbers = tuple[tuple[Seat, str], ...]
"""Texts by seat, in the order of the seats."""


class Binding(msgspec.Struct, frozen=True):
    """All that a shuffle was bound to; the seals follow from it."""

    table: str
    shuffle: int
    pack: str
    first: str
    promises: Numbers
    secret: Secret


class Turning(msgspec.Struct, frozen=True):
    """A shuffle: bound, and turned once the numbers are there."""

    binding: Binding
    numbers: Numbers = ()
    """What people opened; empty until all did."""


class Fair(msgspec.Struct, frozen=True):
    """What a table's shuffles have come to."""

    shuffles: int = 0
    """How many there were, void ones too."""
    void: int = 0
    promises: Mapping[Seat, str] = {}
    """What each person has promised for the next shuffle, by seat."""
    turning: Turning | None = None
    """The present one; None where the house deals by itself."""
    draws: tuple[tuple[Group, ...], ...] = ()
    """What was drawn from it, in order."""
    deal: int = 0
    """The number of the present deal's first draw."""
    picked: Picked | None = None
    sealed: Mapping[int, Deck] = {}
    """The decks dealt in this game, by the number of the shuffle, where the table has agreed that they are shown in the end."""
    opened: bool = False
    """Whether they are."""

    @property
    def waits(self) -> bool:
        """Whether numbers are waited for."""
        return self.turning is not None and not self.turning.numbers

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the deck that is dealt, in the order in which they come; empty where there is none."""
        return () if self.turning is None or self.waits else dealt(self.turning)[1]

    @property
    def taken(self) -> int:
        """How many of them were drawn."""
        return sum(size for groups in self.draws for group in groups for size in group.sizes)


@lru_cache(64)
def published(binding: Binding) -> Bound:
    """What everybody is told of a shuffle before the numbers are opened."""
    return bound(binding.table, binding.shuffle, binding.pack, binding.first, dict(binding.promises), binding.secret)


@lru_cache(64)
def dealt(turning: Turning) -> tuple[Order, tuple[Card, ...]]:
    """The order that the numbers make, and the cards in it."""
    secret = turning.binding.secret
    found = order(turning.binding.table, published(turning.binding), dict(turning.numbers), secret.number)
    lying = parse(secret.decks[found.deck].cards)
    return found, tuple([lying[place] for place in found.places])


# --- what the house does ----------------------------------------------------------------------------------------------


def bind(fair: Fair, table: str, draw: Pick | Draw, seats: Collection[Seat], entropy: Entropy) -> Binding:
    """What the house binds itself to for nature's next move.

    Args:
        fair: what came before.
        table: the table's id.
        draw: nature's move.
        seats: whose numbers count; each has promised one.
        entropy: the house's own chance.
    """
    pack = names(best_first(draw.pool)) if isinstance(draw, Draw) else ""
    first = layout(_groups(draw)) if isinstance(draw, Draw) else f"number:{draw.n}"
    promises = tuple([(seat, fair.promises[seat]) for seat in sorted(seats)])
    return Binding(table, fair.shuffles + 1, pack, first, promises, drawn(pack, entropy))


def _groups(draw: Draw) -> tuple[Group, ...]:
    """How nature draws."""
    return tuple([Group(group.name, group.sizes) for group in draw.groups])


def goes_on(fair: Fair, draw: Pick | Draw) -> bool:
    """Whether nature's move is drawn from the deck that lies there: the rules haven't shuffled since."""
    return isinstance(draw, Draw) and bool(fair.cards) and set(fair.cards[fair.taken :]) == set(draw.pool)


def pack_tells(draw: Pick | Draw, state: State[object]) -> bool:
    """Whether to name the cards that are shuffled would tell hidden ones, which lie elsewhere: a blind hand that is kept."""
    if isinstance(draw, Pick):
        return False
    told = frozenset((*draw.pool, BACK))  # where no card lies yet
    return any(who != EVERYBODY and not told.issuperset(pile) for pile, who in zip(state.piles, state.seen, strict=True))


def chosen(fair: Fair, draw: Pick | Draw, turning: Turning | None = None) -> Outcome:
    """What nature does, where the present shuffle, or one that is turned only now, says it."""
    turning = turning or fair.turning
    assert turning is not None
    if isinstance(draw, Pick):
        return number_picked(dealt(turning)[0], draw.n)
    coming = iter(dealt(turning)[1][fair.taken :])
    return tuple([best_first([next(coming) for _ in range(size)]) for size in draw.sizes])


# --- what the log does ------------------------------------------------------------------------------------------------


def promised(fair: Fair, promises: Numbers) -> Fair:
    """Somebody has promised a number for the next shuffle."""
    return replace(fair, promises={**fair.promises, **dict(promises)}) if promises else fair


def released(fair: Fair, seat: Seat) -> Fair:
    """A seat is somebody else's."""
    return replace(fair, promises={each: text for each, text in fair.promises.items() if each != seat})


def tied(fair: Fair, binding: Binding) -> Fair:
    """The house is bound; promises that were taken up are no longer open."""
    left = {seat: text for seat, text in fair.promises.items() if seat not in dict(binding.promises)}
    return replace(fair, shuffles=binding.shuffle, promises=left, turning=Turning(binding), draws=(), deal=0, picked=None)


def moved(fair: Fair, draw: Pick | Draw, outcome: Outcome, numbers: Numbers, *, begins: bool) -> Fair:
    """Nature has moved.

    Args:
        fair: what came before.
        draw: nature's move.
        outcome: what came of it.
        numbers: what people opened just before; empty where nothing was waited for.
        begins: whether a deal begins with it.
    Raises:
        ValueError: the deck says something else.
    """
    if numbers and fair.turning is not None:
        fair = replace(fair, turning=Turning(fair.turning.binding, numbers))
    elif isinstance(draw, Draw) and not any(draw.sizes):
        return replace(fair, deal=len(fair.draws)) if begins else fair
    elif not goes_on(fair, draw):
        return replace(fair, turning=None, draws=(), deal=0, picked=None)
    if chosen(fair, draw) != outcome:
        raise ValueError("the deck says something else")
    if isinstance(draw, Pick):
        assert isinstance(outcome, int)
        return replace(fair, picked=Picked(draw.n, outcome))
    return replace(fair, draws=(*fair.draws, _groups(draw)), deal=len(fair.draws) if begins else fair.deal)


def kept(fair: Fair) -> Fair:
    """The deck that is dealt is shown when the game is over."""
    assert fair.turning is not None
    deck = fair.turning.binding.secret.decks[dealt(fair.turning)[0].deck]
    return replace(fair, sealed={**fair.sealed, fair.shuffles: deck})


def begun(fair: Fair) -> Fair:
    """A game begins, with a pack of its own."""
    return replace(fair, turning=None, draws=(), deal=0, picked=None, sealed={}, opened=False)


# --- what a viewer is told --------------------------------------------------------------------------------------------


def turned(turning: Turning) -> Turned:
    """What everybody is told once the numbers are open."""
    secret = turning.binding.secret
    return Turned(dict(turning.numbers), secret.number, secret.decks[1 - dealt(turning)[0].deck])


def voided(turning: Turning, missing: tuple[Seat, ...], numbers: Numbers) -> Voided:
    """What everybody is told of a shuffle that is void."""
    return Voided(missing, dict(numbers), turning.binding.secret)


def proofs(fair: Fair, cards: Collection[Card]) -> tuple[str, ...]:
    """Proofs of some cards of the deck that is dealt, in the order of the pack: the order of dealing is told by the places."""
    if not cards or fair.turning is None:
        return ()
    return tuple([_proof(fair.turning, card) for card in sorted(cards, reverse=True)])


@lru_cache(4096)  # several viewers are told the same
def _proof(turning: Turning, card: Card) -> str:
    return proof(turning.binding.secret.decks[dealt(turning)[0].deck], card)


def _blocks(fair: Fair) -> Iterator[tuple[int, Seat | None, tuple[Card, ...]]]:
    """The cards of each pile that was drawn, by the number of the draw, and the seat whose pile it was."""
    cards, at = fair.cards, 0
    for number, groups in enumerate(fair.draws):
        for group in groups:
            for pile, size in enumerate(group.sizes):
                yield number, pile if group.name in BY_SEAT else None, cards[at : at + size]
                at += size


def provable(fair: Fair, state: State[object] | None, eyes: Seat | None) -> frozenset[Card]:
    """The cards whose places a viewer may know, and does from now on.

    It sees them, and they were drawn in this deal: what comes round again in a pack that isn't shuffled isn't proved anew. Of a
    seat that got cards by a second draw nobody else is told which are the new ones, so its cards are proved to it alone.

    Args:
        fair: the table's shuffles.
        state: the game.
        eyes: through which seat the viewer sees; None for a spectator.
    """
    if state is None or not fair.draws:
        return frozenset()
    mine: set[Card] = set()
    others: list[tuple[Seat | None, tuple[Card, ...]]] = []
    draws: dict[Seat | None, set[int]] = {}
    for number, seat, cards in _blocks(fair):
        if number < fair.deal or not cards:
            continue
        draws.setdefault(seat, set()).add(number)
        if seat is not None and seat == eyes:
            mine.update(cards)
        else:
            others.append((seat, cards))
    later = any(number > fair.deal for number in draws.get(None, ()))  # cards that are nobody's, when hands lay there already
    for seat, cards in others:
        if not later and len(draws[seat]) == 1:
            mine.update(cards)
    seen = {card for pile in view(state, eyes).piles if BACK not in pile for card in pile}
    return frozenset(mine & seen)


def told(fair: Fair, proved: frozenset[Card], eyes: Seat | None) -> Shuffle:
    """What a viewer is told of the present shuffle.

    Args:
        fair: the table's shuffles; there is a present one.
        proved: the cards that the viewer may have proofs of.
        eyes: through which seat the viewer sees; None for a spectator.
    """
    assert fair.turning is not None
    own: list[list[Card]] = [[] for _ in fair.draws]
    for number, seat, cards in _blocks(fair):
        if seat is not None and seat == eyes:
            own[number] += [card for card in cards if card in proved]
    return Shuffle(
        bound=published(fair.turning.binding),
        turned=None if fair.waits else turned(fair.turning),
        draws=tuple([Drawn(groups, names(cards)) for groups, cards in zip(fair.draws, own, strict=True)]),
        picked=fair.picked,
        proofs=proofs(fair, proved),
        dealt=fair.sealed.get(fair.shuffles) if fair.opened else None,
    )
