"""The rules that `prial.testing.check` checks, and the exception for a game that breaks one."""

from typing import Final

RULES: Final = {
    "frozen": "States, views, actions and events are frozen and hashable.",
    "unchanged": "No call changes a value that was made before.",
    "replay": "The same record gives the same states and events, byte for byte.",
    "random": "Nothing is drawn from a global random generator.",
    "choices": "The actions that a seat may take depend on its view alone.",
    "allowed": "Every action that is listed or sampled is allowed, and `step` accepts it.",
    "count": "`count()` is the number of actions listed, and each is listed once.",
    "refused": "A move that isn't allowed is refused with a code of the catalogue, and changes nothing.",
    "text": "An action's text gives the action back; text that isn't an action raises an `ActionError`.",
    "meanwhile": "An action of a seat that isn't waited for leaves the decision as it is, and locked actions stay allowed.",
    "locking": "A locked action stays hidden until the last seat has locked, and the order of locking changes nothing later.",
    "sentence": "Every event has a sentence, and is told to somebody.",
    "chance": "A draw samples and lists possible outcomes only, counts them, and refuses others; the probabilities sum to 1.",
    "record": "A record read back is the same record, and replays to the same states.",
    "cards": "A dealt card lies in one pile, or back in the pack; piles are sorted; a pile that somebody has seen has no backs.",
    "ledger": "Money is neither made nor lost.",
    "faults": "A game that checks states (`faults`) finds nothing wrong with a state to which a game comes.",
    "end": "Every game ends, with a result that fits its seats.",
    "leak": "Two worlds that agree on everything that a seat may know look the same to that seat.",
}
"""The rules that every game must keep. Maps the short name of each rule to the rule in one sentence."""


class Nonconformance(AssertionError):  # noqa: N818  # named for what is wrong, as subclasses of AssertionError are
    """Raised if a game breaks one of the `RULES`.

    Args:
        rule: the name of the rule in `RULES`.
        what: how the game broke the rule, in one sentence.
        seed: seed of the random game, or the text ``"none"`` if the game wasn't random. Without a seed (None), the message names
            neither seed nor move.
        move: number of the move, from 1; 0 before the first move.
    """

    def __init__(self, rule: str, what: str, seed: int | str | None = None, move: int = 0) -> None:
        at = f" (seed {seed}, move {move})" if seed is not None else ""
        super().__init__(f"{rule}: {what}{at}. {RULES[rule]}")
        self.rule, self.what, self.seed, self.move = rule, what, seed, move
