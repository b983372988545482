"""What every route needs: the house, the settings, the rate limits, and the person who makes the request."""

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Final

from fastapi import Depends
from starlette.requests import HTTPConnection
from starlette.responses import Response
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from prial.errors import refuse
from prial.host.house import House
from prial.host.store import Person, StoreError
from prial.server.allowance import Allowance, Source, WideAllowance, source
from prial.server.errors import StrangerError
from prial.server.faces import Faces
from prial.server.gate import Gate
from prial.server.metrics import Metrics
from prial.server.settings import Rates, Settings
from prial.server.sharing import Pictures
from prial.server.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Callable

    from prial.server.line import Line

_MONTHS_13: Final = 400 * 24 * 3600
"""Seconds for which a browser keeps our cookie: 400 days, the most that browsers allow."""
_BEARER: Final = "Bearer "
_LONGEST_TOKEN: Final = 200
"""Greatest length, in characters, of a token that is looked up."""
READ: Final = 256
"""Number of bytes that the limits count for each arrival of data, in addition to the size of the data.

Each arrival costs time of its own.
"""


class Allowances:
    """The rate limits of one server.

    Most limits take their numbers from the field of `Rates` with the same name. Four limits use a field with another name:

    * ``refusals`` takes its numbers from ``address_refusals``
    * ``frames`` takes its numbers from ``address_frames``
    * ``bytes`` takes its numbers from ``address_bytes``
    * ``person_refusals`` takes its numbers from ``refusals``
    """

    def __init__(self, rates: Rates) -> None:
        self.commands: Final = Allowance(rates.commands)
        self.chat: Final = Allowance(rates.chat)
        self.person_refusals: Final = Allowance(rates.refusals)
        self.refusals: Final = WideAllowance(rates.address_refusals)
        self.person_frames: Final = Allowance(rates.person_frames)
        self.frames: Final = WideAllowance(rates.address_frames)
        self.bytes: Final = WideAllowance(rates.address_bytes)
        self.renewals: Final = Allowance(rates.renewals)
        self.guests: Final = WideAllowance(rates.guests)
        self.tables: Final = WideAllowance(rates.tables)
        self.calls: Final = WideAllowance(rates.calls)
        self.requests: Final = WideAllowance(rates.requests)
        self.connections: Final = WideAllowance(rates.connections)
        self.person_spoken: Final = Allowance(rates.person_spoken)
        self.spoken: Final = WideAllowance(rates.spoken, everybody=25)
        self.faces: Final = WideAllowance(rates.faces)
        self.shares: Final = Allowance(rates.shares)


@dataclass(frozen=True, slots=True)
class Context:
    """Everything that all connections and routes of one server share."""

    house: House
    """The tables, their people and their store."""
    settings: Settings
    """Options of the server."""
    allowances: Allowances
    """Rate limits."""
    gate: Gate
    """Counts connections."""
    turns: Turns
    """Decides which request is served next."""
    metrics: Metrics
    """Counters for Prometheus."""
    proxies: ProxyHeadersMiddleware
    """Middleware for requests from a trusted proxy. It copies the client's address and scheme from the headers into the scope."""
    lines: "dict[str, list[Line]]"
    """For each person's id, the person's open sockets."""
    faces: Faces = field(default_factory=Faces)
    """Cache of drawn faces."""
    pictures: Pictures = field(default_factory=Pictures)
    """Cache of the pictures that were drawn for shared deals and results."""
    looks: set[asyncio.Task[None]] = field(default_factory=set)
    """Running tasks of `look_again`."""

    def peer(self, client: tuple[str, int] | None) -> Source | None:
        """The address and network of a connection's client. It is None for a trusted proxy, which many clients share."""
        host = client[0] if client else ""
        return None if host in self.proxies.trusted_hosts else source(host)

    def may_send(self, where: Source | None, data: bytes) -> bool:
        """Count bytes that arrived. Returns whether the limits of the address, of its network and of everybody allow them.

        Args:
            where: where the bytes come from; None for a trusted proxy, which has no limit.
            data: the bytes.
        """
        return where is None or self.allowances.bytes.take(where, len(data) + READ)

    def known_by(self, person: Person, old: str, new: str) -> None:
        """Give a person's new token to the person's open sockets that still have the old one."""
        for line in self.lines.get(person.id, ()):
            if line.token == old:
                line.token = new

    def dismiss(self, person: Person, whether: "Callable[[Line], bool]") -> None:
        """Close the sockets of a person who has signed out.

        Args:
            person: the person who has signed out.
            whether: function that says whether to close a socket; it is called with each of the person's sockets.
        """
        for line in list(self.lines.get(person.id, ())):
            if whether(line):
                line.bye(refuse("me.signed_out"), again=False)

    def look_again(self, person: str) -> None:
        """Start a task that checks the token of each socket of a person, and closes the sockets with a void token.

        Another server has reported that the person has signed out there.

        Args:
            person: id of the person.
        """

        async def look() -> None:
            for line in list(self.lines.get(person, ())):
                with contextlib.suppress(StoreError):  # the token can't be looked up: the socket stays
                    if await self.house.people.tokens.person(line.token) is None:
                        line.bye(refuse("me.signed_out"), again=False)

        task = asyncio.create_task(look())
        self.looks.add(task)
        task.add_done_callback(self.looks.discard)


async def nothing(*_: object) -> None:
    """An application that does nothing. It stands behind a middleware that is run only to change the scope of a request."""


def context_of(connection: HTTPConnection) -> Context:
    """The context of the application to which a connection belongs."""
    found: Context = connection.app.state.context
    return found


InContext = Annotated[Context, Depends(context_of)]
"""Argument of a route: the server's context."""


def cookie_name(connection: HTTPConnection) -> str:
    """The cookie's name: ``__Host-prial`` over TLS, else ``prial``, because browsers refuse the first name over plain HTTP."""
    return "__Host-prial" if connection.scope["scheme"] in {"https", "wss"} else "prial"


def bearer(connection: HTTPConnection) -> str | None:
    """The token in the header ``Authorization``, which a program sends instead of the cookie; None if there is none."""
    given = connection.headers.get("authorization", "")
    return given[len(_BEARER) :] if given.startswith(_BEARER) else None


def whence(connection: HTTPConnection) -> Source:
    """The address and network that a request comes from."""
    return source(connection.client.host if connection.client else "")


def network(connection: HTTPConnection) -> str:
    """The network that a request comes from."""
    return whence(connection).network


Network = Annotated[str, Depends(network)]
"""Argument of a route: the network that the request comes from."""


def welcome(connection: HTTPConnection, answer: Response, token: str) -> None:
    """Set the cookie that contains the person's token. The token tells the server who uses the browser."""
    name = cookie_name(connection)
    answer.set_cookie(name, token, _MONTHS_13, path="/", secure=name != "prial", httponly=True, samesite="lax")


def forget(connection: HTTPConnection, answer: Response) -> None:
    """Delete the cookie that contains the person's token. After that, the server doesn't know who uses the browser."""
    name = cookie_name(connection)
    answer.delete_cookie(name, path="/", secure=name != "prial", httponly=True, samesite="lax")


def token_of(connection: HTTPConnection) -> str:
    """The token that comes with a request; empty if there is none, or if it is too long to be a token of this server."""
    token = bearer(connection) or connection.cookies.get(cookie_name(connection), "")
    return token if len(token) <= _LONGEST_TOKEN else ""


async def renew(connection: HTTPConnection, answer: Response, person: Person) -> None:
    """Give a browser a new token, because its user has a new name, or is now allowed to do more.

    A program keeps its token, and so does a browser whose user has had too many new tokens recently.

    Args:
        connection: the request.
        answer: the answer, which gets the cookie.
        person: the person who makes the request.
    Raises:
        StoreError: if the new token couldn't be stored.
    """
    if bearer(connection) is not None:
        return
    here, token = context_of(connection), token_of(connection)
    if here.allowances.renewals.take(person.id):
        old, token = token, await here.house.people.tokens.renewed(person, token)
        here.known_by(person, old, token)
    welcome(connection, answer, token)


async def who(connection: HTTPConnection) -> Person | None:
    """The person who makes a request; None without a valid token."""
    token = token_of(connection)
    return await context_of(connection).house.people.known(token) if token else None


async def me(connection: HTTPConnection) -> Person:
    """The person who makes a request.

    Raises:
        StrangerError: if the request has no valid token.
    """
    person = await who(connection)
    if person is None:
        raise StrangerError
    return person


Anybody = Annotated[Person | None, Depends(who)]
"""Argument of a route: the person; None without a valid token. Everybody may call the route."""
Known = Annotated[Person, Depends(me)]
"""Argument of a route: the person. Only a person with a valid token may call the route."""
