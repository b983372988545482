"""`prial serve`, with bots that don't keep browsers waiting: ``python -m tests.e2e.serving serve ...``.

A test may say what is dealt next: it writes hands beside the database, see `deal_file`.
"""

import os
import sys
from pathlib import Path

import prial.host.bot_workers
import prial.host.house
from prial.cards import parse
from prial.cli import main
from prial.core.chance import Draw, Outcome, Pick
from prial.fair.even import Entropy, below, shuffled
from prial.host.shuffle import outcome


def deal_file(database: Path) -> Path:
    """Where the hands of the next deal are written, one a seat from the first; what is left out is dealt at random."""
    return database.with_suffix(".deal")


def _dealing(file: Path) -> None:
    def dealt(draw: Pick | Draw, entropy: Entropy = os.urandom) -> Outcome:
        if isinstance(draw, Pick) or not file.exists():
            return outcome(draw, entropy)
        hands = [parse(hand) for hand in file.read_text("utf-8").split()]
        file.unlink()
        rest = shuffled([card for card in draw.pool if not any(card in hand for hand in hands)], lambda n: below(n, entropy))
        hands += [tuple([rest.pop() for _ in range(size)]) for size in draw.sizes[len(hands) :]]
        return tuple([tuple(sorted(hand, reverse=True)) for hand in hands])

    setattr(prial.host.house, "outcome", dealt)  # noqa: B010  # it is fair for everybody else


if __name__ == "__main__":
    setattr(prial.host.bot_workers, "PACE", (100, 300))  # noqa: B010  # it is final for everybody else
    if "--db" in sys.argv:
        _dealing(deal_file(Path(sys.argv[sys.argv.index("--db") + 1])))
    main()
