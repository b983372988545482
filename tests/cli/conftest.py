"""Running ``prial`` in a test: in this process for one answer, or at a terminal of its own for a whole game."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from prial.cli.app import app

Prial = Callable[..., Result]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders of its own for every test, so that nobody's games and rules are touched."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("PRIAL_DEBUG", raising=False)
    return tmp_path


@pytest.fixture(autouse=True)
def _folders_of_its_own(home: Path) -> None:
    """Also for a test that doesn't ask where they are."""


@pytest.fixture
def prial(home: Path) -> Prial:
    """Runs ``prial`` with arguments, and perhaps with something on stdin."""

    def run(*args: str, stdin: str | None = None) -> Result:
        return CliRunner().invoke(app, args, input=stdin)

    return run


def one_sentence(result: Result) -> str:
    """The sentence that bad input is answered with; everything about how it is said is checked."""
    assert result.exit_code == 2, (result.exit_code, result.output, result.exception)
    assert "Traceback" not in result.stderr
    lines = result.stderr.splitlines()
    assert len(lines) == 1, lines
    assert lines[0].endswith((".", "!", "?"))
    return lines[0]
