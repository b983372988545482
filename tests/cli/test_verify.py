"""`prial verify` prints what a transcript proves, or the first thing in it that doesn't fit."""

import json

import msgspec

from tests.cli.conftest import Prial, one_sentence
from tests.fair.deals import golden


def written(name: str) -> str:
    return msgspec.json.encode(golden()[name]).decode()


def test_each_shuffle_has_its_line_and_the_sum_its_own(prial: Prial) -> None:
    lines = prial("verify", "-", stdin=written("crash")).output.splitlines()
    assert lines[0].startswith("Shuffle 1: turned by 2 people, you among them; 13 cards checked. Words: ")
    assert lines[1] == "Shuffle 2: void, because no number came from seat 3. Nothing was dealt from it."
    assert lines[-1] == "26 cards checked, 26 of them your own; 3 shuffles, 1 of them void. Everything fits."


def test_json_has_the_same(prial: Prial) -> None:
    found = json.loads(prial("verify", "-", "--json", stdin=written("stripped")).output)
    assert [(each["mine"], len(each["cards"]) // 2, len(each["words"])) for each in found] == [(8, 8, 4)]


def test_a_card_that_was_changed_is_named_in_one_sentence(prial: Prial) -> None:
    text = written("stripped")
    proof = golden()["stripped"].shuffles[0].proofs[0]
    other = "5c" if proof[2:4] != "5c" else "5d"
    assert "isn't the card that the house had committed to" in one_sentence(
        prial("verify", "-", stdin=text.replace(proof, proof[:2] + other + proof[4:]))
    )


def test_what_is_no_transcript_is_refused(prial: Prial) -> None:
    assert "not a transcript of shuffles" in one_sentence(prial("verify", "-", stdin="{}"))
    later = msgspec.structs.replace(golden()["dealer"], fair=2)
    assert "format 2" in one_sentence(prial("verify", "-", stdin=msgspec.json.encode(later).decode()))
