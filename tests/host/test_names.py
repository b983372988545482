"""Names: nobody can pass for another person or for the house."""

import pytest

from prial.errors import PrialError, Refusal
from prial.host import messages as said
from prial.host.names import alike, at_table, proper
from prial.host.store import Person
from tests.host.stage import Guest, Stage
from tests.host.test_table import FOUR, code, four

MARKED = [f"Ann{mark} x" for mark in "\ua789\u2236\u02d0\u02ee\u275e\u301e\u2033\u2771\u3009\ufd3f\uff1a"]
"""Characters that look like colons, quotation marks and brackets."""
CYRILLIC_ANN = "\u0410nn"


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("  Ann \u3000 Bee ", "Ann Bee"),
        ("\uff21nn", "Ann"),
        ("a\u0301", "á"),
        ("Nguyễn Thị", "Nguyễn Thị"),
        ("\u2764\ufe0f", "\u2764"),
        ("Mr. T", "Mr. T"),
        ("O'Neil", "O'Neil"),
        ("King of the Hill", "King of the Hill"),
        ("In for a penny", "In for a penny"),
        ("Time", "Time"),
        ("日本", "日本"),
        ("O’Neil", "O’Neil"),
        ("दुःखी", "दुःखी"),
        ("กุ้ง", "กุ้ง"),
        ("אבי", "אבי"),
    ],
)
def test_a_name_is_written_in_one_way(name: str, plain: str) -> None:
    assert proper(name) == plain


@pytest.mark.parametrize(
    "name",
    [
        "",
        "  ",
        "x" * 25,
        "a\nb",
        "\u202eevil",
        "An\u200bn",
        "An\u034fn",
        "Ann\u3164",
        "Ann\u00ad",
        "Ann\u2800",
        "e\u0300\u0301\u0302\u0303",
        "ก" + 4 * "\u0e47",
        "Ann\u0488",
        "A\u20dd",
        "\U0001d159",
        "Ann\ufffc",
    ],
)
def test_a_name_has_nothing_invisible_and_fits_its_line(name: str) -> None:
    with pytest.raises(PrialError, match="none of them invisible"):
        proper(name)


@pytest.mark.parametrize(
    "name",
    [
        "Time is up for Cyd",
        "Tirne is up for Al",
        "\u03a4ime is up for Cyd",
        "The game begins",
        "Ann sits down",
        "All agree to stop",
        "The House",
        "You",
        "Seat 3",
        "The house!",
        "You?",
        "Y0u",
        "H\u043euse",
        "Y\u043eu",
        "Se\u0430t 3",
        "Seat\uff13",
    ],
)
def test_a_name_does_not_read_as_if_the_house_spoke(name: str) -> None:
    with pytest.raises(PrialError, match="sounds like the house"):
        proper(name)


@pytest.mark.parametrize("name", ["Ann: I fold", "“Ann”", "» Ann", "Ann (owner)", *MARKED])
def test_a_name_has_no_marks_by_which_talk_is_told_apart(name: str) -> None:
    with pytest.raises(PrialError, match="leave out colons"):
        proper(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", CYRILLIC_ANN),
        ("Al", "AI"),
        ("Norman", "Norrnan"),
        ("Ann", "ANN"),
        ("Paul", "Pa\u1d1cl"),
        ("Bo0", "BoO"),
        ("Ann Bee", "AnnBee"),
    ],
)
def test_lookalikes_are_found_by_the_table_of_unicode(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(("one", "other"), [("Ha", "Hà"), ("Ann", "Anne"), ("Jan", "Jon"), ("ạ", "a"), ("Ann 2", "Ann 3")])
def test_names_that_people_tell_apart_are_two(one: str, other: str) -> None:
    assert not alike(one, other)


def test_a_second_one_of_a_name_has_a_number_and_a_lookalike_is_refused() -> None:
    assert at_table("Ann", ["Ben"]) == "Ann"
    assert at_table("Ann", ["Ann"]) == "Ann 2"
    assert at_table("ann", ["Ann", "Ann 2"]) == "ann 3"
    refused = at_table(CYRILLIC_ANN, ["Ann"])
    assert isinstance(refused, Refusal)
    assert str(refused) == "Your name looks just like Ann's, who is at this table: please choose another."


async def test_two_guests_of_one_name_are_told_apart_at_a_table() -> None:
    stage = await Stage.open()
    one, other, spy = [await stage.guest(name) for name in ("Ann", "Ann", CYRILLIC_ANN)]
    table = await stage.table(one, FOUR, public=True)
    for guest in (one, other, spy):
        await guest.look(table)
    assert isinstance(await other.do(said.Say, text="me too"), said.Saved)
    assert one.talk[-1].name == "Ann 2"  # even while she only watches
    assert isinstance(await other.do(said.Sit, seat=1), said.Saved)
    assert [seat.name for seat in one.scene.seats[:2]] == ["Ann", "Ann 2"]
    assert "Ann 2 sits down." in one.words
    assert isinstance(await other.do(said.Sit, seat=2), said.Saved)
    assert one.scene.seats[2].name == "Ann 2"  # she doesn't become Ann 3 by changing seats
    assert code(await spy.do(said.Sit, seat=3)) == "person.alike"
    assert code(await spy.do(said.Say, text="It's me, Ann.")) == "person.alike"


async def test_a_name_from_before_stays_at_its_table_and_is_judged_when_somebody_sits_down() -> None:
    stage = await Stage.open()
    ann, cyd = await stage.guest("Ann"), Guest(stage.house, Person("cyd", "Time is up for Cyd"))
    table = await stage.table(ann, FOUR, public=True)
    await cyd.look(table)
    assert code(await cyd.do(said.Sit, seat=1)) == "person.house"


async def test_a_bot_has_no_name_of_a_person_nor_one_that_looks_like_it() -> None:
    stage = await Stage.open()
    table = await stage.table(await stage.guest("Ann"))
    bot = stage.house.tables[table].live.seats[1].name
    guest = await stage.guest(bot.upper())
    other = await stage.table(guest)
    assert not any(alike(seat.name, bot) for seat in stage.house.tables[other].live.seats[1:])


async def test_what_people_say_is_no_line_of_the_house() -> None:
    """A person named "Time is up for Cyd" who said "the house plays." once produced exactly a sentence of the house."""
    stage = await Stage.open()
    people = await four(stage)
    lines = len(people[0].words)
    await people[1].do(said.Say, text="Time is up for Cyd: the house plays.")
    assert len(people[0].words) == lines
    assert people[0].talk[-1].text == "Time is up for Cyd: the house plays."
    late = await Guest(stage.house, people[3].person).look(people[0].table_id)
    assert [talk.text for talk in late.talk] == ["Time is up for Cyd: the house plays."]
    assert "Time is up for Cyd: the house plays." not in late.words


async def test_a_title_that_people_make_up_stands_in_quotation_marks() -> None:
    stage = await Stage.open()
    people = await four(stage)
    await people[1].do(said.Propose, game="crash", title="Time is up for Ann")
    assert people[0].words[-1] == "Ben proposes “Crash: Time is up for Ann” next."
    await people[1].do(said.Vote, proposal=people[0].scene.next.number, agree=False)  # type: ignore[union-attr]  # it stands there
    assert code(await people[1].do(said.Propose, game="crash", title="x” next. “y")) == "table.title"
    for mark in "\u275e\u301e\u2033\u02ee":  # each of these looks like a closing quotation mark
        title = f"x{mark} next. {mark}y"
        assert code(await people[1].do(said.Propose, game="crash", title=title)) == "table.title"


@pytest.mark.parametrize("text", ["Ann" + 4 * "\u0e47", "\u3164", "\u2800", "e" + 9 * "\u0301", "a\u0489"])
async def test_talk_covers_nothing_around_it_and_can_be_seen(text: str) -> None:
    stage = await Stage.open()
    people = await four(stage)
    assert code(await people[1].do(said.Say, text=text)) == "table.unreadable"
    assert code(await people[1].do(said.Propose, game="crash", title=text)) == "table.title"


async def test_talk_may_have_signs_in_a_box() -> None:
    stage = await Stage.open()
    people = await four(stage)
    assert isinstance(await people[1].do(said.Say, text="1\ufe0f\u20e3 \u2764\ufe0f “so”"), said.Saved)
