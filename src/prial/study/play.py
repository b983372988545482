"""Lets bots play a game to its end, without a terminal or a server."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from numbers import Integral
from random import Random
from typing import Any, TypeAlias, cast

from prial.arguments import check_whole, explained
from prial.bots.bot import Bot
from prial.bots.own import seated as made
from prial.bots.registry import COMMAND, label, make
from prial.core.chance import Draw
from prial.core.game import NATURE, Chance, Game, Over, Seat, State, view
from prial.core.given import check_state
from prial.core.registry import find
from prial.core.session import Session
from prial.core.step import step
from prial.errors import ActionError, Refusal, RulesError, add_sentences, refuse

add_sentences(
    "en",
    {
        "play.seated": "This table has {seats} seats, but bots were given for {given}.",
        "play.bot": "{bot} can't take a seat: give a bot's name, its class, or an object with a method choose.",
        "play.program": "No bot is called {bot}: to seat a command, give prial.bots.program.Program(game, {command}).",
        "play.reference": "No bot is called {bot}: give the class itself (from {module} import {name}).",
        "play.refused": "{bot} in seat {seat} answered {action}, which isn't allowed: {why}",
    },
)

Heard: TypeAlias = Callable[[State[Any], Seat, Any], None]
"""A function that is called with each move: the state before the move, the seat that moves, and the action.

If a card is dealt or drawn, the seat is `prial.core.game.NATURE`, and the action is the result of the draw.
"""


@explained
def play(
    game: Game[Any, Any],
    seated: Sequence[Bot | type[Bot] | str],
    seed: int | Sequence[int],
    most: int | None = None,
    heard: Heard | None = None,
    *,
    start: State[Any] | None = None,
) -> tuple[State[Any], int]:
    """Let bots play one game to its end, or only some of its deals.

    Args:
        game: the game.
        seated: for each seat a bot, a bot's class or a bot's name. One bot may sit in several seats. If a class takes an
            argument, it gets the game.
        seed: seed of the random numbers, a whole number or a sequence of them. The cards don't depend on the players' actions.
        most: greatest number of deals; None to play the game to its end.
        heard: called with each move of a bot or of chance, once the rules have allowed the move (see `Heard`).
        start: the state to play on from, such as `Session.state`; None for the start of the game. A deal in progress counts as
            one deal.
    Returns:
        The last state, and the number of deals.
    Raises:
        RulesError: if one of these holds:

            * ``seated`` doesn't give a bot for each seat
            * ``seed`` isn't a seed
            * ``most`` is below 1
            * ``start`` isn't a state of the game
        ActionError: if a bot chose an action that the rules refuse.
    """
    if isinstance(seated, str):
        raise TypeError("its letters would be the bots")  # the decorator turns this into a sentence
    if len(seated) != game.seats:
        raise RulesError(refuse("play.seated", seats=game.seats, given=len(seated)))
    check_most(most)
    bots = [_seated(game, each) for each in seated]
    several = seeds(seed)
    state = game.start() if start is None else check_state(game, start)
    gathered: Mapping[Seat, Any] = {}
    own = [Random(repr((*several, "seat", seat))) for seat in range(game.seats)]
    node = game.node(state)
    nature, rested = 0, not state.piles or isinstance(node, Over) or node.rest
    deals = int(not rested)
    while not isinstance(node := game.node(state), Over):
        moves: list[tuple[Seat, Any]]
        rested = rested or node.rest
        if isinstance(node, Chance):
            # Only cards that are dealt after a rest begin a deal; others are drawn within it
            dealt = rested and isinstance(node.draw, Draw) and not node.draw.returned
            if dealt and deals == most:
                break
            moves = [(NATURE, node.draw.sample(Random(repr((*several, "nature", nature)))))]
            nature += 1
            if dealt:
                deals, rested = deals + 1, False
        else:
            views = [(seat, view(state, seat)) for seat in node.seats]
            moves = [(seat, bots[seat].choose(seen, game.choices(seen), own[seat])) for seat, seen in views]
        for seat, action in moves:
            done = step(game, state, gathered, seat, action)
            if isinstance(done, Refusal):
                raise ActionError(done) if seat == NATURE else refused(game, seated[seat], seat, action, done)
            if heard:
                heard(state, seat, action)
            after, gathered = done.state, done.gathered
        state = after
    return state, deals


@explained
def match(
    game: Game[Any, Any],
    seated: Sequence[Bot | type[Bot] | str],
    seed: int | Sequence[int],
    names: Sequence[str] | None = None,
    most: int | None = None,
    *,
    start: State[Any] | None = None,
) -> Session[Any, Any]:
    """Let bots play one game, and return it as a session.

    The session gives the result and a record. If a bot is given by name, the record keeps the name.

    Args:
        game: the game.
        seated: for each seat a bot, a bot's class or a bot's name.
        seed: seed of the random numbers, a whole number or a sequence of them.
        names: the players' names, by seat; None for each bot's name and seat, such as ``sharp 0``.
        most: greatest number of deals; None to play the game to its end.
        start: the state to play on from, such as `Session.state`; None for the start of the game.
    Returns:
        The session after the last move. The session doesn't deal cards automatically.
    Raises:
        RulesError: if one of these holds:

            * ``seated`` doesn't give a bot for each seat
            * ``seed`` isn't a seed
            * ``most`` is below 1
            * ``start`` isn't a state of the game
        ActionError: if a bot chose an action that the rules refuse.
        RecordError: if there isn't a name for each seat, or if a name can't be shown.
    """
    session = Session(game, names, shuffles=False, start=start)

    def heard(_: State[Any], seat: Seat, action: Any) -> None:
        session.do(seat, action)

    play(game, seated, seed, most, heard, start=start)
    if names is None:
        session.names = tuple([f"{label(bot)} {seat}" for seat, bot in enumerate(seated)])
    session.notes["bots"] = {str(seat): bot for seat, bot in enumerate(seated) if isinstance(bot, str)}
    return session


def seeds(seed: int | Sequence[int]) -> tuple[int, ...]:
    """Write a seed as a tuple of whole numbers.

    Args:
        seed: a whole number, or a sequence of them.
    """
    return (int(seed),) if isinstance(seed, Integral) else tuple(map(int, cast(Sequence[int], seed)))


def check_most(most: int | None, option: str = "most") -> None:
    """Check a limit on the number of deals of a game.

    Args:
        most: the limit; None for no limit.
        option: name of the argument, for the error message.
    Raises:
        RulesError: if ``most`` is below 1.
        TypeError: if ``most`` isn't a whole number.
    """
    if most is None:
        return
    check_whole(most)
    if most < 1:
        raise RulesError(refuse("rules.number", option=option, value=str(most), least=1, most=10**12))


def refused(game: Game[Any, Any], bot: Bot | type[Bot] | str, seat: Seat, action: Any, why: Refusal) -> ActionError:
    """Make the error for a bot's action that the rules refuse. It names the bot, its seat and the action.

    Args:
        game: the game.
        bot: the bot, its class or its name.
        seat: the bot's seat.
        action: the bot's action, which may be anything.
        why: the reason for the refusal.
    """
    said = repr(action)
    try:
        text = game.write(action)
        if game.read(text) == action:
            said = repr(text)
    except Exception:  # noqa: BLE001, S110  # what isn't an action can't be written
        pass
    return ActionError(refuse("play.refused", bot=label(bot), seat=seat, action=said[:80], why=str(why)))


def _seated(game: Game[Any, Any], bot: Bot | type[Bot] | str) -> Bot:
    """The bot for a seat. If its name or its class was given, the bot is made."""
    if isinstance(bot, str):
        if bot.startswith(COMMAND):
            raise RulesError(refuse("play.program", bot=bot[:60], command=repr(bot.removeprefix(COMMAND))[:60]))
        module, colon, name = bot.partition(":")
        if colon:
            raise RulesError(refuse("play.reference", bot=bot[:60], module=module[:60], name=name[:60]))
        return make(game, bot)
    if not callable(getattr(bot, "choose", None)):
        raise RulesError(refuse("play.bot", bot=repr(bot)[:60]))
    return made(bot, game) if isinstance(bot, type) else bot


@cache
def table(game: str, rules: tuple[tuple[str, Any], ...]) -> Game[Any, Any]:
    """Make a game with given rules. A second call with the same arguments returns the same object.

    Args:
        game: the game's name.
        rules: pairs of an option's name and its value, as a tuple. A pair may also be ``preset`` and a preset's name.
    """
    given = dict(rules)
    return find(game).make(given, given.pop("preset", None))
