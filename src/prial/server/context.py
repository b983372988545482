"""What every route needs: the house, the settings, who may do how much, and who asks."""

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
"""The longest that browsers keep a cookie."""
_BEARER: Final = "Bearer "
_LONGEST_TOKEN: Final = 200
READ: Final = 256
"""Bytes that cost as much as to be woken."""


class Allowances:
    """Who may still do how much."""

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
    """The house and all that stands around its door."""

    house: House
    settings: Settings
    allowances: Allowances
    gate: Gate
    turns: Turns
    metrics: Metrics
    proxies: ProxyHeadersMiddleware
    """Puts into a call's scope what a proxy that is believed says of it."""
    lines: "dict[str, list[Line]]"
    """The open sockets of each person."""
    faces: Faces = field(default_factory=Faces)
    pictures: Pictures = field(default_factory=Pictures)
    looks: set[asyncio.Task[None]] = field(default_factory=set)
    """Looks at tokens that are under way."""

    def peer(self, client: tuple[str, int] | None) -> Source | None:
        """Where a connection comes from; None for a proxy, which stands for many."""
        host = client[0] if client else ""
        return None if host in self.proxies.trusted_hosts else source(host)

    def may_send(self, where: Source | None, data: bytes) -> bool:
        """Whether so much more may come from somewhere. To be woken by a single byte costs as much as to read many."""
        return where is None or self.allowances.bytes.take(where, len(data) + READ)

    def known_by(self, person: Person, old: str, new: str) -> None:
        """A new token has taken the place of another one."""
        for line in self.lines.get(person.id, ()):
            if line.token == old:
                line.token = new

    def dismiss(self, person: Person, whether: "Callable[[Line], bool]") -> None:
        """Close those sockets of somebody who has signed out for which something holds."""
        for line in list(self.lines.get(person.id, ())):
            if whether(line):
                line.bye(refuse("me.signed_out"), again=False)

    def look_again(self, person: str) -> None:
        """Close the sockets of somebody who has signed out at another server, whose tokens are void."""

        async def look() -> None:
            for line in list(self.lines.get(person, ())):
                with contextlib.suppress(StoreError):  # then it stays, as does whoever wasn't heard of
                    if await self.house.people.tokens.person(line.token) is None:
                        line.bye(refuse("me.signed_out"), again=False)

        task = asyncio.create_task(look())
        self.looks.add(task)
        task.add_done_callback(self.looks.discard)


async def nothing(*_: object) -> None:
    """An application that answers nothing: what stands before one does its part all the same."""


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


def whence(connection: HTTPConnection) -> Source:
    """Where a call comes from."""
    return source(connection.client.host if connection.client else "")


def network(connection: HTTPConnection) -> str:
    """The network that a call comes from."""
    return whence(connection).network


Network = Annotated[str, Depends(network)]


def welcome(connection: HTTPConnection, answer: Response, token: str) -> None:
    """Let a browser keep who it is."""
    name = cookie_name(connection)
    answer.set_cookie(name, token, _MONTHS_13, path="/", secure=name != "prial", httponly=True, samesite="lax")


def forget(connection: HTTPConnection, answer: Response) -> None:
    """Let a browser forget who it is."""
    name = cookie_name(connection)
    answer.delete_cookie(name, path="/", secure=name != "prial", httponly=True, samesite="lax")


def token_of(connection: HTTPConnection) -> str:
    """The token that comes with a call; empty where none does, or what can be none."""
    token = bearer(connection) or connection.cookies.get(cookie_name(connection), "")
    return token if len(token) <= _LONGEST_TOKEN else ""


async def renew(connection: HTTPConnection, answer: Response, person: Person) -> None:
    """Give a browser another token for the one that it has: what that one opens has changed. Programs keep theirs.

    Where that is too often, the browser keeps its own too.

    Raises:
        StoreError: it isn't stored.
    """
    if bearer(connection) is not None:
        return
    here, token = context_of(connection), token_of(connection)
    if here.allowances.renewals.take(person.id):
        old, token = token, await here.house.people.tokens.renewed(person, token)
        here.known_by(person, old, token)
    welcome(connection, answer, token)


async def who(connection: HTTPConnection) -> Person | None:
    """Who asks, or None for a stranger."""
    token = token_of(connection)
    return await context_of(connection).house.people.known(token) if token else None


async def me(connection: HTTPConnection) -> Person:
    """Who asks.

    Raises:
        StrangerError: nobody we know.
    """
    person = await who(connection)
    if person is None:
        raise StrangerError
    return person


Anybody = Annotated[Person | None, Depends(who)]
Known = Annotated[Person, Depends(me)]
