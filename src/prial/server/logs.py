"""Logs that a program can read, and that name nobody and no card.

What goes wrong is noted by its type and by where in our code it happened. An exception's own words stay out: they may quote
what somebody sent, and that may be a hand.
"""

import logging
import sys
import traceback
from collections.abc import MutableMapping
from pathlib import PurePath
from typing import Any, Final

import structlog

_FRAMES: Final = 12


def fault(error: BaseException) -> dict[str, Any]:
    """An exception as a log may hold it: its type, and where it went through."""
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    return {
        "fault": type(error).__name__,
        "at": [f"{'/'.join(PurePath(frame.filename).parts[-2:])}:{frame.lineno} {frame.name}" for frame in frames],
    }


def _scrubbed(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """What other libraries log: an exception without its words."""
    found = event.pop("exc_info", None)
    error = found[1] if isinstance(found, tuple) else sys.exc_info()[1] if found is True else found
    if isinstance(error, BaseException):
        event.update(fault(error))
    return event


def configure(*, as_json: bool) -> None:
    """Send all logs to stderr.

    Args:
        as_json: one JSON object a line, requests too; else what a person at a terminal needs to see.
    """
    level = logging.INFO if as_json else logging.WARNING
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _scrubbed,
    ]
    last: structlog.typing.Processor = (
        structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last], foreign_pre_chain=shared
        )
    )
    logging.raiseExceptions = False  # where a line can't be written, Python would print it with all that went into it
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    # Its lines name paths, and with them invitations; what it calls errors is what clients sent, and our own are caught before it
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.setLevel(logging.CRITICAL)
        logger.propagate = True
