"""Whole games: every preset by random players, and rare things by other rules and a rigged shuffle.

Each case lists the branches of the rules that it must take; all cases together cover all branches. `make test` plays a part of
the games; `make soak` plays all of them and 2,000 of every preset. The counts are written to ``build/campaign``, and shown with
``pytest -s``.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from prial.games.brag.rules import SCHEMA
from tests.campaigns import SHARES, as_many_as_it_takes, soaking
from tests.games.brag.book import Book
from tests.games.brag.campaign import BRANCHES, campaign, play
from tests.rules import rules_at_random

ASKING: Final = tuple([f"ask {seat}{what}" for seat in range(1, 6) for what in ("", " to see", " showing", " to see showing")])
"""Ways to ask other players for a loan."""
COUNTS: Final = Path(__file__).parents[3] / "build" / "campaign"


@dataclass(frozen=True, kw_only=True)
class Case:
    """Games of one kind."""

    preset: str = "house"
    must: str
    """Branches that must be taken at least once, separated by commas."""
    given: dict[str, Any] = field(default_factory=dict)
    players: tuple[int, ...] = (2, 3, 4, 5)
    games: int = 64
    """Games in the whole campaign."""
    how: dict[str, Any] = field(default_factory=dict)
    """Further arguments of `campaign.play`: how chance and the players behave."""

    @property
    def branches(self) -> frozenset[str]:
        return frozenset(branch.strip() for branch in self.must.split(","))


CASES: Final[dict[str, Case]] = {
    # Every preset, by random players and a fair shuffle
    "house": Case(
        must="first_dealer=drawn, players=2, players=3, players=4, players=5, cards=3, wild_cards=, max_bet, max_raise, a raise, "
        "a blind bet of an odd last one, pot_limit=off, see_cost=double, payer need not show, short_of_two=same, "
        "blind sees blind, blind sees open, "
        "showdown=by_consent, consent refused, won without a show, blind=allowed, kept_blind=on, kept a hand, kept none, "
        "two hands, looked at one of two, folded what was looked at, folded two hands, "
        "a carried pot is won, "
        "shuffle=every_deal, kept hand stays over a shuffle, bottom_card=hidden, dealers_choice=off, length, somebody sits out, "
        "came back, meanwhile: look, meanwhile: play",
        games=192,
    ),
    "pagat": Case(
        preset="pagat",
        must="shuffle=when_seen_prial, rebuy=any_time, meanwhile: rebuy, bought at one's own turn, bought some chips",
    ),
    "four_card": Case(preset="four_card", must="cards=4, discarded, never looked at four or more, meanwhile: discard"),
    "five_card": Case(preset="five_card", must="cards=5"),
    "single_see": Case(preset="single_see", must="see_cost=single"),
    "teen_patti": Case(preset="teen_patti", must="blind=allowed"),
    "floaters": Case(preset="floaters", must="wild_cards=twos, wild cards count"),
    "hoyle_braggers": Case(preset="hoyle_braggers", must="wild_cards=braggers, wild cards count"),
    # Branches that random players hardly reach
    "the highest card deals": Case(
        given={"first_dealer": "cut", "length": 1}, players=(8, 16), must="first_dealer=cut, cut again"
    ),
    "the table names the dealer": Case(
        given={"first_dealer": "named", "named_dealer": 2, "length": 2}, must="first_dealer=named, named_dealer"
    ),
    "short of chips": Case(
        given={"purse": 6, "length": 12},
        players=(3, 4, 5, 6),
        must="short=cover, last_chip=bets, covers at the next turn, pots=2, pots=3, pots=4, a coverer wins, a coverer loses, "
        "alone against a coverer, blind against a coverer, last chips of the last two, an ante covers, players=6, "
        "a see of the last chips, rebuy=between_deals, purse",
        games=160,
        how={"stay": 0.7, "likes": ("play", "see")},
    ),
    "short of chips, the last chip covers": Case(
        given={"purse": 6, "length": 12, "last_chip": "covers"},
        players=(3, 4, 5, 6),
        must="last_chip=covers, pots=2, pots=3, pots=4, a coverer wins, a coverer loses, last chips of the last two",
        games=160,
        how={"stay": 0.7, "likes": ("play",)},
    ),
    "bold with the last chip": Case(
        given={"purse": 8, "length": 12, "max_bet": 0, "max_raise": 0},
        players=(2, 3, 4),
        must="last_chip=bets, a raise with the last chip, last chips answered, last chips answered by last chips, "
        "covers at the next turn, out of chips and one of the last two",
        games=160,
        how={"stay": 0.7, "bold": 0.3, "likes": ("play",)},
    ),
    "everybody's last chip": Case(
        given={"purse": 3, "ante": 3, "length": 3, "min_bet": 2, "max_bet": 5},
        must="antes take everybody's last chip, ante, shared",
        how={"wish": "ties"},
    ),
    "until one purse is left": Case(
        given={"purse": 8, "length": 0, "rebuy": "off"},
        must="rebuy=off, one purse is left, fewer than two play on, holder takes the carried pot",
        games=384,
        how={"likes": ("sit out", "keep 1", "keep 2", "fold")},
    ),
    "a dear ante": Case(
        given={"purse": 30, "ante": 9, "min_bet": 3, "short": "fold", "length": 8},
        must="short=fold, holder without an ante, min_bet, ante",
        games=192,
        how={"stay": 0.5},
    ),
    "borrowing": Case(
        given={"short": "borrow", "borrow_limit": 20, "purse": 15},
        must="short=borrow, borrow_limit, lender=bank",
        how={"bold": 0.4, "stay": 0.5},
    ),
    "the opponent chooses": Case(
        given={"short": "opponent_chooses", "purse": 15},
        players=(2, 2, 3),
        must="short=opponent_chooses: lent, short=opponent_chooses: shown, neither can pay",
        games=160,
        how={"stay": 0.7, "likes": ("play", "rebuy")},
    ),
    "whoever has most lends": Case(
        given={"short": "opponent_chooses", "purse": 12},
        players=(3, 4, 5),
        must="lent to one of many, not lent to one of many, a folded player lends",
        games=128,
        how={"stay": 0.7, "likes": ("play", "rebuy")},
    ),
    "asking each other": Case(
        given={"short": "borrow", "lender": "players", "borrow_limit": 30, "purse": 12},
        must="lender=players, asked to lend, asked to lend to see, asked in vain, asked after somebody refused, "
        "showed the cards to a lender, a folded player lends",
        games=160,
        how={"bold": 0.3, "stay": 0.7, "likes": ("play", "look", *ASKING)},
    ),
    "the richest lends": Case(
        given={"short": "borrow", "lender": "richest", "borrow_limit": 12, "purse": 12},
        must="lender=richest, a folded player lends",
        how={"bold": 0.3, "stay": 0.7, "likes": ("play",)},
    ),
    **{
        f"two left, {two}": Case(
            given={"short": short, "short_of_two": two, "purse": 9, **more},
            players=(2, 3, 4),
            must=must,
            games=96,
            how={"bold": 0.2, "stay": 0.7, "likes": ("play",)},
        )
        for two, short, more, must in (
            ("cover", "borrow", {"lender": "players"}, "short_of_two=cover, last chips of the last two, last chips answered"),
            ("fold", "cover", {}, "short_of_two=fold, pots=2"),
            ("borrow", "cover", {"lender": "richest"}, "short_of_two=borrow, pots=2, lender=richest"),
            ("opponent_chooses", "cover", {}, "short_of_two=opponent_chooses, pots=2, short=opponent_chooses: shown"),
        )
    },
    "shown though it needn't be": Case(
        preset="pagat",
        given={"length": 8, "kept_blind": "off"},
        must="turned up after winning unseen, turned up after losing a see, turned up a prial, turned up blind",
        how={"wish": "prials", "likes": ("see", "show", "fold")},
        games=96,
    ),
    "broke, and shows": Case(
        given={"purse": 12, "ante": 3, "min_bet": 2, "length": 0, "rebuy": "off", "short": "borrow"},
        players=(4, 5),
        must="meanwhile: show",
        games=160,
        how={"stay": 0.8, "likes": ("see", "play")},
    ),
    "money of one's own": Case(
        given={"least_purse": 10, "most_purse": 40, "purse": 25, "rebuy": "any_time"},
        must="least_purse, most_purse, purses differ, bought up to the most, meanwhile: rebuy",
        games=96,
        how={"bold": 0.2},
    ),
    "money of one's own, between deals": Case(
        given={"most_purse": 20, "purse": 12},
        must="most_purse, purses differ, bought up to the most",
        how={"bold": 0.3, "likes": ("rebuy",)},
    ),
    "carried on and on": Case(
        given={"length": 6},
        players=(2, 3),
        must="kept what was looked at, carried twice, kept one of two, picked unseen, holder at the last deal",
        games=560,
        how={"likes": ("fold", "keep 1", "keep 2", "look 2")},
    ),
    "kept off": Case(given={"kept_blind": "off", "showdown": "off"}, must="kept_blind=off, showdown=off"),
    "blind off": Case(
        given={"blind": "off", "cards": 4}, must="blind=off, discards break a tie", how={"wish": "ties"}, games=160
    ),
    "pot limit": Case(given={"pot_limit": "on", "max_bet": 0, "max_raise": 0}, must="pot_limit=on", how={"bold": 0.4}),
    "prials": Case(
        preset="pagat",
        given={"bottom_card": "shown", "length": 8},
        must="shuffled after a prial, top_prial=threes, bottom_card=shown",
        how={"wish": "prials", "likes": ("see",)},
    ),
    "prials of aces": Case(preset="teen_patti", must="top_prial=aces", how={"wish": "prials", "likes": ("see",)}, games=160),
    "runs": Case(must="top_run=ace_two_three", how={"wish": "runs", "likes": ("see",)}),
    "runs, ace king queen": Case(
        given={"top_run": "ace_king_queen"}, must="top_run=ace_king_queen", how={"wish": "runs", "likes": ("see",)}
    ),
    "ties": Case(must="tie, shared, odd chip", how={"wish": "ties", "likes": ("see", "agree", "propose")}, games=160),
    "dealer's choice": Case(
        given={"dealers_choice": "on", "length": 16},
        players=(2, 3),
        must="dealers_choice=on, wild_cards=one-eyed jacks, wild_cards=black jacks, wild_cards=suicide king, blind=off",
        games=192,
    ),
    "many": Case(given={"length": 5}, players=(8, 12, 16), must="players=8, players=12, players=16", games=24),
    "many, unshuffled": Case(
        preset="pagat", given={"length": 4, "cards": 5, "bottom_card": "shown"}, players=(8,), must="players=8, cards=5", games=48
    ),
}


def test_the_cases_together_take_every_branch() -> None:
    assert frozenset().union(*(case.branches for case in CASES.values())) == BRANCHES


def test_every_value_of_every_option_is_a_branch() -> None:
    for option in SCHEMA.options.values():
        branches = {f"{option.name}={value.value}" for value in option.values}
        if option.name == "short":
            branches = branches - {"short=opponent_chooses"} | {"short=opponent_chooses: lent", "short=opponent_chooses: shown"}
        assert branches <= BRANCHES, option.name
        assert branches or option.name in BRANCHES or any(b.startswith(f"{option.name}=") for b in BRANCHES), option.name


def test_every_preset_is_played_as_it_is() -> None:
    for preset in SCHEMA.presets:
        case = CASES[preset]
        assert (case.preset, case.given, case.how) == (preset, {}, {})


def run(name: str, games: int, part: str = "") -> Iterator[Counter[str]]:
    case = CASES[name]
    given = {"length": 6, **case.given}  # short games, and more of them
    return campaign(case.preset, games, f"{name}{part}", players=case.players, given=given, **case.how)


def tell(name: str, counts: Counter[str]) -> None:
    lines = [name, *(f"{counts[branch]:>8} {branch}" for branch in sorted(counts))]
    COUNTS.mkdir(parents=True, exist_ok=True)
    (COUNTS / f"brag {name}.txt").write_text("\n".join(lines) + "\n", "utf-8")
    print("\n" + "\n".join(lines))  # noqa: T201 - seen with -s


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("name", CASES)
def test_campaign(name: str, share: int) -> None:
    case = CASES[name]
    counts = as_many_as_it_takes(case.branches, case.games, lambda games: run(name, games), share)
    tell(name, counts)
    unknown = {mark for mark in counts if mark not in BRANCHES and not mark.startswith(("players=", "pots="))}
    assert not unknown
    missing = {branch for branch in CASES[name].branches if not counts[branch]}
    assert not missing, f"not reached: {missing}"


@pytest.mark.soak
@pytest.mark.parametrize("preset", SCHEMA.presets)
@pytest.mark.parametrize("part", range(4))
def test_two_thousand_games_of_every_preset(preset: str, part: int) -> None:
    *_, counts = run(preset, 500, f" {part}")
    tell(f"{preset} {part}", counts)
    assert not {branch for branch in CASES[preset].branches if counts[branch] < 5}


def test_an_option_that_nothing_reaches_is_noticed() -> None:
    """A planted fault: a house in which nobody plays blind."""
    *_, counts = campaign("house", 10, "open", players=(2, 3, 4, 5), given={"length": 6, "blind": "off"})
    missing = {branch for branch in CASES["house"].branches if not counts[branch]}
    assert {"blind=allowed", "kept_blind=on", "two hands", "meanwhile: look"} <= missing
    assert "consent refused" not in missing


class Forgetful(Book):
    """A book with a fault: it takes the price of seeing for the last bet."""

    def see_price(self, seat: int) -> int | None:
        price = super().see_price(seat)
        return price and min(price, self.last_bet)


def test_a_book_that_differs_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.games.brag.both.Book", Forgetful)
    with pytest.raises(AssertionError):
        [*campaign("house", 20, "other", players=(2,), given={"length": 5})]


@pytest.mark.parametrize("number", soaking(range(12), range(4)))
def test_any_rules(number: int) -> None:
    rng = Random(f"rules {number}")
    play(rules_at_random(SCHEMA, rng, length=rng.randint(0, 6)), rng, bold=0.2)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(40))
def test_any_rules_for_long(number: int) -> None:
    rng = Random(f"long {number}")
    for _ in range(50):
        play(rules_at_random(SCHEMA, rng, length=rng.randint(0, 6)), rng, bold=0.2, wish=rng.choice(["", "", "prials", "ties"]))
