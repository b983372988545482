"""Certificates: ``make strength`` measures every claim and writes them down; ``make bench`` measures a few again.

python -m bench.strength            all of them, which takes half an hour on four cores
python -m bench.strength write      the page alone, from what was measured
"""

import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import UTC, datetime
from math import hypot
from pathlib import Path
from typing import Final

import msgspec

from bench.claims import GAMES, UNITS, Claim, Found, Measured, claims, measure
from bench.measure import Row
from prial.core.registry import find

KEPT: Final = Path(__file__).with_name("strength.json")
PAGE: Final = Path(__file__).parent.parent / "docs" / "strength.md"
_AGAIN: Final = ("crash", "brag_poker", "stop_the_bus", "xap_xam")
"""Games of which ``make bench`` measures one claim again."""
_ODD: Final = 4.0
"""Standard errors by which two measurements of one figure hardly ever differ."""


_HEAD: Final = """# How strong the bots are

Measured on {date} by `make strength`, with seed 1 everywhere. A few lines are measured again by `make bench`, and all of them by
`make strength`. Each figure is what one seat makes in a deal, with one standard error.

Three things are asked of a bot. What does it win among weaker ones? What does somebody win from *it* who knows it: an answer
that a program found (`prial solve GAME --against BOT`)? At Brag and Brag Poker it is worked out by asking the bot what it does
with each hand, and then played against it; at Crash and Xập xám every way to lay a hand is tried against the same worlds, chosen
on one half of them and measured on the other, and what counts is what it makes more than the bot; at Stop the Bus it is the best
of some thirty players, measured in deals that the search hasn't seen. And does any of some twenty players of simple habits win
from it, who bluff in one way or another? It is the best of them, so that luck is in the figure. A better answer than the one that
was found may win more.
"""


class Book(msgspec.Struct):
    """All that was measured."""

    date: str
    measured: list[Measured]


def book() -> Book:
    """What was measured last."""
    return msgspec.json.decode(KEPT.read_bytes(), type=Book)


def rows() -> list[Row]:
    """A few claims, measured again with the same seeds: they may not be worse than is certified."""
    found = []
    for each in book().measured:
        if each.claim.kind == "beats" and (each.claim.game, each.claim.preset) in _sampled():
            again = measure(each.claim)
            off = (each.found.mean - again.mean) / max(1e-9, hypot(each.found.error, again.error))
            what = f"{each.claim.bot} among {each.claim.against} at {find(each.claim.game).title}, {each.claim.preset}"
            found.append(
                Row(what, again.mean, "points", "certified", each.found.mean, off, f"≤ {_ODD:g} errors less", off <= _ODD)
            )
    return found


def _sampled() -> list[tuple[str, str]]:
    return [(game, next(iter(find(game).schema.presets))) for game in _AGAIN]


def page(of: Book) -> str:
    """The page of certificates."""
    lines = [_HEAD.format(date=of.date)]
    for game in GAMES:
        own = [each for each in of.measured if each.claim.game == game]
        lines += [f"## {find(game).title}", "", *_table(own, UNITS[game]), ""]
    return "\n".join(lines)


def _table(own: list[Measured], unit: str) -> list[str]:
    lines = [f"| what | table | {unit} a deal |", "|---|---|---|"]
    order = ["beats", "answer", "habits"]
    judged = sorted([each for each in own if each.claim.kind in order], key=lambda each: order.index(each.claim.kind))
    lines += [
        f"| {_what(claim, found)} | {_where(claim)} | {found.mean:+.4f} ± {found.error:.4f} |"
        for claim, found in map(_both, judged)
    ]
    for claim, found in map(_both, own):
        if claim.kind == "thinks":
            half = f"{found.mean:.1f} ms for half of its decisions"
            lines += ["", f"`{claim.bot}` takes {half}, and {found.note} ms or more for one in fifty."]
    return lines


def _both(each: Measured) -> tuple[Claim, Found]:
    return each.claim, each.found


def _what(claim: Claim, found: Found) -> str:
    match claim.kind:
        case "beats":
            return f"`{claim.bot}` among `{claim.against}`, more than `{claim.against}` makes there"
        case "answer":
            among = f" among `{claim.against}`" if claim.against else ""
            return f"the answer that was found to `{claim.bot}`{among}"
        case _:
            return f"of those habits the one that makes most among `{claim.bot}`: {found.note}"


def _where(claim: Claim) -> str:
    if claim.cards:
        return f"{claim.cards} cards, {claim.players} players"
    return f"{claim.preset}, {claim.players} players" if claim.players else claim.preset


def main(arguments: list[str]) -> int:
    """Measure everything, or only write the page again."""
    if arguments != ["write"]:
        wanted = [*claims()]
        done: dict[Claim, Found] = {}
        with ProcessPoolExecutor() as pool:
            futures = {pool.submit(measure, claim): claim for claim in wanted}
            for future in as_completed(futures):
                claim = futures[future]
                done[claim] = future.result()
                said = f"{len(done)} of {len(wanted)}: {claim.kind} {claim.game} {_where(claim)} {done[claim]}"
                print(said, file=sys.stderr, flush=True)
                # Written each time, so that what was measured is kept if somebody breaks it off
                kept = Book(f"{datetime.now(UTC):%Y-%m-%d}", [Measured(each, done[each]) for each in wanted if each in done])
                KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
    PAGE.write_text(page(book()), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
