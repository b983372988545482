"""Routes for the pictures of games. The preview of a link shows such a picture."""

from functools import cache
from typing import Final

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from prial.core.registry import find, names
from prial.errors import PrialError, refuse
from prial.server.describe import plain
from prial.server.heads import HOME
from prial.server.pages import Sheet
from prial.server.pictures import picture

router: Final = APIRouter(tags=["pictures"])
"""The routes of this module, for `prial.server.app`."""

_CACHE: Final = "public, max-age=86400"
"""Value of ``cache-control`` for a picture: one day, because a newer version may draw the picture differently."""


@router.get("/pictures/{game}.png", responses=plain("image/png", "1200 by 630 pixels"), response_class=Response)
async def of(game: str, request: Request) -> Response:
    """The picture of a game. The name ``prial`` gives the picture of the whole site."""
    if game not in {*names(), "prial"}:
        raise PrialError(refuse("request.unknown"))
    return (await run_in_threadpool(_of, game)).answer(request)


@cache
def _of(game: str) -> Sheet:
    if game == "prial":
        return Sheet(picture("The Brag family of card games", HOME.text), "image/png", _CACHE)
    kind = find(game)
    return Sheet(picture(kind.title, kind.text), "image/png", _CACHE)
