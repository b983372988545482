"""``prial rank`` and ``prial odds`` as Xập xám brings them; the other games keep the platform's."""

import json
from random import Random

import pytest

from prial.cards import PACK, name, names
from prial.games.xap_xam.instants import VIETNAMESE as INSTANTS
from prial.ranks.poker import VIETNAMESE, Wheel, ranking
from tests.cli.conftest import Prial, one_sentence
from tests.ranks import slow_poker


def test_hands_of_five_and_of_three_share_one_scale(prial: Prial) -> None:
    done = prial("rank", "xap_xam", "9s9h9dKsKh", "2s4s7s9sQs", "7d8c9dThJc", "AsAhAd", "KsQd2c", "--json")
    house, flush, straight, three, high = json.loads(done.stdout)
    assert house == {
        "cards": ["9s", "9h", "9d", "Ks", "Kh"],
        "category": "full_house",
        "vietnamese": "cù lũ",
        "strength": ranking().strength([*map(PACK.__getitem__, (28, 29, 31, 45, 47))]),
    }
    assert [each["category"] for each in (flush, straight, three, high)] == ["flush", "straight", "three_of_a_kind", "high_card"]
    strengths = [each["strength"] for each in (house, flush, straight, three, high)]
    assert strengths == sorted(strengths, reverse=True)


def test_the_rules_say_where_the_wheel_stands(prial: Prial) -> None:
    hands = ("As2h3d4c5s", "9sThJdQcKs")
    for wheel in Wheel:
        low, king = json.loads(prial("rank", "xap_xam", *hands, "--set", f"wheel={wheel}", "--json").stdout)
        assert (low["strength"] > king["strength"]) is (wheel is Wheel.SECOND_HIGHEST)


def test_the_order_is_that_of_a_second_slow_evaluator(prial: Prial) -> None:
    rng = Random(6)
    hands = [tuple(rng.sample(PACK[-20:], rng.choice((3, 5)))) for _ in range(60)]
    found = json.loads(prial("rank", "xap_xam", *map(names, hands), "--json").stdout)
    assert [each["cards"] for each in found] == [[*map(name, hand)] for hand in hands]
    assert [each["category"] for each in found] == [slow_poker.category(hand) for hand in hands]
    by_strength = sorted(range(60), key=lambda at: found[at]["strength"])
    by_key = [slow_poker.key(hands[at]) for at in by_strength]
    assert by_key == sorted(by_key)


def test_for_people(prial: Prial) -> None:
    told = prial("rank", "xap_xam", "AsKs9s7s4s", "Jc5d2d").stdout
    assert "flush, ace high (thùng)  ✓ best" in told
    assert "jack high (mậu thầu)" in told
    assert prial("rank", "xap_xam", "AsKs9s7s4s", "AhKh9h7h4h").stdout.count("level") == 2


@pytest.mark.parametrize("words", [("rank", "xap_xam", "AsKs"), ("rank", "--json", "--game", "xap_xam", "As2s3s4s5s6s")])
def test_another_number_of_cards_is_no_hand(prial: Prial, words: tuple[str, ...]) -> None:
    assert f"{words[-1]} is not a hand: a hand has five cards, or three." in one_sentence(prial(*words))


def test_no_card_is_no_hand(prial: Prial) -> None:
    for words in (("rank", "xap_xam"), ("rank", "xap_xam", " ")):
        assert one_sentence(prial(*words)) == "Nothing is not a hand: a hand has five cards, or three."
    assert "is not a card" in one_sentence(prial("rank", "xap_xam", "AsKx3d"))


@pytest.mark.parametrize(
    "words",
    [
        ("xap_xam", "AsAhAd", "--json"),
        ("--json", "xap_xam", "AsAhAd"),
        ("--game", "xap_xam", "AsAhAd", "--json"),
        ("--game=xap_xam", "--json", "AsAhAd"),
        ("--preset", "xap_xam", "xap_xam", "AsAhAd", "--json"),
    ],
)
def test_the_games_own_verb_is_taken_wherever_the_game_is_named(prial: Prial, words: tuple[str, ...]) -> None:
    assert json.loads(prial("rank", *words).stdout)[0]["category"] == "three_of_a_kind"


def test_who_names_no_game_or_another_gets_the_platforms(prial: Prial) -> None:
    for words in ((), ("brag",), ("--game", "crash")):
        assert json.loads(prial("rank", *words, "AsAhAd", "--json").stdout)[0]["category"] == "prial"
        assert json.loads(prial("odds", *words, "--json").stdout)["hands"] == 22_100
    assert "it belongs to xap_xam: name that game too" in one_sentence(prial("odds", "--preset", "xap_xam"))
    assert "You named two games" in one_sentence(prial("rank", "brag", "--game", "xap_xam", "AsAhAd"))
    assert "There is no game 'whist'" in one_sentence(prial("rank", "--game", "whist", "AsAhAd"))


def test_help_is_the_games_own(prial: Prial) -> None:
    assert "prial rank xap_xam" in prial("rank", "xap_xam", "--help").stdout
    assert "prial odds xap_xam" in prial("odds", "xap_xam", "--help").stdout
    assert "--wild" in prial("rank", "--help").stdout


# odds


def test_odds_shape(prial: Prial) -> None:
    found = json.loads(prial("odds", "xap_xam", "--json").stdout)
    assert list(found) == ["five", "three", "instant"]
    assert [(part["cards"], part["hands"]) for part in found.values()] == [(5, 2_598_960), (3, 22_100), (13, 635_013_559_600)]
    for part in found.values():
        for kind, each in part["categories"].items():
            assert each["probability"] == each["count"] / part["hands"]
            assert each["vietnamese"] in (VIETNAMESE.get(kind), INSTANTS.get(kind))
    assert found["five"]["categories"]["flush"]["odds"] == "508 to 1"


def test_only_the_instant_wins_of_the_rules_are_told(prial: Prial) -> None:
    found = json.loads(prial("odds", "xap_xam", "--preset", "mau_binh", "--json").stdout)
    assert list(found["instant"]["categories"]) == ["whole_dragon", "six_pairs", "three_straights", "three_flushes"]
    assert "instant" not in json.loads(prial("odds", "xap_xam", "--preset", "chinese_poker", "--json").stdout)


@pytest.mark.parametrize("columns", ["40", "80", "120"])
def test_odds_for_people(prial: Prial, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    told = prial("odds", "xap_xam").stdout
    assert "…" not in told
    assert max(map(len, told.splitlines())) <= int(columns)
    for text in ("thùng phá sảnh", "lục phé bôn", "2,598,960 hands of five cards", "22,100 upper hands", "1,302,540"):
        assert text in told
