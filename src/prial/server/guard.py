"""What every request goes through first: where it comes from, how long it is, what it may load, and what is noted of it."""

import asyncio
import time
from collections.abc import Mapping
from typing import Final

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from prial.errors import PrialError, Refusal, refuse
from prial.server.errors import refused
from prial.server.logs import fault
from prial.server.metrics import Metrics
from prial.server.settings import Settings

MOST_BODY: Final = 16 * 1024
"""Bytes of the longest body that is read; a table with every option written out takes two thousand."""
_BODY_SECONDS: Final = 10
_SAFE: Final = {"GET", "HEAD", "OPTIONS"}

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Nothing inline, nothing from elsewhere, and in nobody's frame."""
_HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}

_log: Final = structlog.get_logger("prial.server")


class Guard:
    """Stands before the application.

    Args:
        app: what is guarded.
        settings: whose pages may act.
        metrics: counts requests.
    """

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._origins = frozenset(settings.origins)
        self._known = settings.origins[0]
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._foreign(scope, strict=True)
        if refusal is not None:
            self._metrics.refused.labels(refusal.code).inc()
            await WebSocket(scope, receive, send).send_denial_response(refused(refusal))
            return
        try:
            await self._app(scope, receive, send)
        except PrialError as error:  # before it was accepted: nobody can tell who asks
            await WebSocket(scope, receive, send).send_denial_response(refused(error.refusal))
        except Exception as error:  # noqa: BLE001  # nothing of ours goes to a log with its own words
            _log.error("socket failed", **fault(error))

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        start = time.perf_counter()
        status = 0

        async def dressed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            await self._answer(scope, receive, dressed)
        except Exception as error:  # noqa: BLE001  # nothing of ours goes to a log with its own words
            _log.error("request failed", method=scope["method"], route=_route(scope), **fault(error))
            if not status:
                await refused(refuse("server.fault"))(scope, receive, dressed)
        self._metrics.requests.labels(scope["method"] if scope["method"] in {*_SAFE, "POST"} else "other", status).inc()
        # The route, never the path: that may hold an invitation
        ms = round(1000 * (time.perf_counter() - start), 1)
        _log.info("request", method=scope["method"], route=_route(scope), status=status, ms=ms)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] in _SAFE:
            await self._app(scope, receive, send)
            return
        refusal = self._foreign(scope, strict=False)
        body = None
        if refusal is None:
            body = await _body(Headers(scope=scope), receive)
            if body is None:
                refusal = refuse("request.too_long", most=MOST_BODY)
        if refusal is not None:
            await refused(refusal)(scope, receive, send)
            return
        read = False

        async def again() -> Message:
            nonlocal read
            if read:
                return await receive()
            read = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, again, send)

    def _foreign(self, scope: Scope, *, strict: bool) -> Refusal | None:
        """Why a page may not act for whoever's cookie comes with it.

        Browsers say where a page comes from whenever it acts; what says nothing is a program, and sends its token by itself.
        """
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is not None:
            if origin in self._origins:
                return None
            return refuse("request.origin", origin=_shown(origin), known=self._known)
        if headers.get("authorization", "").startswith("Bearer "):
            return None
        return refuse("request.no_origin") if strict or _named(headers) else None


def _named(headers: Headers) -> bool:
    """Whether a cookie of ours comes with a request."""
    cookies = cookie_parser(headers.get("cookie", ""))  # the one by which we find out who asks
    return "prial" in cookies or "__Host-prial" in cookies


async def _body(headers: Headers, receive: Receive) -> bytes | None:
    """The whole body, or None where it is too long or takes too long."""
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length[:20]) > MOST_BODY:
        return None
    body = b""
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            while True:
                message = await receive()
                body += bytes(message.get("body", b""))
                if len(body) > MOST_BODY:
                    return None
                if not message.get("more_body", False):
                    return body
    except TimeoutError:
        return None


def _route(scope: Scope) -> str:
    """The route's template: ``/api/tables/{id}``."""
    return str(getattr(scope.get("route"), "path", "/{path}"))


def _shown(origin: str) -> str:
    return origin if origin.isprintable() and len(origin) <= 80 else "elsewhere"
