"""A person without the link asks to come in, and the people at the table answer."""

import pytest
from fastapi import FastAPI

from prial.errors import PrialError
from prial.host.asking import LASTS, MOST, Door
from prial.host.store import Person
from tests.host.stage import Stage
from tests.host.test_away import present
from tests.host.test_table import FOUR
from tests.server.conftest import browser
from tests.server.test_tables import made


async def test_those_at_the_table_see_who_asks_and_let_them_in(app: FastAPI) -> None:
    async with browser(app) as ann, browser(app) as ben, browser(app) as cal:
        table = await made(ann)
        for client, name in ((ben, "Ben"), (cal, "Cal")):
            await client.post("/api/me", json={"name": name})
            assert (await client.post(f"/api/tables/{table}/ask")).json() == {"id": table}
        assert (await ben.post(f"/api/tables/{table}/let-in", json={"number": 1, "agree": True})).status_code == 403
        assert (await ann.post(f"/api/tables/{table}/let-in", json={"number": 1, "agree": True})).status_code == 200
        assert (await ann.post(f"/api/tables/{table}/let-in", json={"number": 2, "agree": False})).status_code == 200
        assert (await ben.get(f"/api/tables/{table}")).status_code == 200
        assert (await cal.get(f"/api/tables/{table}")).status_code == 403
        again = await cal.post(f"/api/tables/{table}/ask")
        assert (again.status_code, again.json()["code"]) == (403, "table.asked_before")
        gone = await ann.post(f"/api/tables/{table}/let-in", json={"number": 2, "agree": True})
        assert (gone.status_code, gone.json()["code"]) == (404, "table.asked_none")
        watching = await ben.post(f"/api/tables/{table}/let-in", json={"number": 2, "agree": True})
        assert watching.json()["code"] == "table.not_seated"


async def test_everybody_at_the_table_is_told_who_asks() -> None:
    stage = await Stage.open()
    ann, eve = await stage.guest("Ann"), await stage.guest("Eve")
    table = await stage.table(ann, FOUR, public=False, start=False)
    await ann.look(table)
    await stage.house.ask(table, eve.person)
    await stage.house.ask(table, eve.person)  # asking once is enough
    await stage.clock.let_pass(300)
    (asking,) = present(ann).asking
    assert asking.name == "Eve"
    await stage.house.let_in(table, ann.person, asking.number, agree=True)
    await stage.clock.let_pass(300)
    assert present(ann).asking == ()
    await eve.look(table)
    assert eve.scene.status == "open"


async def test_a_question_stands_for_ten_minutes_and_few_ask_at_a_time() -> None:
    stage = await Stage.open()
    door = Door(stage.clock, lambda: None)
    for number in range(MOST):
        door.ask(Person(f"p{number}", f"P{number}"))
    with pytest.raises(PrialError, match="Too many people are asking"):
        door.ask(Person("one more", "Eve"))
    assert len(door.asking) == MOST
    await stage.clock.let_pass(LASTS + 1)
    assert [asking.name for asking in door.asking] == []
    door.ask(Person("one more", "Eve"))
    assert [asking.name for asking in door.asking] == ["Eve"]
