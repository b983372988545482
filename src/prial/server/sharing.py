"""The preview of a link to a shared deal or result: its texts and its picture."""

import asyncio
import re
from functools import partial
from hashlib import sha256
from typing import Final

import msgspec
from starlette.concurrency import run_in_threadpool

from prial.cards import parse
from prial.core.game import Weight
from prial.core.registry import find
from prial.errors import CardError, listed
from prial.host.cache import Cache
from prial.host.shares import Shared
from prial.server.pages import Head, Sheet
from prial.server.pictures import Person, Row, Step, picture, podium

_CARDS: Final = re.compile(r" ?\b((?:[2-9TJQKA][cdhs]){2,})\b")
"""Pattern of cards within a line of a deal's log, such as ``AsKsQs``."""
_PLACES: Final = ("1st", "2nd", "3rd")
_READ: Final = msgspec.json.Decoder(Shared)
_CACHE: Final = "public, max-age=86400"


class Pictures:
    """A cache for the pictures of shared deals and results. Only one picture is drawn at a time, since drawing takes 50 ms."""

    def __init__(self) -> None:
        self.kept: Final = Cache(16 * 1024 * 1024)
        """The pictures as PNG. The key of a picture is the hash of the `Shared` that it shows."""
        self.turn: Final = asyncio.Lock()
        """Lock that is held while a picture is drawn."""


def head_of(shared: bytes, share: str) -> Head:
    """The preview of a link to a shared deal or result.

    Args:
        shared: the shared deal or result (a `Shared`), encoded as JSON.
        share: id of the shared deal or result, as it stands in the address.
    """
    deal = _READ.decode(shared)
    return Head(_title(deal), _text(deal), f"/shared/{share}", f"/api/shares/{share}/picture.png")


async def picture_of(shared: bytes, pictures: Pictures) -> Sheet:
    """The picture of a shared deal or result, from the cache or drawn in a thread.

    Args:
        shared: the shared deal or result (a `Shared`), encoded as JSON.
        pictures: the cache.
    """
    key = sha256(shared).digest()
    async with pictures.turn:
        drawn = pictures.kept.find(key)
        if drawn is None:
            drawn = pictures.kept.keep(key, await run_in_threadpool(_picture, _READ.decode(shared)))
    return Sheet(drawn, "image/png", _CACHE)


def _picture(deal: Shared) -> bytes:
    draw = partial(picture, rows=rows(deal)) if deal.deal else partial(podium, steps=steps(deal))
    return draw(_title(deal), _text(deal))


def steps(deal: Shared) -> list[Step]:
    """The podium of a game's result: the first three places with the players who share them."""
    result = deal.scene.result
    assert result is not None
    found = []
    for place, label in enumerate(_PLACES, 1):
        seats = [seat for seat, its in enumerate(result.places) if its == place]
        if not seats:
            continue
        people = tuple([Person(deal.names[seat], deal.scene.seats[seat].kind == "bot") for seat in seats])
        made = (result.ledger if result.for_chips else result.scores)[seats[0]]
        figure = f"{made:+}" if result.for_chips and made else str(made)
        said = listed([person.name for person in people])
        found.append(Step(place, people, said, figure.replace("-", "−"), label, seats[0] in result.winners))
    return found


def rows(deal: Shared) -> list[Row]:
    """The lines of a deal's picture: the last six lines of the deal's log that are emphasised or contain cards."""
    told = zip(deal.lines, deal.pictured, strict=True)
    return [_row(line.text, cards) for line, cards in told if line.weight is Weight.MARK or _CARDS.search(line.text)][-6:]


def _row(text: str, pictured: str) -> Row:
    """Make a line of the picture, with the cards apart from the text.

    ``pictured`` names the cards. If it is empty, ``text`` names them.
    """
    try:
        cards = parse(pictured or "".join(_CARDS.findall(text)))
    except CardError:  # the line names a card twice
        cards = ()
    return Row(_CARDS.sub("", text), cards)


def _title(deal: Shared) -> str:
    return f"{'A deal' if deal.deal else 'A game'} of {find(deal.table.game).title}"


def _text(deal: Shared) -> str:
    told = f"{listed(deal.names)}."
    if deal.scene.result is None:
        return told
    winners = [deal.names[seat] for seat in deal.scene.result.winners]
    return f"{told} {listed(winners)} {'wins' if len(winners) == 1 else 'win'} the game." if winners else told
