"""The worked examples of the game's page come out as it says."""

import json
import re
from importlib.resources import files
from typing import Any

import pytest

from prial.betting.pots import total
from prial.core.page import game_page
from prial.core.record import read, replay
from prial.core.registry import find, open_record
from prial.core.step import Step
from prial.games.brag.state import Table

PAGE = files("prial.games.brag").joinpath("examples.md").read_text("utf-8")
BLOCKS = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
TITLES = re.findall(r"^### (.*)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("title", "record", "comes_to"), list(zip(TITLES, BLOCKS[::2], BLOCKS[1::2], strict=True)))
def test_worked_example(title: str, record: str, comes_to: str) -> None:
    written = read(record)
    done = [move.done for move in replay(open_record(written), written)]
    last = done[-1]
    assert isinstance(last, Step), last
    table: Table = last.state.public
    assert table.last is not None
    found: dict[str, Any] = {
        "chips": table.chips,
        "pot": total(table.pots),
        "paid": table.paid,
        "shown": table.last.shown,
        "won": [(award.chips, award.winners) for award in table.last.awards],
    }
    assert json.loads(json.dumps(found)) == json.loads(comes_to)


def test_the_page_of_the_game_has_them() -> None:
    page = game_page(find("brag"))
    assert PAGE.strip() in page
    assert "### What the sources leave open" in page
