"""An analysis gives the numbers of the coach and of the review, before a decision, from the view alone."""

import dataclasses
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

from prial.bots.registry import make
from prial.core.game import NATURE, Decision, Seat, State, view
from prial.core.registry import find, names
from prial.core.session import Session
from prial.errors import ActionError, RulesError
from prial.games.xap_xam.study.review import Judge
from prial.study import analysis as module
from prial.study.analysis import Analysis, analyse, noted
from prial.study.coach import brings, coach
from prial.study.review import review

ANALYSED = [name for name in names() if find(name).analysis]
FEW = 20
"""Number of worlds or deals in which actions are tried."""


def key_of(session: Session[Any, Any]) -> str:
    assert isinstance(session.node, Decision)
    return session.node.key


def decisions(name: str, number: int, seed: int = 3) -> Iterator[tuple[Session[Any, Any], Seat, Analysis]]:
    """The first decisions of a game that have something to compare. The best action is taken, where the loop took none."""
    session = Session(find(name).make(), seed=seed)
    bot = make(session.game, "random")
    while number:
        seat, moves = session.waiting[0], len(session.moves)
        found = analyse(session.game, session.view(seat), worlds=FEW, seed=key_of(session))
        if found.lines:
            number -= 1
            yield session, seat, found
        if len(session.moves) == moves:
            action = found.lines[0].action if found.lines else bot.choose(session.view(seat), session.choices(seat), Random(1))
            session.do(seat, action)


def shuffled(state: State[Any], seat: Seat) -> State[Any]:
    """The state with other cards in all piles that a seat hasn't seen. Cards that nature hasn't drawn stay undrawn."""
    hidden = [at for at, seen in enumerate(state.seen) if not seen >> seat & 1 and -1 not in state.piles[at]]
    cards = [card for at in hidden for card in state.piles[at]]
    Random(1).shuffle(cards)
    piles = list(state.piles)
    for at in hidden:
        size = len(piles[at])
        piles[at], cards = tuple(sorted(cards[:size], reverse=True)), cards[size:]
    return State(state.public, tuple(piles), state.seen)


@pytest.mark.parametrize("name", names())
def test_every_game_can_be_analysed(name: str) -> None:
    assert name in ANALYSED


@pytest.mark.parametrize("name", ANALYSED)
def test_the_best_line_is_what_the_coach_would_do(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same number for what it brings, since the decision's name is the seed."""
    monkeypatch.setattr("prial.study.decisions.WORLDS", FEW)
    session, seat, _ = next(decisions(name, 1))
    found = analyse(session.game, session.view(seat), seed=key_of(session))
    advice = coach(session.game, session.view(seat), key_of(session))
    assert advice
    assert advice.action == found.lines[0].action
    assert brings(found.lines[0].worth, found.unit) in advice.why or advice.why.startswith("On average, nothing else does better")


@pytest.mark.parametrize("name", ANALYSED)
def test_lines_are_allowed_actions_the_best_first(name: str) -> None:
    for session, seat, found in decisions(name, 3):
        assert len(found.lines) <= 5
        assert [line.worth for line in found.lines] == sorted([line.worth for line in found.lines], reverse=True)
        assert len({line.action for line in found.lines}) == len(found.lines)
        assert found.lines[0].error == 0
        for line in found.lines:
            assert line.action in session.choices(seat)
            assert session.game.read(line.text) == line.action
            assert line.error is not None
            assert line.error >= 0
            assert len(line.chances) in (0, len(found.chances))
            assert all(0 <= chance <= 1 for chance in line.chances)


@pytest.mark.parametrize("name", ANALYSED)
def test_hidden_cards_make_no_difference(name: str) -> None:
    for session, seat, found in decisions(name, 2):
        other = shuffled(session.state, seat)
        assert other != session.state
        assert view(other, seat) == session.view(seat)
        assert analyse(session.game, view(other, seat), worlds=FEW, seed=key_of(session)) == found


@pytest.mark.parametrize("name", ANALYSED)
def test_a_review_finds_the_same_worth_for_the_best_action(name: str) -> None:
    """The seat plays the analysis' best action in a deal, and the others play on at random."""
    session = Session(find(name).make(), seed=5)
    bot, rng, found, me = make(session.game, "random"), Random(5), list[Analysis](), session.waiting[0]
    while not found or not (judged := review(session.game, session.record(), seat=me, worlds=FEW).judged):
        seat = session.waiting[0]
        action = bot.choose(session.view(seat), session.choices(seat), rng)
        if seat == me:
            analysed = analyse(session.game, session.view(seat), worlds=FEW, most=1, seed=key_of(session))
            if analysed.lines:
                found.append(analysed)
                action = analysed.lines[0].action
        session.do(seat, action)
    assert [each.worth for each in judged] == [each.lines[0].worth for each in found[: len(judged)]]
    assert max(each.lost for each in judged) == 0


@pytest.mark.parametrize("name", ["brag", "stop_the_bus"])
def test_more_lines_leave_the_first_ones_as_they_are(name: str) -> None:
    session, seat, _ = next(decisions(name, 1))
    few, many = (analyse(session.game, session.view(seat), worlds=FEW, most=most) for most in (1, 8))
    assert len(few.lines) == 1
    assert len(many.lines) > 5
    assert few.lines[0] in many.lines


def test_the_bots_at_the_table_count() -> None:
    session, seat, found = next(decisions("crash", 1))
    bots = {other: "greedy" for other in range(session.game.seats) if other != seat}
    counted = analyse(session.game, session.view(seat), bots=bots, worlds=FEW, seed=key_of(session))
    assert counted != found
    notes = {"0": "greedy", "1": "greedy", "2": "greedy", "3": "nobody", "x": "greedy"}
    assert noted(session.game, notes) == dict.fromkeys(range(3), "greedy")
    assert noted(session.game, ["greedy"]) == {}


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        ({"1": "plain"}, "There is no seat '1' for the bot plain: seats are numbers, 0 to 1."),
        ({2: "plain"}, "There is no seat 2 for the bot plain"),
        ({-1: "plain"}, "There is no seat -1 for the bot plain"),
        ({1: "nobody"}, "There is no bot 'nobody' for brag; the bots are random"),
        ({1: None}, "There is no bot 'None' for brag"),
    ],
)
def test_a_bot_or_a_seat_that_is_not_there_is_refused(bots: Any, sentence: str) -> None:
    session = Session(find("brag").make({"players": 2}), seed=1)
    seen = session.view(session.waiting[0])
    for ask in (partial(analyse, worlds=FEW), coach):
        with pytest.raises(RulesError, match=sentence):
            ask(session.game, seen, bots=bots)


def test_a_seat_that_does_not_decide_has_no_analysis() -> None:
    session = Session(find("stop_the_bus").make(), seed=1)
    (seat,) = session.waiting
    for other in (None, (seat + 1) % session.game.seats):
        with pytest.raises(ActionError, match="nothing to decide"):
            analyse(session.game, session.view(other))


def test_before_the_deal_nobody_decides() -> None:
    for name in names():
        session = Session(find(name).make(), shuffles=False)
        with pytest.raises(ActionError, match="nothing to decide"):
            analyse(session.game, session.view(0))


def test_a_game_without_an_analysis_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(find("crash").make(), seed=1)
    monkeypatch.setattr(module, "find", lambda _: dataclasses.replace(find("crash"), analysis=""))
    with pytest.raises(RulesError, match="Crash has no analysis"):
        analyse(session.game, session.view(0))


@pytest.mark.parametrize("given", [{"most": 0}, {"worlds": 1}])
def test_numbers_that_are_too_small_are_refused(given: dict[str, Any]) -> None:
    session = Session(find("xap_xam").make(), seed=1)
    with pytest.raises(ValueError, match=r"at least (1 line|2 worlds)"):
        analyse(session.game, session.view(0), **given)


def test_where_nothing_is_to_be_compared_there_are_no_lines() -> None:
    """Between two deals of Brag all say whether they play on."""
    session = Session(find("brag").make({"players": 2}), seed=1)
    session.do(session.waiting[0], "fold")
    found = analyse(session.game, session.view(session.waiting[0]))
    assert found.lines == ()
    assert str(found) == "There is nothing to compare."
    assert "There is nothing to compare." in found._repr_html_()


def test_an_analysis_is_printed_as_a_table() -> None:
    session = Session(find("xap_xam").make(), seed=1)
    found = analyse(session.game, session.view(0), most=2)
    heading, first, second = str(found).splitlines()
    assert heading.split() == ["action", "units", "±", "to", "the", "best", "lower", "middle", "upper"]
    assert first.startswith(found.lines[0].text)
    assert f"{found.lines[1].worth:.2f}" in second
    assert found._repr_html_().count("<tr>") == 3
    assert found.lines[0].text in found._repr_html_()


# Independent ways to the numbers


def crash(until: Callable[[Session[Any, Any]], bool], seed: int = 1, **given: object) -> Session[Any, Any]:
    """A game of Crash up to a decision, in which all lay their strongest hands first and call and swap nothing."""
    session = Session(find("crash").make(given), seed=seed)
    bot = make(session.game, "greedy")
    while not until(session):
        seat = session.waiting[0]
        session.do(seat, bot.choose(session.view(seat), session.choices(seat), Random(1)))
    return session


def test_points_at_crash_are_the_chances_added_up() -> None:
    session = crash(lambda session: bool(session.waiting), crash="bonus", crash_points=2, four_bonus="none")
    found = analyse(session.game, session.view(session.waiting[0]), worlds=500)
    assert len(found.lines) > 1
    for line in found.lines:
        *places, every = line.chances
        assert line.worth == pytest.approx(sum(places) + 2 * every)


def test_pots_at_crash_are_the_chances_added_up() -> None:
    session = crash(lambda session: bool(session.waiting), players=3, cards=9, scoring="pot")
    found = analyse(session.game, session.view(session.waiting[0]), worlds=500)
    assert found.chances == ("every place", "stays")
    assert found.note
    for line in found.lines:
        every, stays = line.chances
        assert line.worth == pytest.approx(every + stays / 3)


def test_a_swap_at_crash_is_measured_in_games() -> None:
    session = crash(lambda session: ".swap." in key_of(session), players=3, spare="swap")
    seat = session.waiting[0]
    found = analyse(session.game, session.view(seat))
    assert {line.text for line in found.lines} == {"swap", "keep"}
    assert found.unit == "games"
    assert all(line.error is None for line in found.lines)
    advice = coach(session.game, session.view(seat))
    assert advice
    assert advice.action == found.lines[0].action
    assert str(found).count("–") == 2


def test_an_announcement_at_crash_is_worth_what_it_brings() -> None:
    rules: dict[str, Any] = {"crash_call": "optional", "called_reward": 30, "failed_call_penalty": 1}
    best = set()
    for seed in range(12):
        session = crash(lambda session: ".call." in key_of(session), seed, players=2, cards=7, **rules)
        seat = session.waiting[0]
        found = analyse(session.game, session.view(seat), worlds=4000)
        worth = {line.text: line.worth for line in found.lines}
        (every,) = found.lines[0].chances
        assert worth["pass"] == 0
        # The bot reads the chance to make a crash from its table; the chance beside it comes from deals
        assert worth["call"] == pytest.approx(30 * every - (1 - every), abs=3)
        advice = coach(session.game, session.view(seat))
        assert advice
        assert advice.action == found.lines[0].action
        assert found.lines[0].worth == max(worth.values())
        best.add(found.lines[0].text)
    assert best == {"call", "pass"}


def test_a_thirteen_straight_wins_the_game() -> None:
    game = find("crash").make({"players": 2, "thirteen_straight": "wins_game"})
    session = Session(game, shuffles=False)
    session.do(NATURE, 0)
    straight = [4 * rank + rank % 4 for rank in range(13)]
    left = [card for card in range(52) if card not in straight]
    hands = (tuple(straight[::-1]), tuple(left[:13][::-1]))
    session.do(NATURE, hands)
    found = analyse(game, session.view(0), worlds=FEW)
    assert found.lines[0].text == "thirteen_straight"
    assert found.lines[0].worth == game.rules.target
    assert len(found.lines) > 1
    advice = coach(game, session.view(0))
    assert advice
    assert advice.action == found.lines[0].action


def test_no_setting_of_xap_xam_is_worth_more() -> None:
    """Of the 72,072 ways to set the cards, each line's worth is the judge's, and none is worth more than the best."""
    session = Session(find("xap_xam").make(), seed=4)
    seat = session.waiting[0]
    found = analyse(session.game, session.view(seat))
    game: Any = session.game
    judge, dealer = Judge(game), seat == session.view(seat).public.dealer
    opponents = round(found.lines[0].worth / judge.worth(found.lines[0].action, dealer=dealer))
    assert [line.worth for line in found.lines] == [opponents * judge.worth(line.action, dealer=dealer) for line in found.lines]
    choices, rng = session.choices(seat), Random(1)
    assert max(judge.worth(choices.sample(rng), dealer=dealer) for _ in range(3000)) * opponents <= found.lines[0].worth
