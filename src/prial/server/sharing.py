"""What a shared deal says of itself to those who see a link to it, in words and as a picture."""

import asyncio
import re
from functools import partial
from hashlib import sha256
from typing import Final

import msgspec
from starlette.concurrency import run_in_threadpool

from prial.cards import parse
from prial.core.game import Weight
from prial.core.page import listed
from prial.core.registry import find
from prial.errors import CardError
from prial.host.cache import Cache
from prial.host.shares import Shared
from prial.server.pages import Head, Sheet
from prial.server.pictures import Row, picture

_CARDS: Final = re.compile(r" ?\b((?:[2-9TJQKA][cdhs]){2,})\b")
"""Cards in a sentence of the house."""
_READ: Final = msgspec.json.Decoder(Shared)
_CACHE: Final = "public, max-age=86400"


class Pictures:
    """Pictures of shares that were drawn, and one that is drawn just now: each is 50 ms of work."""

    def __init__(self) -> None:
        self.kept: Final = Cache(16 * 1024 * 1024)
        self.turn: Final = asyncio.Lock()


def head_of(shared: bytes, share: str) -> Head:
    """What the page of a share says of itself.

    Args:
        shared: the `Shared`, encoded.
        share: what stands in its address.
    """
    deal = _READ.decode(shared)
    return Head(_title(deal), _text(deal), f"/shared/{share}", f"/api/shares/{share}/picture.png")


async def picture_of(shared: bytes, pictures: Pictures) -> Sheet:
    """The picture of a share, drawn in a thread unless it was drawn before.

    Args:
        shared: the `Shared`, encoded.
        pictures: those that were drawn.
    """
    key = sha256(shared).digest()
    async with pictures.turn:
        drawn = pictures.kept.find(key)
        if drawn is None:
            deal = _READ.decode(shared)
            drawn = pictures.kept.keep(key, await run_in_threadpool(partial(picture, _title(deal), _text(deal), rows(deal))))
    return Sheet(drawn, "image/png", _CACHE)


def rows(deal: Shared) -> list[Row]:
    """The lines of a picture: what was shown and decided in a deal, with its cards."""
    told = zip(deal.lines, deal.pictured, strict=True)
    return [_row(line.text, cards) for line, cards in told if line.weight is Weight.MARK or _CARDS.search(line.text)][-6:]


def _row(text: str, pictured: str) -> Row:
    """A line with its cards apart from its words."""
    try:
        cards = parse(pictured or "".join(_CARDS.findall(text)))
    except CardError:  # they are named twice
        cards = ()
    return Row(_CARDS.sub("", text), cards)


def _title(deal: Shared) -> str:
    return f"A deal of {find(deal.table.game).title}"


def _text(deal: Shared) -> str:
    told = f"{listed(deal.names)}."
    if deal.scene.result is None:
        return told
    winners = [deal.names[seat] for seat in deal.scene.result.winners]
    return f"{told} {listed(winners)} {'wins' if len(winners) == 1 else 'win'} the game." if winners else told
