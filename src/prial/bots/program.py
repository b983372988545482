"""Runs a program in any language as a bot. The program reads and writes lines of JSON on its standard input and output."""

import os
import shlex
import threading
from collections.abc import Callable, Mapping, Sequence
from random import Random
from time import monotonic
from types import TracebackType
from typing import Any, Final, NoReturn, Self

import msgspec

from prial.bots.process import LONGEST, Running
from prial.core.game import Choices, Game, View
from prial.core.registry import find
from prial.core.sent import answers, pile_text
from prial.errors import ActionError, PrialError, RulesError, add_sentences, refuse, why_unreadable

add_sentences(
    "en",
    {
        "program.command": "The command {command!r} can't be read: {why}.",
        "program.start": "The program {program} can't be started: {why}.",
        "program.silent": "The program {program} didn't answer within {seconds} seconds.",
        "program.ended": "The program {program} ended without an answer{said}.",
        "program.error": "The program {program} gave up: {text}.",
        "program.long": "The program {program} answered with a line of more than {most} bytes: {answer}.",
        "program.answer": "The program {program} answered {answer}, which isn't of the form {form}: {why}.",
        "program.not_allowed": "The program {program} answered {action}, which isn't allowed there: {why}",
        "program.at_once": "It takes effect at once, but the turn still needs an answer.",
    },
)

TIMEOUT: Final = 60.0
"""Default number of seconds that a program has for an answer."""
FORM: Final = 1
"""Version number of the format of the lines that a program gets."""
_SHOWN: Final = 80
"""Greatest length, in characters, of the part of a program's output that an error message shows."""
_REASON: Final = 200
"""Greatest length, in characters, of the reason in an error message. A reason may quote a program's output."""


class Hello(msgspec.Struct, frozen=True, tag_field="is", tag="hello"):
    """The first line that a program gets. The program doesn't answer it."""

    prial: int
    """Version number of the format of the lines: `FORM`."""
    game: str
    """The game's name."""
    rules: dict[str, str | int]
    """The rules of the game. Maps names of options to values. Options that don't apply are left out."""
    seats: int
    """Number of players."""
    options: Mapping[str, Any] = {}
    """Settings for the program itself, as JSON values; empty if the caller gave none."""


class Seen(msgspec.Struct, frozen=True):
    """What a seat knows of the game."""

    public: Any
    """The part of the game's state that everybody knows."""
    piles: tuple[str, ...]
    """The cards of each pile (a hand or another group of cards), as text: ``AsKd``, or ``????`` for two cards that the seat
    hasn't seen."""
    seen: tuple[int, ...]
    """The seats that have seen the cards of each pile, as one number for each pile: bit k is set for seat k. −1 means
    everybody."""


class Open(msgspec.Struct, frozen=True):
    """The actions that a seat may take."""

    actions: tuple[str, ...] | None
    """The texts of all actions; None if there are too many actions, or if `guide` describes them."""
    guide: Any
    """Data in the game's own form that describes the allowed actions; None if the game has no such data for this decision."""


class Asked(msgspec.Struct, frozen=True, tag_field="is", tag="asked"):
    """A line that asks the program to choose an action for a seat. The next line comes only after the program's answer."""

    seat: int
    """The seat that decides."""
    view: Seen
    """What the seat knows."""
    asked: Open
    """The actions that the seat may take."""
    any: str
    """The text of an allowed action, chosen at random. A program that has nothing better may answer with it."""
    chance: int
    """A random whole number from 0 to 2^32 − 1. A program can use this number as the seed of its random choices. The program then
    gives the same answers when the game is played again with the game's seed."""
    seconds: float
    """Seconds that the program has for its answer."""


class Answer(msgspec.Struct, frozen=True):
    """A line that a program writes. Fields that this class doesn't have are ignored.

    For example, a program may write the whole message ``act`` that clients send to the server.
    """

    action: str | None = None
    """The text of the action that the program chooses."""
    error: str = ""
    """The reason why the program can't choose an action; empty if it can."""
    info: Any = None
    """A remark for the user, as any JSON value. If the line has a remark and no action, the program must write its action in a
    later line."""


class Program:
    """A bot that is a program in any language. The program is started once, for all seats and games of the bot.

    The bot ends the program when the bot is closed or deleted, when this process ends, and after an error. To end the program,
    the bot closes the program's input. If the program still runs half a second later, it is killed. The next decision starts the
    program again.

    Args:
        game: the game.
        command: the program and its arguments, as a list of words or as one text. A text is divided into words as a shell does.
        timeout: seconds that the program has for an answer. The time for the first answer includes the start of the program.
        options: settings for the program, as JSON values (see `Hello.options`).
        heard: called with each remark of the program (see `Answer.info`), except a remark in a line with an action or an error.
            None ignores remarks.
    Raises:
        RulesError: if the command can't be read.
        PrialError: if the program can't be started.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        command: str | Sequence[str],
        *,
        timeout: float = TIMEOUT,
        options: Mapping[str, Any] | None = None,
        heard: Callable[[Any], None] | None = None,
    ) -> None:
        self._words = split(command) if isinstance(command, str) else _named(list(command), "")
        self._game, self._timeout, self._heard = game, timeout, heard
        self._hello = _line(Hello(FORM, game.name, find(game.name).schema.written(game.rules), game.seats, options or {}))
        self._lock = threading.Lock()
        self._running: Running | None = self._started()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random) -> Any:
        """Let the program choose one of the allowed actions (see `Bot.choose`).

        Raises:
            PrialError: if the program can't be started, if it ends or reports an error, or if it doesn't answer with an allowed
                action in time.
        """
        line = question(self._game, view, choices, rng, self._timeout)
        with self._lock:  # the threads of one worker may share a bot
            if self._running is None or not self._running.is_ours:
                self._running = self._started()
            try:
                return self._action(self._running, line, choices)
            except BaseException:  # an interrupt, too; a late answer would be taken for the next answer
                self.close()
                raise

    def close(self) -> None:
        """End the program. The next decision starts it again."""
        running, self._running = self._running, None
        if running is not None:
            running.end()

    def _started(self) -> Running:
        try:
            return Running(self._words, self._hello)
        except (OSError, ValueError) as error:  # ValueError: a character that no name of a file has
            why = getattr(error, "strerror", None) or str(error)
            raise PrialError(refuse("program.start", program=self._name, why=why)) from error

    def _action(self, running: Running, line: bytes, choices: Choices[Any]) -> Any:
        """Send a question to the program, and return the action in its answer."""
        until = monotonic() + self._timeout
        text, answer = self._said(running, line, until)
        while answer.info is not None and answer.action is None and not answer.error:
            if self._heard is not None:
                self._heard(answer.info)
            text, answer = self._said(running, b"", until)
        if answer.error:
            self._fail("error", text=_shown(answer.error))
        if answer.action is None:
            self._fail("answer", answer=_shown(text.rstrip()), form='{"action": "…"}', why="it has no action")
        try:
            action = self._game.read(answer.action)
        except ActionError as error:
            self._fail("not_allowed", action=_shown(answer.action), why=_cut(_printable(str(error)), _REASON))
        refusal = choices.why_not(action)
        if refusal is None and choices.at_once(action):
            refusal = refuse("program.at_once")
        if refusal is not None:
            self._fail("not_allowed", action=_shown(answer.action), why=_cut(_printable(str(refusal)), _REASON))
        return action

    def _said(self, running: Running, line: bytes, until: float) -> tuple[bytes, Answer]:
        """Send a line to the program, and read its answer.

        ``until`` is a time of `time.monotonic`.
        """
        try:
            text = running.ask(line, max(0.0, until - monotonic()))
        except TimeoutError:
            self._fail("silent", seconds=f"{self._timeout:g}")
        if not text:
            status, last = running.end()
            self._fail("ended", said=f" (exit status {status})" + (f"; its last words: {_shown(last)}" if last else ""))
        if len(text) > LONGEST:
            self._fail("long", most=LONGEST, answer=_shown(text))
        try:
            answer = msgspec.json.decode(text, type=Answer)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._fail("answer", answer=_shown(text.rstrip()), form='{"action": "…"}', why=why_unreadable(error))
        return text, answer

    @property
    def _name(self) -> str:
        return _cut(_printable(shlex.join(self._words)))

    def _fail(self, code: str, **args: str | int) -> NoReturn:
        raise PrialError(refuse(f"program.{code}", program=self._name, **args))


def question(game: Game[Any, Any], view: View[Any], choices: Choices[Any], rng: Random, seconds: float = TIMEOUT) -> bytes:
    """Write the line that asks a program for an action. Equal arguments give equal lines.

    Args:
        game: the game with its rules.
        view: the view of the seat that decides.
        choices: the actions that this seat may take.
        rng: the random generator for `Asked.any` and `Asked.chance`.
        seconds: seconds that the program has for the answer.
    """
    assert view.seat is not None  # a spectator is never asked
    seen = Seen(view.public, tuple(map(pile_text, view.piles)), view.seen)
    drawn = game.write(choices.answer(rng))
    return _line(Asked(view.seat, seen, Open(*answers(game, view)), drawn, rng.getrandbits(32), seconds))


def split(command: str) -> list[str]:
    """Divide a command into words as a shell does. No shell is started.

    Raises:
        RulesError: if the command is empty, has a quotation that isn't closed, or ends with a single backslash (allowed on
            Windows).
    """
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError as error:
        raise RulesError(refuse("program.command", command=command[:60], why=str(error).lower())) from error
    return _named(words, command)


def _named(words: list[str], command: str) -> list[str]:
    """Return ``words``, the words of ``command``. Raises RulesError if ``words`` is empty."""
    if not words:
        raise RulesError(refuse("program.command", command=command[:60], why="it names no program"))
    return words


def _line(value: msgspec.Struct) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def _shown(text: str | bytes) -> str:
    """A program's output in quotation marks, cut to `_SHOWN` characters. Characters that can't be printed are escaped."""
    return _cut(repr(text.decode(errors="replace") if isinstance(text, bytes) else text))


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def _cut(text: str, most: int = _SHOWN) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
