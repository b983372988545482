"""Looking back at a finished game: a replay of what a person saw, and a review of what each decision was worth."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from prial.cards import names
from prial.core.game import Seat
from prial.core.record import Record, written_move
from prial.errors import PrialError, add_sentences, refuse
from prial.host import entries as log
from prial.host import messages as said
from prial.host import telling
from prial.host.advice import bots_of
from prial.host.live import Applied, Live
from prial.host.status import Status
from prial.study.review import Against, Row, Verdict, review

add_sentences(
    "en",
    {
        "replay.unknown": "There was no game number {round} at this table.",
        "replay.playing": "This game isn't over yet.",
        "replay.private": "This table is private: only those who played this game may look back at it.",
        "review.not_played": "You didn't play this game from its start to its end.",
    },
)


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A replay: a game as one viewer saw it."""

    table: said.About
    """The description of the table."""
    viewer: Seat | None
    """The viewer's seat; None for a spectator."""
    names: tuple[str, ...]
    """One name for each seat: the name of the player who sat there at the end of the game."""
    updates: tuple[said.Welcome | said.Update, ...]
    """The messages that show the game to the viewer, in order. The first message is a `Welcome`."""


class ReviewedDeal(msgspec.Struct, frozen=True, kw_only=True):
    """The review of one answer. An answer is a decision that the player made in a deal."""

    deal: int
    """Number of the deal, from 1."""
    hands: tuple[str, ...]
    """The hands that the player laid. In games where no hands are laid, the cards that the player saw.

    Each card takes two characters.
    """
    worth: float
    """Expected points of the answer."""
    best: tuple[str, ...]
    """The hands of the best answer, two characters per card; empty in games where no hands are laid."""
    best_worth: float
    """Expected points of the best answer."""
    lost: float
    """Expected points that the player lost by this answer, compared with the best answer."""
    points: int
    """Points that the player really made in the deal."""
    declared: str
    """What the player declared with the hands, in words; empty if nothing was declared.

    In games where no hands are laid, this is the player's action in words.
    """
    best_declared: str
    """What the best answer declares with its hands, in words; empty if it declares nothing.

    In games where no hands are laid, this is the best action in words.
    """
    why: str
    """Why the best answer is better, in a sentence; empty if nothing was lost, or if the game gives no reasons."""
    error: float
    """Standard error of ``lost``; 0 where ``lost`` was computed exactly."""
    situation: str
    """In a few words: what the answer depended on besides the cards, such as the chips in the pot. It may be empty."""
    verdict: Verdict
    """How good the answer was: the best, perhaps as good as the best, or worse than the best."""
    rows: tuple[Row, ...]
    """Compares each laid hand with the best answer's hand in the same place.

    The tuple is empty in games where no hands are laid, and for answers whose hands can't be compared.
    """
    wins: float
    """In games where no hands are laid: probability that the answer brings a gain (more than 0)."""
    best_wins: float
    """In games where no hands are laid: probability that the best answer brings a gain (more than 0)."""


class ReviewedTotal(msgspec.Struct, frozen=True, kw_only=True):
    """The sums over all answers of a review."""

    worth: float
    """Expected points of all answers."""
    lost: float
    """Expected points lost by all answers together. Answers with the verdict `Verdict.EVEN` aren't counted."""
    points: int
    """Points that the player made in the reviewed deals. Each deal counts once."""


class Reviewed(msgspec.Struct, frozen=True, kw_only=True):
    """A review: what a player's answers in a game were worth."""

    seat: Seat
    """The player's seat."""
    counted: str
    """A sentence about what expected points include besides the deal's points; empty if they include nothing else."""
    against: str
    """A sentence that describes the opponents against whom the answers are judged; may be empty."""
    stake: float
    """The amount for which a deal is played: one point, or all antes or blinds together. Losses are compared with this amount."""
    deals: tuple[ReviewedDeal, ...]
    """The answers, in order."""
    total: ReviewedTotal
    """The sums over all answers."""


def check_over(live: Live, number: int) -> None:
    """Check that a game is over. This needs only the present state of the table, not the log.

    Args:
        live: the table.
        number: number of the game, from 1.
    Raises:
        PrialError: if the game doesn't exist or isn't over.
    """
    if not 0 < number <= live.round:
        raise PrialError(refuse("replay.unknown", round=number))
    if number == live.round and live.result is None:
        raise PrialError(refuse("replay.playing"))


def finished(history: Iterable[Applied], number: int) -> list[Applied]:
    """The log entries of a finished game, from the game's start to its end.

    Args:
        history: the entries of the table's log, each with its effect. Entries after the end of the game aren't read.
        number: number of the game, from 1.
    Raises:
        PrialError: if the game doesn't exist or isn't over.
    """
    game: list[Applied] = []
    for applied in history:
        if applied.after.round == number > 0:
            game.append(applied)
            if applied.after.status is Status.OVER:
                return game
    raise PrialError(refuse("replay.playing") if game else refuse("replay.unknown", round=number))


def seat_throughout(game: Sequence[Applied], person: str) -> Seat | None:
    """The seat that a person had during a whole game.

    It is None if the person had no seat, or had a seat for only a part of the game. Such a person sees the game as a spectator.
    """
    seats = {applied.after.seat_of(person) for applied in game}
    return seats.pop() if len(seats) == 1 else None


def replayed(history: Iterable[Applied], table_id: str, number: int, person: str) -> Replay:
    """A replay of a finished game: everything that a person saw or could have seen.

    Args:
        history: the entries of the table's log, each with its effect. They must reach the end of the game.
        table_id: the table's id.
        number: number of the game, from 1.
        person: id of the person who asks; may be empty for a person who has never had a seat at this table.
    Raises:
        PrialError: if the game doesn't exist or isn't over, or if the table is private and the person didn't play this game.
    """
    game = finished(history, number)
    viewer = seat_throughout(game, person)
    first, last = game[0], game[-1].after
    if not last.opened.public and person not in last.players:
        raise PrialError(refuse("replay.private"))
    about = replace(telling.about(last, table_id, person), invite=None)  # a replay may be saved and passed on to others
    start = said.Welcome(
        table=about,
        viewer=viewer,
        reserved=None,
        version=first.after.version,
        now=first.at,
        scene=telling.scene(first.after, viewer),
        asked=telling.asked(first.after, viewer),
        lines=tuple(telling.lines(first, viewer)),
    )
    updates = [telling.update(applied, viewer) for applied in game[1:]]
    return Replay(table=about, viewer=viewer, names=tuple(last.names), updates=(start, *updates))


def record_of(game: Sequence[Applied]) -> Record:
    """The record of a game, without moves that were taken back.

    Args:
        game: the game's entries, from its start to its end.
    """
    live = game[-1].after
    moves: list[tuple[str | None, Any]] = []
    """The moves, each with the key of the decision that it answers. The key is None for nature's moves."""
    for applied in game:
        before = applied.before
        match applied.entry:
            case log.Dealt(outcome=outcome):
                moves.append((None, ("nature", outcome)))
            case log.Acted(seat=seat, key=key):
                assert before is not None
                assert before.state is not None
                moves.append((key, written_move(live.game, before.state, seat, live.game.read(applied.entry.action))))
            case log.Unlocked(seat=seat):
                moves = _without(moves, before.key if before is not None else None, seat)
            case log.TookBack(seat=seat) if before is not None and before.undo is not None:
                key = before.undo.key
                moves = _without(moves[: 1 + max(at for at, move in enumerate(moves) if move[0] == key)], key, seat)
            case _:
                pass
    opened = live.opened
    return Record(
        prial=1,
        game=opened.game,
        version=live.game.version,
        rules=dict(opened.rules),
        seats=live.names,
        moves=[move for _, move in moves],
        notes={"bots": bots_of(live)},
    )


def _without(moves: list[tuple[str | None, Any]], key: str | None, seat: Seat) -> list[tuple[str | None, Any]]:
    """The moves, except for the move by which a seat answered a decision."""
    return [move for move in moves if not (move[0] == key and move[1][0] == seat)]


def reviewed(history: Iterable[Applied], number: int, person: str, against: Against = Against.SEATED) -> Reviewed:
    """Review a player's answers in a finished game: what each of them was worth.

    Args:
        history: the entries of the table's log, each with its effect. They must reach the end of the game.
        number: number of the game, from 1.
        person: the player's id.
        against: the opponents against whom answers are judged.
    Raises:
        PrialError: if the game doesn't exist, isn't over or can't be reviewed, or if the player didn't play all of the game.
    """
    game = finished(history, number)
    seat = seat_throughout(game, person)
    if seat is None:
        raise PrialError(refuse("review.not_played"))
    found = review(game[-1].after.game, record_of(game), seat=seat, against=against)
    deals = [
        ReviewedDeal(
            deal=each.deal,
            hands=tuple(map(names, each.hands)),
            worth=each.worth,
            best=tuple(map(names, each.best)),
            best_worth=each.best_worth,
            lost=each.lost,
            points=each.points,
            declared=each.declared,
            best_declared=each.best_declared,
            why=each.why,
            error=each.error,
            situation=each.situation,
            verdict=each.verdict,
            rows=each.rows,
            wins=each.wins,
            best_wins=each.best_wins,
        )
        for each in found.judged
    ]
    (total,) = found.totals
    sums = ReviewedTotal(worth=total.worth, lost=total.lost, points=total.points)
    return Reviewed(seat=seat, counted=found.note, against=found.against, stake=found.stake, deals=tuple(deals), total=sums)
