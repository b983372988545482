"""What a game does with a `prial.study.rollouts.Model`: it looks back at decisions, and says before one what to do and why."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from prial.bots.bot import Advice
from prial.core.game import Decision, Game, Seat, View, view
from prial.core.record import Move, Record, replay
from prial.core.step import Step
from prial.errors import Refusal, add_sentences, say
from prial.study.coach import brings
from prial.study.replay import refused
from prial.study.review import Judged, Progress, Review, Reviewer, totals
from prial.study.rollouts import WORLDS, Model, search, weigh

add_sentences(
    "en",
    {
        "review.seated": "The bots that sat there and play by a rule of thumb go on as they do.",
        "coach.would": "I’d {answer}.",
        "coach.makes": "That {brings} on average from here on, and comes out ahead in {wins} of 100 such deals.",
        "coach.nothing": "Nothing else pays on average.",
        "coach.one": "To {second} {brings}.",
        "coach.two": "To {second} {brings}, to {third} {least}.",
    },
)

_ALSO: Final = 2
"""Other answers of which the coach says what they make."""


class LookingBack:
    """A review by playing on: a `prial.study.review.LongReview`.

    Args:
        model: how decisions are judged.
        record: the game.
    """

    def __init__(self, model: Model, record: Record) -> None:
        self._model, self._record = model, record

    def carry_out(self, seat: Seat | None = None, worlds: int | None = None, progress: Progress | None = None, /) -> Review:
        """Look back at the decisions of the game, as far as its deals were played out.

        Args:
            seat: whose decisions; None for everybody's.
            worlds: in how many worlds answers that are close are tried; None for the usual number.
            progress: called with how many decisions are judged, and of how many.
        Raises:
            PrialError: the record holds a move that the rules refuse.
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
    """The review of a game whose decisions a model judges, for `prial.core.kind.Kind.review`."""

    def review(game: Any, record: Record, /) -> LookingBack:
        bots = record.notes.get("bots")
        return LookingBack(make(game, bots if isinstance(bots, dict) else {}), record)

    return review


def coach(make: type[Model], game: Any, seen: View[Any], key: str, bots: Mapping[str, Any], /) -> Advice | None:
    """What a model finds best, and what makes the answers that come next; see `prial.study.coach.Coach`."""
    model = make(game, bots)
    answers = model.answers(seen)
    if len(answers) < 2:
        return None
    found = search(model, seen, answers, _seed(model, seen, key), WORLDS)
    words = [model.words(seen, answer) for answer in found.answers]
    worths = [brings(float(row.mean()), model.unit) for row in found.found]
    wins = round(100 * float((found.found[0] > 0).mean()))
    told = [say("coach.makes", {"brings": worths[0], "wins": wins}) if wins else say("coach.nothing", {})]
    if len(words) > _ALSO:
        told.append(say("coach.two", {"second": words[1], "brings": worths[1], "third": words[2], "least": worths[2]}))
    elif len(words) > 1:
        told.append(say("coach.one", {"second": words[1], "brings": worths[1]}))
    return Advice("coach", say("coach.would", {"answer": words[0]}), found.answers[0], " ".join(told))


def coaching(make: type[Model]) -> Any:
    """The coach of a game whose decisions a model judges, for `prial.core.kind.Kind.coach`."""
    return partial(coach, make)


def _seed(model: Model, seen: View[Any], key: str) -> str:
    """The same before a decision and after it, so that the coach and the review say the same."""
    return f"{model.game.name}/{key}/{seen.seat}"


class _Asked(NamedTuple):
    """A decision that is judged."""

    deal: int
    seat: Seat
    key: str
    seen: View[Any]
    answers: Sequence[Any]
    given: Any


def _decisions(model: Model, record: Record, only: Seat | None) -> tuple[list[_Asked], dict[int, list[int]]]:
    """The decisions of all deals that were played out, and what each seat made in each of these deals."""
    game = model.game
    asked: list[_Asked] = []
    began: list[int] = []
    made: dict[int, list[int]] = {}
    for move, later in _with_the_next(game, record):
        before, after = move.before, move.done.state if isinstance(move.done, Step) else move.before
        if model.deal(after) > model.deal(before):
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
            asked.append(_Asked(model.deal(before), move.seat, node.key, seen, answers, given))
    return [each for each in asked if each.deal in made], made


def _with_the_next(game: Game[Any, Any], record: Record) -> Iterator[tuple[Move[Any, Any], Move[Any, Any] | None]]:
    """The moves of a record, each with the one that follows it."""
    moves = list(replay(game, record.moves))
    for move, later in zip(moves, [*moves[1:], None], strict=True):
        if isinstance(move.done, Refusal):
            raise refused(move.number, move.done)
        yield move, later


def _added(game: Game[Any, Any], move: Move[Any, Any], later: Move[Any, Any] | None) -> Any:
    """What a seat did directly after its move, while the next one thought; None for nothing."""
    if later is None or later.seat != move.seat:
        return None
    node = game.node(later.before)
    return later.action if isinstance(node, Decision) and later.seat in node.also else None
