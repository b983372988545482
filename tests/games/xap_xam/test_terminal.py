"""Xập xám at the terminal: whole games, setting cards, declaring, the showdown, and replays."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from prial.bots.bot import Advice
from prial.cards import PACK, name, names, parse
from prial.cli.boards.seat import Seated
from prial.cli.support.screen import Look
from prial.cli.support.terminal import Terminal
from prial.core import record as core
from prial.core.game import State, view
from prial.core.registry import find
from prial.errors import catalogue
from prial.games.xap_xam import XapXamGame
from prial.games.xap_xam import state as said
from prial.games.xap_xam.instants import Instant
from prial.games.xap_xam.rules import SCHEMA
from prial.games.xap_xam.settle import By
from prial.games.xap_xam.state import Lay, Phase, Table
from prial.games.xap_xam.terminal import arranging
from prial.games.xap_xam.terminal.board import XapXamBoard
from tests.campaigns import soaking
from tests.cli.conftest import Prial
from tests.cli.seat import Person
from tests.games.terminal import play_on

PLAIN = "KdKcJsJd7cQd9s5s3hTc8h6h2s"
"""Cards without an instant win."""
LAID = "lay KdKcJsJd7c QdTc9s5s3h 8h6h2s"
"""The same cards set in order."""
SIX_PAIRS = "KdKcJsJd7c7d5s5h3c3h8c8h2s"
STRAIGHTS = "KsQdJsTh9c9s8h7d6c5dAh2d3c"


def seated(home: Path, mine: str, rules: dict[str, Any] | None = None, *more: Any, bea: str = "") -> tuple[Person, Path]:
    """A person at a table of two, with a chosen hand. Bea deals."""
    rest = [card for card in PACK if card not in parse(mine)]
    deal = [["nature", {"pick": 1}], ["nature", {"hands": [mine, bea or names(rest[:13])]}]]
    path = home / "game.json"
    start = {"prial": 1, "game": "xap_xam", "rules": {**(rules or {}), "players": 2}, "seats": ["Ann", "Bea"]}
    path.write_text(json.dumps({**start, "moves": [*deal, *more]}))
    person = Person(home, "play", "--resume", str(path), "--bots", "random", "--fast")
    person.wait_for_prompt()
    return person, path


def says(person: Person, line: str) -> str:
    """The screen after a line, up to the next prompt."""
    before = len(person.screen)
    person.type(line)
    person.wait_for_prompt()
    return " ".join(person.screen[before:].split())


def laid(path: Path) -> list[str]:
    """The person's setting."""
    return [str(move) for who, move in core.read(path.read_bytes()).moves if who == 0]


@pytest.mark.parametrize("preset", SCHEMA.presets)
def test_a_whole_game(home: Path, preset: str) -> None:
    def answer(prompt: str, screen: str) -> str:
        return "yes" if "Y/n" in prompt else "" if "next deal" in prompt or "locks it in" in prompt else "suggest"

    options = ("--preset", preset, "--players", "3", "--set", "length=2", "--seed", "5", "--bots", "greedy")
    play_on(home, answer, "play", "xap_xam", *options)


def test_cards_are_set_place_by_place(home: Path) -> None:
    person, path = seated(home, PLAIN)
    assert "Type your lower hand as in 1 AsKs9s7s4s, then your middle" in " ".join(person.screen.split())
    assert "You hold" not in person.screen
    assert "lower K♦ K♣ J♠ J♦ 7♣ two pair, kings and jacks" in re.sub(" +", " ", says(person, "lower KdKcJsJd7c"))
    told = says(person, "upper: 6h 8h 2s")
    assert "upper 6♥ 8♥ 2♠ eight high" in re.sub(" +", " ", told)
    assert "✓ in order" in told
    assert person.prompts[-1].startswith("Enter puts the rest in your middle hand")
    assert "middle Q♦ 10♣ 9♠ 5♠ 3♥ queen high" in re.sub(" +", " ", says(person, ""))
    assert person.prompts[-1].startswith("Enter locks it in")
    assert "1 of 5 cards" in says(person, "lower Kd")
    says(person, "undo")
    assert "You are" not in says(person, "")
    assert laid(path) == ["lay KdKcJsJd7c QdTc9s5s3h 6h8h2s"]
    person.kill()


@pytest.mark.parametrize(
    "lines",
    [
        ["KdKcJsJd7c QdTc9s5s3h 8h6h2s", ""],
        ["Kd Kc Js Jd 7c Qd Tc 9s 5s 3h 8h 6h 2s", ""],
        ["KdKcJsJd7c", "QdTc9s5s3h", "8h6h2s", ""],
        ["8h6h2s", "KdKcJsJd7c", "", ""],
        ["1 KdKcJsJd7c 2 QdTc9s5s3h", "lay", "lay"],
        ["lower KdKcJsJd7c middle hand: QdTc9s5s3h upper 8h6h2s", "lay"],
        ["Kd Kc", "JsJd7c", "2nd QdTc9s5s3h", "", ""],
        ["lay KdKcJsJd7c QdTc9s5s3h 8h6h2s"],
        ["lock kd kc js jd 7c qd 10c 9s 5s 3h 8h 6h 2s"],
        ["QdTc9s5s3h KdKcJsJd7c", "order", "", ""],
    ],
)
def test_cards_may_be_typed_in_many_ways(lines: list[str]) -> None:
    made, _, state = board(*lines, mine=PLAIN)
    seen = view(state, 0)
    action = made.ask(seen, made.xap_xam.choices(seen))
    assert made.xap_xam.write(action) == LAID
    assert isinstance(made.terminal, Scripted)
    assert not made.terminal.lines  # all of these lines were asked for


def test_a_mis_set_hand_is_warned_of_and_may_be_laid(home: Path) -> None:
    person, path = seated(home, PLAIN)
    told = says(person, "lay QdTc9s5s3h KdKcJsJd7c 8h6h2s")
    assert "your middle hand beats your lower. Laid so it is mis-set, and loses." in told
    assert "type 'order' to swap your lower and middle hands" in told
    assert not laid(path)
    assert "type 'order'" in says(person, "")
    told = says(person, "lay")
    assert "You have mis-set: Q♦ 10♣ 9♠ 5♠ 3♥, K♦ K♣ J♠ J♦ 7♣, 8♥ 6♥ 2♠ are not in order." in told
    assert laid(path) == ["lay QdTc9s5s3h KdKcJsJd7c 8h6h2s"]
    person.kill()


def test_who_types_a_mis_set_hand_twice_means_it(home: Path) -> None:
    person, path = seated(home, PLAIN)
    for _ in range(2):
        assert not laid(path)
        says(person, "lay QdTc9s5s3h KdKcJsJd7c 8h6h2s")
    assert laid(path) == ["lay QdTc9s5s3h KdKcJsJd7c 8h6h2s"]
    person.kill()


def test_level_hands_are_mis_set_where_the_rules_say_so(home: Path) -> None:
    """The page of Xập xám: the lower hand must beat the middle one; `equal_rows` says whether equal ones are allowed."""
    mine = "KdKc9s7s4sKhKs9d7d4d6h5h2c"
    for rules, wrong in (({"instant": "none"}, True), ({"preset": "chinese_poker"}, False)):
        person, _ = seated(home, mine, rules)
        told = says(person, "KdKc9s7s4s KhKs9d7d4d 6h5h2c")
        assert ("your middle hand is level with your lower" in told) is wrong
        assert ("✓ in order" in told) is not wrong
        person.kill()


def test_an_instant_win_is_offered_and_asked_for_once_more(home: Path) -> None:
    person, path = seated(home, SIX_PAIRS)
    offered = " ".join(person.screen.split())
    assert "You hold six pairs (lục phé bôn): type declare six pairs, or lay your cards as any others." in offered
    told = says(person, "declare six pairs")
    assert "six pairs (lục phé bôn), 2 units" in told
    assert "Declare six pairs?" in person.prompts[-1]
    assert "You declare nothing" in says(person, "no")
    says(person, "KdKcJsJd7c 7d5s5h3c3h 8c8h2s")
    assert "laid as K♦K♣J♠J♦7♣ 7♦5♠5♥3♣3♥ 8♣8♥2♠" in says(person, "declare")
    assert not laid(path)
    told = says(person, "yes")
    assert "You declare six pairs: K♦ K♣ J♠ J♦ 8♥ 8♣ 7♦ 7♣ 5♠ 5♥ 3♥ 3♣ 2♠." in told
    assert laid(path) == ["lay KdKcJsJd7c 7d5s5h3c3h 8c8h2s six_pairs"]
    person.kill()


def test_it_may_be_declined(home: Path) -> None:
    person, path = seated(home, SIX_PAIRS)
    says(person, "KdKcJsJd7c 7d5s5h3c3h 8c8h2s")
    assert "You declare" not in says(person, "")
    assert laid(path) == ["lay KdKcJsJd7c 7d5s5h3c3h 8c8h2s"]
    person.kill()


def test_three_straights_are_declared_in_order(home: Path) -> None:
    """Dan Nam Phan's rules of 13 cards poker: the higher straight must be in the lower row, otherwise all is lost."""
    person, path = seated(home, STRAIGHTS)
    says(person, "9s8h7d6c5d KsQdJsTh9c Ah2d3c")
    assert "laid as K♠Q♦J♠10♥9♠ 9♣8♥7♦6♣5♦ 3♣2♦A♥" in says(person, "declare three straights")
    says(person, "n")
    assert "mis-set" in says(person, "lay 9s8h7d6c5d KsQdJsTh9c Ah2d3c three straights")
    assert not laid(path)
    says(person, "order")
    told = says(person, "declare three straights")  # declared with the rows as they are set now
    assert "laid as K♠Q♦J♠10♥9♣ 9♠8♥7♦6♣5♦ A♥2♦3♣" in told
    says(person, "")
    assert laid(path) == ["lay KsQdJsTh9c 9s8h7d6c5d Ah2d3c three_straights"]
    person.kill()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "Nothing is laid yet: type cards (1 AsKs9s7s4s) or 'suggest'."),
        ("lay", "Nothing is laid yet"),
        ("what now", "I don't know 'what now': type cards (AsKs9s7s4s), 'suggest' or 'help'."),
        ("As", "As isn't in your hand."),
        ("Kd Kd", "Kd is there twice"),
        ("KdKcJsJd7c Qx", "is not a card"),
        ("4 KdKc", "There is no place 4; the places are 1 to 3."),
        ("upper KdKcJsJd", "4 cards are too many: that hand takes at most 3."),
        ("lay KdKcJsJd7c QdTc9s5s3h", "Lay three hands, a lower, a middle and an upper one, not 2."),
        ("lay KdKcJsJd7c QdTc9s5s3h 8h6h", "The upper hand takes 3 cards; 8h6h has 2."),
        ("declare", "Your cards hold nothing that wins at once."),
        ("declare none", "Name what you declare, as in declare six pairs"),
        ("declare six pairs", "Your cards don't hold six pairs."),
        ("declare victory", "There is no instant win 'victory'"),
        ("clear 7", "There is no place 7"),
        ("clear it", "Say which place: a number from 1 to 3."),
        ("sort colour", "A hand is sorted by rank or by suit."),
        ("undo", "There is nothing to undo."),
        ("cards", "type those of one hand, such as KdKcQdJsJd"),
    ],
)
def test_what_is_refused_and_why(line: str, sentence: str) -> None:
    made, screen, state = board(line, LAID, mine=PLAIN)
    seen = view(state, 0)
    assert made.xap_xam.write(made.ask(seen, made.xap_xam.choices(seen))) == LAID
    assert sentence in " ".join(screen.export_text().split())


def test_a_short_hand_is_said_to_be_one(home: Path) -> None:
    person, _ = seated(home, PLAIN)
    says(person, "KdKcJsJd7c")
    assert "Your middle hand has 0 of 5 cards." in says(person, "")
    says(person, "middle QdTc9s5s")
    says(person, "upper 8h6h")
    assert "Your middle hand has 4 of 5 cards." in says(person, "lay")
    assert "There is no room for KdKcJsJd" in says(person, "KdKcJsJd")
    person.kill()


def test_help_names_declaring_to_whoever_may(home: Path) -> None:
    for mine, rules, held in ((PLAIN, {}, False), (SIX_PAIRS, {}, True), (SIX_PAIRS, {"instant": "none"}, False)):
        person, _ = seated(home, mine, rules)
        assert ("declare six pairs" in says(person, "help")) is held
        person.kill()


def test_the_showdown_goes_from_the_lower_to_the_upper(home: Path) -> None:
    person, _ = seated(
        home, "AhKh9h7h4hQsQh8s6s3sJhTc2c", {}, [1, "lay AsKs9s7s4s QdQc8d6c3d Jc5d2d"], bea="AsKs9s7s4sQdQc8d6c3dJc5d2d"
    )
    told = re.sub(" +", " ", says(person, "lay AhKh9h7h4h QsQh8s6s3s JhTc2c"))
    rows = ["Lower hands -1 You A♥", "+1 Bea A♠", "Middle hands -1 You Q♠", "Upper hands +1 You J♥ 10♣ 2♣ jack high"]
    assert [told.find(row) for row in rows] == sorted(told.find(row) for row in rows)
    assert -1 not in [told.find(row) for row in rows]
    assert "Bea wins 1 unit from you, 2 hands to 1." in told
    assert "You -1 -1 this deal Bea +1 +1 this deal, dealer" in told
    assert "You -1 dealer Bea +1" in says(person, "")[-4000:].replace("  ", " ").replace("  ", " ")
    person.kill()


class Scripted(Terminal):
    """A terminal whose person types these lines."""

    def __init__(self, *lines: str) -> None:
        super().__init__(beats=False)
        self.lines = list(lines)

    def ask(self, prompt: str) -> str:
        return self.lines.pop(0)


def board(*lines: str, mine: str = SIX_PAIRS, me: int = 0) -> tuple[XapXamBoard, Console, State[Table]]:
    """A board with a person who types these lines, and its table."""
    game = find("xap_xam").make({"players": 2})
    assert isinstance(game, XapXamGame)
    screen = Console(width=100, record=True, highlight=False)
    rest = [card for card in PACK if card not in parse(mine)]
    table = Table(phase=Phase.SET, deal=1, dealer=1, scores=(0, 0), hands=(0, 1))
    state = State(table, (parse(mine), tuple(rest[:13])), (1, 2))
    made = XapXamBoard(
        Seated(
            game=game, kind=find("xap_xam"), title="Xập xám", names=("Ann", "Bea"), me=me, screen=screen, look=Look(screen),
            terminal=Scripted(*lines), log=lambda: iter(()),
        )
    )  # fmt: skip
    return made, screen, state


HANDS = tuple(map(parse, ("KdKcJsJd7c", "7d5s5h3c3h", "8c8h2s")))
OTHERS = tuple(map(parse, ("KdKcJsJd2s", "7c7d5s5h8c", "8h3c3h")))


def test_suggestions_come_from_the_bots_and_are_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    advice = [
        Advice("sharp", "Worth most units", Lay(HANDS, Instant.SIX_PAIRS)),
        Advice("greedy", "Strongest lower hand first", Lay(OTHERS)),
    ]
    monkeypatch.setattr(arranging, "advise", lambda *_: advice)
    for lines, action in (
        (("suggest", "", "yes"), Lay(HANDS, Instant.SIX_PAIRS)),
        (("suggest", "", "no", ""), Lay(HANDS)),
        (("s", "declare", "y"), Lay(HANDS, Instant.SIX_PAIRS)),
        (("suggest greedy", "lay"), Lay(OTHERS)),
        (("suggest another", "suggest nonsense", ""), Lay(OTHERS)),
        (("suggest another", "suggest another", "undo", ""), Lay(OTHERS)),
    ):
        made, screen, state = board(*lines)
        seen = view(state, 0)
        assert made.ask(seen, made.xap_xam.choices(seen)) == action
        told = screen.export_text()
        best = bool({"suggest", "s", "undo"}.intersection(lines))
        assert ("worth most units" in told) is best
        assert ("declaring six pairs (lục phé bôn)" in told) is best
        assert ("Type suggest and one of these: best, another, sharp, greedy." in told) is ("suggest nonsense" in lines)


def test_where_there_are_no_bots_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arranging, "advise", lambda *_: [])
    made, screen, state = board("suggest", "lay KdKcJsJd7c 7d5s5h3c3h 8c8h2s")
    seen = view(state, 0)
    assert made.ask(seen, made.xap_xam.choices(seen)) == Lay(HANDS)
    assert "Nobody has anything to suggest here." in screen.export_text()


@pytest.mark.parametrize("seed", soaking(range(20), range(8)))
def test_whatever_is_typed_is_answered(seed: int) -> None:
    rng, cards = Random(seed), parse(SIX_PAIRS if seed % 2 else STRAIGHTS)

    def some(most: int) -> str:
        return names(rng.sample(cards, rng.randint(1, most)))

    words = [
        "undo",
        "redo",
        "order",
        "clear",
        "clear upper",
        "suggest another",
        "declare",
        "declare x, y",
        "lay",
        "lay lower",
        "no",
    ]
    lines = []
    for _ in range(60):
        lines += [
            rng.choice(words),
            f"{rng.choice(['1', 'lower', 'middle hand:', '4', 'lay', ''])} {some(6)}",
            f"2 {some(5)} 1 {some(5)} upper {some(3)}",
            " ".join(map(name, rng.sample(cards, 13))) + rng.choice(["", " six pairs", " knock"]),
        ]
    made, _, state = board(*lines, "clear", "yes", "lay KdKcJsJd7c 7d5s5h3c3h 8c8h2s", mine=names(cards))
    seen = view(state, 0)
    choices = made.xap_xam.choices(seen)
    try:
        action = made.ask(seen, choices)
    except IndexError:  # no more lines are typed
        return
    assert action in choices


EVENTS = (
    (said.Won(0, 1, 1, 0, By.HANDS, 2, 1, None, False), "You win 1 unit from Bea, 2 hands to 1."),
    (said.Won(1, 0, 1, 0, By.HANDS, 2, 1, None, False), "Bea wins 1 unit from you, 2 hands to 1."),
    (
        said.Won(0, 1, 8, 2, By.MIS_SET, 0, 0, None, False),
        "You win 8 units from Bea, who has mis-set; this includes +2 for royalties.",
    ),
    (said.Won(0, 1, 1, 0, By.MIS_SET, 0, 0, None, True), "You win 1 unit from Bea: both have mis-set, and the dealer wins"),
    (said.Won(0, 1, 2, 0, By.INSTANT, 0, 0, Instant.SIX_PAIRS, False), "You win 2 units from Bea with six pairs."),
    (said.Even((0, 1)), "You and Bea are level."),
    (said.Declared(0, Instant.SIX_PAIRS, "KdKc"), "You declare six pairs: K♦ K♣."),
    (said.Declared(1, Instant.SIX_PAIRS, "KdKc"), "Bea declares six pairs: K♦ K♣."),
    (said.MisSet(0, "KdKc JsJd"), "You have mis-set: K♦ K♣, J♠ J♦ are not in order."),
)


@pytest.mark.parametrize(("event", "sentence"), EVENTS)
def test_what_happened_is_said_to_whom_it_is_about(event: Any, sentence: str) -> None:
    made, screen, state = board()
    made.tell([event], view(state, 0))
    assert sentence in screen.export_text()


def test_every_own_sentence_names_what_its_original_names() -> None:
    known = catalogue()
    own = [code for code in known if code.startswith("xap_xam.") and code.endswith(".you")]
    assert len(own) >= 8
    for code in own:
        told = set(re.findall(r"\{(\w+)", known[code.removesuffix(".you")])) - {"winner"}
        assert set(re.findall(r"\{(\w+)", known[code])) in (told, told - {"seat"}), code


def test_a_game_is_gone_through_again(prial: Prial, home: Path) -> None:
    path = home / "game.json"
    done = prial(
        "play", "xap_xam", "--auto", "--quiet", "--seed", "3", "--bots", "random", "--set", "length=2", "--record", str(path)
    )
    assert done.exit_code == 0
    told = prial("replay", str(path)).stdout
    assert "this deal" in told
    assert re.search(r"wins \d units? from", told)
    assert "hands" in told
    assert json.loads(prial("replay", str(path), "--json").stdout)["over"] is True


def test_nothing_of_a_hidden_hand_is_in_a_refusal_or_in_the_log(home: Path) -> None:
    bea = "AsAhAdAc9c8s7h6d5c4s3d2h2c"
    person, _ = seated(home, PLAIN, None, [1, "lay AsAhAdAc9c 8s7h6d5c4s 3d2h2c four_of_a_kind"], bea=bea)
    for line in ("As", "lay AsAhAdAc9c 8s7h6d5c4s 3d2h2c", "log", "scores", "show", "suggest", "declare"):
        told = says(person, line).partition(line)[2]
        assert not re.search("A♠|A♥|four of a kind|8♠|Ah|8s", told), (line, told)
    person.kill()
