"""The ladder measures play, not cards: the same deals from every seat, and correct errors."""

import multiprocessing
from random import Random
from typing import Any

import msgspec
import pytest

from prial.bots.bot import Bot
from prial.core.game import Choices, View
from prial.errors import PrialError, RulesError
from prial.study.chunks import Counting
from prial.study.kept import SHARD
from prial.study.ladder import CHUNK, Ladder, LadderGame, ladder
from prial.study.played import played
from prial.study.work import Workers
from tests.campaigns import sizes

RULES: dict[str, Any] = {"min_hand": "high_card", "cards": 9, "players": 3}


def test_the_fields_own_bot_has_no_gain_over_itself_and_wins_its_share() -> None:
    (standing,) = ladder("crash", RULES, ["greedy"], "greedy", 30, counting=Counting(Workers(1))).standings
    assert (standing.gain, standing.gain_error) == (0, 0)
    assert standing.won == pytest.approx(1 / 3)


def test_sharp_gains_over_greedy_and_random_loses() -> None:
    random, sharp, greedy = ladder("crash", RULES, ["random", "sharp"], "greedy", 60, counting=Counting(Workers(1))).standings
    assert random.gain + 3 * random.gain_error < 0
    assert sharp.gain - 2 * sharp.gain_error > 0
    assert greedy.bot == "greedy"


def test_result_does_not_depend_on_workers_and_progress_grows() -> None:
    seen: list[Ladder] = []
    alone = ladder("crash", RULES, ["random"], "greedy", 45, seed=5, counting=Counting(Workers(1)), progress=seen.append)
    together = ladder("crash", RULES, ["random"], "greedy", 45, seed=5, counting=Counting(Workers(2)))
    assert alone == together
    assert [each.games for each in seen] == [20, 40, 45]
    assert seen[-1] == alone


def test_workers_need_nothing_of_the_process_that_starts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where processes aren't forked, as on Windows and macOS, each finds the game by its name."""
    spawned = multiprocessing.get_context("spawn")
    monkeypatch.setattr("prial.study.work.multiprocessing.get_context", lambda _: spawned)
    found = ladder("crash", RULES, ["random"], "greedy", 21, seed=5, counting=Counting(Workers(2)))
    assert found == ladder("crash", RULES, ["random"], "greedy", 21, seed=5, counting=Counting(Workers(1)))


def test_the_rows_of_a_part_have_the_games_numbers_in_the_whole_run() -> None:
    """Two machines that each make a part give rows that fit together."""
    second = SHARD * CHUNK
    rows: list[LadderGame] = []
    ladder(
        "crash",
        RULES,
        ["random"],
        "greedy",
        second + 21,
        deals=1,
        counting=Counting(Workers(1), part=2, parts=2),
        each=rows.extend,
    )
    assert [each.game for each in rows if each.bot == "random"] == list(range(second, second + 21))


@pytest.mark.parametrize("games", sizes(16, 40))
def test_standard_error_is_the_spread_of_repeated_ladders(games: int) -> None:
    """Twelve ladders with other seeds spread about as much as each one's error says."""
    gains = [
        ladder("crash", RULES, ["random"], "greedy", games, seed=s, counting=Counting(Workers(1))).standings[0] for s in range(12)
    ]
    mean = sum(each.gain for each in gains) / len(gains)
    spread = (sum((each.gain - mean) ** 2 for each in gains) / (len(gains) - 1)) ** 0.5
    said = sum(each.gain_error for each in gains) / len(gains)
    assert 0.4 < spread / said < 1.9


def test_a_ladder_is_printed_as_a_table() -> None:
    found = ladder("crash", RULES, ["random"], "greedy", 3, counting=Counting(Workers(1)))
    heading, random, greedy = str(found).splitlines()
    assert heading.split() == ["bot", "deals", "points", "a", "deal", "±", "more", "than", "greedy", "±", "won"]
    assert random.startswith("random")
    assert f"{found.standings[0].gain:.4f}" in random
    assert greedy.endswith(str(found.standings[1].won_interval))
    assert found._repr_html_().count("<tr>") == 3


@pytest.mark.parametrize(("bots", "games"), [(["blunt"], 5), (["greedy"], 0)])
def test_nonsense_is_refused(bots: list[str], games: int) -> None:
    with pytest.raises(RulesError):
        ladder("crash", RULES, bots, "greedy", games)


def test_games_may_be_broken_off_after_so_many_deals() -> None:
    """Then the present scores count, less those of the start, and nobody has won; a bot gains nothing against itself."""
    rules = {"preset": "pub", "players": 3}
    found = ladder("stop_the_bus", rules, ["random"], "thumb", 40, counting=Counting(Workers(1)), deals=1)
    plain, thumb = found.standings
    assert (plain.deals, thumb.deals) == (3 * 40, 3 * 40)
    assert thumb.points == pytest.approx(-1 / 3, abs=0.05)  # one of three has paid a token, if hands weren't level
    assert plain.gain == pytest.approx(plain.points - thumb.points)
    assert plain.gain < -0.2
    assert (plain.won, thumb.won, thumb.gain) == (0, 0, 0)


class Chance:
    """A bot of the tests that plays at random."""

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random) -> Any:
        return choices.answer(rng)


def test_a_bot_is_given_by_its_class() -> None:
    """In one process and in several. An object is refused, since each process makes a bot of its own."""
    given = ("crash", RULES, [Chance], "greedy", 21, 5)
    found = ladder(*given, Counting(Workers(1)))
    assert [each.bot for each in found.standings] == ["Chance", "greedy"]
    assert ladder(*given, Counting(Workers(2))) == found
    assert (
        msgspec.structs.replace(found.standings[0], bot="random")
        == ladder("crash", RULES, ["random"], "greedy", 21, 5).standings[0]
    )


def test_one_name_is_no_list_of_bots() -> None:
    with pytest.raises(RulesError, match="For challengers, ladder takes a list"):
        ladder("crash", RULES, "sharp", "greedy", 1)


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        (Chance(), r"Chance object .* is already a bot object: give its class \(Chance\) or its name"),
        (5, "5 isn't a bot: give a name, the bot's class"),
        (None, "None isn't a bot"),
        (int, "<class 'int'> isn't a bot"),
    ],
)
def test_an_object_and_what_is_no_bot_are_refused(bot: Any, sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence):
        ladder("crash", RULES, [bot], "greedy", 1)
    with pytest.raises(RulesError, match=sentence):
        ladder("crash", RULES, ["random"], bot, 1)
    with pytest.raises(RulesError, match=sentence):
        list(played("crash", RULES, [bot, "greedy", "greedy"], 1))


def test_what_cannot_be_sent_to_other_processes_is_refused_there() -> None:
    def make() -> Bot:
        return Chance()

    assert ladder("crash", RULES, [make], "greedy", 21, counting=Counting(Workers(1)))
    sentence = r"can't be sent to the other processes: .*\. Define its classes and functions at the top of a module"
    with pytest.raises(PrialError, match=sentence):
        ladder("crash", RULES, [make], "greedy", 21, counting=Counting(Workers(2)))
