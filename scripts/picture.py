"""Draw the README's picture: a real game at a terminal, some deals in, as an SVG.

``python scripts/picture.py`` plays with a fixed seed through a pseudo-terminal and writes docs/images/play.svg.
"""

import io
import os
import pty
import re
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

PICTURE = Path(__file__).parent.parent / "docs" / "images" / "play.svg"
WIDTH = 76
SAYS = ["suggest", "", "", "suggest", "", "", "suggest"]
"""What the player types: three deals, each arranged as suggested, the last one left on the table."""
_QUIET = [(16, 46, 36), (226, 110, 92), (124, 190, 128), (214, 176, 92), (120, 160, 220), (200, 140, 190), (120, 190, 190)]
_BRIGHT = [(120, 140, 128), (240, 128, 110), (150, 210, 150), (230, 196, 120), (150, 184, 236), (216, 164, 208), (150, 208, 208)]
BAIZE = TerminalTheme((16, 46, 36), (236, 229, 214), [*_QUIET, (236, 229, 214)], [*_BRIGHT, (255, 250, 240)])


def played() -> str:
    """What the terminal showed, with its colours."""
    with tempfile.TemporaryDirectory() as folder:
        argv = [sys.executable, "-m", "prial", "play", "--preset", "pub", "--seed", "7", "--record", f"{folder}/game.json"]
        child, terminal = pty.fork()
        if child == 0:
            os.environ.update(COLUMNS=str(WIDTH), LINES="50", TERM="xterm-256color", COLORTERM="truecolor")
            os.execv(sys.executable, argv)  # noqa: S606  # no shell is wanted
        says, shown = iter(SAYS), ""
        while True:
            try:
                shown += os.read(terminal, 1 << 16).decode("utf-8", "replace")
            except OSError:
                return shown
            if re.search(r"> $", re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)):
                say = next(says, None)
                if say is None:
                    os.write(terminal, b"\x04")
                    os.close(terminal)
                    os.waitpid(child, 0)
                    return shown
                os.write(terminal, say.encode() + b"\r")
                shown += "\x1b[0m"


def main() -> None:
    """Write the picture."""
    lines = played().replace("\r", "").split("\n")
    last = max(at for at, line in enumerate(lines) if "4th hand" in line)
    console = Console(width=WIDTH, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for line in lines[last:]:
        console.print(Text.from_ansi(line), soft_wrap=True)
    svg = console.export_svg(title="prial play --preset pub", theme=BAIZE)
    # The picture stands by itself: no font is fetched from anywhere
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code", "DejaVu Sans Mono, Menlo, Consolas")
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(svg, "utf-8")


if __name__ == "__main__":
    main()
