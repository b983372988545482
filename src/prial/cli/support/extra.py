"""What a verb says whose packages are an extra that isn't installed."""

import contextlib
from collections.abc import Iterator

from prial.errors import PrialError, add_sentences, refuse

add_sentences(
    "en",
    {"extra.missing": "The server's packages aren't there ({missing} is missing): pip install 'prial[server]' brings them."},
)


@contextlib.contextmanager
def server_packages() -> Iterator[None]:
    """Around the imports of what needs them.

    Raises:
        PrialError: one isn't installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("prial"):
            raise
        raise PrialError(refuse("extra.missing", missing=error.name)) from error
