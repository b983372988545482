"""What the terminal boards of games are tested with is what the command line is tested with."""

from tests.cli.conftest import home, prial

__all__ = ["home", "prial"]
