"""Reviews of a game of Crash: what each arrangement was worth, what the best one was, and how much was lost.

An arrangement is judged by its worth before any hand was turned up: the points of the deal that it could expect against the
same number of opponents. If the record's notes name all opponents as ``greedy`` bots, which lay their best hand first, it is
judged against such players; otherwise against players as sharp as the strongest bot. Luck doesn't come into it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final

from prial.arrange.search import Split
from prial.cards import Card
from prial.core.game import Seat, State
from prial.core.record import Record, replay
from prial.errors import Refusal
from prial.games.crash import CrashGame
from prial.games.crash.bots import Arranger, tables
from prial.games.crash.bots.tables import Field
from prial.games.crash.rules import CrashRules
from prial.games.crash.settings import Crash, Foul, FourBonus, Scoring, Tie
from prial.games.crash.settle import fours
from prial.games.crash.state import Table
from prial.study.replay import refused
from prial.study.review import Judged, Review, Row, totals

_THREE = 1
"""The rank of a three."""
_AGAINST: Final[dict[frozenset[Field], str]] = {
    frozenset(): "",
    frozenset({"greedy"}): "Judged against others who lay their best hands first, as the bots that sat there do.",
    frozenset({"sharp"}): "Judged against others who split as sharply as the strongest bot.",
    frozenset({"greedy", "sharp"}): "Judged against others who lay their best hands first where only bots that do so sat there, "
    "and otherwise against others who split as sharply as the strongest bot.",
}
"""The sentence that says against which kinds of opponents a game was judged."""


def weights(rules: CrashRules) -> tuple[tuple[float, ...], float]:
    """Points for each place, by place, and further points for winning all of them.

    A crash that wins the game counts for all points of the target beyond those for its places. In a game for the pot, winning
    every place counts for 1, and a single place for so little that it only decides between splits that can't win the pot.
    """
    if rules.scoring is Scoring.POT:
        return (1e-6,) * rules.places, 1.0
    won = rules.crash_points if rules.crash is Crash.BONUS else rules.target - rules.places
    return (1.0,) * rules.places, float(won)


def whole_game(rules: CrashRules) -> int:
    """Points that a crash counts for, beyond its places, because it wins the game; 0 if it doesn't win it."""
    return rules.target - rules.places if rules.scoring is Scoring.POINTS and rules.crash is Crash.WINS_GAME else 0


def counted(rules: CrashRules) -> str:
    """What expected points include besides the points of a deal, in a sentence; empty if nothing else."""
    told = []
    if extra := whole_game(rules):
        told.append(f"a crash wins the game, so its chance counts for {extra} points more than its {rules.places} places")
    if rules.four_bonus is FourBonus.KNOCK and rules.scoring is Scoring.POINTS:
        told.append(f"four threes knocked for win it too, and count for {rules.target}")
    if rules.scoring is Scoring.POT:
        told.append("only winning every place counts, as 1")
    text = "; ".join(told)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def field(bots: Mapping[str, Any], others: Iterable[Seat]) -> Field:
    """The kind of some opponents: ``greedy`` if all of them are greedy bots, otherwise ``sharp``.

    Args:
        bots: the bot's name for each seat where a bot is known to sit, by the seat's number as text.
        others: the opponents' seats.
    """
    return "greedy" if all(bots.get(str(seat)) == "greedy" for seat in others) else "sharp"


class Judge:
    """Says what splits are worth at a table.

    Args:
        game: the table.
        others: number of opponents.
        field: the kind of opponents.
    """

    def __init__(self, game: CrashGame, others: int, field: Field = "sharp") -> None:
        self.rules, self.scorer = game.rules, game.scorer
        self.value = tables.load(self.rules.cards, others, field, next_best=self.rules.tie is Tie.NEXT_BEST)
        self._arranger = Arranger(game)
        self._place, self._crash = weights(self.rules)

    def worth(self, hands: Sequence[tuple[Card, ...]], strengths: Sequence[int]) -> float:
        """Points of a deal that laid hands can expect.

        Args:
            hands: the hands, by place.
            strengths: their strengths, one for each place; 0 for a hand that doesn't count.
        """
        return self.value.worth(strengths, self._place, self._crash) + self._fours(hands)

    def _fours(self, hands: Sequence[tuple[Card, ...]]) -> float:
        """Points that four of a kind among the laid hands brings, if nobody has a better one."""
        quads = fours(tuple(hands)) if self.rules.four_bonus is not FourBonus.NONE else []
        if _THREE in quads and self.rules.four_bonus is FourBonus.KNOCK:
            return float(self.rules.target)
        return float(bool(quads))

    def best(self, hand: tuple[Card, ...]) -> tuple[float, Split]:
        """The greatest worth of any split of a hand, and that split."""
        judged = ((self.worth(split.hands, split.strengths), split) for split in self._arranger.splits(hand))
        return max(judged, key=lambda entry: entry[0])

    def laid(self, hands: Sequence[tuple[Card, ...]]) -> float:
        """Points that hands can expect as they were laid, even if that was a foul."""
        fouled, counted = self._counted(hands)
        return self.worth(() if fouled else hands, counted)

    def sweep_chance(self, hands: Sequence[tuple[Card, ...]]) -> float:
        """The chance that hands win every place as they were laid, 0 to 1."""
        return self.value.sweep_chance(self._counted(hands)[1])

    def rows(self, hands: Sequence[tuple[Card, ...]], best: Split) -> tuple[Row, ...]:
        """Each place's hand and its chance to win, as the hands were laid and in the best split."""
        _, counted = self._counted(hands)
        laid = self.scorer.in_order(tuple(hands))
        chances = [self.value.chance(place, strength) for place, strength in enumerate(counted)]
        most = [self.value.chance(place, strength) for place, strength in enumerate(best.strengths)]
        return tuple(
            [
                Row(self._label(one), wins, self._label(other), best_wins)
                for one, wins, other, best_wins in zip(
                    laid, chances, best.hands, most, strict=False
                )  # weak hands may be left out
            ]
        )

    def _label(self, hand: tuple[Card, ...]) -> str:
        """A hand in words."""
        return self.scorer.ranking.label(self.scorer.ranking.strength(hand))

    def _counted(self, hands: Sequence[tuple[Card, ...]]) -> tuple[bool, list[int]]:
        """Whether hands are a foul, and their strengths by place; 0 for a hand that doesn't count, also because of the foul."""
        strengths = self.scorer.strengths(self.scorer.in_order(tuple(hands)))
        found = self.scorer.foul_at(strengths)
        if found is not None:
            strengths = strengths[:found] if self.rules.foul is Foul.LOSE_DEAL else []
        counted = [strength if strength >= self.scorer.least else 0 for strength in strengths]
        return found is not None, counted + [0] * (self.rules.places - len(counted))


def review(game: CrashGame, record: Record) -> Review:
    """Review a game, as far as it was played.

    Void deals, and hands that weren't laid because the player declared something, are left out.

    Raises:
        PrialError: the record has a move that the rules refuse.
    """
    judge = cache(partial(Judge, game))
    named = record.notes.get("bots")
    bots = named if isinstance(named, dict) else {}
    judged: list[Judged] = []
    met: set[Field] = set()

    def among(seat: Seat, playing: Sequence[Seat]) -> Judge:
        others = [each for each in playing if each != seat]
        kind = field(bots, others)
        met.add(kind)
        return judge(len(others), kind)

    for move in replay(game, record.moves):
        if isinstance(move.done, Refusal):
            raise refused(move.number, move.done)
        after = move.done.state
        if move.before.public.last is None and after.public.last is not None and not after.public.last.void:
            judged += _deal(after, partial(among, playing=move.before.public.playing))
    against = _AGAINST[frozenset(met)]
    return Review(tuple(judged), totals(judged, game.seats), counted(game.rules), against=against)


def _deal(after: State[Table], judge_of: Callable[[Seat], Judge]) -> list[Judged]:
    """The arrangements of a deal that has just been settled; ``judge_of`` gives the judge for a seat."""
    table = after.public
    assert table.last is not None
    found = []
    for seat, piles in enumerate(table.laid):
        if not piles:
            continue
        judge, hands = judge_of(seat), tuple([after.piles[pile] for pile in piles])
        worth = judge.laid(hands)
        best_worth, best = judge.best(after.piles[table.hands[seat]])
        lost = max(0.0, best_worth - worth)
        rows = judge.rows(hands, best)
        found.append(Judged(table.deal, seat, hands, worth, best.hands, best_worth, lost, table.last.points[seat], rows=rows))
    return found
