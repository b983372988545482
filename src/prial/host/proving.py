"""The facts that a viewer needs to check a shuffle.

These are the promises made before the shuffle, the random numbers that players chose for it, and the proofs of cards.
"""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from prial.cards import Card
from prial.core.chance import Draw
from prial.core.game import Chance, Seat
from prial.fair.transcript import Shuffle
from prial.host import entries as log
from prial.host import messages as said
from prial.host.fairness import Fair, proofs, provable, published, told, turned, voided
from prial.host.latest import latest
from prial.host.live import Applied, Live


def turning(live: Live) -> said.Turning:
    """The state of a table's shuffles: the number of shuffles, the players whose secret numbers are used, and so on.

    All viewers get the same state.
    """
    fair = live.fair
    people = () if fair.turning is None else tuple([seat for seat, _ in fair.turning.binding.promises])
    return said.Turning(fair.shuffles, fair.void, tuple(sorted(fair.promises)), people, fair.waits)


def fairness(applied: Applied, viewer: Seat | None) -> said.Fairness | UnsetType:
    """The new facts that a viewer gets with a log entry, in order to check a shuffle; unset if the viewer gets none."""
    before, after = applied.before, applied.after
    public, shown = _shuffled(applied)
    if before is None or (public is None and before.state is after.state and before.people == after.people):
        return UNSET
    old = frozenset() if before.fair.shuffles != after.fair.shuffles else provable(before.fair, before.state, before.eyes(viewer))
    new = provable(after.fair, after.state, after.eyes(viewer)) - old
    found = proofs(after.fair, new | shown)
    if public is None and not found:
        return UNSET
    return replace(public or said.Fairness(), proofs=found)


def present(live: Live, viewer: Seat | None) -> Shuffle | None:
    """Everything that a viewer may know now about the present shuffle; None if there is no present shuffle."""
    eyes = live.eyes(viewer)
    return None if live.fair.turning is None else told(live.fair, provable(live.fair, live.state, eyes), eyes)


def shown_to_all(applied: Applied) -> frozenset[Card]:
    """The cards that a log entry showed to everybody and then put back into the pack.

    For example, cards are cut to choose the dealer, and everybody sees these cards.
    """
    return _shuffled(applied)[1]


@latest
def _shuffled(applied: Applied) -> tuple[said.Fairness | None, frozenset[Card]]:
    """A pair: what a log entry tells everybody about the shuffle, and the result of `shown_to_all`."""
    before, entry, fair = applied.before, applied.entry, applied.after.fair
    turning = fair.turning
    match entry:
        case log.Bound(binding=binding):
            return said.Fairness(bound=published(binding)), frozenset()
        case log.Voided(missing=missing, numbers=numbers) if before is not None and before.fair.turning is not None:
            return said.Fairness(voided=voided(before.fair.turning, missing, numbers)), frozenset()
        case log.DecksOpened():
            return said.Fairness(opened=dict(fair.sealed)), frozenset()
        case log.Dealt(numbers=numbers) if turning is not None and before is not None:
            now = turned(turning) if numbers else None
            if not numbers and fair.draws == before.fair.draws:
                return None, frozenset()
            drawn = fair.draws[-1] if fair.draws else ()
            return said.Fairness(turned=now, drawn=drawn, picked=fair.picked if numbers else None), _returned(before, fair)
        case _:
            return None, frozenset()


def _returned(before: Live, fair: Fair) -> frozenset[Card]:
    """The cards that were cut to choose the dealer, shown to everybody and put back; empty if there was no cut."""
    draw = before.node.draw if isinstance(before.node, Chance) else None
    return frozenset(fair.cards[: fair.taken]) if isinstance(draw, Draw) and draw.returned else frozenset()
