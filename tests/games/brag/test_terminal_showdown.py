"""`prial showdown` for Brag: the output for people and for programs, and what is refused."""

import json
import re
from typing import Any

import pytest

from tests.cli.conftest import Prial, one_sentence

ABC = ["Ann", "Ben", "Cat"]


def showdown(**changes: Any) -> str:
    deal = {"game": "brag", "hands": ["KsQd9h", "KhQc9s", None]}
    return json.dumps({**deal, **changes})


def said(prial: Prial, **changes: Any) -> str:
    """The output with single spaces."""
    done = prial("showdown", "-", stdin=showdown(seats=ABC[: len(changes.get("hands", ABC))], **changes))
    assert done.exit_code == 0, done.stderr
    return " ".join(done.stdout.split())


def test_the_example_of_the_help_for_programs(prial: Prial) -> None:
    example = re.search(r'\{"game": "brag".*?\]\}', prial("showdown", "--form", "brag").stdout, re.DOTALL)
    assert example
    found = json.loads(prial("showdown", "--json", "-", stdin=example[0]).stdout)
    assert found == {
        "winners": [[0], [3]],
        "chips": [30, 0, 0, 12],
        "labels": ["running flush, ace high", "", "pair of twos", "pair of kings"],
        "best": [0],
    }
    assert json.loads(prial("showdown", "--json", "-", stdin=showdown()).stdout)["chips"] is None


def test_the_commonest_deal_one_shows_and_the_payer_does_not(prial: Prial) -> None:
    told = said(prial, hands=["AsKsQs", None], payer=1, pots=[{"chips": 12}])
    assert "Ann wins the pot of 12 with running flush, ace high; Ben, who paid to see, shows nothing." in told


def test_the_hands_stand_best_first_with_what_was_put_away(prial: Prial) -> None:
    told = said(prial, hands=["2c2h9h | 4s", None, "AsKsQs | 2d"], rules={"cards": 4})
    assert re.search("✓ Cat A♠ K♠ Q♠ running flush, ace high put away: 2♦ Ann 2♥ 2♣ 9♥ pair of twos put away: 4♠ Cat wins", told)


FIVE = {"preset": "five_card"}
COVERED = [{"chips": 8, "covered_by": 0}, {"chips": 12}]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"hands": ["KsKd9h", "KhQc9s", None]}, "Ann wins the pot with pair of kings."),
        ({"payer": 0}, "Ben wins the pot with king high; Ann's is equal, and the payer loses ties."),
        ({}, "Ann and Ben share the pot with equal hands, king high, since neither is named as the payer."),
        ({"pots": [{"chips": 6}]}, "Ann and Ben share the pot of 6 with equal hands, king high, since neither"),
        (
            {"hands": ["KsQd9h", "KhQc9s", "KcQh9c"], "pots": [{"chips": 32}], "dealer": 0},
            "the pot of 32 with equal hands, king high; the 2 odd chips go to Ben and Cat, the first from the dealer's left.",
        ),
        (
            {"hands": ["KsQd9h", "KhQc9s", "KcQh8c"], "pots": [{"chips": 31}], "dealer": 1},
            "share the pot of 31 with equal hands, king high; against Cat the other cards decide; the odd chip goes to Ann,",
        ),
        ({"hands": ["KsKd9h", "KhKc8s", "8c8h7d"]}, "Ann wins the pot with pair of kings; against Ben the odd card decides."),
        (
            {"hands": ["KsQd9h | 2c4c", "KhQc9s | 2d3d", None], "rules": FIVE, "payer": 0},
            "Ann wins the pot with king high; against Ben the discards decide.",
        ),
        (
            {"hands": ["KsQd9h | 4c", "KhQc9s | 3d", None], "rules": {"cards": 4}},
            "Ann wins the pot with king high; against Ben the discard decides.",
        ),
        (
            {"hands": ["KsKd2c", "Kh2d2h", None], "rules": {"wild_cards": "twos"}},
            "Ann wins the pot with prial of kings; Ben has more wild cards.",
        ),
        (
            {"hands": ["KsKd9h", "KhQc9s", "AcJh8c"], "pots": COVERED},
            "Cat wins the pot of 12 with ace high. Ann, who covered the older pot of 8, wins it with pair of kings.",
        ),
        (
            {"hands": ["KsQd9h", "KhQc9s", "AcJh8c"], "pots": COVERED},
            "Cat wins the pot of 12 with ace high. Cat also wins the older pot of 8, which Ann covered with king high.",
        ),
        (
            {"pots": COVERED},
            "which Ann covered with king high; Ann's is equal, and a pot's coverer loses ties.",
        ),
        (
            {"hands": ["KsKdTh", "KhKc9s", "QcQh8c"], "pots": [COVERED[0], {"chips": 5, "covered_by": 1}, {"chips": 2}]},
            "Ann, who covered the older pot of 8, wins it with pair of kings; against Ben the odd card decides.",
        ),
        ({"pots": COVERED}, "Ben, the last one betting, wins the pot of 12 with king high. Ben also wins the older pot of 8,"),
        (
            {"pots": [COVERED[0], {"chips": 0}]},
            "✓ Ben K♥ Q♣ 9♠ king high Ben wins the older pot of 8, which Ann covered with king high; Ann's is equal",
        ),
    ],
)
def test_a_sentence_says_who_wins_a_pot_and_why(prial: Prial, changes: dict[str, Any], sentence: str) -> None:
    assert sentence in said(prial, **changes)


def test_who_wins_no_chips_has_no_tick(prial: Prial) -> None:
    told = said(prial, hands=["KsKd9h", "KhQc9s", None], pots=[COVERED[0], {"chips": 0}])
    assert told.count("✓") == 1
    assert "✓ Ann" in told
    assert "Ben wins" not in told


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (showdown(hands=["KsQd9h"]), "players can't be '1'"),
        (showdown(hands=["KsQd9h", None]), "At least two seats must show hands"),
        (showdown(hands=["KsQd9h", "KsQc9s"]), "Ks is laid twice: by seat 0 and by seat 1"),
        (showdown(hands=["KsQdKs", "KhQc9s"]), "Ks is there twice"),
        (showdown(hands=["KsQdXx", "KhQc9s"]), "'Xx' at position 5 is not a card"),
        (showdown(hands=["KsQd", "KhQc9s"]), "Seat 0 shows KsQd, but a hand has 3 cards."),
        (showdown(hands=["", "KhQc9s"]), "Seat 0 shows no card, but a hand has 3 cards."),
        (showdown(hands=["|", "KhQc9s"]), "Seat 0 shows no card"),
        (showdown(hands=["KsQd9h2c", "KhQc9s"]), "Seat 0 shows KsQd9h2c, but a hand has 3 cards."),
        (
            showdown(hands=["KsQd|9h", "KhQc9s"]),
            "Seat 0 shows 'KsQd|9h', but with hands of three nobody puts cards away: write the three cards without |.",
        ),
        (showdown(hands=["KsQd9h | 2c", "KhQc9s2d"]), "but a hand has 3 cards"),
        (showdown(rules=FIVE, hands=["KsQd9h3c | 2c", "KhQc9s4c5c"]), "Seat 0 shows 'KsQd9h3c | 2c': of the 5 cards, write"),
        (
            showdown(rules=FIVE, hands=["KhQc9s4c5c", "KsQd9h | 3c | 2c"]),
            "write the three that are played, then |, then the two put away.",
        ),
        (showdown(hands=[["KsQd9h"], "KhQc9s"]), "hands[0] should be text or null, and is a list"),
        (showdown(payer=3), "'payer' names seat 3, but the seats are 0 to 2."),
        (showdown(payer=-1), "'payer' names seat -1, but"),
        (showdown(payer=2), "Seat 2 can't be the payer: there is a payer only when two players are still betting, not 3."),
        (
            showdown(hands=["KsQd9h", None, None]),
            "At least two seats must show hands. If a player paid to see, one seat is enough.",
        ),
        (showdown(payer="Ann"), "payer should be a whole number or null, and is text"),
        (showdown(payer=0, pots=COVERED), "Seat 0 can't be the payer: it has covered a pot"),
        (
            showdown(payer=1, pots=COVERED),
            "Seat 1 can't be the payer: there is a payer only when two players are still betting, not 1.",
        ),
        (
            showdown(payer=1, hands=["KsQd9h", "KhQc9s", "AsAd2c"]),
            "there is a payer only when two players are still betting, not 3.",
        ),
        (showdown(dealer=3), "'dealer' names seat 3, but"),
        (showdown(pots=[{"chips": 5}]), "A pot of 5 is shared by 2. Odd chips go first to the winner nearest the dealer's left"),
        (showdown(pots=[]), "There must be chips in a pot"),
        (showdown(pots=[{"chips": 0}]), "There must be chips in a pot"),
        (showdown(pots=[{"chips": -1}]), "Pot 1 can't hold -1 chips."),
        (showdown(pots=[{"chips": 1.5}]), "pots[0].chips should be a whole number, and is a number"),
        (showdown(pots=[{"covered_by": 1}]), "'chips' is missing in pots[0]"),
        (showdown(pots=COVERED[::-1]), "Pot 1 of 2 needs covered_by: write the oldest pot first"),
        (showdown(pots=COVERED[:1]), 'If nothing was bet after seat 0 covered, add {"chips": 0} for the new pot.'),
        (showdown(pots=[COVERED[0], *COVERED]), "Seat 0 can't cover two pots"),
        (
            showdown(pots=[{"chips": 8, "covered_by": 2}, {"chips": 1}]),
            "Seat 2 can't be named under 'covered_by': it shows no hand.",
        ),
        (showdown(pots=[{"chips": 8, "covered_by": 9}, {"chips": 1}]), "'covered_by' names seat 9, but"),
        (showdown(pots=[COVERED[0], {"chips": 8, "covered_by": 1}, {"chips": 1}]), "Everybody who shows has covered a pot"),
        (showdown(pots=COVERED, rules={"short": "fold"}), "Nobody covers a pot under these rules"),
        (showdown(seats=["Ann", "Ben"]), "'seats' lists 2, but there are 3 seats"),
        (showdown(seats=["Ann", "\x1b]0;x", "Cat"]), "can't be called"),
        (showdown(rules={"players": 4}), "The rules say 4 players, but there are hands for 3."),
        (showdown(rules={"preset": "pub"}), "no preset 'pub'"),
        (showdown(rules={"wild_cards": "jokers"}), "names no wild cards"),
        (showdown(scores=[0, 0, 0]), "'scores' isn't known"),
    ],
)
def test_bad_showdowns(prial: Prial, text: str, part: str) -> None:
    for flags in ((), ("--json",)):
        done = prial("showdown", "-", *flags, stdin=text)
        assert part in one_sentence(done)
        assert not done.stdout
