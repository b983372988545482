"""What players at a Brag table may know, derived from the game's page (docs/games/brag) and the moves alone, by the book.

A seat knows the cards that it has looked at, its own cards where nobody plays blind, all hands that were shown, and the bottom
card where it shows. Until the pack is shuffled it also knows where these cards are. Public are all words, bets and looks, that a
player discards (but not what), who shows, and who wins how much.
"""

import operator
from collections.abc import Hashable

from prial.cards import PACK, Card
from prial.core.game import NATURE, Seat
from prial.games.brag import BragRules
from prial.games.brag.actions import write_action
from prial.testing import Fact, Moment
from prial.testing.play import History
from tests.games.brag.book import Book


class BragKnowledge:
    """The oracle: it uses the book, and no state of the game.

    Args:
        rules: the house rules.
        pack: the cards in play.
    """

    def __init__(self, rules: BragRules, pack: tuple[Card, ...] = PACK) -> None:
        self.rules, self.size = rules, len(pack)
        self._followed: tuple[list[Moment], Book] = ([], Book(rules, self.size))

    def cards(self, history: History, seat: Seat | None) -> frozenset[Fact]:
        book = self._follow(history)
        return frozenset((shuffle, f"card {token}", (card,)) for who, shuffle, token, card in book.facts if who == seat)

    def results(self, history: History) -> Hashable:
        book = self._follow(history)
        return tuple(book.log), tuple(sorted(book.gathered))

    def _follow(self, history: History) -> Book:
        last, book = self._followed
        if len(last) == len(history) and all(map(operator.is_, last, history)):
            return book  # the same history is asked for once per viewer
        book = Book(self.rules, self.size)
        for moment in history:
            if moment.seat != NATURE:
                book.do(moment.seat, write_action(moment.action))
            elif book.phase == "dealer":
                book.find_dealer(moment.action)
            else:
                book.dealt([card for pile in moment.action for card in pile])
        self._followed = (list(history), book)
        return book
