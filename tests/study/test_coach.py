"""A coach says before a decision what a review says after it, from the view alone."""

from functools import cache
from random import Random
from typing import Any

import pytest

from prial.bots.bot import Advice, Bot
from prial.bots.registry import best, make
from prial.core.game import Choices, Decision, View
from prial.core.record import Record, written_move
from prial.core.registry import find, names
from prial.errors import say
from prial.study.analysis import noted
from prial.study.coach import brings, coach
from prial.study.play import play
from prial.study.review import Judged, review
from tests.campaigns import sizes, soaking

COACHED = [name for name in names() if find(name).coach]


class Coached:
    """Does what the coach says, and what a bot does where the coach says nothing."""

    def __init__(self, game: Any, bots: dict[str, str]) -> None:
        self.game, self.bots = game, bots
        self.bot: Bot = make(game, best(game.name))
        self.key = ""
        self.said: list[Advice] = []

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random) -> Any:
        advice = coach(self.game, view, self.key, noted(self.game, self.bots))
        if advice is None:
            return self.bot.choose(view, choices, rng)
        assert choices.why_not(advice.action) is None, advice
        self.said.append(advice)
        return advice.action


@cache
def played(name: str, deals: int) -> tuple[Coached, tuple[Judged, ...]]:
    """What a coach said in some deals, and what the review says about them."""
    kind = find(name)
    game = kind.make()
    bots = {str(seat): best(name) for seat in range(1, game.seats)}
    first = Coached(game, bots)
    moves: list[Any] = []

    def heard(state: Any, seat: int, action: Any) -> None:
        moves.append(written_move(game, state, seat, action))

    class Keyed:
        """The game, which also notes each decision's key for the coach, since bots aren't told keys."""

        def __getattr__(self, what: str) -> Any:
            return getattr(game, what)

        def node(self, state: Any) -> Any:
            node = game.node(state)
            if isinstance(node, Decision):
                first.key = node.key
            return node

    seated = [first, *(make(game, bot) for bot in bots.values())]
    play(Keyed(), seated, (5,), deals, heard)
    record = Record(
        prial=1,
        game=name,
        version=game.version,
        rules={},
        seats=[*"ABCDEFGH"[: game.seats]],
        moves=moves,
        notes={"bots": bots},
    )
    return first, review(game, record, seat=0).judged


@pytest.mark.parametrize("deals", sizes(1, 2))
@pytest.mark.parametrize("name", soaking(COACHED, [name for name in COACHED if name not in {"brag", "brag_poker"}]))
def test_who_does_what_the_coach_says_has_lost_nothing_by_the_review(name: str, deals: int) -> None:
    """The coach's answer is the review's best one, and both give it the same worth."""
    player, judged = played(name, deals)
    assert judged
    assert max(each.lost for each in judged) == 0
    whys = [advice.why for advice in player.said]
    for each in judged:
        told = [brings(each.worth, "").strip()]
        if not each.worth:  # to fold, say
            told.append(say("coach.nothing", {}))
        assert any(one in why for one in told for why in whys), (each.worth, whys)


@pytest.mark.parametrize("deals", sizes(1, 2))
@pytest.mark.parametrize("name", COACHED)
def test_the_coach_gives_its_reasons_in_sentences(name: str, deals: int) -> None:
    """Each begins with a capital letter and ends with a full stop. A reason contains a number, unless nothing pays."""
    player, _ = played(name, deals)
    assert player.said
    for advice in player.said:
        assert advice.style == "coach"
        for text in (advice.title, advice.why):
            assert text[0].isupper()
            assert text.endswith(".")
        assert any(letter.isdigit() for letter in advice.why) or advice.why == say("coach.nothing", {}), advice.why


@pytest.mark.parametrize(
    ("number", "told"),
    [(12.34, "makes 12.3 chips"), (0.256, "makes 0.26 chips"), (-0.004, "makes nothing"), (-3.0, "loses 3.0 chips")],
)
def test_an_amount_is_told_in_words(number: float, told: str) -> None:
    """A loss is called one, and an amount that rounds to zero is called nothing."""
    assert brings(number, "chips") == told
