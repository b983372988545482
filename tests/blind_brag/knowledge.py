"""What players may know at the small Brag table, derived from its rules and the moves alone.

A card is known to players who have looked at it, and to all once it was shown. It stays known when it is dealt again, since the
pack isn't shuffled. Everything except faces is public.
"""

import operator
from collections.abc import Hashable
from dataclasses import dataclass, field

from prial.cards import Card
from prial.core.game import NATURE, Seat
from prial.testing import Fact, Moment
from prial.testing.play import History
from tests.blind_brag.game import Act

ALL = frozenset({0, 1, None})


@dataclass
class Table:
    """The table as an observer who sees every card writes it down. Cards are numbered from the pack's top at the start."""

    pack: list[int]
    hands: dict[Seat, list[int]] = field(default_factory=lambda: {0: [], 1: []})
    faces: dict[int, Card] = field(default_factory=dict)
    known: dict[int, frozenset[Seat | None]] = field(default_factory=dict)
    said: list[tuple[Seat, Act]] = field(default_factory=list)
    winners: list[Seat] = field(default_factory=list)
    """Winners of the hands that were shown."""
    deals: int = 0
    which: int = 0
    seer: Seat | None = None


class BlindKnowledge:
    """The oracle."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._followed: tuple[list[Moment], Table] = ([], Table(list(range(size))))

    def cards(self, history: History, seat: Seat | None) -> frozenset[Fact]:
        table = self._follow(history)
        return frozenset((0, f"card {at}", (table.faces[at],)) for at, seats in table.known.items() if seat in seats)

    def results(self, history: History) -> Hashable:
        table = self._follow(history)
        return tuple(table.said), tuple(table.winners)

    def _follow(self, history: History) -> Table:
        last, table = self._followed
        if len(last) == len(history) and all(map(operator.is_, last, history)):
            return table  # the same history is asked for once per viewer
        table = Table(list(range(self.size)))
        self._followed = (list(history), table)
        for moment in history:
            if moment.seat == NATURE:
                self._deal(table, moment.action)
            else:
                table.said.append((moment.seat, moment.action))
                self._act(table, moment.seat, moment.action)
        return table

    def _deal(self, table: Table, outcome: tuple[tuple[Card, ...], ...]) -> None:
        for place, pile in enumerate(outcome):
            at = table.pack.pop(0)
            if pile:
                table.faces[at] = pile[0]
            table.hands[(table.deals + place) % 2].append(at)
        table.deals += 1
        table.seer = None

    def _look(self, table: Table, seat: Seat, which: int) -> None:
        at = table.hands[seat][which]
        table.known[at] = table.known.get(at, frozenset()) | {seat}
        table.which = which

    def _act(self, table: Table, seat: Seat, action: Act) -> None:
        last = table.said[-2][1] if len(table.said) > 1 else None
        match action:
            case Act.LOOK | Act.LOOK_NEW:
                self._look(table, seat, int(action is Act.LOOK_NEW))
            case Act.KEEP | Act.THROW if last in (Act.LOOK, Act.LOOK_NEW):
                self._under(table, seat, 1 - table.which if action is Act.KEEP else table.which)
            case Act.THROW:
                self._under(table, seat, 0)
            case Act.FOLD:
                while table.hands[seat]:
                    self._under(table, seat, 0)
                if not self._may_keep(table, 1 - seat):
                    while table.hands[1 - seat]:
                        self._under(table, 1 - seat, 0)
            case Act.SEE:
                table.seer = seat
                self._show(table)
            case Act.FIRST | Act.SECOND:
                self._under(table, seat, int(action is Act.FIRST))
                self._show(table)
            case _:
                pass

    def _may_keep(self, table: Table, seat: Seat) -> bool:
        """Whether a seat bet blind in the first deal and hasn't looked since; nobody has two cards in that deal."""
        mine = [action for who, action in table.said if who == seat]
        return table.deals == 1 and Act.BET in mine and Act.LOOK not in mine

    def _show(self, table: Table) -> None:
        payer = table.seer
        assert payer is not None
        if max(map(len, table.hands.values())) > 1:
            return  # a blind player must choose first
        paid, seen = table.hands[payer][0], table.hands[1 - payer][0]
        better = table.faces[paid] // 4 > table.faces[seen] // 4
        table.known[seen] = ALL
        if better:
            table.known[paid] = ALL
        winner = payer if better else 1 - payer
        table.winners.append(winner)
        self._under(table, 1 - winner, 0)
        self._under(table, winner, 0)

    def _under(self, table: Table, seat: Seat, which: int) -> None:
        table.pack.append(table.hands[seat].pop(which))
