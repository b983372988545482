"""A sheet of Brag Poker comes to the same chips as the game, with blinds, side pots and returned chips."""

from typing import Any

import pytest

from prial.betting.pots import share
from prial.core.game import Event, State
from prial.games.brag_poker.game import BragPokerGame
from prial.games.brag_poker.rules import SCHEMA
from prial.study.sheet import FORMAT, Sheet, open_sheet
from tests.games.sheets import NAMES, kept, same_again


def lines(before: State[Any], after: State[Any], _heard: list[Event]) -> list[str]:
    """A deal as a person writes it down, from what everybody saw."""
    was, table = before.public, after.public
    bought = [new - old for old, new in zip(was.bought, table.bought, strict=True)]
    found = [f"bought {NAMES[seat]} {chips}" for seat, chips in enumerate(bought) if chips]
    found += [f"{'back' if seat in table.playing else 'out'} {NAMES[seat]}" for seat in range(len(table.chips))]
    put_in = [had + more - has for had, more, has in zip(was.chips, bought, table.chips, strict=True)]
    for award in table.last.awards:
        for seat, chips in share(award.chips, award.winners, table.dealer, len(put_in)):
            put_in[seat] += chips
    words = [f"{NAMES[seat]} {chips}" for seat, chips in enumerate(put_in) if chips]
    pots = [f"{' '.join(NAMES[seat] for seat in award.winners)} {award.chips}" for award in table.last.awards if award.chips]
    return [*found, " ".join([*words, "won", *pots])]


@pytest.mark.parametrize("preset", SCHEMA.presets)
@pytest.mark.parametrize(
    "given",
    [
        {"players": 2, "length": 12},
        {"players": 4, "length": 10, "purse": 15},
        {"players": 3, "length": 0, "purse": 9, "rebuy": "off"},
        {"players": 6, "length": 6, "purse": 40, "small_blind": 2, "big_blind": 5},
    ],
)
def test_the_sheet_and_the_game_come_to_the_same(preset: str, given: dict[str, Any]) -> None:
    game = BragPokerGame(SCHEMA.make(given, preset))
    for seed in range(3):
        page = None
        for page, state in kept("brag_poker", given, preset, ["random"], seed, lines):
            assert page.standing.scores == state.public.chips
            assert page.ledger == game.stop(state).ledger
            assert sum(page.ledger) == 0
        assert page is not None
        same_again(page)


def test_who_put_nothing_in_is_not_named() -> None:
    page = open_sheet(Sheet(prial_sheet=FORMAT, game="brag_poker", names=("Ann", "Bob", "Cat"), lines=("b 1 c 2 won c",)))
    assert page.standing.scores == (200, 199, 201)
    assert page.standing.playing == (0, 1, 2)
    assert all(page.add(text).entries for text, _ in page.keeper.examples())
