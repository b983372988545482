"""Titles, texts and pictures of the client's pages, for the preview that people see with a link."""

from typing import Final

from starlette.requests import Request

from prial.core.kind import Kind
from prial.core.registry import find, names
from prial.errors import PrialError
from prial.host.house import Asks
from prial.server.context import context_of, whence
from prial.server.pages import Head
from prial.server.sharing import head_of

HOME: Final = Head(
    title="Prial: the Brag family of card games",
    text="Four hands. Beat everyone at each. With friends or bots, at once.",
    path="/",
    picture="/pictures/prial.png",
)
"""The preview of the home page."""


async def about(request: Request) -> Head | None:
    """The preview of the page that a request asks for. It is None if the page has no preview."""
    path: str = request.path_params["path"]
    match path.strip("/").split("/"):
        case [""]:
            return HOME
        case ["rules" | "learn" as page, game, *_] if game in names():
            return _game(find(game), f"/{page}/{game}")
        case ["join", code]:
            return await _invitation(request, code=code)
        case ["t", table_id]:
            return await _invitation(request, table_id=table_id)
        case ["shared", share]:
            return await _shared(request, share)
        case _:
            return None


async def _shared(request: Request, share: str) -> Head | None:
    """The preview of a link to a shared deal or result; None if it can't be shown."""
    here = context_of(request)
    if not _may(request):
        return None
    try:
        return head_of(await here.house.shared(share), share)
    except PrialError:
        return None


def _may(request: Request) -> bool:
    """Whether a request may look up the table, deal or result that its link leads to."""
    here = context_of(request)
    return here.house.ready and here.allowances.calls.take(whence(request))


async def _invitation(request: Request, *, table_id: str = "", code: str = "") -> Head | None:
    """The public preview of a link to a table; None if the table can't be looked up."""
    if not _may(request):
        return None
    try:
        asks = await context_of(request).house.asks(table_id=table_id, code=code)
        return None if asks is None else _asked(asks)
    except PrialError:  # the page itself says what is wrong
        return None


def _asked(asks: Asks) -> Head:
    kind = find(asks.game)
    title = f"{asks.owner} asks you to a game of {kind.title}" if asks.owner else f"You're asked to a game of {kind.title}"
    return Head(title, kind.text, "", f"/pictures/{kind.name}.png")


def _game(kind: Kind, path: str) -> Head:
    return Head(f"{kind.title}: how it is played", kind.text, path, f"/pictures/{kind.name}.png")
