from hypothesis import given
from hypothesis import strategies as st

from prial.cards import PACK, parse
from prial.cli.boards.tray import Tray, grouped

HAND = parse("AsAhAdKsQsJs9h8d7c5h2d2c4s")


def test_cards_move_to_where_they_are_put() -> None:
    tray = Tray(HAND, (3,) * 4)
    assert tray.put(1, parse("AsAhAd")) is None
    assert tray.put(2, parse("As KsQs")) is None
    assert tray.places[0] == parse("AhAd")
    assert tray.places[1] == parse("AsKsQs")
    assert set(tray.left) == set(HAND) - set(parse("AsAhAdKsQs"))


def test_undo_and_redo_go_through_every_change() -> None:
    tray = Tray(HAND, (3,) * 4)
    tray.put(1, parse("AsAhAd"))
    tray.fill([parse("KsQsJs")])
    tray.clear()
    seen = [tray.places]
    while tray.undo() is None:
        seen.append(tray.places)
    assert seen[-1] == ((),) * 4
    assert len(seen) == 4
    while tray.redo() is None:
        pass
    assert tray.places == seen[0]
    tray.undo()
    tray.put(4, parse("2d2c5h"))
    assert str(tray.redo()) == "There is nothing to redo."


def test_refusals_leave_everything_as_it_was() -> None:
    tray = Tray(HAND, (3,) * 4)
    tray.put(1, parse("AsAhAd"))
    before = tray.places
    for refusal in (
        tray.put(5, parse("KsQsJs")),
        tray.put(0, parse("KsQsJs")),
        tray.put(2, parse("3c")),
        tray.put(2, parse("KsQsJs9h")),
        tray.fill([parse("KsQsJs")] * 5),
        tray.fill([parse("3c3d3h")]),
        tray.clear(9),
    ):
        assert refusal is not None
        assert str(refusal).endswith(".")
        assert tray.places == before


def test_add_takes_the_first_place_with_room() -> None:
    tray = Tray(HAND, (3,) * 4)
    tray.add(parse("AsAhAd"))
    tray.add(parse("Ks"))
    tray.add(parse("QsJs"))
    tray.add(parse("9h8d7c"))
    tray.add(parse("2d2c5h"))
    assert tray.hands == (parse("AsAhAd"), parse("KsQsJs"), parse("9h8d7c"), parse("2d2c5h"))
    assert tray.add(parse("4s")) is not None


def test_add_makes_a_hand_whole_before_it_begins_another() -> None:
    tray = Tray(HAND, (5, 5, 3))
    tray.add(parse("AsAh"))
    tray.add(parse("KsQsJs"))
    assert tray.places == (parse("AsAhKsQsJs"), (), ())
    tray.add(parse("9h8d7c"))
    assert tray.places[2] == parse("9h8d7c")
    assert str(tray.add(parse("AdAsAhKsQsJs"))).startswith("There is no room for AdAsAhKsQsJs; clear a place")


def test_the_last_place_is_one_that_just_the_cards_left_fit() -> None:
    def last(*places: tuple[int, ...]) -> int | None:
        tray = Tray(HAND, (5, 5, 3))
        tray.fill(places)
        return tray.last

    assert last() is None
    assert last(HAND[:5]) is None
    assert last(HAND[:5], (), HAND[10:]) == 2
    assert last(HAND[:5], HAND[5:7], HAND[10:]) == 2
    assert last(HAND[:5], HAND[5:10]) == 3
    assert last(HAND[:5], HAND[5:10], HAND[10:]) is None
    four = Tray(HAND, (3,) * 4)
    four.fill([HAND[:3], HAND[3:6], HAND[6:9]])
    assert four.last is None  # one of the remaining cards fits nowhere


@given(st.lists(st.tuples(st.integers(0, 5), st.sets(st.sampled_from(HAND), max_size=4)), max_size=12))
def test_no_card_is_ever_lost_or_doubled(changes: list[tuple[int, set[int]]]) -> None:
    tray = Tray(HAND, (3,) * 4)
    for place, cards in changes:
        tray.put(place, tuple(cards))
    laid = [card for hand in tray.places for card in hand]
    assert sorted([*laid, *tray.left]) == sorted(HAND)


def test_grouping_shows_every_card_once() -> None:
    assert [len(group) for group in grouped(PACK, "rank")] == [4] * 13
    assert [len(group) for group in grouped(PACK, "suit")] == [13] * 4
