"""The FastAPI application: the routes, the guard that every request passes first, and the browser client."""

from functools import cache
from typing import Any

from fastapi import APIRouter, FastAPI
from starlette.routing import BaseRoute
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
    """Build the application for an opened house.

    Args:
        house: the tables, their people and their store.
        settings: options of the server.
        metrics: counters that are shared with other parts of the server (default: new ones).
        client: the browser client (default: the built one).
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
    """The OpenAPI description of this version's API; it is the same on every server."""
    return openapi(_routed())


def _routed() -> FastAPI:
    app = FastAPI(
        title="Prial",
        summary="Brag card games: tables, rules, replays",
        version=__version__,
        openapi_url="/api/openapi.json",
        # FastAPI's own documentation pages load scripts from another site
        docs_url=None,
        redoc_url=None,
        routes=[*_routes()],
    )
    app.openapi = lambda: openapi(app)  # type: ignore[method-assign]  # as FastAPI's documentation recommends
    errors.install(app)
    return app


@cache
def _routes() -> list[BaseRoute]:
    """The routes. All applications of a process share them: making new ones would delay FastAPI's first answer by 30 ms."""
    api = APIRouter(responses=FAULTS)
    for router in (games.router, people.router, tables.router, faces.router, pictures.router, shares.router):
        api.include_router(router)
    api.include_router(watch.router)
    whole = FastAPI(openapi_url=None)
    whole.include_router(api)
    return whole.routes
