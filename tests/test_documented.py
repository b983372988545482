"""Every field of a public class has its text in the source, directly below it; the API pages show it."""

import ast
import dataclasses
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import lru_cache
from types import ModuleType

import msgspec

import prial


@lru_cache
def described(module: ModuleType) -> set[tuple[str, str]]:
    """The fields of a module's classes that have a text: the qualified name of the class, and the field's name."""
    found = set[tuple[str, str]]()

    def go(body: list[ast.stmt], before: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                name = before + node.name
                for field, after in zip(node.body, node.body[1:], strict=False):
                    match field, after:
                        case ast.AnnAssign(target=ast.Name(id=own)), ast.Expr(value=ast.Constant(value=str(text))) if (
                            text.strip()
                        ):
                            found.add((name, own))
                go(node.body, f"{name}.")

    go(ast.parse(inspect.getsource(module)).body, "")
    return found


def own_fields(kind: type) -> Iterator[str]:
    """The public fields that a struct, a dataclass or a named tuple defines itself, but not the options of a game's rules."""
    own = inspect.get_annotations(kind)
    if issubclass(kind, msgspec.Struct):
        names = list(kind.__struct_fields__)
    elif dataclasses.is_dataclass(kind):
        names = [each.name for each in dataclasses.fields(kind) if "about" not in each.metadata]  # an option has a help instead
    else:
        names = list(getattr(kind, "_fields", ()))
    return (name for name in names if name in own and not name.startswith("_"))


def test_every_public_field_has_a_text() -> None:
    without, seen = [], 0
    for found in pkgutil.walk_packages(prial.__path__, "prial."):
        parts = found.name.split(".")
        if any(part.startswith("_") for part in parts) or {"migrations", "adapters"} & {*parts}:
            continue
        module = importlib.import_module(found.name)
        for name, value in vars(module).items():
            if isinstance(value, type) and value.__module__ == found.name and not name.startswith("_"):
                for field in own_fields(value):
                    seen += 1
                    if (value.__qualname__, field) not in described(module):
                        without.append(f"{found.name}.{name}.{field}")
    assert seen > 1000
    assert without == []
