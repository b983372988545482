"""Golden records of Brag: the betting of the sources amount by amount, and notable deals with their expected results."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from prial.betting.pots import total
from prial.core.game import NATURE, Over
from prial.core.record import Record, read, replay, write
from prial.core.registry import open_record
from prial.core.step import Step
from prial.errors import Refusal
from prial.games.brag.actions import Bet, Word
from tests.games.records import check_one_move_a_line, check_said, records_beside, said, steps

RECORDS = records_beside(__file__)


def record_of(name: str) -> Record:
    return read(next(path for path in RECORDS if path.stem == name).read_text("utf-8"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden_record(path: Path) -> None:
    record = read(path.read_text("utf-8"))
    expect = record.notes["expect"]
    game, done = open_record(record), list(steps(record))
    for table in (each.state.public for each in done):
        assert sum(table.chips) + total(table.pots) == sum(table.bought) + sum(table.debts)
    state = done[-1].state
    node, table = game.node(state), state.public
    found = {
        "over": isinstance(node, Over),
        "winners": list(node.result.winners) if isinstance(node, Over) else [],
        "chips": list(table.chips),
        "debts": list(table.debts),
        "ledger": [c - b - d for c, b, d in zip(table.chips, table.bought, table.debts, strict=True)],
        "pot": total(table.pots),
        "paid": [chips - game.rules.ante for chips in table.paid],
    }
    assert {key: found[key] for key in expect if key != "said"} == {key: v for key, v in expect.items() if key != "said"}
    check_said(said(record, done), expect["said"])


def test_golden_records_are_written_as_the_program_writes_records() -> None:
    assert len(RECORDS) >= 12
    for path in RECORDS:
        text = path.read_text("utf-8")
        assert write(read(text)) == text, path.name
    check_one_move_a_line(RECORDS)


# --- both betting tables, row by row as the source prints them ---------------------------------------------------------

OPEN_TABLE = """
1  | 1       | 1    | 1    | fold | 2
2  | 2       | 2    | 2    | -    | 2
3  | 2       | 2    | 2    | -    | 2
4  | 2       | fold | 2    | -    | 5
5  | 5       | -    | 5    | -    | 5
6  | 5       | -    | 5    | -    | 5
7  | 5       | -    | fold | -    | 10
8  | 10      | -    | -    | -    | 10
9  | 10      | -    | -    | -    | 10
10 | 20 see  |      |      |      |
"""
BLIND_TABLE = """
1  | 1       | 1 blind  | 2    | 1 blind  | 2
2  | 2       | 1 blind  | 2    | 1 blind  | 2
3  | 2       | 1 blind  | 2    | 1 blind  | 2
4  | 2       | 1 blind  | 4    | 2 blind  | fold
5  | 4       | 5 blind  | 10   | fold     | -
6  | fold    | 5 blind  | 10   | -        | -
7  | -       | 5 blind  | 10   | -        | -
8  | -       | 10 see blind |  |          |
"""


def rows(table: str) -> list[list[list[str]]]:
    return [[cell.split() for cell in line.split("|")[1:]] for line in table.strip().splitlines()]


@pytest.mark.parametrize(
    ("name", "table", "paid"),
    [("betting_open", OPEN_TABLE, [62, 5, 17, 0, 51]), ("betting_blind", BLIND_TABLE, [11, 29, 40, 5, 6])],
)
def test_a_betting_table_of_the_source_is_replayed_amount_by_amount(name: str, table: str, paid: list[int]) -> None:
    """P's two tables: every cell is one action of the record, in the order of the rows, and the sums are right."""
    record = record_of(name)
    assert record.seats == ["Andy", "Bill", "Chris", "Dan", "Eddie"]
    done = [move for move in replay(open_record(record), record) if move.seat != NATURE]
    bets = iter([move for move in done if isinstance(move.action, Bet) or move.action in (Word.FOLD, Word.SEE)])
    sums = [0] * 5
    for row in rows(table):
        for seat, cell in enumerate(row):
            if not cell or cell == ["-"]:
                continue
            move = next(bets)
            assert move.seat == seat
            assert isinstance(move.done, Step)
            before, after = move.before.public, move.done.state.public
            if cell == ["fold"]:
                assert move.action is Word.FOLD
                continue
            chips = int(cell[0])
            assert move.action is Word.SEE if "see" in cell else move.action == Bet(chips)
            assert after.paid[seat] - before.paid[seat] == chips
            blind = before.form.blind and not before.open[seat]
            assert blind == ("blind" in cell)
            if "see" not in cell:
                assert after.last_bet == chips * (2 if blind else 1)
            sums[seat] += chips
    assert next(bets, None) is None, "the record has no action that the table hasn't"
    assert sums == paid


def changed(name: str, number: int, *moves: tuple[int, str], rules: dict[str, Any] | None = None) -> Refusal:
    """The refusal of the last of these moves, made after the first ``number`` bets, folds and sees of a record."""
    record = record_of(name)
    if rules:
        record.rules = {**record.rules, **rules}
    seen = cut = 0
    while seen < number or record.moves[cut][0] == "nature":
        who, written = record.moves[cut]
        seen += who != "nature" and written.split()[0] in ("bet", "fold", "see")
        cut += 1
    tried = replace(record, moves=[*record.moves[:cut], *moves])
    played = list(replay(open_record(record), tried))
    assert len(played) == len(tried.moves), f"refused too early: {played[-1].done}"
    assert all(isinstance(move.done, Step) for move in played[:-1])
    refused = played[-1].done
    assert isinstance(refused, Refusal), f"{moves[-1]} is allowed"
    game = open_record(record)
    assert isinstance(list(replay(game, record))[-1].done, Step)  # the record itself is allowed
    return refused


OPEN, BLIND = "betting_open", "betting_blind"


@pytest.mark.parametrize(
    ("name", "number", "moves", "code", "says"),
    [
        # a smaller bet than the last
        (OPEN, 5, [(0, "bet 1")], "brag.too_little", "1 is too little: the least bet now is 2."),
        (OPEN, 17, [(0, "bet 4")], "brag.too_little", "4 is too little: the least bet now is 5."),
        (OPEN, 0, [(0, "look"), (0, "bet 0")], "brag.too_little_first", "0 is too little: the least opening bet is 1."),
        (
            BLIND,
            21,
            [(1, "bet 1")],
            "brag.too_little",
            "1 is too little: the least bet now is 2 for a blind player.",
        ),
        (BLIND, 23, [(3, "bet 4")], "brag.too_little", "4 is too little: the least bet now is 5 for a blind player."),
        # an open player sees a blind one
        (
            BLIND,
            28,
            [(2, "bet 10"), (1, "bet 5"), (2, "see")],
            "brag.see_blind",
            "An open player can't see a blind one: bet or fold.",
        ),
        # see with more than two players left, or before any bet
        (OPEN, 5, [(0, "see")], "brag.see_many", "You can see another player only when two are left; 4 still bet."),
        (OPEN, 18, [(2, "see")], "brag.see_many", "You can see another player only when two are left; 3 still bet."),
        (
            OPEN,
            0,
            [(0, "fold"), (1, "fold"), (2, "fold"), (3, "see")],
            "brag.see_early",
            "You can't see anybody until somebody has bet.",
        ),
        # above the purse
        (OPEN, 26, [(0, "bet 78")], "brag.not_enough", "You can't bet 78: you have 77."),
        # out of turn, twice
        (OPEN, 5, [(1, "bet 2")], "brag.out_of_turn", "It isn't your turn: you can't bet now, but you can rebuy."),
        (OPEN, 5, [(0, "bet 2"), (0, "bet 2")], "brag.out_of_turn", None),
        (OPEN, 4, [(3, "bet 2")], "brag.out_of_turn", None),
        (OPEN, 5, [(5, "bet 2")], "record.seat", "There is no seat 5: the seats are 0 to 4, and nature."),
        (OPEN, 5, [(0, "look")], "brag.looked_already", "You have looked at your cards."),
        (BLIND, 6, [(1, "look 2")], "brag.no_hand", "You have no hand 2: there is only one in front of you."),
        # actions that these rules don't have
        (OPEN, 5, [(0, "agree")], "brag.not_now", "You can't agree now; you can fold, propose, rebuy or bet 2 to 98."),
        (OPEN, 5, [(0, "discard As")], "brag.not_now", None),
        (OPEN, 5, [(0, "call")], "brag.unknown_action", None),
        (OPEN, 5, [(0, "bet two")], "brag.unknown_action", None),
        (OPEN, 5, [(0, "bet -2")], "brag.unknown_action", None),
        (OPEN, 5, [(0, "bet ٢")], "brag.unknown_action", None),
        (OPEN, 5, [(0, "discard 1s")], "card.unknown", None),
        (OPEN, 5, [(0, "discard AsAs")], "card.twice", "As is there twice."),
    ],
)
def test_an_illegal_variation_of_a_betting_table_is_refused_with_its_reason(
    name: str, number: int, moves: list[tuple[int, str]], code: str, says: str | None
) -> None:
    refused = changed(name, number, *moves)
    assert refused.code == code
    assert str(refused).endswith(".")
    if says is not None:
        assert str(refused) == says


LIMITS = {"max_bet": 5, "max_raise": 8}


@pytest.mark.parametrize(
    ("name", "number", "moves", "rules", "code", "says"),
    [
        (OPEN, 0, [(0, "look"), (0, "bet 6")], LIMITS, "brag.too_much", "6 is too much: the most that may be bet now is 5."),
        (OPEN, 5, [(0, "bet 11")], LIMITS, "brag.too_much", "11 is too much: the most that may be bet now is 10."),
        (
            BLIND,
            6,
            [(1, "bet 6")],
            LIMITS,
            "brag.too_much",
            "6 is too much: the most that may be bet now is 5 for a blind player.",
        ),
        (
            BLIND,
            1,
            [(1, "bet 5")],
            LIMITS,
            "brag.too_much",
            "5 is too much: the most that may be bet now is 4 for a blind player.",
        ),
        (
            OPEN,
            0,
            [(0, "look"), (0, "bet 6")],
            {"pot_limit": "on"},
            "brag.too_much",
            "6 is too much: the most that may be bet now is 5.",
        ),
        (OPEN, 5, [(0, "bet 11")], {"pot_limit": "on"}, "brag.too_much", "11 is too much: the most that may be bet now is 10."),
        (
            OPEN,
            26,
            [(0, "bet 78")],
            {"short": "borrow", "borrow_limit": 0},
            "brag.not_enough",
            "You can't bet 78: you have 77.",
        ),
        (
            OPEN,
            5,
            [(0, "propose")],
            {"showdown": "off"},
            "brag.propose_off",
            "You can't propose a showdown under these rules.",
        ),
        (
            OPEN,
            28,
            [(0, "propose")],
            {},
            "brag.propose_few",
            "You can propose a showdown only while three or more still bet; with two left, pay to see.",
        ),
        (
            OPEN,
            5,
            [(1, "bet 2")],
            {"rebuy": "between_deals"},
            "step.not_yours",
            "Bill has nothing to decide now: it's up to Andy.",
        ),
        (
            OPEN,
            5,
            [(0, "bet 2"), (0, "bet 2")],
            {"rebuy": "between_deals"},
            "step.not_yours",
            "Andy has nothing to decide now: it's up to Bill.",
        ),
        (
            OPEN,
            5,
            [(0, "rebuy")],
            {"rebuy": "between_deals"},
            "brag.rebuy_between",
            "Chips are bought between deals under these rules.",
        ),
        (
            OPEN,
            5,
            [(0, "rebuy")],
            {"rebuy": "off"},
            "brag.rebuy_off",
            "Under these rules everybody has one purse, and nobody can buy more chips.",
        ),
    ],
)
def test_what_a_limit_of_the_table_forbids_is_refused_with_its_reason(
    name: str, number: int, moves: list[tuple[int, str]], rules: dict[str, Any], code: str, says: str
) -> None:
    refused = changed(name, number, *moves, rules=rules)
    assert (refused.code, str(refused)) == (code, says)
