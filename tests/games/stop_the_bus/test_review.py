"""Reviews of Stop the Bus: the last exchange after a call, counted exactly; what a review may not know; its form."""

from collections.abc import Iterator
from itertools import combinations, islice
from random import Random
from typing import Any

import numpy as np
import pytest

from prial.cards import PACK, Card, best_first, parse
from prial.core.game import Chance, Decision, State, View, view
from prial.core.record import Record
from prial.core.registry import open_record
from prial.games.stop_the_bus import BusGame
from prial.games.stop_the_bus.bots import queens
from prial.games.stop_the_bus.bots.worlds import Book, Worlds
from prial.games.stop_the_bus.choices import Turn
from prial.games.stop_the_bus.rules import SCHEMA
from prial.games.stop_the_bus.settle import settle
from prial.games.stop_the_bus.state import Table, Take, TakeAll
from prial.games.stop_the_bus.study.review import BusModel
from prial.study import rollouts
from prial.study.review import Judged, Verdict, review
from prial.study.rollouts import World
from tests.study.exact import Situation, found_out, share_found


class Judging(BusModel):
    """The review of a game without a record."""

    def __init__(self, game: BusGame) -> None:
        super().__init__(game, {})

    truth: State[Table] | None = None


class Peeping(Judging):
    """A planted fault: it looks at the real hidden cards."""

    def worlds(self, seen: View[Table], number: int, rng: np.random.Generator) -> list[World]:
        drawn = super().worlds(seen, number, rng)
        assert self.truth is not None
        return [World(self.truth, world.players) for world in drawn]


def last_turns(seed: int) -> Iterator[tuple[BusGame, State[Table]]]:
    """Random states with few cards in which a seat has the last exchange after a call."""
    rng = Random(seed)
    while True:
        players = rng.choice((2, 3))
        given = {
            "players": players,
            "prial_call": rng.choice(("off", "costs_more")),
            "put_back": rng.choice(("allowed", "forbidden")),
        }
        given |= {"worst_tie": rng.choice(("all_pay", "nobody_pays"))}
        given |= {"exchange": rng.choice(("one", "one_or_three"))}
        pack = best_first(rng.sample(PACK, 18 if players == 2 else 13))
        game = BusGame(SCHEMA.make(given, "denexa"), pack)
        state = game.start()
        while not state.public.last and state.public.turn < 8:
            table, node = state.public, game.node(state)
            if isinstance(node, Chance):
                state = game.deal(state, node.draw.sample(rng))
                continue
            assert isinstance(node, Decision)
            if table.stopped is not None and (table.seat + 1) % players == table.stopped:
                yield game, state
                break
            state = game.act(state, {table.seat: game.choices(view(state, table.seat)).sample(rng)})


def counted(game: BusGame, state: State[Table], model: BusModel) -> Situation:
    """The exact worth of each exchange, over all cards that the others may hold, weighted by their previous actions."""
    table, me = state.public, state.public.seat
    seen, rules = view(state, me), game.rules
    drawn = Worlds(Book(rules, game.ranking, queens(game.ranking)), seen, game.pack, np.random.default_rng(1), 1)
    hand, middle = seen.piles[table.hands[me]], [seen.piles[pile][0] for pile in table.middle]
    others = drawn.seats[1:]
    rest = {*game.pack} - {*hand, *middle}.union(*(table.known[seat] for seat in others))

    def hands(seats: list[int], left: set[Card]) -> Iterator[list[tuple[Card, ...]]]:
        """Every way in which these seats can hold the remaining cards."""
        if not seats:
            yield []
            return
        told = table.known[seats[0]]
        for more in combinations(sorted(left), 3 - len(told)):
            for behind in hands(seats[1:], left - {*more}):
                yield [(*told, *more), *behind]

    held = [*hands(others, rest)]
    weights = drawn._likely(np.array([[hand, *theirs] for theirs in held]))
    turn = Turn(rules, seen)
    worths = dict.fromkeys(model.answers(seen, turn.exchanges[0]), 0.0)
    wins = dict.fromkeys(worths, 0.0)
    for theirs, weight in zip(held, weights / weights.sum(), strict=True):
        for answer in worths:
            assert isinstance(answer, Take | TakeAll)
            shown = {me: turn.after(answer), **dict(zip(others, theirs, strict=True))}
            paid = settle(rules, table.scores, shown).paid
            gained = sum(paid[seat] for seat in others) / len(others) - paid[me]
            worths[answer] += weight * gained
            wins[answer] += weight * (gained > 0)
    return Situation(model, seen, worths, wins)


def situations(seed: int, model: type[Judging] = Judging) -> Iterator[Situation]:
    for game, state in last_turns(seed):
        judge = model(game)
        judge.truth = state
        yield counted(game, state, judge)


def test_the_best_last_exchange_is_found() -> None:
    assert share_found(islice(situations(1), 20)) >= 0.95


def test_an_exchange_wins_as_often_as_is_told() -> None:
    assert all(situation.wins_are_told() for situation in islice(situations(1), 8))


@pytest.mark.soak
def test_the_best_last_exchange_is_found_in_95_of_100() -> None:
    assert share_found(islice(situations(1000), 300)) >= 0.95


def test_a_review_that_looks_at_the_hidden_cards_is_found_out() -> None:
    assert found_out(islice(situations(1, Peeping), 30), 2)


def test_a_review_that_mixes_up_two_worths_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    play_on = rollouts.play_on

    def mixed_up(model: Any, seen: Any, world: World, answer: Any, seed: str) -> float:
        first, second, *_ = islice(Turn(model.game.rules, seen), 1, None)
        return play_on(model, seen, world, {first: second, second: first}.get(answer, answer), seed)

    monkeypatch.setattr(rollouts, "play_on", mixed_up)
    assert found_out(islice(situations(1), 30), 2)


# What a review may know


def written(hands: list[str], middle: str, *moves: tuple[int, str], **given: Any) -> Record:
    """The record of a game's first deal."""
    return Record(
        prial=1,
        game="stop_the_bus",
        rules={"preset": "denexa", **given},
        seats=["Ann", "Bea", "Cal"][: len(hands)],
        moves=[("nature", {"pick": len(hands) - 1}), ("nature", {"hands": hands, "middle": [middle]}), *moves],
    )


def known(judged: Judged) -> tuple[Any, ...]:
    """The whole review except the deal's real result."""
    return judged.declared, judged.worth, judged.best_declared, judged.best_worth, judged.lost, judged.error, judged.hands


MOVES = ((0, "take Kc put 2h"), (1, "take 2h put 4d"), (2, "take 4d put 5s stop the bus"), (0, "take 5s put 7c"))


def test_a_review_is_the_same_whatever_lay_where_the_seat_could_not_look() -> None:
    """Bea and Cal hold other cards, which nobody saw; Ann gets the same review of all her decisions."""
    one = written(["Ks7c2h", "4d4cAh", "5sJdJh"], "Kc8s9s", *MOVES, (1, "take 7c put 7c"))
    two = written(["Ks7c2h", "AdAc4d", "6d5d5s"], "Kc8s9s", *MOVES, (1, "take 7c put 7c"))
    first, second = (review(open_record(each), each, seat=0, worlds=40).judged for each in (one, two))
    assert len(first) == 2
    assert [known(each) for each in first] == [known(each) for each in second]
    assert [each.points for each in first] != [each.points for each in second]


# Its form


def test_each_exchange_stands_with_the_hand_and_the_middle() -> None:
    record = written(["Ks7c2h", "4d4cAh", "5sJdJh"], "Kc8s9s", *MOVES, (1, "take 7c put 7c"))
    found = review(open_record(record), record, worlds=20)
    assert (found.unit, found.laid) == ("tokens", False)
    first, *_, last = found.judged
    assert first.hands == (best_first(parse("Ks7c2h")), parse("Kc8s9s"))
    assert (first.declared, first.situation) == ("take K♣ and put 2♥ down", "3 tokens left")
    assert (last.declared, last.situation) == ("change nothing", "3 tokens left, last turn")
    assert [total.answers for total in found.totals] == [2, 2, 1]


def test_a_call_while_the_next_one_thinks_belongs_to_the_exchange() -> None:
    late = [(0, "take Kc put 2h"), (0, "stop the bus"), (1, "take 2h put 2h")]
    record = written(["KsKd2h", "4d3c8h"], "Kc8s9s", *late)
    found = review(open_record(record), record, seat=0).judged
    assert [each.declared for each in found] == ["take K♣ and put 2♥ down, stop the bus"]
    assert found[0].verdict is not Verdict.LOST


def test_all_cards_known_are_counted_without_an_error() -> None:
    """Bea has taken three cards in public, so no world must be drawn."""
    moves = [(0, "take 8s put 8s"), (1, "take all stop the bus"), (0, "take 3c put 2h")]
    record = written(["Ks7c2h", "4d3cAh"], "8h8s9s", *moves, exchange="one_or_three")
    found = review(open_record(record), record, seat=0).judged[-1]
    assert (found.error, found.worth) == (0, -1)


def test_progress_is_told_and_one_seat_is_enough() -> None:
    told: list[tuple[int, int]] = []
    record = played("denexa", 4)
    found = review(open_record(record), record, seat=1, worlds=10, progress=lambda done, of: told.append((done, of)))
    assert {each.seat for each in found.judged} == {each.seat for each in found.totals} == {1}
    assert told == [(at, len(found.judged)) for at in range(len(found.judged))]


def test_every_preset_is_reviewed() -> None:
    for preset in SCHEMA.presets:
        game = SCHEMA.make({}, preset)
        record = played(preset, game.players)
        found = review(open_record(record), record, worlds=10)
        assert found.judged
        assert all(each.lost >= 0 and each.error >= 0 for each in found.judged)


def played(preset: str, players: int) -> Record:
    """A random deal."""
    game = BusGame(SCHEMA.make({}, preset))
    rng, state, moves = Random(preset), game.start(), list[tuple[Any, Any]]()
    while not state.public.last:
        node = game.node(state)
        if isinstance(node, Chance):
            outcome = node.draw.sample(rng)
            moves.append(("nature", node.draw.write(outcome)))  # type: ignore[arg-type]  # what it has drawn
            state = game.deal(state, outcome)
        else:
            seat = state.public.seat
            action = game.choices(view(state, seat)).sample(rng)
            moves.append((seat, game.write(action)))
            state = game.act(state, {seat: action})
    seats = [f"P{seat}" for seat in range(players)]
    return Record(prial=1, game="stop_the_bus", rules={"preset": preset}, seats=seats, moves=moves)
