"""What people at a Brag table may know, from RULES section 4 and the moves; where a card lies is public, and taken from there.

Known cards: a hand that one has looked at (all of one's own where nobody plays blind), a hand that is shown, and the bottom card
where it shows; they stay known where they lie until the pack is shuffled. A deal that ends with two or more left is shown by all
of them, but for the one who has paid to see and doesn't win. All that is said is public but for which cards are discarded and,
until all have answered, what anybody answers who is asked with others.
"""

from collections.abc import Hashable
from operator import is_

from prial.core.game import NATURE, Decision, Seat
from prial.games.brag.rules import BottomCard, BragRules
from prial.games.brag.state import Discard, Look, Phase, Table, Word
from prial.testing import Fact
from prial.testing.play import History, Moment, shuffles

Known = dict[tuple[int, int], tuple[int, frozenset[Seat] | None]]


class BragKnowledge:
    """An oracle of its own: it follows who has looked and who must show by itself."""

    def __init__(self, rules: BragRules) -> None:
        self.rules = rules
        self._followed: tuple[list[Moment], dict[Seat | None, set[Fact]]] = ([], {})

    def cards(self, history: History, seat: Seat | None) -> frozenset[Fact]:
        last, known = self._followed
        if len(last) != len(history) or not all(map(is_, last, history)):
            known = {viewer: set() for viewer in (None, *range(self.rules.players))}
            for number, moment in zip(shuffles(history), history, strict=True):
                self._follow(known, number, moment)
            self._followed = (list(history), known)  # all viewers are asked about the same history, one after the other
        return frozenset(known[seat])

    def _follow(self, known: dict[Seat | None, set[Fact]], number: int, moment: Moment) -> None:
        """What a move lets anybody know."""
        before: Table = moment.before.public
        after: Table = moment.step.state.public
        faces = moment.step.state.piles

        def learn(seats: object, piles: tuple[int, ...]) -> None:
            for viewer, facts in known.items():
                if seats is None or viewer == seats:
                    facts.update((number, f"card {pile}", faces[pile]) for pile in piles)

        if moment.seat == NATURE:
            if not isinstance(moment.action, int) and not before.form.blind:
                for seat in after.playing:
                    learn(seat, after.hands[seat][-1])
        elif isinstance(moment.action, Look):
            learn(moment.seat, before.hands[moment.seat][moment.action.hand - 1])
        if self.rules.bottom_card is BottomCard.SHOWN and after.pack and faces[after.pack[-1]][0] >= 0:
            learn(None, after.pack[-1:])
        for seat in _shown(moment):
            learn(None, after.hands[seat][0])

    def results(self, history: History) -> Hashable:
        said: list[Hashable] = []
        answers: dict[Seat, Hashable] = {}
        for moment in history:
            if moment.seat == NATURE:
                said.append(moment.action if isinstance(moment.action, int) else NATURE)
            elif isinstance(moment.node, Decision) and len(moment.node.seats) > 1 and not moment.meanwhile:
                answers[moment.seat] = moment.action
                said.append(moment.seat)
                if moment.moved:
                    said.append(tuple(sorted(answers.items())))
                    answers = {}
            else:
                said.append((moment.seat, None if isinstance(moment.action, Discard) else moment.action))
            last = moment.step.state.public.last
            if last is not None:
                said.append(tuple([(award.chips, award.winners) for award in last.awards]))
                said.append(last.prial)
        return tuple(said)


def _shown(moment: Moment) -> list[Seat]:
    """Who must show by a move: nobody unless it ends the betting with two or more left."""
    before: Table = moment.before.public
    after: Table = moment.step.state.public
    if after.phase not in (Phase.NEXT, Phase.OVER) or before.phase in (Phase.NEXT, Phase.OVER) or after.last is None:
        return []
    still = [seat for seat in after.playing if seat not in after.folded]
    if len(still) < 2:
        return []
    saw = moment.action is Word.SEE or before.how == "see"
    payer = moment.seat if moment.action is Word.SEE else before.payer
    return [seat for seat in still if not saw or seat != payer or seat in after.last.awards[0].winners]
