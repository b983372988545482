"""The trees of small games of Brag, counted: pinned, and counted again by the book, which is independent of the game."""

import pickle
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from prial.cards import parse
from prial.games.brag import BragGame, BragRules
from prial.games.brag.rules import SCHEMA, FirstBragRules
from tests.campaigns import soaking
from tests.games.brag.book import Book
from tests.games.tree import check_memory, pinned, walk

PERFT: Final = Path(__file__).resolve().parent / "perft.txt"
SIX, EIGHT, NINE = "AsKsQsJhTh9h", "AsKsQsJhTh9h8d7d", "AsKsQsJhTh9h8d7d6d"
USUAL: Final[dict[str, Any]] = {"players": 2, "max_bet": 2, "max_raise": 1, "showdown": "off", "rebuy": "off", "length": 1}
GAMES: Final[dict[str, tuple[dict[str, Any], str]]] = {
    "two, open": ({"purse": 12, "blind": "off"}, SIX),
    "two, blind": ({"purse": 8, "kept_blind": "off"}, SIX),
    "two, single see": ({"purse": 7, "see_cost": "single"}, SIX),
    "two, pot limit": ({"purse": 7, "pot_limit": "on", "max_bet": 0, "max_raise": 0}, SIX),
    "two, two deals": ({"purse": 3, "length": 2, "max_bet": 1}, NINE),
    "two, two deals, folding": ({"purse": 3, "length": 2, "max_bet": 1, "short": "fold"}, NINE),
    "two, lending": ({"short": "opponent_chooses", "purse": 6}, SIX),
    "two, borrowing": ({"short": "borrow", "borrow_limit": 3, "purse": 4}, SIX),
    "two, borrowing in version 1": ({"short": "borrow", "borrow_limit": 3, "purse": 4}, SIX),
    "two, folding": ({"short": "fold", "purse": 7}, SIX),
    "two, asking": ({"short": "borrow", "lender": "players", "borrow_limit": 3, "purse": 4}, SIX),
    "three, asking": ({"players": 3, "purse": 3, "short": "borrow", "lender": "players", "max_bet": 1, "blind": "off"}, NINE),
    "three, the richest lends": (
        {"players": 3, "purse": 3, "short": "borrow", "lender": "richest", "borrow_limit": 2, "max_bet": 1, "blind": "off"},
        NINE,
    ),
    "three, covering until two are left": ({"players": 3, "purse": 4, "blind": "off", "short_of_two": "fold"}, NINE),
    "two, four cards": ({"cards": 4, "purse": 4, "blind": "off"}, EIGHT),
    "three, covering": ({"players": 3, "purse": 5, "blind": "off"}, NINE),
    "three, consent": ({"players": 3, "purse": 3, "blind": "off", "showdown": "by_consent"}, NINE),
    "three, blind": ({"players": 3, "purse": 3, "max_bet": 1}, NINE),
    "two, last chip bets": ({"purse": 5, "last_chip": "bets"}, SIX),
    "three, last chip bets": ({"players": 3, "purse": 5, "blind": "off", "last_chip": "bets"}, NINE),
}
"""Rules and pack of each game; only chance's first deal is followed, since others lead to the same tree."""
LARGE: Final = ("two, pot limit", "two, two deals, folding", "three, asking", "three, consent")
"""The largest trees: only in `make soak`."""


def rules_of(name: str) -> BragRules:
    given = {**USUAL, **GAMES[name][0]}
    if "short" not in given:
        given.setdefault("last_chip", "covers")
    rules = SCHEMA.make(given)
    return FirstBragRules.of(rules) if name.endswith("in version 1") else rules


@cache
def census(name: str) -> list[str]:
    """The contents of the game's tree, one count per line."""
    game = BragGame(rules_of(name), parse(GAMES[name][1]))
    counts = Counter(f"{name}, after {len(deeds)} moves, {state.public.phase}" for deeds, state, *_ in walk(game))
    return [f"{line}: {number}" for line, number in counts.items()]


def copied(book: Book) -> Book:
    """A copy of a book that shares nothing with it; `copy.deepcopy` takes five times as long."""
    after: Book = pickle.loads(pickle.dumps(book))  # noqa: S301  # our own
    return after


def by_book(name: str) -> list[str]:
    """The same counts from the book. Seats that decide together do so in one order only, as the order doesn't matter.

    All seats that may act meanwhile do so.
    """
    counts: Counter[str] = Counter()
    pack = sorted(parse(GAMES[name][1]), reverse=True)

    def follow(book: Book, depth: int) -> None:
        counts[f"{name}, after {depth} moves, {book.phase}"] += 1
        for after in following(book):
            follow(after, depth + 1)

    def following(book: Book) -> Iterator[Book]:
        if book.phase == "over":
            return
        if book.phase in ("dealer", "deal"):
            after = copied(book)
            if book.phase == "dealer":
                after.find_dealer(0)
            else:
                by_seat, shows = book.fresh()
                left = [card for card in pack if card not in book.face.values()]
                after.dealt(left[: sum(map(len, by_seat)) + len(shows)])
            yield after
            return
        asked = [seat for seat in book.asked() if seat not in book.gathered]
        for seat in [asked[0], *[seat for seat in range(book.n) if seat not in book.asked()]]:
            words, bets, discards = book.may(seat)
            for text in [*words, *discards, *(f"bet {chips}" for chips in bets)]:
                after = copied(book)
                after.do(seat, text)
                yield after

    follow(Book(rules_of(name), len(pack)), 0)
    return [f"{line}: {number}" for line, number in counts.items()]


@pytest.mark.parametrize("name", soaking(GAMES, [name for name in GAMES if name not in LARGE]))
def test_the_tree_has_the_pinned_size(name: str) -> None:
    assert sorted(census(name)) == sorted(line for line in pinned(PERFT) if line.startswith(f"{name}, after"))


COMPARED: Final = (
    *("two, asking", "two, borrowing", "two, four cards", "two, last chip bets", "two, two deals"),
    *("three, covering", "three, covering until two are left", "three, last chip bets", "three, the richest lends"),
)
"""Trees that `make test` compares with the book's; it compares further ones with the pinned counts."""


@pytest.mark.parametrize("name", soaking(GAMES, COMPARED))
def test_the_book_counts_the_same_tree(name: str) -> None:
    assert sorted(by_book(name)) == sorted(census(name))


def test_nothing_else_is_pinned() -> None:
    assert {line.split(", after ")[0] for line in pinned(PERFT)} == set(GAMES)


def test_betting_of_two_open_players_by_hand() -> None:
    """The smallest tree, counted on paper. Purse 2, ante 1, so one chip each: the first folds or bets it, then the other."""
    game = BragGame(SCHEMA.make({**USUAL, "purse": 2, "blind": "off"}), parse(SIX))
    assert Counter(len(place.deeds) for place in walk(game)) == {0: 1, 1: 1, 2: 1, 3: 2, 4: 2}


ONE_DEAL: Final = [name for name, (given, _) in GAMES.items() if "length" not in given]


@pytest.mark.parametrize("name", soaking(ONE_DEAL, [name for name in ONE_DEAL if name not in LARGE]))
def test_views_remember_what_their_seat_did_in_the_deal(name: str) -> None:
    check_memory(BragGame(rules_of(name), parse(GAMES[name][1])))
