"""A second model of Stop the Bus, slow and plain, written from the game's page (docs/games/stop_the_bus) alone.

It follows a game as an observer who sees every card and writes everything down. Cards move between hands by name, hands are
compared by the evaluator of the ranking's tests, and options are read by name. It shares no code with the game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.ranks.oracle import PRIAL, evaluator

RANKS, SUITS = "23456789TJQKA", "cdhs"


def number(card: str) -> int:
    """A card as a number, for the evaluator and the table."""
    return 4 * RANKS.index(card[0]) + SUITS.index(card[1])


def cards(text: str) -> list[str]:
    """Cards written in two letters each, as a list."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]


@dataclass
class Paid:
    """What a deal cost each player."""

    by_seat: list[int]
    worst: list[int]
    prial: int | None
    again: bool


def settle(rules: Any, tokens: Sequence[int], hands: Mapping[int, Sequence[str]]) -> Paid:
    """What each player pays when the hands are shown.

    Args:
        rules: the options, read by name.
        tokens: tokens before the deal, by seat.
        hands: hands of the players still in the game, by seat.
    """
    worth = evaluator(aces=str(rules.top_prial) == "aces", ace_king_queen=str(rules.top_run) == "ace_king_queen")
    keys = {seat: worth([number(card) for card in hand]) for seat, hand in hands.items()}
    worst = [seat for seat in sorted(keys) if all(keys[seat] <= other for other in keys.values())]
    best = [seat for seat in sorted(keys) if all(keys[seat] >= other for other in keys.values())]
    pays = [0] * len(tokens)
    prial = None
    if str(rules.prial_call) == "costs_more" and keys[best[0]][0] == PRIAL:
        prial = best[0]
        top = "A" if str(rules.top_prial) == "aces" else "3"
        price = 2 if hands[prial][0][0] == top else 1
        for seat in hands:
            if seat != prial:
                pays[seat] = min(price, tokens[seat])
    elif len(worst) == 1 or str(rules.worst_tie) == "all_pay":
        for seat in worst:
            pays[seat] = 1
    again = sum(tokens) == sum(pays)
    return Paid([0] * len(tokens) if again else pays, worst, prial, again)


@dataclass
class Book:
    """One game, as an observer writes it down."""

    rules: Any
    tokens: list[int] = field(default_factory=list)
    dealer: int = -1
    deals: int = 0
    hands: dict[int, list[str]] = field(default_factory=dict)
    """Hands of the players still in, by seat; empty between deals."""
    middle: list[str] = field(default_factory=list)
    known: dict[int, set[str]] = field(default_factory=dict)
    """Cards of each hand that everybody has seen, by seat."""
    turns: int = 0
    """Turns taken in this deal."""
    caller: int | None = None
    due: list[int] = field(default_factory=list)
    """Seats that have one more turn since the bus was stopped."""
    last: int | None = None
    """The seat that exchanged last in this deal."""
    turn: int | None = None
    """The seat whose turn it is."""
    done: Paid | None = None
    """What the last deal cost, once it is over."""

    def __post_init__(self) -> None:
        self.tokens = [self.rules.tokens] * self.rules.players

    @property
    def still_in(self) -> list[int]:
        return [seat for seat, tokens in enumerate(self.tokens) if tokens > 0]

    @property
    def over(self) -> bool:
        return len(self.still_in) == 1

    def next_to(self, seat: int) -> int:
        """The next seat to the left that is still in."""
        while True:
            seat = (seat + 1) % self.rules.players
            if self.tokens[seat]:
                return seat

    def deal(self, written: Mapping[str, Sequence[str]]) -> None:
        """Deal cards as a record has them."""
        self.deals += 1
        self.hands = {seat: cards(text) for seat, text in enumerate(written["hands"]) if text}
        self.middle = cards("".join(written["middle"]))
        self.known = {seat: set() for seat in self.hands}
        self.turns, self.caller, self.due, self.last, self.done = 0, None, [], None, None
        self.turn = self.next_to(self.dealer)

    def may_call(self) -> bool:
        """Whether the player who had the last turn may stop the bus."""
        early = str(self.rules.first_call) == "after_first_round" and self.turns < len(self.hands)
        return self.caller is None and self.turns > 0 and not early

    def act(self, seat: int, text: str) -> None:
        """Make a seat's action, given as text."""
        words = text.split()
        calls = words[-3:] == ["stop", "the", "bus"]
        if words[0] == "take":
            assert seat == self.turn
            self._exchange(seat, words)
        if calls:
            assert seat == self.last
            assert self.may_call()
            self.caller = seat
            self.due = []
            left = self.next_to(seat)
            while left != seat:
                self.due.append(left)
                left = self.next_to(left)
        if words[0] == "take":
            self._go_on(seat)

    def _exchange(self, seat: int, words: list[str]) -> None:
        hand, known = self.hands[seat], self.known[seat]
        self.turns += 1
        self.last = seat
        if seat in self.due:
            self.due.remove(seat)
        if words[1] == "all":
            assert str(self.rules.exchange) == "one_or_three"
            # best first, so that their places don't tell how the player held them
            self.hands[seat], self.middle = self.middle, sorted(hand, key=number, reverse=True)
            self.known[seat] = set(self.hands[seat])
            return
        take, put = words[1], words[3]
        assert take != put or str(self.rules.put_back) == "allowed"
        hand.append(take)
        known.add(take)
        hand.remove(put)
        known.discard(put)
        self.middle[self.middle.index(take)] = put

    def _go_on(self, seat: int) -> None:
        self.turn = self.next_to(seat)
        if (self.caller is not None and not self.due) or (self.caller is None and self.turns == self.rules.max_turns):
            self.turn = None
            self.done = settle(self.rules, self.tokens, self.hands)
            self.tokens = [before - paid for before, paid in zip(self.tokens, self.done.by_seat, strict=True)]
            if not self.done.again and not self.over:
                self.dealer = self.next_to(self.dealer)
