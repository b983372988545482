"""Rules as data: which values are given, inherited or exclude each other, and how presets are kept."""

import dataclasses
import re
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prial.core.options import SuggestedValue, Value, option
from prial.core.registry import find, names
from prial.core.rules import Preset, Schema
from prial.errors import ActionError, Refusal, RulesError, add_sentences, refuse
from prial.games.crash import CrashGame
from prial.games.crash.rules import SCHEMA, CrashRules
from prial.setting import Setting
from prial.testing import strategies

PRESETS = st.none() | st.sampled_from(list(SCHEMA.presets))
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@pytest.mark.parametrize("preset", SCHEMA.presets)
def test_a_preset_written_out_makes_the_same_rules(preset: str) -> None:
    rules = SCHEMA.make(None, preset)
    assert SCHEMA.make(SCHEMA.written(rules)) == rules


class Colour(Setting):
    """What colour a room has."""

    RED = "red", "It is red."
    BLUE = "blue", "It is blue."


@dataclasses.dataclass(frozen=True)
class Room:
    """The rules of a game whose module has all of its names."""

    colour: Colour = option(Colour.RED, "Colour", "What colour the room has.", source="decided", group="Room")


@given(strategies.rules(SCHEMA))
def test_rules_written_out_make_the_same_rules_again(rules: CrashRules) -> None:
    written = SCHEMA.written(rules)
    assert SCHEMA.make(written) == rules
    assert SCHEMA.make(msgspec.json.decode(msgspec.json.encode(written))) == rules
    assert SCHEMA.make({name: str(value) for name, value in written.items()}) == rules


@given(strategies.rules(SCHEMA), st.sampled_from(list(SCHEMA.presets)))
def test_what_differs_from_a_preset_makes_the_same_rules_with_it(rules: CrashRules, preset: str) -> None:
    assert SCHEMA.make(SCHEMA.differences(rules, preset), preset) == rules


@given(strategies.given(SCHEMA))
def test_only_values_that_were_given_conflict(given: tuple[dict[str, Any], str | None]) -> None:
    options, preset = given
    hard = {exclusion.option for exclusion in SCHEMA.exclusions if exclusion.hard}
    rules, refusal = _made(options, preset)
    if refusal is not None:
        assert refusal.code in ("rules.exclusion", "rules.exclusion_but")
        option, other = refusal.args["option"], refusal.args["other"]
        assert option in options or option in hard
        assert str(option) in str(refusal)
        assert str(other) in str(refusal)
        return
    assert rules is not None
    assert set(options) <= set(SCHEMA.written(rules))
    assert all(str(getattr(rules, name)) == str(value) for name, value in options.items())
    assert all(  # inherited values apply, or are unused
        str(getattr(rules, name)) == str(value) or _made({**options, name: value}, preset)[1]
        for name, value in SCHEMA.inherited(preset).items()
        if name not in options
    )


def _made(options: dict[str, Any], preset: str | None) -> tuple[CrashRules | None, Refusal | None]:
    """The rules, or the code of their refusal."""
    try:
        return SCHEMA.make(options, preset), None
    except RulesError as error:
        return None, error.refusal


def _more_for_two(rules: "Toy") -> SuggestedValue | None:
    return SuggestedValue(9, "With two players a longer game is usual.") if rules.players == 2 else None


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Toy:
    players: int = option(4, "Players", "How many.", source="all", group="All", least=2, most=9)
    length: int = option(7, "Length", "How long.", source="all", group="All", most=9, suggests=_more_for_two)


def test_a_value_is_suggested_where_nobody_has_chosen_one() -> None:
    schema = Schema("toy", Toy, (), {"usual": "", "long": "[options]\nlength = 9"})
    suggested = schema.suggestions({"players": 2})
    assert suggested == {"length": SuggestedValue(9, "With two players a longer game is usual.")}
    assert schema.suggestions({"players": 3}) == {}
    assert schema.suggestions({"players": 2}, "long") == {}, "it has this value"
    assert schema.suggestions({"players": 2, "length": 7}) == {}, "somebody chose it"
    own = Preset(name="ours", game="toy", options={"length": 8})
    assert schema.suggestions({"players": 2}, own) == {}, "somebody chose it for a preset of their own"
    assert schema.make({"players": 2}).length == 7


def test_an_inherited_option_that_no_longer_applies_is_unused() -> None:
    rules = SCHEMA.make({"cards": 9}, "denexa")
    assert rules.six_pairs == "off"
    assert rules.thirteen_straight == "off"
    assert "crash_points" not in SCHEMA.written(rules)


def test_the_same_option_given_is_refused_with_both_names() -> None:
    with pytest.raises(RulesError) as refused:
        SCHEMA.make({"cards": 9, "six_pairs": "may_void"}, "denexa")
    assert str(refused.value) == ("six_pairs=may_void doesn't go with cards=9: six pairs take 13 cards. It goes with cards=13.")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"jokers": 2}, "There is no option 'jokers'; the options are players, cards"),
        ({"tie": "coin"}, "tie can't be 'coin': it is one of stopper, next_best."),
        ({"tie": None}, "tie can't be 'None': it is one of stopper, next_best."),
        ({"target": 22}, "target can't be '22': it takes a whole number from 7 to 21."),
        ({"target": -1}, "target can't be '-1': it takes a whole number from 7 to 21."),
        ({"target": 7.0}, "target can't be '7.0': it takes a whole number from 7 to 21."),
        ({"target": True}, "target can't be 'True': it takes a whole number from 7 to 21."),
        ({"target": "many"}, "target can't be 'many': it takes a whole number from 7 to 21."),
        ({"target": "9" * 5000}, "target can't be '9999"),
        ({"target": 10**5000}, "target can't be "),
        ({"target": [7]}, "target can't be '[7]': it takes a whole number from 7 to 21."),
        ({"cards": 10}, "cards can't be '10': it can be 13, 9, 7 or 6."),
        ({"players": 5}, "players=5 doesn't go with cards=13: the pack doesn't have enough cards for everybody."),
    ],
)
def test_an_impossible_option_is_refused_by_name(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RulesError) as refused:
        SCHEMA.make(options)
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize("preset", ["chess", "", 5, None, ["online"], {"name": "online"}])
def test_a_preset_that_does_not_exist_is_refused(preset: Any) -> None:
    if preset is None:
        assert SCHEMA.make(None, None) == SCHEMA.make(None, "online")
        return
    with pytest.raises(RulesError, match="There is no preset"):
        SCHEMA.make(None, preset)


@pytest.mark.parametrize("file", ["ours.toml", "./ours.json", "rules/ours.toml", "C:\\rules\\ours.json", "../ours"])
def test_a_file_as_preset_is_refused_with_the_call_that_reads_it(file: str) -> None:
    for preset in (file, PurePosixPath(file)):
        with pytest.raises(RulesError) as caught:
            SCHEMA.make(None, preset)  # type: ignore[arg-type]
        call = f"find('crash').schema.read(Path({str(preset)!r}).read_text('utf-8'), 'ours')"
        assert f"is a file, but a preset is given by its name or as a value. To read the file, use {call}." in str(caught.value)


def test_the_call_that_the_refusal_names_reads_the_file(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(SCHEMA.save(Preset(name="ours", game="crash", options={"target": 15})), "utf-8")
    with pytest.raises(RulesError) as caught:
        find("crash").make(preset=str(file))
    call = str(caught.value).partition("To read the file, use ")[2].removesuffix(".")
    ours = eval(call)  # noqa: S307  # it is the sentence that is tested
    assert find("crash").make(preset=ours).rules.target == 15


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("pub", "not as 'pub'; pass a preset separately, by its name or as a value: preset='pub'."),
        (SCHEMA.presets["pub"], "not as the preset 'pub'; pass a preset separately"),
        ([("players", 4)], "Options are given by their names, such as {'players': 2}, not as [('players', 4)]"),
        (4, ", not as 4;"),
    ],
)
def test_options_without_names_are_refused(given: Any, says: str) -> None:
    for make in (SCHEMA.make, SCHEMA.stored, SCHEMA.suggestions, find("crash").make):
        with pytest.raises(RulesError) as caught:
            make(given)
        assert says in str(caught.value)


@pytest.mark.parametrize("preset", SCHEMA.presets.values(), ids=SCHEMA.presets)
def test_a_preset_goes_through_toml_and_json_unchanged(preset: Preset) -> None:
    assert SCHEMA.read(SCHEMA.save(preset), preset.name) == preset
    assert SCHEMA.read(msgspec.json.encode(preset).decode(), preset.name) == preset


@st.composite
def own_presets(draw: st.DrawFn) -> Preset:
    rules, base = draw(strategies.rules(SCHEMA)), draw(PRESETS)
    options = SCHEMA.differences(rules, base)
    words = [draw(TEXT) for _ in range(3)]
    return Preset(name="mine", game="crash", title=words[0], help=words[1], source=words[2], preset=base, options=options)


@given(own_presets())
def test_a_preset_of_ones_own_goes_through_toml_and_json_unchanged(preset: Preset) -> None:
    for text in (SCHEMA.save(preset), msgspec.json.encode(preset).decode()):
        back = SCHEMA.read(text, "mine")
        assert back == preset
        assert SCHEMA.make(None, back) == SCHEMA.make(None, preset)


def test_a_preset_may_start_from_another_and_be_differed_from() -> None:
    mine = SCHEMA.read('preset = "pub"\n[options]\ntarget = 15\n', "mine")
    rules = SCHEMA.make({"players": 3}, mine)
    assert (rules.target, rules.tie, rules.players) == (15, "next_best", 3)
    assert SCHEMA.make({"target": 7}, mine).target == 7


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[",
        "{}{}",
        "options = 5",
        "[options]\ntarget = 1.5",
        "[options]\ntarget = true",
        "[options]\njokers = 1",
        "[options]\ntarget = 99",
        f"[options]\ntarget = {'9' * 5000}",
        f'{{"options": {{"target": {"9" * 5000}}}}}',
        '{"options": ' + "[" * 100_000,
        "options = " + "[" * 5_000,
        'game = "whist"',
        "preset = 5",
        "\x00",
        "\udcff",
        '{"title": "\\ud800"}',
        '{"title": "\udcff"}',
    ],
)
def test_a_rule_file_that_cannot_be_read_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(RulesError) as refused:
        SCHEMA.read(text, "mine")
    assert "\n" not in str(refused.value)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("text", [Path("ours.toml"), b'{"game": "crash"}', b"preset = 'pub'"])
def test_rules_are_read_from_a_text(text: Any) -> None:
    with pytest.raises(RulesError, match="For text, read takes a text"):
        SCHEMA.read(text, "mine")


def test_only_a_preset_is_saved() -> None:
    with pytest.raises(RulesError, match=r"For preset, save takes a preset, as Schema\.read gives it, and not 'pub'"):
        SCHEMA.save("pub")  # type: ignore[arg-type]


@pytest.mark.parametrize("game", names())
def test_every_option_says_what_it_is_and_where_it_comes_from(game: str) -> None:
    schema = find(game).schema
    assert list(schema.options) == [field.name for field in dataclasses.fields(schema.rules)]
    assert schema.make() == schema.make(None, next(iter(schema.presets)))
    for each in schema.options.values():
        assert each.title
        assert each.help.endswith(".")
        assert each.source
        assert each.group
        assert all(value.help for value in each.values)
        assert getattr(schema.rules(), each.name) == each.default
        assert schema.parse(each.name, each.default) == each.default
        assert all(schema.parse(each.name, value.value) == value.value for value in each.values)
        assert not each.values or each.values[0].value == each.default


def spelled(text: str) -> str:
    """A reader for colours, sorted, as a game might have one."""
    colours = sorted({word.strip().lower() for word in text.split(",") if word.strip()})
    if wrong := [colour for colour in colours if colour not in ("red", "green", "blue")]:
        raise ActionError(refuse("test.colour", text=wrong[0][:20]))
    return ", ".join(colours)


add_sentences("en", {"test.colour": "{text!r} is no colour; there are red, green, blue."})


@dataclasses.dataclass(frozen=True, slots=True)
class Painted:
    colours: str = option(
        "",
        "Colours",
        "What it is painted in.",
        source="decided",
        group="Paint",
        reads=spelled,
        values=(Value("", "It isn't painted."), Value("blue, red", "The usual colours.")),
    )


PAINT = Schema("paint", Painted, (), {"plain": "", "usual": '[options]\ncolours = "Red, blue"'})


def test_a_text_is_kept_in_its_one_spelling() -> None:
    assert PAINT.make() == Painted("")
    assert PAINT.make({"colours": " RED,green,red "}) == Painted("green, red")
    assert PAINT.presets["usual"].options == {"colours": "blue, red"}
    assert PAINT.make(None, "usual") == Painted("blue, red")
    assert PAINT.options["colours"].free
    assert [each.value for each in PAINT.options["colours"].values] == ["", "blue, red"]


@pytest.mark.parametrize("text", ["", "red", "green, blue", "Blue, RED"])
def test_a_text_goes_through_toml_json_and_differences(text: str) -> None:
    rules = PAINT.make({"colours": text})
    assert PAINT.make(PAINT.written(rules)) == rules
    assert PAINT.make(PAINT.differences(rules, "usual"), "usual") == rules
    assert PAINT.differences(PAINT.make({"colours": "RED , BLUE"}), "usual") == {}
    mine = PAINT.read(PAINT.save(Preset(name="mine", game="paint", options=PAINT.written(rules))), "mine")
    assert PAINT.make(None, mine) == rules
    assert PAINT.read(msgspec.json.encode(mine).decode(), "mine") == mine


@pytest.mark.parametrize(
    "given", [[text] for text in ("pink", "red, pink", None, 5, True, 1.5, ["red"], "9" * 5000, 10**5000, "\udcff")]
)
def test_a_text_that_cannot_be_read_is_refused_with_its_option_and_what_is_allowed(given: list[Any]) -> None:
    with pytest.raises(RulesError) as refused:
        PAINT.make({"colours": given[0]})
    assert str(refused.value).startswith("colours can't be ")
    assert str(refused.value).endswith("is no colour; there are red, green, blue.")
    assert len(str(refused.value)) < 200
    assert refused.value.refusal.args["option"] == "colours"


@pytest.mark.parametrize("options", ['colours = "pink"', "colours = 1.5"])
def test_a_preset_with_such_a_text_is_refused(options: str) -> None:
    with pytest.raises(RulesError):
        PAINT.read(f"[options]\n{options}", "mine")


@pytest.mark.parametrize(
    "given", [{"players": 99}, {"players": 5}, {"tie": "next_best"}, {"target": "7"}, {"target": True}], ids=str
)
def test_rules_that_were_made_without_a_schema_are_checked(given: dict[str, Any]) -> None:
    with pytest.raises(RulesError):
        CrashGame(CrashRules(**given))


def _refused(rules: Any) -> str:
    """The sentence by which a game refuses rules that a program made."""
    kind = next(find(name) for name in names() if find(name).schema.rules is type(rules))
    with pytest.raises(RulesError) as refused:
        kind.schema.checked(rules)
    return str(refused.value)


@pytest.mark.parametrize("game", names())
def test_an_answer_that_was_given_as_a_text_is_refused_with_what_to_import_and_write(game: str) -> None:
    """What the sentence says is done here, in a Python program of two lines, and gives the answer that the text means."""
    schema = find(game).schema
    rules, answered = schema.make(), [each for each in schema.options.values() if each.values and not each.free]
    assert answered
    for each in answered:
        said = _refused(dataclasses.replace(rules, **{each.name: each.default}))
        told = f"{each.name} can't be the text '{each.default}' in a Python program: write "
        found = re.fullmatch(rf"{told}(\w+\.\w+) \((from \S+ import \w+)\)\.", said)
        assert found, said
        scope: dict[str, Any] = {}
        exec(found[2], scope)  # noqa: S102  # as somebody does who reads the sentence
        value = eval(found[1], scope)  # noqa: S307
        assert value == each.default
        schema.checked(dataclasses.replace(rules, **{each.name: value}))


@pytest.mark.parametrize("value", ["coin", 3, None, pytest.param(find("crash").make().rules.crash, id="another option's")])
def test_a_value_that_is_no_answer_is_refused_with_all_answers(value: Any) -> None:
    said = _refused(dataclasses.replace(SCHEMA.make(), tie=value))
    assert said.startswith("tie can't be ")
    assert said.endswith(" in a Python program: write Tie.STOPPER or Tie.NEXT_BEST (from prial.games.crash import Tie).")


def test_an_answer_is_imported_from_its_own_module_where_no_package_has_it() -> None:
    """Colour is defined in this module, and the package around it doesn't have it."""
    schema = Schema("room", Room, (), {"usual": ""})
    with pytest.raises(RulesError, match=rf"write Colour\.RED or Colour\.BLUE \(from {__name__} import Colour\)\.$"):
        schema.checked(Room(colour="green"))  # type: ignore[arg-type]  # that is what is tested


def test_tables_with_the_same_rules_are_equal() -> None:
    one, other = find("crash").make({"players": 3}), find("crash").make({"players": 3})
    assert one == other
    assert len({one, other}) == 1
    assert one != find("crash").make({"players": 4})
    assert one != find("xap_xam").make({})


def test_a_name_that_is_nearly_right_brings_the_right_one() -> None:
    with pytest.raises(RulesError, match="perhaps you meant players"):
        find("crash").make({"player": 3})
    with pytest.raises(RulesError, match="perhaps you meant online"):
        find("crash").make({}, "onlin")
