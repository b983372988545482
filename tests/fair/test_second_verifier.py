"""A verifier in another language, which shares no code with ours, gives the same results."""

import json
import subprocess
from pathlib import Path

import msgspec
import pytest

from prial.cards import names
from prial.fair.shuffle import word_list
from prial.fair.transcript import Transcript, verify
from tests.fair.deals import golden

HERE = Path(__file__).parent


def second(path: Path) -> subprocess.CompletedProcess[str]:
    """The other verifier's output."""
    command = ["scripts/node.sh", "node", str(HERE / "verify.mjs"), str(path)]
    return subprocess.run(command, cwd=HERE.parents[1], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", sorted(golden()))
def test_both_find_the_same(name: str) -> None:
    done = second(HERE / "golden" / f"{name}.json")
    assert done.returncode == 0, done
    found = json.loads(done.stdout)
    wanted = list(verify(golden()[name]))
    assert [each["shuffle"] for each in found] == [each.shuffle for each in wanted]
    assert [each["cards"] for each in found] == [names(each.cards) for each in wanted]
    assert [tuple(word_list()[byte] for byte in each["words"]) for each in found] == [each.words for each in wanted]


def test_both_refuse_a_card_that_was_changed(tmp_path: Path) -> None:
    told: Transcript = golden()["stripped"]
    first = told.shuffles[0]
    proof = first.proofs[0]
    other = "5c" if proof[2:4] != "5c" else "5d"
    changed = msgspec.structs.replace(first, proofs=(proof[:2] + other + proof[4:], *first.proofs[1:]))
    (tmp_path / "changed.json").write_bytes(msgspec.json.encode(msgspec.structs.replace(told, shuffles=(changed,))))
    done = second(tmp_path / "changed.json")
    assert (done.returncode, done.stdout.strip()) == (1, "rule 5")
