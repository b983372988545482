"""Checks that a game keeps the rules of `prial.core.game.Game`. No test framework is needed.

`check` plays random games. At every move it tries the function calls that a seat, a host or an attacker might make. For the first
broken rule, it raises a `Nonconformance` that names the seed and the move.
"""

import copy
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

from prial.core import record as records
from prial.core.checks import Checking
from prial.core.game import NATURE, Chance, Choices, Decision, Over, Seat, State, view
from prial.core.step import Step, step
from prial.errors import Refusal, listed
from prial.testing import probe
from prial.testing.fault import Nonconformance
from prial.testing.play import AnyGame, History, Moment, encoded, meanwhile, play, position, record, sampled, waiting
from prial.testing.secrecy import Knowledge
from prial.testing.twins import Pairs, pairs


@dataclass(slots=True)
class Report:
    """The numbers of games, moves and worlds that `check` looked at."""

    games: int = 0
    """Number of games played."""
    moves: int = 0
    """Number of moves checked."""
    counted: int = 0
    """Number of decisions at which every choice was listed and counted."""
    pairs: Pairs = field(default_factory=Pairs)
    """How many pairs of worlds were compared to find leaks of hidden cards (see `prial.testing.secrecy`)."""

    def __str__(self) -> str:
        return f"{self.games} games, {self.moves} moves, {self.counted} decisions listed; {self.pairs}"


def check(  # noqa: PLR0913  # settings, given by name only
    game: AnyGame,
    *,
    games: int = 10,
    seed: int = 0,
    knowledge: Knowledge | None = None,
    money: Callable[[Any], int] | None = None,
    each: int = 2,
    listed: int = 2_000,
    moves: int = 10_000,
    least: float = 0.1,
) -> Report:
    """Check a game against every rule in `prial.testing.RULES`.

    Args:
        game: the game.
        games: number of games to play.
        seed: seed of all random choices.
        knowledge: says what the game's rules let people know. None uses `Seen`, which trusts the state.
        money: takes the public part of a state, and gives the sum of all money, pots included. The sum must always be 0. If
            ``money`` is None, the sum isn't checked.
        each: number of pairs of worlds to compare for each game and viewer (see `prial.testing.secrecy`). If it is 0, leaks
            aren't tested.
        listed: a decision's choices, or the outcomes of chance, are all listed and counted only if there are at most this many.
            To save time, the limit is at most 50 at about three quarters of the decisions.
        moves: the greatest number of moves that a game may have.
        least: the smallest share of pairs that must be fit to compare, 0 to 1. A pair is fit if the viewer may know the same
            facts in both worlds.
    Returns:
        The numbers of games, moves and worlds that were checked.
    Raises:
        Nonconformance: if the game breaks a rule, or if too few pairs of worlds are fit to compare.
    """
    fresh = copy.deepcopy(game)  # never played: if it answers differently, `game` has kept something of an earlier state
    report = Report()
    for number in range(games):
        label = f"{seed}.{number}"
        history = play(game, label, moves=moves)
        _Checked(game, fresh, history, label, listed, money).run(report)
        _check_generators(game, history, label, moves)
        report.games += 1
        report.moves += len(history)
    if each:
        report.pairs = pairs(game, games=games, seed=seed, knowledge=knowledge, each=each, moves=moves)
        if report.pairs.acceptance < least:
            raise Nonconformance("leak", f"too few pairs agree to show anything: {report.pairs}", seed)
    return report


def _check_generators(game: AnyGame, history: History, label: str, moves: int) -> None:
    """Play the game again with another state of Python's global random generator: the game must not use it."""
    kept = random.getstate()
    try:
        random.seed(label + "disturbed")
        again = play(game, label, moves=moves)
        left_alone = random.getstate()
        random.seed(label + "disturbed")
        if random.getstate() != left_alone:
            raise Nonconformance("random", "the global generator was used", label)
    finally:
        random.setstate(kept)
    one, two = records.write(record(game, history)), records.write(record(game, again))
    if one != two:
        raise Nonconformance("random", "one seed gave two games", label)


class _Checked:
    """Checks one game, move by move."""

    def __init__(
        self,
        game: AnyGame,
        fresh: AnyGame,
        history: History,
        label: str,
        listed: int,
        money: Callable[[Any], int] | None,
    ) -> None:
        self.game, self.fresh, self.history, self.label, self.listed, self.money = game, fresh, history, label, listed, money
        self.rng = Random(f"{label} probes")
        self.names = [f"P{seat}" for seat in range(game.seats)]
        self.stale: list[str] = []
        """Keys of decisions that are over."""
        self.tried: list[Any] = []
        """Actions of earlier moves. The last three are tried again at each decision, although they may not be allowed there."""

    def run(self, report: Report) -> None:
        """Check every move and the end of the game."""
        game = self.game
        before = [encoded(moment.before) for moment in self.history]
        for number, moment in enumerate(self.history, 1):
            self.number = number
            self._state(moment.before)
            if isinstance(moment.node, Chance):
                self._nature(moment, report)
            elif isinstance(moment.node, Decision):
                self._meanwhile(moment, moment.node, report)
                self._decision(moment, moment.node, report)
            self._told(moment)
        self.number = len(self.history)
        self._end()
        if [encoded(moment.before) for moment in self.history] != before:
            raise self._fault("unchanged", "a state changed after it was made")
        self._records()
        if game.start() != (self.history[0].before if self.history else game.start()):
            raise self._fault("replay", "a game doesn't always start the same")

    def _fault(self, rule: str, what: str) -> Nonconformance:
        """The exception for a rule that is broken at the present move."""
        return Nonconformance(rule, what, self.label, self.number)

    def _state(self, state: State[Any]) -> None:
        """Check a state, its views, its piles and its money."""
        for what in (state, *(view(state, seat) for seat in (None, *range(self.game.seats)))):
            if fault := probe.not_frozen(what):
                raise self._fault("frozen", fault)
        if fault := probe.bad_piles(state):
            raise self._fault("cards", fault)
        if self.money is not None and (total := self.money(state.public)):
            raise self._fault("ledger", f"{total} units too many are in play")
        if isinstance(self.game, Checking) and (found := list(self.game.faults(state))):
            raise self._fault("faults", listed(found))

    def _nature(self, moment: Moment, report: Report) -> None:
        """Check a move of nature: its draw and the cards that it deals. Impossible moves must be refused."""
        node = moment.node
        assert isinstance(node, Chance)
        if fault := probe.bad_chance(node.draw, self.rng, self.listed):
            raise self._fault("chance", fault)
        if fault := probe.dealt_twice(node.draw, moment.action, moment.step.state):
            raise self._fault("cards", fault)
        for seat in range(self.game.seats):
            for action in self.tried[-1:]:
                self._refused(moment, seat, action)
        for outcome in probe.impossible(node.draw, moment.action):
            self._refused(moment, NATURE, outcome)

    def _decision(self, moment: Moment, node: Decision, report: Report) -> None:
        """Check a decision: its seats, its key and the choices of the seat that moves. Other moves must be refused."""
        game, state, seat = self.game, moment.before, moment.seat
        for seats in (node.seats, node.also):
            if len(set(seats)) < len(seats) or not set(seats) <= set(range(game.seats)):
                raise self._fault("choices", f"the decision is for the seats {seats}")
        if not moment.gathered and node.key in self.stale:
            raise self._fault("refused", f"the decision's key {node.key!r} was used before")
        mine = view(state, seat)
        choices, elsewhere = game.choices(mine), self.fresh.choices(mine)
        seeds = [self.rng.random() for _ in range(3)]
        samples = [choices.sample(Random(s)) for s in seeds]
        if samples != [elsewhere.sample(Random(s)) for s in seeds]:
            raise self._fault("choices", f"seat {seat} has other choices at a table that didn't see the game")
        for action in [moment.action, *samples]:
            self._allowed(moment, action)
        self._listed(moment, report)
        for action in self.tried[-3:]:
            judged = self._judged(choices, action)
            if judged != self._judged(elsewhere, action):
                raise self._fault("choices", f"{game.write(action)!r} has another verdict at a table that didn't see the game")
            if judged:
                self._refused(moment, seat, action)
        self._out_of_turn(moment, node)
        if fault := probe.bad_text(game, moment.action, self.rng):
            raise self._fault("text", fault)
        if moment.moved and not moment.meanwhile:
            self._locking(moment, node)
            self.stale.append(node.key)
        self.tried.append(moment.action)

    def _meanwhile(self, moment: Moment, node: Decision, report: Report) -> None:
        """Before a move, check a random action of each seat that may act although the game doesn't wait for it."""
        for seat in meanwhile(node):
            action = sampled(self.game, moment.before, seat, self.rng)
            done = step(self.game, moment.before, moment.gathered, seat, action, node.key)
            if isinstance(done, Refusal):
                raise self._fault("allowed", f"an action sampled for seat {seat} is refused: {done}")
            other = Moment(seat, action, node, moment.before, moment.gathered, done)
            self._decision(other, node, report)
            self._told(other)

    def _undisturbed(self, moment: Moment, done: Step[Any, Any]) -> None:
        """Check that an action with `Step.meanwhile` keeps the open decision.

        Actions already chosen in secret must stay allowed.
        """
        node, after = moment.node, self.game.node(done.state)
        assert isinstance(node, Decision)
        if not isinstance(after, Decision) or (after.key, after.seats) != (node.key, node.seats):
            raise self._fault("meanwhile", f"the action of seat {moment.seat} changed the decision {node} to {after}")
        for seat, action in done.gathered.items():
            if refusal := self._judged(self.game.choices(view(done.state, seat)), action):
                what = f"the action of seat {moment.seat} forbids the locked action of seat {seat}"
                raise self._fault("meanwhile", f"{what}, {self.game.write(action)!r}: {refusal}")

    def _judged(self, choices: Choices[Any], action: Any) -> Refusal | None:
        """The refusal of an action that the choices don't allow; None if they allow it."""
        try:
            return choices.why_not(action)
        except Exception as error:
            raise self._fault("refused", f"{self.game.write(action)!r} raises {error!r}") from error

    def _allowed(self, moment: Moment, action: Any) -> None:
        """Check that an offered action is frozen and allowed, and that its text is read back correctly."""
        game, text = self.game, self.game.write(action)
        if fault := probe.not_frozen(action):
            raise self._fault("frozen", fault)
        if refusal := game.choices(view(moment.before, moment.seat)).why_not(action):
            raise self._fault("allowed", f"{text!r} is offered and refused: {refusal}")
        done = step(game, moment.before, moment.gathered, moment.seat, action)
        if isinstance(done, Refusal):
            raise self._fault("allowed", f"{text!r} is offered, and step refuses it: {done}")
        if game.read(text) != action:
            raise self._fault("text", f"{text!r} is read as {game.read(text)!r}")
        if done.meanwhile:
            self._undisturbed(moment, done)
        elif not moment.moved and (done.state != moment.before or done.told != moment.step.told):
            raise self._fault("locking", f"the locked action of seat {moment.seat} shows before the last seat has locked")

    def _listed(self, moment: Moment, report: Report) -> None:
        """Check that the listed choices are different, and as many as ``choices.count()``.

        Of a long list, only the beginning is examined, and its length isn't checked.
        """
        choices = self.game.choices(view(moment.before, moment.seat))
        # A long list takes longer than all the rest, so only some are listed
        limit = self.listed if self.rng.random() < 0.25 else min(self.listed, 50)
        first = list(islice(choices, limit + 1))
        if len(set(first)) < len(first):
            raise self._fault("count", "an action is listed twice")
        if not first:
            raise self._fault("count", "no action is listed, so the game can't go on")
        whole = len(first) <= limit
        report.counted += whole
        if whole and choices.count() != len(first):
            raise self._fault("count", f"{choices.count()} are counted where {len(first)} are listed")
        for action in self.rng.sample(first, min(4, len(first))):
            self._allowed(moment, action)

    def _out_of_turn(self, moment: Moment, node: Decision) -> None:
        """Check that `step` refuses moves of nature, moves of seats with nothing to decide, and answers to other decisions."""
        for seat in [*[s for s in range(self.game.seats) if s not in {*node.seats, *node.also}][:2], self.game.seats]:
            self._refused(moment, seat, moment.action)
        for seat in moment.gathered:
            self._refused(moment, seat, moment.gathered[seat])
        self._refused(moment, NATURE, 0)
        for key in [*self.stale[-2:], "", node.key + "x"]:
            self._refused(moment, moment.seat, moment.action, key)

    def _refused(self, moment: Moment, seat: Seat, action: Any, key: str | None = None) -> None:
        """Check that `step` refuses a move, and that the refusal has a sentence."""
        try:
            done = step(self.game, moment.before, moment.gathered, seat, action, key)
        except Exception as error:
            raise self._fault("refused", f"{action!r} of seat {seat} raises {error!r}") from error
        if not isinstance(done, Refusal):
            raise self._fault("refused", f"{action!r} of seat {seat} (key {key!r}) is allowed")
        if fault := probe.bad_sentence(done):
            raise self._fault("refused", fault)

    def _locking(self, moment: Moment, node: Decision) -> None:
        """Let the seats choose the same actions in other orders. The result must be the same."""
        moves = {**moment.gathered, moment.seat: moment.action}
        for order in (list(reversed(node.seats)), self.rng.sample(node.seats, len(node.seats))):
            gathered: Mapping[Seat, Any] = {}
            for seat in order:
                done = step(self.game, moment.before, gathered, seat, moves[seat], node.key)
                if isinstance(done, Refusal):
                    raise self._fault("locking", f"in the order {order} seat {seat} is refused: {done}")
                gathered = done.gathered
            assert isinstance(done, Step)
            if encoded(done.state) != encoded(moment.step.state) or done.told != moment.step.told:
                raise self._fault("locking", f"the order {order} of locking shows afterwards")

    def _told(self, moment: Moment) -> None:
        """Check the events of a move: each must be frozen, must have a sentence, and must be told to somebody."""
        for told in moment.step.told:
            if fault := probe.not_frozen(told.event) or probe.bad_event(told, self.names):
                raise self._fault("sentence", fault)

    def _end(self) -> None:
        """Check the end of the game: its result and its last state. Further moves must be refused."""
        state, gathered = position(self.game, self.history)
        node = self.game.node(state)
        assert isinstance(node, Over)
        result, seats = node.result, self.game.seats
        if gathered or waiting(node, gathered):
            raise self._fault("end", "a seat has still to decide though the game is over")
        if len(result.scores) != seats or len(result.ledger) != seats or not set(result.winners) <= set(range(seats)):
            raise self._fault("end", f"the result isn't one of {seats} seats: {result}")
        if sum(result.ledger):
            raise self._fault("ledger", f"the result's ledger sums to {sum(result.ledger)}")
        self._state(state)
        moment = Moment(NATURE, 0, node, state, {}, self.history[-1].step)
        for seat, action in ((NATURE, 0), *((seat, a) for seat in range(seats) for a in self.tried[-1:])):
            self._refused(moment, seat, action)

    def _records(self) -> None:
        """Write the game down, read it back and play it again."""
        written = records.write(record(self.game, self.history))
        back = records.read(written)
        if back != records.read(records.write(back)) or records.write(back) != written:
            raise self._fault("record", "the record changes when it is read and written")
        moves = list(records.replay(self.fresh, back))
        if len(moves) != len(self.history):
            raise self._fault("record", f"the replay stops after {len(moves)} moves: {moves[-1].done if moves else ''}")
        for move, moment in zip(moves, self.history, strict=True):
            self.number = move.number
            done = move.done
            if isinstance(done, Refusal):
                raise self._fault("record", f"the replay is refused: {done}")
            if encoded(done.state) != encoded(moment.step.state) or done.state != moment.step.state:
                raise self._fault("replay", "the replay reaches another state")
            if hash(done.state) != hash(moment.step.state):
                raise self._fault("frozen", "equal states have different hashes")
            if [(t.to, encoded(t.event)) for t in done.told] != [(t.to, encoded(t.event)) for t in moment.step.told]:
                raise self._fault("replay", "the replay has other events")
