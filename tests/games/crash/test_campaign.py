"""Thousands of whole games: every preset by random players, and rare things by other rules and a rigged shuffle.

Each case lists the branches of the rules that it must take at least 20 times, or once in a part of it; all cases together cover
all branches. The counts are written to ``build/campaign``, a file for each case, and shown with ``pytest -s``.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from prial.games.crash.rules import SCHEMA
from tests.campaigns import SHARES, as_many_as_it_takes, missing
from tests.games.crash.campaign import BRANCHES, Campaign

COUNTS: Final = Path(__file__).parents[3] / "build" / "campaign"


@dataclass(frozen=True, kw_only=True)
class Case:
    """Games of one kind."""

    preset: str
    must: str
    """Branches that must be taken often enough, separated by commas."""
    given: dict[str, Any] = field(default_factory=dict)
    players: tuple[int, ...] = (2, 3, 4)
    games: int = 1000
    """Games in the whole campaign."""
    wishes: tuple[str, ...] = ()
    """What chance favours; empty for a fair shuffle."""
    hopeless: bool = False
    """Whether chance favours seats that can't win any more in sudden death."""
    skill: float = 0.0
    """Probability that a player lays the best hands."""

    @property
    def branches(self) -> frozenset[str]:
        return frozenset(branch.strip() for branch in self.must.split(","))


CASES: Final[dict[str, Case]] = {
    # Every preset, by random players and a fair shuffle
    "online": Case(
        preset="online",
        must="first_dealer=drawn, players=2, players=3, players=4, "
        "cards=13, spare=aside, order=sorted, scoring=points, target, crash=bonus, "
        "crash_call=none, finish=end_of_deal, four_bonus=none, four_of_a_kind=no_hand, min_hand=pair, six_pairs=off, "
        "weak_hand=scores_nothing, place: empty",
    ),
    "denexa": Case(
        preset="denexa",
        must="order=as_laid, foul=lose_game, found=at_once, foul: one left won, foul: all void, weak_hand=not_laid, "
        "crash=wins_game, finish=at_once, at_once: with a crash, four_bonus=one_point",
    ),
    "gamerules": Case(
        preset="gamerules",
        must="crash_call=required, call: failed, call: uncalled doesn't count, crash_points, spare=swap, swap: kept, "
        "swap: closed, swap: second of two, spare_choice=in_order, tie=stopper",
    ),
    "wikipedia": Case(
        preset="wikipedia",
        must="crash_call=optional, called_reward, uncalled_reward, failed_call_penalty, min_hand=high_card, tie=stopper",
    ),
    "bouncer": Case(preset="bouncer", must="min_hand=pair, crash=bonus, finish=end_of_deal"),
    "pub": Case(preset="pub", must="crash=wins_game, four_bonus=knock, four: threes win, four: not knocked for"),
    "nine": Case(preset="nine", players=(2, 3, 4, 5), must="players=5, cards=9, crash=bonus, place: empty"),
    "seven": Case(preset="seven", players=(2, 3, 4, 5, 6, 7), must="players=6, players=7, cards=7, pot: won, pot: stays"),
    "six": Case(
        preset="six",
        players=(2, 3, 4, 5, 6, 7),
        must="players=6, players=7, cards=6, pot: won, pot: stays, pot: shared out at the end",
    ),
    "nine_pot": Case(
        preset="nine_pot",
        players=(2, 3, 4, 5),
        must="scoring=pot, ante, length, pot: won, pot: stays, pot: shared out at the end",
    ),
    # Branches that random players hardly reach
    "the highest card deals": Case(
        preset="online",
        given={"first_dealer": "cut"},
        players=(4,),
        games=240,
        must="first_dealer=cut, cut again",
    ),
    "the table names the dealer": Case(
        preset="online", given={"first_dealer": "named", "named_dealer": 2}, games=160, must="first_dealer=named, named_dealer"
    ),
    "denexa, rare hands": Case(
        preset="denexa",
        games=300,
        wishes=("pairs", "straight", "fours", "anything"),
        skill=0.7,
        must="six_pairs=may_void, thirteen_straight=wins_game, four_bonus=one_point",
    ),
    "straights": Case(
        preset="denexa",
        games=200,
        players=(3, 4),
        wishes=("straight", "straight", "straight", "pairs"),
        must="thirteen_straight: shared, thirteen_straight: before six pairs",
    ),
    "at once, by a bonus": Case(
        preset="denexa",
        given={"crash": "bonus", "crash_points": 5},
        games=300,
        wishes=("fours", "prials", "anything"),
        skill=0.7,
        must="at_once: reached by a bonus",
    ),
    "sudden death": Case(
        preset="online",
        given={"final_tie": "sudden_death", "min_hand": "high_card", "crash": "wins_game", "crash_call": "required"},
        players=(2, 3, 3),
        games=2000,
        hopeless=True,
        must="final_tie=sudden_death, sudden death: goes on, sudden death: decided, sudden death: crash by another",
    ),
    "shared wins": Case(
        preset="online",
        given={"min_hand": "high_card", "game_stake": 7},
        players=(2, 3, 3),
        must="final_tie=shared, game_stake, game_stake: odd unit",
    ),
    "top hands and stakes": Case(
        preset="online",
        given={"crash_stake": 3},
        games=200,
        wishes=("prials", "threes", "top_run", "top_run", "straight"),
        skill=0.7,
        must="crash_stake, top_prial=threes, top_run=ace_two_three, thirteen_straight=off",
    ),
    "pass on": Case(
        preset="gamerules",
        given={"spare": "pass_on", "spare_stake": 3, "foul": "lose_deal", "top_run": "ace_king_queen"},
        games=200,
        players=(2, 3),
        wishes=("top_run", "top_run", "anything"),
        skill=0.8,
        must="spare=pass_on, spare_stake, foul=lose_deal, top_run=ace_king_queen",
    ),
    "a choice of spare hands": Case(
        preset="gamerules",
        given={"spare_choice": "choose"},
        games=100,
        players=(2,),
        must="spare_choice=choose, choose: what is left, choose: both are left",
    ),
    "one pile": Case(
        preset="gamerules",
        given={"spare_choice": "choose", "spare": "pass_on"},
        games=100,
        players=(2,),
        must="choose: the top of the pile",
    ),
    "fouls at their place": Case(
        preset="denexa",
        given={"found": "at_its_place"},
        games=800,
        must="found=at_its_place, at its place: what was won stands, at its place: never found, at its place: one left won, "
        "at its place: void",
    ),
    "flushes": Case(
        preset="online",
        given={"min_hand": "flush"},
        games=200,
        wishes=("top_cards", "anything"),
        skill=0.5,
        must="min_hand=flush",
    ),
    "bouncer, rare hands": Case(
        preset="bouncer",
        games=100,
        wishes=("fours", "prials", "threes", "top_cards"),
        skill=0.6,
        must="four_of_a_kind=beats_all, top_prial=aces",
    ),
    "pub, rare hands": Case(
        preset="pub",
        games=200,
        wishes=("mirror", "fours", "threes", "top_cards"),
        skill=0.6,
        must="four: threes without a knock, four: of several the highest",
    ),
    "level hands": Case(
        preset="pub",
        games=50,
        players=(3, 4),
        wishes=("straight", "mirror", "mirror"),
        skill=0.8,
        must="tie=next_best, next_best: all cancel",
    ),
}


def test_the_cases_together_take_every_branch() -> None:
    assert frozenset().union(*(case.branches for case in CASES.values())) == BRANCHES


def test_every_value_of_every_option_is_a_branch() -> None:
    for option in SCHEMA.options.values():
        values = [value.value for value in option.values] or [str(number) for number in option.only]
        branches = {f"{option.name}={value}" for value in values} or {option.name}
        assert branches <= BRANCHES or any(branch.startswith(f"{option.name}=") for branch in BRANCHES), option.name


def test_every_preset_plays_a_thousand_games_for_all_its_numbers_of_players() -> None:
    for preset in SCHEMA.presets:
        case = CASES[preset]
        assert (case.preset, case.given, case.wishes, case.games) == (preset, {}, (), 1000)
        most = {13: 4, 9: 5, 7: 7, 6: 7}[SCHEMA.make(None, preset).cards]
        assert case.players == tuple(range(2, most + 1))


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("name", CASES)
def test_campaign(name: str, share: int) -> None:
    case = CASES[name]

    def play(games: int) -> Iterator[Counter[str]]:
        counts: Counter[str] = Counter()
        for number in range(games):
            rules = SCHEMA.make({"players": case.players[number % len(case.players)], **case.given}, case.preset)
            rng = Random(f"{name} {number}")
            Campaign(rules, rng, counts, wishes=case.wishes, hopeless=case.hopeless, skill=case.skill).play()
            yield counts

    counts = as_many_as_it_takes(case.branches, case.games, play, share)
    lines = [f"{name}: of {case.games // share} games", *(f"{counts[branch]:>8} {branch}" for branch in sorted(counts))]
    COUNTS.mkdir(parents=True, exist_ok=True)
    (COUNTS / f"crash {name}.txt").write_text("\n".join(lines) + "\n", "utf-8")
    print("\n" + "\n".join(lines))  # noqa: T201 - seen with -s
    assert set(counts) <= BRANCHES
    assert not missing(case.branches, counts, share)
