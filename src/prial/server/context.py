"""What every route needs: the house, the settings, who may do how much, and who asks."""

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Annotated, Final

from fastapi import Depends
from starlette.requests import HTTPConnection
from starlette.responses import Response

from prial.errors import PrialError, refuse
from prial.host.house import House
from prial.host.store import Person
from prial.server.allowance import Allowance
from prial.server.errors import StrangerError
from prial.server.metrics import Metrics
from prial.server.settings import Rates, Settings

_MONTHS_13: Final = 400 * 24 * 3600
"""The longest that browsers keep a cookie."""
_BEARER: Final = "Bearer "


class Allowances:
    """Who may still do how much."""

    def __init__(self, rates: Rates) -> None:
        self.commands: Final = Allowance(rates.commands)
        self.chat: Final = Allowance(rates.chat)
        self.guests: Final = Allowance(rates.guests)
        self.tables: Final = Allowance(rates.tables)
        self.calls: Final = Allowance(rates.calls)


@dataclass(frozen=True, slots=True)
class Context:
    """The house and all that stands around its door."""

    house: House
    settings: Settings
    allowances: Allowances
    metrics: Metrics
    open: dict[str, int]
    """How many sockets each person has open."""


def context_of(connection: HTTPConnection) -> Context:
    """The context of the application that is asked."""
    found: Context = connection.app.state.context
    return found


InContext = Annotated[Context, Depends(context_of)]


def cookie_name(connection: HTTPConnection) -> str:
    """The cookie's name; a browser drops a ``__Host-`` one that comes over plain HTTP."""
    return "__Host-prial" if connection.scope["scheme"] in {"https", "wss"} else "prial"


def bearer(connection: HTTPConnection) -> str | None:
    """The token that a program sends instead of the cookie."""
    given = connection.headers.get("authorization", "")
    return given[len(_BEARER) :] if given.startswith(_BEARER) else None


def address(connection: HTTPConnection) -> str:
    """Where a call comes from, as far as limits go: an IPv6 customer has a whole /64."""
    host = connection.client.host if connection.client else ""
    try:
        found = ip_address(host)
    except ValueError:
        return host
    if isinstance(found, IPv4Address):
        return host
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))


def welcome(connection: HTTPConnection, answer: Response, token: str) -> None:
    """Let a browser keep who it is."""
    name = cookie_name(connection)
    answer.set_cookie(name, token, _MONTHS_13, path="/", secure=name != "prial", httponly=True, samesite="lax")


async def who(connection: HTTPConnection) -> Person | None:
    """Who asks, or None for a stranger."""
    token = bearer(connection) or connection.cookies.get(cookie_name(connection))
    if not token or len(token) > 200:
        return None
    return await context_of(connection).house.people.known(token)


async def me(connection: HTTPConnection) -> Person:
    """Who asks.

    Raises:
        StrangerError: nobody we know.
    """
    person = await who(connection)
    if person is None:
        raise StrangerError
    return person


def enter(connection: HTTPConnection) -> None:
    """Let a call in while the house is open, and an address so often and no more.

    Raises:
        PrialError: the house is closed, and its store with it; or that is too often.
    """
    here = context_of(connection)
    if not here.house.ready:
        raise PrialError(refuse("server.closing"))
    if not here.allowances.calls.take(address(connection)):
        raise PrialError(refuse("limit.calls"))


Anybody = Annotated[Person | None, Depends(who)]
Known = Annotated[Person, Depends(me)]
