"""Every example in a command's help can be typed; those that need no file, server or long time are run."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from prial.cli.app import VERBS, app
from prial.core.kind import load
from prial.core.registry import kinds
from tests.cli.conftest import Prial

RUN = {"arrange", "odds", "rank", "rules"}
LONG = re.compile("against KK|flush; run|odds brag --cards 5")
"""Examples that take a second: `make test` only reads them, `make soak` runs them too."""
OF_AN_EVENING = re.compile(r"\bours\b")
"""Rules that were saved earlier."""


def commands(command: click.Command) -> Iterator[click.Command]:
    yield command
    if isinstance(command, click.Group):
        here = click.Context(command)
        for name in command.list_commands(here):
            found = command.get_command(here, name)
            assert found is not None
            yield from commands(found)


def examples() -> list[str]:
    """The example lines of a help text, without comments and redirections."""
    found: dict[str, None] = {}
    for verb in VERBS:
        own = [load(kind.verbs[verb]) for kind in kinds() if verb in kind.verbs]
        for command in [app.get_command(click.Context(app), verb), *own]:
            assert command is not None
            for each in commands(command):
                below = (each.help or "").partition("\b\n")[2]
                lines = [line.strip() for line in below.splitlines() if line.strip().startswith("prial ")]
                found.update(dict.fromkeys(re.split(r" {2,}| [<>|] ", line)[0] for line in lines))
    return list(found)


@pytest.mark.soak
@pytest.mark.parametrize("line", [line for line in examples() if LONG.search(line)])
def test_a_long_example_of_the_help_runs(line: str, prial: Prial) -> None:
    done = prial(*shlex.split(line)[1:])
    assert (done.exit_code, done.stderr) == (0, "")


@pytest.mark.parametrize("line", examples())
def test_an_example_of_the_help_can_be_typed(line: str, prial: Prial, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    for name in ("cert.pem", "key.pem"):  # files that must exist before anything else is checked
        (home / name).touch()
    words = shlex.split(line)[1:]
    if words[0] in RUN and not OF_AN_EVENING.search(line) and not LONG.search(line):
        done = prial(*words)
        assert (done.exit_code, done.stderr) == (0, "")
        return
    verb, command, rest = app.resolve_command(click.Context(app), words)
    while command is not None and verb is not None:
        context = command.make_context(verb, list(rest), resilient_parsing=False)
        if not isinstance(command, click.Group) or not rest:
            break
        verb, command, rest = command.resolve_command(context, rest)
