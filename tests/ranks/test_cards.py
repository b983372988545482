"""Cards in every usual spelling, and the refusals of text that isn't cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prial import cards
from prial.cards import PACK, Card, best_first, distinct, name, names, parse, rank, suit, symbol, symbols
from prial.core.game import BACK
from prial.errors import CardError

hands = st.lists(st.sampled_from(PACK), unique=True)
separators = st.sampled_from(["", " ", ", ", "  ", "-", "\n", "; ", " / "])


@pytest.mark.parametrize(
    "text",
    ["Td", "10d", "td", "TD", "10D", "T♦", "10♦", "10♦\ufe0f", "10 d", " Td ", "t♢", "10♢"],
)
def test_every_usual_spelling_of_one_card(text: str) -> None:
    assert parse(text) == (4 * 8 + 1,)


def test_a_card_is_four_times_its_rank_and_its_suit() -> None:
    assert parse("2c 2d 2h 2s 3c As") == (0, 1, 2, 3, 4, 51)
    assert [rank(card) for card in parse("2s As")] == [0, 12]
    assert [suit(card) for card in parse("2c 2d 2h 2s")] == [0, 1, 2, 3]


@given(hands, separators)
def test_names_read_back(hand: list[Card], between: str) -> None:
    assert parse(names(hand, between)) == tuple(hand)
    assert parse(names(hand, between).lower()) == tuple(hand)
    assert parse(names(hand, between).upper()) == tuple(hand)
    assert parse(names(hand, between).replace("T", "10")) == tuple(hand)


@given(hands, separators)
def test_symbols_read_back(hand: list[Card], between: str) -> None:
    assert parse(symbols(hand, between)) == tuple(hand)
    assert parse("".join(symbol(card) + "\N{VARIATION SELECTOR-16}" for card in hand)) == tuple(hand)


@given(st.text())
def test_any_text_is_cards_or_one_sentence(text: str) -> None:
    try:
        found = parse(text)
    except CardError as error:
        assert str(error)  # noqa: PT017  # most text is not a cards
    else:
        assert parse(names(found)) == found


@pytest.mark.parametrize(
    ("text", "word", "position"),
    [
        ("Xs", "Xs", 1),
        ("As 1d", "1d", 4),
        ("As Kd Zz 2c", "Zz", 7),
        ("As,A", "A", 4),
        ("AsKx", "Kx", 3),
        ("11d", "11d", 1),
        ("♠A", "♠A", 1),
    ],
)
def test_nonsense_is_named_with_its_position(text: str, word: str, position: int) -> None:
    with pytest.raises(CardError) as error:
        parse(text)
    assert error.value.refusal.code == "card.unknown"
    assert error.value.refusal.args == {"text": word, "position": position}
    assert str(error.value).startswith(f"{word!r} at position {position} is not a card")


@pytest.mark.parametrize("text", ["As As", "AsKd10hTh", "As a♠"])
def test_a_card_twice_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="is there twice") as error:
        parse(text)
    assert error.value.refusal.code == "card.twice"


def test_distinct_lets_cards_through_and_refuses_the_rest() -> None:
    assert distinct([51, 0]) == (51, 0)
    with pytest.raises(CardError, match="As is there twice"):
        distinct([51, 0, 51])
    for number in (-1, 52):
        with pytest.raises(CardError, match="at position 2 is not a card"):
            distinct([0, number])


def test_best_first_sorts_for_the_eye() -> None:
    assert names(best_first(parse("2c As Kd Ah"))) == "AsAhKd2c"


@given(st.sampled_from(PACK))
def test_name_and_symbol_are_of_the_same_card(card: Card) -> None:
    assert parse(name(card)) == parse(symbol(card)) == (card,)
    assert name(card)[0] == cards.RANKS[rank(card)]
    assert symbol(card)[-1] == cards.SUIT_SYMBOLS[suit(card)]


@pytest.mark.parametrize("text", ["A\u017f", "\u212as", "As \u212ah"])
def test_letters_that_only_fold_to_ours_are_no_cards(text: str) -> None:
    """Unicode's long s and Kelvin sign match S and K when case is ignored."""
    with pytest.raises(CardError, match="is not a card"):
        parse(text)


def test_a_hidden_card_is_written_as_such() -> None:
    assert names((BACK, 51)) == "??As"
    assert symbols((BACK, BACK)) == "?? ??"
    with pytest.raises(CardError):
        parse("??")
