"""Writes the Python examples of the README and the docs as modules for the type checker: scripts/examples.py [DIR]."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = (
    "README.md",
    *(f"docs/{name}.md" for name in ("index", "house-rules", "programs", "study", "write-a-bot", "write-a-game")),
)


def named(example: str) -> str | None:
    """The file name in an example's first line, if this line is a comment such as ``# mine.py``; else None."""
    found = re.match(r"# (\w+\.py)\n", example)
    return found[1] if found else None


def main() -> None:
    """Write a module for each example."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/examples")
    folder.mkdir(parents=True, exist_ok=True)
    for page in PAGES:
        stem = Path(page).stem.replace("-", "_").lower()
        text = (ROOT / page).read_text("utf-8")
        for number, example in enumerate(re.findall(r"```(?:python|\{notebook\})\n(.*?)```", text, re.DOTALL), 1):
            (folder / (named(example) or f"{stem}_{number}.py")).write_text(example, "utf-8")


if __name__ == "__main__":
    main()
