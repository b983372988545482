"""Routes for the players' faces. A client needs these pictures to draw a table."""

from typing import Annotated, Final

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from prial.errors import PrialError, refuse
from prial.server.context import InContext, whence
from prial.server.describe import plain
from prial.server.faces import LONGEST, Who

router: Final = APIRouter(tags=["faces"])
"""The routes of this module, for `prial.server.app`."""

STILL: Final = "default-src 'none'; sandbox"
"""Content security policy of a picture: even if somebody opens the picture as a page, the picture can't load or run anything."""


@router.get("/faces/{who}/{name}.svg", responses=plain("image/svg+xml", "The face"), response_class=Response)
async def face(
    who: Who, name: Annotated[str, Path(min_length=1, max_length=LONGEST)], here: InContext, request: Request
) -> Response:
    """The face that belongs to a player's name, in the style of a ``person`` or of a ``bot``."""
    sheet = here.faces.find(who, name)
    if sheet is None:
        if not here.allowances.faces.take(whence(request)):
            raise PrialError(refuse("limit.faces"))
        sheet = await here.faces.draw(who, name)
    answer = sheet.answer(request)
    answer.headers["content-security-policy"] = STILL
    return answer
