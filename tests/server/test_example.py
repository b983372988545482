"""The program in the documentation plays exactly as it is printed."""

import asyncio
import sys
from pathlib import Path

from tests.server.conftest import Open

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "crash.py"


async def test_the_example_sits_down_and_plays_a_whole_game(serve: Open) -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) <= 60
    async with serve() as served:
        program = await asyncio.create_subprocess_exec(
            sys.executable, str(EXAMPLE), f"127.0.0.1:{served.port}", stdout=asyncio.subprocess.PIPE
        )
        out, _ = await asyncio.wait_for(program.communicate(), 60)
    assert program.returncode == 0, out.decode()
    lines = out.decode().splitlines()
    assert lines[0] == "The game begins."
    assert lines[-1].startswith("Points: [")
