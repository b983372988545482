"""Wild cards by name: what a list means, and the one way to write every set."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prial.cards import PACK, RANKS, Card, name, parse, rank
from prial.errors import CardError
from prial.ranks.wild import NAMED, wild_cards, wild_name, wild_text


def of_ranks(letters: str) -> frozenset[Card]:
    return frozenset(card for card in PACK if RANKS[rank(card)] in letters)


@pytest.mark.parametrize(
    ("text", "cards", "canonical"),
    [
        ("", "", ""),
        (" , ", "", ""),
        ("none", "", ""),
        ("None", "", ""),
        ("one-eyed jacks", "JsJh", "one-eyed jacks"),
        ("One-Eyed  JACKS", "JsJh", "one-eyed jacks"),
        ("Js, Jh", "JsJh", "one-eyed jacks"),
        ("JsJhKd", "JsJhKd", "one-eyed royals"),
        ("suicide king", "Kh", "suicide king"),
        ("K♥", "Kh", "suicide king"),
        ("Kd", "Kd", "man with the axe"),
        ("black jacks", "JcJs", "black jacks"),
        ("red 10s, Jh", "TdThJh", "red tens, jack of hearts"),
        ("2♠", "2s", "two of spades"),
        ("the two of spades", "2s", "two of spades"),
        ("2s2h", "2s2h", "2s2h"),
        ("2d, 2h", "2d2h", "red twos"),
        ("2d, 2h, 2♠", "2d2h2s", "red twos, two of spades"),
        ("one-eyed jacks, suicide king", "JsJhKh", "one-eyed jacks, suicide king"),
        ("9♠ 8♠", "9s8s", "9s8s"),
    ],
)
def test_a_list_of_cards_and_names(text: str, cards: str, canonical: str) -> None:
    assert wild_cards(text) == frozenset(parse(cards))
    assert wild_text(text) == canonical


@pytest.mark.parametrize(
    ("text", "letters", "canonical"),
    [
        ("twos", "2", "twos"),
        ("2s", "2", "twos"),
        ("2's", "2", "twos"),
        ("2", "2", "twos"),
        ("deuces", "2", "twos"),
        ("floaters", "2", "twos"),
        ("sixes", "6", "sixes"),
        ("10s", "T", "tens"),
        ("t", "T", "tens"),
        ("2s, Js", "2J", "jacks, twos"),
        ("A, J, 9s", "AJ9", "braggers"),
        ("braggers", "AJ9", "braggers"),
        ("twos, threes, twos", "23", "threes, twos"),
    ],
)
def test_whole_ranks_are_meant_as_they_are_said_at_a_table(text: str, letters: str, canonical: str) -> None:
    assert wild_cards(text) == of_ranks(letters)
    assert wild_text(text) == canonical


@pytest.mark.parametrize(
    "text", ["jokers", "1s", "twos of wood", "blue jacks", "two of", "JsJs", "2s; twos", "\udcff", "x" * 5000]
)
def test_what_names_no_cards_is_refused_with_what_would(text: str) -> None:
    with pytest.raises(CardError) as refused:
        wild_cards(text)
    assert "write ranks (twos" in str(refused.value)
    assert len(str(refused.value)) < 350


SETS = st.frozensets(st.sampled_from(PACK)) | st.lists(st.sampled_from("23456789TJQKA"), max_size=5).map("".join).map(of_ranks)


@given(SETS)
def test_every_set_has_one_spelling_that_is_read_back(cards: frozenset[Card]) -> None:
    text = wild_name(cards)
    assert wild_cards(text) == cards
    assert wild_text(text) == text
    assert len(text) <= 200  # the longest text that a request may contain


@given(st.lists(st.sampled_from(["2s", "Jh", "10♠", "aces", "red nines", *NAMED, "none", "K", "queen of clubs", "5s5h"])))
def test_how_a_set_is_listed_does_not_matter(parts: list[str]) -> None:
    text = ", ".join(parts)
    assert wild_text(wild_text(text)) == wild_text(text)
    assert wild_cards(wild_text(text)) == wild_cards(text)


@given(st.sampled_from(PACK), st.sampled_from(PACK))
def test_different_sets_are_spelled_differently(a: Card, b: Card) -> None:
    assert (wild_name(frozenset({a})) == wild_name(frozenset({b}))) == (a == b)
    assert wild_cards(name(a)) == (of_ranks(name(a)[0]) if name(a)[1] == "s" else {a})
