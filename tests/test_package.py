"""The installed package: `make test` runs this in the checkout, and against the built wheel with the base packages only."""

import importlib
import importlib.util
import os
import pkgutil
import re
import subprocess
import sys
from importlib import metadata, resources
from pathlib import Path

import pytest

import prial

ROOT = Path(__file__).resolve().parent.parent
FROM_WHEEL = bool(os.environ.get("PRIAL_WHEEL"))
HEAVY = {"asyncio", "fastapi", "msgspec", "numba", "numpy", "rich", "sqlalchemy"}


def names(requirements: list[str] | None, *, extra: bool) -> set[str]:
    """The distributions named by requirement strings: those of extras, or all others."""
    wanted = [line for line in requirements or [] if ("extra ==" in line) is extra]
    return {re.split(r"[^\w.-]", line, maxsplit=1)[0].lower() for line in wanted}


EXTRAS = names(metadata.requires("prial"), extra=True)
IMPORTED_FROM = {"pyspiel": "open-spiel"}
MODULES = ["prial", *(found.name for found in pkgutil.walk_packages(prial.__path__, "prial."))]


def loaded_by(statement: str) -> set[str]:
    """The top-level modules that a statement loads in a fresh interpreter."""
    code = f"import sys; {statement}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return set(done.stdout.split())


def test_version_is_the_installed_one() -> None:
    assert prial.__version__ == metadata.version("prial")


def test_base_dependencies_are_the_five_chosen() -> None:
    assert names(metadata.requires("prial"), extra=False) == {"numpy", "msgspec", "click", "platformdirs", "rich"}


def test_one_extra_brings_all_others() -> None:
    found: dict[str, set[str]] = {}
    for line in metadata.requires("prial") or []:
        if extra := re.search(r"extra == ['\"](\w+)['\"]", line):
            found.setdefault(extra[1], set()).update(names([line], extra=True))
    assert found.pop("all") == set().union(*found.values())


def test_every_module_imports() -> None:
    """Or needs an extra that isn't installed."""
    for module in MODULES:
        try:
            importlib.import_module(module)
        except ModuleNotFoundError as missing:
            name = IMPORTED_FROM.get(str(missing.name), str(missing.name)).replace("_", "-")
            if EXTRAS.isdisjoint({name, f"{name}-core"}):
                raise


def test_package_is_light() -> None:
    assert loaded_by("import prial") & HEAVY == set()


def test_types_are_shipped() -> None:
    assert resources.files("prial").joinpath("py.typed").is_file()


@pytest.mark.skipif(not FROM_WHEEL, reason="in a checkout the files are the checkout's own")
def test_wheel_is_what_is_tested_and_holds_every_file() -> None:
    installed, source = Path(prial.__file__).parent, ROOT / "src" / "prial"
    assert ROOT / "src" not in installed.parents

    def files(top: Path) -> set[str]:
        return {str(path.relative_to(top)) for path in top.rglob("*") if path.is_file() and "__pycache__" not in path.parts}

    assert files(installed) == files(source)


@pytest.mark.skipif(not FROM_WHEEL, reason="a checkout has the extras installed")
def test_base_is_what_is_tested() -> None:
    assert {name for name in EXTRAS if importlib.util.find_spec(name)} == set()
