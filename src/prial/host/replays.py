"""A finished game at a table, looked back at: as somebody was told it, and what their answers were worth."""

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
    """A game as one viewer was told it: the messages of the socket, in order."""

    table: said.About
    viewer: Seat | None
    names: tuple[str, ...]
    updates: tuple[said.Welcome | said.Update, ...]


class ReviewedDeal(msgspec.Struct, frozen=True, kw_only=True):
    """One answer."""

    deal: int
    """Counted from 1."""
    hands: tuple[str, ...]
    """What was laid; where nothing is laid, the cards that the player saw."""
    worth: float
    """Points expected of it."""
    best: tuple[str, ...]
    """What would have been best to lay; empty where nothing is laid."""
    best_worth: float
    lost: float
    points: int
    """Points that it really brought."""
    declared: str
    """What was declared with it or, where nothing is laid, what was done, in words; empty for nothing."""
    best_declared: str
    """What is declared with the best, or what is the best to do."""
    why: str
    """Why the best is better, in a sentence; empty where nothing was lost, or where the game doesn't say."""
    error: float
    """Standard error of what was lost; 0 where it was counted."""
    situation: str
    """What else the answer hung on, in a few words."""
    verdict: Verdict
    rows: tuple[Row, ...]
    """What was laid, place by place, beside the best; empty where nothing is laid, or where something was declared."""
    wins: float
    """Where nothing is laid, how often the answer brings more than nothing: a chance from 0 to 1."""
    best_wins: float
    """How often the best one does."""


class ReviewedTotal(msgspec.Struct, frozen=True, kw_only=True):
    """All of them."""

    worth: float
    lost: float
    """Points thrown away, all answers together but those that are even."""
    points: int
    """Points made in these deals."""


class Reviewed(msgspec.Struct, frozen=True, kw_only=True):
    """What a player's answers were worth."""

    seat: Seat
    counted: str
    """What expected points hold beside the points of a deal, in a sentence; empty where nothing."""
    against: str
    """Which others answers are judged against, in a sentence; empty where it isn't said."""
    stake: float
    """What a deal is about, in what is counted, so that a loss can be called great or small."""
    deals: tuple[ReviewedDeal, ...]
    total: ReviewedTotal


def check_over(live: Live, number: int) -> None:
    """See whether a game is over, by the table as it stands.

    Raises:
        PrialError: there was no such game, or it isn't over.
    """
    if not 0 < number <= live.round:
        raise PrialError(refuse("replay.unknown", round=number))
    if number == live.round and live.result is None:
        raise PrialError(refuse("replay.playing"))


def finished(history: Iterable[Applied], number: int) -> list[Applied]:
    """The entries of a game that is over, from its start to its end; the history is read no further.

    Raises:
        PrialError: there was no such game, or it isn't over.
    """
    game: list[Applied] = []
    for applied in history:
        if applied.after.round == number > 0:
            game.append(applied)
            if applied.after.status is Status.OVER:
                return game
    raise PrialError(refuse("replay.playing") if game else refuse("replay.unknown", round=number))


def seat_throughout(game: Sequence[Applied], person: str) -> Seat | None:
    """Where somebody sat from the start of a game to its end; None for anybody else, who sees it as a spectator."""
    seats = {applied.after.seat_of(person) for applied in game}
    return seats.pop() if len(seats) == 1 else None


def replayed(history: Iterable[Applied], table_id: str, number: int, person: str) -> Replay:
    """A finished game as somebody was told it.

    Args:
        history: the table's log, folded, at least to the end of the game.
        table_id: its id.
        number: number of the game, from 1.
        person: who asks.
    Raises:
        PrialError: there was no such game, it isn't over, or the table is private and this person didn't play there.
    """
    game = finished(history, number)
    viewer = seat_throughout(game, person)
    first, last = game[0], game[-1].after
    if not last.opened.public and person not in last.players:
        raise PrialError(refuse("replay.private"))
    about = replace(telling.about(last, table_id, person), invite=None)  # a replay is kept, and passed on to others
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
    """The record of a game: the moves that stood, without those that were taken back."""
    live = game[-1].after
    moves: list[tuple[str | None, Any]] = []
    """Each with the key of the decision that it answers."""
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
    return [move for move in moves if not (move[0] == key and move[1][0] == seat)]


def reviewed(history: Iterable[Applied], number: int, person: str, against: Against = Against.SEATED) -> Reviewed:
    """What somebody's arrangements in a finished game were worth.

    Args:
        history: the table's log, folded, at least to the end of the game.
        number: number of the game, from 1.
        person: who asks, and played.
        against: the others against whom the answers are judged.
    Raises:
        PrialError: there was no such game, it isn't over, has no review, or this person didn't play it.
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
