"""Writes the golden games: for every preset one whole game that a person can read, under ``tests/golden``.

A golden game shows what each seat saw when it decided, what it did, what everybody (or one seat) was told, and what changed
on the table. A test compares them with what is played now: after a change of rules that is meant, run this and read the diff.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from prial.cards import Card, names
from prial.core.game import NATURE, Chance, Choices, Decision, State, View, view
from prial.core.record import written_move
from prial.core.registry import find
from prial.core.step import step
from prial.errors import Refusal
from prial.games.crash import CrashGame
from prial.games.crash.rules import FourBonus, Order
from prial.games.crash.settle import fours
from prial.games.crash.state import Lay, Phase, Table, Word
from prial.games.stop_the_bus import BusGame
from prial.games.stop_the_bus.choices import Turn, with_call
from prial.ranks.brag import Category

FOLDER: Final = Path(__file__).parents[1] / "tests" / "golden"
PEOPLE: Final = ("Ann", "Ben", "Cat", "Dan", "Eve")
WIDTH: Final = 128

GAMES: Final[dict[tuple[str, str], tuple[int, dict[str, Any]]]] = {
    ("crash", "online"): (33, {"players": 2}),
    ("crash", "denexa"): (25, {"players": 3}),
    ("crash", "gamerules"): (10, {"players": 3}),
    ("crash", "wikipedia"): (49, {"players": 4}),
    ("crash", "bouncer"): (40, {"players": 3}),
    ("crash", "pub"): (8, {"players": 3}),
    ("crash", "nine"): (58, {"players": 5}),
    ("crash", "nine_pot"): (56, {"players": 3, "length": 6}),
    ("stop_the_bus", "denexa"): (172, {"players": 3, "tokens": 2}),
    ("stop_the_bus", "pub"): (18, {"players": 3, "tokens": 2}),
    ("stop_the_bus", "prials"): (57, {"players": 4, "tokens": 2}),
    ("brag", "house"): (149, {"players": 2, "length": 3}),
    ("brag", "pagat"): (15, {"players": 3, "length": 5}),
    ("brag", "four_card"): (149, {"players": 4, "length": 3}),
    ("brag", "five_card"): (228, {"players": 2, "length": 3}),
    ("brag", "single_see"): (63, {"players": 3, "length": 3}),
    ("brag", "teen_patti"): (215, {"players": 4, "length": 3, "purse": 8}),
    ("brag", "covers"): (215, {"preset": "teen_patti", "players": 4, "length": 3, "purse": 8, "last_chip": "covers"}),
    ("brag", "floaters"): (218, {"players": 3, "length": 3}),
    ("brag", "hoyle_braggers"): (11, {"players": 3, "length": 3}),
}
"""Seed and further options of each golden game, by its file: the preset that it shows, unless it names another."""


def crash_player(game: CrashGame, seen: View[Table], choices: Choices[Any], rng: Random) -> Any:
    """Lays the best hand it finds, then the best of the rest; swaps a poor hand, calls with good ones, fouls now and then."""
    assert seen.seat is not None
    ranking, table = game.scorer.ranking, seen.public
    pair, flush = ranking.least(Category.PAIR), ranking.least(Category.FLUSH)
    sizes = (4, 3) if game.scorer.fours_allowed else (3,)
    left: set[Card] = set(seen.piles[table.hands[seen.seat]])
    if table.phase is Phase.CALL:
        laid = [ranking.strength(seen.piles[pile]) for pile in table.laid[seen.seat]]
        return Word.CALL if len(laid) == game.rules.places and min(laid) >= flush - 50 else Word.PASS
    found = [hand for size in sizes for hand in combinations(sorted(left, reverse=True), size)]
    found.sort(key=lambda hand: (ranking.strength(hand), hand), reverse=True)
    hands: list[tuple[Card, ...]] = []
    for hand in found:
        if len(hands) < game.rules.places and left.issuperset(hand) and ranking.strength(hand) >= game.scorer.least_laid:
            hands.append(hand)
            left.difference_update(hand)
    if table.phase is Phase.SWAP:
        return Word.SWAP if sum(ranking.strength(hand) >= pair for hand in hands) < game.rules.places else Word.KEEP
    for word in (Word.THIRTEEN_STRAIGHT, Word.SIX_PAIRS):
        if choices.why_not(word) is None:
            return word
    if game.rules.order is Order.AS_LAID and rng.random() < 0.03:
        hands.reverse()
    return Lay(tuple(hands), knock=game.rules.four_bonus is FourBonus.KNOCK and bool(fours(tuple(hands))))


def bus_player(game: BusGame, _: View[Any], choices: Turn, rng: Random) -> Any:
    """Makes the best hand it can, now and then another, and stops the bus with a good pair or better."""
    best = max(choices.exchanges, key=lambda exchange: game.ranking.strength(choices.after(exchange)))
    exchange = rng.choice(choices.exchanges) if rng.random() < 0.2 else best
    good = game.ranking.strength(choices.after(exchange)) >= game.ranking.least(Category.PAIR) + 100
    return with_call(exchange) if good and choices.no_call is None else exchange


PLAYERS: Final[Mapping[str, Callable[..., Any]]] = {"crash": crash_player, "stop_the_bus": bus_player}
"""By game; any other is played by choices at random."""


def _wrapped(head: str, words: list[str]) -> Iterator[str]:
    """A line that goes on under itself."""
    line = head
    for word in words:
        if len(line) + 1 + len(word) > WIDTH:
            yield line
            line = " " * (len(head) - len(head.lstrip()) + 4)
        line += " " + word
    yield line


def _plain(value: Any) -> Any:
    """Frozen values as short text: what is empty or zero is left out of a struct."""
    if isinstance(value, dict):
        return "(" + " ".join(f"{key}={_plain(v)}" for key, v in value.items() if v not in (None, [])) + ")"
    if isinstance(value, list | tuple):
        return "[" + ",".join(str(_plain(v)) for v in value) + "]"
    return "-" if value is None else value


def _changes(before: State[Any], after: State[Any]) -> list[str]:
    """What changed in the public part."""
    was, now = msgspec.to_builtins(before.public), msgspec.to_builtins(after.public)
    return [_change(name, was[name], value) for name, value in now.items() if value != was[name]]


def _change(name: str, was: Any, now: Any) -> str:
    """One change; of a list of happenings that grew, what came to it."""
    if isinstance(now, list | tuple) and was and isinstance(was[0], dict) and now[: len(was)] == was:
        return f"{name}+={_plain(now[len(was) :])}"
    return f"{name}={_plain(now)}"


def _sees(seen: View[Any]) -> list[str]:
    """The piles as a seat sees them; of single cards only those that it has seen."""
    piles = [(at, pile) for at, pile in enumerate(seen.piles) if len(pile) > 1 or (pile and pile[0] >= 0)]
    return [f"{at}:{names(pile) if min(pile) >= 0 else f'({len(pile)})'}" for at, pile in piles]


def playthrough(name: str, preset: str) -> str:
    """A golden game as text."""
    seed, given = GAMES[name, preset]
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
                seen = view(state, seat)
                choices = game.choices(seen)
                player = PLAYERS.get(name)
                turns.append((seat, player(game, seen, choices, rng) if player else choices.sample(rng)))
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
    for name, preset in GAMES:
        path = FOLDER / name / f"{preset}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(playthrough(name, preset), "utf-8")
        print(path)


if __name__ == "__main__":
    main()
