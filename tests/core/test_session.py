"""A session of one game: moves by action or text, undo, and its record."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from prial.core import record as records
from prial.core.game import NATURE, Chance
from prial.core.given import faults, write_state
from prial.core.lines import COMMENT_LENGTH
from prial.core.registry import find, open_record
from prial.core.session import Session
from prial.core.step import step
from prial.errors import ActionError, PrialError, RecordError, Refusal, RulesError
from prial.games.crash import CrashGame, CrashRules
from prial.study.play import match
from tests.testing.games import GAMES


def session(name: str = "crash", seed: int = 1, **given: Any) -> Session[Any, Any]:
    return Session(find(name).make(given or GAMES[name].short), seed=seed)


def played(game: Session[Any, Any], moves: int, rng: Random) -> Session[Any, Any]:
    """The session after some more moves at random."""
    for _ in range(moves):
        if not game.waiting:
            break
        seat = rng.choice(game.waiting)
        game.do(seat, game.choices(seat).sample(rng))
    return game


@pytest.mark.parametrize("name", GAMES)
def test_undone_to_the_start_and_played_again_a_game_is_the_same(name: str) -> None:
    game, rng = session(name), Random(2)
    states = [game.state]
    done: list[tuple[int, str]] = []
    while game.waiting and len(done) < 40:
        seat = rng.choice(game.waiting)
        action = game.choices(seat).sample(rng)
        done.append((seat, game.game.write(action)))
        game.do(seat, action)
        states.append(game.state)
    assert len(done) > 3
    while len(states) > 1:
        states.pop()
        assert game.undo() == done[len(states) - 1]
        assert game.state == states[-1]
    with pytest.raises(ActionError, match="There is no move to undo"):
        game.undo()
    again = session(name)
    for seat, text in done:
        again.do(seat, text)
    for seat, text in done:
        game.do(seat, text)
    assert again.state == game.state
    assert again.moves == game.moves


@pytest.mark.parametrize("name", GAMES)
def test_a_record_of_a_session_opens_the_session_again(name: str) -> None:
    game = played(session(name), 30, Random(3))
    record = records.read(records.write(game.record({"about": "a test"})))
    assert record.version == game.game.version
    again = Session.of(record, seed=1)
    assert (again.game, again.state, again.gathered, again.moves) == (game.game, game.state, game.gathered, game.moves)
    assert played(game, 10, Random(4)).state == played(again, 10, Random(4)).state


def test_an_answer_given_in_secret_can_be_undone_too() -> None:
    game = session(players=3)
    first, second, _ = game.waiting
    game.do(first, next(iter(game.choices(first))))
    assert set(game.waiting) == {0, 1, 2} - {first}
    assert second in game.waiting
    game.undo()
    assert len(game.waiting) == 3
    assert not game.gathered


def test_what_is_dealt_depends_on_the_seed_and_on_no_player() -> None:
    quick, slow = session("brag", players=2), session("brag", players=2)
    quick.do(quick.waiting[0], "fold")
    slow.do(slow.waiting[0], "look")
    slow.do(slow.waiting[0], "fold")
    for game in (quick, slow):
        while not isinstance(game.moves[-1][1], dict) or "hands" not in game.moves[-1][1]:
            for seat in game.waiting:
                game.do(seat, "play")
    assert quick.moves[-1] == slow.moves[-1]
    assert session("brag", 2, players=2).moves != session("brag", 1, players=2).moves


def test_real_cards_can_be_dealt() -> None:
    game = Session(CrashGame(CrashRules(players=2, first_dealer=CrashRules().first_dealer)), ["Ann", "Ben"], shuffles=False)
    assert game.waiting == ()
    while isinstance(node := game.node, Chance):
        game.do(NATURE, node.draw.sample(Random(1)))
    game.undo()
    assert game.moves == game.record().moves
    assert isinstance(game.node, Chance)


def test_a_refused_move_changes_nothing_and_says_why() -> None:
    game = session(players=2)
    before = game.state
    with pytest.raises(ActionError, match="isn't in your hand"):
        game.do(game.waiting[0], "lay AsAhAd KsKhKd QsQhQd JsJhJd")
    with pytest.raises(ActionError, match="'hop' is not an action"):
        game.do(0, "hop")
    with pytest.raises(ActionError, match="Seat 7 has nothing to decide"):
        game.do(7, "call")
    assert game.state is before
    assert game.result is None


def test_names_are_one_a_seat() -> None:
    with pytest.raises(RecordError, match="The rules say 2 players, but there are names for 1"):
        Session(find("crash").make({"players": 2}), ["Ann"])


def test_what_cant_be_undone_leaves_the_cards_of_a_record_as_they_were() -> None:
    """Nature's moves of a record may be real cards; the seed must not deal others in their place."""
    dealt = session(seed=5, players=2).record()
    game = Session.of(dealt, seed=6)
    before = game.state
    with pytest.raises(ActionError, match="There is no move to undo"):
        game.undo()
    assert game.state is before
    assert game.moves == dealt.moves


def test_a_comment_is_on_the_last_move_of_a_player_or_on_a_numbered_one() -> None:
    game = session("brag", players=2)
    dealt = len(game.moves)
    game.do(game.waiting[0], "fold")  # the next deal follows after both have said that they play on
    game.comment("Too soon.")
    assert game.comments == {dealt + 1: "Too soon."}
    for seat in game.waiting:
        game.do(seat, "play")
    assert game.moves[-1][0] == "nature"
    game.comment("A new deal.")
    game.comment("The first deal.", 2)
    game.comment("Nothing, really.", dealt + 1)
    game.comment("", dealt + 1)
    *_, last = [number for number, (who, _) in enumerate(game.moves, 1) if who != "nature"]
    assert game.comments == {2: "The first deal.", last: "A new deal."}
    assert list(game.record().comments) == [2, last]


def test_comments_live_in_the_record_and_go_with_the_move() -> None:
    game = played(session("brag"), 10, Random(3))
    game.comment("The last one.")
    game.comment("The first one.", 1)
    again = Session.of(records.read(records.write(game.record())))
    assert again.comments == game.comments
    again.undo()
    assert again.comments == {1: "The first one."}
    assert len(game.comments) == 2
    assert again.record().comments == again.comments


def test_the_letters_of_a_text_are_not_the_names() -> None:
    """Of two players: a text with as many letters would be taken, since a text is a sequence of texts."""
    game = find("brag").make({"players": 2})
    with pytest.raises(RulesError, match="For names, Session takes a list of which each value is a text or None"):
        Session(game, "AB")
    with pytest.raises(RulesError, match="For names, match takes a list"):
        match(game, ["random", "random"], 1, "AB", most=1)


def test_a_comment_that_cant_be_kept_changes_nothing() -> None:
    game = session(players=2)
    game.comment("Kept.", 1)
    for text, number in (("two\nlines", 1), ("x" * (COMMENT_LENGTH + 1), 1), ("late", len(game.moves) + 1), ("early", 0)):
        with pytest.raises(RecordError, match="omment"):
            game.comment(text, number)
    with pytest.raises(RecordError, match="There is no player's move to comment on yet"):
        game.comment("before any player has moved")
    assert game.comments == {1: "Kept."}
    record = game.record()
    record.comments[99] = "late"
    with pytest.raises(RecordError, match="There is no move 99"):
        Session.of(record)


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_goes_on_apart_and_the_same_actions_bring_the_same_cards(name: str) -> None:
    game = played(session(name, seed=5), 4, Random(1))
    other, before = game.copy(), game.copy()
    assert other == game
    played(other, 12, Random(2))
    assert other != game
    assert game == before
    assert game.state == before.state
    played(game, 12, Random(2))
    assert game == other
    assert game.state == other.state


def test_sessions_differ_by_names_rules_and_the_state_from_which_they_began() -> None:
    game = session("brag", players=2)
    assert game == session("brag", players=2)
    assert game != session("brag", players=2, ante=2)
    assert game != Session(game.game, ["Ann", "Ben"], 1)
    assert game != Session(game.game, seed=1, start=game.game.start())
    assert game != "a session"


@pytest.mark.parametrize("name", GAMES)
def test_named_cards_are_dealt_to_their_players_and_the_rest_at_random(name: str) -> None:
    """The record says who was dealt what."""
    table = find(name).make({**GAMES[name].short, "players": 3})
    made = []
    for seed in (1, 2):
        game = Session(table, ["Ann", "Ben", "Cal"], seed, shuffles=False)
        known: dict[int | str, str] = {"Ann": "AsKd", 2: "7c"}
        game.deal(known)
        assert game.waiting
        hands = next(done["hands"] for who, done in game.moves if who == "nature" and "hands" in done)
        assert {hands[0][at : at + 2] for at in range(0, len(hands[0]), 2)} >= {"As", "Kd"}
        assert "7c" in {hands[2][at : at + 2] for at in range(0, len(hands[2]), 2)}
        assert Session.of(game.record()).state == game.state
        made.append(hands)
    assert made[0] != made[1]


@pytest.mark.parametrize(
    ("hands", "says"),
    [
        ({"Zed": "As"}, "Nobody is called 'Zed', and nothing of that name is dealt now; the players are seat 0 and seat 1"),
        ({0: "As", "seat 0": "Ks"}, "The cards of seat 0 are named twice"),
        ({0: (51, 60)}, "60"),
        ({2: "As"}, "There is no seat 2: the seats are 0 to 1"),
        ({0: "As", 1: "As"}, "As is dealt twice"),
        ({0: "AsAhAdAc"}, "Pile 1 of hands should have 3 cards, but has 4"),
        ({0: "AsAx"}, "is not a card"),
    ],
)
def test_cards_that_cant_be_dealt_are_refused_and_nothing_is_dealt(hands: dict[Any, str], says: str) -> None:
    game = Session(find("brag").make({"players": 2}), shuffles=False)
    with pytest.raises(PrialError, match=says):
        game.deal(hands)
    assert game.moves == []
    assert game == Session(game.game, shuffles=False)


def test_hands_are_named_only_where_they_are_dealt_next() -> None:
    with pytest.raises(ActionError, match="open the session with shuffles=False"):
        session("brag", players=2).deal({0: "As"})
    game = Session(find("brag").make({"players": 2}), seed=1, shuffles=False)
    game.deal()
    with pytest.raises(ActionError, match=r"No hands are dealt now\. seat \d to decide"):
        game.deal({0: "As"})


def test_nature_does_what_a_record_would_say() -> None:
    game = Session(find("brag").make({"players": 2}), shuffles=False)
    other = Session(game.game, seed=1)
    for who, written in other.moves:
        assert who == "nature"
        game.do(NATURE, written)
    assert game.state == other.state
    with pytest.raises(RecordError, match="Write a move of nature as"):
        Session(game.game, shuffles=False).do(NATURE, {"pack": []})


def test_an_answer_that_is_taken_back_leaves_the_record() -> None:
    """What is left is a game in which the answer was never given, also where it wasn't the last one."""
    game, other = session(players=3), session(players=3)
    lays = {seat: next(iter(game.choices(seat))) for seat in (0, 1, 2)}
    for seat in (0, 2):
        game.do(seat, lays[seat])
        game.comment(f"Seat {seat}.")
    game.take_back(0)
    other.do(2, lays[2])
    other.comment("Seat 2.")
    assert game == other
    assert (game.waiting, game.comments, game.record()) == (other.waiting, other.comments, other.record())
    assert Session.of(game.record(), 1).gathered == {2: lays[2]}
    game.undo()
    assert game == session(players=3)
    assert game.gathered == {}
    with pytest.raises(ActionError, match="Seat 0 has nothing to take back"):
        game.take_back(0)


def test_a_game_may_begin_from_a_position_and_its_record_begins_there() -> None:
    table = find("brag").make({"players": 2})
    first = table.start()
    game = Session(table, seed=1, start=replace(first, public=replace(first.public, chips=(9, 200), bought=(9, 200))))
    assert game.view(None).public.chips == (9 - table.rules.ante, 200 - table.rules.ante)
    while game.waiting:
        game.do(game.waiting[0], game.choices(game.waiting[0]).answer(Random(len(game.moves))))
        if game.view(None).public.deal > 1:
            break
    assert sum(game.view(None).public.chips) + sum(pot.chips for pot in game.view(None).public.pots) == 209
    assert game.copy() == game
    again = Session.of(records.read(records.write(game.record())))
    assert again == game
    assert again.state == game.state
    assert again != Session(table, seed=1)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_on_from_each_of_its_states_as_it_went_on(name: str) -> None:
    """What a record says after `start` is what the whole game's record says of the same moves."""
    whole = session(name, seed=4)
    places, states = [0], [whole.state]
    for _ in range(12):
        if not whole.waiting:
            break
        seat = whole.waiting[-1]
        whole.do(seat, whole.choices(seat).answer(Random(len(whole.moves))))
        if not whole.gathered:
            places.append(len(whole.moves))
            states.append(whole.state)
    assert len(places) > 2
    for place, start in zip(places[1:], states[1:], strict=True):
        later = Session(whole.game, whole.names, start=start, shuffles=False).record()
        later.moves = whole.moves[place:]
        read = records.read(records.write(later))
        assert Session.of(read, shuffles=False).state == whole.state
        assert not any(isinstance(move.done, Refusal) for move in records.replay(whole.game, read))


@pytest.mark.parametrize(
    ("start", "says"),
    [
        ({}, "'public' is missing"),
        ({"public": 3}, "public should be an object"),
        ({"public": {"phase": "tea"}}, "public.phase"),
        ({"piles": [[1, 1], [2]]}, "2d lies in two places and it doesn't say of every pile who has seen it"),
        ({"piles": [[50, 51], [50, 51]], "seen": [1, 2]}, "As Ah lie in two places"),
        ({"piles": [[99]], "seen": [1]}, "there is no card 99"),
        ({"piles": [[1]], "seen": []}, "of every pile who has seen it"),
        ({"piles": [], "seen": []}, "seat 0 has pile 0, and there are no piles"),
        ({"piles": [["As"]]}, "piles"),
    ],
)
def test_a_record_that_begins_from_no_state_of_its_game_is_refused(start: dict[str, Any], says: str) -> None:
    record = session("crash").record()
    whole = write_state(session("crash").state)
    record.start = {**whole, **start} if start else {}
    with pytest.raises(RecordError, match=says):
        Session.of(record)
    with pytest.raises(RecordError, match=says):
        list(records.replay(open_record(record), record))


def test_a_state_that_no_game_comes_to_is_refused_at_its_start_or_at_a_move() -> None:
    """A person may write any state into a record. Whatever it is, the record is refused in a sentence or played."""
    ways = list[str]()
    for name in GAMES:
        game = session(name, seed=4)
        start = write_state(game.state)
        later = played(session(name, seed=4), 12, Random(1))
        for field, value in start["public"].items():
            for wrong in ([], value[:1], value[::-1]) if isinstance(value, list) else (0, 99, None):
                record = game.record()
                record.start = {**start, "public": {**start["public"], field: wrong}}
                record.moves = later.moves[len(game.moves) :]
                try:
                    done = [move.done for move in records.replay(game.game, record)]
                except RecordError as error:
                    ways.append(error.refusal.code)
                else:
                    ways += ["refused" if isinstance(done[-1], Refusal) else "played"]
    assert set(ways) == {"given.state", "refused", "played"}


def test_a_fault_of_the_rules_is_a_refusal_only_where_a_person_wrote_the_first_state() -> None:
    class Faulty(CrashGame):
        def act(self, *_: Any) -> Any:
            raise IndexError("there is no such seat")

    game = session("crash")
    record = game.record()
    while not game.state.public.laid:
        game.do(game.waiting[0], next(iter(game.choices(game.waiting[0]))))
    record.moves = game.moves
    with pytest.raises(IndexError):
        list(records.replay(Faulty(game.game.rules), record))
    record.start, record.moves = write_state(session("crash").state), game.moves[len(session("crash").moves) :]
    *_, last = records.replay(Faulty(game.game.rules), record)
    assert isinstance(last.done, Refusal)
    assert last.done.code == "record.astray"


def test_what_a_person_wrote_of_a_game_stays_in_its_record() -> None:
    written = records.Record(prial=1, game="crash", rules={"preset": "nine"}, seats=list("ABCDE"), notes={"place": "The Fox"})
    game = Session.of(written, 1)
    game.notes["date"] = "2026-11-25"
    kept = game.record({"about": "a test"})
    assert kept.rules == {"preset": "nine"}
    assert kept.notes == {"place": "The Fox", "date": "2026-11-25", "about": "a test"}
    assert written.notes == {"place": "The Fox"}
    assert Session.of(kept).game == game.game


@pytest.mark.parametrize("name", GAMES)
def test_why_not_says_what_making_the_move_would_say(name: str) -> None:
    game, rng = session(name, seed=3), Random(4)
    for _ in range(25):
        if not game.waiting:
            break
        some = [(seat, game.choices(seat).sample(rng)) for seat in game.waiting]
        for seat in range(game.game.seats):
            for _, action in some:
                done = step(game.game, game.state, game.gathered, seat, action)
                assert game.why_not(seat, action) == (done if isinstance(done, Refusal) else None)
                assert game.why_not(seat, game.game.write(action)) == game.why_not(seat, action)
        seat, action = rng.choice(some)
        game.do(seat, action)
    assert "is not an action" in str(game.why_not(game.waiting[0] if game.waiting else 0, "hop")) or not game.waiting


def test_a_refusal_names_the_players() -> None:
    names = ("Ann", "Ben", "seat 2")
    laid = Session(find("crash").make({"players": 3}), names, seed=1)
    with pytest.raises(ActionError, match="Ben has nothing to take back"):
        laid.take_back("Ben")
    laid.do("Ben", next(laid.texts("Ben")))
    for again in (laid.choices, lambda who: laid.do(who, next(laid.texts(0)))):
        with pytest.raises(ActionError, match="Ben has decided already") as caught:
            again("Ben")
        assert caught.value.refusal.args["seat"] == 1, "a program finds the seat"

    turns = Session(find("brag").make({"players": 3}), names, seed=1)
    first = turns.waiting[0]
    turns.do(first, "fold")
    says = f"{names[first].capitalize()} has nothing to decide now: it's up to {names[turns.waiting[0]]}."
    assert str(turns.why_not(first, "look")) == says
    record = turns.record()
    record.moves.append((first, "look"))
    with pytest.raises(RecordError) as wrong:
        Session.of(record)
    assert str(wrong.value) == f"Move {len(record.moves)} of the record is refused: {says}"


def test_who_isnt_asked_has_no_choices() -> None:
    folded = session("brag", players=3)
    first = folded.waiting[0]
    folded.do(first, "fold")
    with pytest.raises(ActionError, match=f"Seat {first} has nothing to decide now"):
        folded.choices(first)
    laid = session(players=3)
    laid.do(1, next(laid.texts(1)))
    with pytest.raises(ActionError, match="Seat 1 has decided already"):
        laid.choices(1)
    for wrong in (3, -1, True):
        with pytest.raises(ActionError, match="There is no seat"):
            laid.choices(wrong)
        with pytest.raises(ActionError, match="There is no seat"):
            laid.view(wrong)


def test_a_player_is_asked_for_by_name_as_by_seat() -> None:
    """Everywhere as for `deal`. The second session does by seats what the first does by names."""
    table = find("crash").make({"players": 2})
    game, same = (Session(table, ["Ann", "Ben"], seed=7) for _ in range(2))
    assert (game.view("Ben"), game.shown("Ben")) == (game.view(1), game.shown(1))
    lay = next(game.texts("Ben"))
    assert lay == next(game.texts(1))
    assert next(iter(game.choices("Ben"))) == next(iter(game.choices(1)))
    assert (game.why_not("Ben", lay), game.why_not("Ann", lay)) == (game.why_not(1, lay), game.why_not(0, lay))
    assert game.why_not("Ann", lay) is not None
    done, by_seat = game.do("Ben", lay), same.do(1, lay)
    assert done == by_seat
    assert (done.seat, str(done)) == (1, "<Step: Ben has locked in.>")
    assert game == same
    game.take_back("Ben")
    same.take_back(1)
    assert game.moves == same.moves


def test_a_name_that_nobody_has_or_two_have_is_refused_in_a_sentence() -> None:
    table = find("brag").make({"players": 3})
    game = Session(table, ["Ann", "Ann", "Ben"])
    for name, says in (
        ("Zed", "^No player is called 'Zed'; the players are Ann, Ann and Ben\\.$"),
        ("Ann", "^Two players are called 'Ann'"),
    ):
        for ask in (game.view, game.shown, game.choices, game.texts, game.take_back, lambda who: game.do(who, "look")):
            with pytest.raises(ActionError, match=says):
                ask(name)
        assert str(game.why_not(name, "look")).startswith(says[1:20])


def test_nature_is_called_as_in_a_record() -> None:
    """So that each move that `undo` gives can be made again."""
    game = session("brag", players=2)
    whole = Session.of(game.record(), shuffles=False)
    undone = [whole.undo() for _ in game.moves]
    assert whole.moves == []
    for move in undone[::-1]:
        whole.do(*move)
    assert whole.state == game.state


def test_a_text_is_never_taken_for_an_action_that_isnt_allowed() -> None:
    game = session("brag", players=2)
    choices: Any = game.choices(game.waiting[0])
    with pytest.raises(ActionError, match="'bet 1' is a text and not an action"):
        _ = "bet 1" in choices
    assert game.why_not(game.waiting[0], "bet 1") is None
    assert "bet 1" in list(game.texts(game.waiting[0]))


def test_a_step_and_a_session_say_what_happened() -> None:
    game = Session(find("brag").make({"players": 2}), ["Ann", "Ben"], 7)
    first = game.waiting[0]
    assert repr(game.do(first, "look")).startswith(f"<Step: {game.names[first]} looks at their cards.")
    assert repr(game).startswith("<Session of BragGame(")
    assert repr(game).endswith(f"{game.names[first]} to decide.>")
    assert game.shown(first).splitlines()[1].startswith("Ann ")
    assert "??" not in str(game)
    assert game.shown(None).count("??") == 6
    assert sum(game.standing.ledger) == 0
    while game.result is None:
        game.do(game.waiting[0], game.choices(game.waiting[0]).answer(Random(len(game.moves))))
    assert game.standing == game.result


def test_cards_that_all_may_see_are_named_too_and_others_kept_back() -> None:
    """The middle of Stop the Bus and the spare hand of Crash, as the record calls them; and cards that come later."""
    bus = Session(find("stop_the_bus").make({"players": 3}), ["Ann", "Ben", "Cal"], shuffles=False)
    named: dict[str, Any] = {"middle": "AsKs2d", "Ben": (50,)}
    bus.deal(named)
    dealt = next(done for who, done in bus.moves if who == "nature" and "hands" in done)
    assert dealt["middle"] == ["AsKs2d"]
    assert "Ad" not in dealt["hands"][0] + dealt["hands"][2]
    with pytest.raises(RecordError, match="Pile 1 of middle should have 3 cards, but has 4"):
        Session(bus.game, shuffles=False).deal({"middle": "AsKs2d3d"})
    crash = Session(find("crash").make({"players": 3}, "nine"), shuffles=False)
    kept = set(range(0, 52, 13))
    crash.deal({0: "As"}, without=kept)
    assert not kept & {card for pile in crash.state.piles for card in pile}
    with pytest.raises(ActionError, match=r"Pile 2 of hands should have 9 cards, but has 3"):
        Session(crash.game, shuffles=False).deal(without=range(40))


def test_of_two_players_of_one_name_the_seat_is_asked_for() -> None:
    game = Session(find("brag").make({"players": 2}), ["Ann", "Ann"], shuffles=False)
    with pytest.raises(ActionError, match="Two players are called 'Ann': name their seats instead"):
        game.deal({"Ann": "As"})
    game.deal({1: "As"})


def test_what_is_done_to_a_record_or_a_copy_is_not_done_to_the_game() -> None:
    game = session("brag", players=2)
    game.notes["bots"] = {"0": "canny"}
    written, other = game.record(), game.copy()
    written.moves[-1][1]["hands"][0] = "AsAhAd"
    written.notes["bots"]["0"] = other.notes["bots"]["0"] = "plain"
    game.moves[-1][1].clear()
    assert Session.of(game.record(), 1).state == game.state
    assert game.notes == {"bots": {"0": "canny"}}


@pytest.mark.parametrize("name", GAMES)
def test_no_state_of_a_game_has_a_fault(name: str) -> None:
    whole = session(name, seed=3)
    for _ in range(20):
        assert faults(whole.game, whole.state) == ()
        if not whole.waiting:
            break
        whole.do(seat := whole.waiting[0], whole.choices(seat).answer(Random(len(whole.moves))))


def test_all_faults_of_a_state_are_told_at_once() -> None:
    game = find("brag").make({"players": 2})
    dealt = session("brag", players=2).state
    piles = ((60,), dealt.piles[1], *dealt.piles[2:])
    assert faults(game, replace(dealt, piles=piles, seen=())) == (
        "there is no card 60",
        "it doesn't say of every pile who has seen it",
    )
    nobody = replace(dealt, public=replace(dealt.public, folded=(0, 1)))
    assert faults(game, nobody) == ("it is the turn of seat 1, which has folded", "fewer than two seats still bet")
    broken = replace(dealt, public=replace(dealt.public, chips=(), turn=7))
    assert faults(game, broken) == ("chips has 0 entries, and there are 2 seats", "turn names seat 7, and the seats are 0 to 1")


def test_only_a_state_of_the_game_is_begun_from() -> None:
    brag, crash = find("brag").make({"players": 2}), find("crash").make({})
    dealt = session("brag", players=2).state
    twice = replace(dealt, piles=(dealt.piles[0], dealt.piles[0], *dealt.piles[2:]))
    for start, why in (
        (crash.start(), "it is of the type Table"),
        ("a text", "it is of the type str"),
        (twice, "Ts lies in two places"),
        (replace(dealt, seen=dealt.seen[1:]), "who has seen it"),
    ):
        assert why in " ".join(faults(brag, start))  # type: ignore[arg-type]  # that is the fault
        with pytest.raises(RulesError, match=why):
            Session(brag, start=start)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="makes it, not a value of the type Kind"):
        Session(find("brag"))  # type: ignore[arg-type]


def test_a_record_may_begin_with_the_mark_that_editors_of_windows_write() -> None:
    text = records.write(session("brag", players=2).record())
    assert records.read(b"\xef\xbb\xbf" + text.encode()) == records.read("\ufeff" + text) == records.read(text)
    assert list(records.read_all("\ufeff" + text + text)) == [records.read(text)] * 2
