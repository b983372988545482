"""The middleware that every request passes first: it checks origin, size and rate, sets security headers, and writes the log."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Final

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from prial.errors import Refusal, refuse
from prial.server.allowance import Source
from prial.server.context import Context, whence
from prial.server.errors import TOO_MANY, refused
from prial.server.logs import fault

MOST_BODY: Final = 16 * 1024
"""Greatest length, in bytes, of a request's body. A new table with every option written out takes 2,000 bytes."""
MOST_DRAINED: Final = 1024 * 1024
"""At most this many bytes of a refused body are read and dropped. The sender thus gets the answer before the connection ends."""
BODY_SECONDS: Final = 10
"""Seconds in which a request's body must arrive."""
_SAFE: Final = {"GET", "HEAD", "OPTIONS"}
"""HTTP methods that change nothing."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Content security policy: no inline scripts or styles, nothing from other sites, and no page within another site's frame."""
_HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "cache-control": "no-store",
}

_log: Final = structlog.get_logger("prial.server")


class Guard:
    """The middleware that every HTTP request passes first.

    Args:
        app: the application, which gets the requests that pass.
        here: the server's context.
    """

    def __init__(self, app: ASGIApp, here: Context) -> None:
        self._app = app
        self._here = here
        self._origins = here.settings.origins
        self._metrics = here.metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        start = time.perf_counter()
        status = 0

        async def dressed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)  # a picture comes with a policy that is stricter still
                if status == TOO_MANY:  # so the next request needs a new connection
                    headers["connection"] = "close"
            await send(message)

        try:
            await self._answer(scope, receive, dressed)
        except Exception as error:  # noqa: BLE001  # any error is logged without its message, which may quote what was sent
            _log.error("request failed", method=scope["method"], route=_route(scope), **fault(error))
            if not status:
                await refused(refuse("server.fault"))(scope, receive, dressed)
        self._metrics.requests.labels(scope["method"] if scope["method"] in {*_SAFE, "POST"} else "other", status).inc()
        # The route and not the path, which may contain an invitation
        ms = round(1000 * (time.perf_counter() - start), 1)
        _log.info("request", method=scope["method"], route=_route(scope), status=status, ms=ms)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        where = whence(HTTPConnection(scope))
        stop = self._stopped(where, api=scope["path"].startswith("/api/"))
        if stop is None and not await self._here.turns.take(where):
            stop = refuse("limit.calls")
        if stop is not None:
            await refused(stop)(scope, receive, send)
        elif scope["method"] in _SAFE:
            await self._app(scope, receive, send)
        elif refusal := foreign(Headers(scope=scope), self._origins, strict=False):
            await refused(refusal)(scope, receive, send)
        else:
            body = await _body(Headers(scope=scope), receive)
            if isinstance(body, Refusal):
                await _refused_whole(body, receive, send)
            else:
                await self._app(scope, _again(body, receive), send)

    def _stopped(self, where: Source, *, api: bool) -> Refusal | None:
        """The reason to refuse a request before its body is read; None if there is no reason."""
        allowances = self._here.allowances
        if api and not self._here.house.ready:
            return refuse("server.closing")
        if allowances.requests.take(where) and (not api or allowances.calls.take(where)):
            return None
        return refuse("limit.calls")


def _again(body: bytes, receive: Receive) -> Receive:
    """A receive function. Its first call returns ``body``, which was read already. Later calls return messages of ``receive``."""
    read = False

    async def again() -> Message:
        nonlocal read
        if read:
            return await receive()
        read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def foreign(headers: Headers, origins: Sequence[str], *, strict: bool) -> Refusal | None:
    """Check that a request doesn't come from a page of another site, which could misuse a person's cookie.

    A browser sends the origin of a page with every request that changes something. A program sends a token and no origin.

    Args:
        headers: headers of the request.
        origins: origins whose pages may send requests in a person's name, such as ``https://cards.example``.
        strict: True if every request needs an origin or a token; False if only requests with the server's cookie need one.
    Returns:
        The reason to refuse the request; None if there is no reason.
    """
    origin = headers.get("origin")
    if origin is not None:
        return None if origin in origins else refuse("request.origin", origin=_shown(origin), known=origins[0])
    if headers.get("authorization", "").startswith("Bearer "):
        return None
    return refuse("request.no_origin") if strict or _named(headers) else None


def _named(headers: Headers) -> bool:
    """Whether our cookie comes with a request."""
    cookies = cookie_parser(headers.get("cookie", ""))  # the same parser that `token_of` relies on
    return "prial" in cookies or "__Host-prial" in cookies


async def _body(headers: Headers, receive: Receive) -> bytes | Refusal:
    """The whole body of a request, or the refusal of a body that is too long or too slow."""
    length = headers.get("content-length", "0")
    too_long = refuse("request.too_long", most=MOST_BODY)
    if not length.isdecimal() or int(length[:20]) > MOST_BODY:
        return too_long
    body = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in _parts(receive):
                body += part
                if len(body) > MOST_BODY:
                    return too_long
    except TimeoutError:
        return refuse("request.too_slow", seconds=BODY_SECONDS)
    return body


async def _parts(receive: Receive) -> AsyncIterator[bytes]:
    """The parts of a request's body, until the body ends or the client is gone."""
    more = True
    while more:
        message = await receive()
        more = message.get("more_body", False)
        yield message.get("body", b"")


async def _refused_whole(refusal: Refusal, receive: Receive, send: Send) -> None:
    """Send a refusal. Then read more of the request's body, within limits, so that the client sees the refusal."""
    answer = refused(refusal)
    answer.headers["connection"] = "close"
    await send({"type": "http.response.start", "status": answer.status_code, "headers": answer.raw_headers})
    await send({"type": "http.response.body", "body": bytes(answer.body), "more_body": True})
    drained = 0  # if the connection closed before the client had sent the whole body, the client would never see the answer
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(BODY_SECONDS):
            async for part in _parts(receive):
                drained += len(part)
                if drained > MOST_DRAINED:
                    break
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _route(scope: Scope) -> str:
    """The template of a request's route, such as ``/api/tables/{id}``."""
    return str(getattr(scope.get("route"), "path", "/{path}"))


def _shown(origin: str) -> str:
    return origin if origin.isprintable() and len(origin) <= 80 else "elsewhere"
