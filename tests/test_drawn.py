"""How a notebook shows values: cards as pictures, other values as tables, games by their rules."""

import importlib
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from prial.arrange.search import front
from prial.cards import PACK, parse, symbol
from prial.core.game import BACK, NATURE, Result, view
from prial.core.registry import kinds
from prial.core.step import Step, step
from prial.drawn import draw, table
from prial.errors import CardError
from prial.games.crash import CrashGame, CrashRules
from prial.ranks.brag import ranking

SVG = "{http://www.w3.org/2000/svg}"
MADE = [(kind.name, preset) for kind in kinds() for preset in kind.schema.presets]


def words(svg: str) -> list[str | None]:
    return [each.text for each in ET.fromstring(svg).iter(f"{SVG}text")]  # noqa: S314  # our own drawing


def test_a_hand_is_drawn_card_by_card() -> None:
    picture = draw(parse("As Td 3h"))
    assert words(picture.svg) == ["A", "10", "3"]
    assert str(picture) == "A♠ 10♦ 3♥"
    assert draw("AsTd3h").svg == picture.svg
    with pytest.raises(CardError):
        draw("AsTx")


def test_each_card_has_a_picture_of_its_own() -> None:
    assert len({draw(card).svg.replace(symbol(card), "") for card in PACK}) == 52


def test_hands_stand_apart_and_a_back_shows_nothing() -> None:
    assert str(draw(parse("As"), (), (BACK, BACK))) == "A♠ | ▒ ▒"
    assert words(draw((BACK,)).svg) == []


def test_what_is_not_a_picture_is_text_in_a_table() -> None:
    assert table(("a",), [("<b>",), (draw(0),)]).count("<b>") == 0
    assert "&lt;b&gt;" in table((), [("<b>",)])


def test_a_split_shows_its_hands() -> None:
    split = front(parse("As Ah 3d 3c Ks Qs Js 9h 8d 7c 5s 5d 2h"), ranking(), places=4)[0]
    assert len(words(split._repr_svg_())) == sum(map(len, split.hands))


def test_a_view_shows_its_own_cards_and_the_backs_of_the_others() -> None:
    game = CrashGame(CrashRules(players=2))
    state = game.start()
    for _ in range(2):
        node: Any = game.node(state)
        done = step(game, state, {}, NATURE, node.draw.sample(Random(1)))
        assert isinstance(done, Step)
        state = done.state
    one, nobody = view(state, 0)._repr_html_(), view(state, None)._repr_html_()
    assert [f"{symbol(card)}" in one for card in state.piles[0]] == [True] * 13
    assert not any(symbol(card) in one for card in state.piles[1])
    assert not any(symbol(card) in nobody for pile in state.piles for card in pile)


def test_a_result_says_who_won() -> None:
    assert Result((1,), (3, 7), (-50, 50))._repr_html_().count("✓") == 1


@pytest.mark.parametrize(("name", "preset"), MADE)
def test_a_game_says_how_to_make_it(name: str, preset: str) -> None:
    """Its repr can be pasted back, with the names from the game's package."""
    kind = next(kind for kind in kinds() if kind.name == name)
    game = kind.make({}, preset)
    door = importlib.import_module(kind.package)
    again = eval(repr(game), vars(door))  # noqa: S307  # our own text
    assert again.rules == game.rules
    assert game._repr_html_().count("<tr>") == len(kind.schema.options)  # type: ignore[attr-defined]  # ours have it
