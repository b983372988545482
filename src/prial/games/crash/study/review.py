"""Reviews a game of Crash: the worth of each arrangement, the best arrangement, and the points lost by not choosing it.

The worth of an arrangement is the number of points that it brings on average, against as many opponents as the deal had. The
opponents' real cards don't matter. If the record's notes name all opponents as ``greedy`` bots, the opponents are assumed to lay
their best hand first. Otherwise the opponents are assumed to arrange by the tables of the strongest bot.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from prial.core.game import Seat, State
from prial.core.record import Record, refused, replay
from prial.errors import Refusal
from prial.games.crash import CrashGame
from prial.games.crash.actions import Lay
from prial.games.crash.bots.tables import Field
from prial.games.crash.state import Table
from prial.games.crash.study.judge import Judge, field
from prial.games.crash.study.sampling import SAMPLES
from prial.games.crash.study.worth import counted
from prial.study.review import Judged, Progress, Review, totals

_AGAINST: Final[dict[frozenset[Field], str]] = {
    frozenset(): "",
    frozenset({"greedy"}): "Judged against others who lay their best hands first, as the bots that sat there do.",
    frozenset({"sharp"}): "Judged against others who split as sharply as the strongest bot.",
    frozenset({"greedy", "sharp"}): "Judged against others who lay their best hands first where only bots that do so sat there, "
    "and otherwise against others who split as sharply as the strongest bot.",
}
"""Maps the kinds of opponents in a game to the sentence that says against which opponents the game was judged."""


class _Laid(NamedTuple):
    """The hands that a seat laid in a deal that was settled."""

    after: State[Table]
    """The state after the deal was settled."""
    seat: Seat
    """The seat that laid the hands."""
    move: int
    """Number of the move that laid the hands, from 1."""
    others: tuple[Seat, ...]
    """The seats of the opponents."""


@dataclass(frozen=True, slots=True)
class Arrangements:
    """A review of all hands laid in a game. It takes time, so it reports its progress (`prial.study.review.LongReview`)."""

    game: CrashGame
    """The game with the rules of the table."""
    record: Record
    """The record of the game, as far as it was played."""

    def carry_out(self, seat: Seat | None = None, worlds: int | None = None, progress: Progress | None = None, /) -> Review:
        """Judge the hands that were laid. Void deals are left out.

        Args:
            seat: the seat whose hands are judged; None for all seats.
            worlds: number of random deals for each hand; None for the usual number.
            progress: called with the number of hands judged so far and the number of all hands.
        Raises:
            PrialError: if the rules refuse a move of the record.
        """
        named = self.record.notes.get("bots")
        bots = named if isinstance(named, dict) else {}
        found = [laid for laid in _laid(self.game, self.record) if seat in (None, laid.seat)]
        judged: list[Judged] = []
        met: set[Field] = set()
        for number, laid in enumerate(found):
            if progress:
                progress(number, len(found))
            kind = field(bots, laid.others)
            met.add(kind)
            judged.append(_judged(self.game, laid, kind, worlds or SAMPLES))
        note, against = counted(self.game.rules), _AGAINST[frozenset(met)]
        return Review(tuple(judged), totals(judged, self.game.seats), note, against=against)


def review(game: CrashGame, record: Record) -> Arrangements:
    """Prepare the review of a game; see `prial.study.review.Reviewer`.

    Args:
        game: the game with the rules of the table.
        record: the record of the game, as far as it was played.
    Returns:
        The review. It is carried out by `Arrangements.carry_out`.
    """
    return Arrangements(game, record)


def _laid(game: CrashGame, record: Record) -> Iterator[_Laid]:
    """All hands that were laid, deal by deal. Void deals are left out."""
    lays: dict[Seat, int] = {}
    for move in replay(game, record):
        if isinstance(move.done, Refusal):
            raise refused(move.number, move.done)
        if isinstance(move.action, Lay):
            lays[move.seat] = move.number
        before, after = move.before.public, move.done.state
        if before.last is None and after.public.last is not None and not after.public.last.void:
            for seat, piles in enumerate(after.public.laid):
                if piles:
                    yield _Laid(after, seat, lays[seat], tuple([other for other in before.playing if other != seat]))


def _judged(game: CrashGame, laid: _Laid, kind: Field, samples: int) -> Judged:
    """Judge the hands that one seat laid in a deal."""
    table, seat = laid.after.public, laid.seat
    assert table.last is not None
    hands = tuple([laid.after.piles[pile] for pile in table.laid[seat]])
    judge = Judge(game, laid.after.piles[table.hands[seat]], len(laid.others), kind, samples)
    worth = judge.laid(hands)
    best_worth, best = judge.best()
    return Judged(
        deal=table.deal,
        seat=seat,
        move=laid.move,
        hands=hands,
        worth=worth,
        best=best.hands,
        best_worth=best_worth,
        lost=max(0.0, best_worth - worth),
        points=table.last.points[seat],
        error=judge.error(hands, best),
        rows=judge.rows(hands, best),
    )
