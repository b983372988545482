"""Reads and checks transcripts of the fair shuffles of a table.

A transcript has everything that one viewer, a player or a spectator, learned about the shuffles. The check needs only the
transcript, and no help from the house (the server that deals).
"""

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
        "fair.version": "This transcript is in format {found}; this program reads format 1.",
        "fair.pack": "Shuffle {shuffle}: what the house committed to isn't a pack of different cards.",
        "fair.left_out": "Shuffle {shuffle}: you had promised a number of your own, but it was left out.",
        "fair.changed": "Shuffle {shuffle}: the number used as yours is not the one that you chose.",
        "fair.twice": "Shuffle {shuffle} appears twice, with different promises. This is proof of cheating.",
        "fair.copied": "Shuffle {shuffle} is in the transcript twice.",
        "fair.gap": "Shuffle {shuffle} follows shuffle {before}: a shuffle is missing, or they are in the wrong order.",
        "fair.early": "Shuffle {shuffle}: {card} is shown at a place from which no card had been dealt yet.",
        "fair.two": "Shuffle {shuffle}: two cards are said to lie at place {place}.",
        "fair.not_yours": "Shuffle {shuffle}: {card} was dealt to you from a place that was not yours.",
        "fair.unproven": "Shuffle {shuffle}: nothing shows where the {card} in your hand came from.",
        "fair.both": "Shuffle {shuffle} was declared void, but cards were dealt from it.",
        "fair.declared": "Shuffle {shuffle}: your number is said to be missing, though the house had it.",
        "fair.closed": "Shuffle {shuffle}: its deck wasn't shown at the end of the game, but that of a later shuffle was.",
        "fair.many": "Shuffle {shuffle}: more cards were dealt than the pack has.",
        "fair.first": "Shuffle {shuffle}: the first draw was {found}, but the house had committed to {wanted}.",
        "fair.picked": "Shuffle {shuffle}: the numbers give {wanted}, but {found} was picked.",
    },
)

FORM: Final = 1
"""The version of the format of transcripts that this program writes and reads."""
BY_SEAT: Final = frozenset({"hands", "drawn", "cut"})
"""Names of the groups of piles that have one pile for each seat, in the order of the seats."""


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Piles of cards that are dealt together."""

    name: str
    """Name of the group. Each pile of ``hands``, ``drawn`` and ``cut`` belongs to a seat. Other groups belong to nobody."""
    sizes: tuple[int, ...]
    """Number of cards in each pile. The piles are listed in the order in which they are taken from the deck."""


def layout(groups: Iterable[Group]) -> str:
    """Write the names of groups and the sizes of their piles as one text, such as ``hands:13,13,13,13;spare:13``.

    `Bound.first` holds this text for the cards that are dealt first.
    """
    return ";".join([f"{group.name}:{','.join(map(str, group.sizes))}" for group in groups])


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards that are dealt together. They are the next cards in the order that the shuffle gave."""

    groups: tuple[Group, ...]
    """The groups of piles that are dealt, in order."""
    mine: str = ""
    """The dealt cards that belong to the viewer, two letters each. Cards that the viewer hasn't looked at are left out."""


class Picked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number that a shuffle picked, such as the seat of the first dealer. Such a shuffle deals no cards."""

    of: int
    """Number of possible values. The smallest value is 0, and the greatest is this number minus 1."""
    value: int
    """The picked number."""


class Shuffle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One shuffle, with everything that the viewer learned about it."""

    bound: Bound
    """The hashes that were published before the shuffle."""
    mine: str | None = None
    """The random number that the viewer's client chose. Its hash was sent before the shuffle. None if the client sent no hash."""
    turned: Turned | None = None
    """The players' random numbers, the house's random number and the deck that isn't dealt. None if the house didn't show them,
    or if the shuffle was void."""
    voided: Voided | None = None
    """What the house showed if the shuffle was void; None otherwise. A shuffle is void if a player's number is missing."""
    draws: tuple[Drawn, ...] = ()
    """The cards that were dealt, in the order of dealing."""
    picked: Picked | None = None
    """The picked number; None for a shuffle of cards."""
    proofs: tuple[str, ...] = ()
    """The proofs of the cards that the viewer has seen, in the order in which the proofs came (see
    `prial.fair.shuffle.proof`)."""
    dealt: Deck | None = None
    """The whole deck that was dealt, if the house showed it at the end of the game; None otherwise."""
    heard: bool = False
    """Whether it is certain that the house has received the viewer's number.

    This is certain if the client sent another message after the number, and the house answered that message before it declared
    the shuffle void.
    """


class Transcript(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All shuffles of a table, with everything that one viewer learned about them."""

    fair: int
    """Version of the format: 1."""
    table: str
    """The table's id."""
    seat: int | None
    """The viewer's seat; None for a spectator."""
    shuffles: tuple[Shuffle, ...]
    """The shuffles, in order."""
    open: bool = False
    """Whether the house shows every dealt deck at the end of a game at this table."""


class Checked(msgspec.Struct, frozen=True):
    """A report on one shuffle in which no fault was found."""

    shuffle: int
    """Number of the shuffle."""
    cards: tuple[Card, ...]
    """The cards that the house has proved to the viewer, in the order of the proofs."""
    mine: int
    """Number of cards in `cards` that were dealt to the viewer's seat."""
    people: int
    """The number of players whose random numbers took part in the shuffle.

    For a void shuffle, players whose numbers are missing aren't counted. If the transcript ends too early (see `open`), every
    player who had sent the hash of a number is counted.
    """
    own: bool
    """Whether the viewer's random number took part in the shuffle.

    If the shuffle is void, or the transcript ends too early (see `open`), this is True if the viewer had sent the hash of a
    number.
    """
    void: tuple[int, ...]
    """The seats whose missing numbers made the shuffle void. It is empty for a shuffle that isn't void."""
    words: tuple[str, ...]
    """Four words that players compare aloud (see `prial.fair.shuffle.four_words`); empty if the shuffle has no result."""
    left_out: tuple[Card, ...]
    """The cards of a full pack of 52 that weren't shuffled. The rules, or the house, left them out."""
    open: bool
    """Whether the transcript ends before the house showed the numbers of this shuffle."""
    opened: bool
    """Whether the house showed everybody the deck that was dealt. It is True for a void shuffle, because both its decks are
    shown."""


_decoder: Final = msgspec.json.Decoder(Transcript)


def read(text: bytes | str) -> Transcript:
    """Read a transcript from JSON.

    Raises:
        RecordError: if the text isn't a transcript, or the version of its format isn't `FORM`.
    """
    try:
        transcript = _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(refuse("fair.file", why=why_unreadable(error))) from error
    if transcript.fair != FORM:
        raise RecordError(refuse("fair.version", found=transcript.fair))
    return transcript


def verify(transcript: Transcript) -> Iterator[Checked]:
    """Check a transcript, shuffle by shuffle. The check stops at the first fault.

    Yields:
        A report on each shuffle without a fault.
    Raises:
        PrialError: if there is a fault: something doesn't fit what the house published before.
    """
    before = None
    seen: dict[int, Bound] = {}
    closed = None
    """Number of the first shuffle whose dealt deck wasn't opened, although the table opens all decks; None if there is none."""
    for each in transcript.shuffles:
        at = each.bound.shuffle
        if at in seen:
            raise PrialError(refuse("fair.copied" if each.bound == seen[at] else "fair.twice", shuffle=at))
        if before is not None and at != before + 1:
            raise PrialError(refuse("fair.gap", shuffle=at, before=before))
        before, seen[at] = at, each.bound
        if each.dealt is not None and closed is not None:
            raise PrialError(refuse("fair.closed", shuffle=closed))
        if transcript.open and each.turned is not None and each.dealt is None and closed is None:
            closed = at
        yield _checked(transcript, each)


def _checked(transcript: Transcript, each: Shuffle) -> Checked:
    """Check one shuffle and make its report."""
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
    """List the cards that are missing from the shuffled pack."""
    return tuple(card for card in best_first(PACK) if card not in parse(bound.pack)) if bound.pack else ()


def _check_pack(bound: Bound) -> None:
    """Check that no card is in the pack twice, and each card has its seals."""
    try:
        cards = parse(bound.pack)
    except CardError:
        cards = ()
    if "".join(map(name, cards)) != bound.pack or any(len(sheet) != SEAL_CHARS * len(cards) for sheet in bound.sheets):
        raise PrialError(refuse("fair.pack", shuffle=bound.shuffle))


def _check_void(table: str, bound: Bound, voided: Voided) -> None:
    """Check everything that was opened after a void shuffle: the players' numbers, the house's number and both decks."""
    if sorted([*voided.missing, *voided.numbers]) != sorted(bound.promises) or not voided.missing:
        raise PrialError(refuse("fair.who", shuffle=bound.shuffle))
    for seat, number in [*voided.numbers.items(), (HOUSE, voided.secret.number)]:
        check_number(table, bound, seat, number)
    for which, deck in enumerate(voided.secret.decks):
        check_deck(table, bound, which, deck)


def _check_cards(transcript: Transcript, each: Shuffle, found: Order) -> tuple[tuple[Card, ...], int]:
    """Check the proofs of a shuffle, and the cards of the viewer.

    Return the proved cards, and how many are the viewer's.
    """
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
