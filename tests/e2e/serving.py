"""`prial serve` with fast bots, so that browsers needn't wait.

A test can choose the next deal by writing hands next to the database, see `tests.e2e.server.deal_file`.
"""

import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import prial.host.bot_workers
import prial.server.run  # what `prial serve` imports late is imported here, before processes are forked
from prial.bots import registry as bots
from prial.cards import parse
from prial.cli import main
from prial.compiled import compiles
from prial.core.chance import Pick
from prial.core.game import Chance
from prial.core.registry import kinds
from prial.fair.even import below, shuffled
from prial.host import entries as log
from prial.host import onward
from prial.host.live import Live
from prial.host.services import Services
from tests.e2e.server import deal_file

for kind in kinds():
    bots.maker(kind.name, bots.best(kind.name))  # loads it
if compiles():
    import_module("numba")


def _dealing(file: Path) -> None:
    true = onward._nature

    def dealt(table_id: str, live: Live, services: Services, away: Callable[[], tuple[int | None, ...]]) -> log.Dealt | log.Bound:
        assert isinstance(live.node, Chance)
        draw = live.node.draw
        if isinstance(draw, Pick) or not file.exists():
            return true(table_id, live, services, away)
        hands = [parse(hand) for hand in file.read_text("utf-8").split()]
        file.unlink()
        rest = shuffled([card for card in draw.pool if not any(card in hand for hand in hands)], lambda n: below(n, os.urandom))
        hands += [tuple([rest.pop() for _ in range(size)]) for size in draw.sizes[len(hands) :]]
        return log.Dealt(outcome=draw.write([tuple(sorted(hand, reverse=True)) for hand in hands]))

    onward._nature = dealt  # only here is the deal chosen


def serve(port: int, database: Path) -> None:
    """Serve until the process is stopped, without a word on standard output and standard error. For a process of its own.

    Args:
        port: the port to listen on.
        database: the file with the tables.
    """
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    setattr(prial.host.bot_workers, "PACE", (20, 120))  # noqa: B010  # a constant everywhere else
    _dealing(deal_file(database))
    sys.argv = ["prial", "serve", "--no-browser", "--port", str(port), "--db", str(database)]
    main()
