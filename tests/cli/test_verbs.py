"""The forms in which the verbs print, on which programs rely, and what a person sees."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import click
import pytest
from msgspec.structs import replace

from prial import __version__
from prial.cards import parse
from prial.cli.app import VERBS, app
from prial.cli.support.screen import Look, console
from prial.core import record as core
from prial.core.game import NATURE
from prial.core.registry import find, names
from prial.core.session import Session
from prial.errors import catalogue
from prial.games.crash.rules import SCHEMA
from prial.ranks.brag import ranking
from prial.ranks.classes import strengths
from prial.study.odds import chances, dealt, equities, left_of
from prial.study.play import match
from prial.study.review import review
from tests.cli.conftest import Prial, one_sentence

HAND = "AsAhAd KsQsJs 7c8d9h 2c2d5h 4s"


def shown(prial: Prial, *args: str, stdin: str | None = None) -> Any:
    done = prial(*args, stdin=stdin)
    assert done.exit_code == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def game_record(prial: Prial, home: Path, *args: str) -> Path:
    path = home / "game.json"
    done = prial("play", "--auto", "--seed", "3", "--bots", "greedy", "--quiet", "--record", str(path), *args)
    assert done.exit_code == 0, done.stderr
    return path


def test_alone_it_shows_a_friendly_help(prial: Prial) -> None:
    done = prial()
    assert done.exit_code == 0
    assert "prial play" in done.stdout
    assert all(verb in done.stdout for verb in VERBS)


def test_version(prial: Prial) -> None:
    assert prial("--version").stdout == f"prial {__version__}\n"


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_has_help_with_examples(prial: Prial, verb: str) -> None:
    done = prial(verb, "--help")
    assert done.exit_code == 0
    assert f"prial {verb}" in done.stdout.partition("Usage:")[2].partition("\n")[2]
    command = app.get_command(click.Context(app), verb)
    assert command is not None
    assert (command.help or "").partition("\n")[0] == VERBS[verb]
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_every_own_sentence_names_what_its_original_names() -> None:
    for name in names():
        find(name).part("board")  # registers the sentences
    known = catalogue()
    for code, sentence in known.items():
        if code.endswith(".you"):
            original = known[code.removesuffix(".you")]
            assert set(re.findall(r"{(\w+)", sentence)) <= set(re.findall(r"{(\w+)", original)), code


# rank


def test_rank_shape(prial: Prial) -> None:
    assert shown(prial, "rank", "AsAhAd", "3s 3h 3d", "10♠9♠8♠", "2c3d5h", "--json") == [
        {"cards": ["As", "Ah", "Ad"], "away": [], "category": "prial", "strength": 740},
        {"cards": ["3s", "3h", "3d"], "away": [], "category": "prial", "strength": 741},
        {"cards": ["Ts", "9s", "8s"], "away": [], "category": "running_flush", "strength": 723},
        {"cards": ["2c", "3d", "5h"], "away": [], "category": "high_card", "strength": 1},
    ]


def test_rank_of_four_and_five_cards_is_that_of_their_best_three(prial: Prial) -> None:
    """Pagat, Four- and Five-Card Brag: the best three cards count, and the others are put away."""
    (four,) = shown(prial, "rank", "brag", "2dKsAsQs", "--preset", "four_card", "--json")
    assert (sorted(four["cards"]), four["away"], four["category"]) == (["As", "Ks", "Qs"], ["2d"], "running_flush")
    (wild,) = shown(prial, "rank", "brag", "9sKs4d5h2c", "--preset", "floaters", "--json")
    assert wild["category"] == "run"  # 4, 5 and a wild two as the six or the three
    assert "level" not in prial("rank", "brag", "AsKd9h2d", "AhKc9s3d", "--preset", "four_card").stdout  # the discard decides
    assert "level" in prial("rank", "brag", "AsKd9h2d", "AhKc9s2h", "--preset", "four_card").stdout
    assert "without 2♦" in prial("rank", "brag", "2dKsAsQs", "--preset", "four_card").stdout
    assert shown(prial, "rank", "brag", "KsAsQs", "--preset", "four_card", "--json")[0]["away"] == []


def test_rank_under_house_rules(prial: Prial) -> None:
    aces, threes = shown(prial, "rank", "AsAhAd", "3s3h3d", "--preset", "gamerules", "--json")
    assert aces["strength"] > threes["strength"]
    four, prial_of_aces = shown(prial, "rank", "4s4h4d4c", "AsAhAd", "--preset", "bouncer", "--json")
    assert four["category"] == "four_of_a_kind"
    assert four["strength"] > prial_of_aces["strength"]
    assert shown(prial, "rank", "KsQdAh", "Ac2d3s", "--set", "top_run=ace_king_queen", "--json")[0]["strength"] == 716


def test_rank_with_wild_cards(prial: Prial) -> None:
    run, better = shown(prial, "rank", "8h7c6d", "2s8c7d", "--wild", "twos", "--json")
    assert better["strength"] > run["strength"]
    assert shown(prial, "rank", "JsJcJd", "--wild", "one-eyed jacks, black aces", "--json")[0]["category"] == "prial"


def test_rank_for_people(prial: Prial) -> None:
    done = prial("rank", "KsQsJs", "AsAhAd")
    assert "prial of aces" in done.stdout
    assert "✓ best" in done.stdout


# arrange


def test_arrange_shape(prial: Prial) -> None:
    found = shown(prial, "arrange", HAND, "--front", "--json")
    assert set(found) == {"best", "front"}
    assert found["best"] == [["As", "Ah", "Ad"], ["Ks", "Qs", "Js"], ["9h", "8d", "7c"], ["5h", "2d", "2c"]]
    assert found["front"][0] == {"hands": found["best"], "strengths": [740, 726, 710, 277]}
    vectors = [entry["strengths"] for entry in found["front"]]
    assert vectors == sorted(vectors, reverse=True)
    assert not any(all(a >= b for a, b in zip(x, y, strict=True)) for x in vectors for y in vectors if x != y)


def test_arrange_without_front_gives_the_best_only(prial: Prial) -> None:
    assert set(shown(prial, "arrange", HAND, "--json")) == {"best"}


def test_arrange_counts_ignored_hands_as_0(prial: Prial) -> None:
    found = shown(prial, "arrange", "3s3h3d 9c9d2h 7c7d2d", "--front", "--json")
    assert {len(entry["hands"]) for entry in found["front"]} == {3}
    assert any(0 in entry["strengths"] for entry in found["front"])


def test_arrange_takes_as_many_cards_as_a_preset_deals(prial: Prial) -> None:
    first, second = shown(prial, "arrange", "KsKhKd5c4d2s", "--json")["best"]
    assert sum(card[0] == "K" for card in first) == 3  # it can't win the pot, but nobody else wins this place
    assert sorted(first + second) == sorted(["Ks", "Kh", "Kd", "5c", "4d", "2s"])
    assert len(shown(prial, "arrange", "AsAhAd7c8d9h2c", "--json")["best"]) == 2
    assert len(shown(prial, "arrange", "AsAhAd7c8d9h2c", "--preset", "pub", "--json")["best"]) == 2
    assert "Brag also with 9, 7 or 6" in prial("arrange", "AsAhAd7c8d").stderr


def test_arrange_for_people(prial: Prial) -> None:
    assert "prial of aces" in prial("arrange", HAND).stdout
    assert "✓ best" in prial("arrange", HAND, "--front").stdout


# showdown


def test_showdown_shape(prial: Prial, home: Path) -> None:
    showdown = {
        "rules": {"preset": "online"},
        "dealer": 0,
        "scores": [6, 5],
        "hands": [["AsAhAd", "9c9d2h", "7c7d2d", "5c5d3c"], ["KsKhKd", "TsThJs", "8s8h4s", "6s6h4h"]],
    }
    best = {"reason": "best"}
    expected = {
        "places": [{"winner": 0, **best}, {"winner": 1, **best}, {"winner": 1, **best}, {"winner": 1, **best}],
        "points": [1, 3],
        "scores": [7, 8],
        "crash": None,
        "fouls": [],
        "ledger": [0, 0],
        "over": True,
        "winners": [1],
    }
    assert shown(prial, "showdown", "-", "--json", stdin=json.dumps(showdown)) == expected
    file = home / "deal.json"
    file.write_text(json.dumps(showdown))
    assert shown(prial, "showdown", str(file), "--json") == expected


def test_showdown_tells_why_each_point_was_given(prial: Prial) -> None:
    showdown = {
        "rules": {"preset": "pub"},
        "dealer": 0,
        "scores": [0, 0, 0],
        "seats": ["Ann", "Bob", "Cy"],
        "declared": [{"seat": 1, "what": "knock"}],
        "hands": [
            ["AsAhAd", "KsQsJs", "7c8d9h", "2c2d5h"],
            ["4s4h4d", "KhQhJh", "4c6d6h", "KcTd8s"],
            ["3s3h2s", "QdTs9c"],
        ],
    }
    done = prial("showdown", "-", stdin=json.dumps(showdown))
    assert done.exit_code == 0, done.stderr
    for sentence in (
        "Bob knocks",
        "Hand 1: Ann scores with prial of aces.",
        "Hand 2: stopper, nobody scores",
        "running flush, king high, level",
        "king high, doesn't count",
        "Bob laid four fours and scores a point.",
    ):
        assert sentence in done.stdout, done.stdout


def test_showdown_tells_why_money_moved(prial: Prial) -> None:
    hands = [["AsAhAd", "KsKhKd", "QsQhQd", "JsJhJd"], ["9s9h2d", "8s8h4c", "7s7h3c", "6s6h5c"]]
    deal = {
        "rules": {"preset": "wikipedia"},
        "dealer": 0,
        "scores": [0, 0],
        "seats": ["Ann", "Bob"],
        "hands": hands,
        "called": [1],
    }
    told = prial("showdown", "-", stdin=json.dumps(deal)).stdout
    assert "Ann crashed without announcing it: every other player pays 50." in told
    assert "Bob announced a crash and missed it, and pays every other player 50." in told
    assert "Money of this deal: Ann +100 · Bob -100" in told
    deal["rules"] = {"preset": "denexa", "game_stake": 5, "foul": "lose_game"}
    deal |= {"called": [], "hands": [hands[0], hands[1][::-1]]}
    told = prial("showdown", "-", stdin=json.dumps(deal)).stdout
    assert "6♠ 6♥ 5♣" in told
    assert "Bob is out of the whole game for the foul." in told
    assert "After the foul only Ann is left, and has won." in told
    assert "Ann gets 5 from every other player for the game." in told


# replay and review


def test_replay_shape(prial: Prial, home: Path) -> None:
    path = game_record(prial, home)
    found = shown(prial, "replay", str(path), "--json")
    assert {"scores", "over", "winners", "ledger", "decision", "moves", "refused"} <= set(found)
    assert found["over"] is True
    assert found["decision"] is None
    assert found["refused"] is None
    assert [move["number"] for move in found["moves"]] == list(range(1, len(found["moves"]) + 1))
    assert found["moves"][0]["seat"] == "nature"
    assert found["moves"][-1]["events"][-1]["code"] == "core.over"


def test_replay_of_a_record_that_a_person_wrote(prial: Prial) -> None:
    written = {
        "prial": 1,
        "game": "crash",
        "rules": {"preset": "denexa"},
        "seats": ["North", "East"],
        "moves": [
            ["nature", {"pick": 0}],
            ["nature", {"hands": ["AsAhAdKsQsJs7c8d9h2c2d5h4s", "AcKcQcJcTc9c8c7d6d5d4d3d2s"]}],
            [0, "lay AsAhAd KsQsJs 7c8d9h 2c2d5h"],
        ],
    }
    found = shown(prial, "replay", "-", "--json", stdin=json.dumps(written))
    assert found["decision"] == {"key": "1.arrange", "seats": [1], "locked": [0]}
    assert found["scores"] == [0, 0]
    moves: list[Any] = written["moves"]  # type: ignore[assignment]  # a list of pairs
    moves.append([1, "lay AcAsQc"])
    done = prial("replay", "-", "--json", stdin=json.dumps(written))
    sentence = one_sentence(done)
    refused = json.loads(done.stdout)["refused"]
    assert refused == {"number": 4, "code": "crash.not_in_hand", "sentence": "As isn't in your hand."}
    assert "4" in sentence
    assert refused["sentence"] in sentence
    human = prial("replay", "-", stdin=json.dumps(written))
    assert "As isn't in your hand." in one_sentence(human)


@pytest.mark.parametrize(("viewer", "kings"), [("all", True), ("Ann", True), ("Ben", False)])
def test_replay_shows_the_position_from_which_a_record_begins(prial: Prial, home: Path, viewer: str, kings: bool) -> None:
    game = Session(find("brag").make({"players": 2}), ["Ann", "Ben"], shuffles=False)
    game.do(NATURE, {"pick": 0})
    game.deal({"Ann": "KsKh4d", "Ben": "9s7h2d"})
    game.do(1, "bet 1")
    game.do(0, "look")
    path = home / "position.json"
    path.write_text(core.write(Session(game.game, game.names, start=game.state).record()))
    text = prial("replay", str(path), "--as", viewer).stdout
    assert text.startswith("Deal 1.")
    assert ("K♠ K♥" in text) == kings
    assert ("9♠" in text) == (viewer == "all")
    assert "Ks" not in prial("replay", str(path), "--as", viewer, "--json").stdout


def test_replay_as_a_seat_shows_no_hidden_card(prial: Prial, home: Path) -> None:
    path = game_record(prial, home)
    record = core.read(path.read_bytes())
    record.moves = record.moves[:4]  # cards were dealt, and two players have laid
    cut = home / "cut.json"
    cut.write_text(core.write(record))
    text = prial("replay", str(cut), "--as", "1", "--json").stdout
    hands = record.moves[1][1]["hands"]
    assert hands[0] in text
    assert not any(hand in text for hand in hands[1:])
    assert record.moves[3][1] not in text
    record.notes["person"] = 0
    cut.write_text(core.write(record))
    human = prial("replay", str(cut)).stdout
    assert "Bea" in human
    assert "Cal A" not in human
    assert "Cal" in prial("replay", str(cut), "--as", "all").stdout


def test_replay_of_a_game_in_play_shows_its_player_nothing_more(prial: Prial, home: Path) -> None:
    path = game_record(prial, home)
    record = core.read(path.read_bytes())
    moves = record.moves
    record.moves, record.notes["person"] = moves[:4], 0
    hands = record.moves[1][1]["hands"]
    path.write_text(core.write(record))
    for others, args in ((False, ()), (True, ("--as", "all"))):
        answer = prial("replay", str(path), "--json", *args).stdout
        assert hands[0] in answer
        assert [hand in answer for hand in hands[1:]] == [others] * 3
        assert (record.moves[3][1] in answer) is others
        assert set(json.loads(answer)) == set(shown(prial, "replay", str(path), "--json", "--as", "2"))
    del record.notes["person"]
    path.write_text(core.write(record))
    assert all(hand in prial("replay", str(path), "--json").stdout for hand in hands)
    record.moves, record.notes["person"] = moves, 0
    path.write_text(core.write(record))
    assert all(hand in prial("replay", str(path), "--json").stdout for hand in hands)


def test_comments_are_shown_with_their_moves(prial: Prial, home: Path) -> None:
    path = game_record(prial, home)
    record = core.read(path.read_bytes())
    record.comments = {3: "Bea must win this.", 4: "Cal has two aces."}
    path.write_text(core.write(record))
    lines = prial("replay", str(path)).stdout.splitlines()
    assert [line for line in lines if "“" in line] == ["  “Bea must win this.”", "  “Cal has two aces.”"]
    moves = shown(prial, "replay", str(path), "--json")["moves"]
    assert {move["number"]: move["comment"] for move in moves if move["comment"]} == record.comments


def test_a_comment_on_a_hidden_move_is_hidden_with_it(prial: Prial, home: Path) -> None:
    """A comment may name the cards of the move that it is about."""
    path = game_record(prial, home)
    record = core.read(path.read_bytes())
    record.moves, record.notes["person"] = record.moves[:4], record.moves[2][0]
    record.comments = {2: "The deal", 3: "My own move", 4: "Cal has two aces"}
    path.write_text(core.write(record))
    for how in ((), ("--json",)):
        told = prial("replay", str(path), *how).stdout
        assert [comment in told for comment in record.comments.values()] == [False, True, False]
        everything = prial("replay", str(path), "--as", "all", *how).stdout
        assert all(comment in everything for comment in record.comments.values())


def test_a_game_that_is_played_on_keeps_its_comments(prial: Prial, home: Path) -> None:
    path = home / "game.json"
    nine = {"preset": "nine", "players": 2}
    moves = [["nature", {"pick": 0}]]
    written = {"prial": 1, "game": "crash", "rules": nine, "seats": ["A", "B"], "moves": moves, "comments": {"1": "A deals."}}
    path.write_text(json.dumps(written))
    done = prial("play", "--resume", str(path), "--bots", "greedy", stdin="suggest\n\n")
    assert done.exit_code == 0, done.stderr
    record = core.read(path.read_bytes())
    assert len(record.moves) > 2
    assert record.comments == {1: "A deals."}


def test_replay_step_by_step(prial: Prial, home: Path) -> None:
    path = game_record(prial, home)
    done = prial("replay", str(path), "--step", stdin="\nwhat\nquit\n")
    assert done.exit_code == 0
    assert "Press Enter" in done.stdout
    assert "The game is over" not in done.stdout


def test_review_shape(prial: Prial, home: Path) -> None:
    path = game_record(prial, home, "--bots", "random", "--preset", "wikipedia")
    found = shown(prial, "review", str(path), "--worlds", "60", "--json")
    assert set(found) == {"seats", "arrangements", "totals", "against"}
    assert all(entry["lost"] >= 0 for entry in found["arrangements"])
    for total in found["totals"]:
        lost = sum(entry["lost"] for entry in found["arrangements"] if entry["seat"] == total["seat"])
        assert total["lost"] == pytest.approx(lost)
    only = shown(prial, "review", str(path), "--worlds", "60", "--seat", "Cal", "--json")
    assert {entry["seat"] for entry in only["arrangements"]} == {1}
    assert "Lost a deal" in prial("review", str(path), "--worlds", "60").stdout
    assert (
        shown(prial, "review", str(path), "--worlds", "60", "--json", "--against", "strongest") == found
    )  # unknown bots count as these


def test_a_review_says_against_whom_it_judges(prial: Prial, home: Path) -> None:
    path = str(game_record(prial, home))
    assert "their best hands first, as the bots that sat there do" in " ".join(
        prial("review", path, "--worlds", "60").stdout.split()
    )
    strongest = prial("review", path, "--worlds", "60", "--against", "strongest").stdout
    assert "who split as sharply as the strongest bot" in " ".join(strongest.split())


def test_a_seat_is_named_as_the_board_calls_it(prial: Prial, home: Path) -> None:
    """``you`` means the person who played there, unless a player's name is You."""
    path = game_record(prial, home, "--bots", "random")
    record = core.read(path.read_text())
    record.notes["person"] = 2
    path.write_text(core.write(record))
    found = shown(prial, "review", str(path), "--seat", "You", "--worlds", "20", "--json")
    assert {entry["seat"] for entry in found["arrangements"]} == {2}
    record.seats[0] = "You"
    path.write_text(core.write(record))
    found = shown(prial, "review", str(path), "--seat", "You", "--worlds", "20", "--json")
    assert {entry["seat"] for entry in found["arrangements"]} == {0}


def test_review_of_decisions_shape(prial: Prial, home: Path) -> None:
    path = home / "game.json"
    prial(
        "play", "stop_the_bus", "--auto", "--seed", "3", "--bots", "thumb", "--set", "tokens=1", "--quiet", "--record", str(path)
    )
    found = shown(prial, "review", str(path), "--json", "--worlds", "10")
    assert set(found) == {"seats", "decisions", "totals", "against"}
    for total in found["totals"]:
        own = [entry for entry in found["decisions"] if entry["seat"] == total["seat"]]
        assert total["answers"] == len(own)
        assert total["lost"] == pytest.approx(sum(entry["lost"] for entry in own if entry["verdict"] != "even"))
    assert all((entry["verdict"] == "lost") == (entry["lost"] > max(entry["error"], 0.005)) for entry in found["decisions"])
    told = prial("review", str(path), "--worlds", "10").stdout
    assert "Decisions" in told
    assert "± is one standard error. Even: another decision may be as good" in " ".join(told.split())
    assert max(map(len, told.splitlines())) <= 80
    only = shown(prial, "review", str(path), "--seat", "Cal", "--worlds", "10", "--json")
    assert {entry["seat"] for entry in only["decisions"]} == {1}


@pytest.mark.parametrize("game", ["crash", "brag", "xap_xam"])
def test_a_review_is_printed_in_python_in_the_words_of_the_command(prial: Prial, home: Path, game: str) -> None:
    played = match(find(game).make({"players": 2}), ["random", "random"], seed=7, most=2)
    path = home / "game.json"
    path.write_text(core.write(played.record()))
    found = review(played.game, played.record(), worlds=10)
    told = prial("review", str(path), "--worlds", "10").stdout
    assert Counter(str(found).split()) == Counter(told.split())
    assert "random 1" in str(found)
    nothing = replace(found, judged=(), names=())
    assert str(nothing) == "No deal of this game has been played out."
    assert "Seat 1" in str(replace(found, names=()))


def test_a_review_of_bets_stands_with_suit_signs_in_eighty_columns(prial: Prial, home: Path) -> None:
    path = home / "game.json"
    prial("play", "brag_poker", "--auto", "--seed", "9", "--set", "length=2", "--quiet", "--record", str(path))
    told = prial("review", str(path), "--worlds", "10").stdout
    assert re.search(r"^  Eve  K♦ 10♥ 9♣  13 in the pot, 3 players$\n^    change 10♥ 9♣ ", told, re.MULTILINE)
    assert max(map(len, told.splitlines())) <= 80


def test_cards_in_a_line_keep_a_colour_for_each_suit() -> None:
    hand = [parse("AsKhQdJc")]
    screen = console()
    assert [str(span.style) for span in Look(screen).inline(hand).spans if span.style] == ["red", "red"]
    four = [str(span.style) for span in Look(screen, four_colour=True).inline(hand).spans if span.style]
    assert four == ["red", "blue", "green"]


def test_points_that_hold_a_won_game_are_explained(prial: Prial, home: Path) -> None:
    path = game_record(prial, home, "--preset", "pub")
    told = " ".join(prial("review", str(path), "--worlds", "20").stdout.split())
    assert "A crash wins the game, so its chance counts for 7 points more than its 4 places" in told
    assert "four threes knocked for win it too, and count for 11" in told
    assert "Made is the points that were really scored" in told
    assert "7 points more" in " ".join(prial("arrange", HAND, "--preset", "pub").stdout.split())
    assert "points more" not in prial("arrange", HAND).stdout
    path.unlink()
    assert "Made is" not in prial("review", str(game_record(prial, home)), "--worlds", "20").stdout


# odds


def test_a_hand_is_compared_with_a_class_of_hands(prial: Prial) -> None:
    found = shown(prial, "odds", "brag", "--hand", "KsKd2c", "--against", "a pair or better", "--json")["hand"]
    of, own = ranking(), parse("KsKd2c")
    pairs, left = strengths(of, "pair or better"), left_of(parse("KsKd2c"))
    every = chances(of, own, [pairs], left)
    assert found["cards"] == ["Ks", "Kd", "2c"]
    (against,) = found["against"]
    assert against["class"] == "a pair or better"
    assert against["dealt"]["count"] == every.deals == found["chances"]["deals"]
    assert found["chances"]["better"]["count"] == every.better.count
    told = " ".join(prial("odds", "brag", "--hand", "KsKd2c", "--against", "a pair or better").stdout.split())
    assert "K♠ K♦ 2♣ (pair of kings) beats a hand of “a pair or better” (25.92 % of hands) in 59.42 % of deals" in told


def test_the_other_cards_of_a_hand_that_is_known_in_part_are_dealt(prial: Prial) -> None:
    """Each third card is equally likely, so the share of the pot is the average over all of them."""
    found = shown(prial, "odds", "brag", "--hand", "KsKd", "--json")["hand"]
    of, own = ranking(), parse("KsKd")
    whole = [chances(of, (*own, card), [None], left_of((*own, card))).share for card in left_of(own)]
    assert found["cards"] == ["Ks", "Kd"]
    assert found["chances"]["share"] == pytest.approx(sum(whole) / 50, abs=1e-12)
    assert "K♠ K♦ with one more card beats one other hand in 90.10 %" in prial("odds", "brag", "--hand", "KsKd").stdout
    of_five = prial("odds", "brag", "--cards", "5", "--hand", "KsKd2c", "--samples", "100").stdout
    assert "K♠ K♦ 2♣ with 2 more cards beats" in of_five


def test_a_class_may_be_written_by_ranks_or_as_a_share(prial: Prial) -> None:
    for short, words in (("KK+", "pair of kings or better"), ("88-QQ", "pair of eights to pair of queens")):
        told = [
            shown(prial, "odds", "brag", "--hand", "KsKd2c", "--against", text, "--json")["hand"]["chances"]
            for text in (short, words)
        ]
        assert told[0] == told[1]
    found = shown(prial, "odds", "brag", "--hand", "top 10 %", "--json")["hand"]
    assert 0.09 < found["dealt"]["probability"] <= 0.1


def test_the_own_hand_may_be_a_class_too(prial: Prial) -> None:
    seen = ("--seen", "AsAh2c")
    found = shown(prial, "odds", "brag", "--hand", "Run or better", "--against", "flush; ace high", *seen, "--json")["hand"]
    of, left = ranking(), left_of(parse("AsAh2c"))
    every = chances(of, strengths(of, "run or better"), [strengths(of, "flush; ace high")], left)
    assert (found["class"], found["against"][0]["class"]) == ("Run or better", "flush; ace high")
    assert found["dealt"]["count"] == dealt(of, strengths(of, "run or better"), left).count
    assert (found["chances"]["deals"], found["chances"]["better"]["count"]) == (every.deals, every.better.count)
    any_other = shown(prial, "odds", "brag", "--hand", "Run or better", *seen, "--json")["hand"]
    assert any_other["chances"]["deals"] == chances(of, strengths(of, "run or better"), [None], left).deals
    assert "A hand of “Run or better” (" in prial("odds", "brag", "--hand", "Run or better").stdout


def test_a_hand_is_compared_with_several_that_are_known_in_part(prial: Prial) -> None:
    asked = ("odds", "brag", "--hand", "KsKd2c", "--against", "pair or better", "--against", "7h7d", "--others", "3")
    found = shown(prial, *asked, "--samples", "500", "--json")["hand"]
    of, own, seven = ranking(), parse("KsKd2c"), parse("7h7d")
    every = equities(of, [own, strengths(of, "pair or better"), seven, ()], samples=500)
    told = [found["chances"], *(each["chances"] for each in found["against"])]
    assert [each["share"] for each in told] == [each.share for each in every[:3]]
    assert (told[0]["deals"], found["others"], found["against"][1]["cards"]) == (500, 3, ["7h", "7d"])
    said = " ".join(prial(*asked).stdout.split())
    pairs = f"{100 * found['against'][0]['dealt']['probability']:.2f} %"
    assert f"beats a hand of “pair or better” ({pairs} of hands), 7♥ 7♦ with one more card and one other hand together in" in said
    assert " ± 0.3" in said


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (("--against", "flush"), "--against goes with --hand"),
        (("--hand", "KsKd2c", "--against", "flush", "--against", "run", "--others", "1"), "--against names 2"),
        (("--hand", "a pear or better"), "'a pear or better' is not a class of hands"),
        (("--hand", "KQ"), "'KQ' is not a class of hands. Write a kind of hand (high card"),
        (("--hand", "KsKd2c", "--against", "QKQQ+"), "'QKQQ+' is not a class of hands"),
        (("--hand", "KsKd2c", "--against", "KsAhAd"), "Ks can't lie in two places"),
        (("--hand", "KsKd2c", "--against", "AsAhAdAc"), "AsAhAdAc has 4 cards, but a hand has 3"),
        (("--hand", "pair of kings", "--seen", "KsKdKh"), "No such hand can be made of the cards that are left"),
    ],
)
def test_what_classes_dont_go_with_is_refused(prial: Prial, args: tuple[str, ...], part: str) -> None:
    assert part in one_sentence(prial("odds", "brag", *args))


def test_odds_shape(prial: Prial) -> None:
    found = shown(prial, "odds", "--json")
    assert found["hands"] == 22100
    counts = {kind: entry["count"] for kind, entry in found["categories"].items()}
    assert counts == {
        "prial_of_threes": 4,
        "other_prial": 48,
        "running_flush": 48,
        "run": 720,
        "flush": 1096,
        "pair": 3744,
        "high_card": 16440,
    }
    assert all(entry["probability"] == entry["count"] / 22100 for entry in found["categories"].values())
    odds = [entry["odds"] for entry in found["categories"].values()]
    assert odds == ["5524 to 1", "459 to 1", "459 to 1", "30 to 1", "19 to 1", "5 to 1", "3 to 1 on"]


def test_odds_of_the_best_three_of_more_cards(prial: Prial) -> None:
    found = shown(prial, "odds", "--cards", "4", "--wild", "2s", "--json")
    assert (found["cards"], found["wild"], found["hands"]) == (4, "twos", 270_725)
    assert sum(entry["count"] for entry in found["categories"].values()) == 270_725
    told = " ".join(prial("odds", "--cards", "5", "--wild", "2s").stdout.split())
    assert "2,598,960 hands of five cards, the best three of which are kept; wild: twos" in told
    assert "x>=" in one_sentence(prial("odds", "--cards", "6")) or "3<=x<=5" in one_sentence(prial("odds", "--cards", "6"))


def test_odds_for_people(prial: Prial) -> None:
    done = prial("odds")
    assert "█" in done.stdout
    assert "5524 to 1" in done.stdout


def test_odds_of_a_pack_of_which_some_cards_were_seen(prial: Prial) -> None:
    """Pagat: the odds are affected by previous cards, if the deck isn't shuffled."""
    found = shown(prial, "odds", "brag", "--seen", "KsKdKh 2c", "--json")
    assert (found["hands"], found["seen"]) == (17_296, ["Ks", "Kd", "Kh", "2c"])
    assert found["categories"]["other_prial"]["count"] == 48 - 4 - 3
    assert found["full_pack"]["other_prial"]["count"] == 48
    told = " ".join(prial("odds", "brag", "--seen", "KsKdKh 2c").stdout.split())
    assert "other prial 459 to 1 41 0.24 % 421 to 1" in told
    assert "17,296 hands of three cards from the 48 cards that are left" in told


def test_odds_of_a_hand_against_others(prial: Prial) -> None:
    found = shown(prial, "odds", "brag", "--seen", "KsKdKh 2c", "--hand", "QsQd4h", "--json")["hand"]
    assert (found["cards"], found["others"]) == (["Qs", "Qd", "4h"], 1)
    assert (found["chances"]["deals"], found["chances"]["drawn"]) == (14_190, False)
    told = " ".join(prial("odds", "brag", "--seen", "KsKdKh 2c", "--hand", "QsQd4h").stdout.split())
    assert "Q♠ Q♦ 4♥ (pair of queens) beats one other hand in 89.09 % of deals (8.2 to 1 on), and is level in 0.02 %." in told
    many = " ".join(prial("odds", "brag", "--hand", "3s3h3d", "--others", "3").stdout.split())
    assert "beats 3 other hands together in about 100.00 % of deals (always)." in many


# simulate, ladder, tables


def test_narrow_screens_cut_off_no_name_and_no_number(prial: Prial, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    for args in (("odds",), ("ladder", "--games", "1", "--workers", "1"), ("simulate", "--deals", "5")):
        told = prial(*args).stdout
        assert "…" not in told
        assert max(map(len, told.splitlines())) <= 40
    assert "prial of threes" in prial("odds").stdout
    assert "Odds: 5524 to 1" in prial("odds").stdout


def test_simulate_shape(prial: Prial) -> None:
    found = shown(prial, "simulate", "--deals", "60", "--bots", "sharp,greedy", "--json")
    assert found["deals"] == 60
    assert [seat["bot"] for seat in found["seats"]] == ["sharp", "greedy"] * 2
    assert set(found["seats"][0]) == {"seat", "bot", "points", "crash", "places"}
    assert [place["place"] for place in found["places"]] == [1, 2, 3, 4]
    assert "Points a deal" in prial("simulate", "--deals", "20").stdout


def test_ladder_shape(prial: Prial) -> None:
    found = shown(prial, "ladder", "--games", "2", "--workers", "1", "--json", "--bots", "random")
    assert found["games"] == 2
    assert {entry["bot"] for entry in found["standings"]} == {"random", "greedy"}
    assert "Games won" in prial("ladder", "--games", "1", "--workers", "1", "--bots", "random").stdout


def test_a_ladder_prints_how_sure_a_share_of_games_won_is(prial: Prial) -> None:
    """A bot that won no game may still win some: Wilson's interval says how many, which is the interval of the JSON, too."""
    asked = ("ladder", "--games", "20", "--workers", "1", "--bots", "random", "--field", "greedy", "--seed", "3")
    told = prial(*asked).stdout
    rows = json.loads(prial(*asked, "--json").stdout)["standings"]
    assert rows[0]["won"] == 0
    for row in rows:
        low, high = [f"{100 * row['won_interval'][end]:.2f}" for end in ("low", "high")]
        assert f"{100 * row['won']:.2f} % ({low}–{high})" in told
    assert float(rows[0]["won_interval"]["high"]) > 0.1
    assert "games won have their 95 % interval" in " ".join(told.split())


def test_tables_are_the_same_again(prial: Prial, home: Path) -> None:
    pytest.importorskip("numba")
    for folder in ("a", "b"):
        assert prial("tables", "crash", "--deals", "30", "--out", str(home / folder)).exit_code == 0
    a, b = ({path.name: path.read_bytes() for path in (home / folder).iterdir()} for folder in ("a", "b"))
    assert a == b
    assert len(a) == 38


# rules


def test_rules_saved_used_exported_and_deleted(prial: Prial, home: Path) -> None:
    assert prial("rules", "save", "ours", "--preset", "pub", "--set", "target=15", "--title", "The Bell").exit_code == 0
    assert "ours" in prial("rules").stdout
    options = shown(prial, "rules", "show", "--preset", "ours", "--json")["options"]
    assert options["target"] == 15
    assert options["tie"] == "next_best"
    # a saved preset may be based on another saved one, and a file on either kind
    assert prial("rules", "save", "ours-3", "--preset", "ours", "--set", "players=3").exit_code == 0
    file = home / "shared.json"
    assert prial("rules", "export", "--preset", "ours-3", "--out", str(file)).exit_code == 0
    assert prial("rules", "export", "--preset", "ours-3", "--toml", "--out", str(home / "shared.toml")).exit_code == 0
    expected = shown(prial, "rules", "show", "--preset", "ours-3", "--json")["options"]
    for path in (file, home / "shared.toml"):
        assert shown(prial, "rules", "show", "--preset", str(path), "--json")["options"] == expected
    assert json.loads(prial("play", "--auto", "--preset", str(file), "--bots", "greedy", "--json").stdout)["scores"][2] >= 0
    assert "already" in one_sentence(prial("rules", "save", "ours"))
    assert prial("rules", "save", "ours", "--force").exit_code == 0
    assert prial("rules", "delete", "ours").exit_code == 0
    assert "no saved rules" in one_sentence(prial("rules", "delete", "ours"))
    assert "belongs to" in one_sentence(prial("rules", "save", "pub"))
    assert "not a name" in one_sentence(prial("rules", "save", "../x"))


def test_rules_compare(prial: Prial) -> None:
    found = shown(prial, "rules", "compare", "online", "pub", "--json")
    assert found["target"] == {"online": 7, "pub": 11}
    assert found["crash_points"] == {"online": 1, "pub": None}
    assert "tie" in prial("rules", "compare", "online", "pub").stdout
    assert "the same" in prial("rules", "compare", "pub", "pub").stdout


def test_one_preset_is_compared_with_the_usual_rules(prial: Prial) -> None:
    found = shown(prial, "rules", "compare", "pub", "--json")
    assert found["target"] == {"online": 7, "pub": 11}
    assert "same" in prial("rules", "compare", "online", "online").stdout


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_comparing_all_rules_breaks_no_word(prial: Prial, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    told = prial("rules", "compare").stdout
    assert max(map(len, told.splitlines())) <= columns
    assert all(re.search(rf"\b{name}\b", told) for name in [*SCHEMA.presets, "scores_nothing", "failed_call_penalty"])


def test_rules_are_named_without_an_option_too(prial: Prial) -> None:
    for verb in ("show", "page", "export"):
        assert prial("rules", verb, "pub").stdout == prial("rules", verb, "--preset", "pub").stdout
    assert "You named two sets of rules" in one_sentence(prial("rules", "show", "pub", "--preset", "nine"))
    assert "no preset 'nowhere'" in one_sentence(prial("rules", "page", "nowhere"))


def test_each_line_of_rules_is_understood_by_itself(prial: Prial) -> None:
    told = " ".join(prial("rules", "show", "pub").stdout.split())
    assert "Four of a kind laid: knock. To knock is to declare" in told
    assert "Target: 11. Points to reach" in told
    assert "(four_bonus=knock)" in told


@pytest.mark.parametrize("preset", list(SCHEMA.presets))
def test_rules_page_reads_as_a_page(prial: Prial, preset: str) -> None:
    done = prial("rules", "page", "--preset", preset)
    assert done.exit_code == 0
    assert done.stdout.startswith("# Crash: ")
    assert "**Target**" in done.stdout or "the pot" in done.stdout
    assert prial("rules", "show", "--preset", preset).exit_code == 0


def test_rules_options_name_every_option(prial: Prial) -> None:
    assert [entry["name"] for entry in shown(prial, "rules", "options", "--json")] == list(SCHEMA.options)
    assert all(name in prial("rules", "options").stdout for name in SCHEMA.options)
    assert [entry["name"] for entry in shown(prial, "rules", "list", "--json")] == list(SCHEMA.presets)


def test_a_rule_file_that_cannot_be_read_hides_no_other(prial: Prial, home: Path) -> None:
    assert prial("rules", "save", "ours", "--preset", "pub", "--set", "target=15").exit_code == 0
    (saved,) = home.rglob("ours.toml")
    saved.with_name("round.toml").write_text('game = "crash"\npreset = "round"\n')
    saved.with_name("loose.toml").write_text('game = "crash"\ntarget = 9\n')
    listed = prial("rules", "list")
    assert listed.exit_code == 0
    assert "ours" in listed.stdout
    assert "denexa" in listed.stdout
    assert "is based on never ends" in listed.stderr
    assert "'target' isn't known" in listed.stderr


def test_a_game_is_kept_where_its_link_leads(prial: Prial, home: Path) -> None:
    real, link = home / "real.json", home / "link.json"
    link.symlink_to(real)
    assert prial("play", "--auto", "--quiet", "--seed", "1", "--bots", "greedy", "--record", str(link)).exit_code == 0
    assert link.is_symlink()
    assert real.stat().st_size > 0
