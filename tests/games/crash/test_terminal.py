"""The questions of Crash's board at a terminal."""

from prial.games.crash.rules import SCHEMA
from prial.games.crash.terminal.board import at_stake


def test_the_question_whether_a_crash_is_announced_says_what_that_pays_and_costs() -> None:
    """Source: G (required), W (what is paid)."""
    paid = {"called_reward": 100, "uncalled_reward": 50, "failed_call_penalty": 30}
    assert list(at_stake(SCHEMA.make({"crash_call": "optional", **paid}))) == [
        "Every other player pays you 100 for an announced crash.",
        "For a crash that you don't announce, every other player pays you 50.",
        "If the crash that you announce fails, you pay every other player 30.",
    ]
    required = list(at_stake(SCHEMA.make({"crash_call": "required", **paid})))
    assert required[0] == "A crash counts only if you announce it."
    assert not any("50" in sentence for sentence in required)
