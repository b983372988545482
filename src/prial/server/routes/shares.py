"""Routes for deals and results that people show to others."""

from typing import Annotated, Final

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from prial.errors import PrialError, refuse
from prial.host.shares import Shared
from prial.server.context import InContext, Known, Network
from prial.server.describe import answers, plain
from prial.server.errors import encoded, in_json
from prial.server.models import Made, NewShare
from prial.server.routes.tables import TableId
from prial.server.sharing import picture_of

router: Final = APIRouter(tags=["shares"])
"""The routes of this module, for `prial.server.app`."""

ShareId = Annotated[str, Path(max_length=100)]
"""Id of a shared deal or result, as it stands in the request's path."""


@router.post("/api/tables/{table_id}/shares", status_code=201, responses=answers(Made, "Where it is shown", 201))
async def share(table_id: TableId, body: NewShare, here: InContext, person: Known, network: Network) -> Response:
    """Give a finished deal or game of your table an address, ``/shared/{id}``. Everybody who knows the address can look at it."""
    if not here.allowances.shares.take(person.id):
        raise PrialError(refuse("limit.shares"))
    return encoded(Made(await here.house.share(table_id, body.round, body.deal or 0, person, network)), 201)


@router.get("/api/shares/{share_id}", responses=answers(Shared, "The deal or the result as everybody at the table saw it"))
async def shared(share_id: ShareId, here: InContext, network: Network) -> Response:
    """A deal or a result that somebody has shared."""
    return in_json(await here.house.shared(share_id, network))


@router.get("/api/shares/{share_id}/picture.png", responses=plain("image/png", "1200 by 630 pixels"), response_class=Response)
async def picture(share_id: ShareId, here: InContext, network: Network, request: Request) -> Response:
    """The picture of a deal or a result that somebody has shared."""
    return (await picture_of(await here.house.shared(share_id, network), here.pictures)).answer(request)
