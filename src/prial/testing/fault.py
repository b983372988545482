"""The rules of the conformance suite, and the exception for a game that breaks one."""

from typing import Final

RULES: Final = {
    "frozen": "States, views, actions and events are frozen and hashable.",
    "unchanged": "No call changes a value that was made before.",
    "replay": "The same record gives the same states and events, to the byte.",
    "random": "Nothing is drawn from a global generator.",
    "choices": "What a seat may do follows from its view alone.",
    "allowed": "Every action that is listed or sampled is allowed, and `step` takes it.",
    "count": "`count()` is the number of actions listed, and each is listed once.",
    "refused": "An action that isn't allowed is refused with a code of the catalogue, and changes nothing.",
    "text": "An action's text gives the action back; any other text raises an `ActionError`.",
    "meanwhile": "An action of a seat that isn't waited for leaves the decision and all locked actions as they are.",
    "locking": "Until the last seat has locked, nothing shows what seats lock, or in which order.",
    "sentence": "Every event has a sentence.",
    "chance": "A draw's count, probabilities and test of outcomes agree with its samples.",
    "record": "A record read back is the same record, and replays to the same states.",
    "cards": "A card dealt lies in one place, piles are sorted, and a pile that somebody has seen has faces.",
    "ledger": "Money is neither made nor lost.",
    "end": "Every game ends.",
    "leak": "Worlds that agree on what a seat may know look the same to it.",
}
"""The rules that a conforming game keeps, by the name that a `Nonconformance` carries."""


class Nonconformance(AssertionError):  # noqa: N818  # what it says, as AssertionError's subclasses in tests do
    """A game has broken a rule.

    Args:
        rule: the rule's name in `RULES`.
        what: how the rule was broken, in one sentence.
        seed: seed of the game that was played; None if it wasn't drawn.
        move: number of the move from 1; 0 before the first.
    """

    def __init__(self, rule: str, what: str, seed: int | str | None = None, move: int = 0) -> None:
        at = f" (seed {seed}, move {move})" if seed is not None else ""
        super().__init__(f"{rule}: {what}{at}. {RULES[rule]}")
        self.rule, self.what, self.seed, self.move = rule, what, seed, move
