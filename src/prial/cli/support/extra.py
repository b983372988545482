"""Reports that a command can't run because the packages of the extra ``server`` aren't installed."""

import contextlib
from collections.abc import Iterator

from prial.errors import PrialError, add_sentences, refuse

add_sentences(
    "en",
    {"extra.missing": "The server's packages aren't installed ({missing} is missing): run pip install 'prial[server]'."},
)


@contextlib.contextmanager
def server_packages() -> Iterator[None]:
    """A context for imports that need the server's packages.

    Raises:
        PrialError: if a package isn't installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("prial"):
            raise
        raise PrialError(refuse("extra.missing", missing=error.name)) from error
