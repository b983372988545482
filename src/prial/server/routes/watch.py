"""For whoever looks after the server, and for programs that want to know how to talk to it."""

from typing import Any, Final

from fastapi import APIRouter
from starlette.responses import Response

from prial import __version__
from prial.errors import PrialError, refuse
from prial.server.context import InContext
from prial.server.describe import answers, messages, plain
from prial.server.errors import encoded
from prial.server.models import Health

router: Final = APIRouter(tags=["server"])


@router.get("/healthz", responses=answers(Health, "Tables can be played"))
async def healthz(here: InContext) -> Response:
    """Whether tables can be played."""
    if not here.house.ready:
        raise PrialError(refuse("server.closing"))
    return encoded(Health(ready=True, version=__version__))


@router.get("/metrics", responses=plain("text/plain", "Prometheus' text"), response_class=Response)
async def metrics(here: InContext) -> Response:
    """Counters for Prometheus."""
    return Response(here.metrics.page(), media_type="text/plain; version=0.0.4; charset=utf-8")


@router.get("/api/messages.json", responses=answers(dict[str, Any], "JSON Schema"))
async def schema() -> Response:
    """The messages of a table's socket, as JSON Schema."""
    return encoded(messages())
