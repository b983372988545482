"""`prial serve`, with bots that don't keep browsers waiting: ``python -m tests.e2e.serving serve ...``."""

import prial.host.bot_workers
from prial.cli import main

if __name__ == "__main__":
    setattr(prial.host.bot_workers, "PACE", (100, 300))  # noqa: B010  # it is final for everybody else
    main()
