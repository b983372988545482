"""The parts of a game that programs use are in its package: complete, sorted and documented."""

import dataclasses
import importlib
import inspect
import typing
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from prial.cards import parse
from prial.core.registry import find, names
from prial.setting import Setting

PACKAGES = [find(name).package for name in names()]


def parts(hint: Any) -> Iterator[type]:
    """All classes in an annotation."""
    if isinstance(hint, type) and not typing.get_args(hint):
        yield hint
    for each in typing.get_args(hint):
        yield from parts(each)


def hints(value: type) -> dict[str, Any]:
    has_fields = dataclasses.is_dataclass(value) or issubclass(value, msgspec.Struct)
    return typing.get_type_hints(value) if has_fields else {}


def is_setting(value: type) -> bool:
    """Whether a class is an option's; options that several games share are in one place."""
    return issubclass(value, Setting) and value is not Setting


def met(package: str) -> set[str]:
    """The classes that a program meets when it plays the game: its table, its rules and its actions, and classes in these."""
    door = importlib.import_module(package)
    bots = importlib.import_module(f"{package}.bots.roster")
    waiting = [door.Table, type(find(package.rpartition(".")[2]).make().rules), *parts(door.Action)]
    waiting += [maker for maker in bots.ROSTER.makers.values() if isinstance(maker, type)]
    found: set[type] = set()
    while waiting:
        value = waiting.pop()
        if (value.__module__.startswith(f"{package}.") or is_setting(value)) and value not in found:
            found.add(value)
            waiting += [part for hint in hints(value).values() for part in parts(hint)]
    return {value.__name__ for value in found}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_game_is_used_through_its_package_alone(package: str) -> None:
    door = importlib.import_module(package)
    assert met(package) - set(door.__all__) == set()
    assert list(door.__all__) == sorted(door.__all__, key=lambda name: (not name.isupper(), name))


@pytest.mark.parametrize("package", PACKAGES)
def test_the_ranking_of_a_tables_rules_is_at_the_door(package: str) -> None:
    kind = find(package.rpartition(".")[2])
    of = importlib.import_module(package).ranking_of(kind.make().rules)
    assert of.strength(parse("AsAhAd")) > of.strength(parse("KsQh2d"))
    assert kind.ranks is None or kind.ranks(kind.make().rules) == of


@pytest.mark.parametrize("package", PACKAGES)
def test_what_is_public_is_there_and_documented(package: str) -> None:
    door = importlib.import_module(package)
    assert set(door.__all__) <= set(dir(door))
    public = [getattr(door, name) for name in door.__all__]
    assert [value for value in public if inspect.isclass(value) and not (value.__doc__ or "").strip()] == []
