"""Routes for the person who makes the request: a guest with a name."""

from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from prial.errors import PrialError, refuse
from prial.server.context import Anybody, InContext, Known, bearer, forget, renew, token_of, welcome, whence
from prial.server.describe import answers
from prial.server.errors import encoded
from prial.server.models import Me, NewName

router: Final = APIRouter(prefix="/api/me", tags=["people"])
"""The routes of this module, for `prial.server.app`."""


@router.get("", responses=answers(Me, "Who you are"))
async def me(person: Known) -> Response:
    """Who you are on this server."""
    return encoded(Me(person.id, person.name))


@router.post("", responses=answers(Me, "Who you are now"))
async def name(body: NewName, person: Anybody, here: InContext, request: Request, *, token: bool = False) -> Response:
    """Become a guest, or change your name. A program becomes a guest with ``token=true``: it gets a token, and no cookie."""
    if person is not None:
        person = await here.house.people.rename(person, body.name)
        answer = encoded(Me(person.id, person.name))
        await renew(request, answer, person)
        return answer
    if not here.allowances.guests.take(whence(request)):
        raise PrialError(refuse("limit.guests"))
    person, secret = await here.house.people.guest(body.name)
    if token:
        return encoded(Me(person.id, person.name, secret))
    answer = encoded(Me(person.id, person.name))
    welcome(request, answer, secret)
    return answer


@router.delete("", responses=answers(Me, "Who you were"))
async def sign_out(person: Known, here: InContext, request: Request) -> Response:
    """Sign out here: your token becomes void.

    A guest has no password. To come back as the same guest, you need another of your tokens.
    """
    token = token_of(request)
    await here.house.people.tokens.void(person, token)
    here.dismiss(person, lambda line: line.token == token)
    here.house.crew.signed_out(person.id)
    answer = encoded(Me(person.id, person.name))
    forget(request, answer)
    return answer


@router.delete("/tokens", responses=answers(Me, "Who you are, with a new token for a program"))
async def void_tokens(person: Known, here: InContext, request: Request) -> Response:
    """Sign out everywhere else: all your tokens become void, and you get a new token."""
    token = await here.house.people.tokens.new(person)
    await here.house.people.tokens.void(person, token, others=True)
    here.dismiss(person, lambda line: line.token != token_of(request))
    here.house.crew.signed_out(person.id)
    here.known_by(person, token_of(request), token)
    if bearer(request) is not None:
        return encoded(Me(person.id, person.name, token))
    answer = encoded(Me(person.id, person.name))
    welcome(request, answer, token)
    return answer
