"""The application: routes, the guard before them, and the client."""

from typing import Any

from fastapi import APIRouter, FastAPI
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from prial import __version__
from prial.host.house import House
from prial.server import errors
from prial.server.context import Allowances, Context, nothing
from prial.server.describe import FAULTS, openapi
from prial.server.gate import Gate
from prial.server.guard import Guard
from prial.server.heads import about
from prial.server.metrics import Metrics
from prial.server.pages import Client
from prial.server.routes import faces, games, people, pictures, shares, tables, watch
from prial.server.settings import Settings
from prial.server.turns import Turns


def make(house: House, settings: Settings, metrics: Metrics | None = None, client: Client | None = None) -> FastAPI:
    """An application around an open house.

    Args:
        house: where tables are played.
        settings: what the server was told.
        metrics: its counters, where others count there too.
        client: the browser's; the built one by default.
    """
    app = _routed()
    metrics = metrics or Metrics()
    allowances = Allowances(settings.rates)
    here = Context(
        house,
        settings,
        allowances,
        Gate(settings.address_connections, settings.address_sockets, settings.address_greetings, settings.connections),
        Turns(settings.rates.swift, settings.address_connections),
        metrics,
        ProxyHeadersMiddleware(nothing, list(settings.proxies)),
        {},
    )
    app.state.context = here
    house.people.signed_out = here.look_again
    metrics.watch(house)
    app.add_middleware(Guard, here=here)
    if settings.proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.proxies))
    app.add_route("/{path:path}", (client or Client(origin=settings.origins[0], about=about)).page, include_in_schema=False)
    return app


def describe() -> dict[str, Any]:
    """The OpenAPI description of every server of this version."""
    return openapi(_routed())


def _routed() -> FastAPI:
    app = FastAPI(
        title="Prial",
        summary="Brag card games: tables, rules, replays",
        version=__version__,
        openapi_url="/api/openapi.json",
        # The pages that FastAPI draws of this load scripts from elsewhere
        docs_url=None,
        redoc_url=None,
    )
    app.openapi = lambda: openapi(app)  # type: ignore[method-assign]  # FastAPI's own way to replace it
    errors.install(app)
    api = APIRouter(responses=FAULTS)
    for router in (games.router, people.router, tables.router, faces.router, pictures.router, shares.router):
        api.include_router(router)
    api.include_router(watch.router)
    app.include_router(api)
    return app
