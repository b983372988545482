"""What is said of a bot's strength, and how each such figure is measured: `docs/strength.md` is made of these.

A claim is plain data, so that it can be measured here, in another process, or again next year: the same seeds, the same deals.
"""

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import pairwise
from typing import Any, Final

import msgspec

from bench.thinking import thought
from prial.bots.registry import best, names
from prial.core.registry import find
from prial.study.chunks import Counting
from prial.study.ladder import ladder
from prial.study.work import Workers

GAMES: Final = ("crash", "brag", "brag_poker", "stop_the_bus", "xap_xam")
UNITS: Final = {"crash": "points", "brag": "chips", "brag_poker": "chips", "stop_the_bus": "tokens", "xap_xam": "units"}
PLAYED: Final = {"crash": 300, "brag": 12, "brag_poker": 60, "stop_the_bus": 150, "xap_xam": 30}
"""Games by which one bot is measured among others of one kind."""
SEED: Final = 1
CRASH: Final = ((13, 3), (13, 2), (13, 1), (9, 4), (9, 2), (7, 3), (6, 3))
"""Cards and others for whom the best answer to Crash's strongest bot is sampled."""
ANSWERED: Final = ("house", "pagat", "single_see")
"""Presets of Brag under which an answer to a bot is sought."""
_ONE: Final = Counting(Workers(1))


class Claim(msgspec.Struct, frozen=True):
    """What is measured."""

    kind: str
    """``beats`` a weaker bot, ``answer`` to it, ``habits`` that look for faults, ``thinks``."""
    game: str
    preset: str
    bot: str
    against: str = ""
    """Who sits in the other seats; who answers it."""
    players: int = 0
    cards: int = 0
    count: int = 0
    """Games, deals, hands or decisions."""


class Found(msgspec.Struct, frozen=True):
    """What was measured, a deal, or in milliseconds."""

    mean: float
    error: float = 0.0
    """One standard error."""
    note: str = ""
    """Which habit gains most."""


class Measured(msgspec.Struct, frozen=True):
    """A claim and what was found."""

    claim: Claim
    found: Found


def claims() -> Iterator[Claim]:
    """Everything that is claimed, what takes longest last."""
    for game in GAMES:
        order = [bot for bot in names(game) if bot != "random"]
        for preset in find(game).schema.presets:
            for weaker, bot in pairwise(order):
                yield Claim("beats", game, preset, bot, weaker, count=PLAYED[game])
        yield Claim("thinks", game, next(iter(find(game).schema.presets)), best(game), count=150)
    for cards, others in CRASH:
        for against in ("sharp", "greedy"):
            yield Claim("answer", "crash", "", "sharp", against, players=others + 1, cards=cards, count=400)
    for game, players, games in (("brag_poker", 2, 60), ("brag_poker", 4, 40), ("stop_the_bus", 4, 100)):
        yield Claim("habits", game, next(iter(find(game).schema.presets)), best(game), players=players, count=games)
    for bot in ("plain", "canny"):
        for preset in ANSWERED:
            yield Claim("answer", "brag", preset, bot, players=2, count=20_000)
    for players, games in ((2, 10), (4, 3)):
        for preset in ANSWERED:
            yield Claim("habits", "brag", preset, "canny", players=players, count=games)


def measure(claim: Claim) -> Found:
    """Measure a claim on one core."""
    return _KINDS[claim.kind](claim)


def _beats(claim: Claim) -> Found:
    row, *_ = ladder(claim.game, _rules(claim), [claim.bot], claim.against, claim.count, SEED, _ONE).standings
    return Found(row.gain, row.gain_error)


def _answer(claim: Claim) -> Found:
    return _answer_of_brag(claim) if claim.game == "brag" else _answer_of_crash(claim)


def _answer_of_brag(claim: Claim) -> Found:
    from prial.bots.registry import make
    from prial.games.brag import BragGame
    from prial.games.brag.study.response import duel
    from prial.study.solve.response import Answer, played

    game = find("brag").make({"players": "2"}, claim.preset)
    assert isinstance(game, BragGame)
    asked = duel(game)
    bot = make(asked.game, claim.bot)
    gain = played([Answer(asked, bot, seat) for seat in (0, 1)], claim.count, SEED)
    return Found(gain.mean, gain.error)


def _answer_of_crash(claim: Claim) -> Found:
    from prial.games.crash.bots import tables
    from prial.games.crash.study.response import Sampling, respond

    others = claim.players - 1
    mixed = tables.mixed(claim.cards, others)
    field = mixed if claim.against == "sharp" else None
    gain = respond(mixed, Sampling([field], others, claim.cards), hands=claim.count, counting=_ONE)
    return Found(gain.points, gain.error)


def _habits(claim: Claim) -> Found:
    family = import_module(f"prial.games.{claim.game}.study.family")
    makers = [partial(family.habitual, name) for name in family.HABITS]
    rows = ladder(claim.game, _rules(claim), makers, claim.bot, claim.count, SEED, _ONE).standings
    name, row = max(zip(family.HABITS, rows, strict=False), key=lambda each: each[1].gain)
    return Found(row.gain, row.gain_error, name)


def _thinks(claim: Claim) -> Found:
    times = sorted(thought(claim.game, claim.bot, claim.preset, find(claim.game).make({}, claim.preset).seats, claim.count))
    return Found(1e3 * times[len(times) // 2], 0.0, f"{1e3 * times[-1 - len(times) // 50]:.0f}")


def _rules(claim: Claim) -> dict[str, Any]:
    return {"preset": claim.preset, **({"players": claim.players} if claim.players else {})}


_KINDS: Final[dict[str, Callable[[Claim], Found]]] = {"beats": _beats, "answer": _answer, "habits": _habits, "thinks": _thinks}
