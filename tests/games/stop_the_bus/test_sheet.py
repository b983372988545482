"""A sheet of Stop the Bus comes to the same tokens as the game."""

from collections.abc import Sequence
from typing import Any

import pytest

from prial.core.game import Event, State
from prial.errors import PrialError
from prial.games.stop_the_bus.game import BusGame
from prial.games.stop_the_bus.rules import SCHEMA, WorstTie
from prial.games.stop_the_bus.state import PrialShown, Shown
from prial.study.sheet import FORMAT, Page, Sheet, open_sheet
from tests.campaigns import soaking
from tests.games.sheets import NAMES, check, kept, same_again

WITH_PRIALS: tuple[dict[str, Any], list[str], list[int]] = (
    {"players": 4, "prial_call": "costs_more"},
    ["conductor", "random"],
    [3],
)
"""A table with a slow bot that waits for a prial."""
CASES = [
    ({"players": 3}, ["random"], range(4)),
    ({"players": 2, "tokens": 1}, ["random"], range(4)),
    ({"players": 6, "worst_tie": "nobody_pays"}, ["random"], range(4)),
]


@pytest.mark.parametrize(
    ("preset", "given", "bots", "seeds"),
    [
        *((preset, *case) for preset in SCHEMA.presets for case in CASES),
        *soaking([(preset, *WITH_PRIALS) for preset in SCHEMA.presets], [("denexa", *WITH_PRIALS)]),
    ],
)
def test_the_sheet_and_the_game_come_to_the_same(
    preset: str, given: dict[str, Any], bots: list[str], seeds: Sequence[int]
) -> None:
    game = BusGame(SCHEMA.make(given, preset))

    def line(_before: State[Any], _after: State[Any], heard: list[Event]) -> list[str]:
        prials = [event for event in heard if isinstance(event, PrialShown)]
        if prials:
            return [f"{'top' if prials[0].top else 'prial'} {NAMES[prials[0].seat]}"]
        shown = {event.seat: event.strength for event in heard if isinstance(event, Shown)}
        worst = [NAMES[seat] for seat in shown if shown[seat] == min(shown.values())]
        return ["-" if len(worst) > 1 and game.rules.worst_tie is WorstTie.NOBODY_PAYS else " ".join(worst)]

    for seed in seeds:
        page = None
        for page, state in kept("stop_the_bus", given, preset, bots, seed, line):
            check(page, state, game)
            assert page.standing.scores == state.public.scores
        assert page is not None
        assert page.standing.over
        same_again(page)


def sheet(*lines: str, preset: str = "denexa", **rules: Any) -> Page:
    names = ("Ann", "Bob", "Cat")
    return open_sheet(Sheet(prial_sheet=FORMAT, game="stop_the_bus", rules={"preset": preset, **rules}, names=names, lines=lines))


def test_several_may_lose_a_token() -> None:
    assert sheet("bob cat").standing.scores == (3, 2, 2)


def test_a_prial_makes_the_others_pay_and_the_top_one_two() -> None:
    """The page of Stop the Bus, where a prial costs more."""
    assert sheet("prial ann", preset="prials").standing.scores == (5, 4, 4)
    assert (
        sheet("top ann", preset="prials").standing.scores == sheet("top prial ann", preset="prials").standing.scores == (5, 3, 3)
    )


def test_all_who_would_lose_their_last_token_together_keep_it() -> None:
    """The page of Stop the Bus: the same dealer deals again."""
    page = sheet("a b c", tokens=1)
    assert (page.standing.scores, page.standing.dealer, page.standing.over) == ((1, 1, 1), 0, False)
    assert page.standing.said == ("That would have been everybody's last token: all keep theirs, and Ann deals again.",)


@pytest.mark.parametrize(
    ("rules", "text", "sentence"),
    [
        ({}, "-", "The worst hand pays a token here: write who held it."),
        ({}, "ann -", "Write who held the worst hand, or - where nobody pays."),
        ({}, "prial ann", "A prial is a hand like any other here: write who held the worst one."),
        ({"worst_tie": "nobody_pays"}, "ann bob", "When the worst hands are level nobody pays here: write -."),
        ({"preset": "prials"}, "prial ann bob", "Write one name after 'prial'."),
        ({"preset": "prials"}, "ann prial bob", "A prial makes everybody else pay, so leave the worst hand out."),
        ({"preset": "prials"}, "prial", "Write a name after 'prial'."),
        ({}, "2", "Write a name instead of '2'."),
        ({}, "dan", "Nobody here is called 'dan': the players are Ann, Bob and Cat."),
    ],
)
def test_what_the_rules_dont_know_is_refused_in_a_sentence(rules: dict[str, Any], text: str, sentence: str) -> None:
    with pytest.raises(PrialError) as error:
        sheet(**rules).add(text)
    assert str(error.value) == sentence


def test_who_is_out_pays_nothing_more() -> None:
    page = sheet("ann", tokens=1)
    with pytest.raises(PrialError, match="Ann is out of this game"):
        page.add("ann")


@pytest.mark.parametrize("preset", SCHEMA.presets)
@pytest.mark.parametrize("tie", WorstTie)
def test_every_example_can_be_written(preset: str, tie: WorstTie) -> None:
    page = sheet(preset=preset, worst_tie=str(tie))
    assert all(page.add(text).entries for text, _ in page.keeper.examples())
