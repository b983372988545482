"""Answers that a person at any table may give, made from the messages that a client gets; no rules are used here."""

from itertools import islice
from random import Random
from typing import Any

import msgspec

from prial.host import messages as said
from tests.faults.load.moves import Guide, lay


def answer(asked: said.Asked, rng: Random) -> str | None:
    """One of the actions that a client could form from what it was sent; None where there is none."""
    if asked.actions:
        return rng.choice(asked.actions)
    match asked.guide:
        case {"hands": _, "least_laid": _}:
            return lay(msgspec.convert(asked.guide, Guide))
        case {"hands": hands, "instants": instants}:
            return _set(hands, instants, rng)
        case {"exchanges": exchanges, "call": call}:
            return _bus(exchanges, rng, may_call=call["allowed"])
        case {"actions": actions, "stake": _, "changes": changes, "unseen": unseen, "hand": hand}:
            return _brag_poker(actions, changes, hand, rng, unseen=unseen)
        case {"actions": actions, "bet": bet, "discards": discards}:
            return _brag(actions, bet, discards, rng)
        case _:
            return None


def _set(hands: dict[str, Any], instants: list[dict[str, Any]], rng: Random) -> str:
    """Thirteen cards in any order, or as one of the instant wins on offer arranges them."""
    if instants and rng.random() < 0.7:
        offer = rng.choice(instants)
        return " ".join(["lay", *offer["hands"], offer["what"]])
    cards = iter(rng.sample(hands["cards"], len(hands["cards"])))
    return " ".join(["lay", *("".join(islice(cards, size)) for size in hands["shape"])])


def _bus(exchanges: list[dict[str, Any]], rng: Random, *, may_call: bool) -> str | None:
    stop = ["stop the bus"] if may_call and rng.random() < 0.2 else []
    if exchanges:
        each = rng.choice(exchanges)
        return " ".join([f"take {each['take']} put {each['put']}", *stop])
    return stop[0] if stop else None


def _brag(actions: list[str], bet: dict[str, int] | None, discards: list[dict[str, str]], rng: Random) -> str | None:
    if discards:
        return rng.choice(discards)["action"]
    if bet is not None and rng.random() < 0.6:
        return f"bet {rng.randint(bet['least'], min(bet['most'], 2 * bet['least']))}"
    mild = [action for action in actions if action != "sit out"] or actions
    return rng.choice(mild) if mild else None


def _brag_poker(actions: list[str], changes: int | None, hand: dict[str, str] | None, rng: Random, *, unseen: bool) -> str | None:
    if changes is None or (actions and rng.random() < 0.3):
        mild = [action for action in actions if action not in ("sit out", "fold")] or actions
        return rng.choice(mild) if mild else None
    count = rng.randint(0, changes)
    if unseen or not count or hand is None:
        return f"change {count if unseen and count else 'none'}"
    cards = [hand["cards"][at : at + 2] for at in range(0, len(hand["cards"]), 2)]
    return " ".join(["change", *rng.sample(cards, count)])
