"""Brag with real cards. P is Pagat's text (Three Card Brag); the page of Brag says the rest."""

import json
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from prial.cards import PACK, Card, names, parse, rank
from prial.core.game import State
from prial.errors import PrialError
from prial.games.brag.rules import SCHEMA
from prial.games.brag.state import Table
from prial.games.brag.study.showdown import Decides, Outcome, Showdown, settle
from prial.study.showdown import read_as, rules_of
from tests.campaigns import sizes
from tests.games.brag.book import DEALERS, Book, Worth, awards_of
from tests.games.brag.campaign import play

DEALS = 150


def outcome(**given: Any) -> Outcome:
    showdown = read_as(json.dumps({"game": "brag", **given}), Showdown)
    return settle(rules_of(showdown, SCHEMA), showdown)


def winners(*hands: str | None, **given: Any) -> list[list[int]]:
    """The winners of each pot, the oldest first."""
    return [[*award.winners] for award in reversed(outcome(hands=hands, **given).awards)]


def written(cards: Sequence[Card], away: Sequence[Card] = ()) -> str:
    three = names([card for card in cards if card not in away])
    return f"{three} | {names(away)}" if away else three


def any_deal(rng: Random) -> dict[str, Any]:
    """A possible deal: few ranks, and hands with the same ranks as others, so that many are equal."""
    cards, few = rng.choice([3, 3, 4, 5]), [0, *rng.sample(range(1, 13), rng.choice([4, 6, 12]))]
    pool = [card for card in PACK if rank(card) in few]
    players = rng.randint(2, min(8, len(pool) // cards))
    rng.shuffle(pool)
    hands: list[str | None] = []
    for _ in range(players):
        twin = [card ^ 1 for card in parse(hands[-1] or "")] if hands and rng.random() < 0.5 else []
        hand = twin if twin and set(twin) <= set(pool) else pool[:cards]
        pool = [card for card in pool if card not in hand]
        away = [] if rng.random() < 0.3 else hand[3:] if hand == twin else rng.sample(hand, cards - 3)
        hands.append(written(hand, away))
    seats = rng.sample(range(players), players)
    for seat in seats[: rng.randint(0, players - 2)]:
        hands[seat] = None
    still = [seat for seat in seats if hands[seat] is not None]
    coverers = still[: rng.choice([0, rng.randint(0, len(still) - 1)])]
    left = still[len(coverers) :]
    rules = {
        "cards": cards,
        "wild_cards": rng.choice(["twos", "twos", *DEALERS]),
        "top_prial": rng.choice(["threes", "aces"]),
        "top_run": rng.choice(["ace_two_three", "ace_king_queen"]),
    }
    pots = [{"chips": rng.randint(0, 30), "covered_by": seat} for seat in coverers] + [{"chips": rng.randint(1, 30)}]
    payer = rng.choice([*left, None]) if len(left) == 2 else None
    return {"rules": rules, "hands": hands, "pots": pots, "dealer": rng.randrange(players), "payer": payer}


def by_the_book(deal: dict[str, Any]) -> tuple[dict[int, Worth], list[list[int]], list[int]]:
    """Each hand's worth, the winners of each pot, the oldest first, and everybody's winnings: calculated slowly."""
    book = Book(SCHEMA.make({**deal["rules"], "players": len(deal["hands"])}))
    worth = {}
    for seat, text in enumerate(deal["hands"]):
        if text is not None:
            played, _, away = text.partition(" | ")
            faces = [*parse(played), *parse(away)]
            book.face |= {card: card for card in faces}
            book.hands[seat] = [faces]
            if away:
                book.away[seat] = faces[3:]
            worth[seat] = book.value_of(*book.parts(seat))
    pots = [(pot["chips"], pot.get("covered_by")) for pot in deal["pots"]]
    betting = [seat for seat in worth if seat not in [coverer for _, coverer in pots]]
    best = [seat for seat in betting if worth[seat] == max(worth[each] for each in betting)]
    if len(best) > 1 and deal["payer"] is not None:
        best = [seat for seat in best if seat != deal["payer"]]
    awards = awards_of(pots, best, worth)
    won = [0] * len(deal["hands"])
    for chips, seats in awards:
        round_the_table = book.left_of(deal["dealer"], seats)
        for chip in range(chips):
            won[round_the_table[chip % len(seats)]] += 1
    return worth, [sorted(seats) for _, seats in reversed(awards)], won


def _pairs(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def test_who_wins_what_is_as_the_book_has_it() -> None:
    """Every rule of the page of Brag that matters for a showdown, checked against the second model."""
    seen: set[str] = set()
    for number in range(DEALS):
        deal = any_deal(Random(f"showdown {number}"))
        found, (worth, won_by, won) = outcome(**deal), by_the_book(deal)
        assert [[*award.winners] for award in reversed(found.awards)] == won_by, deal
        assert [*(found.won or ())] == won, deal
        assert set(found.ranked) == set(worth), deal
        assert [worth[seat] for seat in found.ranked] == sorted(worth.values(), reverse=True), deal
        assert [*found.best] == [seat for seat in worth if worth[seat] == max(worth.values())], deal
        for one, other in combinations(sorted(worth), 2):
            decides = found.decides(one, other)
            seen.add(decides)
            assert (decides is Decides.NOTHING) == (worth[one] == worth[other]), deal
            assert (decides is Decides.DISCARDS) == (worth[one][0] == worth[other][0] and worth[one] != worth[other]), deal
            same_but_wild = worth[one][0][:-1] == worth[other][0][:-1] and worth[one][0] != worth[other][0]
            assert (decides is Decides.WILD_CARDS) == same_but_wild, deal
        seen |= set(_marks(deal, worth, won_by))
    assert seen == {*Decides, "shared", "a coverer wins", "a coverer loses", "the payer ties"}


def _marks(deal: dict[str, Any], worth: dict[int, Worth], won_by: list[list[int]]) -> Iterator[str]:
    """The branches of a deal."""
    coverers = [pot.get("covered_by") for pot in deal["pots"]]
    betting = [seat for seat in worth if seat not in coverers]
    if deal["payer"] is not None and len({worth[seat] for seat in betting}) == 1:
        yield "the payer ties"
    for coverer, seats in zip(coverers, won_by, strict=True):
        if len(seats) > 1:
            yield "shared"
        if coverer is not None:
            yield "a coverer wins" if coverer in seats else "a coverer loses"


@pytest.mark.parametrize(
    "given",
    [
        {"purse": 6, "players": 4},
        {"purse": 4, "players": 6, "cards": 4, "blind": "off"},
        {"purse": 5, "players": 5, "cards": 5, "wild_cards": "twos"},
        {"purse": 9, "players": 3, "short": "opponent_chooses", "kept_blind": "off"},
        {"purse": 3, "players": 4, "ante": 3},
    ],
)
@pytest.mark.parametrize("games", sizes(2, 6))
def test_a_deal_that_was_played_and_is_written_down_comes_to_the_same(given: dict[str, Any], games: int) -> None:
    """The showdown of any table, as a person would write it: players who folded, or paid and needn't show, show nothing."""
    written_down = set()
    for number in range(games):
        both = play(SCHEMA.make({**given, "length": 6}), Random(f"{given} {number}"), stay=0.8, wish="ties")
        for state in (msgspec.json.decode(text, type=State[Table]) for text in both.states):
            table = state.public
            if table.last is not None and table.last.shown and (number, table.deal) not in written_down:
                written_down.add((number, table.deal))
                again = outcome(rules=given, **as_a_person_writes(state, table))
                assert [*again.awards] == [replace(award, winners=tuple(sorted(award.winners))) for award in table.last.awards]
    assert len(written_down) >= games


def as_a_person_writes(state: State[Table], table: Table) -> dict[str, Any]:
    """A deal that has just been settled, as a person writes it."""
    assert table.last is not None
    hands: list[str | None] = [None] * len(table.chips)
    for seat in (*table.betting, *table.covered):
        if seat in table.last.shown or not table.covered:  # one hand alone isn't a showdown
            faces = [[state.piles[pile][0] for pile in piles] for piles in (table.hands[seat][0], table.discards[seat])]
            hands[seat] = written(*faces)
    pots = [{"chips": award.chips, "covered_by": award.coverer} for award in reversed(table.last.awards)]
    payer = table.payer if table.payer is not None and hands[table.payer] else None
    return {"hands": hands, "pots": pots, "payer": payer, "dealer": table.dealer}


# --- the rules one by one ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("payer", "wins"), [(0, [1]), (1, [0]), (None, [0, 1])])
def test_of_equal_hands_the_payers_loses(payer: int | None, wins: list[int]) -> None:
    """P: "if the hands are equal, the player who paid to see loses"; where nobody paid, they share (Brag's page)."""
    assert winners("KsQd9h", "KhQc9s", payer=payer) == [wins]


@pytest.mark.parametrize("payer", [0, 1, None])
def test_the_payer_wins_with_a_better_hand(payer: int | None) -> None:
    """P: "If your cards are better than your opponent's, you expose your hand to prove this and win the pot"."""
    assert winners("KsQdTh", "KhQc9s", payer=payer) == [[0]]


def test_a_payer_who_loses_need_not_show() -> None:
    """P: a player who pays to see and loses needn't show; the deal comes to the same with the losing hand shown."""
    rng, met = Random(17), 0
    while met < 60:
        deal = any_deal(rng)
        payer = deal["payer"]
        if payer is None:
            continue
        shown = outcome(**deal)
        if payer in [seat for award in shown.awards for seat in award.winners]:
            continue
        hidden = outcome(**deal | {"hands": [None if seat == payer else hand for seat, hand in enumerate(deal["hands"])]})
        assert hidden.hidden == payer
        assert (hidden.awards, hidden.won) == (shown.awards, shown.won)
        assert payer not in [each.seat for each in hidden.shown]
        met += 1


@pytest.mark.parametrize("payer", [0, 1])
def test_the_discard_decides_between_equal_hands_before_the_payer_does(payer: int) -> None:
    """P, four cards: "the discarded card is used to decide which is better. If the discarded cards were also equal in rank
    then the player who was seen wins the tie"."""
    four = {"preset": "four_card"}
    assert winners("KsQd9h | 5c", "KhQc9s | 4d", rules=four, payer=payer) == [[0]]
    assert winners("KsQd9h | 5c", "KhQc9s | 5d", rules=four, payer=payer) == [[1 - payer]]


def test_the_highest_discard_decides_first() -> None:
    """The page of Brag, `cards`: "Discards (highest first) break ties"."""
    assert winners("KsQd9h | 2c8c", "KhQc9s | 7d6d", rules={"preset": "five_card"}) == [[0]]
    assert winners("KsQd9h | 2c8c", "KhQc9s | 3d8d", rules={"preset": "five_card"}) == [[1]]


@pytest.mark.parametrize("cards", [4, 5])
def test_a_hand_without_a_bar_is_the_best_of_its_splits(cards: int) -> None:
    """The page of Brag, `cards`: "A hand never looked at is made the best it can be at the show"."""
    for number in range(30):
        rng = Random(f"split {number}")
        hand, other = rng.sample(PACK[:32], cards), names(PACK[-cards:])
        rules = {"cards": cards, "wild_cards": rng.choice(DEALERS)}
        splits = [outcome(rules=rules, hands=[written(hand, away), other]) for away in combinations(hand, cards - 3)]
        assert outcome(rules=rules, hands=[written(hand), other]).worths[0] == max(split.worths[0] for split in splits)


@pytest.mark.parametrize(("covering", "wins"), [("KsQdTh", [[0], [2]]), ("KsQd9h", [[2], [2]]), ("KsQd8h", [[2], [2]])])
def test_an_older_pot_goes_to_the_higher_hand_and_in_a_tie_to_the_winner_of_the_new_one(
    covering: str, wins: list[list[int]]
) -> None:
    """P: "The old pot is won by the higher hand, or by the winner of the new pot in case of a tie"."""
    pots = [{"chips": 11, "covered_by": 0}, {"chips": 10}]
    assert winners(covering, "Jh8d2c", "KhQc9s", pots=pots, payer=1) == wins


def test_the_worked_deal_of_the_rules() -> None:
    """The page of Brag, "Worked": A and C are equal, C pays, B covered with the better hand: 11, 0 and 13 become 21, 11, 13."""
    pots = [{"chips": 11, "covered_by": 1}, {"chips": 10}]
    found = outcome(hands=["Ks9h4d", "Kd9c5s", "Kh9d4c", None], pots=pots, payer=2)
    assert found.won == (10, 11, 0, 0)


def test_fewer_wild_cards_win_between_hands_that_are_otherwise_equal() -> None:
    """P: "K-K-W beats K-W-W, which beats Q-Q-Q"; "W-8-7 … beats 8-7-6, which beats 8-W-6"."""
    rules = {"preset": "floaters", "cards": 3}
    for one, other, worst in (("KsKd2c", "Kh2d2h", "QsQhQd"), ("2s8h7c", "8s7h6d", "8c2d6s")):
        for hands in ([one, other], [other, worst], [one, worst]):
            assert winners(*hands, rules=rules, payer=0) == winners(*hands, rules=rules, payer=1) == [[0]]


# --- what never matters, or always holds ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(40))
def test_what_a_showdown_does_not_hang_on(number: int) -> None:
    """Facts that don't change a showdown: suits (unless a single card is wild), the order of cards, and seats except for the
    order of play. Players who folded don't matter; chips are neither made nor lost; without pots the same player wins.
    """
    rng = Random(f"same {number}")
    deal = any_deal(rng)
    deal["rules"]["wild_cards"] = rng.choice(["", "twos"])
    found, players = outcome(**deal), len(deal["hands"])
    assert sum(found.won or ()) == sum(pot["chips"] for pot in deal["pots"])
    suits = rng.sample("cdhs", 4)
    other_suits = [hand and hand.translate(str.maketrans("cdhs", "".join(suits))) for hand in deal["hands"]]
    assert outcome(**deal | {"hands": other_suits}).worths == found.worths
    assert outcome(**deal | {"hands": other_suits}).won == found.won
    shuffled = [hand and " | ".join(_shuffled(part, rng) for part in hand.split(" | ")) for hand in deal["hands"]]
    assert outcome(**deal | {"hands": shuffled}).won == found.won
    by = rng.randrange(players)
    turned = outcome(**_turned(deal, by))
    assert turned.won == (*(found.won or ())[-by:], *(found.won or ())[:-by]) if by else found.won
    if len(deal["pots"]) == 1:
        unstated = outcome(**{key: value for key, value in deal.items() if key not in ("pots", "dealer")})
        assert unstated.won is None
        assert unstated.awards[0].winners == found.awards[0].winners


def _shuffled(text: str, rng: Random) -> str:
    cards = _pairs(text)
    return " ".join(rng.sample(cards, len(cards)))


def _turned(deal: dict[str, Any], by: int) -> dict[str, Any]:
    """A deal with all seats moved by this number."""
    players = len(deal["hands"])
    pots = [pot | {"covered_by": (pot["covered_by"] + by) % players} if "covered_by" in pot else pot for pot in deal["pots"]]
    hands = deal["hands"][-by:] + deal["hands"][:-by] if by else deal["hands"]
    payer = None if deal["payer"] is None else (deal["payer"] + by) % players
    return deal | {"hands": hands, "pots": pots, "payer": payer, "dealer": (deal["dealer"] + by) % players}


@pytest.mark.parametrize("key", ["rules", "hands", "payer", "dealer", "pots", "seats", "game"])
def test_whatever_is_written_down_is_settled_or_refused_in_a_sentence(key: str) -> None:
    """Source: the game's page."""
    base: dict[str, Any] = {"rules": {"cards": 4}, "hands": ["AsKsQs | 2d", None, "2c2h9h4s"], "payer": 2, "dealer": 0}
    odd: list[Any] = [
        None,
        True,
        -1,
        3,
        2.5,
        10**40,
        "",
        "AsKsQs2d",
        "|",
        "\x1b",
        [],
        [[]],
        [None] * 3,
        [0, 0, 0],
        ["|"] * 3,
        ["", "", ""],
        {},
    ]
    odd += [{"preset": 1}, {"cards": 6}, {"players": 2}, {"chips": 1}, [{"chips": 1}], [{"chips": 1, "covered_by": 9}], [{}] * 3]
    odd += [["AsKsQs | 2d", text, "2c2h9h4s"] for text in ("|", "3c", "3c4c5c|6c|", "3c|4c5c6c", "3c4c5c 6c | ", "| 3c4c5c6c")]
    for value in odd:
        try:
            outcome(**base | {key: value})
            continue
        except PrialError as error:
            sentence = str(error)
        assert len(sentence.splitlines()) == 1, value
        assert sentence[-1] in ".!?", value
