"""What one viewer was told of a table's shuffles, and the check of it, without the house."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from prial.cards import PACK, Card, best_first, name, parse
from prial.errors import CardError, PrialError, RecordError, add_sentences, refuse, why_unreadable
from prial.fair.hashes import SEAL_CHARS
from prial.fair.shuffle import (
    HOUSE,
    Bound,
    Deck,
    Order,
    Turned,
    Voided,
    check_deck,
    check_number,
    check_proof,
    four_words,
    number_picked,
    order,
)

add_sentences(
    "en",
    {
        "fair.file": "This is not a transcript of shuffles: {why}.",
        "fair.version": "This transcript is of form {found}; this program reads form 1.",
        "fair.pack": "Shuffle {shuffle}: the pack that was bound isn't a pack of different cards.",
        "fair.left_out": "Shuffle {shuffle}: your own number was promised and left out.",
        "fair.changed": "Shuffle {shuffle}: the number that counted as yours is another than you chose.",
        "fair.twice": "Shuffle {shuffle} stands there twice, bound to different things. Whoever has it so has proof of a cheat.",
        "fair.gap": "Shuffle {shuffle} follows shuffle {before}: one is missing.",
        "fair.early": "Shuffle {shuffle}: {card} lies where no card had been dealt from yet.",
        "fair.two": "Shuffle {shuffle}: two cards are said to lie at place {place}.",
        "fair.not_yours": "Shuffle {shuffle}: {card} was dealt to you from another place than was yours.",
        "fair.unproven": "Shuffle {shuffle}: nothing shows where {card} of your hand came from.",
        "fair.both": "Shuffle {shuffle} is void, and was dealt from.",
        "fair.declared": "Shuffle {shuffle}: your number is said to be missing, though the house had it.",
        "fair.closed": "Shuffle {shuffle}: its deck stayed closed, and a later one was opened at the end of the game.",
        "fair.many": "Shuffle {shuffle}: more cards were dealt than the pack has.",
        "fair.first": "Shuffle {shuffle}: it was dealt otherwise than it was bound to be: {found}, and not {wanted}.",
        "fair.picked": "Shuffle {shuffle}: the numbers come to {wanted}, and {found} was picked.",
    },
)

FORM: Final = 1
"""The form that this program writes and reads."""
BY_SEAT: Final = frozenset({"hands", "drawn", "cut"})
"""Groups that hold a number of cards for each seat, in the order of the seats."""


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards that are dealt together."""

    name: str
    """``hands``, ``drawn`` and ``cut`` are by seat; any other is nobody's in particular."""
    sizes: tuple[int, ...]
    """Cards of each pile, in the order in which they are taken."""


def layout(groups: Iterable[Group]) -> str:
    """How cards are drawn, as a shuffle is bound to it: ``hands:13,13,13,13;spare:13``."""
    return ";".join([f"{group.name}:{','.join(map(str, group.sizes))}" for group in groups])


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One draw from the deck, the next cards in its order."""

    groups: tuple[Group, ...]
    mine: str = ""
    """The cards that the viewer's seat got, as far as it has looked at them; two letters each."""


class Picked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number that was drawn from what people opened, as for the first dealer."""

    of: int
    """From 0 to this − 1."""
    value: int


class Shuffle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All that a viewer was told of one shuffle."""

    bound: Bound
    mine: str | None = None
    """The number that the viewer's own client had promised; None where it had promised none."""
    turned: Turned | None = None
    voided: Voided | None = None
    draws: tuple[Drawn, ...] = ()
    picked: Picked | None = None
    proofs: tuple[str, ...] = ()
    dealt: Deck | None = None
    """The deck that was dealt, whole, once the game was over at a table that had agreed to that."""
    heard: bool = False
    """Whether the house had answered what the viewer's client sent after its number, before it called the shuffle void."""


class Transcript(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one viewer was told of a table's shuffles, in order."""

    fair: int
    """The form, 1."""
    table: str
    seat: int | None
    """The viewer's seat; None for somebody who looked on."""
    shuffles: tuple[Shuffle, ...]
    open: bool = False
    """Whether the table had agreed that every deck is opened when a game is over."""


class Checked(msgspec.Struct, frozen=True):
    """What the check of one shuffle found, where it found no fault."""

    shuffle: int
    cards: tuple[Card, ...]
    """Those that were shown to lie where the house was bound to them, in the order in which they were told."""
    mine: int
    """How many of them were dealt to the viewer's seat."""
    people: int
    """How many people's numbers counted."""
    own: bool
    """Whether the viewer's was among them."""
    void: tuple[int, ...]
    """Seats whose number was missing, so that nothing was dealt."""
    words: tuple[str, ...]
    """What players compare aloud; none where the shuffle was void."""
    left_out: tuple[Card, ...]
    """Cards of a whole pack that weren't in this one: by the rules, or because the house left them out."""
    open: bool
    """Whether it ended before the numbers were told."""
    opened: bool
    """Whether all cards of the deck that was dealt were shown."""


_decoder: Final = msgspec.json.Decoder(Transcript)


def read(text: bytes | str) -> Transcript:
    """A transcript from its JSON.

    Raises:
        RecordError: it is none, or of another form.
    """
    try:
        transcript = _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(refuse("fair.file", why=why_unreadable(error))) from error
    if transcript.fair != FORM:
        raise RecordError(refuse("fair.version", found=transcript.fair))
    return transcript


def verify(transcript: Transcript) -> Iterator[Checked]:
    """Check a transcript, shuffle by shuffle.

    Raises:
        PrialError: the first thing that doesn't fit.
    """
    before = None
    closed = None
    """The first shuffle whose dealt deck isn't open."""
    for each in transcript.shuffles:
        at = each.bound.shuffle
        if before is not None and at <= before:
            raise PrialError(refuse("fair.twice", shuffle=at))
        if before is not None and at > before + 1:
            raise PrialError(refuse("fair.gap", shuffle=at, before=before))
        before = at
        if each.dealt is not None and closed is not None:
            raise PrialError(refuse("fair.closed", shuffle=closed))
        if transcript.open and each.turned is not None and each.dealt is None and closed is None:
            closed = at
        yield _checked(transcript, each)


def _checked(transcript: Transcript, each: Shuffle) -> Checked:
    """One shuffle."""
    table, seat, bound = transcript.table, transcript.seat, each.bound
    _check_pack(bound)
    own = each.mine is not None
    if each.mine is not None:
        if seat is None or seat not in bound.promises:
            raise PrialError(refuse("fair.left_out", shuffle=bound.shuffle))
        check_number(table, bound, seat, each.mine)
    people, left_out = len(bound.promises), _left_out(bound)
    if each.voided is not None:
        if each.turned is not None:
            raise PrialError(refuse("fair.both", shuffle=bound.shuffle))
        _check_void(table, bound, each.voided)
        if each.heard and seat in each.voided.missing:
            raise PrialError(refuse("fair.declared", shuffle=bound.shuffle))
        late = each.voided.missing
        return Checked(bound.shuffle, (), 0, people - len(late), own, late, (), left_out, open=False, opened=True)
    if each.turned is None:
        return Checked(bound.shuffle, (), 0, people, own, (), (), left_out, open=True, opened=False)
    found = order(table, bound, each.turned.numbers, each.turned.house)
    if own and seat is not None and each.turned.numbers[seat] != each.mine:
        raise PrialError(refuse("fair.changed", shuffle=bound.shuffle))
    check_deck(table, bound, 1 - found.deck, each.turned.other)
    if each.dealt is not None:
        check_deck(table, bound, found.deck, each.dealt)
    first = layout(each.draws[0].groups) if each.draws else "" if each.picked is None else f"number:{each.picked.of}"
    if first != bound.first:
        raise PrialError(refuse("fair.first", shuffle=bound.shuffle, found=first or "nothing", wanted=bound.first or "nothing"))
    if each.picked is not None and (wanted := number_picked(found, each.picked.of)) != each.picked.value:
        raise PrialError(refuse("fair.picked", shuffle=bound.shuffle, wanted=wanted, found=each.picked.value))
    cards, mine = _check_cards(transcript, each, found)
    opened = each.dealt is not None
    return Checked(bound.shuffle, cards, mine, people, own, (), four_words(found), left_out, open=False, opened=opened)


def _left_out(bound: Bound) -> tuple[Card, ...]:
    """The cards of a whole pack that weren't shuffled with the others; none where nothing but a number is drawn."""
    return tuple(card for card in best_first(PACK) if card not in parse(bound.pack)) if bound.pack else ()


def _check_pack(bound: Bound) -> None:
    """Different cards, and a seal for each in both sheets."""
    try:
        cards = parse(bound.pack)
    except CardError:
        cards = ()
    if "".join(map(name, cards)) != bound.pack or any(len(sheet) != SEAL_CHARS * len(cards) for sheet in bound.sheets):
        raise PrialError(refuse("fair.pack", shuffle=bound.shuffle))


def _check_void(table: str, bound: Bound, voided: Voided) -> None:
    """A shuffle from which nothing was dealt is opened whole."""
    if sorted([*voided.missing, *voided.numbers]) != sorted(bound.promises) or not voided.missing:
        raise PrialError(refuse("fair.who", shuffle=bound.shuffle))
    for seat, number in [*voided.numbers.items(), (HOUSE, voided.secret.number)]:
        check_number(table, bound, seat, number)
    for which, deck in enumerate(voided.secret.decks):
        check_deck(table, bound, which, deck)


def _check_cards(transcript: Transcript, each: Shuffle, found: Order) -> tuple[tuple[Card, ...], int]:
    """Every proof, and that the viewer's own cards came from where they were due; how many of the proven cards those are."""
    at, dealt = each.bound.shuffle, 0
    due: list[tuple[Drawn, set[int]]] = []
    for draw in each.draws:
        places: set[int] = set()
        for group in draw.groups:
            for pile, size in enumerate(group.sizes):
                if group.name in BY_SEAT and pile == transcript.seat:
                    places.update(found.places[dealt : dealt + size])
                dealt += size
        due.append((draw, places))
    if dealt > len(found.places):
        raise PrialError(refuse("fair.many", shuffle=at))
    used = set(found.places[:dealt])
    lies: dict[int, Card] = {}
    for proof in each.proofs:
        place, card = check_proof(transcript.table, each.bound, found.deck, proof)
        if place not in used:
            raise PrialError(refuse("fair.early", shuffle=at, card=name(card)))
        if lies.get(place, card) != card:
            raise PrialError(refuse("fair.two", shuffle=at, place=place + 1))
        lies[place] = card
    lies_at = {card: place for place, card in lies.items()}
    for draw, places in due:
        for card in parse(draw.mine):
            if card not in lies_at:
                raise PrialError(refuse("fair.unproven", shuffle=at, card=name(card)))
            if lies_at[card] not in places:
                raise PrialError(refuse("fair.not_yours", shuffle=at, card=name(card)))
    own = set[int]().union(*(places for _, places in due))
    return tuple(lies.values()), len(own & lies.keys())
