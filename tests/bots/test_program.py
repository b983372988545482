"""A program as a bot: it plays, is sent what its seat may know, and whatever it does wrong is one sentence."""

import asyncio
import json
import multiprocessing
import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import msgspec
import pytest

from prial.bots.program import Program, question
from prial.bots.registry import make, maker
from prial.cli.support.sitting import Sitting
from prial.core.game import BACK, Choices, Decision, Over, Seat, View, view
from prial.core.registry import find, kinds
from prial.core.session import Session
from prial.errors import PrialError, RecordError, RulesError
from prial.study.chunks import Counting
from prial.study.ladder import ladder
from prial.study.play import play
from prial.study.played import played
from prial.study.work import Workers
from prial.testing import pairs
from prial.testing.play import History, position
from prial.testing.secrecy import CARDS
from tests.campaigns import sizes, soaking

BEHAVE = Path(__file__).with_name("behave.py")
GAMES = [kind.name for kind in kinds()]
BUS = find("stop_the_bus").make({"players": 2})
LONG = 60.0
"""Seconds after which a test has failed; nothing takes that long."""


def command(behaviour: str, *files: Path) -> list[str]:
    return [sys.executable, "-S", "-E", str(BEHAVE), behaviour, *map(str, files)]


def as_bot(behaviour: str, *files: Path) -> str:
    return "cmd:" + " ".join(command(behaviour, *files))


def start() -> Session[Any, Any]:
    game = Session(find("brag").make({"players": 2}), ["Ann", "Ben"], seed=7)
    game.do(game.waiting[0], "look")
    return game


def choose(bot: Any, game: Session[Any, Any] | None = None) -> Any:
    game = game or start()
    seat = game.waiting[0]
    return bot.choose(game.view(seat), game.choices(seat), Random(1))


@contextmanager
def all_gone(fifo: Path) -> Iterator[None]:
    """Check that at the end no process has the pipe open that was opened inside."""
    os.mkfifo(fifo)
    with open(os.open(fifo, os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0) as end:  # noqa: PTH123  # a descriptor
        yield
        ready, _, _ = select.select([end], [], [], LONG)
        assert ready
        assert end.read(1) == b""


@pytest.mark.parametrize("name", GAMES)
def test_a_program_plays_every_game_to_its_end(name: str) -> None:
    game = find(name).make()
    with Program(game, command("any")) as bot:
        state, deals = play(game, [bot] * game.seats, seed=[1])
    assert isinstance(game.node(state), Over)
    assert deals


def test_it_is_started_once_and_told_the_game_first(tmp_path: Path) -> None:
    game = find("crash").make({"players": 3}, preset="pub")
    copy = tmp_path / "sent"
    script = f"tee {copy} | {sys.executable} -S -E {BEHAVE} any"
    with Program(game, ["sh", "-c", script]) as bot:
        play(game, [bot] * 3, seed=[1], most=2)
    hello, *asked = map(json.loads, copy.read_text("utf-8").splitlines())
    assert hello == {
        "is": "hello",
        "prial": 1,
        "game": "crash",
        "rules": find("crash").schema.written(game.rules),
        "seats": 3,
        "options": {},
    }
    assert {each["is"] for each in asked} == {"asked"}
    assert {each["seat"] for each in asked} == {0, 1, 2}
    assert all(each.keys() == {"is", "seat", "view", "asked", "any", "chance", "seconds"} for each in asked)


def test_remarks_come_before_the_answer_and_are_heard() -> None:
    game, heard = start(), list[Any]()
    with Program(game.game, command("remarks"), timeout=LONG, options={"depth": 4}, heard=heard.append) as bot:
        assert choose(bot, game) in game.choices(game.waiting[0])
        assert heard == [{"seconds": LONG, "depth": 4}, 2, "nearly"]
        choose(bot, game)
        assert heard[3:] == heard[:3], "what was said with an answer isn't taken for the next one's"
    with Program(game.game, command("remarks")) as bot:
        assert choose(bot, game) in game.choices(game.waiting[0])


def test_remarks_give_a_program_no_more_time() -> None:
    with (
        Program(start().game, command("talks"), timeout=0.5) as bot,
        pytest.raises(PrialError, match=r"didn't answer within 0.5 seconds"),
    ):
        choose(bot)


def test_the_command_act_of_the_socket_is_an_answer() -> None:
    game = start()
    with Program(game.game, command("socket")) as bot:
        assert choose(bot, game) in game.choices(game.waiting[0])


@pytest.mark.parametrize(("games", "moves"), sizes((1, 80), (2, 150)))
@pytest.mark.parametrize("name", soaking(GAMES, ["brag", "stop_the_bus"]))
def test_worlds_that_look_alike_to_a_seat_send_it_the_same_bytes(name: str, games: int, moves: int) -> None:
    game = find(name).make()
    compared = 0

    def same(viewer: Seat | None, first: History, second: History) -> None:
        nonlocal compared
        states = [position(game, history)[0] for history in (first, second)]
        node = game.node(states[0])
        if viewer is None or not isinstance(node, Decision) or viewer not in node.seats:
            return
        views = [view(state, viewer) for state in states]
        one, two = (question(game, seen, game.choices(seen), Random(1)) for seen in views)
        assert one == two
        compared += states[0] != states[1]

    pairs(game, games=games, seed=3, each=4, counts=0, moves=moves, viewers=range(game.seats), also=same)
    assert compared


def test_no_card_is_named_that_the_seat_has_not_seen() -> None:
    game = Session(find("crash").make({"players": 4}), ["Ann", "Ben", "Cal", "Dot"], seed=7)
    named = 0
    while game.waiting:
        seat = game.waiting[0]
        seen, choices = game.view(seat), game.choices(seat)
        line = question(game.game, seen, choices, Random(1)).decode()
        known = {card for pile in seen.piles for card in pile if card != BACK}
        cards = {text for cards in CARDS.findall(line) for text in (cards[at : at + 2] for at in range(0, len(cards), 2))}
        assert len(cards) <= len(known) < 52
        named += len(cards)
        game.do(seat, choices.answer(Random(1)))
    assert named


SAID: list[tuple[str, str]] = [
    ("ends", r"ended without an answer \(exit status 3\)\."),
    ("raises", r"ended without an answer \(exit status 1\); its last words: 'ZeroDivisionError: by \\x1b\[31mzero'\."),
    ("closes", r"ended without an answer \(exit status -9\)\."),
    ("silent", r"didn't answer within 0.5 seconds\."),
    ("mute", r"didn't answer within 0.5 seconds\."),
    ("endless", r"answered with a line of more than 65536 bytes: 'lay lay .*…\."),
    ("error", r"gave up: \"I can't play \\x1b\[2Jthis\.\"\."),
    ("bytes", r"answered .*\\x00\\x1b\]0;title\\x07', which isn't of the form {\"action\": \"…\"}: it isn't JSON"),
    ("Let me think", r"answered 'Let me think', which isn't of the form {\"action\": \"…\"}: it isn't JSON"),
    ("[" * 5000, r"answered '\[\[\[.*…, which isn't of the form .*: "),
    ('{"move": "fold"}', r"which isn't of the form {\"action\": \"…\"}: it has no action\."),
    ('{"action": 4}', r"which isn't of the form {\"action\": \"…\"}: action should be text or null, and is a whole number\."),
    ("", r"answered '', which isn't of the form {\"action\": \"…\"}: it ends too early\."),
    ('{"action": "bet 4000"}', r"answered 'bet 4000', which isn't allowed there: \S.*\."),
    ('{"action": "see"}', r"answered 'see', which isn't allowed there: \S.*\."),
    ('{"action": "sing \\u001b[2J"}', r"answered 'sing \\x1b\[2J', which isn't allowed there: \S.*"),
]


@pytest.mark.parametrize(("behaviour", "said"), SAID, ids=[behaviour[:20] or "nothing" for behaviour, _ in SAID])
def test_what_a_program_does_wrong_is_one_sentence(behaviour: str, said: str) -> None:
    game = start()
    seconds = 0.5 if behaviour in {"silent", "mute"} else LONG
    with Program(game.game, command(behaviour), timeout=seconds) as bot, pytest.raises(PrialError, match=said) as caught:
        choose(bot, game)
    sentence = str(caught.value)
    assert sentence.startswith("The program ")
    assert sentence.isprintable()
    assert len(sentence) < 500


def test_an_answer_that_takes_effect_at_once_is_none() -> None:
    """Between deals of Brag a loser may show the hand, and still has to say whether to play on."""
    game, rng = Session(find("brag").make({"players": 2}), ["Ann", "Ben"], seed=7), Random(1)
    while True:
        seat = game.waiting[0]
        choices = game.choices(seat)
        if any(map(choices.at_once, choices)):
            break
        game.do(seat, choices.answer(rng))
    with Program(game.game, command('{"action": "show"}')) as bot, pytest.raises(PrialError, match="It takes effect at once"):
        choose(bot, game)


def test_noise_on_its_standard_error_harms_nothing() -> None:
    with Program(BUS, command("noisy")) as bot:
        assert play(BUS, [bot] * 2, seed=[1], most=1)[1] == 1


def test_after_an_error_it_is_started_again(tmp_path: Path) -> None:
    game, copy = start(), tmp_path / "sent"
    with Program(game.game, ["sh", "-c", f"head -n 1 >> {copy}"]) as bot:
        for _ in range(2):
            with pytest.raises(PrialError, match="ended without an answer"):
                choose(bot, game)
    first, second = copy.read_text("utf-8").splitlines()
    assert first == second


def test_a_program_that_does_not_end_is_ended_with_its_bot(tmp_path: Path) -> None:
    game = start()
    with all_gone(tmp_path / "held"):
        bot = Program(game.game, command("deaf", tmp_path / "held"))
        choose(bot, game)
        del bot
    with all_gone(tmp_path / "again"), Program(game.game, command("deaf", tmp_path / "again")) as bot:
        choose(bot, game)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("./nowhere", r"The program ./nowhere can't be started: No such file or directory\."),
        (["/"], r"The program / can't be started: Permission denied\."),
        (["a\0b"], r"The program .*a\\x00b.* can't be started: embedded null byte\."),
    ],
)
def test_a_program_that_cannot_be_started_is_named(words: Any, said: str) -> None:
    with pytest.raises(PrialError, match=said):
        Program(find("brag").make(), words)


def test_a_command_without_a_word_is_refused() -> None:
    with pytest.raises(RulesError, match="can't be read: it names no program"):
        Program(find("brag").make(), [])


@pytest.mark.parametrize("name", ["cmd:", "cmd:  ", "cmd:./bot 'x"])
def test_a_command_that_cannot_be_read_is_refused_before_anything_starts(name: str) -> None:
    with pytest.raises(RulesError, match=r"The command .* can't be read: "):
        maker("brag", name)


def test_no_name_from_the_network_starts_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def started(*_: Any, **__: Any) -> None:
        pytest.fail("a program was started")

    monkeypatch.setattr("subprocess.Popen", started)
    for kind in kinds():
        with pytest.raises(RulesError, match="There is no bot 'cmd:"):
            make(kind.make(), f"cmd:touch {tmp_path / 'here'}")
        maker(kind, as_bot("any"))  # naming one is not starting one either


def test_a_record_starts_no_program_by_itself(tmp_path: Path) -> None:
    notes = {"bots": {"0": "cmd:./nowhere", "1": "plain"}}
    record = msgspec.structs.replace(start().record(), notes=notes)
    with pytest.raises(RecordError, match=r"the bot cmd:\./nowhere: name it again"):
        Sitting.reopen(record, tmp_path / "game.json")
    with pytest.raises(PrialError, match=r"nowhere can't be started"):
        Sitting.reopen(record, tmp_path / "game.json", ["cmd:./nowhere"])


def test_the_same_program_and_seed_give_the_same_ladder_on_any_number_of_workers(tmp_path: Path) -> None:
    rules = {"players": 2}

    def measured(fifo: Path, workers: int) -> Any:
        with all_gone(fifo):
            bots = [as_bot("any", fifo)]
            found = ladder("stop_the_bus", rules, bots, "thumb", 21, seed=5, counting=Counting(Workers(workers)), deals=1)
        return [(each.points, each.gain_error, each.deals) for each in found.standings]

    assert measured(tmp_path / "one", 1) == measured(tmp_path / "two", 2)


def test_deals_are_played_by_it_and_its_record_names_it() -> None:
    bot = as_bot("any")
    (deals,) = played("brag", {"players": 2}, [bot, "plain"], 2, counting=Counting(Workers(1)))
    assert deals[0].bots == (bot, "plain")


class Recorder:
    """Notes the random numbers that a program would be sent."""

    def __init__(self) -> None:
        self.chances: list[int] = []

    def choose(self, seen: View[Any], choices: Choices[Any], rng: Random) -> Any:
        self.chances.append(json.loads(question(BUS, seen, choices, rng))["chance"])
        return next(iter(choices))


def test_a_pool_that_stops_after_an_error_leaves_no_program_behind(tmp_path: Path) -> None:
    """One worker's program fails in the first game, while another's never answers."""
    fifo, first = tmp_path / "held", Recorder()
    play(BUS, [first, make(BUS, "thumb")], (5, 0), most=1)
    os.mkfifo(f"{fifo}.second")
    bot = f"{as_bot('second', fifo)} {first.chances[0]}"
    with all_gone(fifo), pytest.raises(PrialError, match="exit status 3"):
        ladder("stop_the_bus", {"players": 2}, [bot], "thumb", 40, seed=5, counting=Counting(Workers(2)))


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # the threads that talk to the program aren't in the fork
def test_a_fork_starts_a_program_of_its_own() -> None:
    game = start()
    with Program(game.game, command("any")) as bot:
        before = choose(bot, game)

        def fork() -> None:
            assert choose(bot, game) == before
            bot.close()

        process = multiprocessing.get_context("fork").Process(target=fork)
        process.start()
        process.join(LONG)
        assert process.exitcode == 0
        assert choose(bot, game) == before


def test_close_ends_the_wait_of_another_thread() -> None:
    """As a program that uses asyncio needs it: a cancelled task doesn't stop the thread that waits for the answer."""
    game = start()
    bot = Program(game.game, command("silent"), timeout=LONG)
    seat = game.waiting[0]

    async def ask() -> None:
        asked = asyncio.to_thread(bot.choose, game.view(seat), game.choices(seat), Random(1))
        thread = asyncio.create_task(asked)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.shield(thread), 0.5)
        bot.close()
        with pytest.raises(PrialError, match="ended without an answer"):
            await thread

    begun = monotonic()
    asyncio.run(ask())
    assert monotonic() - begun < LONG / 2
