"""Routes for tables: to find one, make one, join one, and read its games afterwards."""

import io
from typing import Annotated, Final

import segno
from fastapi import APIRouter, Path, Request
from msgspec.structs import asdict
from starlette.responses import Response

from prial.errors import PrialError, refuse
from prial.fair.transcript import Transcript
from prial.host.listing import Listed, Listing
from prial.host.messages import About
from prial.host.replays import Replay, Reviewed
from prial.host.spoken import Spoken
from prial.host.table_request import TableRequest
from prial.server.catalogue import html_of
from prial.server.context import Anybody, InContext, Known, Network, renew, whence
from prial.server.describe import answers, plain
from prial.server.errors import encoded, in_json
from prial.server.models import Invitation, LetIn, Made, NewTable, Page, Said
from prial.study.review import Against

router: Final = APIRouter(prefix="/api", tags=["tables"])
"""The routes of this module, for `prial.server.app`."""

TableId = Annotated[str, Path(max_length=60)]
"""Id of a table, as it stands in the request's path."""
Round = Annotated[int, Path(ge=1, le=1_000_000)]
"""Number of a game at its table, from 1."""


class Table(Listing, frozen=True, kw_only=True):
    """A table: the facts that the list of tables gives about it, and the further facts in `about`."""

    about: About
    """The facts about the table that a client gets when it connects to the table."""


@router.get("/tables", responses=answers(Listed, "Tables that you may join or watch, and your own"))
async def tables(here: InContext, person: Anybody) -> Response:
    """Tables that are open to join, tables where people play, and the tables you sit at."""
    return encoded(await here.house.listed(person))


@router.post("/tables", status_code=201, responses=answers(Made, "It is set up", 201))
async def make(body: NewTable, here: InContext, person: Known, request: Request) -> Response:
    """Set up a table. You sit in its first seat."""
    if not here.allowances.tables.take(whence(request)):
        raise PrialError(refuse("limit.tables"))
    wanted = TableRequest(
        game=body.game,
        preset=body.preset,
        options=body.options,
        title=body.title,
        clock=body.clock,
        public=body.public,
        suggest=body.suggest,
        away_s=body.away_s,
        open_decks=body.open_decks,
        bots=tuple(body.bots),
        start=body.start,
    )
    return encoded(Made(await here.house.create(person, wanted)), 201)


@router.get("/tables/{table_id}", responses=answers(Table, "The table"))
async def table(table_id: TableId, here: InContext, person: Anybody) -> Response:
    """One table: the facts that the list of tables gives about it, and further facts."""
    listing, about = await here.house.listing(table_id, person)
    return encoded(Table(**asdict(listing), about=about))


@router.post("/join", responses=answers(Made, "The table that it opens"))
async def join(body: Invitation, here: InContext, person: Known, request: Request) -> Response:
    """Follow an invitation to a table.

    The invitation comes in the request's body, because proxies write addresses into their logs.
    """
    answer = encoded(Made(await here.house.join(person, body.invite)))
    await renew(request, answer, person)
    return answer


@router.post("/tables/{table_id}/spoken", responses=answers(Spoken, "The code"))
async def spoken(table_id: TableId, here: InContext, person: Known) -> Response:
    """A short code to tell somebody aloud. It leads to the table, and is valid for at most 15 minutes.

    Only people who may invite others to the table get a code.
    """
    return encoded(await here.house.spoken.of(await here.house.invitation(table_id, person)))


@router.post("/tables/{table_id}/ask", responses=answers(Made, "They are asked"))
async def ask(table_id: TableId, here: InContext, person: Known) -> Response:
    """Ask the people at a private table to let you in. You may look at the table once they have agreed."""
    await here.house.ask(table_id, person)
    return encoded(Made(table_id))


@router.post("/tables/{table_id}/let-in", responses=answers(Made, "It is answered"))
async def let_in(table_id: TableId, body: LetIn, here: InContext, person: Known) -> Response:
    """Answer a person who asks to be let in. Only people who sit at the table may answer."""
    await here.house.let_in(table_id, person, body.number, agree=body.agree)
    return encoded(Made(table_id))


@router.post("/join/spoken", responses=answers(Made, "The table to which it leads"))
async def join_spoken(body: Said, here: InContext, person: Known, request: Request) -> Response:
    """Join a table by a code that somebody told you. After too many wrong codes, you have to wait some minutes."""
    tries, wide, where = here.allowances.person_spoken, here.allowances.spoken, whence(request)
    if not (tries.left(person.id) and wide.left(where)):
        raise PrialError(refuse("limit.spoken"))
    invite = await here.house.spoken.invite(body.code)
    if invite is None:
        tries.take(person.id)
        wide.take(where)
        raise PrialError(refuse("request.spoken_unknown"))
    answer = encoded(Made(await here.house.join(person, invite)))
    await renew(request, answer, person)
    return answer


@router.get("/tables/{table_id}/rules", responses=answers(Page, "The rules in force"))
async def rules(table_id: TableId, here: InContext, person: Anybody) -> Response:
    """The rules that a table plays by."""
    return encoded(html_of(*await here.house.rules_in_force(table_id, person)))


@router.get("/tables/{table_id}/qr.svg", responses=plain("image/svg+xml", "The invitation"), response_class=Response)
async def qr(table_id: TableId, here: InContext, person: Known) -> Response:
    """The table's invitation as a QR code. Only people who may invite others to the table get the code."""
    code = await here.house.invitation(table_id, person)
    drawn = io.BytesIO()
    segno.make(f"{here.settings.origins[0]}/t/{table_id}#{code}", micro=False).save(
        drawn, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False
    )
    return Response(drawn.getvalue(), media_type="image/svg+xml")


@router.get("/tables/{table_id}/shuffles", responses=answers(Transcript, "What you may know of the shuffles"))
async def shuffles(table_id: TableId, here: InContext, person: Anybody, network: Network) -> Response:
    """A transcript with which you can check all shuffles of a table. It lacks the numbers that only your own client knows."""
    return in_json(await here.house.shuffles(table_id, person, network))


@router.get("/tables/{table_id}/replay/{round}", responses=answers(Replay, "The game as you were told it"))
async def replay(
    table_id: TableId,
    round: Round,  # noqa: A002  # the name in the address
    here: InContext,
    person: Anybody,
    network: Network,
    *,
    download: bool = False,
) -> Response:
    """A finished game, as the messages that the table's socket sends."""
    answer = in_json(await here.house.replay(table_id, round, person, network))
    if download:
        answer.headers["content-disposition"] = f'attachment; filename="prial-game-{round}.json"'
    return answer


@router.get("/tables/{table_id}/review/{round}", responses=answers(Reviewed, "What your decisions were worth"))
async def review(
    table_id: TableId,
    round: Round,  # noqa: A002  # the name in the address
    here: InContext,
    person: Known,
    network: Network,
    *,
    against: Against = Against.SEATED,
) -> Response:
    """What your decisions in a finished game were worth. If they have to be estimated, the first request takes some seconds."""
    return in_json(await here.house.review(table_id, round, person, network, against))
