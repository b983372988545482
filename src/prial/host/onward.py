"""Adds the log entries that a table makes by itself, after the entries of a command.

Such an entry shows all decks, gives a reserved seat to a person, sends everybody to a new table, begins a shuffle, or makes a
random move such as a deal.
"""

from collections.abc import Callable
from typing import Any

from prial.core.chance import Draw
from prial.core.game import Chance
from prial.host import entries as log
from prial.host.fairness import bind, chosen, goes_on, pack_tells
from prial.host.fold import fold
from prial.host.live import Applied, Live
from prial.host.rulings import seated
from prial.host.services import Services
from prial.host.table_request import new_id


def go_on(table_id: str, staged: list[Applied], at: int, services: Services, away: Callable[[], tuple[int | None, ...]]) -> None:
    """Add the entries that the table makes by itself, until it waits for a player, a bot or its clock.

    Args:
        table_id: the table's id.
        staged: the new entries, each with its effect. This function appends to the list.
        at: the time, in milliseconds since 1970 (UTC).
        services: the services of the house.
        away: gives, for each seat, the time at which its player lost the connection, in milliseconds since 1970 (UTC); None for a
            connected player and for a seat without a person.
    """
    while staged:
        live = staged[-1].after
        if live.opens_decks:
            staged.append(fold(live, log.DecksOpened(), at))
        elif live.seats_waiting:
            staged.append(fold(live, next(seated(live)), at))
        elif live.goes_on:
            staged.append(fold(live, log.WentOn(table=new_id(services.secret)), at))
        elif live.nature_moves:
            staged.append(fold(live, _nature(table_id, live, services, away), at))
        else:
            return


def _nature(table_id: str, live: Live, services: Services, away: Callable[[], tuple[int | None, ...]]) -> log.Dealt | log.Bound:
    """The log entry for nature's next move, or for the shuffle before it."""
    assert isinstance(live.node, Chance)
    draw, fair, entropy = live.node.draw, live.fair, services.entropy
    if goes_on(fair, draw):
        return log.Dealt(outcome=draw.write(chosen(fair, draw)))  # type: ignore[arg-type]  # the outcome is one of this draw
    gone = away()
    seats = [seat for seat in fair.promises if seat in live.here and gone[seat] is None]
    assert live.state is not None
    nothing = isinstance(draw, Draw) and not any(draw.sizes)
    if entropy is None or not seats or nothing or pack_tells(draw, live.state):
        drawn: Any = services.nature(draw)
        return log.Dealt(outcome=draw.write(drawn))
    return log.Bound(binding=bind(fair, table_id, draw, seats, entropy))
