"""Makes the fields of Xập xám by letting the bots play against themselves.

A field has the probabilities of opponents' hands. It is learnt in passes (fictitious play; Brown, 1951):

* After each pass, the field is counted from the hands laid in the later half of the passes so far.
* In the next pass, all players give the best answer to the field.

An opponent's rows are assumed to be independent of the player's cards.

Each learnt field also stores some of its earlier states (`Field.swayed`). For each deal, a player can give the best answer to one
of them, picked at random. Then the player's hands come about as often as the field says.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from prial.arguments import explained
from prial.arrange.worth import Worth
from prial.compiled import compiles
from prial.errors import PrialError, add_sentences, refuse
from prial.games.xap_xam.bots import Outlook, fields, level_of
from prial.games.xap_xam.bots.field import Field
from prial.games.xap_xam.instants import Instant
from prial.games.xap_xam.rules import SCHEMA
from prial.games.xap_xam.settle import Scorer
from prial.games.xap_xam.study.instants import held
from prial.study import tables as shipping
from prial.study.chunks import Counting, in_chunks
from prial.study.tables import Progress

add_sentences("en", {"xap_xam.numba": "Making the bots' tables needs numba: install it, as in pip install 'prial[fast]'."})

PASSES: Final = 120
"""Number of passes in which a field is learnt. In fewer and larger passes, the field would change more from pass to pass."""
MOMENTS: Final = 10
"""Number of earlier states that are stored in each learnt field (`Field.swayed`).

In a trial, a greater number (30 states) didn't make the bots better.
"""
_LEARNT: Final[tuple[tuple[str, Mapping[str, str]], ...]] = (
    ("xap_xam", {"dealer": "player", "player": "dealer"}),
    ("chinese_poker", {"by_hand": "by_hand"}),
    ("mau_binh", {"royalties": "royalties"}),
)
"""The fields to learn for each preset.

Each field's name is mapped to the name of its opponents' field.
"""


@dataclass(frozen=True, slots=True)
class Laid:
    """The hands and the declarations of many players, each with thirteen cards."""

    strengths: NDArray[np.uint16]
    """The strengths of each player's lower, middle and upper hand, shape (players, 3)."""
    declared: NDArray[np.int8]
    """The instant win that each player declared, by its index in `Instant`; −1 for none. The shape is (players,)."""
    held: NDArray[np.bool_]
    """Whether each player's cards hold each instant win, shape (players, instant wins).

    Instant wins that aren't in the rules are included.
    """

    def __add__(self, other: "Laid") -> "Laid":
        return _together([self, other])

    def __getitem__(self, which: NDArray[np.intp]) -> "Laid":
        return Laid(self.strengths[which], self.declared[which], self.held[which])

    def field(self, size: int) -> Field:
        """Make the field of these players: the probabilities of their hands.

        Args:
            size: the greatest strength of the ranking.
        """
        return Field.of(self.strengths[self.declared < 0], self.held, size)


def _together(some: Sequence[Laid]) -> Laid:
    """Join several groups of laid hands, one group after the other."""
    return Laid(*(np.concatenate([getattr(each, part) for each in some]) for part in ("strengths", "declared", "held")))


def lay(hands: NDArray[np.uint8], scorer: Scorer, outlook: Outlook | None) -> Laid:
    """Set the cards of many players in the best way, or declare an instant win for them.

    An instant win is declared if it is worth more than the best setting.

    Args:
        hands: hands of different cards, shape (hands, 13).
        scorer: the scorer of the table.
        outlook: the expected units of each setting and of each instant win. With None, all three rows count alike, and an
            instant win that the rules allow is always declared. If a hand then has several, the first in `Instant` is declared.
    """
    from prial.arrange.batch import fives

    size = scorer.ranking.size
    worth = Worth.of(np.tile(np.arange(size + 1) / size, (3, 1))) if outlook is None else outlook.worth
    strengths = fives.best(hands, worth, scorer.ranking, level=scorer.level).strengths
    best = np.full(len(hands), -np.inf) if outlook is None else outlook.playing([*strengths.T])
    declared = np.full(len(hands), -1, np.int8)
    holds = held(hands)
    for number, what in enumerate(Instant):
        if what in scorer.rules.instants:
            units = float(-number) if outlook is None else outlook.declaring(what)
            better = holds[:, number] & (units > best)
            declared[better], best[better] = number, units
    return Laid(strengths, declared, holds)


def _dealt(count: int, stream: np.random.SeedSequence, scorer: Scorer, outlook: Outlook | None) -> Laid:
    """Deal hands at random and set them with `lay`."""
    from prial.arrange import batch

    return lay(batch.deal(count, stream, 1)[:, 0], scorer, outlook)


@explained
def train(
    preset: str, *, deals: int, seed: int, counting: Counting | None = None, progress: Progress | None = None
) -> dict[str, Field]:
    """Learn the fields (probabilities of opponents' hands) for the rules of one preset.

    Args:
        preset: name of the preset.
        deals: number of hands for each field, in all passes together.
        seed: seed of the shuffles; the same seed gives the same fields.
        counting: how and where the hands are counted; None to use all processors.
        progress: called with the field's file name, the number of passes done and the number of all passes.
    Returns:
        The fields, by name.
    """
    scorer = Scorer(SCHEMA.make(None, preset))
    meets = dict(_LEARNT)[preset]
    each = max(1, deals // PASSES)
    laid: dict[str, list[Laid]] = {name: [] for name in meets}
    outlooks: dict[str, Outlook] = {}
    found: dict[str, Field] = {}
    answered: list[dict[str, Field]] = []
    for number in range(PASSES):
        if 2 * number >= PASSES:
            answered.append(found)
        for at, name in enumerate(meets):
            outlook = outlooks.get(name)

            run = partial(_dealt, scorer=scorer, outlook=outlook)
            own = (counting or Counting()).about(f"{preset}/{name}/{number}")
            asked = {"tables": name, "preset": preset, "pass": number, "all": deals}
            laid[name].append(in_chunks(each, (seed, number, at), run, Laid, own, asked=asked))
            if progress:
                progress(f"{name}.npz", number + 1, PASSES)
        # Answers to the last pass alone would go round in circles: pairs in the upper hand, two pairs in the middle, and so on
        found = {name: _together(passes[len(passes) // 2 :]).field(scorer.ranking.size) for name, passes in laid.items()}
        outlooks = {
            name: Outlook(scorer, found[other], level_of(scorer.rules, dealer=name == "dealer")) for name, other in meets.items()
        }
    moments = [answered[number * len(answered) // MOMENTS] for number in range(MOMENTS)]
    return {name: field.having([moment[name] for moment in moments]) for name, field in found.items()}


def lay_greedily(hands: NDArray[np.uint8], scorer: Scorer) -> Laid:
    """Set the cards of many players as the bot `prial.games.xap_xam.bots.Greedy` does.

    Args:
        hands: hands of different cards, shape (hands, 13).
        scorer: the scorer of the table.
    """
    from prial.arrange.batch import fives

    # Where all settings are worth the same, the one with the strongest lower, then middle, then upper row is found
    level = Worth.of(np.zeros((3, scorer.ranking.size + 1)))
    strengths = fives.best(hands, level, scorer.ranking, level=scorer.level).strengths
    declared, holds = np.full(len(hands), -1, np.int8), held(hands)
    for what in reversed([*scorer.rules.instants]):
        number = [*Instant].index(what)
        declared[holds[:, number]] = number
    return Laid(strengths, declared, holds)


def _greedily(count: int, stream: np.random.SeedSequence, scorer: Scorer) -> Laid:
    from prial.arrange import batch

    laid = lay_greedily(batch.deal(count, stream, 1)[:, 0], scorer)
    return Laid(laid.strengths, np.full(count, -1, np.int8), laid.held)


@explained
def greedy(*, deals: int, seed: int, counting: Counting | None = None) -> Field:
    """Make the field of players who first set the strongest possible lower hand, as `prial.games.xap_xam.bots.Greedy` does.

    The field contains the probabilities of these players' hands. Hands that hold an instant win count like all others.

    Args:
        deals: number of hands that are dealt and set.
        seed: seed of the shuffles; the same seed gives the same field.
        counting: how and where the hands are counted; None to use all processors.
    """
    scorer = Scorer(SCHEMA.make())
    own = (counting or Counting()).about("greedy")
    asked = {"tables": "greedy", "all": deals}
    laid = in_chunks(deals, (seed,), partial(_greedily, scorer=scorer), Laid, own, asked=asked)
    return laid.field(scorer.ranking.size)


@explained
def make(*, deals: int, seed: int, counting: Counting, progress: Progress) -> Iterator[tuple[str, bytes]]:
    """Make all shipped fields; see `prial.study.tables.Make`.

    Args:
        deals: number of hands for each field.
        seed: seed of the shuffles.
        counting: how and where the hands are counted.
        progress: called with the field's file name, the number of passes done and the number of all passes.
    Yields:
        The file name and the bytes of each field.
    """
    if not compiles():
        raise PrialError(refuse("xap_xam.numba"))
    for preset, _ in _LEARNT:
        found = train(preset, deals=deals, seed=seed, counting=counting, progress=progress)
        for name, field in found.items():
            yield f"{name}.npz", field.to_bytes()
    yield "greedy.npz", greedy(deals=deals, seed=seed, counting=counting).to_bytes()
    progress("greedy.npz", 1, 1)


TABLES: Final = shipping.Tables(fields.__name__, make)
"""The package of the shipped fields and the function that makes them, for ``prial tables``."""
