"""A game of Crash looked back at: what each arrangement was worth, what the best one was, and what that cost.

An arrangement is judged by what it was worth before anything was turned up: expected points of the deal against as many
players of the kind that sat there. Where the record's notes name all others as bots who lay their best hand first, then their
best second one, they are taken for these; anybody else is taken for as sharp as the strongest bot. Luck doesn't come into it.
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
_AGAINST: Final[dict[frozenset[Field], str]] = {
    frozenset(): "",
    frozenset({"greedy"}): "Judged against others who lay their best hands first, as the bots that sat there do.",
    frozenset({"sharp"}): "Judged against others who split as sharply as the strongest bot.",
    frozenset({"greedy", "sharp"}): "Judged against others who lay their best hands first where only bots that do so sat there, "
    "and else against others who split as sharply as the strongest bot.",
}
"""What is said of the kinds that others were taken for."""


def weights(rules: CrashRules) -> tuple[tuple[float, ...], float]:
    """What a place and a crash are worth, in points.

    A crash that wins the game counts for what is still missing from nothing to the target when all places are won. Where a
    pot is played for, only winning all counts, and a place next to nothing: of hands that can't win it the better one.
    """
    if rules.scoring is Scoring.POT:
        return (1e-6,) * rules.places, 1.0
    won = rules.crash_points if rules.crash is Crash.BONUS else rules.target - rules.places
    return (1.0,) * rules.places, float(won)


def whole_game(rules: CrashRules) -> int:
    """Points that a crash counts for beyond its places because it wins the game; 0 where it doesn't."""
    return rules.target - rules.places if rules.scoring is Scoring.POINTS and rules.crash is Crash.WINS_GAME else 0


def counted(rules: CrashRules) -> str:
    """What expected points hold beside the points of a deal, in a sentence; empty where they hold nothing else."""
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
    """Of which kind others are: greedy if all of them are such bots, else sharp.

    Args:
        bots: the bot that sits in each seat, by the seat's number as text, as far as that is known.
        others: their seats.
    """
    return "greedy" if all(bots.get(str(seat)) == "greedy" for seat in others) else "sharp"


class Judge:
    """Says what splits are worth at a table.

    Args:
        game: the table.
        others: how many others there are.
        field: of which kind they are.
    """

    def __init__(self, game: CrashGame, others: int, field: Field = "sharp") -> None:
        self.rules, self.scorer = game.rules, game.scorer
        self.value = tables.load(self.rules.cards, others, field, next_best=self.rules.tie is Tie.NEXT_BEST)
        self._arranger = Arranger(game)
        self._place, self._crash = weights(self.rules)

    def worth(self, hands: Sequence[tuple[Card, ...]], strengths: Sequence[int]) -> float:
        """Expected points of a deal.

        Args:
            hands: what is laid.
            strengths: one for each place, 0 for a hand that doesn't count.
        """
        return self.value.worth(strengths, self._place, self._crash) + self._fours(hands)

    def _fours(self, hands: Sequence[tuple[Card, ...]]) -> float:
        """What four of a kind among the laid hands brings, if nobody has a better one."""
        quads = fours(tuple(hands)) if self.rules.four_bonus is not FourBonus.NONE else []
        if _THREE in quads and self.rules.four_bonus is FourBonus.KNOCK:
            return float(self.rules.target)
        return float(bool(quads))

    def best(self, hand: tuple[Card, ...]) -> tuple[float, Split]:
        """The split of a hand that is worth most, and its worth."""
        judged = ((self.worth(split.hands, split.strengths), split) for split in self._arranger.splits(hand))
        return max(judged, key=lambda entry: entry[0])

    def laid(self, hands: Sequence[tuple[Card, ...]]) -> float:
        """What hands are worth as they were laid."""
        fouled, counted = self._counted(hands)
        return self.worth(() if fouled else hands, counted)

    def sweep_chance(self, hands: Sequence[tuple[Card, ...]]) -> float:
        """The chance that hands win every place as they were laid, 0 to 1."""
        return self.value.sweep_chance(self._counted(hands)[1])

    def rows(self, hands: Sequence[tuple[Card, ...]], best: Split) -> tuple[Row, ...]:
        """What hands win as they were laid, place by place, beside those of the best split."""
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
        return self.scorer.ranking.label(self.scorer.ranking.strength(hand))

    def _counted(self, hands: Sequence[tuple[Card, ...]]) -> tuple[bool, list[int]]:
        """Whether hands are a foul, and their strengths: one wins no place from where it is found, or loses the whole game."""
        strengths = self.scorer.strengths(self.scorer.in_order(tuple(hands)))
        found = self.scorer.foul_at(strengths)
        if found is not None:
            strengths = strengths[:found] if self.rules.foul is Foul.LOSE_DEAL else []
        counted = [strength if strength >= self.scorer.least else 0 for strength in strengths]
        return found is not None, counted + [0] * (self.rules.places - len(counted))


def review(game: CrashGame, record: Record) -> Review:
    """Look back at a game, as far as it was played.

    Deals that were void, and hands of which something was declared in place of laying them, are passed over.

    Raises:
        PrialError: the record holds a move that the rules refuse.
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
    """The arrangements of a deal that has just been settled, each by the judge of its seat."""
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
