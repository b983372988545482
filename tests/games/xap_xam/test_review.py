"""Reviews of games of Xập xám."""

from random import Random

import pytest

from prial.cards import PACK, best_first, names, parse
from prial.core.record import Record
from prial.core.registry import find, open_record
from prial.errors import PrialError
from prial.games.xap_xam import SCHEMA, XapXamGame
from prial.games.xap_xam.study.review import Judge
from prial.study.review import Judged, review

PAIRS = "2s2h5d5c7d7c9s9hJdJcKsKh3d"


def one_deal(hands: list[str], lays: list[str], **rules: object) -> Record:
    """A deal of two players; the second deals."""
    moves: list[tuple[object, object]] = [("nature", {"pick": 1}), ("nature", {"hands": hands})]
    moves += list(enumerate(lays))
    given = {"preset": "xap_xam", "players": 2, "length": 1, **rules}
    return Record(prial=1, game="xap_xam", rules=given, seats=["Ann", "Bob"], moves=moves)


def judged(record: Record) -> tuple[Judged, ...]:
    return review(open_record(record), record).judged


def others(taken: str) -> str:
    """Thirteen of the remaining cards, without an instant win."""
    left = [card for card in PACK if card not in parse(taken)]
    scorer, rng = XapXamGame(SCHEMA.make()).scorer, Random(1)
    return names(best_first(next(hand for _ in range(100) if not scorer.held(hand := rng.sample(left, 13)))))


def best(hand: str, *, dealer: bool, **rules: object) -> str:
    game = find("xap_xam").make({"players": 2, **rules}, "xap_xam")
    assert isinstance(game, XapXamGame)
    return game.write(Judge(game).best(best_first(parse(hand)), dealer=dealer))


PLAIN = "AsKhQd9c8s7d7h6c5s4d3h3c2s"


def test_the_best_setting_loses_nothing() -> None:
    theirs = others(PLAIN)
    found = judged(one_deal([PLAIN, theirs], [best(PLAIN, dealer=False), best(theirs, dealer=True)]))
    assert [each.lost for each in found] == [0, 0]
    assert [each.why for each in found] == ["", ""]
    assert sum(each.points for each in found) == 0


def test_a_mis_set_hand_is_told_what_was_wrong() -> None:
    theirs = others(PLAIN)
    wrong = "lay As9c6c4d2s 8s7d7h5s3h KhQd3c"
    found = judged(one_deal([PLAIN, theirs], [wrong, best(theirs, dealer=True)]))[0]
    assert found.lost > 0
    assert found.why == "The hands were mis-set: the lower hand must beat the middle one."
    assert found.worth == pytest.approx(-1, abs=0.1)
    upper = judged(one_deal([PLAIN, theirs], ["lay 8s7h6c5s4d AsKhQd9c2s 7d3h3c", best(theirs, dealer=True)]))[0]
    assert upper.why == "The hands were mis-set: the upper hand beats the middle one."


def test_an_instant_win_not_declared_is_named() -> None:
    theirs = others(PAIRS)
    played = best(PAIRS, dealer=False, instant="none")
    found = judged(one_deal([PAIRS, theirs], [played, best(theirs, dealer=True)]))[0]
    assert found.why == "Six pairs would have won 2 units at once."
    declared = judged(one_deal([PAIRS, theirs], [best(PAIRS, dealer=False), best(theirs, dealer=True)]))[0]
    assert declared.lost == 0
    assert declared.points == 2


def test_an_instant_win_that_is_worth_less_than_its_cards_is_named() -> None:
    cards = "5s6s7s8s9s5h6h7h8h9h2c2d3c"
    theirs = others(cards)
    rules = {"preset": "mau_binh"}
    game = find("xap_xam").make({"players": 2}, "mau_binh")
    assert isinstance(game, XapXamGame)
    other = game.write(Judge(game).best(best_first(parse(theirs)), dealer=True))
    found = judged(one_deal([cards, theirs], ["lay 9s8s7s6s5s 9h8h7h6h5h 3c2d2c six_pairs", other], **rules))[0]
    assert found.why == "Played out, these cards are worth more than six pairs."


def test_what_a_hand_would_have_won_is_told_in_numbers() -> None:
    theirs = others(PLAIN)
    found = judged(one_deal([PLAIN, theirs], ["lay 8s7h6c5s4d 7d3h3cKhQd As9c2s", best(theirs, dealer=True)]))[0]
    assert found.lost > 0
    assert "of 100 rather than" in found.why
    assert found.why.endswith(".")


def test_the_dealer_is_paid_by_all_and_judged_so() -> None:
    game = find("xap_xam").make({"players": 4, "length": 1}, "xap_xam")
    assert isinstance(game, XapXamGame)
    hands = [best_first(PACK[at::4]) for at in range(4)]
    lays = [game.write(Judge(game).best(hand, dealer=seat == 0)) for seat, hand in enumerate(hands)]
    moves: list[tuple[object, object]] = [("nature", {"pick": 0}), ("nature", {"hands": [names(hand) for hand in hands]})]
    record = Record(
        prial=1,
        game="xap_xam",
        rules={"preset": "xap_xam", "length": 1},
        seats=["A", "B", "C", "D"],
        moves=[*moves, *enumerate(lays)],
    )
    found = judged(record)
    one = Judge(game).worth(game.read(lays[0]), dealer=True)
    assert found[0].worth == pytest.approx(3 * one)


def test_a_move_that_the_rules_refuse_is_named() -> None:
    record = one_deal([PLAIN, others(PLAIN)], ["lay AsKhQd9c8s", ""])
    with pytest.raises(PrialError, match="Lay three hands, a lower, a middle and an upper one"):
        judged(record)


def test_a_row_wins_as_often_as_is_told() -> None:
    """Counted deal by deal, against a player who deals and sets the cards as the judge would."""
    game = find("xap_xam").make({"players": 2}, "xap_xam")
    assert isinstance(game, XapXamGame)
    judge, mine, theirs = Judge(game), best_first(parse(PLAIN)), others(PLAIN)
    told, _ = judged(one_deal([PLAIN, theirs], [best(PLAIN, dealer=False), best(theirs, dealer=True)]))
    own = game.scorer.strengths(judge.best(mine, dealer=False).hands)
    assert [row.label for row in told.rows] == [game.scorer.ranking.label(strength) for strength in own]
    rng, won, played = Random(2), [0, 0, 0], 0
    while played < 150:
        lay = judge.best(best_first(rng.sample(PACK, 13)), dealer=True)
        if lay.declared is not None:
            continue
        played += 1
        for at, strength in enumerate(game.scorer.strengths(lay.hands)):
            won[at] += own[at] > strength
    for row, times in zip(told.rows, won, strict=True):
        assert row.wins == row.best_wins == pytest.approx(times / played, abs=4 * 0.5 / played**0.5)


def test_rows_are_told_where_they_decide() -> None:
    theirs = others(PAIRS)
    declared, _ = judged(one_deal([PAIRS, theirs], [best(PAIRS, dealer=False), best(theirs, dealer=True)]))
    assert declared.rows == ()
