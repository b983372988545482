"""Shuffles carried out as by a house and its players, but without either."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from prial.cards import PACK, Card, best_first, names, parse
from prial.fair.even import Entropy
from prial.fair.hashes import NUMBER_BYTES, promise, text
from prial.fair.shuffle import Bound, Order, Secret, Turned, Voided, bound, drawn, order, proof, stream
from prial.fair.transcript import FORM, Drawn, Group, Picked, Shuffle, Transcript, layout

WHOLE = names(best_first(PACK))
EIGHT = names(best_first(PACK[-8:]))


def chance(seed: int) -> Entropy:
    """Entropy that is the same each time."""
    return stream(f"chance of test {seed}")


@dataclass
class Played:
    """A shuffle, with everything that its participants know."""

    table: str
    bound: Bound
    secret: Secret
    numbers: Mapping[int, str]
    missing: tuple[int, ...] = ()
    draws: list[tuple[Group, ...]] = field(default_factory=list)
    picked: Picked | None = None
    over: bool = False
    """Whether the game is over, at a table that opens its decks at the end."""

    @property
    def order(self) -> Order:
        return order(self.table, self.bound, self.numbers, self.secret.number)

    @property
    def cards(self) -> list[Card]:
        """The cards, in the order in which they are dealt."""
        found = self.order
        deck = self.secret.decks[found.deck]
        lying = list(deck)
        return [parse(lying[place])[0] for place in found.places]

    def hand(self, draw: int, seat: int) -> list[Card]:
        """The cards that a seat got in a draw."""
        at, cards, mine = 0, self.cards, []
        for number, groups in enumerate(self.draws):
            for group in groups:
                for pile, size in enumerate(group.sizes):
                    if number == draw and pile == seat and group.name in {"hands", "drawn", "cut"}:
                        mine += cards[at : at + size]
                    at += size
        return mine

    def proofs(self, cards: Sequence[Card]) -> tuple[str, ...]:
        deck = self.secret.decks[self.order.deck]
        return tuple([proof(deck, card) for card in cards])

    def told(self, seat: int | None) -> Shuffle:
        """The messages about the shuffle to a seat that has seen its own cards and no others."""
        mine = None if seat is None or seat in self.missing else self.numbers.get(seat)
        if self.missing:
            opened = {each: number for each, number in self.numbers.items() if each not in self.missing}
            return Shuffle(self.bound, mine, voided=Voided(self.missing, opened, self.secret))
        hands = [[] if seat is None else self.hand(at, seat) for at in range(len(self.draws))]
        return Shuffle(
            self.bound,
            mine,
            turned=Turned(dict(self.numbers), self.secret.number, self.secret.decks[1 - self.order.deck]),
            draws=tuple([Drawn(groups, names(hand)) for groups, hand in zip(self.draws, hands, strict=True)]),
            picked=self.picked,
            proofs=self.proofs([card for hand in hands for card in hand]),
            dealt=self.secret.decks[self.order.deck] if self.over else None,
        )


def play(
    number: int,
    seats: Sequence[int],
    entropy: Entropy,
    *,
    table: str = "T1",
    pack: str = WHOLE,
    missing: tuple[int, ...] = (),
    first: tuple[Group, ...] | int = (Group("hands", (3, 3)),),
    house: Callable[[Secret], Secret] = lambda secret: secret,
) -> Played:
    """A shuffle, up to the opened numbers.

    Args:
        number: the shuffle's number.
        seats: people who add a number.
        entropy: the source of everybody's chance.
        table: the table's id.
        pack: the cards that are shuffled.
        missing: seats that don't open their number.
        first: the first draw; a number where no cards are drawn but a number below it.
        house: changes the house's secret.
    """
    numbers = {seat: text(entropy(NUMBER_BYTES)) for seat in seats}
    secret = house(drawn(pack, entropy))
    promises = {seat: promise(table, each) for seat, each in numbers.items()}
    drawn_first = f"number:{first}" if isinstance(first, int) else layout(first)
    played = Played(table, bound(table, number, pack, drawn_first, promises, secret), secret, numbers, missing)
    if missing:
        return played
    if isinstance(first, int):
        played.picked = Picked(first, _first(played, first))
    elif first:
        played.draws.append(first)
    return played


def transcript(seat: int | None, *shuffles: Played) -> Transcript:
    """A seat's transcript of several shuffles."""
    opens = any(each.over for each in shuffles)
    return Transcript(FORM, shuffles[0].table, seat, tuple([each.told(seat) for each in shuffles]), opens)


def golden() -> dict[str, Transcript]:
    """Transcripts that are kept in files, so that a verifier in any language can be tested with them."""
    crash = play(1, (0, 2), chance(1), first=(Group("hands", (13, 13, 13, 13)), Group("spare", ())))
    void = play(2, (0, 2), chance(2), missing=(2,))
    alone = play(3, (0,), chance(3), first=(Group("hands", (13, 0, 13, 13)), Group("spare", (13,))))
    stripped = play(1, (1,), chance(4), table="stripped", pack=names(best_first(range(20, 52))))
    stripped.draws += [(Group("drawn", (0, 2)),), (Group("hands", (3, 3)), Group("bottom", (1,)))]
    dealer = play(1, (0, 1, 2), chance(5), table="dealer", pack="", first=3)
    cut = play(2, (0, 1, 2), chance(6), table="dealer", first=(Group("cut", (1, 1, 0)),))
    first, second = play(1, (0, 1), chance(7), table="opened", pack=EIGHT), play(2, (0, 1), chance(8), table="opened", pack=EIGHT)
    for each in (first, second):
        each.over = True
    return {
        "opened": transcript(0, first, second),
        "crash": transcript(0, crash, void, alone),
        "crash_watched": transcript(None, crash, void, alone),
        "stripped": transcript(1, stripped),
        "dealer": transcript(2, dealer, cut),
    }


def _first(played: Played, n: int) -> int:
    """The number that the random stream gives after the deck's, calculated byte by byte."""
    take = stream(played.order.seed)
    take(1)  # the byte that chooses the deck; 256 is a multiple of 2
    while (byte := take(1)[0]) >= 256 - 256 % n:
        pass
    return byte % n
