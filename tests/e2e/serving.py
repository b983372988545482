"""`prial serve` with fast bots, so that browsers needn't wait: ``python -m tests.e2e.serving serve ...``.

A test can choose the next deal by writing hands next to the database, see `deal_file`.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import prial.host.bot_workers
from prial.cards import parse
from prial.cli import main
from prial.core.chance import Pick
from prial.core.game import Chance
from prial.fair.even import below, shuffled
from prial.host import entries as log
from prial.host import onward
from prial.host.live import Live
from prial.host.services import Services


def deal_file(database: Path) -> Path:
    """The file with the hands of the next deal, one for each seat from the first on; hands that are left out are random."""
    return database.with_suffix(".deal")


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


if __name__ == "__main__":
    setattr(prial.host.bot_workers, "PACE", (20, 120))  # noqa: B010  # a constant everywhere else
    if "--db" in sys.argv:
        _dealing(deal_file(Path(sys.argv[sys.argv.index("--db") + 1])))
    main()
