"""The trees of small games of Brag Poker, counted: pinned, and counted again by the book, which is independent of the game."""

import copy
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from prial.cards import name, parse
from prial.core.game import Seat
from prial.games.brag_poker import BragPokerGame, BragPokerRules
from prial.games.brag_poker.rules import SCHEMA
from tests.campaigns import soaking
from tests.games.brag_poker.book import Book
from tests.games.tree import check_memory, pinned, walk

PERFT: Final = Path(__file__).resolve().parent / "perft.txt"
SIX, SEVEN, NINE = "AsKsQsJhTh9h", "AsKsQsJhTh9h8d", "AsKsQsJhTh9h8d7d6d"
USUAL: Final[dict[str, Any]] = {"players": 2, "rebuy": "off", "length": 1}
GAMES: Final[dict[str, tuple[dict[str, Any], str]]] = {
    "two": ({"purse": 12}, SIX),
    "two, one card to draw": ({"purse": 4}, SEVEN),
    "two, unseen": ({"purse": 4, "blind_change": "on"}, SEVEN),
    "two, odd blinds": ({"purse": 9, "small_blind": 2, "big_blind": 3}, SIX),
    "two, two deals": ({"purse": 3, "length": 2, "rebuy": "between_deals"}, SIX),
    "two, a purse left": ({"purse": 3, "length": 0}, SIX),
    "three": ({"players": 3, "purse": 3}, NINE),
    "three, few chips": ({"players": 3, "purse": 4, "small_blind": 3, "big_blind": 3}, NINE),
}
"""Rules and pack of each game; only chance's first deal is followed, since others lead to the same tree."""
LARGE: Final = ("two, two deals", "three", "three, few chips")
"""Games that take most of the time; `make test` compares the first with the pinned counts alone."""
DEPTH: Final = 14
"""Most moves to follow, chance's included."""


def rules_of(name: str) -> BragPokerRules:
    return SCHEMA.make({**USUAL, **GAMES[name][0]})


@cache
def census(name: str) -> list[str]:
    """The contents of the game's tree, one count per line."""
    game = BragPokerGame(rules_of(name), parse(GAMES[name][1]))
    counts: Counter[str] = Counter()
    for deeds, state, *_ in walk(game, DEPTH):
        table = state.public
        phase = {"bet": f"bet{table.round}", "change": "draw"}.get(table.phase.value, table.phase.value)
        counts[f"{name}, after {len(deeds)} moves, {phase}"] += 1
    return [f"{line}: {number}" for line, number in counts.items()]


def by_book(case: str) -> list[str]:
    """The same counts from the book. Seats that must answer do so in one order only, as the order doesn't matter.

    All seats that may act meanwhile do so.
    """
    rules, counts = rules_of(case), Counter[str]()
    pack = [name(card) for card in sorted(parse(GAMES[case][1]), reverse=True)]

    def follow(book: Book, answers: dict[Seat, str], depth: int) -> None:
        counts[f"{case}, after {depth} moves, {book.phase}"] += 1
        if book.phase == "over" or depth == DEPTH:
            return
        for after, gathered in following(book, answers):
            follow(after, gathered, depth + 1)

    def following(book: Book, answers: dict[Seat, str]) -> Iterator[tuple[Book, dict[Seat, str]]]:
        if book.phase in ("dealer", "deal") or book.due():
            yield natural(book), {}
            return
        for seat in sorted(book.sitting):
            for text in book.may_answer(seat):
                after = copy.deepcopy(book)
                after.comes_back(seat, text)
                yield after, answers
        if book.phase == "next":
            seat = next(seat for seat in book.asked if seat not in answers)
            for text in book.may_answer(seat):
                after, gathered = copy.deepcopy(book), {**answers, seat: text}
                if len(gathered) == len(book.asked):
                    after.answers(gathered)
                    gathered = {}
                yield after, gathered
            return
        assert book.turn is not None
        for text in book.allowed():
            after = copy.deepcopy(book)
            after.act(book.turn, text)
            yield after, {}

    def natural(book: Book) -> Book:
        after = copy.deepcopy(book)
        if book.phase == "dealer":
            after.first_dealer(0)
        elif due := book.due():
            left = book.pack if due[2] == "pack" else book.discards
            after.give(due[0], [card for card in pack if card in left][: due[1]])
        else:
            seats = [seat for seat in range(rules.players) if seat not in book.sitting]
            after.deal({seat: pack[3 * at : 3 * at + 3] for at, seat in enumerate(seats)})
        return after

    first = Book(
        rules.players,
        rules.small_blind,
        rules.big_blind,
        rules.purse,
        blind_change=rules.blind_change.value == "on",
        length=rules.length,
        rebuy=rules.rebuy.value == "between_deals",
        pack=pack,
    )
    follow(first, {}, 0)
    return [f"{line}: {number}" for line, number in counts.items()]


@pytest.mark.parametrize("name", soaking(GAMES, [name for name in GAMES if name not in LARGE[1:]]))
def test_the_tree_has_the_pinned_size(name: str) -> None:
    assert sorted(census(name)) == sorted(line for line in pinned(PERFT) if line.startswith(f"{name}, after"))


@pytest.mark.parametrize("name", soaking(GAMES, [name for name in GAMES if name not in LARGE]))
def test_the_book_counts_the_same_tree(name: str) -> None:
    assert sorted(by_book(name)) == sorted(census(name))


def test_nothing_else_is_pinned() -> None:
    assert {line.split(", after ")[0] for line in pinned(PERFT)} == set(GAMES)


def test_the_smallest_tree_by_hand() -> None:
    """Counted on paper: purses of 2 and blinds of 1 and 2, so the big blind is all-in, and the small one looks, calls or folds.

    From the third move on: l c f; lc lf cL cN; lcL lcN cLN cNl cNN; lcLN lcNn cLNl cLNn cNln; lcLNn cLNln. Here l is a look, c a
    call, f a fold, N or n no change; capitals are moves of the big blind, who draws first.
    """
    game = BragPokerGame(SCHEMA.make({**USUAL, "purse": 2}), parse(SIX))
    assert Counter(len(place.deeds) for place in walk(game)) == {0: 1, 1: 1, 2: 1, 3: 3, 4: 4, 5: 5, 6: 5, 7: 2}


ONE_DEAL: Final = [name for name, (given, _) in GAMES.items() if "length" not in given]


@pytest.mark.parametrize("name", soaking(ONE_DEAL, [name for name in ONE_DEAL if name != "three, few chips"]))
def test_views_remember_what_their_seat_did_in_the_deal(name: str) -> None:
    check_memory(BragPokerGame(rules_of(name), parse(GAMES[name][1])), DEPTH)
