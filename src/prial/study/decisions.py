"""Makes a game's review, analysis and coach from its `prial.study.rollouts.Model`.

All three try each possible action in many *worlds*. A world is one way to place the cards that the player can't see.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from prial.bots.bot import Advice
from prial.core.game import Decision, Game, Seat, View, view
from prial.core.record import Move, Record, refused, replay
from prial.core.step import Step
from prial.errors import Refusal, add_sentences, say
from prial.study.analysis import Analyser, Analysis, Line
from prial.study.coach import Coach, brings
from prial.study.review import Judged, Progress, Review, Reviewer, totals
from prial.study.rollouts import WORLDS, Model, search, weigh

add_sentences(
    "en",
    {
        "review.seated": "Some bots at the table play by a rule of thumb; in the review they do so too.",
        "coach.would": "I’d {answer}.",
        "coach.makes": "On average that {brings} from here on, and you come out ahead in {wins} of 100 such deals.",
        "coach.nothing": "On average, nothing else does better.",
        "coach.one": "If you {second}, that {brings}.",
        "coach.two": "If you {second}, that {brings}; if you {third}, that {least}.",
    },
)

_ALSO: Final = 2
"""The coach names the worth of the best answer, and of at most this number of other answers."""


class LookingBack:
    """A review that judges each decision by what its possible actions bring on average. It is a `prial.study.review.LongReview`.

    Args:
        model: judges the decisions.
        record: the record of the game.
    """

    def __init__(self, model: Model, record: Record) -> None:
        self._model, self._record = model, record

    def carry_out(self, seat: Seat | None = None, worlds: int | None = None, progress: Progress | None = None, /) -> Review:
        """Review the decisions of all deals that were played to their end.

        Args:
            seat: the seat whose decisions are judged; None for all seats.
            worlds: number of worlds in which the best actions are tried; None for `prial.study.rollouts.WORLDS`.
            progress: called with the number of decisions judged so far and the number of all decisions.
        Raises:
            PrialError: if the record holds a move that the rules refuse.
        """
        model = self._model
        asked, made = _decisions(model, self._record, seat)
        judged = []
        for number, each in enumerate(asked):
            if progress:
                progress(number, len(asked))
            found = weigh(model, each.seen, each.answers, each.given, _seed(model, each.seen, each.key), worlds or WORLDS)
            judged.append(
                Judged(
                    each.deal,
                    each.seat,
                    each.move,
                    model.cards(each.seen),
                    found.worth,
                    (),
                    found.best_worth,
                    found.lost,
                    made[each.deal][each.seat],
                    declared=model.words(each.seen, each.given),
                    best_declared=model.words(each.seen, found.best),
                    error=found.error,
                    situation=model.situation(each.seen),
                    wins=found.wins,
                    best_wins=found.best_wins,
                )
            )
        whole = totals(judged, model.game.seats)
        against = f"{model.against} {say('review.seated', {})}" if model.named else model.against
        return Review(tuple(judged), whole, model.note, model.unit, laid=False, stake=model.stake, against=against)


def reviewer(make: type[Model]) -> Reviewer:
    """Make the function that reviews a game, for `prial.core.kind.Kind.review`.

    Args:
        make: the game's model, which judges decisions.
    """

    def review(game: Any, record: Record, /) -> LookingBack:
        bots = record.notes.get("bots")
        return LookingBack(make(game, bots if isinstance(bots, dict) else {}), record)

    return review


def analysing(make: type[Model]) -> Analyser:
    """Make the function that analyses a game's decisions, for `prial.core.kind.Kind.analysis`.

    Args:
        make: the game's model, which judges decisions.
    """

    def analysis(
        game: Any,
        seen: View[Any],
        key: str,
        bots: Mapping[str, Any],
        worlds: int | None,
        wanted: int,
        also: Sequence[Any] = (),
        /,
    ) -> Analysis:
        return _analysis(make(game, bots), seen, key, worlds, wanted, also)

    return analysis


def _analysis(
    model: Model, seen: View[Any], key: str, worlds: int | None = None, wanted: int = 1, also: Sequence[Any] = ()
) -> Analysis:
    """Analyse a decision with a model. The arguments after ``model`` are those of `prial.study.analysis.Analyser`."""
    answers = list(model.answers(seen))
    given: dict[Any, list[Any]] = {}
    for action in also:
        given.setdefault(model.whole(action, None), []).append(action)  # key: the answer that stands for it
    answers += [answer for answer in given if answer not in answers and answer in model.answers(seen, answer)]
    lines: list[Line] = []
    tried = 0
    if len(answers) > 1 or given.keys() & {*answers}:
        found = search(model, seen, answers, _seed(model, seen, key), worlds or WORLDS, wanted, [*given])
        tried = found.found.shape[1]
        for answer, row, error in zip(found.answers, found.found, found.errors(), strict=True):
            numbers = float(row.mean()), float(error), (float((row > 0).mean()),)
            lines += [Line(action, model.game.write(action), *numbers) for action in given.get(answer, [answer])]
    return Analysis(tuple(lines), model.unit, ("ahead",), model.note, tried)


def coaching(make: type[Model]) -> Coach:
    """Make a game's coach, for `prial.core.kind.Kind.coach`.

    The coach says what the best action brings, and what the next best actions bring, at most two.

    Args:
        make: class of the model that judges the game's decisions.
    """

    def coach(game: Any, seen: View[Any], key: str, bots: Mapping[str, Any], /) -> Advice | None:
        model = make(game, bots)
        lines = _analysis(model, seen, key).lines
        if not lines:
            return None
        words = [model.words(seen, line.action) for line in lines]
        worths = [brings(line.worth, model.unit) for line in lines]
        wins = round(100 * lines[0].chances[0])
        told = [say("coach.makes", {"brings": worths[0], "wins": wins}) if wins else say("coach.nothing", {})]
        if len(words) > _ALSO:
            told.append(say("coach.two", {"second": words[1], "brings": worths[1], "third": words[2], "least": worths[2]}))
        elif len(words) > 1:
            told.append(say("coach.one", {"second": words[1], "brings": worths[1]}))
        return Advice("coach", say("coach.would", {"answer": words[0]}), lines[0].action, " ".join(told))

    return coach


def _seed(model: Model, seen: View[Any], key: str) -> str:
    """The seed for a decision. The coach and the review use the same seed, and so give the same numbers."""
    return f"{model.game.name}/{key}/{seen.seat}"


class _Asked(NamedTuple):
    """A decision to judge."""

    deal: int
    """The deal's number, from 1."""
    seat: Seat
    """The seat that decided."""
    move: int
    """Number of the answer among the record's moves, from 1."""
    key: str
    """The decision's name."""
    seen: View[Any]
    """The seat's view when it decided."""
    answers: Sequence[Any]
    """The answers among which the review looks for the best one."""
    given: Any
    """The answer that the seat gave."""


def _decisions(model: Model, record: Record, only: Seat | None) -> tuple[list[_Asked], dict[int, list[int]]]:
    """The decisions to judge in finished deals, and each finished deal's gains by seat.

    ``only`` is the one seat to judge; None for all.
    """
    game = model.game
    asked: list[_Asked] = []
    began: list[int] = []
    made: dict[int, list[int]] = {}
    for move, later in _with_the_next(game, record):
        before, after = move.before, move.done.state if isinstance(move.done, Step) else move.before
        if not began or model.deal(after) > model.deal(before):  # a record may begin in the middle of a deal
            began = [model.standing(before, seat) for seat in range(game.seats)]
        if model.settled(after) and not model.settled(before):
            made[model.deal(after)] = [model.standing(after, seat) - start for seat, start in enumerate(began)]
        node = game.node(before)
        if not isinstance(node, Decision) or move.seat not in node.seats or only not in (None, move.seat):
            continue
        seen = view(before, move.seat)
        given = model.whole(move.action, _added(game, move, later))
        answers = model.answers(seen, given)
        if len(answers) > 1:
            asked.append(_Asked(model.deal(before), move.seat, move.number, node.key, seen, answers, given))
    return [each for each in asked if each.deal in made], made


def _with_the_next(game: Game[Any, Any], record: Record) -> Iterator[tuple[Move[Any, Any], Move[Any, Any] | None]]:
    """Each move of a record, paired with the following move. The last move is paired with None."""
    moves = list(replay(game, record))
    for move, later in zip(moves, [*moves[1:], None], strict=True):
        if isinstance(move.done, Refusal):
            raise refused(move.number, move.done)
        yield move, later


def _added(game: Game[Any, Any], move: Move[Any, Any], later: Move[Any, Any] | None) -> Any:
    """The action that the seat of ``move`` added directly after it, on another seat's turn (see `Decision.also`), or None."""
    if later is None or later.seat != move.seat:
        return None
    node = game.node(later.before)
    return later.action if isinstance(node, Decision) and later.seat in node.also else None
