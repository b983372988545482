"""Routes for the games, their house rules and their pages."""

from collections.abc import Callable
from functools import cache
from typing import Final

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response

from prial.server import catalogue
from prial.server.describe import answers
from prial.server.errors import encoded
from prial.server.models import Game, NewRules, Page, Rules
from prial.server.pages import Sheet

router: Final = APIRouter(prefix="/api/games", tags=["games"])
"""The routes of this module, for `prial.server.app`."""


@cache
def _games() -> Sheet:
    return Sheet(msgspec.json.encode(catalogue.games()), "application/json", "no-store")


@cache
def _page(page: Callable[[str], Page], game: str) -> Sheet:
    return Sheet(msgspec.json.encode(page(game)), "application/json", "no-store")


@router.get("", responses=answers(tuple[Game, ...], "All games, with their presets, options, bots and clocks"))
async def games(request: Request) -> Response:
    """The games that can be played here."""
    return _games().answer(request)


@router.post("/{game}/rules", responses=answers(Rules, "The rules as a table would play them"))
async def rules(game: str, body: NewRules) -> Response:
    """Try house rules. The answer is the rules by which a table would play. Options that don't go together give an error."""
    return encoded(catalogue.rules(game, body.preset, body.options))


@router.get("/{game}/page", responses=answers(Page, "How the game is played"))
async def page(game: str, request: Request) -> Response:
    """How a game is played, for people who want to begin."""
    return _page(catalogue.page, game).answer(request)


@router.get("/{game}/options", responses=answers(Page, "All its rules"))
async def options(game: str, request: Request) -> Response:
    """The whole rules of a game: every preset and every option, with their sources."""
    return _page(catalogue.options, game).answer(request)
