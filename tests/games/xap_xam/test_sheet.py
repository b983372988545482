"""A sheet of Xập xám comes to the same units as the game, whether rows or units are written."""

from typing import Any

import pytest

from prial.core.game import Event, State
from prial.errors import PrialError
from prial.games.xap_xam.game import XapXamGame
from prial.games.xap_xam.instants import Instant
from prial.games.xap_xam.rules import SCHEMA, StrongFive
from prial.games.xap_xam.state import Declared, MisSet, Row, Scored
from prial.ranks.poker import Category, ranking
from prial.study.sheet import FORMAT, Page, Sheet, open_sheet
from tests.campaigns import crossing, sizes
from tests.games.sheets import NAMES, check, kept, same_again

STRONG = {
    (2, Category.THREE_OF_A_KIND): "three",
    (1, Category.FULL_HOUSE): "full",
    **{(row, Category.FOUR_OF_A_KIND): "quads" for row in (0, 1)},
    **{(row, Category.STRAIGHT_FLUSH): "flush" for row in (0, 1)},
}
INSTANTS = {
    Instant.WHOLE_DRAGON: "dragon",
    Instant.STRAIGHT_FLUSH: "straightflush",
    Instant.FOUR_OF_A_KIND: "four",
    Instant.SIX_PAIRS: "pairs",
    Instant.THREE_STRAIGHTS: "straights",
    Instant.THREE_FLUSHES: "flushes",
}


def row_text(event: Row, *, royal: bool) -> str:
    """A row as a person writes it: best first, = between equal hands, and a word after a hand that brings extra units."""
    of = ranking()
    text, last = "", 0
    for seat in sorted([s for s, strength in enumerate(event.strengths) if strength], key=lambda s: -event.strengths[s]):
        strength = event.strengths[seat]
        word = STRONG.get((event.row, of.category(strength)), "") if royal else ""
        text += ("=" if strength == last else " ") + f"{NAMES[seat]} {word}"
        last = strength
    return text


CASES: list[tuple[dict[str, Any], list[str]]] = [
    ({"length": 12}, ["greedy"]),
    ({"length": 12, "players": 3}, ["greedy", "random"]),
    ({"length": 10, "players": 2}, ["random"]),
    ({"length": 12, "instant": "none", "unit": "per_hand", "strong_five": "royalties"}, ["greedy"]),
    ({"length": 12, "compare": "dealer", "dealer_ties": "no_one", "unit": "per_hand"}, ["greedy", "random", "greedy"]),
]


@pytest.mark.parametrize("games", sizes(2, 3))
@pytest.mark.parametrize(("preset", "given", "bots"), crossing(SCHEMA.presets, CASES))
def test_the_sheet_and_the_game_come_to_the_same(preset: str, given: dict[str, Any], bots: list[str], games: int) -> None:
    game = XapXamGame(SCHEMA.make(given, preset))
    royal = game.rules.strong_five is StrongFive.ROYALTIES

    def rows(_before: State[Any], _after: State[Any], heard: list[Event]) -> list[str]:
        text = ";".join(row_text(event, royal=royal) for event in heard if isinstance(event, Row))
        fouled = [event.seat for event in heard if isinstance(event, MisSet)]
        text += "".join([" misset", *(f" {NAMES[seat]}" for seat in fouled)]) if fouled else ""
        won: dict[Instant, list[str]] = {}
        for event in heard:
            if isinstance(event, Declared) and event.seat not in fouled:
                won.setdefault(event.what, []).append(NAMES[event.seat])
        return [" ".join([text, *(f"{INSTANTS[what]} {' '.join(names)}" for what, names in won.items())])]

    def units(_before: State[Any], _after: State[Any], heard: list[Event]) -> list[str]:
        scored = next(event for event in heard if isinstance(event, Scored))
        return [" ".join(f"{NAMES[seat]} {units:+}" for seat, units in enumerate(scored.units[:-1]))]

    for seed, write in enumerate((units, rows, rows)[:games]):
        page = None
        for page, state in kept("xap_xam", given, preset, bots, seed, write):
            check(page, state, game)
            assert page.standing.scores == state.public.scores
        assert page is not None
        assert page.standing.over
        same_again(page)


def sheet(*lines: str, names: str = "Ann Bob Cat", preset: str = "xap_xam", **rules: Any) -> Page:
    given = {"preset": preset, **rules}
    return open_sheet(Sheet(prial_sheet=FORMAT, game="xap_xam", rules=given, names=tuple(names.split()), lines=lines))


def test_everybody_is_compared_with_the_dealer() -> None:
    """X: each player compares hands only with the dealer, who wins ties."""
    assert sheet("b a c; b a c; a=b c").standing.scores == (0, 1, -1)


def test_royalties_are_paid_by_the_row() -> None:
    """C: four of a kind in the lower row bring 4 more, a full house in the middle 2, three of a kind in the upper row 3."""
    for line, royal in (("a quads b; b a; a b", 4), ("b a; a full b; a b", 2), ("a b; b a; a three b", 3)):
        assert sheet(line, names="Ann Bob", preset="mau_binh").standing.scores == (1 + royal, -1 - royal)


def test_who_had_mis_set_loses_to_all_and_two_of_them_are_level() -> None:
    page = sheet("c; c; c misset a b", preset="chinese_poker")
    assert page.standing.scores == (-6, -6, 12)


@pytest.mark.parametrize(
    ("preset", "text", "sentence"),
    [
        ("mau_binh", "a b c; a b c", "Write three rows, the lower first, with ; between them, not 2."),
        ("mau_binh", "a b; a b c; a b c", "Write Cat in the lower row too, or after misset, or after an instant win."),
        ("mau_binh", "a b c; a b c; a b c misset c", "Cat has mis-set or won at once: leave Cat out of the rows."),
        ("mau_binh", "a a b; a b c; a b c", "Ann is named twice."),
        ("mau_binh", "a=; a b c; a b c", "Write = between two names of a row that are level."),
        ("mau_binh", "a b full c; a b c; a b c", "'full' earns nothing in the lower row: leave it out."),
        ("mau_binh", "a b quads c; a b c; a b c", "Bob has 'quads': write Bob before every player with a weaker hand."),
        ("xap_xam", "a quads b c; a b c; a b c", "Strong hands earn no extra units in this game: leave 'quads' out."),
        ("chinese_poker", "dragon a", "'dragon' isn't an instant win in this game."),
        ("xap_xam", "dragon a misset a", "Write Ann after 'dragon' or after 'misset', not after both."),
        ("xap_xam", "a 3 b 2 c 1", "Units won and lost must add up to 0, but these add up to +6."),
        ("xap_xam", "a 3 b", "Write a number after Bob: the units won, with a minus if they were lost."),
        ("xap_xam", "a 3", "Write the units of every player; you may leave out one."),
        ("xap_xam", "a 3 a 4", "Ann is named twice."),
        ("xap_xam", "3 a", "Write a name instead of '3'."),
    ],
)
def test_what_the_rules_dont_know_is_refused_in_a_sentence(preset: str, text: str, sentence: str) -> None:
    with pytest.raises(PrialError) as error:
        sheet(preset=preset).add(text)
    assert str(error.value) == sentence


@pytest.mark.parametrize("preset", SCHEMA.presets)
@pytest.mark.parametrize("names", ["Ann Bob", "Ann Bob Cat", "Ann Bob Cat Dan"])
def test_every_example_can_be_written(preset: str, names: str) -> None:
    page = sheet(preset=preset, names=names)
    for text, _ in page.keeper.examples():
        page.add(text)
