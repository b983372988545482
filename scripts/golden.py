"""Writes the golden games, one whole game for every preset, which a person can read, under ``tests/games/NAME/golden``.

A golden game shows what each seat saw when it decided, what it did, which events were told to all seats or to some, and what
changed on the table. A test plays the same games again and compares. After an intended change of rules, run this script and
read the diff.
"""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from prial.cards import names
from prial.core import registry
from prial.core.game import NATURE, Chance, Decision, State, View, view
from prial.core.record import written_move
from prial.core.registry import find
from prial.core.step import step
from prial.errors import Refusal

ROOT: Final = Path(__file__).parents[1]
"""The checkout."""
PEOPLE: Final = ("Ann", "Ben", "Cat", "Dan", "Eve")
"""Names of the players, indexed by seat."""
WIDTH: Final = 128
"""Greatest length of a line, in characters."""


def book(name: str) -> Any:
    """The module ``playing`` beside a game's tests. Its `GAMES` lists the golden games, and its `play` chooses the actions."""
    return import_module(f"tests.games.{name}.playing")


def path_of(name: str, preset: str) -> Path:
    """The file of a preset's golden game."""
    return ROOT / "tests" / "games" / name / "golden" / f"{preset}.txt"


def _wrapped(head: str, words: list[str]) -> Iterator[str]:
    """Words as lines. All lines after the first are indented."""
    line = head
    for word in words:
        if len(line) + 1 + len(word) > WIDTH:
            yield line
            line = " " * (len(head) - len(head.lstrip()) + 4)
        line += " " + word
    yield line


def _plain(value: Any) -> Any:
    """Plain data as short text; in a dict, None and empty lists are left out."""
    if isinstance(value, dict):
        return "(" + " ".join(f"{key}={_plain(v)}" for key, v in value.items() if v not in (None, [])) + ")"
    if isinstance(value, list | tuple):
        return "[" + ",".join(str(_plain(v)) for v in value) + "]"
    return "-" if value is None else value


def _changes(before: State[Any], after: State[Any]) -> list[str]:
    """The fields of the public part that changed."""
    was, now = msgspec.to_builtins(before.public), msgspec.to_builtins(after.public)
    return [_change(name, was[name], value) for name, value in now.items() if value != was[name]]


def _change(name: str, was: Any, now: Any) -> str:
    """One changed field as text. If structs were added to a list, the text has only these."""
    if isinstance(now, list | tuple) and was and isinstance(was[0], dict) and now[: len(was)] == was:
        return f"{name}+={_plain(now[len(was) :])}"
    return f"{name}={_plain(now)}"


def _sees(seen: View[Any]) -> list[str]:
    """The piles as a seat sees them. A pile of one card that the seat can't see is left out."""
    piles = [(at, pile) for at, pile in enumerate(seen.piles) if len(pile) > 1 or (pile and pile[0] >= 0)]
    return [f"{at}:{names(pile) if min(pile) >= 0 else f'({len(pile)})'}" for at, pile in piles]


def playthrough(name: str, preset: str) -> str:
    """A golden game as text."""
    playing = book(name)
    seed, given = playing.GAMES[preset]
    given = dict(given)
    preset = given.pop("preset", preset)
    kind = find(name)
    game = kind.make(given, preset)
    rng = Random(seed)
    lines = [
        f"{kind.title}, preset {preset}, seed {seed}. Piles are numbered; (13) is a pile of 13 cards that a seat doesn't see."
    ]
    lines += _wrapped(
        "rules", [f"{option}={value}" for option, value in kind.schema.written(kind.schema.make(given, preset)).items()]
    )
    state, gathered = game.start(), dict[int, Any]()
    moves = 0
    while True:
        node = game.node(state)
        if isinstance(node, Chance):
            turns = [(NATURE, node.draw.sample(rng))]
            lines.append("")
        elif isinstance(node, Decision):
            turns = []
            for seat in node.seats:
                if seat in gathered:  # decided before another seat made an optional move
                    continue
                seen = view(state, seat)
                choices = game.choices(seen)
                turns.append((seat, playing.play(game, seen, choices, rng)))
                lines += _wrapped(f"  {PEOPLE[seat]} sees", _sees(seen))
        else:
            result = node.result
            return "\n".join([*lines, "", f"winners {result.winners}, scores {result.scores}, ledger {result.ledger}", ""])
        for seat, action in turns:
            moves += 1
            _, text = written_move(game, state, seat, action)
            done = step(game, state, gathered, seat, action)
            assert not isinstance(done, Refusal), str(done)
            lines += _wrapped(f"{moves}. {'Nature' if seat == NATURE else PEOPLE[seat]}:", str(text).split())
            for told in done.told:
                to = "" if told.to < 0 else f"to {', '.join(p for s, p in enumerate(PEOPLE) if told.heard_by(s))} alone: "
                lines += _wrapped(f"  * {to}{told.event.say(PEOPLE[: game.seats])}", [])
            if changes := _changes(state, done.state):
                lines += _wrapped("  table", changes)
            state, gathered = done.state, dict(done.gathered)


def main() -> None:
    """Write all golden games."""
    sys.path.insert(0, str(ROOT))  # the modules that play them are beside the tests
    for name in registry.names():
        for preset in book(name).GAMES:
            path = path_of(name, preset)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(playthrough(name, preset), "utf-8")
            print(path)


if __name__ == "__main__":
    main()
