"""What the conformance suite says when a game breaks a rule."""

from typing import Final

RULES: Final = {
    "frozen": "States, views, actions and events are frozen and hashable.",
    "unchanged": "No call changes a value that was made before.",
    "replay": "The same record gives the same states and events, to the byte.",
    "random": "Nothing is drawn from a global generator.",
    "choices": "What a seat may do follows from its view alone.",
    "allowed": "Every action that is listed or sampled is allowed, and `step` takes it.",
    "count": "`count()` is the number of actions listed, and each is listed once.",
    "refused": "What isn't allowed is refused with a code of the catalogue, and changes nothing.",
    "text": "An action's text gives the action back; text that is none raises one `ActionError`.",
    "meanwhile": "What a seat does meanwhile leaves the decision as it is, and what is gathered stays allowed.",
    "locking": "In which order seats lock, and what they lock, shows in nothing before the last has.",
    "sentence": "Every event has a sentence.",
    "chance": "Nature's outcomes are counted, likely and told from impossible ones as its draw says.",
    "record": "A record read back is the same record, and replays to the same states.",
    "cards": "A card dealt lies in one place, piles are sorted, and a pile that somebody has seen has faces.",
    "ledger": "Money is neither made nor lost.",
    "end": "Every game ends.",
    "leak": "Worlds that agree on what a seat may know look the same to it.",
}
"""What a conforming game keeps, by the name that a `Nonconformance` carries."""


class Nonconformance(AssertionError):  # noqa: N818  # what it says, as AssertionError's subclasses in tests do
    """A game broke a rule.

    Args:
        rule: its name in `RULES`.
        what: how it was broken, one sentence.
        seed: seed of the game played, None where the game was not drawn.
        move: number of the move from 1; 0 before the first.
    """

    def __init__(self, rule: str, what: str, seed: int | str | None = None, move: int = 0) -> None:
        at = f" (seed {seed}, move {move})" if seed is not None else ""
        super().__init__(f"{rule}: {what}{at}. {RULES[rule]}")
        self.rule, self.what, self.seed, self.move = rule, what, seed, move
