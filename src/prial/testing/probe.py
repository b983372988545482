"""Checks of single values of a game, such as a state or an event.

Each check returns None if the value is right, and otherwise a sentence that tells what is wrong.
"""

import dataclasses
import string
from collections.abc import Iterator, Sequence
from enum import Enum
from random import Random
from typing import Any, Final

import msgspec

from prial.core.chance import Draw, Outcome, Pick
from prial.core.game import BACK, EVERYBODY, State, Told
from prial.errors import ActionError, Refusal, catalogue
from prial.testing.play import AnyGame

_PLAIN: Final = (str, int, float, bytes, bool, type(None), Enum)
"""Types whose values can't be changed."""
_SIMPLE: Final = frozenset({str, int, float, bytes, bool, type(None)})
"""Types whose values can't be changed. Most tuples hold only items of exactly these types, so `not_frozen` tests this first."""


def _parts(value: Any) -> list[tuple[str, Any]] | None:
    """The fields of a value, each with its name; None if the value has no fields."""
    if isinstance(value, msgspec.Struct):
        return [(name, getattr(value, name)) for name in value.__struct_fields__]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [(f.name, getattr(value, f.name)) for f in dataclasses.fields(value)]
    return None


def not_frozen(value: Any) -> str | None:
    """Check that nothing in a value can be changed, and that the value can be hashed. Return what is wrong, or None."""
    if isinstance(value, _PLAIN):
        return None
    if isinstance(value, tuple | frozenset):
        if _SIMPLE.issuperset(map(type, value)):  # most tuples hold cards or numbers
            return None
        return next((fault for part in value if (fault := not_frozen(part))), None)
    parts = _parts(value)
    if parts is None:
        # a refusal may hold a small mapping, but a state, an action or an event may not
        return f"{value!r:.80} is a {type(value).__name__}, which isn't known to be frozen"
    for name, part in parts:
        try:
            setattr(value, name, part)
        except (AttributeError, TypeError):
            pass
        else:
            return f"{type(value).__name__}.{name} can be set"
        if fault := not_frozen(part):
            return f"{type(value).__name__}.{name}: {fault}"
    try:
        hash(value)
    except TypeError:
        return f"{type(value).__name__} can't be hashed"
    return None


def bad_piles(state: State[Any]) -> str | None:
    """Check the piles of a state, and return what is wrong, or None.

    Each card must be one of the 52 cards or hidden (`BACK`). The cards must be sorted, and only hidden cards may
    occur more than once. A pile that a seat has seen must have no hidden cards.
    """
    if len(state.piles) != len(state.seen):
        return f"there are {len(state.piles)} piles and {len(state.seen)} notes of who has seen them"
    for at, (pile, seen) in enumerate(zip(state.piles, state.seen, strict=True)):
        faces = [card for card in pile if card != BACK]
        if any(not 0 <= card < 52 for card in faces) or len(set(faces)) < len(faces):
            return f"pile {at} holds {pile}"
        if list(pile) != sorted(pile, reverse=True):
            return f"pile {at} isn't sorted, so places in it can be told apart"
        if seen and len(faces) < len(pile):
            return f"pile {at} has been seen before nature has drawn its cards"
        if seen < EVERYBODY:
            return f"pile {at} has been seen by {seen}"
    return None


def dealt_twice(draw: Pick | Draw, outcome: Outcome, after: State[Any]) -> str | None:
    """Check that each dealt card lies in exactly one pile, or in no pile if it was put back. Return what is wrong, or None.

    Args:
        draw: the chance node at which the cards were dealt.
        outcome: the cards that were dealt.
        after: the state after the deal.
    """
    if isinstance(draw, Pick) or isinstance(outcome, int):
        return None
    lying = [card for pile in after.piles for card in pile]
    lies = [not group.returned for group in draw.groups for _ in group.piles]
    for card, times in ((card, times) for pile, times in zip(outcome, lies, strict=True) for card in pile):
        if lying.count(card) != times:
            return f"card {card} lies in {lying.count(card)} piles after it was dealt"
    return None


def bad_chance(draw: Pick | Draw, rng: Random, listed: int) -> str | None:
    """Check a chance node for contradictions. Return what is wrong, or None.

    The node must:

    * permit its own samples and the outcomes that it lists
    * refuse impossible outcomes
    * count as many outcomes as it lists
    * list outcomes whose probabilities add up to 1

    Args:
        draw: the chance node.
        rng: the generator for the samples.
        listed: the greatest number of outcomes to list. If the node has more, none is listed.
    """
    for _ in range(2):
        sample = draw.sample(rng)
        if refusal := draw.why_not(sample):
            return f"the sample {sample} is impossible: {refusal}"
        written = msgspec.json.decode(msgspec.json.encode(draw.write(sample)))  # type: ignore[arg-type]  # its own sample
        if draw.read(written) != sample:
            return f"{sample} is read back as {draw.read(written)}"
        for outcome in impossible(draw, sample):
            refused = draw.why_not(outcome)
            if refused is None:
                return f"{outcome} is possible"
            if fault := bad_sentence(refused):
                return fault
    count = draw.count()
    if count < 1:
        return "nothing can happen"
    if count > listed:
        return None
    found = list(draw)
    if len(found) != count or len({outcome for outcome, _ in found}) != count:
        return f"{len(found)} outcomes are listed where {count} are counted"
    if abs(sum(probability for _, probability in found) - 1) > 1e-9:
        return f"the probabilities sum to {sum(probability for _, probability in found)}"
    if any(draw.why_not(outcome) for outcome, _ in found):
        return "an outcome that is listed is impossible"
    return None


def impossible(draw: Pick | Draw, outcome: Outcome) -> Iterator[Any]:
    """Impossible outcomes of a chance node. Most of them differ only a little from ``outcome``.

    Args:
        draw: the chance node.
        outcome: a possible outcome.
    """
    if isinstance(draw, Pick):
        yield from (-1, draw.n, str(outcome), None)
        return
    assert not isinstance(outcome, int)
    yield from (0, (*outcome, ()), None)
    cards = [card for pile in outcome for card in pile]
    at = next((at for at, pile in enumerate(outcome) if pile), None)
    if at is None:  # nothing was drawn: all cards of an unshuffled pack have been turned up
        return
    yield ()
    pile = outcome[at]
    spoiled = [pile[1:], (*pile, BACK), (BACK, *pile[1:]), (52, *pile[1:])]
    spoiled += [(other, *pile[1:]) for other in cards[-1:] if other != pile[0]]
    spoiled += [(card, *pile[1:]) for card in range(52) if card not in draw.pool][:1]
    yield from ((*outcome[:at], other, *outcome[at + 1 :]) for other in spoiled)


def bad_sentence(refusal: Refusal) -> str | None:
    """Check that the catalogue has a sentence for a refusal. Return what is wrong, or None."""
    if refusal.code not in catalogue():
        return f"the refusal {refusal.code!r} isn't in the catalogue"
    try:
        text = str(refusal)
    except (KeyError, IndexError, ValueError, TypeError) as error:
        return f"the refusal {refusal.code!r} can't be said: {error!r}"
    return f"the refusal {refusal.code!r} says {text!r}" if not text.strip() else None


def bad_event(told: Told, names: Sequence[str]) -> str | None:
    """Check that an event has a sentence in the catalogue, and is told to somebody. Return what is wrong, or None.

    Args:
        told: the event, with the viewers to whom it is told.
        names: the players' names for the sentence, by seat.
    """
    event = told.event
    if not told.to:
        return f"{event!r:.80} is told to nobody"
    if event.code not in catalogue():
        return f"the event {event.code!r} isn't in the catalogue"
    try:
        text = event.say(names)
    except (KeyError, IndexError, ValueError, TypeError) as error:
        return f"the event {event.code!r} can't be said: {error!r}"
    return f"the event {event.code!r} says {text!r}" if not text.strip() else None


def garbage(text: str, rng: Random) -> list[str]:
    """Texts for a test of `Game.read`. Most of them aren't actions.

    Args:
        text: the text of an action. Some of the results look much like it.
        rng: the random generator.
    """
    at = rng.randrange(len(text) + 1)
    letters = string.printable + "♠é\x00\ud800"
    cut, doubled = text[:at], text[:at] + text[: at + 1]
    edited = text[:at] + rng.choice(letters) + text[at + 1 :]
    noise = "".join(rng.choices(letters, k=rng.randrange(40)))
    return [cut, doubled, edited, noise, "", text * 20, text.upper(), f"{text} {text}"]


def bad_text(game: AnyGame, action: Any, rng: Random) -> str | None:
    """Check how a game reads wrong texts. Return what is wrong, or None.

    A text must either raise an `ActionError`, or be read as an action that stays the same when it is written and read again.

    Args:
        game: the game.
        action: an action of the game. Most of the wrong texts are made from this action's text.
        rng: the random generator.
    """
    for text in garbage(game.write(action), rng):
        try:
            other = game.read(text)
        except ActionError as error:
            if fault := bad_sentence(error.refusal):
                return fault
            continue
        except Exception as error:  # noqa: BLE001  # any other exception is a fault
            return f"{text!r} raises {error!r}"
        if game.read(game.write(other)) != other:
            return f"{text!r} is read as {other!r}, which is written as {game.write(other)!r}"
    return None
