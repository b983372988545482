"""The claims about the strength of the bots, and how each figure is measured. `docs/strength.md` is made from them.

A claim is plain data, so that it can be measured in any process and at any time. All measurements use the same seeds and deals.
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
from prial.study.hunt import Verdict, hunt
from prial.study.ladder import ladder
from prial.study.work import Workers

GAMES: Final = ("crash", "brag", "brag_poker", "stop_the_bus", "xap_xam")
UNITS: Final = {"crash": "points", "brag": "chips", "brag_poker": "chips", "stop_the_bus": "tokens", "xap_xam": "units"}
PLAYED: Final = {"crash": 300, "brag": 12, "brag_poker": 60, "stop_the_bus": 1_000, "xap_xam": 30}
"""For each game, the number of games in which one bot plays against copies of another bot."""
BROKEN_OFF: Final = {"stop_the_bus": 1}
"""Number of deals after which such a game is broken off. A game that isn't listed is played to the end.

A whole game of Stop the Bus ends when all others have no tokens left. So the tokens that a player pays in a whole game depend on
the length of the game more than on how well the player plays a deal.
"""
SEED: Final = 1
CRASH: Final = ((13, 3), (13, 2), (13, 1), (9, 4), (9, 2), (7, 3), (6, 3))
"""Numbers of cards and of opponents for which the best answer to Crash's strongest bot is sampled."""
POTS: Final = (("nine_pot", (2, 4)), ("seven", (2, 4)), ("six", (2, 4)))
"""Presets that are played for a pot, each with the numbers of players for which the best answer is sampled."""
WORLDS: Final = 1_000
"""At Xập xám, the number of random deals to the other players, for each hand."""
_ONE: Final = Counting(Workers(1))


class Hunting(msgspec.Struct, frozen=True):
    """A measurement of players of simple habits against a game's strongest bot."""

    game: str
    preset: str
    players: int
    """Number of players at the table. One plays by a habit; the others are the bot."""
    error: float
    """The measurement of a habit that doesn't clearly lose ends at this standard error, in points or chips per deal."""
    games: int
    """The greatest number of games for each habit."""
    given: str | msgspec.UnsetType = msgspec.UNSET
    """As in `Claim`."""
    deals: int | msgspec.UnsetType = msgspec.UNSET
    """As in `Claim`."""
    habits: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """As in `Claim`."""


DEALS: Final = 6
"""A game with a habit is broken off after this many deals, while everybody still has about as many chips as at the start."""
SHORT: Final = ("brings the least and bets it blind", "brings the least, looks and bets it on anything")
"""Habits at Brag of players who sit down with few chips. They have few only in a first deal, so only that deal is played."""
BULLIES: Final = ("raises once", "raises once as the last")
"""Habits at Brag of players who otherwise play like the strongest bot. In first deals, where they are measured, all have equal
purses."""
HABITS: Final = (
    Hunting("crash", "online", 4, 0.1, 100),
    *(
        Hunting("brag", preset, players, 0.1, games)
        for players, games in ((2, 2_000), (4, 2_500))
        for preset in ("house", "pagat", "single_see")
    ),
    Hunting("brag", "house", 3, 0.1, 2_500),
    *(Hunting("brag", "house", players, 0.1, 4_000, deals=1, habits=BULLIES) for players in (3, 4)),
    *(
        Hunting("brag", "house", players, error, games, "least_purse=2", deals=1, habits=SHORT)
        for players, error, games in ((2, 0.015, 4_000), (3, 0.04, 1_500), (4, 0.06, 1_500))
    ),
    Hunting("brag", "pagat", 2, 0.5, 60, deals=30, habits=("remembers cards",)),
    Hunting("brag", "pagat", 3, 0.5, 50, deals=30, habits=("remembers cards",)),
    Hunting("brag_poker", "online", 2, 0.1, 400),
    Hunting("brag_poker", "online", 3, 0.1, 800),
    Hunting("brag_poker", "online", 4, 0.2, 400),
    *(
        Hunting("brag_poker", "online", players, 0.1, 4_000, deals=1, habits=("raises once before the draw",))
        for players in (3, 4)
    ),
    Hunting("stop_the_bus", "denexa", 4, 0.02, 100),
    Hunting("xap_xam", "xap_xam", 4, 0.1, 60),
)
"""The measurements of habits."""
THINKING: Final = {"brag": (2, 4)}
"""Games in which a bot's thinking time depends much on the number of players, with the numbers for which it is measured."""


class Claim(msgspec.Struct, frozen=True):
    """One figure that is claimed."""

    kind: str
    """Kind of the figure: ``beats`` (the bot's gain among weaker bots), ``answer`` (the gain of an answer to the bot), ``habits``
    (the gain of the best of some players of simple habits) or ``thinks`` (the time that the bot thinks)."""
    game: str
    preset: str
    bot: str
    against: str = ""
    """The bot in the other seats."""
    players: int = 0
    """Number of players at the table; 0 for the preset's number."""
    cards: int = 0
    """Number of cards of each player; 0 if ``preset`` gives it."""
    count: int = 0
    """Number of games (the most for each habit), deals, hands or decisions that are measured, depending on the kind."""
    error: float = 0.0
    """The standard error at which the measurement of a habit ends (see `Hunting.error`)."""
    given: str | msgspec.UnsetType = msgspec.UNSET
    """An option that differs from the preset, such as ``compare=everyone``; left out if there is none."""
    deals: int | msgspec.UnsetType = msgspec.UNSET
    """Number of deals after which a game is broken off. If it is left out, games of ``beats`` are played to the end, and
    games of ``habits`` are broken off after `DEALS` deals."""
    habits: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """The names of the habits; left out for all of ``HABITS`` in the game's module ``study.family``."""


class Found(msgspec.Struct, frozen=True):
    """What was measured."""

    mean: float
    """The mean gain in points, chips, tokens or units per deal; for ``thinks``, the median time in milliseconds."""
    error: float = 0.0
    """One standard error of the mean; 0 for ``thinks``."""
    note: str = ""
    """Depends on the kind. ``habits``: the best habit, and how many habits lose for certain. ``answer`` at Crash: the unit of
    the gain. ``thinks``: the time that one decision in fifty reaches, in milliseconds."""


class Measured(msgspec.Struct, frozen=True):
    """A claim and its measured figure."""

    claim: Claim
    found: Found
    date: str
    """The day of the measurement, such as ``2026-11-24``."""


def claims() -> Iterator[Claim]:
    """All claims, those that take longest last."""
    for game in GAMES:
        order = [bot for bot in names(game) if bot != "random"]
        for preset in find(game).schema.presets:
            for weaker, bot in pairwise(order):
                most = BROKEN_OFF.get(game, msgspec.UNSET)
                yield Claim("beats", game, preset, bot, weaker, count=PLAYED[game], deals=most)
        for players in THINKING.get(game, (0,)):
            count = 400 if players else 150
            yield Claim("thinks", game, next(iter(find(game).schema.presets)), best(game), players=players, count=count)
    yield from _answers()
    for each in HABITS:
        bot = best(each.game)
        yield Claim(
            "habits",
            each.game,
            each.preset,
            bot,
            players=each.players,
            count=each.games,
            error=each.error,
            given=each.given,
            deals=each.deals,
            habits=each.habits,
        )


def _answers() -> Iterator[Claim]:
    """The claims of the kind ``answer``."""
    for cards, others in CRASH:
        for against in ("sharp", "greedy"):
            yield Claim("answer", "crash", "", "sharp", against, players=others + 1, cards=cards, count=400)
    for preset, tables in POTS:
        for players in tables:
            yield Claim("answer", "crash", preset, "sharp", "sharp", players=players, count=400)
    yield Claim("answer", "crash", "online", "sharp", "sharp", players=2, count=400, given="min_hand=flush")
    for bot in ("novice", "plain", "sharp"):
        yield Claim("answer", "brag_poker", "online", bot, players=2, count=6_000)
    yield Claim("answer", "brag_poker", "online", "sharp", players=3, count=4_000)
    yield Claim("answer", "brag_poker", "online", "sharp", players=4, count=1_500)
    for given in ("purse=3", "purse=6", "purse=12", "small_blind=2"):
        yield Claim("answer", "brag_poker", "online", "sharp", players=2, count=2_000, given=given)
    for preset in find("xap_xam").schema.presets:
        for bot in ("greedy", "sharp"):
            yield Claim("answer", "xap_xam", preset, bot, players=4, count=400)
    yield Claim("answer", "xap_xam", "xap_xam", "sharp", players=4, count=400, given="compare=everyone")
    for preset in find("stop_the_bus").schema.presets:
        for bot in ("thumb", "conductor"):
            yield Claim("answer", "stop_the_bus", preset, bot, players=4, count=200)
    yield Claim("answer", "stop_the_bus", "pub", "conductor", players=2, count=400)
    for bot in ("plain", "canny"):
        for preset in find("brag").schema.presets:
            yield Claim("answer", "brag", preset, bot, players=2, count=5_000)


def measure(claim: Claim) -> Found:
    """Measure a claim on one core."""
    return _KINDS[claim.kind](claim)


def _beats(claim: Claim) -> Found:
    rules, most = _rules(claim), claim.deals or None
    row, *_ = ladder(claim.game, rules, [claim.bot], claim.against, claim.count, SEED, _ONE, deals=most).standings
    return Found(row.gain, row.gain_error)


def _answer_of_betting(claim: Claim) -> Found:
    """Work out an answer to a bot in a game of bets, and measure its gain by playing it."""
    from prial.bots.registry import make
    from prial.games.brag import BragGame
    from prial.games.brag.study import response as brag
    from prial.games.brag_poker import BragPokerGame
    from prial.games.brag_poker.study import response as brag_poker
    from prial.study.solve.response import Answer, Answering, played

    game = find(claim.game).make({"players": claim.players, **_given(claim)}, claim.preset)
    answers: list[Answering]
    if isinstance(game, BragGame):
        asked = brag.duel(game)
        answers = [Answer(asked, make(asked.game, claim.bot), seat) for seat in (0, 1)]
    else:
        assert isinstance(game, BragPokerGame)
        table = brag_poker.OneDeal(game)
        answers = [brag_poker.Answer(table, make(table.game, claim.bot), seat) for seat in range(claim.players)]
    gain = played(answers, claim.count, SEED)
    return Found(gain.mean, gain.error)


def _answer_of_crash(claim: Claim) -> Found:
    from prial.games.crash import CrashGame
    from prial.games.crash.bots import tables
    from prial.games.crash.settings import Scoring
    from prial.games.crash.study.response import against, respond
    from prial.games.crash.study.sampling import SAMPLES, Sampling

    if claim.preset:
        game = find("crash").make({"players": claim.players, **_given(claim)}, claim.preset)
        assert isinstance(game, CrashGame)
        pot = game.rules.scoring is Scoring.POT
        laid, sampling = against(game, claim.against, SAMPLES, games=not pot)
        gain = respond(laid, sampling, hands=claim.count, of=game.scorer.ranking, counting=_ONE)
        return Found(gain.points, gain.error, "in pots" if pot else "in games")
    others = claim.players - 1
    mixed = tables.mixed(claim.cards, others)
    field = mixed if claim.against == "sharp" else None
    gain = respond(mixed, Sampling([field], others, claim.cards), hands=claim.count, counting=_ONE)
    return Found(gain.points, gain.error)


def _answer_of_stop_the_bus(claim: Claim) -> Found:
    from prial.bots.registry import make
    from prial.games.stop_the_bus import BusGame
    from prial.games.stop_the_bus.study.response import measured, search

    game = find("stop_the_bus").make({"players": str(claim.players)}, claim.preset)
    assert isinstance(game, BusGame)
    bot = make(game, claim.bot)
    gain = measured(game, search(game, bot, SEED, 4), bot, claim.count, SEED)
    return Found(gain.mean, gain.error)


def _answer_of_xap_xam(claim: Claim) -> Found:
    from prial.games.xap_xam import XapXamGame
    from prial.games.xap_xam.study.counting import answered

    game = find("xap_xam").make({"players": str(claim.players), **_given(claim)}, claim.preset)
    assert isinstance(game, XapXamGame)
    gain = answered(game, claim.bot, hands=claim.count, worlds=WORLDS, seed=SEED)
    return Found(gain.mean, gain.error)


def _answer(claim: Claim) -> Found:
    return _ANSWERS[claim.game](claim)


def _habits(claim: Claim) -> Found:
    family = import_module(f"prial.games.{claim.game}.study.family")
    habits = {name: partial(family.habitual, name) for name in claim.habits or family.HABITS}
    deals = claim.deals or DEALS
    hunted = [
        *hunt(claim.game, _rules(claim), habits, claim.bot, error=claim.error, games=claim.count, deals=deals, counting=_ONE)
    ]
    most = max(hunted, key=lambda each: (each.verdict is not Verdict.LOSES, each.gain))
    losing = sum(each.verdict is Verdict.LOSES for each in hunted)
    return Found(most.gain, most.error, f"{most.habit} ({losing} of {len(hunted)} lose for certain)")


def _thinks(claim: Claim) -> Found:
    players = claim.players or find(claim.game).make({}, claim.preset).seats
    times = sorted(thought(claim.game, claim.bot, claim.preset, players, claim.count))
    return Found(1e3 * times[len(times) // 2], 0.0, f"{1e3 * times[-1 - len(times) // 50]:.0f}")


def _given(claim: Claim) -> dict[str, str]:
    return dict([claim.given.split("=")]) if claim.given else {}


def _rules(claim: Claim) -> dict[str, Any]:
    return {"preset": claim.preset, **_given(claim), **({"players": claim.players} if claim.players else {})}


_ANSWERS: Final[dict[str, Callable[[Claim], Found]]] = {
    "brag": _answer_of_betting,
    "brag_poker": _answer_of_betting,
    "crash": _answer_of_crash,
    "stop_the_bus": _answer_of_stop_the_bus,
    "xap_xam": _answer_of_xap_xam,
}
_KINDS: Final[dict[str, Callable[[Claim], Found]]] = {"beats": _beats, "answer": _answer, "habits": _habits, "thinks": _thinks}
