"""No byte sent over a real socket depends on something that its receiver may not know."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import structlog

from prial.core.registry import find
from prial.server.socket import Visit
from tests.faults.wire import Wires
from tests.host.boundary import LeakError
from tests.host.leaks import red
from tests.testing import games


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Switch off the log lines of requests."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    yield
    structlog.reset_defaults()


FIRST = [(name, next(iter(find(name).schema.presets))) for name in games.GAMES]
"""The first preset of every game."""


@pytest.mark.parametrize(
    ("name", "preset"), [pytest.param(*each, marks=[pytest.mark.soak] * (each[0] != "brag")) for each in FIRST]
)
def test_two_worlds_look_the_same_over_sockets(name: str, preset: str) -> None:
    wires = Wires(name, preset, games.GAMES[name].short, moves=10)
    compared = wires.run(1, seed=3, each=1)
    print(compared, wires.compared)  # noqa: T201  # shown with -s
    assert min(wires.compared.values()) >= 3


@contextmanager
def _a_blank_more() -> Iterator[None]:
    """A frame is longer by one blank where the first seat has red cards; clients wouldn't notice."""
    true = Visit.send

    def send(visit: Visit, data: bytes) -> None:
        holds = any(red(table.live) for table in visit._here.house.tables.values())
        true(visit, data + b" " * holds)

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(Visit, "send", send)
        yield


def test_a_leak_between_host_and_wire_is_found() -> None:
    with pytest.raises(LeakError):
        Wires("crash", "online", moves=12, leak=_a_blank_more()).run(10, seed=1, each=1)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "preset"), [*FIRST, ("crash", "wikipedia"), ("brag", "pagat")])
def test_a_hundred_pairs_of_worlds_look_the_same_over_sockets(name: str, preset: str) -> None:
    wires = Wires(name, preset, games.GAMES[name].short, moves=80)
    compared = wires.run(8, seed=7)
    print(preset, compared, wires.compared)  # noqa: T201  # the campaign's result
    assert min(wires.compared.values()) >= 50
