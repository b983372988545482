"""What players at a table of Brag Poker may know, derived from the game's page and the moves alone, by the book.

A seat knows its hand once it has looked, the cards that it put away from it, and all hands that were shown. Public are all
words, looks, the number of cards that each player changes, the chips, who shows, and who wins how much.
"""

import operator
from collections.abc import Hashable
from typing import Any

from prial.cards import PACK, Card, name
from prial.core.game import NATURE, Seat
from prial.games.brag_poker import BragPokerRules
from prial.games.brag_poker.actions import write_action
from prial.testing import Fact, Moment
from prial.testing.play import History
from tests.games.brag_poker.book import Book, number
from tests.games.first_dealer import First


class Following(Book):
    """A book that follows a game and notes what each seat may know.

    Args:
        rules: the house rules.
        pack: the cards in play.
    """

    def __init__(self, rules: BragPokerRules, pack: tuple[Card, ...]) -> None:
        super().__init__(
            rules.players,
            rules.small_blind,
            rules.big_blind,
            rules.purse,
            blind_change=rules.blind_change.value == "on",
            length=rules.length,
            rebuy=rules.rebuy.value == "between_deals",
            top_prial=rules.top_prial.value,
            top_run=rules.top_run.value,
            pack=[name(card) for card in pack],
        )
        self.first = First(rules)
        self.shuffle = -1
        self.came: dict[str, int] = {}
        """The last shuffle from which each card of this deal came."""
        self.facts: set[tuple[Seat | None, Fact]] = set()
        """The facts that each seat knows; None stands for everybody."""
        self.log: list[Hashable] = []
        """Everything that was told to all."""
        self.gathered: dict[Seat, str] = {}
        """Answers between deals that nobody else knows yet."""
        if self.first.dealer is not None:
            self.first_dealer(self.first.dealer)

    def nature(self, outcome: Any) -> None:
        """Take in an outcome of chance."""
        if self.first.dealer is not None:
            return self.dealt([name(card) for pile in outcome for card in pile])
        self.first.take(outcome)
        self.facts |= {(None, fact) for fact in self.first.facts()}
        self.shuffle = len(self.first.cuts) - 1
        if not self.first.cutting:
            self.first_dealer(self.first.seat)
        return None

    def dealt(self, cards: list[str]) -> None:
        """Take in the hands by seat, or new cards for the seat that changes."""
        due = self.due()
        self.shuffle += due is None or due[2] == "discards"
        if due is None:
            self.came = {}
            seats = [seat for seat in range(self.players) if seat not in self.sitting]
            self.deal({seat: cards[3 * at : 3 * at + 3] for at, seat in enumerate(seats)})
        else:
            self.give(due[0], cards)
        self.came |= dict.fromkeys(cards, self.shuffle)
        self.know()

    def do(self, seat: Seat, text: str) -> None:
        """Take in a seat's move."""
        if seat in self.sitting:
            self.comes_back(seat, text)
            self.log.append((seat, text))
        elif self.phase == "next":
            self.gathered[seat] = text
            if len(self.gathered) == len(self.asked):
                self.log.append(tuple(sorted(self.gathered.items())))
                self.answers(self.gathered)
                self.gathered = {}
        else:
            hand = list(self.hands[seat])
            self.act(seat, text)
            changes = text.startswith("change")
            self.log.append((seat, ("change", self.changed[seat]) if changes else text))
            if seat in self.looked:
                away = [card for card in hand if card not in self.hands[seat]]
                self.facts |= {(seat, self.fact(f"put away by {seat}", card)) for card in away}
            self.know()

    def know(self) -> None:
        """Note that seats which have looked know their hands, and that all know the hands that are shown."""
        for seat in self.order:
            if seat in self.looked:
                self.facts |= {(seat, self.fact(f"held by {seat}", card)) for card in self.hands[seat]}
            if self.awards is not None and seat in self.shown:
                self.facts |= {(None, self.fact(f"shown by {seat}", card)) for card in self.hands[seat]}
        if self.awards is not None and (self.deals, self.awards) not in self.log:
            self.log.append((self.deals, self.awards))

    def fact(self, place: str, card: str) -> Fact:
        """The fact that a card is in a place."""
        return self.came[card], f"deal {self.deals}, {place}", (number(card),)


class BragPokerKnowledge:
    """The oracle: it uses the book, and no state of the game.

    Args:
        rules: the house rules.
        pack: the cards in play.
    """

    def __init__(self, rules: BragPokerRules, pack: tuple[Card, ...] = PACK) -> None:
        self.rules, self.pack = rules, pack
        self._followed: tuple[list[Moment], Following] = ([], Following(rules, pack))

    def cards(self, history: History, seat: Seat | None) -> frozenset[Fact]:
        return frozenset(fact for who, fact in self._follow(history).facts if who is None or who == seat)

    def results(self, history: History) -> Hashable:
        book = self._follow(history)
        return repr(book.log), tuple(sorted(book.gathered)), tuple(sorted(book.chips.items())), book.dealer

    def _follow(self, history: History) -> Following:
        last, book = self._followed
        if len(last) == len(history) and all(map(operator.is_, last, history)):
            return book  # the same history is asked for once per viewer
        book = Following(self.rules, self.pack)
        for moment in history:
            if moment.seat != NATURE:
                book.do(moment.seat, write_action(moment.action))
            else:
                book.nature(moment.action)
        self._followed = (list(history), book)
        return book
