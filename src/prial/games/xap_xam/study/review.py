"""Reviews a game of Xập xám: the worth of each player's setting of the cards, the best setting, and the reason why it is better.

The worth of a setting is the units that the player could expect before any hand was shown. The cards that the opponents really
held don't count. If the record's notes say that all opponents were bots that first set the strongest lower hand, such opponents
are assumed. Otherwise the opponents are assumed to set their cards as well as possible.

A setting that is about as good as the best one counts as the best one. The worth of a setting is only an estimate
(`prial.games.xap_xam.bots.field`), too rough to tell such settings apart.
"""

from collections.abc import Iterable, Mapping
from functools import cache, partial
from typing import Any, Final

from prial.core.game import Seat, State
from prial.core.record import Record, refused, replay
from prial.errors import Refusal
from prial.games.xap_xam.bots import Outlook, Sharp
from prial.games.xap_xam.game import XapXamGame
from prial.games.xap_xam.instants import Hands
from prial.games.xap_xam.settle import ROWS, Scorer
from prial.games.xap_xam.state import Lay, Table
from prial.study.review import NOTHING, Judged, Review, Row, totals

_LOWER_FIRST: Final = ("greedy", "novice")
"""Bots that first set the strongest possible lower hand."""
_AGAINST: Final[Mapping[frozenset[bool], str]] = {
    frozenset(): "",
    frozenset({True}): "Judged against others who set their strongest lower hand first, as the bots that sat there do.",
    frozenset({False}): "Judged against others who set their cards as well as possible.",
    frozenset(
        {True, False}
    ): "Judged against others who set their strongest lower hand first where only such bots sat there, and "
    "otherwise against others who set their cards as well as possible.",
}
"""The sentence on the opponents against whom a game was judged.

In the key, True stands for opponents who first set the strongest lower hand, False for others.
"""


def lower_first(bots: Mapping[str, Any], others: Iterable[Seat]) -> bool:
    """Whether all opponents are bots that first set the strongest possible lower hand.

    Args:
        bots: maps a seat's number, as text, to the name of the bot there: ``{"2": "greedy"}``. Seats without a known bot
            are left out.
        others: the opponents' seats.
    """
    return all(bots.get(str(seat)) in _LOWER_FIRST for seat in others)


class Judge:
    """Computes how many units a player can expect from an action.

    Args:
        game: the game.
        greedy: whether the opponents first set the strongest possible lower hand. If not, they set their cards as well as
            possible.
    """

    def __init__(self, game: XapXamGame, *, greedy: bool = False) -> None:
        self.scorer: Scorer = game.scorer
        self._sharp = Sharp(game, "greedy" if greedy else None)

    def outlook(self, *, dealer: bool) -> Outlook:
        """The expected units of every action against one opponent.

        Args:
            dealer: whether the player deals.
        """
        return self._sharp.outlook(dealer=dealer)

    def worth(self, lay: Lay, *, dealer: bool) -> float:
        """The expected units of an action against one opponent.

        Args:
            lay: the player's hands and declaration. The hands may be mis-set (in a wrong order).
            dealer: whether the player deals.
        """
        return self._worth(self.outlook(dealer=dealer), lay)

    def _worth(self, outlook: Outlook, lay: Lay) -> float:
        if self.scorer.is_mis_set(lay.hands, lay.declared):
            return outlook.mis_set
        if lay.declared is not None:
            return outlook.declaring(lay.declared)
        return float(outlook.playing(self.scorer.strengths(lay.hands)))

    def best(self, hand: tuple[int, ...], *, dealer: bool) -> Lay:
        """Choose the action with the greatest expected number of units.

        Args:
            hand: the player's thirteen cards.
            dealer: whether the player deals.
        """
        return self._sharp.best(hand, dealer=dealer)

    def as_good(self, laid: Lay, best: Lay, hand: tuple[int, ...], *, dealer: bool) -> bool:
        """Whether the bot `Sharp`, which picks at random among about equally good actions, might choose ``laid``.

        Args:
            laid: the action that is judged.
            best: the action that is worth most on average.
            hand: the player's thirteen cards.
            dealer: whether the player deals.
        """
        for outlook in self._sharp.drawn(dealer=dealer):
            own = self._worth(outlook, laid)
            # The first comparison is fast. If it fails, the slow search of the second is skipped
            if own >= self._worth(outlook, best) and own >= self._worth(outlook, outlook.answer(hand)):
                return True
        return False

    def why(self, laid: Lay, best: Lay, *, dealer: bool, opponents: int) -> str:
        """A sentence that says why the best action is better than the player's action.

        Args:
            laid: the player's action.
            best: the action that was worth most.
            dealer: whether the player deals.
            opponents: number of opponents with whom the player compares hands.
        """
        if self.scorer.is_mis_set(laid.hands, laid.declared):
            return f"The hands were mis-set: {self._out_of_order(laid.hands)}."
        if best.declared is not None:
            units = _units(self.scorer.rules.instants[best.declared])
            return f"{best.declared.words.capitalize()} would have won {units} at once{' from each' if opponents > 1 else ''}."
        if laid.declared is not None:
            return f"Played out, these cards are worth more than {laid.declared.words}."
        return self._rows(laid.hands, best.hands, dealer=dealer)

    def rows(self, laid: Lay, best: Lay, *, dealer: bool) -> tuple[Row, ...]:
        """Compare the player's three hands with the best ones, row by row.

        Args:
            laid: the player's action.
            best: the action that was worth most.
            dealer: whether the player deals.
        Returns:
            For each row, both hands and their chances to win. Empty if either action declares an instant win, or if the player's
            hands are mis-set (in a wrong order).
        """
        declared = laid.declared is not None or best.declared is not None
        if declared or self.scorer.is_mis_set(laid.hands, laid.declared):
            return ()
        wins, label = self.outlook(dealer=dealer).wins, self.scorer.ranking.label
        pairs = zip(self.scorer.strengths(laid.hands), self.scorer.strengths(best.hands), strict=True)
        return tuple(
            [Row(label(one), float(wins[at, one]), label(other), float(wins[at, other])) for at, (one, other) in enumerate(pairs)]
        )

    def _out_of_order(self, hands: Hands) -> str:
        """Say which hands of a mis-set setting are out of order."""
        lower, middle, upper = self.scorer.strengths(hands)
        if lower < middle or (lower == middle and not self.scorer.level):
            return "the lower hand must beat the middle one" if not self.scorer.level else "the middle hand beats the lower one"
        assert middle <= upper
        return "the upper hand beats the middle one"

    def _rows(self, laid: Hands, best: Hands, *, dealer: bool) -> str:
        """Say which rows win more often, and which less often, with the hands ``best`` than with ``laid``."""
        wins, label = self.outlook(dealer=dealer).wins, self.scorer.ranking.label
        gains: list[str] = []
        losses: list[str] = []
        for row, (before, after) in enumerate(zip(self.scorer.strengths(laid), self.scorer.strengths(best), strict=True)):
            old, new = round(100 * wins[row, before]), round(100 * wins[row, after])
            if new > old:
                times = "" if gains else "hand wins "
                gains.append(f"the {ROWS[row]} {times}{new}{'' if gains else ' of 100'} rather than {old} ({label(after)})")
            elif new < old:
                losses.append(f"the {ROWS[row]} only {new} rather than {old}")
        if not gains:
            return "Together the three hands bring more in the best setting."
        told = ", ".join(gains) + (f"; but {', '.join(losses)}" if losses else "")
        return f"{told[0].upper()}{told[1:]}."


def _units(number: int) -> str:
    return "1 unit" if number == 1 else f"{number} units"


def review(game: XapXamGame, record: Record) -> Review:
    """Review a game, as far as it was played.

    Args:
        game: the game with the rules of the table.
        record: the record of the game.
    Raises:
        PrialError: if the record has a move that the rules refuse.
    """
    judge = cache(partial(Judge, game))
    named = record.notes.get("bots")
    bots = named if isinstance(named, dict) else {}
    met: set[bool] = set()
    lays: dict[Seat, int] = {}
    judged: list[Judged] = []
    for move in replay(game, record):
        if isinstance(move.done, Refusal):
            raise refused(move.number, move.done)
        if isinstance(move.action, Lay):
            lays[move.seat] = move.number
        after = move.done.state
        if move.before.public.last is None and after.public.last is not None:
            for seat in range(game.seats):
                others = {each for pair in after.public.last.pairs if seat in pair.seats for each in pair.seats} - {seat}
                greedy = lower_first(bots, others)
                met.add(greedy)
                judged.append(_judged(judge(greedy=greedy), seat, lays[seat], len(others), move.before.public.dealer, after))
    return Review(tuple(judged), totals(judged, game.seats), against=_AGAINST[frozenset(met)])


def _judged(judge: Judge, seat: Seat, move: int, opponents: int, dealer: Seat, after: State[Table]) -> Judged:
    """Judge one player's setting in a deal that has just been settled. ``move``: the number of the player's move."""
    table = after.public
    assert table.last is not None
    lower, middle, upper = (after.piles[pile] for pile in table.laid[seat])
    laid = Lay((lower, middle, upper), dict(table.declared).get(seat))
    hand = after.piles[table.hands[seat]]
    best = judge.best(hand, dealer=seat == dealer)
    if judge.as_good(laid, best, hand, dealer=seat == dealer):
        best = laid
    worth, most = (opponents * judge.worth(each, dealer=seat == dealer) for each in (laid, best))
    lost = max(0.0, most - worth)
    why = judge.why(laid, best, dealer=seat == dealer, opponents=opponents) if lost >= NOTHING else ""
    return Judged(
        deal=table.deal,
        seat=seat,
        move=move,
        hands=laid.hands,
        worth=worth,
        best=best.hands,
        best_worth=most,
        lost=lost,
        points=table.last.units[seat],
        declared=laid.declared.words if laid.declared else "",
        best_declared=best.declared.words if best.declared else "",
        why=why,
        rows=judge.rows(laid, best, dealer=seat == dealer),
    )
