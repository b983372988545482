"""Runs ``prial`` in tests: in this process for one answer, or in a terminal of its own for a whole game."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from prial.cli.app import app

Prial = Callable[..., Result]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Separate folders for every test, so that no user's games and rules are touched."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("PRIAL_DEBUG", raising=False)
    return tmp_path


@pytest.fixture(autouse=True)
def _folders_of_its_own(home: Path) -> None:
    """The same for tests that don't use `home`."""


@pytest.fixture
def prial(home: Path) -> Prial:
    """Runs ``prial`` with arguments, and with input where given."""

    def run(*args: str, stdin: str | None = None) -> Result:
        return CliRunner().invoke(app, args, input=stdin)

    return run


def one_sentence(result: Result) -> str:
    """The sentence that answers bad input; its form is checked."""
    assert result.exit_code == 2, (result.exit_code, result.output, result.exception)
    assert "Traceback" not in result.stderr
    lines = result.stderr.splitlines()
    assert len(lines) == 1, lines
    assert lines[0].endswith((".", "!", "?"))
    return lines[0]
