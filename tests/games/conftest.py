"""Fixtures of the command line's tests, for the tests of the games' terminal boards."""

from tests.cli.conftest import home, prial

__all__ = ["home", "prial"]
