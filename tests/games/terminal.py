"""Whole games of a person at a terminal, for any game: played to the end, interrupted, and checked for cards that nobody told."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from prial.cards import parse, symbol
from prial.core.game import Decision, Seat, view
from prial.core.record import Record
from prial.core.registry import open_record
from prial.study.replay import go_through
from tests.cli.at_table import AtTable
from tests.cli.conftest import Prial, one_sentence
from tests.cli.seat import Person
from tests.cli.test_play import cards_on, the_record

Answer = Callable[[str, str], str]
"""Given the prompt and everything that was on the screen, gives the line to type."""


def play_on(home: Path, answer: Answer, *command: str) -> tuple[Person, Record]:
    """Start a game by a command and play it to its end; returns the person and the record."""
    person = Person(home, *command, "--name", "Ann", "--fast")
    person.play(answer)
    assert person.process.returncode == 0
    assert "The game is over" in person.screen
    assert "Traceback" not in person.screen
    _, record = the_record(home)
    assert record.notes["over"] is True
    done = go_through(open_record(record), record)
    assert done.refused is None
    assert done.standing.over
    return person, record


def check_cards(home: Path, answer: Answer, extra: list[str], asked: str, *command: str) -> None:
    """Check that no card is printed that the person wasn't told.

    Args:
        home: the folder in which the game is kept.
        answer: how the person plays.
        extra: further lines to type, once each, the last first; ``log`` is one of them.
        asked: part of the prompts at which those lines are typed.
        command: the command that starts the game.
    """

    def talkative(prompt: str, screen: str) -> str:
        return extra.pop() if extra and asked in prompt else answer(prompt, screen)

    person, record = play_on(home, talkative, *command)
    deals: list[set[str]] = []
    for move in go_through(open_record(record), record, 0, everything=False).moves:
        for event in move.events:
            if event["code"].endswith(".dealt"):
                deals.append(set())
            for text in (event.get("cards"), event.get("card")):
                if isinstance(text, str):
                    deals[-1] |= {symbol(card) for card in parse(text)}
    parts = re.split(r"\nDeal \d+: [^\n]*─\n", person.screen)[1:]
    assert len(parts) == len(deals) > 1
    assert any(deals)
    logs = 0
    for number, part in enumerate(parts):
        told_again = "drawn to deal first" in part  # the log contains earlier deals too
        logs += told_again
        assert cards_on(part) <= set.union(*deals[0 if told_again else number : number + 1]), number
    assert logs == 1


def check_resumed(home: Path, answer: Answer, turns: int, *command: str) -> None:
    """Check that a game killed after this many turns and resumed is the same game; ``answer`` must use the prompt alone."""
    _, expected = play_on(home / "whole", answer, *command)
    person = Person(home, *command, "--name", "Ann", "--fast")
    for _ in range(turns):
        prompt = person.wait_for_prompt()
        assert prompt is not None
        person.type(answer(prompt, person.screen))
    person.wait_for_prompt()
    person.kill()
    path, left = the_record(home)
    assert 0 < len(left.moves) < len(expected.moves)
    again = Person(home, "play", "--resume", str(path), "--fast")
    again.play(answer)
    assert "Back at the table" in again.screen
    _, finished = the_record(home)
    assert finished.moves == expected.moves


def check_bots_alone(prial: Prial, game: str) -> None:
    """Check that bots can play a game for chips alone, and that each one's gain is printed."""
    play = ("play", game, "--auto", "--seed", "2", "--bots", "random", "--set", "length=3")
    done = prial(*play, "--quiet")
    assert done.exit_code == 0
    assert re.search(r"Bea +\d+ chips? +[+-]\d+", done.stdout)
    assert sum(json.loads(prial(*play, "--json").stdout)["ledger"]) == 0
    assert f"There is no bot 'nobody' for {game}" in one_sentence(prial("play", game, "--auto", "--bots", "nobody"))


def check_asked_once_a_deal(table: AtTable, seat: Seat, buys: str, typed: str) -> None:
    """Check that a player who sits out while others bet is asked once per deal to come back.

    Args:
        table: a table where the seat's owner sits out and may come back.
        seat: the seat.
        buys: what the prompt says about buying.
        typed: the line that brings the player back.
    """
    node = table.game.node(table.state)
    assert isinstance(node, Decision)
    assert seat in node.also
    board, terminal, _ = table.board([""])
    seen = view(table.state, seat)
    assert board.meanwhile(seen, table.game.choices(seen)) is None
    assert board.meanwhile(seen, table.game.choices(seen)) is None
    assert terminal.prompts == [f"You sit out; Enter stays out, play or {buys} comes back > "]
    board, _, _ = table.board(["what", typed])
    action = board.meanwhile(seen, table.game.choices(seen))
    assert action is not None
    assert table.game.write(action) == "play"
