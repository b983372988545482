"""Routes for a server's operator (health and metrics), and a route that gives programs the schema of the socket's messages."""

import secrets
from ipaddress import ip_address
from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from prial import __version__
from prial.errors import PrialError, add_sentences, refuse
from prial.host.store import Health as StoreHealth
from prial.server.context import Context, InContext, bearer
from prial.server.describe import answers, messages, plain
from prial.server.errors import encoded
from prial.server.models import Health

add_sentences(
    "en",
    {
        "server.not_storing": "Nothing could be stored for {seconds} s.",
        "metrics.private": "The server's figures are only for the person who runs it.",
    },
)

router: Final = APIRouter(tags=["server"])
"""The routes of this module, for `prial.server.app`."""

_FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""Headers by which a request shows that it came through a proxy, even if the settings don't name the proxy."""
_SILENT: Final = 10
"""Seconds without a commit after which the server isn't healthy. The house commits at least every two seconds."""


@router.get("/healthz", responses=answers(Health, "The server runs, and has stored something a moment ago"))
async def healthz(here: InContext) -> Response:
    """Whether the server runs and has stored data in the last ten seconds.

    A failure of the disk that lasts less than ten seconds gives no error, since it is no reason to restart the server.
    """
    health = _open(here)
    if health.silent > _SILENT:
        raise PrialError(refuse("server.not_storing", seconds=int(health.silent)))
    return encoded(Health(ready=health.trouble is None, version=__version__, stored=round(health.silent, 1)))


@router.get("/readyz", responses=answers(Health, "Tables can be played"))
async def readyz(here: InContext) -> Response:
    """Whether tables can be played now."""
    if (health := _open(here)).trouble is not None:
        raise PrialError(refuse("server.not_storing", seconds=int(health.silent)))
    return await healthz(here)


def _open(here: Context) -> StoreHealth:
    if not here.house.ready:
        raise PrialError(refuse("server.closing"))
    return here.house.store.health


@router.get("/metrics", responses=plain("text/plain", "Prometheus' text"), response_class=Response)
async def metrics(here: InContext, request: Request) -> Response:
    """Counters for Prometheus. A request must have the scraper's token or come from this machine."""
    scraper = here.settings.scraper
    given = bearer(request) or ""
    if not (scraper and secrets.compare_digest(given.encode(), scraper.encode())) and not _at_this_machine(here, request):
        raise PrialError(refuse("metrics.private"))
    return Response(here.metrics.page(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _at_this_machine(here: Context, request: Request) -> bool:
    """Whether a request comes from this machine. Always False behind a proxy, where every request may seem local."""
    if here.settings.published or here.settings.proxies or not request.client:
        return False
    try:
        local = ip_address(request.client.host).is_loopback
    except ValueError:
        return False
    return local and not any(name in request.headers for name in _FORWARDED)


@router.get("/api/messages.json", responses=answers(dict[str, Any], "JSON Schema"))
async def schema() -> Response:
    """The messages of a table's socket, as JSON Schema."""
    return encoded(messages())
