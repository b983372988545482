"""A second model of a game of Xập xám, move by move: the dealer, what each player laid, the results, and the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.games.xap_xam import oracle

ROWS = ("lower", "middle", "upper")


@dataclass
class Book:
    """One game, as an observer who sees every card writes it down.

    Args:
        rules: the options, in the oracle's form.
        players: number of players.
        length: number of deals.
    """

    rules: Mapping[str, Any]
    players: int
    length: int
    scores: list[int] = field(default_factory=list)
    dealer: int = -1
    deals: int = 0
    hands: list[tuple[int, ...]] = field(default_factory=list)
    laid: dict[int, tuple[oracle.Rows, str | None]] = field(default_factory=dict)
    """Rows and declaration by seat, in this deal."""
    done: dict[str, Any] | None = None
    """The result of the last deal; None while a deal goes on."""

    def __post_init__(self) -> None:
        self.scores = [0] * self.players

    @property
    def over(self) -> bool:
        return self.done is not None and self.deals == self.length

    @property
    def winners(self) -> list[int]:
        return [seat for seat, units in enumerate(self.scores) if units == max(self.scores)] if self.over else []

    def deal(self, hands: Sequence[Sequence[int]]) -> None:
        """Deal cards; from the second deal on, the deal passes to the left."""
        if self.deals:
            self.dealer = (self.dealer + 1) % self.players
        self.deals += 1
        self.hands = [tuple(sorted(hand)) for hand in hands]
        self.laid, self.done = {}, None

    def may(self, seat: int) -> list[str]:
        """Instant wins that a seat may declare, the best first."""
        held = oracle.instants(self.hands[seat])
        return [name for name, _ in self.rules["instant"] if name in held]

    def lay(self, seat: int, rows: oracle.Rows, declared: str | None) -> None:
        """A seat lays its rows; the last one ends the deal."""
        assert tuple(sorted(card for row in rows for card in row)) == self.hands[seat]
        self.laid[seat] = rows, declared
        if len(self.laid) == self.players:
            hands = [self.laid[seat][0] for seat in range(self.players)]
            named = {seat: what for seat, (_, what) in self.laid.items() if what is not None}
            self.done = oracle.settle(self.rules, self.dealer, hands, named)
            self.scores = [before + won for before, won in zip(self.scores, self.done["units"], strict=True)]

    def said(self) -> list[tuple[Any, ...]]:
        """What everybody is told at the showdown, in order: declarations, mis-set hands, rows from the lower up, payments."""
        assert self.done is not None
        done = self.done
        said: list[tuple[Any, ...]] = [("declared", s, what) for s, (_, what) in sorted(self.laid.items()) if what is not None]
        said += [("mis_set", seat) for seat in done["mis_set"]]
        apart = {*done["mis_set"], *done["instant"]}
        for row in range(3) if len(apart) < self.players else ():  # no row is shown where every hand is mis-set or an instant win
            worth = {s: oracle.strength(self.rules, rows[row]) for s, (rows, _) in self.laid.items() if s not in apart}
            won = [0] * self.players
            for pair in done["pairs"]:
                a, b = pair["seats"]
                if not apart & {a, b}:
                    won[a] += pair["rows"][row]
                    won[b] -= pair["rows"][row]
            best = [seat for seat in sorted(worth) if worth[seat] == max(worth.values())]
            said.append(("row", row, tuple(sorted(worth)), tuple(best), tuple(won)))
        for pair in done["pairs"]:
            (a, b), units = pair["seats"], pair["units"][0]
            said.append(("even", a, b) if units == 0 else ("won", *((a, b) if units > 0 else (b, a)), abs(units)))
        said.append(("scored", tuple(done["units"]), tuple(self.scores)))
        return [*said, ("over", tuple(self.winners))] if self.over else said
