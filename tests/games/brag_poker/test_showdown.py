"""Brag Poker with real cards: ``prial showdown`` settles a deal as the book and the game do."""

import json
from random import Random
from typing import Any

import pytest

from prial.cards import PACK, names
from prial.core.page import text_of
from prial.core.registry import find
from prial.errors import PrialError
from prial.games.brag_poker.rules import SCHEMA
from prial.games.brag_poker.study.showdown import Outcome, Showdown, settle
from prial.study.showdown import read_as, rules_of
from tests.cli.conftest import Prial, one_sentence
from tests.games.brag_poker.book import Book

DEALS = 300


def outcome(**given: Any) -> Outcome:
    showdown = read_as(json.dumps({"game": "brag_poker", **given}), Showdown)
    return settle(rules_of(showdown, SCHEMA), showdown)


def any_deal(rng: Random) -> dict[str, Any]:
    """A possible deal: few ranks, so that hands are equal, and parts at full and at half price."""
    players = rng.randint(2, 8)
    pool = rng.sample([card for card in PACK if card >> 2 in (0, 1, 9, 10, 11, 12)], 24)
    hands: list[str | None] = [names(pool[3 * seat : 3 * seat + 3]) for seat in range(players)]
    still = rng.sample(range(players), rng.randint(2, players))
    put_in: list[Any] = []
    for _ in range(players):
        parts = [rng.choice([0, 1, 5, 9, {"blind": rng.randint(0, 9)}]) for _ in range(rng.randint(0, 3))]
        put_in.append(parts if rng.random() < 0.8 else rng.randint(0, 9))
    most = max(sum(credit(part) for part in (given if isinstance(given, list) else [given])) for given in put_in)
    put_in[still[0]] = most + rng.choice([0, 0, 1, 5])  # at least one player has matched the highest credit, and shows
    put_in[still[1]] = put_in[still[1]] or 1
    return {
        "rules": {"top_prial": rng.choice(["threes", "aces"])},
        "dealer": rng.randrange(players),
        "hands": [hand if seat in still else None for seat, hand in enumerate(hands)],
        "put_in": put_in,
    }


def credit(part: Any) -> int:
    """The credit of a part."""
    return part["blind"] if isinstance(part, dict) else part  # type: ignore[no-any-return]  # JSON


def by_the_book(deal: dict[str, Any]) -> tuple[list[tuple[int, list[int]]], list[tuple[int, int]], list[int]]:
    """Each pot with its winners, the chips returned, and everybody's result: with chips on lines."""
    players = len(deal["hands"])
    book = Book(players, 1, 1, 1_000, length=1, top_prial=deal["rules"]["top_prial"])
    book.first_dealer(deal["dealer"])
    cards = iter(card for card in book.cards if not any(card in (hand or "") for hand in deal["hands"]))
    book.deal({seat: split(hand) if hand else [next(cards) for _ in range(3)] for seat, hand in enumerate(deal["hands"])})
    for seat in range(players):
        book.chips[seat] = 1_000
        book.line[seat], book.paid[seat] = [], 0
    book.phase, book.folded = "bet2", {seat for seat, hand in enumerate(deal["hands"]) if hand is None}
    for seat, given in enumerate(deal["put_in"]):
        for part in given if isinstance(given, list) else [given]:
            book.lay(seat, credit(part), half=isinstance(part, dict))
    before = dict(book.chips)
    book.returned = []
    book.give_back()
    book.show()
    assert book.awards is not None
    return book.awards, book.returned, [book.chips[seat] - before[seat] for seat in range(players)]


def split(hand: str) -> list[str]:
    return [hand[at : at + 2] for at in range(0, len(hand), 2)]


@pytest.mark.parametrize("seed", range(4))
def test_any_showdown_is_settled_as_the_book_does(seed: int) -> None:
    rng = Random(seed)
    for _ in range(DEALS // 4):
        deal = any_deal(rng)
        found = outcome(**deal)
        awards, back, won = by_the_book(deal)
        assert [(award.chips, list(award.winners)) for award in found.awards] == awards
        assert [(seat, chips) for seat, chips in ([found.back] if found.back else []) if chips] == back
        assert found.won is not None
        assert [*found.won] == won


def test_half_prices_make_a_side_pot() -> None:
    """The page of Brag Poker: 5 credits for 3 chips, of which the fifth credit has one; the others put in 14."""
    found = outcome(hands=["AsAh2s", "3s3h3d", "KsKhKd"], put_in=[14, [1, {"blind": 4}], 14])
    assert [(award.chips, award.winners) for award in found.awards] == [(13, (1,)), (18, (2,))]
    assert found.won == (0, 13, 18)


def test_what_nobody_has_matched_goes_back() -> None:
    """The page of Brag Poker: even against a player who has folded."""
    found = outcome(hands=["AsAh2s", "KsKhKd", None], put_in=[20, 8, 12])
    assert found.back == (0, 8)
    assert [(award.chips, award.winners) for award in found.awards] == [(24, (1,)), (8, (0,))]


def test_without_chips_the_best_hand_wins() -> None:
    found = outcome(hands=["AsAh2s", "KsKhKd", None])
    assert (found.won, [award.winners for award in found.awards], found.labels[1]) == (None, [(1,)], "prial of kings")


def test_the_example_of_the_page_is_settled() -> None:
    page = text_of(find("brag_poker"), "showdown.md")
    example = page.partition("```json\n")[2].partition("```")[0]
    showdown = read_as(example, Showdown)
    found = settle(rules_of(showdown, SCHEMA), showdown)
    assert found.won is not None
    # 8 of Dee's 22 are returned; Ann has 14 credits for 14 chips, Bob 14 for 8, and Cat's 6 are in the pot
    assert found.back == (3, 8)
    assert sum(found.won) == 14 + 8 + 6 + 22


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"hands": ["AsAh2s", None]}, "At least two seats must show hands."),
        ({"hands": ["AsAh", "KsKhKd"]}, "Seat 0 shows AsAh, but a hand has three cards."),
        ({"hands": ["AsAh2s", "AsKhKd"]}, "As"),
        ({"hands": ["AsAh2s", "KsKhKd"], "put_in": [-1, 2]}, "Seat 0 can't have put in -1 chips."),
        ({"hands": ["AsAh2s", "KsKhKd"], "put_in": [0, 0]}, "Nobody who shows has put in anything"),
        ({"hands": ["AsAh2s", "KsKhKd"], "put_in": [1]}, "put_in"),
        ({"hands": ["AsAh2s", "KsKhKd"], "dealer": 2}, "'dealer' names seat 2, but the seats are 0 to 1."),
        ({"hands": ["AsKh9d", "AhKs9c", None], "put_in": [2, 2, 1]}, "name the dealer"),
        ({"hands": ["AsAh2s", "KsKhKd"], "pot": 2}, "pot"),
        ({"hands": ["AsAh2s", "KsKhKd"], "rules": {"big_blind": 0}}, "big_blind"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(given: dict[str, Any], says: str) -> None:
    with pytest.raises(PrialError) as refused:
        outcome(**given)
    assert says in str(refused.value)
    assert str(refused.value).endswith(".")


def test_the_verb_prints_it_for_people_and_for_programs(prial: Prial, tmp_path: Any) -> None:
    path = tmp_path / "deal.json"
    deal = {
        "game": "brag_poker",
        "dealer": 0,
        "hands": ["AsKh9d", "AhKs9c", None],
        "put_in": [2, 2, 1],
        "seats": ["Ann", "Bob", "Cat"],
    }
    path.write_text(json.dumps(deal))
    done = prial("showdown", str(path))
    assert done.exit_code == 0, done.stderr
    assert "Bob and Ann share the pot of 5" in " ".join(done.stdout.split())
    found = json.loads(prial("showdown", str(path), "--json").stdout)
    assert (found["pots"], found["chips"]) == ([{"chips": 5, "winners": [1, 0]}], [2, 3, 0])
    path.write_text('{"game": "brag_poker", "hands": []}')
    one_sentence(prial("showdown", str(path)))


def test_options_that_a_showdown_may_name_are_those_of_the_game() -> None:
    rules = {"preset": "unseen", "top_run": "ace_king_queen"}
    showdown = Showdown(game="brag_poker", rules=rules, hands=["As2h3d", "AhKdQs"])
    assert rules_of(showdown, SCHEMA) == SCHEMA.make({"players": 2, "top_run": "ace_king_queen"}, "unseen")
    assert settle(rules_of(showdown, SCHEMA), showdown).awards[0].winners == (1,)


def test_what_somebody_put_in_unseen_may_stand_alone_or_in_a_list() -> None:
    """`{"blind": 8}` is one part like any other."""
    for part in ({"blind": 8}, [{"blind": 8}]):
        assert outcome(hands=["AsKsQs", "9c9d4h"], put_in=[8, part]).won == (12, 0)
