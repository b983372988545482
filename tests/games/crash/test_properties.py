"""Properties of every game of Crash under any rules: symmetries, texts, counts."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest

from prial.cards import RANKS, names, parse, symbols
from prial.core.chance import Draw
from prial.core.first_dealer import FirstDealer
from prial.core.game import NATURE, Chance, Decision, Over, State, View, view
from prial.core.step import Step, step
from prial.errors import ActionError, Refusal
from prial.games.crash import CrashGame
from prial.games.crash.actions import Action, Lay, Word, read_action, write_action
from prial.games.crash.choices import Arranging, Asked
from prial.games.crash.rules import SCHEMA, CrashRules
from prial.games.crash.state import Phase, Table
from tests.campaigns import soaking
from tests.games.crash.oracle import Hand
from tests.games.crash.rigged import WISHES, random_rules, rig
from tests.games.crash.table import Playing

SEEDS = soaking(range(60), range(20))
Moves = list[tuple[int, Any]]
"""Seats and their actions, chance included, in the order of play."""


def some_game(rng: Random, rules: CrashRules, most: int = 60) -> Moves:
    """The moves of a random game, up to about this many, with many rare hands."""
    game = CrashGame(rules)
    state, gathered, moves = game.start(), dict[int, Any](), Moves()
    while len(moves) < most:
        node = game.node(state)
        if isinstance(node, Over):
            break
        if isinstance(node, Chance):
            outcome: Any = node.draw.sample(rng)
            if isinstance(node.draw, Draw):
                outcome = rig(node.draw, rng, list(WISHES))
            turns = [(NATURE, outcome)]
        else:
            turns = [(seat, game.choices(view(state, seat)).sample(rng)) for seat in node.seats]
        for seat, action in turns:
            moves.append((seat, action))
            done = step(game, state, gathered, seat, action)
            assert isinstance(done, Step)
            state, gathered = done.state, dict(done.gathered)
    return moves


def played(rules: CrashRules, moves: Moves) -> list[Step[Table, Action]]:
    """The steps of a game with these moves."""
    game = CrashGame(rules)
    state, gathered, steps = game.start(), dict[int, Any](), []
    for seat, action in moves:
        done = step(game, state, gathered, seat, action)
        assert isinstance(done, Step), f"{seat} {action}: {done}"
        state, gathered = done.state, dict(done.gathered)
        steps.append(done)
    return steps


def each_seed(test: Callable[[Random, CrashRules], None]) -> Callable[[int], None]:
    """Run a property under random rules."""

    @pytest.mark.parametrize("seed", SEEDS)
    def run(seed: int) -> None:
        rng = Random(f"{test.__name__} {seed}")
        test(rng, random_rules(rng))

    return run


@each_seed
def test_the_order_of_locking_does_not_matter(rng: Random, rules: CrashRules) -> None:
    moves = some_game(rng, rules)
    shuffled: Moves = []
    block: Moves = []
    game, state = CrashGame(rules), CrashGame(rules).start()
    for done, (seat, action) in zip(played(rules, moves), moves, strict=True):
        block.append((seat, action))
        if done.state is not state:
            assert isinstance(game.node(state), Chance | Decision)
            shuffled += rng.sample(block, len(block))
            state, block = done.state, []
    shuffled += block
    ends = [[done.state for done in played(rules, these) if not done.gathered] for these in (moves, shuffled)]
    assert ends[0] == ends[1]
    told = [[done.told for done in played(rules, these) if not done.gathered] for these in (moves, shuffled)]
    assert told[0] == told[1]


@each_seed
def test_suits_never_rank(rng: Random, rules: CrashRules) -> None:
    suits = rng.sample(range(4), 4)

    def moved(hand: Hand) -> Hand:
        return tuple(4 * (card // 4) + suits[card % 4] for card in hand)

    moves = some_game(rng, rules)
    others: Moves = []
    for seat, action in moves:
        if isinstance(action, Lay):
            others.append((seat, Lay(tuple(map(moved, action.hands)), action.knock)))
        elif isinstance(action, tuple):
            others.append((seat, tuple(tuple(sorted(moved(pile), reverse=True)) for pile in action)))
        else:
            others.append((seat, action))
    for one, other in zip(played(rules, moves), played(rules, others), strict=True):
        assert one.state.public == other.state.public


@each_seed
def test_turning_the_table_turns_the_result(rng: Random, rules: CrashRules) -> None:
    players = rules.players
    by = rng.randrange(1, players)

    def to(seat: int) -> int:
        return (seat + by) % players

    def turned(values: Sequence[Any]) -> list[Any]:
        return [values[(seat - by) % players] for seat in range(players)]

    moves = some_game(rng, rules)
    others: Moves = []
    for seat, action in moves:
        if seat != NATURE:
            others.append((to(seat), action))
        elif isinstance(action, int):
            others.append((NATURE, to(action)))
        else:
            others.append((NATURE, (*turned(action[:players]), *action[players:])))
    theirs = rules
    if rules.first_dealer is FirstDealer.NAMED:
        theirs = replace(rules, named_dealer=to(rules.named_dealer - 1) + 1)
    for one, other in zip(played(rules, moves), played(theirs, others), strict=True):
        a, b = one.state.public, other.state.public
        for field in ("scores", "ledger", "booked"):
            assert turned(getattr(a, field)) == list(getattr(b, field)), field
        for field in ("playing", "level", "called", "swapped"):
            assert {to(seat) for seat in getattr(a, field)} == set(getattr(b, field)), field
        assert (a.phase, a.deal, a.pot) == (b.phase, b.deal, b.pot)
        assert [to(seat) for seat in a.asked] == list(b.asked)
        if a.last is not None:
            assert b.last is not None
            assert {to(seat) for seat in a.last.winners} == set(b.last.winners)
            assert [None if p.winner is None else to(p.winner) for p in a.last.places] == [p.winner for p in b.last.places]


@each_seed
def test_where_the_table_sorts_it_does_not_matter_how_hands_are_laid(rng: Random, rules: CrashRules) -> None:
    if str(rules.order) != "sorted":
        given = {**SCHEMA.written(rules), "order": "sorted"}
        for unused in ("foul", "found"):
            given.pop(unused, None)
        rules = SCHEMA.make(given)
    moves = some_game(rng, rules)
    others: Moves = []
    for seat, action in moves:
        if isinstance(action, Lay):
            hands = [tuple(rng.sample(hand, len(hand))) for hand in action.hands]
            others.append((seat, Lay(tuple(rng.sample(hands, len(hands))), action.knock)))
        else:
            others.append((seat, action))
    for one, other in zip(played(rules, moves), played(rules, others), strict=True):
        assert one.state.public == other.state.public


# --- texts ------------------------------------------------------------------------------------------------------------


@each_seed
def test_an_action_is_read_back_from_its_text(rng: Random, rules: CrashRules) -> None:
    for seat, action in some_game(rng, rules):
        if seat == NATURE:
            continue
        assert read_action(write_action(action)) == action
        assert read_action(f"  {write_action(action).upper()} ") == action
        if isinstance(action, Lay) and all(len(hand) == 3 for hand in action.hands):
            knock = " knock" if action.knock else ""
            assert read_action("lay " + symbols([card for hand in action.hands for card in hand]) + knock) == action
            assert read_action("lay " + " / ".join(names(hand, "-") for hand in action.hands) + knock) == action


@pytest.mark.parametrize(
    ("text", "word"), [("Six pairs", "six_pairs"), ("thirteen-straight", "thirteen_straight"), (" KEEP ", "keep")]
)
def test_a_word_may_be_written_as_it_is_said(text: str, word: str) -> None:
    assert read_action(text) is Word(word)


def test_hands_written_apart_are_not_regrouped() -> None:
    """Illegal hands are refused as written, and never corrected."""
    assert read_action("lay AsAh KsKhQd 7c") == Lay((parse("AsAh"), parse("KsKhQd"), parse("7c")))
    t = Playing(players=2)
    t.deal("AsAh KsKhQd 7c")
    assert t.refused(0, "lay AsAh KsKhQd 7c") == "crash.hand_size"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "'' is not an action: write lay and your hands"),
        ("lay AsAhXx", "'Xx' at position 5 is not a card"),
        ("lay AsAhAs", "As is there twice"),
        ("stand", "'stand' is not an action"),
    ],
)
def test_text_that_is_no_action_is_named(text: str, says: str) -> None:
    with pytest.raises(ActionError, match=says):
        read_action(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("lay", "At least one hand must be laid."),
        ("lay AsAhAd KsKhKd QsQhQd JsJhJd 9c", "You laid 5 hands, but there are only 4 places."),
        ("lay AsAhAdAc", "AsAhAdAc is not a hand: a hand has three cards."),
        ("lay AsAh2c", "2c isn't in your hand."),
        ("lay AsAhAd knock", "Nobody knocks under these rules."),
        ("swap", "You can't swap now; you can lay your hands."),
        ("six pairs", "Six pairs count for nothing under these rules."),
    ],
)
def test_what_is_not_allowed_is_refused_in_a_sentence(text: str, says: str) -> None:
    t = Playing(players=2)
    t.deal("AsAhAdAc KsKhKd QsQhQd JsJhJd")
    done = step(t.game, t.state, t.gathered, 0, read_action(text))
    assert isinstance(done, Refusal)
    assert str(done) == says


@pytest.mark.parametrize(
    ("asked", "text", "says"),
    [
        (Asked(), "swap 1", "There is nothing for you to do now."),
        (
            Asked(Word.SWAP_1, Word.SWAP_2, Word.KEEP),
            "six pairs",
            "You can't declare six pairs now; you can swap 1, swap 2 or keep.",
        ),
        (Asked(Word.CALL, Word.PASS), "lay AsAhAd", "You can't lay now; you can call or pass."),
    ],
)
def test_a_word_that_is_not_possible_is_refused_with_those_that_are(asked: Asked, text: str, says: str) -> None:
    assert str(asked.why_not(read_action(text))) == says


# --- choices ----------------------------------------------------------------------------------------------------------

SMALL: list[dict[str, Any]] = [
    {"cards": 9},
    {"cards": 9, "order": "as_laid"},
    {"cards": 7, "order": "as_laid"},
    {"cards": 6, "four_bonus": "knock"},
    {"cards": 9, "weak_hand": "not_laid", "four_bonus": "knock"},
    {"cards": 9, "four_bonus": "knock", "order": "as_laid", "weak_hand": "not_laid"},
    {"cards": 9, "four_of_a_kind": "beats_all"},
    {"cards": 9, "four_of_a_kind": "beats_all", "order": "as_laid", "weak_hand": "not_laid", "min_hand": "flush"},
    {"weak_hand": "not_laid", "min_hand": "flush", "six_pairs": "may_void"},
]


def arranging(given: dict[str, Any], *hands: str) -> Arranging:
    t = Playing(players=2, **given)
    t.deal(*hands)
    choices = t.game.choices(view(t.state, 0))
    assert isinstance(choices, Arranging)
    return choices


@pytest.mark.parametrize("given", SMALL)
@pytest.mark.parametrize("hand", ["4s4h4d4c 9s9h9d 2c2d", "As Kh Qs Jd 9h 8c 6s 4d 3c", "As2s3s AhKdQs 7c7d7h"])
def test_count_is_the_number_of_choices_and_each_is_allowed_once(given: dict[str, Any], hand: str) -> None:
    choices = arranging(given, names(parse(hand)[: given.get("cards", 13)]))
    listed = list(choices)
    assert len(set(listed)) == len(listed) == choices.count()
    assert all(choices.why_not(action) is None for action in listed)


@pytest.mark.parametrize("given", [given for given in SMALL if "cards" in given])
@pytest.mark.parametrize("hand", ["4s4h4d4c 9s9h9d 2c2d", "As2s3s AhKdQs 7c7d7h"])
def test_whatever_is_allowed_is_listed(given: dict[str, Any], hand: str) -> None:
    cards = parse(hand)[: given["cards"]]
    choices = arranging(given, names(cards))
    sets: set[frozenset[frozenset[int]]] = set()

    def grow(laid: frozenset[frozenset[int]], left: Sequence[int]) -> None:
        if laid and laid not in sets:
            sets.add(laid)
        if len(laid) < given["cards"] // 3:
            for size in (3, 4):
                for more in combinations(left, size):
                    if not laid or min(more) > min(min(h) for h in laid):  # each set of hands once
                        grow(laid | {frozenset(more)}, [card for card in left if card not in more])

    grow(frozenset(), sorted(cards))
    wanted: set[tuple[frozenset[frozenset[int]], bool]] = set()
    for laid in sets:
        for knock in (False, True):
            if choices.why_not(Lay(tuple(tuple(hand) for hand in laid), knock)) is None:
                wanted.add((laid, knock))
    listed = [action for action in choices if isinstance(action, Lay)]
    assert {(frozenset(map(frozenset, lay.hands)), lay.knock) for lay in listed} == wanted
    if given.get("order") == "as_laid":
        some = max(listed, key=lambda lay: len(lay.hands))
        assert {Lay(order, some.knock) for order in permutations(some.hands)} <= set(listed)


def test_a_full_hand_has_millions_of_choices_that_are_counted_without_listing_them() -> None:
    """200,200 ways to make four hands of 13 cards, and fewer hands may be laid."""
    four, three, two, one = 200_200, 200_200, 286 * 120 // 2, 286
    assert arranging({}, RANKS_ALL).count() == four + three + two + one
    assert arranging({"order": "as_laid"}, RANKS_ALL).count() == 24 * four + 6 * three + 2 * two + one


RANKS_ALL = "".join(r + "cdhs"[at % 4] for at, r in enumerate(RANKS))


# --- rules and views --------------------------------------------------------------------------------------------------


@each_seed
def test_rules_written_out_make_the_same_rules(rng: Random, rules: CrashRules) -> None:
    assert SCHEMA.make(SCHEMA.written(rules)) == rules
    preset = rng.choice(list(SCHEMA.presets))
    given = {name: value for name, value in SCHEMA.written(rules).items() if rng.random() < 0.1}
    try:
        mixed = SCHEMA.make(given, preset)
    except ValueError:
        return
    assert SCHEMA.make(SCHEMA.written(mixed)) == mixed


@each_seed
def test_choices_come_from_the_view_alone(rng: Random, rules: CrashRules) -> None:
    """Whatever the others hold, a seat with the same view has the same choices."""
    game = CrashGame(rules)
    state: State[Table] = game.start()
    for seat, action in some_game(rng, rules):
        if seat != NATURE:
            break
        done = step(game, state, {}, NATURE, action)
        assert isinstance(done, Step)
        state = done.state
    if state.public.phase is not Phase.ARRANGE:
        return
    seen: View[Table] = view(state, 0)
    hidden = [card for at, pile in enumerate(state.piles) if at for card in pile]
    rng.shuffle(hidden)
    piles, start = [state.piles[0]], 0
    for pile in state.piles[1:]:
        piles.append(tuple(sorted(hidden[start : start + len(pile)], reverse=True)))
        start += len(pile)
    other = State(state.public, tuple(piles), state.seen)
    assert view(other, 0) == seen
    assert hash(view(other, 0)) == hash(seen)
