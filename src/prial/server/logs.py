"""Logs that a program can read, and that contain no names of people and no cards.

An error is logged as its type and its place in the code, without its message, which may quote a person's hand.
"""

import logging
import sys
import traceback
from collections.abc import MutableMapping
from pathlib import PurePath
from typing import Any, Final

import structlog

_FRAMES: Final = 12
"""At most this many lines of a traceback are logged: those of the innermost calls."""


def fault(error: BaseException) -> dict[str, Any]:
    """What a log may contain about an exception: its type and its traceback, without its message."""
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    return {
        "fault": type(error).__name__,
        "at": [f"{'/'.join(PurePath(frame.filename).parts[-2:])}:{frame.lineno} {frame.name}" for frame in frames],
    }


def _scrubbed(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """If a library has logged an exception, keep only the exception's type and traceback, not its message."""
    found = event.pop("exc_info", None)
    error = found[1] if isinstance(found, tuple) else sys.exc_info()[1] if found is True else found
    if isinstance(error, BaseException):
        event.update(fault(error))
    return event


def configure(*, as_json: bool) -> None:
    """Send all logs to stderr.

    Args:
        as_json: True to write one JSON object per line, also for each request; False to write only warnings and errors, as text.
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
    logging.raiseExceptions = False  # else Python prints the arguments of a line that it can't write
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    # uvicorn logs paths, which may contain invitations. Its errors are clients' bad requests; our own errors never reach it
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.setLevel(logging.CRITICAL)
        logger.propagate = True
