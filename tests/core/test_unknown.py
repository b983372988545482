"""Records in which nobody saw some cards: what can be drawn, what is refused, and that nothing else changes."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from prial.cards import PACK, Card, name, names, parse
from prial.core.game import EVERYBODY, NATURE, view
from prial.core.lines import SideLine, numbered, promoted, removed
from prial.core.record import NATURE_NAME, Move, Record, along, read, replay, write
from prial.core.registry import find, open_record
from prial.core.session import Session
from prial.core.step import Step
from prial.core.unknown import completed, drawn, is_whole, sentence, unsure
from prial.errors import CardError, RecordError
from prial.games.brag import BragGame
from prial.study.replay import go_through
from prial.study.results import results
from prial.study.review import review
from tests.campaigns import soaking

TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "brag": ("brag", {"players": 4}),
    "brag with four cards": ("brag", {"players": 3, "cards": 4}),
    "brag, not shuffled": ("brag", {"players": 4, "shuffle": "when_seen_prial"}),
    "brag_poker": ("brag_poker", {"players": 5}),
    "stop_the_bus": ("stop_the_bus", {"players": 3}),
    "crash": ("crash", {"players": 3, "spare": "swap"}),
    "xap_xam": ("xap_xam", {"players": 3}),
}
"""A table of each game, and tables where cards lie in another way."""
WANTED = ("look", "fold", "play", "check", "call", "raise", "change none", "bet 1", "bet 2", "bet 4")
"""Actions that players prefer, so that deals are short."""
_CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs])+\b")


def _whole(which: str, seed: int, moves: int) -> Record:
    """A game at random, in which players look, fold and see often enough."""
    game, given = TABLES[which]
    rng, played = Random(seed), Session(find(game).make(given), seed=seed)
    while played.waiting and len(played.moves) < moves:
        seat = rng.choice(played.waiting)
        texts = [*played.texts(seat)] if played.choices(seat).count() < 50 else []
        wanted = ["see"] if "see" in texts and rng.random() < 0.7 else [text for text in texts if text in WANTED]
        played.do(seat, rng.choice(wanted) if wanted else played.choices(seat).answer(rng))
    return played.record()


def _named(value: Any) -> set[Card]:
    """All cards that are named anywhere in a value."""
    if isinstance(value, str):
        try:
            return {card for found in _CARD.finditer(value) for card in parse(found[0])}
        except CardError:
            return set()
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return {card for each in inner for card in _named(each)}


def _public(moves: list[Move[Any, Any]]) -> list[Any]:
    """What a spectator sees and hears, move by move."""
    found = list[Any]()
    for move in moves:
        assert isinstance(move.done, Step)
        heard = [told.event for told in move.done.told if told.to == EVERYBODY]
        found.append((move.number, move.seat, view(move.done.state, None), heard))
    return found


def _hidden(record: Record, *piles: tuple[int, str, int]) -> Record:
    """The record without the cards of some piles, each given by its move (from 0), its group, and its place in the group."""
    moves = [*record.moves]
    for move, group, at in piles:
        texts = [*moves[move][1][group]]
        texts[at] = "??" * (len(texts[at]) // 2)
        moves[move] = (NATURE_NAME, {**moves[move][1], group: texts})
    return replace(record, moves=moves)


def _piles(record: Record) -> Iterator[tuple[int, str, int, set[Card]]]:
    """Each hand or pile that nature deals: the move from 0, its group, its place, and its cards."""
    for move, (who, written) in enumerate(record.moves):
        if who == NATURE_NAME and "pick" not in written:
            for group, texts in written.items():
                yield from [(move, group, at, {*parse(text)}) for at, text in enumerate(texts) if text]


def _known(record: Record, moves: list[Move[Any, Any]], move: int, cards: set[Card]) -> bool:
    """Whether one of the cards was named or shown to all, before the next deal."""
    deals = [number for number, (who, written) in enumerate(record.moves) if who == NATURE_NAME and "hands" in written]
    ends = next((number for number in deals if number > move), len(moves))
    for each in moves[move:ends]:
        assert isinstance(each.done, Step)
        events = [msgspec.to_builtins(told.event) for told in each.done.told if told.to == EVERYBODY]
        shown = {card for pile in view(each.done.state, None).piles for card in pile}
        answer = _named(record.moves[each.number - 1][1]) if each.seat != NATURE else set()
        if cards & (_named(events) | shown | answer):
            return True
    return False


def _folded(record: Record, moves: list[Move[Any, Any]], move: int, seat: int) -> bool:
    """Whether the player folded in the deal of this move, or the record ends before the deal does."""
    for number, (who, written) in enumerate(record.moves[move + 1 :], move + 1):
        if who == NATURE_NAME and "hands" in written:
            return False
        if who == seat and written == "fold":
            return True
        done = moves[number].done
        if isinstance(done, Step) and getattr(done.state.public, "last", None) is not None:
            return False
    return True


def _tried(record: Record) -> tuple[Record | None, str]:
    """The completed record, or None and why there is none."""
    try:
        return completed(record), ""
    except RecordError as error:
        return None, str(error)


@pytest.mark.parametrize("which", soaking(TABLES, [name for name in TABLES if name != "brag"]))
def test_a_hand_that_nobody_saw_is_drawn_and_nothing_changes_and_one_that_was_seen_is_refused(which: str) -> None:
    """Whether the cards were seen is found by reading all public events, piles and actions for their names."""
    accepted, refused, rng = 0, 0, Random(which)
    for seed, most in ((1, 35), (2, 12), (3, 3)):
        record = _whole(which, seed, most)
        table = open_record(record)
        moves = [*replay(table, record)]
        expected, piles = _public(moves), [*_piles(record)]
        for move, group, at, cards in rng.sample(piles, min(7, len(piles))):
            spare = [each[:3] for each in piles if each[0] == move and each[1] == "spare" and each[1] != group]
            part = _hidden(record, (move, group, at), *spare)  # beside a known spare hand, no other cards would be possible
            assert not is_whole(part)
            known = _known(record, moves, move, cards)
            made, why = _tried(part)
            if made is None:
                refused += 1
                assert re.match(r"Move \d+ (depends on cards that|is refused whichever cards are drawn for the)", why)
                assert known or (group in ("hands", "drawn") and not _folded(record, moves, move, at))
                continue
            accepted += 1
            assert not known or cards <= _named(made.moves[move][1][group][at]), "a card that was seen is another one now"
            assert _public([*replay(table, made)]) == expected
            assert is_whole(made)
            assert Session.of(made).result == Session.of(record).result
            assert made.moves[:move] == record.moves[:move]
            assert made.moves[move + 1 :] == record.moves[move + 1 :]
            entry = next(each for each in drawn(made) if each.of == (record.seats[at] if group in ("hands", "drawn") else group))
            assert (entry.move, len(parse(entry.cards))) == (move + 1, len(cards))
            dealt = [card for texts in made.moves[move][1].values() for text in texts for card in parse(text)]
            assert len({*dealt}) == len(dealt)
            assert read(write(made)) == made
    assert accepted
    assert refused


def written(*moves: tuple[Any, Any], game: str = "brag", **rules: Any) -> Record:
    """A record as a person writes it, of Ann, Ben and Cal."""
    return Record(prial=1, game=game, rules=rules, seats=["Ann", "Ben", "Cal"], moves=[("nature", {"pick": 2}), *moves])


BEN_FOLDS = (
    ("nature", {"hands": ["AsKs2c", "??????", "Qd9h4c"]}),
    (0, "look"),
    (0, "bet 2"),
    (1, "look"),
    (1, "fold"),
    (2, "look"),
    (2, "bet 2"),
    (0, "see"),
)
"""A deal in which nobody saw the hand of Ben, who looked at it and folded."""


def test_the_note_says_which_cards_were_drawn_and_the_text_begins_with_it() -> None:
    made = completed(written(*BEN_FOLDS), seed=5)
    (ben,) = drawn(made)
    assert (ben.move, ben.of) == (2, "Ben")
    assert made.moves[1][1]["hands"] == ["AsKs2c", ben.cards, "Qd9h4c"]
    assert sentence(made).startswith("Nobody saw some cards, and they are drawn: move 2, Ben: ")
    assert str(made).splitlines()[:3] == ["Brag: Ann, Ben and Cal", "Rules: last_chip covers", sentence(made)]
    assert str(written(*BEN_FOLDS)) == str(completed(written(*BEN_FOLDS)))
    assert sentence(made, "Ann") == ""
    assert completed(made) is made
    assert completed(written(*BEN_FOLDS), seed=5) == made
    assert len({completed(written(*BEN_FOLDS), seed=seed).moves[1][1]["hands"][1] for seed in range(5)}) > 1


def test_what_was_drawn_is_no_longer_said_of_moves_that_are_others() -> None:
    made = completed(written(*BEN_FOLDS))
    moves = [made.moves[0], ("nature", {"hands": ["AsKs2c", "3c3d3h", "Qd9h4c"]}), *made.moves[2:]]
    assert len(drawn(made)) == 1
    assert drawn(replace(made, moves=moves)) == ()


@pytest.mark.parametrize(
    "note", [7, "Ben", [7], [{"move": 2}], [{"move": 2, "of": "Ben", "cards": "??"}], [{"move": -1, "of": "Ben", "cards": "As"}]]
)
def test_a_note_that_a_person_wrote_in_another_form_says_nothing(note: Any) -> None:
    assert drawn(replace(completed(written(*BEN_FOLDS)), notes={"drawn": note})) == ()


def test_a_note_cant_send_a_control_character_to_a_terminal() -> None:
    made = completed(written(*BEN_FOLDS))
    assert sentence(replace(made, notes={"drawn": [{**made.notes["drawn"][0], "of": "Ben\x1b[2J"}]})) == ""


def test_a_compared_hand_must_be_known() -> None:
    """Cal's hand is compared with Ann's in move 9."""
    moves = list(BEN_FOLDS)
    moves[0] = ("nature", {"hands": ["AsKs2c", "??????", "????4c"]})
    with pytest.raises(RecordError, match=r"^Move 9 depends on cards that the record doesn't know\.$"):
        completed(written(*moves))


def test_a_hand_that_lost_unseen_is_compared_too() -> None:
    """Who pays to see and loses shows nothing. Nearly every hand loses to a prial of queens, but not all do."""
    moves = [("nature", {"hands": ["QsQhQd", "??????", "??????"]}), *BEN_FOLDS[1:6], (2, "see")]
    for seed in range(5):
        with pytest.raises(RecordError, match=r"^Move 8 depends on"):
            completed(written(*moves), seed)
    moves[0] = ("nature", {"hands": ["QsQhQd", "??????", "2c4d7h"]})
    assert is_whole(completed(written(*moves)))


def test_a_card_that_a_move_names_must_be_known() -> None:
    moves = [("nature", {"hands": ["????????", "9d9h4c3s", "5d6d8hTc"]}), (0, "look"), (0, "discard 2c")]
    with pytest.raises(RecordError, match=r"^Move 4 (depends on|is refused whichever cards are drawn for) "):
        completed(written(*moves, cards=4))


@pytest.mark.parametrize(
    ("moves", "says"),
    [
        ((*BEN_FOLDS[:4], (1, "fould")), "Move 6 of the record is refused: 'fould' is not an action of Brag: "),
        ((*BEN_FOLDS[:2], (0, "bet 99")), "Move 4 of the record is refused: 99 is too much: "),
        ((*BEN_FOLDS[:3], (0, "bet 2")), "Move 5 of the record is refused: Ann has nothing to decide now: it's up to Ben."),
        ((*BEN_FOLDS[:1], (0, "look"), (0, "look")), "Move 4 of the record is refused: "),
        (
            (*BEN_FOLDS[:4], ("nature", {"pick": 1})),
            "Move 6 of the record is refused: It is a player's turn, not nature's: nothing is dealt or drawn now.",
        ),
        ((*BEN_FOLDS[:4], (1, "discard 2d")), "Move 6 is refused whichever cards are drawn for the unknown ones (??): "),
    ],
)
def test_unknown_cards_are_named_only_where_they_may_be_why_a_move_is_refused(moves: tuple[Any, ...], says: str) -> None:
    """A misspelt action, a turn of somebody else, and what a player does who has seen no such card are refused whatever it is."""
    with pytest.raises(RecordError, match=f"^{re.escape(says)}"):
        completed(written(*moves))


def test_a_move_may_put_away_cards_that_nobody_saw() -> None:
    moves = [("nature", {"hands": ["As??????", "9d9h4c3s", "5d6d8hTc"]}), (0, "look"), (0, "discard ??"), (0, "fold")]
    made = completed(written(*moves, cards=4))
    hand, away = parse(made.moves[1][1]["hands"][0]), parse(made.moves[3][1].removeprefix("discard "))
    assert {*away} < {*hand} - {*parse("As")}
    moves[2] = (0, "discard ????????")
    with pytest.raises(RecordError, match=r"^Move 4 has more unknown cards \(\?\?\) than there are cards that they could be\.$"):
        completed(written(*moves, cards=4))


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (8, 4)])
def test_all_cards_of_the_players_who_folded_may_be_unknown(players: int, seed: int) -> None:
    """Those that they were dealt, changed and drew. Everybody else's later cards are others."""
    rng = Random(seed)
    played = Session(find("brag_poker").make({"players": players}), seed=seed)
    while "play" not in (texts := [*played.texts(seat := played.waiting[0])]):
        some = [text for text in texts if text == "look" or (text.startswith("change ") and len(text) > len("change ?? ??"))]
        some = some or [text for text in texts if text in ("call", "check")] * 3 + [
            text for text in texts if text in ("fold", "raise")
        ]
        played.do(seat, rng.choice(some))
    record = played.record()
    folded = {who for who, written in record.moves if written == "fold"}
    assert folded

    def without(who: Any, written: Any) -> tuple[Any, Any]:
        if who in folded:
            return who, re.sub("[2-9TJQKA][cdhs]", "??", written)
        if who != NATURE_NAME or "pick" in written:
            return who, written
        hidden = {
            group: ["??" * (len(text) // 2) if at in folded else text for at, text in enumerate(texts)]
            for group, texts in written.items()
        }
        return who, hidden

    part = replace(record, moves=[without(*move) for move in record.moves])
    assert sum(isinstance(written, str) and "??" in written for _, written in part.moves)
    made = completed(part)
    assert _public([*replay(played.game, made)]) == _public([*replay(played.game, record)])
    out = [card for who, written in made.moves if who == NATURE_NAME for card in _named(written)]
    assert len({*out}) == len(out)


def test_a_card_that_a_later_deal_of_the_same_pack_names_isnt_drawn() -> None:
    """The pack isn't shuffled, and later deals name all cards but four, so that the unknown hand is three of these four."""
    order = [*PACK]
    Random(4).shuffle(order)
    game = Session(
        find("brag").make({"players": 3, "shuffle": "when_seen_prial", "length": 9}), ["Ann", "Ben", "Cal"], shuffles=False
    )
    game.do(NATURE, 2)
    while order and not game.result:
        if game.waiting:
            seat = game.waiting[0]
            game.do(seat, "play" if "play" in (texts := [*game.texts(seat)]) else "look" if "look" in texts else "fold")
            continue
        sizes = game.node.draw.groups[0].sizes  # type: ignore[union-attr]
        if sum(sizes) > len(order):
            break
        game.do(NATURE, {"hands": ["".join(name(order.pop()) for _ in range(size)) for size in sizes]})
    record = game.record()
    move, group, at, cards = next(each for each in _piles(record))
    assert len(order) < 9
    left = cards | {*order}
    for seed in range(5):
        made = completed(_hidden(record, (move, group, at)), seed)
        assert _named(made.moves[move][1][group][at]) <= left


def _two_deals(ben: str) -> Record:
    """Two deals, each with a pack that was shuffled. In the second, Ben has the given cards."""
    asked = [(seat, "play") for seat in range(3)]
    second = [("nature", {"hands": ["AsKs2c", ben, "Qd9h4c"]}), *[(seat, "fold") for seat in (1, 2)]]
    return written(*BEN_FOLDS, *asked, *second)


def test_a_card_that_is_dealt_after_a_shuffle_may_be_drawn() -> None:
    again = {*parse("Ac8c7c")}
    assert any(again & _named(completed(_two_deals("Ac8c7c"), seed).moves[1][1]["hands"][1]) for seed in range(20))


def test_after_a_shuffle_a_drawn_card_is_known_where_it_is_dealt() -> None:
    """Ben gets the same cards again, openly this time, and what he does with them is known."""
    made = completed(written(*BEN_FOLDS))
    longer = _two_deals(made.moves[1][1]["hands"][1])
    longer = replace(longer, moves=[*made.moves, *longer.moves[len(made.moves) :]], notes=made.notes)
    folds = [*longer.moves[:-2], (1, "look"), (1, "fold"), (2, "fold")]
    game = open_record(longer)
    assert Session.of(replace(longer, moves=folds)).moves == folds
    assert unsure(game, replace(longer, moves=folds)) & {*range(13, 20)} == set()


def test_too_few_cards_are_left_for_those_that_are_unknown() -> None:
    with pytest.raises(RecordError, match=r"^Move 2 has more unknown cards"):
        completed(written(("nature", {"hands": ["AsKs2c", "??" * 60, "Qd9h4c"]})))


def test_a_card_that_everybody_sees_when_it_is_dealt_must_be_known() -> None:
    moves = ("nature", {"hands": ["??????"] * 3, "middle": ["??2d3d"]})
    with pytest.raises(RecordError, match=r"^Move 2 depends on"):
        completed(written(moves, game="stop_the_bus"))


def test_a_game_whose_course_depends_on_a_folded_hand_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: a number that everybody sees counts one more move if the first folded card is black."""
    act = BragGame.act

    def leaking(self: BragGame, state: Any, moves: Any) -> Any:
        after = act(self, state, moves)
        black = 1 in after.public.folded and state.piles[state.public.hands[1][0][0]][0] % 4 in (0, 3)
        return replace(after, public=replace(after.public, moves=after.public.moves + black))

    assert is_whole(completed(written(*BEN_FOLDS)))
    monkeypatch.setattr(BragGame, "act", leaking)
    with pytest.raises(RecordError, match=r"^Move 6 depends on"):
        completed(written(*BEN_FOLDS))


def test_side_lines_are_completed_with_the_same_cards() -> None:
    folds = SideLine(after=3, moves=[(0, "fold"), (1, "look"), (1, "fold")])
    record = replace(written(*BEN_FOLDS), lines=[folds])
    made = completed(record)
    assert made.lines == record.lines
    assert Session.of(along(made, "1")).moves == [*made.moves[:3], *folds.moves]
    deals = SideLine(after=1, moves=[("nature", {"hands": ["2s2h2d", "????7c", "Qd9h4c"]}), (0, "look")])
    made = completed(replace(record, lines=[deals]))
    assert [(each.line, each.move, each.of, len(each.cards)) for each in drawn(made)] == [("1", 1, "Ben", 4), ("", 2, "Ben", 6)]
    assert "side line 1, move 1, Ben: " in sentence(made)
    against_ben = SideLine(after=5, moves=[(1, "bet 2"), (2, "fold"), (0, "see")])
    with pytest.raises(RecordError, match=r"^Side line 1: Move 3 depends on"):
        completed(replace(record, lines=[against_ben]))


def _differences(unknown: Record, whole: Record) -> list[tuple[str, int, set[Card]]]:
    """The unknown cards of a record and what they are in another one: side line, move and cards."""
    pairs = [("", unknown.moves, whole.moves)]
    for (number, line, _), (_, other, _) in zip(numbered(unknown.lines), numbered(whole.lines), strict=True):
        pairs.append((number, line.moves, other.moves))
    return [
        (number, at, _named(move[1]) - _named(hidden[1]))
        for number, moves, others in pairs
        for at, (hidden, move) in enumerate(zip(moves, others, strict=True), 1)
        if "??" in str(hidden[1])
    ]


def test_the_note_goes_with_the_moves_into_another_record() -> None:
    deal = ("nature", {"hands": ["2s2h2d", "????7c", "Qd9h4c"]})
    again = ("nature", {"hands": ["????Kc", "3s3h7d", "Jd9s4d"]})
    inner = SideLine(after=0, moves=[again, (0, "look")])
    lines = [
        SideLine(after=3, moves=[(0, "fold"), (1, "fold")]),
        SideLine(after=1, moves=[deal, (0, "look")], lines=[inner, SideLine(after=1, moves=[(0, "fold")])]),
        SideLine(after=1, moves=[again, (0, "fold")]),
    ]
    record = replace(written(*BEN_FOLDS), lines=lines)
    made = completed(record)
    assert len(drawn(made)) == 4
    changes: dict[str, Callable[[Record], Record]] = {
        **{f"along {number}": partial(along, number=number) for number in ("1", "2", "2.1", "2.2", "3")},
        **{f"promoted {number}": partial(promoted, number=number) for number in ("1", "2", "2.1", "2.2", "3")},
        **{f"removed {number}": partial(removed, number=number) for number in ("1", "2", "2.1", "2.2", "3")},
    }
    for which, change in changes.items():
        unknown, whole = change(record), change(made)
        said = [(each.line, each.move, set(parse(each.cards))) for each in drawn(whole)]
        assert said == _differences(unknown, whole), which
        assert said, which
        assert read(write(whole)) == whole, which
    early = Session.of(made, moves=1, shuffles=False).record()
    assert [(each.line, each.move) for each in drawn(early)] == [("1", 1), ("1.1", 1), ("2", 1)]
    assert drawn(made) == drawn(completed(record)), "the record itself isn't changed"


@pytest.mark.parametrize("lines", [1, 7])
def test_a_drawn_card_isnt_one_that_a_side_line_names_later(lines: int) -> None:
    """Each side line is another second deal of the same pack, and names six cards. Seven of them leave seven cards for Ben."""
    record, later = _with_second_deals(lines)
    for seed in range(5):
        assert not _named(completed(record, seed).moves[1][1]["hands"][1]) & later


def test_where_all_cards_come_later_there_is_none_to_draw() -> None:
    """Eight side lines name all but one of the cards."""
    with pytest.raises(RecordError, match=r"^No way was found to fill in the unknown cards"):
        completed(_with_second_deals(8)[0])


def _with_second_deals(lines: int) -> tuple[Record, set[Card]]:
    """A deal in which nobody saw Ben's hand, with side lines in which the pack is dealt on; and the cards that these name."""
    rest = [card for card in PACK if card not in parse("AsKs2c")]
    start = [("nature", {"hands": ["AsKs2c", "??????"]}), (0, "look"), (0, "fold"), (0, "play"), (1, "play")]
    dealt = [[names(rest[6 * at + half : 6 * at + half + 3]) for half in (0, 3)] for at in range(lines)]
    return Record(
        prial=1,
        game="brag",
        rules={"shuffle": "when_seen_prial"},
        seats=["Ann", "Ben"],
        moves=[("nature", {"pick": 1}), *start],
        lines=[SideLine(after=6, moves=[("nature", {"hands": hands})]) for hands in dealt],
    ), {*rest[: 6 * lines]}


def test_what_opens_a_record_says_how_unknown_cards_are_drawn() -> None:
    record = written(*BEN_FOLDS)
    with pytest.raises(
        RecordError, match=r"^Move 2 .*: This move has cards that nobody saw \(\?\?\): prial\.core\.unknown\.completed\(record\)"
    ):
        Session.of(record)
    *_, last = replay(open_record(record), record)
    assert last.number == 2
    assert "completed" in str(last.done)
    assert Session.of(completed(record)).state.public.last is not None


@pytest.mark.parametrize("dealt", [{"pick": "??"}, {"hands": "??"}, {"hands": [7]}, {"hands": ["??"], "more": 7}, "??", 7, None])
def test_a_deal_in_no_form_is_refused_in_a_sentence(dealt: Any) -> None:
    moves = [("nature", {"hands": ["??????", "9d9h4c", "5d6d8h"]}), ("nature", dealt)]
    for record in (written(*moves), written(moves[1], moves[0])):
        with pytest.raises(RecordError, match=r"^Move [23] "):
            completed(record)


def test_results_are_those_of_the_whole_record() -> None:
    record = written(*BEN_FOLDS)
    assert results([record]) == results([completed(record)])
    assert go_through(open_record(record), completed(record)).refused is None


def test_a_review_leaves_out_what_was_answered_with_cards_that_nobody_knows() -> None:
    """Ben looked before he folded. Ann and Cal knew what the record knows, and so did Ben where he folded unseen."""
    record = written(*BEN_FOLDS)
    game = open_record(record)
    made = completed(record)
    assert unsure(game, made) == {6}
    found = review(game, record, worlds=4)
    whole = review(game, replace(made, notes={}), worlds=4)
    assert {each.move for each in whole.judged} - {each.move for each in found.judged} == {6}
    assert whole.totals[1].answers == found.totals[1].answers + 1
    assert found.against.endswith("Answers of players whose cards nobody saw aren't judged.")
    blind = [move for move in BEN_FOLDS if move != (1, "look")]
    assert unsure(game, completed(written(*blind))) == set()
