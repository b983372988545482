"""Who somebody is: a guest under a name."""

from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from prial.errors import PrialError, refuse
from prial.server.context import Anybody, InContext, Known, address, bearer, cookie_name, welcome
from prial.server.describe import answers
from prial.server.errors import encoded
from prial.server.models import Me, NewName

router: Final = APIRouter(prefix="/api/me", tags=["people"])


@router.get("", responses=answers(Me, "Who you are"))
async def me(person: Known) -> Response:
    """Who you are here."""
    return encoded(Me(person.id, person.name))


@router.post("", responses=answers(Me, "Who you are now"))
async def name(body: NewName, person: Anybody, here: InContext, request: Request, *, token: bool = False) -> Response:
    """Become a guest, or change your name. A program asks for its token, and gets no cookie."""
    if person is not None:
        person = await here.house.people.rename(person, body.name)
        answer = encoded(Me(person.id, person.name))
        if bearer(request) is None:
            welcome(request, answer, request.cookies[cookie_name(request)])  # its time begins anew
        return answer
    if not here.allowances.guests.take(address(request)):
        raise PrialError(refuse("limit.guests"))
    person, secret = await here.house.people.guest(body.name)
    if token:
        return encoded(Me(person.id, person.name, secret))
    answer = encoded(Me(person.id, person.name))
    welcome(request, answer, secret)
    return answer
