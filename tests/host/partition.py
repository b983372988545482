"""A connection to a database that can be cut: bytes then get lost in silence, and neither end notices."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sqlalchemy import make_url


class Line:
    """Passes bytes between a server and its database.

    Args:
        url: the database's address, a socket in a folder.
        folder: the folder for the line's own socket.
    """

    def __init__(self, url: str, folder: Path) -> None:
        there = make_url(url)
        name = f".s.PGSQL.{there.query['port']}"
        self._there, self._here = Path(str(there.query["host"])) / name, folder / name
        self.url: Final = there.update_query_dict({"host": str(folder)}).render_as_string(hide_password=False)
        """The database's address through this line."""
        self._flows: list[tuple[asyncio.Event, list[bytes]]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Start to pass bytes."""
        self._server = await asyncio.start_unix_server(self._through, self._here)

    async def close(self) -> None:
        """End all connections."""
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self, which: Callable[[bytes], bool] = lambda _: True) -> None:
        """Stop the bytes of open connections.

        Args:
            which: cut only the connections on which a message was sent for which this is true.
        """
        for flows, sent in self._flows:
            if any(map(which, sent)):
                flows.clear()

    def heal(self) -> None:
        """Pass all bytes again, those first that waited."""
        for flows, _ in self._flows:
            flows.set()

    async def _through(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_unix_connection(self._there)
        flows, sent = asyncio.Event(), list[bytes]()
        flows.set()
        self._flows.append((flows, sent))

        async def passes(source: asyncio.StreamReader, to: asyncio.StreamWriter, noted: list[bytes]) -> None:
            try:
                while data := await source.read(1 << 16):
                    noted.append(data)
                    await flows.wait()
                    to.write(data)
                    await to.drain()
            except OSError:
                pass  # one end has closed
            finally:
                to.transport.abort()

        for each in (passes(reader, there[1], sent), passes(there[0], writer, [])):
            task = asyncio.create_task(each)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
