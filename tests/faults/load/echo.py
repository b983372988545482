"""A server of websockets and uvloop alone: each message is answered, and sent on to all at the same table."""

import os
import sys
from collections import defaultdict
from http import HTTPStatus
from typing import Final

import uvloop
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.http11 import Request, Response

ANSWER: Final = b'{"is":"saved","id":"m1234","version":1234}'


def _look(connection: ServerConnection, request: Request) -> Response | None:
    """Answer a health check."""
    return connection.respond(HTTPStatus.OK, "") if request.path == "/healthz" else None


async def _serve(port: int, size: int) -> None:
    tables = defaultdict[str, set[ServerConnection]](set)
    told = "x" * size

    async def talk(connection: ServerConnection) -> None:
        assert connection.request is not None
        table = tables[connection.request.path]
        table.add(connection)
        await connection.recv()  # hello
        async for _ in connection:
            await connection.send(ANSWER, text=True)
            broadcast(table, told)

    async with serve(talk, "127.0.0.1", port, process_request=_look, compression=None, ping_interval=None) as server:
        await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(_serve(int(sys.argv[-1]), int(os.environ["PRIAL_TOLD"])))
