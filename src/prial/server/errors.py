"""Errors over HTTP: every error has the same body (`Fault`), and each error code has its HTTP status."""

import logging
from typing import Final

import msgspec
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from prial.errors import PrialError, Refusal, add_sentences, refuse
from prial.server.models import Fault

add_sentences(
    "en",
    {
        "request.malformed": "The request can't be understood: {where} {why}.",
        "request.unknown": "There is nothing at this address.",
        "request.method": "That can't be done at this address.",
        "request.too_long": "The request is longer than {most} bytes.",
        "request.too_slow": "The request took longer than {seconds} seconds to arrive.",
        "request.origin": "This page comes from {origin}, but the server only accepts pages from its own address, {known}.",
        "request.no_origin": "The request doesn't say which page it comes from.",
        "request.broken": "A part of this game can't be loaded on this server; it has been noted.",
        "me.unknown": "You have no name here yet: choose one first.",
        "me.signed_out": "You have signed out.",
        "limit.calls": "Too many requests; wait a few seconds.",
        "limit.faces": "Too many new faces from your address; wait a minute.",
        "limit.shares": "You have shared many deals just now; wait a minute.",
        "limit.spoken": "Too many wrong codes; wait some minutes, or ask for the link.",
        "request.spoken_unknown": "No table has that code. A code is good for a quarter of an hour: ask for a new one.",
        "limit.guests": "Too many new guests from your address; wait a minute.",
        "limit.tables": "Too many new tables or new rules from your address; wait a minute.",
        "server.fault": "Something went wrong in the server; it has been noted.",
        "server.unread": "The tables can't be read just now. Please try again in a moment.",
        "server.closing": "The server is closing or not yet open; try again in a moment.",
    },
)

_STATUS: Final = {  # HTTP status by error code
    "game.unknown": 404,
    "me.unknown": 401,
    "request.unknown": 404,
    "table.invite_unknown": 404,
    "request.spoken_unknown": 404,
    "review.not_played": 403,
    "share.private": 403,
    "table.archived": 410,
    "table.asked_before": 403,
    "table.asked_many": 409,
    "table.asked_none": 404,
    "table.barred": 403,
    "table.frozen": 409,
    "table.many": 409,
    "table.moved": 503,
    "table.no_game": 409,
    "table.not_seated": 403,
    "table.version": 409,
    "request.method": 405,
    "request.too_long": 413,
    "request.too_slow": 408,
    "metrics.private": 403,
    "request.origin": 403,
    "request.no_origin": 403,
    "request.broken": 503,
    "replay.failed": 503,
    "server.fault": 500,
    "server.closing": 503,
    "server.unread": 503,
    "server.not_storing": 503,
    "table.not_saved": 503,
}
_LAST: Final = {"unknown": 404, "private": 403, "playing": 409}
"""HTTP statuses. Each key is the last part of an error's code: the part after the last dot."""
TOO_MANY: Final = 429
"""HTTP status of a request that is refused by a rate limit."""
_FIRST: Final = {"limit": TOO_MANY, "rules": 422, "bot": 422}
"""HTTP statuses. Each key is the first part of an error's code: the part before the first dot."""

_OURS: Final = frozenset({"game.broken", "bot.not_loaded", "kind.broken"})
"""Codes of errors whose sentences name modules and paths of the server. People get another sentence."""
_TOLD: Final = {  # the store's own sentences contain file names
    "store.failed": "table.not_saved",
    "store.unread": "server.unread",
    **dict.fromkeys(("store.closed", "store.epoch", "store.gone", "store.gone_copied"), "server.closing"),
}
"""Maps each code of an error of the store to the code that people get instead."""
_LOG: Final = logging.getLogger("prial.server")


class StrangerError(PrialError):
    """The request needs a token that tells who makes the request, but has no valid token."""

    def __init__(self) -> None:
        super().__init__(refuse("me.unknown"))


def status_of(code: str) -> int:
    """The HTTP status of an answer with this error code."""
    first, last = code.partition(".")[0], code.rpartition(".")[2]
    return _STATUS.get(code) or _FIRST.get(first) or _LAST.get(last) or 422  # in this order, `bot.unknown` gives 422, not 404


def encoded(value: object, status: int = 200) -> Response:
    """An HTTP response with a value, encoded as JSON."""
    return in_json(msgspec.json.encode(value), status)


def in_json(body: bytes, status: int = 200) -> Response:
    """An HTTP response whose body is given as encoded JSON."""
    return Response(body, status, media_type="application/json")


def told(refusal: Refusal) -> Refusal:
    """Return a refusal that people may read.

    If the sentence of ``refusal`` may name modules or files, log the sentence and return another refusal. Otherwise return
    ``refusal`` as it is.
    """
    if refusal.code in _OURS:
        _LOG.warning("not loaded", extra={"why": str(refusal)})
        return refuse("request.broken")
    if refusal.code in _TOLD:
        _LOG.warning("not stored or read", extra={"why": str(refusal)})
        return refuse(_TOLD[refusal.code])
    return refusal


def refused(refusal: Refusal) -> Response:
    """The HTTP response to a request that is refused."""
    refusal = told(refusal)
    option, other = (str(refusal.args.get(name, "")) for name in ("option", "other"))
    return encoded(Fault(refusal.code, str(refusal), option, other), status_of(refusal.code))


def install(app: FastAPI) -> None:
    """Install handlers in an application, so that its answer to every error is a `Fault`."""

    @app.exception_handler(PrialError)
    async def known(_: Request, error: PrialError) -> Response:
        return refused(error.refusal)

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        # Nothing that was sent is quoted: it may be long, and may contain anything
        where = ".".join(str(part) for part in first["loc"][:6] if part != "body")[:100] or "the body"
        return refused(refuse("request.malformed", where=where, why=str(first["msg"])[:1].lower() + str(first["msg"])[1:200]))

    @app.exception_handler(HTTPException)
    async def other(_: Request, error: HTTPException) -> Response:
        if error.status_code == 404:
            return refused(refuse("request.unknown"))
        if error.status_code == 405:
            answer = refused(refuse("request.method"))
            answer.headers.update(error.headers or {})
            return answer
        return refused(refuse("request.malformed", where="the body", why="is not JSON"))
