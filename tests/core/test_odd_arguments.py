"""Arguments of a wrong kind are refused in one sentence, which says what is wanted, and not deep inside."""

# mypy: disable-error-code="arg-type"

import io
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from prial.bots.registry import advise
from prial.core import record as records
from prial.core.registry import find
from prial.core.session import Session
from prial.errors import ActionError, PrialError, RecordError, RulesError
from prial.study.analysis import analyse
from prial.study.coach import coach
from prial.study.results import results
from prial.study.worlds import worlds

GAME = find("brag").make({"players": 2})
ODD: list[tuple[Callable[[], Any], type[PrialError], str]] = [
    (
        lambda: Session(GAME, shuffles=False).deal("AsAhAd"),
        ActionError,
        "named by player, as in {'Ann': 'AsKd'}",
    ),
    (lambda: Session(GAME, shuffles=False).deal(["AsAhAd"]), ActionError, "and not as ['AsAhAd']."),
    (lambda: Session(GAME, seed=None), RulesError, "None is not a seed: give a whole number or a text; secrets.randbits(64)"),
    (lambda: Session(GAME, seed=1.5), RulesError, "1.5 is not a seed"),
    (lambda: Session(GAME, seed=True), RulesError, "True is not a seed"),
    (lambda: Session(find("brag"), seed=1), RulesError, "Give a game with its rules"),
    (lambda: Session.of('{"prial": 1}'), RecordError, "A session is opened from a record, as `read` gives it, and not from str."),
    (lambda: records.read(None), RecordError, "A record is read from its text, and not from NoneType"),
    (lambda: records.read(Path("game.json")), RecordError, "a file's text is path.read_bytes()."),
    (lambda: list(records.read_all(None)), RecordError, "or from a file that is open for reading, and not from NoneType."),
    (lambda: list(records.read_all(Path("games.jsonl"))), RecordError, "a file that is open for reading, and not from PosixPath"),
    (lambda: list(records.read_all([1])), RecordError, "and not from list of int."),
    (lambda: analyse(GAME, Session(GAME)), RulesError, "not a value of the type Session."),
    (lambda: worlds(GAME, Session(GAME).state, 2), RulesError, "not a value of the type State."),
    (lambda: coach(GAME, None), RulesError, "not a value of the type NoneType."),
    (lambda: advise(GAME, 0, Random(1)), RulesError, "not a value of the type int."),
    (lambda: worlds(find("brag"), Session(GAME).view(0), 2), RulesError, "Give a game with its rules"),
    (
        lambda: worlds(find("crash").make({}), Session(GAME).view(0), 2),
        RulesError,
        "Give what a seat sees at this table",
    ),
    (lambda: records.read('{"prial": 99}'), RecordError, "This record has the format 99; this program reads 1."),
    (lambda: records.read('{"prial": 2, "whist": [1]}'), RecordError, "This record has the format 2"),
    (lambda: records.read('{"prial": "99"}'), RecordError, "prial should be a whole number, and is text"),
    (lambda: records.read('{"prial": 1}'), RecordError, "'game' is missing"),
]


@pytest.mark.parametrize("number", range(len(ODD)))
def test_a_wrong_kind_of_argument_is_refused_in_a_sentence(number: int) -> None:
    call, kind, says = ODD[number]
    with pytest.raises(kind) as caught:
        call()
    assert says in str(caught.value)
    assert str(caught.value).endswith(".")


def test_a_text_is_a_seed_and_deals_its_own_cards() -> None:
    one, other = Session(GAME, seed="Monday"), Session(GAME, seed="Tuesday")
    assert one == Session(GAME, seed="Monday")
    assert one.state != other.state


def test_results_go_on_after_a_record_that_the_rules_refuse() -> None:
    good = Session(GAME, ["Ann", "Ben"], seed=1).record()
    bad = Session(GAME, ["Ann", "Ben"], seed=2).record()
    bad.moves = [(0, "sing")]
    errors = list[RecordError]()
    found = results([good, bad, good], errors)
    assert found == results([good, good])
    assert [str(error).partition(":")[0] for error in errors] == ["Record 2"]
    with pytest.raises(RecordError, match="Record 2: Move 1 of the record is refused: 'sing'"):
        results([good, bad, good])


def test_files_of_both_kinds_are_read() -> None:
    text = records.write(Session(GAME, seed=1).record())
    assert list(records.read_all(io.StringIO(text))) == list(records.read_all(io.BytesIO(text.encode()))) == [records.read(text)]
