"""How the players at a table and the house make a shuffle together, and which proofs of the shuffle each viewer may get.

Before a shuffle, each player draws a random number and tells the house only the number's hash: a promise. Then the house fixes
two decks and a number of its own. Then the players reveal their numbers. {doc}`/fair-shuffle` explains the procedure.

Every step is in the log, so a table goes on with the same deck after a restart.
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
"""Players' numbers, or their promises (the numbers' hashes). One pair of seat and text for each player, in seat order."""


class Binding(msgspec.Struct, frozen=True):
    """Everything that the house and the players fix before a shuffle, so that nobody can change it afterwards.

    The cards' seals (hashes that are published before the deal) are computed from these values.
    """

    table: str
    """The table's id."""
    shuffle: int
    """Number of the shuffle at this table, from 1; void shuffles are counted too."""
    pack: str
    """The cards that are shuffled, best first, two characters each; empty if only a number is drawn."""
    first: str
    """The first move of nature that uses this shuffle, as text.

    ``hands:13,13,13,13;spare:13`` deals four hands and a spare pile, each of 13 cards. ``number:4`` picks 0, 1, 2 or 3.
    """
    promises: Numbers
    """The players' promises (hashes of their numbers), by seat."""
    secret: Secret
    """The number and the two decks of the house."""


class Turning(msgspec.Struct, frozen=True):
    """A shuffle. The players' and the house's numbers choose one of the house's two decks and mix its cards.

    The result is known only after all players have revealed their numbers.
    """

    binding: Binding
    """Everything that the house and the players fixed before the shuffle."""
    numbers: Numbers = ()
    """The players' numbers, by seat; empty until all numbers are revealed."""


class Fair(msgspec.Struct, frozen=True):
    """The state of a table's shuffles."""

    shuffles: int = 0
    """Number of shuffles so far, void shuffles included."""
    void: int = 0
    """Number of void shuffles so far. A shuffle is void if a player's number was missing."""
    promises: Mapping[Seat, str] = {}
    """The players' promises for the next shuffle, by seat."""
    turning: Turning | None = None
    """The present shuffle; None before a game's first shuffle, after a void shuffle, or if the house deals by itself."""
    draws: tuple[tuple[Group, ...], ...] = ()
    """The groups of cards drawn from the present shuffle's deck. There is one tuple for each move of nature, in order."""
    deal: int = 0
    """Index in ``draws`` at which the present deal begins."""
    picked: Picked | None = None
    """The number that was drawn. It is None until a number is drawn, and always None for a shuffle of cards."""
    sealed: Mapping[int, Deck] = {}
    """The decks dealt in this game, indexed by the shuffle's number; always empty at tables that never show their decks."""
    opened: bool = False
    """Whether the decks in ``sealed`` are shown."""

    @property
    def waits(self) -> bool:
        """Whether the shuffle waits for random numbers from players."""
        return self.turning is not None and not self.turning.numbers

    @property
    def cards(self) -> tuple[Card, ...]:
        """The deck that is being dealt, as cards in dealing order; empty if no deck is being dealt."""
        return () if self.turning is None or self.waits else dealt(self.turning)[1]

    @property
    def taken(self) -> int:
        """Number of cards drawn from the deck so far."""
        return sum(size for groups in self.draws for group in groups for size in group.sizes)


@lru_cache(64)
def published(binding: Binding) -> Bound:
    """The part of a binding that everybody is told before the players reveal their numbers."""
    return bound(binding.table, binding.shuffle, binding.pack, binding.first, dict(binding.promises), binding.secret)


@lru_cache(64)
def dealt(turning: Turning) -> tuple[Order, tuple[Card, ...]]:
    """Work out the result of a shuffle whose numbers are all known.

    Returns:
        The order that the numbers make; and the cards of the dealt deck in that order.
    """
    secret = turning.binding.secret
    found = order(turning.binding.table, published(turning.binding), dict(turning.numbers), secret.number)
    lying = parse(secret.decks[found.deck].cards)
    return found, tuple([lying[place] for place in found.places])


# --- what the house does ----------------------------------------------------------------------------------------------


def bind(fair: Fair, table: str, draw: Pick | Draw, seats: Collection[Seat], entropy: Entropy) -> Binding:
    """Make the binding for nature's next move, with two random decks and a random number of the house.

    Args:
        fair: the table's shuffles so far.
        table: the table's id.
        draw: nature's move.
        seats: seats of the players whose numbers are used. Each of these players has promised a number.
        entropy: returns a given number of random bytes.
    """
    pack = names(best_first(draw.pool)) if isinstance(draw, Draw) else ""
    first = layout(_groups(draw)) if isinstance(draw, Draw) else f"number:{draw.n}"
    promises = tuple([(seat, fair.promises[seat]) for seat in sorted(seats)])
    return Binding(table, fair.shuffles + 1, pack, first, promises, drawn(pack, entropy))


def _groups(draw: Draw) -> tuple[Group, ...]:
    """The groups of cards that a move of nature draws, in the form that transcripts of shuffles use."""
    return tuple([Group(group.name, group.sizes) for group in draw.groups])


def goes_on(fair: Fair, draw: Pick | Draw) -> bool:
    """Whether nature's next move draws from the rest of the present deck. Otherwise the move needs a new shuffle."""
    return isinstance(draw, Draw) and bool(fair.cards) and set(fair.cards[fair.taken :]) == set(draw.pool)


def pack_tells(draw: Pick | Draw, state: State[object]) -> bool:
    """Whether the list of the shuffled cards (`Binding.pack`) would give hidden cards away.

    Cards that stay in hands are missing from the list, so players could work them out.
    """
    if isinstance(draw, Pick):
        return False
    told = frozenset((*draw.pool, BACK))  # a back stands for a card that isn't dealt yet
    return any(who != EVERYBODY and not told.issuperset(pile) for pile, who in zip(state.piles, state.seen, strict=True))


def chosen(fair: Fair, draw: Pick | Draw, turning: Turning | None = None) -> Outcome:
    """The outcome that the present shuffle gives for nature's move.

    Args:
        fair: the table's shuffles.
        draw: nature's move.
        turning: the present shuffle with its numbers, if ``fair`` doesn't have these numbers yet; None to use ``fair.turning``.
    """
    turning = turning or fair.turning
    assert turning is not None
    if isinstance(draw, Pick):
        return number_picked(dealt(turning)[0], draw.n)
    coming = iter(dealt(turning)[1][fair.taken :])
    return tuple([best_first([next(coming) for _ in range(size)]) for size in draw.sizes])


# --- what log entries do ----------------------------------------------------------------------------------------------


def promised(fair: Fair, promises: Numbers) -> Fair:
    """Add promises for the next shuffle, and return the state of the shuffles."""
    return replace(fair, promises={**fair.promises, **dict(promises)}) if promises else fair


def released(fair: Fair, seat: Seat) -> Fair:
    """Remove the promise of a seat whose player has left, and return the state of the shuffles."""
    return replace(fair, promises={each: text for each, text in fair.promises.items() if each != seat})


def tied(fair: Fair, binding: Binding) -> Fair:
    """Begin a new shuffle, and return the state of the shuffles. The promises that count in the new shuffle are used up."""
    left = {seat: text for seat, text in fair.promises.items() if seat not in dict(binding.promises)}
    return replace(fair, shuffles=binding.shuffle, promises=left, turning=Turning(binding), draws=(), deal=0, picked=None)


def moved(fair: Fair, draw: Pick | Draw, outcome: Outcome, numbers: Numbers, *, begins: bool) -> Fair:
    """Apply a move of nature, and return the state of the shuffles.

    Args:
        fair: the state before the move.
        draw: nature's move.
        outcome: the move's outcome.
        numbers: the numbers that the players revealed for the move; empty if the move needed none.
        begins: whether the move begins a deal.
    Raises:
        ValueError: if the present deck leads to another outcome.
    """
    if numbers and fair.turning is not None:
        fair = replace(fair, turning=Turning(fair.turning.binding, numbers))
    elif isinstance(draw, Draw) and not any(draw.sizes):
        return replace(fair, deal=len(fair.draws)) if begins else fair
    elif not goes_on(fair, draw):
        return replace(fair, turning=None, draws=(), deal=0, picked=None)
    if chosen(fair, draw) != outcome:
        raise ValueError("the present deck leads to another outcome")
    if isinstance(draw, Pick):
        assert isinstance(outcome, int)
        return replace(fair, picked=Picked(draw.n, outcome))
    return replace(fair, draws=(*fair.draws, _groups(draw)), deal=len(fair.draws) if begins else fair.deal)


def kept(fair: Fair) -> Fair:
    """Keep the present deck, and return the state of the shuffles. The deck can then be shown after the game."""
    assert fair.turning is not None
    deck = fair.turning.binding.secret.decks[dealt(fair.turning)[0].deck]
    return replace(fair, sealed={**fair.sealed, fair.shuffles: deck})


def begun(fair: Fair) -> Fair:
    """Begin a game, which uses a new pack, and return the state of the shuffles."""
    return replace(fair, turning=None, draws=(), deal=0, picked=None, sealed={}, opened=False)


# --- what a viewer is told --------------------------------------------------------------------------------------------


def turned(turning: Turning) -> Turned:
    """The facts that everybody is told about a shuffle once all numbers are revealed."""
    secret = turning.binding.secret
    return Turned(dict(turning.numbers), secret.number, secret.decks[1 - dealt(turning)[0].deck])


def voided(turning: Turning, missing: tuple[Seat, ...], numbers: Numbers) -> Voided:
    """The facts that everybody is told about a shuffle that is void."""
    return Voided(missing, dict(numbers), turning.binding.secret)


def proofs(fair: Fair, cards: Collection[Card]) -> tuple[str, ...]:
    """Proofs for some cards of the deck that is dealt, sorted by card. Each proof reveals the card's position in the deck."""
    if not cards or fair.turning is None:
        return ()
    return tuple([_proof(fair.turning, card) for card in sorted(cards, reverse=True)])


@lru_cache(4096)  # several viewers are sent the same proof
def _proof(turning: Turning, card: Card) -> str:
    return proof(turning.binding.secret.decks[dealt(turning)[0].deck], card)


def _blocks(fair: Fair) -> Iterator[tuple[int, Seat | None, tuple[Card, ...]]]:
    """List the drawn piles, each with its draw's index, its seat and its cards.

    The seat is None for cards that belong to no seat.
    """
    cards, at = fair.cards, 0
    for number, groups in enumerate(fair.draws):
        for group in groups:
            for pile, size in enumerate(group.sizes):
                yield number, pile if group.name in BY_SEAT else None, cards[at : at + size]
                at += size


def provable(fair: Fair, state: State[object] | None, eyes: Seat | None) -> frozenset[Card]:
    """Get the cards of which a viewer may get proofs.

    Proofs are only for cards that the viewer sees and that were drawn in the present deal.

    - Of these cards, those that the viewer's own seat drew are always included.
    - Another seat's cards are left out if that seat drew more than once in the deal. Proofs would show which cards are new.
    - If cards that belong to no seat were drawn after the deal's first draw, only cards of the viewer's own seat are included.

    Args:
        fair: the table's shuffles.
        state: the game's state; None before the first game.
        eyes: the seat through which the viewer sees; None for a spectator.
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
    later = any(number > fair.deal for number in draws.get(None, ()))  # cards of no seat, drawn after the hands
    for seat, cards in others:
        if not later and len(draws[seat]) == 1:
            mine.update(cards)
    seen = {card for pile in view(state, eyes).piles if BACK not in pile for card in pile}
    return frozenset(mine & seen)


def told(fair: Fair, proved: frozenset[Card], eyes: Seat | None) -> Shuffle:
    """Everything that a viewer may know about the present shuffle.

    Args:
        fair: the table's shuffles. ``fair.turning`` must not be None.
        proved: the cards of which the viewer may get proofs.
        eyes: the seat through which the viewer sees; None for a spectator.
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
