"""A second model of Three-Card Brag Poker, slow and plain, written from the game's page (docs/games/brag_poker) alone.

It is kept as by a person with pencil and chips. In front of each player is a line of credits, the first ones first, and on each
credit is one chip or none. A player who pays the full price puts a chip on each credit. A player who pays half puts one on the
first, none on the second, one on the third, and so on. So the chips below any level are counted, never calculated. The book
shares no code with the game.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import Final, TypeAlias

from tests.ranks.oracle import evaluator

Seat: TypeAlias = int

CARDS: Final = [rank + suit for rank in "AKQJT98765432" for suit in "shdc"]
"""All cards, in the order in which a change names them."""


def number(card: str) -> int:
    """A card as a number, for the evaluator."""
    return 4 * "23456789TJQKA".index(card[0]) + "cdhs".index(card[1])


class Book:
    """Everything about one table.

    Args:
        players: number of seats; the next seat to the left has the next higher number.
        small_blind, big_blind: the blinds, in chips.
        purse: chips at the start, and chips of a further purse.
        blind_change: whether cards may be exchanged unseen.
        length: deals in a game; 0 to play until one purse is left.
        rebuy: whether a further purse may be bought between deals.
        top_prial, top_run: as in Brag.
        stacks: chips at the start by seat; None gives each a purse.
        pack: the cards in play.
    """

    def __init__(
        self,
        players: int,
        small_blind: int,
        big_blind: int,
        purse: int,
        *,
        blind_change: bool = False,
        length: int = 20,
        rebuy: bool = True,
        top_prial: str = "threes",
        top_run: str = "ace_two_three",
        stacks: Sequence[int] | None = None,
        pack: Sequence[str] = CARDS,
    ) -> None:
        self.players, self.small_blind, self.big_blind, self.purse = players, small_blind, big_blind, purse
        self.blind_change, self.length, self.rebuy, self.cards = blind_change, length, rebuy, list(pack)
        self.worth = evaluator(aces=top_prial == "aces", ace_king_queen=top_run == "ace_king_queen")
        self.chips: dict[Seat, int] = dict(enumerate(stacks or [purse] * players))
        self.bought = dict(self.chips)
        self.sitting: set[Seat] = set()
        """Seats that sit out."""
        self.phase = "dealer"
        """dealer, deal (waiting for cards), bet1, draw, bet2, next (between deals) or over."""
        self.dealer: Seat = -1
        self.deals = 0
        self.turn: Seat | None = None
        """The seat that decides; None while cards are due, and between deals."""
        self.order: list[Seat] = []
        """Seats in this deal, from the dealer's left; the dealer is the last."""
        self.asked: list[Seat] = []
        """Seats that must answer between deals."""
        self.clear()

    def clear(self) -> None:
        """Reset everything about a deal."""
        self.hands: dict[Seat, list[str]] = {}
        self.pack: list[str] = list(self.cards)
        self.discards: list[str] = []
        """Cards that can be shuffled when the pack has run out."""
        self.aside: list[str] = []
        """Cards that a seat has just discarded and can't get back."""
        self.changing: Seat | None = None
        self.owed = 0
        """Number of cards that the changing seat must still get."""
        self.changed: dict[Seat, int] = {}
        """Number of cards changed, by seat."""
        self.line: dict[Seat, list[int]] = {seat: [] for seat in self.order}
        """Chips (0 or 1) on each credit of both rounds, by seat."""
        self.began: dict[Seat, int] = dict.fromkeys(self.order, 0)
        """Position at which this round's credits begin, by seat."""
        self.paid: dict[Seat, int] = dict.fromkeys(range(self.players), 0)
        """Chips paid in this deal minus those returned, by seat."""
        self.folded: set[Seat] = set()
        self.looked: set[Seat] = set()
        self.stands = self.raises = 0
        """The credit that all must match, and the number of full raises in this round."""
        self.acted: set[Seat] = set()
        """Seats that have acted since the last full bet or raise, or since the round began."""
        self.awards: list[tuple[int, list[Seat]]] | None = None
        """The chips and winners of each pot, the first pot first, winners from the dealer's left."""
        self.returned: list[tuple[Seat, int]] = []
        """Chips returned because nobody called them."""
        self.shown: list[Seat] = []
        """Seats that had to show, from the dealer's left."""

    def check(self) -> None:
        """Check that all chips and cards are there exactly once."""
        lying = {seat: sum(line) for seat, line in self.line.items()}
        assert sum(self.chips.values()) + sum(lying.values()) == sum(self.bought.values())
        assert all(chips >= 0 for chips in self.chips.values())
        assert self.awards is not None or all(lying[seat] == self.paid[seat] for seat in lying)
        if self.hands:
            held = [card for hand in self.hands.values() for card in hand]
            assert sorted([*held, *self.pack, *self.discards, *self.aside]) == sorted(self.cards)

    # --- the table's state --------------------------------------------------------------------------------------------

    def left_of(self, seat: Seat, among: Collection[Seat]) -> list[Seat]:
        """Some seats in order from a seat's left; that seat itself comes last."""
        around = [(seat + step) % self.players for step in range(1, self.players + 1)]
        return [each for each in around if each in among]

    @property
    def in_pot(self) -> list[Seat]:
        return [seat for seat in self.order if seat not in self.folded]

    @property
    def all_in(self) -> list[Seat]:
        return [seat for seat in self.in_pot if self.chips[seat] == 0]

    @property
    def credit(self) -> dict[Seat, int]:
        """Credits of this round by seat."""
        return {seat: len(line) - self.began[seat] for seat, line in self.line.items()}

    @property
    def step(self) -> int:
        return (4 if self.phase == "bet2" else 2) * self.big_blind

    @property
    def ledger(self) -> list[int]:
        """Chips gained, by seat."""
        return [self.chips[seat] - self.bought[seat] for seat in range(self.players)]

    @property
    def winners(self) -> list[Seat]:
        return [seat for seat in range(self.players) if self.ledger[seat] == max(self.ledger)]

    def owes(self, seat: Seat) -> int:
        """Credits that a seat lacks to call."""
        return self.stands - self.credit[seat]

    def price(self, seat: Seat) -> int:
        """Chips that a call costs."""
        owed = self.owes(seat)
        return owed if seat in self.looked else owed // 2 + owed % 2

    # --- a deal -------------------------------------------------------------------------------------------------------

    def first_dealer(self, seat: Seat) -> None:
        assert self.phase == "dealer"
        assert 0 <= seat < self.players
        self.dealer, self.phase = seat, "deal"

    def deal(self, hands: Mapping[Seat, Sequence[str]]) -> None:
        """All players get three cards, and the blinds are paid."""
        assert self.phase == "deal"
        playing = {seat for seat in range(self.players) if seat not in self.sitting}
        assert set(hands) == playing
        self.order = self.left_of(self.dealer, playing)
        assert self.order[-1] == self.dealer
        self.clear()
        self.deals += 1
        for seat, cards in hands.items():
            assert len(cards) == 3
            self.hands[seat] = list(cards)
            for card in cards:
                self.pack.remove(card)
        self.phase = "bet1"
        small = self.dealer if len(self.order) == 2 else self.order[0]
        big = self.left_of(small, self.order)[0]
        self.lay(small, min(self.small_blind, self.chips[small]))
        self.lay(big, min(self.big_blind, self.chips[big]))
        self.stands = self.big_blind
        self.pass_on(big)
        self.check()

    def lay(self, seat: Seat, credits_: int, *, half: bool = False) -> None:
        """A seat puts chips on new credits: one on each, or at half price one on every other, beginning with the first."""
        for place in range(credits_):
            chip = 0 if half and place % 2 else 1
            self.line[seat].append(chip)
            self.chips[seat] -= chip
            self.paid[seat] += chip
        assert self.chips[seat] >= 0

    def allowed(self) -> set[str]:
        """Actions of the seat in turn; cards to change are named best first."""
        if self.turn is None:
            return set()
        seat = self.turn
        look = set() if seat in self.looked else {"look"}
        if self.phase == "draw":
            return look | self.changes(seat)
        texts = look | {"fold", "call" if self.owes(seat) else "check"}
        others = [each for each in self.in_pot if each != seat and self.chips[each] > 0]
        few = self.raises < 3 or len(self.in_pot) == 2
        if self.chips[seat] > self.price(seat) and others and few and seat not in self.acted:
            texts.add("raise")
        return texts

    def changes(self, seat: Seat) -> set[str]:
        most = min(3, len(self.pack) + len(self.discards))
        texts = {"change none"}
        if seat in self.looked:
            hand = sorted(self.hands[seat], key=CARDS.index)
            texts |= {" ".join(["change", *away]) for count in range(1, most + 1) for away in combinations(hand, count)}
        elif self.blind_change:
            texts |= {f"change {count}" for count in range(1, most + 1)}
        return texts

    def allows(self, seat: Seat, text: str) -> bool:
        """Whether a seat may do this now; cards may be named in any order."""
        verb, *words = text.split() or [""]
        if all(word in CARDS for word in words):
            text = " ".join([verb, *sorted(words, key=CARDS.index)])
        return seat == self.turn and text in self.allowed()

    def act(self, seat: Seat, text: str, away: Sequence[str] | None = None) -> None:
        """A seat acts.

        Args:
            seat: the seat.
            text: the action.
            away: the cards put away in an unseen change; None for those that were dealt first.
        """
        assert self.allows(seat, text), f"{seat} may not {text!r}, only {sorted(self.allowed())}"
        if text == "look":
            self.looked.add(seat)
        elif self.phase == "draw":
            self.change(seat, text.split()[1:], away)
        else:
            self.bet(seat, text)
        self.check()

    # --- a round of betting -------------------------------------------------------------------------------------------

    def bet(self, seat: Seat, text: str) -> None:
        if text == "fold":
            self.folded.add(seat)
        else:
            self.call(seat)
        if text == "raise":
            opening = self.stands == 0
            over = min(self.step, self.chips[seat])
            self.lay(seat, over)
            self.stands += over
            assert self.stands == self.credit[seat]
            if over == self.step:
                self.acted.clear()
                self.raises += not opening
        self.acted.add(seat)
        self.pass_on(seat)

    def call(self, seat: Seat) -> None:
        """Pay the missing credits, or all chips that are left."""
        half = seat not in self.looked
        if self.chips[seat] >= self.price(seat):
            self.lay(seat, self.owes(seat), half=half)
        else:
            self.lay(seat, self.chips[seat] * (2 if half else 1), half=half)

    def is_asked(self, seat: Seat) -> bool:
        """Whether a seat must still act in this round."""
        if seat in self.folded or self.chips[seat] == 0:
            return False
        others = [each for each in self.in_pot if each != seat]
        if all(self.chips[each] == 0 for each in others):  # their chips can be called, but not raised
            return any(self.credit[each] > self.credit[seat] for each in others)
        return self.owes(seat) > 0 or seat not in self.acted

    def pass_on(self, seat: Seat) -> None:
        """Find the next seat that must act after this one."""
        waiting = [each for each in self.left_of(seat, self.order) if self.is_asked(each)]
        if len(self.in_pot) > 1 and waiting:
            self.turn = waiting[0]
        else:
            self.end_round()

    def end_round(self) -> None:
        self.turn = None
        self.give_back()
        self.began = {seat: len(line) for seat, line in self.line.items()}
        self.stands = self.raises = 0
        self.acted = set()
        if len(self.in_pot) == 1:
            self.give_pots([(sum(map(sum, self.line.values())), self.in_pot)])
        elif self.phase == "bet1":
            self.phase, self.turn = "draw", self.in_pot[0]
        else:
            self.show()

    def give_back(self) -> None:
        """Return the chips on credits above everybody else's."""
        second = sorted(self.credit.values())[-2]
        for seat in self.order:
            back = 0
            while self.credit[seat] > second:
                back += self.line[seat].pop()
            self.chips[seat] += back
            self.paid[seat] -= back
            if back:
                self.returned.append((seat, back))

    # --- the draw -----------------------------------------------------------------------------------------------------

    def change(self, seat: Seat, words: Sequence[str], away: Sequence[str] | None) -> None:
        hand = self.hands[seat]
        if words == ["none"]:
            words = []
        elif seat not in self.looked:
            count = int(words[0])
            words = hand[:count] if away is None else away
            assert len(words) == count
        for card in list(words):
            hand.remove(card)
            self.aside.append(card)
        self.changed[seat] = self.owed = len(words)
        self.turn, self.changing = None, seat
        self.end_change()

    def due(self) -> tuple[Seat, int, str] | None:
        """The seat that gets cards now, how many, and from where: the pack, or the discards, which are shuffled first."""
        if self.changing is None:
            return None
        if self.pack:
            return self.changing, min(self.owed, len(self.pack)), "pack"
        return self.changing, self.owed, "discards"

    def give(self, seat: Seat, cards: Sequence[str]) -> None:
        """Give new cards: the number that is due, or all that are owed at once."""
        due = self.due()
        assert due is not None
        assert seat == due[0]
        if len(cards) == self.owed > due[1]:
            self.give(seat, [card for card in cards if card in self.pack])
            self.give(seat, [card for card in cards if card not in self.hands[seat]])
            return
        assert len(cards) == due[1]
        if due[2] == "discards":
            self.pack, self.discards = self.discards, []
        for card in cards:
            self.pack.remove(card)
            self.hands[seat].append(card)
        self.owed -= len(cards)
        self.end_change()
        self.check()

    def end_change(self) -> None:
        if self.owed:
            return
        self.discards += self.aside
        self.aside = []
        self.changing = None
        waiting = [seat for seat in self.in_pot if seat not in self.changed]
        if waiting:
            self.turn = waiting[0]
        else:
            self.phase = "bet2"
            self.pass_on(self.dealer)

    # --- the end of a deal --------------------------------------------------------------------------------------------

    def show(self) -> None:
        """All players still in show, and each level goes to the best hands that reach it."""
        self.shown = self.in_pot
        worth = {seat: self.worth([number(card) for card in self.hands[seat]]) for seat in self.shown}
        pots = []
        below = 0
        for level in sorted({len(self.line[seat]) for seat in self.shown}):
            chips = sum(sum(line[below:level]) for line in self.line.values())
            reach = [seat for seat in self.shown if len(self.line[seat]) >= level]
            best = [seat for seat in reach if all(worth[seat] >= worth[other] for other in reach)]
            if chips:
                pots.append((chips, best))
            below = level
        assert all(len(line) <= below for line in self.line.values())
        self.give_pots(pots)

    def give_pots(self, pots: Sequence[tuple[int, list[Seat]]]) -> None:
        self.awards = list(pots)
        for chips, winners in pots:
            for chip in range(chips):
                self.chips[winners[chip % len(winners)]] += 1
        self.line = {seat: [] for seat in self.order}
        self.began = dict.fromkeys(self.order, 0)
        self.phase = "next"
        if not self.rebuy:
            self.sitting |= {seat for seat in range(self.players) if self.chips[seat] == 0}
        self.asked = [seat for seat in range(self.players) if seat not in self.sitting]
        if self.deals == self.length or len(self.asked) < 2:
            self.phase, self.asked = "over", []

    def may_answer(self, seat: Seat) -> set[str]:
        """Answers that a seat may give between deals; a seat that sits out may give them at any time."""
        texts = set() if seat in self.sitting else {"sit out"}
        if self.chips[seat] > 0:
            texts.add("play")
        if self.rebuy and self.chips[seat] < self.purse:
            texts.add("rebuy")
        return texts

    def answer(self, seat: Seat, text: str) -> None:
        assert text in self.may_answer(seat), f"{seat} may not {text!r}"
        if text == "sit out":
            self.sitting.add(seat)
            return
        if text == "rebuy":
            self.chips[seat] += self.purse
            self.bought[seat] += self.purse
        self.sitting.discard(seat)

    def comes_back(self, seat: Seat, text: str) -> None:
        """A seat that sits out will play from the next deal on."""
        assert self.turn is not None or self.phase == "next"
        assert seat in self.sitting
        self.answer(seat, text)
        self.check()

    def answers(self, texts: Mapping[Seat, str]) -> None:
        """All seats have answered; the deal passes to the next player."""
        assert self.phase == "next"
        assert sorted(texts) == self.asked
        for seat, text in texts.items():
            self.answer(seat, text)
        self.asked = []
        playing = [seat for seat in range(self.players) if seat not in self.sitting]
        if len(playing) < 2:
            self.phase = "over"
        else:
            self.dealer, self.phase = self.left_of(self.dealer, playing)[0], "deal"
        self.check()
