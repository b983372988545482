"""Arguments of a wrong type are refused in one sentence, and never fail deep inside with an error of Python's."""

import inspect
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from importlib import import_module
from random import Random
from typing import Any, Literal

import numpy as np
import pytest

import prial.core
import prial.study
from prial import cards, drawn
from prial.arguments import explained
from prial.arrange import fives, search
from prial.bots import registry as bots
from prial.cards import parse
from prial.core import compared, given, lines, record, registry, unknown
from prial.core.printed import pictured
from prial.core.rules import Preset
from prial.core.session import Session
from prial.errors import PrialError, RulesError, refuse
from prial.games import brag, brag_poker, crash, stop_the_bus, xap_xam
from prial.games.brag.guide import guide
from prial.games.brag.study.walk import path_of
from prial.games.crash.study.simulate import simulate
from prial.ranks import brag as ranks
from prial.ranks import classes, many, poker, wild
from prial.ranks.classes import Weighted
from prial.study import analysis, coach, intervals, ladder, odds, play, played, ranges, results, review, reviews, sheet, worlds
from prial.study.chunks import in_chunks
from prial.study.matches import matches
from prial.study.solve.hands import classes as hands

OF, POKER = ranks.ranking(), poker.ranking()
KIND = registry.find("brag")
GAME = KIND.make({"players": 2})
SESSION = Session(GAME, ["Ann", "Ben"], seed=1)
VIEW, RECORD = SESSION.view(SESSION.waiting[0]), SESSION.record()
HAND, THIRTEEN = parse("AsAhAd"), "As Ah 3d 3c Ks Qs Js 9h 8d 7c 5s 5d 2h"

ODD: dict[str, Any] = {
    "cards as text": "AsAhAd",
    "cards": HAND,
    "texts": ["AsAh"],
    "none": None,
    "number": 7,
    "below zero": -1,
    "fraction": 1.5,
    "empty text": "",
    "empty list": [],
    "empty tuple": (),
    "empty mapping": {},
    "empty set": set(),
    "numbers": {1, 2},
    "anything": object(),
    "kind": KIND,
    "session": SESSION,
}

CALLS: dict[str, tuple[Callable[..., Any], list[Any]]] = {
    "Ranking.strength": (OF.strength, [HAND]),
    "Ranking.label": (OF.label, [5]),
    "Ranking.shape": (OF.shape, [5]),
    "Ranking.category": (OF.category, [5]),
    "Ranking.least": (OF.least, ["pair"]),
    "Ranking.three": (OF.three, [1, 2, 3]),
    "Ranking.threes": (OF.threes, [THIRTEEN]),
    "poker.strength": (POKER.strength, [HAND]),
    "poker.label": (POKER.label, [5]),
    "poker.shape": (POKER.shape, [5]),
    "poker.category": (POKER.category, [5]),
    "poker.least": (POKER.least, ["pair"]),
    "ranking": (ranks.ranking, ["threes", "ace_two_three", "no_hand", frozenset(HAND)]),
    "poker.ranking": (poker.ranking, ["lowest"]),
    "is_straight": (poker.is_straight, [(1, 2, 3)]),
    "Class": (classes.Class, [OF, [1, 2]]),
    "held": (classes.held, [OF, "KK"]),
    "strengths": (classes.strengths, [OF, "KK"]),
    "is_class": (classes.is_class, ["KK"]),
    "worths": (many.worths, [OF, [HAND]]),
    "every_hand": (lambda pack, size: [*many.every_hand(pack, size)], [THIRTEEN, 3]),
    "wild_cards": (wild.wild_cards, ["twos"]),
    "wild_text": (wild.wild_text, ["twos"]),
    "wild_name": (wild.wild_name, [frozenset(HAND)]),
    "odds": (odds.odds, [OF, 3, ()]),
    "dealt": (odds.dealt, [OF, "pair", THIRTEEN, 3]),
    "left_of": (odds.left_of, [HAND]),
    "as_odds": (odds.as_odds, [1, 2]),
    "equities": (
        lambda of, held, left, size, samples, seed: odds.equities(of, held, left, cards=size, samples=samples, seed=seed),
        [OF, ["AsAh", "KK"], None, 3, 100, 1],
    ),
    "chances": (odds.chances, [OF, "AsAh", ["KK"], None, 3, None]),
    "hands_of": (ranges.hands_of, [OF, "KK", None, 3]),
    "classes.of": (hands().of, ["AsAhAd"]),
    "front": (search.front, [THIRTEEN, OF, 4]),
    "greedy": (search.greedy, [THIRTEEN, OF, 4]),
    "fives.front": (lambda hand, of: fives.front(hand, of, level=False), [THIRTEEN, POKER]),
    "fives.greedy": (lambda hand, of: fives.greedy(hand, of, level=False), [THIRTEEN, POKER]),
    "ways": (brag_poker.ways, [OF, "AsQs2d", "4c", None]),
    **{
        f"{package.__name__}.ranking_of": (package.ranking_of, [package.KIND.make({}).rules])
        for package in (brag, brag_poker, crash, stop_the_bus, xap_xam)
    },
    "guide": (guide, [GAME, VIEW]),
    "path_of": (path_of, [VIEW]),
    "open_sheet": (sheet.open_sheet, [sheet.Sheet(prial_sheet=1, game="crash", names=("Ann", "Bob"))]),
    "payments": (sheet.payments, [(1, -1)]),
    "pictured": (pictured, ["As", "Title"]),
    "matches": (matches, [GAME, ["random", "random"], 1, 1]),
    "Weighted": (Weighted, [OF, {1: 0.5}]),
    "Schema.read": (KIND.schema.read, ["", "mine"]),
    "Schema.save": (KIND.schema.save, [Preset(name="mine", game="brag")]),
    "parse": (cards.parse, ["As"]),
    "cards_of": (cards.cards_of, ["As"]),
    "rank": (cards.rank, [1]),
    "suit": (cards.suit, [1]),
    "name": (cards.name, [1]),
    "names": (cards.names, [HAND]),
    "symbol": (cards.symbol, [1]),
    "symbols": (cards.symbols, [HAND]),
    "best_first": (cards.best_first, [HAND]),
    "as_laid": (cards.as_laid, [HAND]),
    "draw": (drawn.draw, [HAND]),
    "make": (KIND.make, [{"players": 2}, None]),
    "find": (registry.find, ["brag"]),
    "open_record": (registry.open_record, [RECORD]),
    "play": (play.play, [GAME, ["plain", "plain"], 1, 1]),
    "match": (
        lambda game, seated, seed, names: play.match(game, seated, seed, names, most=1),
        [GAME, ["plain"] * 2, 1, ["A", "B"]],
    ),
    "ladder": (
        lambda game, rules, rated, field: ladder.ladder(game, rules, rated, field, games=1, deals=1),
        ["brag", {"players": 2}, ["plain"], "plain"],
    ),
    "played": (lambda *given: [*played.played(given[0], given[1], given[2], 1)], ["brag", {"players": 2}, ["plain", "plain"]]),
    "summed": (played.summed, [[]]),
    "results": (results.results, [[RECORD]]),
    "review": (lambda game, whole: review.review(game, whole, worlds=2), [GAME, RECORD]),
    "sums": (reviews.sums, [[]]),
    "wilson": (intervals.wilson, [1, 3]),
    "mean_of": (intervals.mean_of, [6, 14, 3]),
    "worlds": (lambda game, view, seed: worlds.worlds(game, view, 2, seed), [GAME, VIEW, 1]),
    "analyse": (
        lambda game, view, seats, also, seed: analysis.analyse(game, view, bots=seats, worlds=2, also=also, seed=seed),
        [GAME, VIEW, None, (), 1],
    ),
    "coach": (coach.coach, [GAME, VIEW, "1", None]),
    "advise": (bots.advise, [GAME, VIEW, Random(1)]),
    "bots.make": (bots.make, [GAME, "plain"]),
    "bots.names": (bots.names, ["brag"]),
    "bots.best": (bots.best, ["brag"]),
    "bots.about": (bots.about, ["brag", "plain"]),
    "write": (record.write, [RECORD]),
    "write_all": (lambda records: [*record.write_all(records)], [[RECORD]]),
    "along": (record.along, [RECORD, "1"]),
    "replay": (lambda game, whole: [*record.replay(game, whole)], [GAME, RECORD]),
    "headings": (record.headings, [RECORD]),
    "promoted": (lines.promoted, [RECORD, "1"]),
    "removed": (lines.removed, [RECORD, "1"]),
    "numbered": (lambda given: [*lines.numbered(given)], [[]]),
    "completed": (unknown.completed, [RECORD, 1]),
    "is_whole": (unknown.is_whole, [RECORD]),
    "drawn": (unknown.drawn, [RECORD]),
    "compare": (compared.compare, [GAME, GAME]),
    "faults": (given.faults, [GAME, SESSION.state]),
    "Session": (lambda game, names, seed, start: Session(game, names, seed, start=start), [GAME, ["A", "B"], 1, None]),
    "Session.of": (lambda whole, seed, moves: Session.of(whole, seed, moves=moves), [RECORD, 1, None]),
    "do": (lambda seat, action: SESSION.copy().do(seat, action), [VIEW.seat, "look"]),
    "texts": (lambda seat: [*SESSION.texts(seat)], [VIEW.seat]),
    "view": (SESSION.view, [0]),
    "choices": (SESSION.choices, [VIEW.seat]),
    "comment": (lambda text, number: SESSION.copy().comment(text, number), ["Well done.", 1]),
    "keep_line": (lambda other, name: SESSION.copy().keep_line(other, name), [SESSION, "Other"]),
    "deal": (lambda dealt, out: Session(GAME, shuffles=False).deal(dealt, without=out), [{0: "As"}, "Kd"]),
}
"""Maps the names of public functions to the function and arguments that it takes."""


@pytest.mark.parametrize("name", CALLS)
def test_a_public_function_refuses_odd_arguments_in_a_sentence(name: str) -> None:
    function, usual = CALLS[name]
    refused = list[str]()
    for at in range(len(usual)):
        for odd in ODD.values():
            try:
                function(*usual[:at], odd, *usual[at + 1 :])
            except PrialError as error:
                refused.append(str(error))
    assert refused
    assert all(sentence.endswith(".") for sentence in refused)


def test_a_sentence_says_what_is_wanted_and_what_was_given() -> None:
    with pytest.raises(RulesError) as caught:
        odds.odds(OF, odds.left_of("AsAh"))  # type: ignore[arg-type]
    assert str(caught.value) == (
        "For cards, odds takes a whole number, and not a value of the type list "
        "(number of cards dealt to a hand, 3 to 5; the best three count)."
    )


def test_a_strength_may_be_given_by_a_hand() -> None:
    for of, hand in ((OF, "AsAhAd"), (POKER, "AsAhAdKsKh"), (OF, "Kd7c2s")):
        strength = of.strength(parse(hand))
        assert of.strength(hand) == strength
        for each in (hand, parse(hand), [*parse(hand)]):
            assert (of.label(each), of.shape(each), of.category(each)) == (
                of.label(strength),
                of.shape(strength),
                of.category(strength),
            )
    assert OF.label(0) == "no hand"
    for wrong in (-1, OF.size + 1, "AsAh", 1.5):
        with pytest.raises(PrialError, match=r"is not a (strength|Brag hand)"):
            OF.label(wrong)  # type: ignore[arg-type]


def _public() -> Iterator[Callable[..., Any]]:
    """All public functions and methods of what is below the server and of the studies."""
    for package in (prial.core, prial.study, *[import_module(f"prial.games.{name}.study") for name in registry.names()]):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for name, value in vars(import_module(found.name)).items():
                if name.startswith("_") or getattr(value, "__module__", "") != found.name:
                    continue
                of = vars(value).items() if inspect.isclass(value) else [(name, value)]
                for own, each in of:
                    function = getattr(each, "__func__", each)
                    if inspect.isfunction(function) and (own == "__init__" or not own.startswith("_")):
                        yield function


SEEDED = {
    f"{function.__module__}.{function.__qualname__}": function
    for function in _public()
    if inspect.signature(function).parameters.get("seed")
    and inspect.signature(function).parameters["seed"].annotation in (int, int | str, int | Sequence[int])
    and not function.__qualname__.startswith(("Noticed.", "Streamed.", "stream", "seeds"))
}
"""Maps names of public functions to those that take a seed; without four that get a seed which was checked."""


def test_functions_with_a_seed_are_found() -> None:
    some = ("study.analysis.analyse", "study.odds.equities", "core.session.Session.of", "games.crash.study.simulate.simulate")
    assert {f"prial.{name}" for name in some} <= {*SEEDED}


@pytest.mark.parametrize("name", SEEDED)
def test_what_is_no_seed_is_refused_at_the_call(name: str) -> None:
    """Whatever the other arguments are. Here they are left out, or there is one that no function takes."""
    for seed in (None, 1.5, True, b"1", np.float64(1), [0.5], ["1"]):
        with pytest.raises(RulesError, match=r" is not a seed: give a whole number( or a (text|list))?; secrets\."):
            SEEDED[name](seed=seed)
    with pytest.raises(TypeError, match="unexpected keyword argument 'nothing'"):
        SEEDED[name](seed=np.int64(1), nothing=1)


def test_numpys_whole_numbers_are_seeds() -> None:
    assert Session(GAME, seed=np.int64(7)).record() == Session(GAME, seed=7).record()  # type: ignore[arg-type]
    for one, other in ((np.int64(7), 7), (np.array([7, 2]), (7, 2)), ([np.uint8(7), 2], (7, 2))):
        assert play.match(GAME, ["plain", "plain"], one).record() == play.match(GAME, ["plain", "plain"], other).record()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (lambda: ladder.ladder("crash", {}, ["sharp"], "greedy", True, 1), "games"),
        (lambda: odds.equities(OF, [HAND, "pair"], samples=True), "samples"),
        (lambda: review.review(GAME, RECORD, worlds=True), "worlds"),
    ],
)
def test_true_is_no_number(call: Callable[[], Any], argument: str) -> None:
    with pytest.raises(RulesError, match=f"For {argument}, .* takes a whole number.*, and not True"):
        call()


@pytest.mark.parametrize("number", [1.5, 1.0, True, "1"])
@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("most, play", lambda number: play.play(GAME, ["plain"] * 2, 1, number)),
        ("most, match", lambda number: play.match(GAME, ["plain"] * 2, 1, most=number)),
        ("most, matches", lambda number: matches(GAME, ["random"] * 2, 1, most=number)),
        ("deals, ladder", lambda number: ladder.ladder("brag", {"players": 2}, ["plain"], "plain", games=1, deals=number)),
        ("most, analyse", lambda number: analysis.analyse(GAME, VIEW, worlds=2, most=number)),
    ],
)
def test_a_limit_is_a_whole_number(name: str, call: Callable[[Any], Any], number: Any) -> None:
    with pytest.raises(RulesError, match=rf"^For {name} takes a whole number( or None)?, and not "):
        call(number)


@pytest.mark.parametrize(
    "call",
    [
        lambda: odds.equities(OF, ["AsAh", None, None], seed=-1),
        lambda: odds.chances(OF, "AsAhAd", [None], odds.left_of("AsAhAd"), seed=-1),
        lambda: [*simulate(crash.CrashGame(crash.CrashRules()), ["greedy"] * 4, 10, -1)],
        lambda: in_chunks(10, (1, -1), lambda number, _: number, int, asked={}),
    ],
)
def test_numpys_generators_take_no_seed_below_0(call: Callable[[], Any]) -> None:
    with pytest.raises(RulesError, match=r"^Here a seed is a whole number from 0, not -1\.$"):
        call()


class _Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class _Other:
    """Something of a class of its own."""


@explained
def takes(  # noqa: PLR0917  # one of each kind
    whole: int = 1,
    number: float = 1.0,
    text: str = "",
    listed: Sequence[str] = (),
    some: Iterable[int] = (),
    named: Mapping[str, int] | None = None,
    other: _Other | None = None,
    colour: _Colour = _Colour.RED,
    one: Literal["a", "b"] = "a",
    call: Callable[[], int] = int,
    pairs: Sequence[tuple[int, str]] = (),
    *rest: str,
    anything: Any = None,
) -> tuple[Any, ...]:
    """Take one of each kind, and fail.

    Args:
        whole: how many. It is checked.
        text: `prial.cards.parse` reads it.
    """
    if anything == "works":
        return whole, number, text, listed, some, named, other, colour, one, call, pairs, rest
    raise anything if isinstance(anything, Exception) else TypeError("of Python's")


@pytest.mark.parametrize(
    ("name", "fits", "refused"),
    [
        ("whole", [1, np.int64(2)], [True, 1.0, "1", None]),
        ("number", [1, 1.5, np.float64(2)], [True, "1", None]),
        ("text", ["x"], [1, b"x", None]),
        ("listed", [["x"], ("x",), [], np.array(["x"])], ["x", [1], {"x"}, iter("x"), None]),
        ("some", [[1], {1}, iter([1]), range(3), np.arange(3)], ["1", 1, None]),
        ("named", [{}, {"a": 1}, None], [[("a", 1)], "a"]),
        ("other", [_Other(), None], [_Other, 1]),
        ("colour", [_Colour.BLUE, "blue"], [1, None]),
        ("one", ["a", "b"], ["c", None]),
        ("call", [len, lambda: 1], [1, None]),
        ("pairs", [[], [(1, "a")]], [[1], [(1,)], [(1, 2)], "ab"]),
        ("anything", [None, 1, object()], []),
    ],
)
def test_each_kind_of_annotation_is_checked(name: str, fits: list[Any], refused: list[Any]) -> None:
    for value in fits:
        with pytest.raises(TypeError, match="of Python's"):
            takes(**{name: value})
    for value in refused:
        with pytest.raises(RulesError, match=f"For {name}, takes takes .*, and not "):
            takes(**{name: value})


def test_what_works_and_what_is_refused_otherwise_is_left_alone() -> None:
    assert takes("x", anything="works")[0] == "x"  # type: ignore[arg-type]
    for error in (RulesError(refuse("odds.alone")), ZeroDivisionError("one of its own")):
        with pytest.raises(type(error)) as caught:
            takes("x", anything=error)  # type: ignore[arg-type]
        assert caught.value is error


def test_arguments_are_checked_by_place_too() -> None:
    with pytest.raises(RulesError, match=r"For text, takes takes a text, and not 3 \(prial.cards.parse reads it\)\."):
        takes(1, 1.0, 3)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="For rest, takes takes a text, and not 3"):
        takes(1, 1.0, "", (), (), None, None, _Colour.RED, "a", int, (), "x", 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="unexpected keyword argument 'nothing'"):
        takes(nothing=1)  # type: ignore[call-arg]


def test_the_decorated_function_stays_itself() -> None:
    assert takes.__name__ == "takes"
    assert str(inspect.signature(odds.left_of)) == "(gone: str | collections.abc.Iterable[int]) -> list[int]"


def test_a_function_that_yields_refuses_at_the_call() -> None:
    @explained
    def count(most: int) -> Iterator[int]:
        yield from range(most)

    assert [*count(3)] == [0, 1, 2]
    with pytest.raises(RulesError, match="For most, count takes a whole number, and not 'x'"):
        count("x")  # type: ignore[arg-type]


def test_a_function_that_returns_an_iterator_refuses_at_the_call() -> None:
    """What it does comes later, where no error could be explained."""

    @explained
    def count(most: int) -> Iterator[int]:
        return (number for last in [most] for number in range(last))

    assert [*count(3)] == [0, 1, 2]
    with pytest.raises(RulesError, match="For most, count takes a whole number, and not 'x'"):
        count("x")  # type: ignore[arg-type]
    with pytest.raises(RulesError, match=r"For games, matches takes a whole number, and not 2\.5"):
        matches(GAME, ["random", "random"], 2.5)  # type: ignore[arg-type]


def test_a_sentence_names_the_function_that_was_called() -> None:
    """`hands_of` passes its arguments to `weighed`, and `completed` asks `is_whole`: nobody called these."""
    with pytest.raises(RulesError, match="For cards, hands_of takes a whole number, and not '3'"):
        ranges.hands_of(OF, "KK", cards="3")  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="For record, completed takes a record"):
        unknown.completed("x")  # type: ignore[arg-type]

    @explained
    def outer(text: str) -> int:
        return len([*ranges.hands_of(OF, text, cards="3")])  # type: ignore[arg-type]

    with pytest.raises(RulesError, match="For cards, hands_of takes"):  # a mistake of its own, and not of who calls it
        outer("KK")
