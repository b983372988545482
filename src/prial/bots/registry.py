"""Finds and makes the bots of each game: the random bot, bots that other packages add, and the game's own bots."""

import inspect
import sys
import warnings
from collections.abc import Mapping
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from prial.arguments import explained
from prial.bots.bot import Advice, Bot, RandomBot
from prial.bots.own import OwnBot, seated
from prial.bots.roster import Level, Maker, Roster
from prial.core.game import Game, View
from prial.core.given import check_view
from prial.core.kind import load
from prial.core.registry import Named, find
from prial.errors import Refusal, RulesError, add_sentences, catalogue, refuse, say

add_sentences(
    "en",
    {
        "bot.unknown": "There is no bot {bot!r} for {game}; the bots are {bots}.",
        "bot.unknown_here": "There is no bot {bot!r} for {game}: choose from {bots}, or give your own as module:Class or "
        "cmd:COMMAND.",
        "bot.not_loaded": "The bot {bot!r} can't be loaded: {why}.",
        "bot.random": "Plays at random.",
        "bot.made": "{bot} is already a bot object: give its class ({kind}) or its name, so that each process makes its own.",
        "bot.none": "{bot} isn't a bot: give a name, the bot's class with a method choose, or a function that makes the bot.",
    },
)

NamedBot: TypeAlias = str | Maker
"""A bot's name, its class, or a function that makes the bot."""
GROUP: Final = "prial.bots"
"""The group of entry points by which other packages add bots to a game."""
COMMAND: Final = "cmd:"
"""Prefix of a bot's name. The text after this prefix is a command that starts the bot: ``cmd:./bot``."""


def _any_game(_: Game[Any, Any]) -> Bot:
    return RandomBot()


@cache
def _added() -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=GROUP))


@cache
def _rosters(game: str) -> tuple[Roster, ...]:
    """The lists of a game's bots, the game's own list last."""
    own = find(game).part("bots")
    found = [] if own is None else [own]
    for point in _added():
        if point.name.partition(".")[0] == game:
            try:
                roster = point.load()
                if not isinstance(roster, Roster):
                    raise TypeError("it doesn't name a Roster")  # noqa: TRY301
                found.insert(0, roster)
            except (Exception, SystemExit) as error:  # noqa: BLE001  # the game's own bots must work whatever another roster does
                warnings.warn(str(_not_loaded(point.name, error)), RuntimeWarning, stacklevel=2)
    return tuple(found)


def _makers(game: str) -> Mapping[str, Maker]:
    makers: dict[str, Maker] = {"random": _any_game}
    for roster in _rosters(game):
        makers = {**{name: maker for name, maker in makers.items() if name not in roster.makers}, **roster.makers}
    return makers


@explained
def names(game: Named) -> tuple[str, ...]:
    """The names of a game's bots: the random bot, bots of other packages, and the game's own bots from weak to strong."""
    return tuple(_makers(find(game).name))


@explained
def best(game: Named) -> str:
    """The name of the strongest of the game's own bots. It is the random bot if the game has no bots of its own."""
    own = find(game).part("bots")
    return "random" if own is None else list(own.makers)[-1]


def levels(game: Named) -> Mapping[Level, str]:
    """The name of the bot that plays at each level of strength.

    If the game sets no levels, its weakest bot is easy, the bot in the middle of its list is fair, and its strongest bot is hard.
    """
    own: Roster | None = find(game).part("bots")
    if own is not None and own.levels:
        return own.levels
    known = ["random"] if own is None else list(own.makers)
    return {Level.EASY: known[0], Level.FAIR: known[(len(known) - 1) // 2], Level.HARD: known[-1]}


@explained
def about(game: Named, bot: str) -> str:
    """One sentence that tells people how a bot plays.

    It comes from the texts of the game, or from the first line of the bot's docstring.

    Args:
        game: the game.
        bot: the name of the bot, one of `names`.
    Raises:
        RulesError: if the game has no bot of this name.
    """
    kind = find(game)
    makers = _makers(kind.name)
    if bot not in makers:
        raise RulesError(refuse("bot.unknown", bot=bot[:60], game=kind.name, bots=", ".join(makers)))
    maker = makers[bot]
    for code in (f"{kind.name}.bot.{bot}", f"bot.{bot}"):
        if code in catalogue():
            return say(code, {})
    return (inspect.getdoc(maker) or "").partition("\n")[0]


@explained
def make(game: Game[Any, Any], bot: str) -> Bot:
    """Make a bot that plays a game. Names from the network are safe: no name can import a module or start a command.

    Args:
        game: the game with its rules.
        bot: the name of the bot, one of `names`.
    Raises:
        RulesError: if the game has no bot of this name.
    """
    makers = _makers(game.name)
    if bot not in makers:
        raise RulesError(refuse("bot.unknown", bot=bot[:60], game=game.name, bots=", ".join(makers)))
    return seated(makers[bot], game)


def label(bot: NamedBot | Bot) -> str:
    """The name of a bot for reports.

    It is ``bot`` if that is a text. Otherwise it is the ``__name__`` of ``bot``, or the class name of an object without
    ``__name__``.
    """
    return bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)


def maker(game: Named, bot: NamedBot) -> Maker:
    """A function that makes a bot. Never pass a name from the network: a name may import a module or start a command.

    The bot can be given in four ways:

    * its name, one of `names`;
    * a reference such as ``mine:FlushHunter``: a module (installed, or in the current folder) and a class in it;
    * a command such as ``cmd:./bot`` (see `prial.bots.program`);
    * the bot's class, or a function that makes the bot. If it takes an argument, it gets the game with its rules.

    Args:
        game: the game.
        bot: the bot.
    Raises:
        RulesError: if one of these holds:

            * there is no such game or bot
            * the game, its bots or the class in a reference can't be loaded
            * the command can't be read
            * ``bot`` is given in none of these four ways, for example as a bot that is already made
    """
    if not isinstance(bot, str):
        return partial(seated, _checked(bot))
    kind = find(game)
    makers = _makers(kind.name)
    if bot in makers:
        return partial(seated, makers[bot])
    if bot.startswith(COMMAND):
        from prial.bots.program import Program, split  # imported here, since few callers start programs

        return partial(Program, command=split(bot.removeprefix(COMMAND)))
    if ":" not in bot:
        raise RulesError(refuse("bot.unknown_here", bot=bot[:60], game=kind.name, bots=", ".join(makers)))
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    try:
        found: Maker = load(bot)
    except Exception as error:
        raise RulesError(_not_loaded(bot, error)) from error
    return partial(OwnBot, bot, found)


def _checked(bot: Any) -> Maker:
    """Return ``bot`` if it is a bot's class or a function that makes a bot; else raise RulesError."""
    chooses = callable(getattr(bot, "choose", None))
    if callable(bot) and (chooses or not isinstance(bot, type)):
        made: Maker = bot
        return made
    name = type(bot).__name__
    raise RulesError(refuse("bot.made" if chooses else "bot.none", bot=repr(bot)[:60], kind=name))


def _not_loaded(bot: str, error: BaseException) -> Refusal:
    return refuse("bot.not_loaded", bot=bot, why=str(error).rstrip(".") or type(error).__name__)


def stand_in(game: Game[Any, Any]) -> Bot:
    """Make the bot that plays for absent players.

    If the game names no such bot, its fair bot plays. If the game has no bots, the random bot plays.

    Args:
        game: the game.
    """
    own: Roster | None = find(game.name).part("bots")
    if own is None:
        return RandomBot()
    return seated(own.stand_in or own.makers[levels(game.name)[Level.FAIR]], game)


@explained
def advise(game: Game[Any, Any], view: View[Any], rng: Random) -> list[Advice]:
    """Suggest actions to the player whose turn it is.

    Args:
        game: the game with its rules.
        view: what the player knows.
        rng: the random generator for the suggestions.
    Returns:
        The suggestions, the best first; empty if the game makes none.
    Raises:
        RulesError: if the arguments aren't a game and a view of it.
    """
    check_view(game, view)
    own: Roster | None = find(game.name).part("bots")
    return [] if own is None else own.advise(game, view, rng)
