"""Explains which argument of a call has a wrong type.

A function decorated with `explained` gives errors like this one, for the argument ``cards`` of the function ``odds``::

    For cards, odds takes a whole number, and not a value of the type list (number of cards dealt to a hand, 3 to 5).

The sentence is made from the function's annotations and docstring. Only types are checked: the function itself must refuse a
number that isn't from 3 to 5.
"""

import inspect
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from functools import cache, wraps
from numbers import Integral, Real
from types import NoneType, UnionType
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar, Union, cast, get_args, get_origin

from prial.errors import PrialError, RulesError, add_sentences, refuse

_CODE: Final = "argument.type"
"""The code of the refusal that an argument of a wrong type gets."""
_SEED: Final = "seed"
"""The name of the argument whose type is checked at every call."""

add_sentences(
    "en",
    {
        _CODE: "For {argument}, {function} takes {wanted}, and not {found}{about}.",
        "argument.value": "{why}.",
        "argument.seed": "{found} is not a seed: give {wanted}; secrets.randbits(64) gives another result each time.",
    },
)

F = TypeVar("F", bound=Callable[..., Any])
"""The type of a function."""
Fits: TypeAlias = Callable[[Any], bool]
"""A function that says whether a value has the right type."""

_LONG: Final = 160
"""Greatest length, in characters, of an argument's description that an error message quotes. A longer one is left out."""
_SHORT: Final = 60
"""Greatest length, in characters, of a value that an error message quotes."""


class _Type(NamedTuple):
    """A type of arguments: the words for it, and a function that tests whether a value has the type."""

    words: str
    """What an error message calls a value of the type, such as ``a whole number``."""
    fits: Fits | None
    """Says whether a value has the type; None if that isn't checked."""


def _is_many(value: Any) -> bool:
    """Whether a value is a sequence or an array. Text and bytes don't count."""
    return hasattr(value, "__len__") and hasattr(value, "__getitem__") and not isinstance(value, str | bytes | Mapping | type)


_DESCRIBED: Final[dict[Any, _Type]] = {
    Any: _Type("anything", None),
    NoneType: _Type("None", lambda value: value is None),
    int: _Type("a whole number", lambda value: isinstance(value, Integral) and not isinstance(value, bool)),
    float: _Type("a number", lambda value: isinstance(value, Real) and not isinstance(value, bool)),
    str: _Type("a text", lambda value: isinstance(value, str)),
    bytes: _Type("bytes", lambda value: isinstance(value, bytes)),
    bool: _Type("True or False", lambda value: isinstance(value, bool)),
    Sequence: _Type("a list", _is_many),
    Collection: _Type("a list", lambda value: isinstance(value, Collection) and not isinstance(value, str | bytes)),
    Iterable: _Type("a list", lambda value: isinstance(value, Iterable) and not isinstance(value, str | bytes)),
    AbstractSet: _Type("a set", lambda value: isinstance(value, AbstractSet)),
    Mapping: _Type("a mapping", lambda value: isinstance(value, Mapping)),
    Callable: _Type("a function", callable),
    type: _Type("a class", lambda value: isinstance(value, type)),
}
"""Maps each known annotation to its `_Type`: the words for error messages, and the function that tests a value."""


def describe(annotation: Any, words: str, fits: Fits | None = None) -> None:
    """Choose the words that error messages use for a type, and the function that recognises its values.

    Args:
        annotation: a class or another type that occurs in annotations. For a generic class, the class without its parameters.
        words: the words for a value, such as ``a ranking of hands, as ranking() gives it``.
        fits: a function that says whether a value has the type. None uses ``isinstance`` for a class, and checks nothing for
            another type.
    """
    if fits is None and isinstance(annotation, type):
        fits = _instance(annotation)
    _DESCRIBED[annotation] = _Type(words, fits)


def unfit(why: str) -> RulesError:
    """Make the error for an argument of the right type whose value isn't allowed. The caller raises the error.

    Args:
        why: a sentence, without its full stop, that says which values are allowed.
    """
    return RulesError(refuse("argument.value", why=why))


def check_whole(number: object) -> None:
    """Check that an argument is a whole number. 1.5, 2.0 and True aren't.

    Args:
        number: the argument.
    Raises:
        TypeError: if the argument isn't a whole number. In a function decorated with `explained`, the caller gets a `RulesError`.
    """
    whole = _DESCRIBED[int].fits
    assert whole is not None
    if not whole(number):
        raise TypeError(f"a whole number is needed, not {number!r}")


def check_from_zero(seed: int) -> None:
    """Check that a seed isn't negative. NumPy's random generators refuse negative seeds.

    Args:
        seed: a whole number.
    Raises:
        RulesError: if the seed is below 0.
    """
    if seed < 0:
        raise unfit(f"Here a seed is a whole number from 0, not {seed}")


def explained(function: F) -> F:
    """Decorate a function, so that an argument of a wrong type gives an error that names the argument.

    Arguments are checked after a call has failed. Only these are checked before the call:

    * an argument called ``seed``, because the seed None could give a different result at each call;
    * all arguments if the function yields or returns an iterator, because the iterator would fail later;
    * all arguments if the function takes numbers and the call gives True or False, because True would count as 1.

    Some types, such as type variables, aren't checked, nor are the values that a generator gives.

    Args:
        function: a function or a method.
    Returns:
        The function, which raises a `RulesError` for an argument of a wrong type, in place of a `TypeError`, `AttributeError`,
        `LookupError` or `ValueError`. If all types are right, the original error is raised. If the function passes a wrong
        argument to a second decorated function, the error names the first function.
    """
    takes = getattr(function, "__annotations__", {})
    seeded = _SEED in takes
    counts = any(number in (each, *get_args(each)) for number in (int, float) for name, each in takes.items() if name != "return")
    if inspect.isgeneratorfunction(function) or get_origin(takes.get("return")) is Iterator:

        @wraps(function)
        def begin(*args: Any, **named: Any) -> Any:
            if seeded:
                _check_seed(function, args, named)
            _check(function, args, named)
            return function(*args, **named)

        return cast(F, begin)

    @wraps(function)
    def call(*args: Any, **named: Any) -> Any:
        if seeded:
            _check_seed(function, args, named)
        if counts and bool in map(type, (*args, *named.values())):
            _check(function, args, named)
        try:
            return function(*args, **named)
        except PrialError as error:
            if error.refusal.code == _CODE:
                _check(function, args, named, error)
            raise
        except (TypeError, AttributeError, LookupError, ValueError) as error:
            # Checked only now, so that a successful call takes no longer
            _check(function, args, named, error)
            raise

    return cast(F, call)


def _check_seed(function: Callable[..., Any], args: Sequence[Any], named: Mapping[str, Any]) -> None:
    """Refuse a seed of a wrong type, or a list of seeds in which a value isn't a whole number."""
    names, _, types = _takes(function)
    at = names.index(_SEED) if _SEED in names else len(args)
    given = [named[_SEED]] if _SEED in named else args[at : at + 1]
    for seed in given:
        fits, whole = types[_SEED].fits, _DESCRIBED[int].fits
        assert whole is not None
        if (fits and not fits(seed)) or not all(map(whole, seed if _is_many(seed) else ())):
            raise RulesError(refuse("argument.seed", found=_shown(seed), wanted=types[_SEED].words))


def _check(function: Callable[..., Any], args: Sequence[Any], named: Mapping[str, Any], error: Exception | None = None) -> None:
    """Refuse the first argument that has a wrong type. ``error`` is the exception of the failed call."""
    names, rest, types = _takes(function)
    placed = [(names[at] if at < len(names) else rest, value) for at, value in enumerate(args)]
    for name, value in [*placed, *named.items()]:
        known = types.get(name)
        if known is not None and known.fits is not None and not known.fits(value):
            raise _refused(function, name, known, value) from error


@cache
def _takes(function: Callable[..., Any]) -> tuple[list[str], str, dict[str, _Type]]:
    """The names of a function's positional arguments, the name of its ``*args``, and the type of each argument by name."""
    scope = {annotation.__name__: annotation for annotation in _DESCRIBED if isinstance(annotation, type)}
    scope = {**scope, **getattr(function, "__globals__", {})}
    names, rest, types = list[str](), "", dict[str, _Type]()
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            names.append(name)
        elif parameter.kind is parameter.VAR_POSITIONAL:
            rest = name
        annotation = parameter.annotation
        if isinstance(annotation, str):
            try:
                annotation = eval(annotation, scope)  # noqa: S307  # a text, read as typing.get_type_hints does
            except NameError:  # imported for the type checker alone
                annotation = Any
        if annotation is not parameter.empty:
            types[name] = _type(annotation)
    return names, rest, types


def _type(annotation: Any) -> _Type:
    """The `_Type` that an annotation means."""
    for known in (annotation, get_origin(annotation)):
        if known is not None and known in _DESCRIBED:
            return _with_elements(_DESCRIBED[known], annotation)
    if annotation is None:
        return _DESCRIBED[NoneType]
    if get_origin(annotation) in (Union, UnionType):
        parts = [_type(each) for each in get_args(annotation)]
        tests = [part.fits for part in parts]
        called = " or ".join(dict.fromkeys(part.words for part in parts))
        if None in tests:
            return _Type(called, None)
        return _Type(called, lambda value: any(test(value) for test in cast(list[Fits], tests)))
    if get_origin(annotation) is Literal:
        values = get_args(annotation)
        return _Type(" or ".join(map(repr, values)), lambda value: value in values)
    kind = get_origin(annotation) or annotation
    if not isinstance(kind, type) or getattr(kind, "_is_protocol", False):
        return _DESCRIBED[Any]
    if issubclass(kind, Enum):
        words = " or ".join(repr(str(each.value)) for each in kind)
        return _Type(words, _DESCRIBED[str].fits if issubclass(kind, str) else _instance(kind))
    if kind is tuple and get_args(annotation) and Ellipsis not in get_args(annotation):
        return _row([_type(each) for each in get_args(annotation)])
    if issubclass(kind, list | tuple | frozenset | set | dict):
        return _with_elements(_Type(f"a {kind.__name__}", _instance(kind)), annotation)
    return _Type(f"a {kind.__name__}", _instance(kind))


def _with_elements(whole: _Type, annotation: Any) -> _Type:
    """Where possible, add a check of the elements to the type of a list."""
    fits, inner, kind = whole.fits, get_args(annotation), get_origin(annotation)
    if fits is None or not inner or not isinstance(kind, type) or not issubclass(kind, Iterable) or issubclass(kind, Mapping):
        return whole
    element = _type(inner[0])
    # A list may have very many numbers, so numbers aren't checked
    if element.fits is None or inner[0] in (int, float) or get_origin(inner[0]) not in (None, tuple):
        return whole
    test = element.fits
    return _Type(
        f"{whole.words} of which each value is {element.words}",
        lambda value: fits(value) and (not isinstance(value, list | tuple | AbstractSet) or all(map(test, value))),
    )


def _row(parts: Sequence[_Type]) -> _Type:
    """The type of a tuple; ``parts`` are the types of its values, in order."""
    tests = [part.fits or (lambda _value: True) for part in parts]
    return _Type(
        f"a tuple of {', '.join(part.words for part in parts)}",
        lambda value: (
            isinstance(value, tuple)
            and len(value) == len(tests)
            and all(test(each) for test, each in zip(tests, value, strict=True))
        ),
    )


def _instance(kind: type) -> Fits:
    return lambda value: isinstance(value, kind)


def _refused(function: Callable[..., Any], argument: str, known: _Type, value: Any) -> RulesError:
    """The error for an argument of a wrong type."""
    owner, _, name = function.__qualname__.rpartition(".")
    called = owner if name in ("__init__", "__new__") else name
    about = _about(function, argument)
    return RulesError(refuse(_CODE, function=called, wanted=known.words, argument=argument, about=about, found=_shown(value)))


def _shown(value: Any) -> str:
    """Describe a value for an error message: its ``repr`` if that is short, otherwise its type."""
    shown = repr(value)
    if len(shown) > _SHORT or "\n" in shown or shown.startswith("<"):
        return f"a value of the type {type(value).__name__}"
    return shown


def _about(function: Callable[..., Any], argument: str) -> str:
    """The first sentence about an argument in the docstring, in brackets; empty if missing or longer than `_LONG`."""
    text = inspect.getdoc(function) or ""
    found = re.search(rf"^Args:\n(?:.*\n)*?    {argument}: ((?:.*\n?)(?:        .*\n?)*)", text, re.MULTILINE)
    if found is None:
        return ""
    words = " ".join(re.sub(r"`{1,2}(~?[^`<]*?)(?: <[^>]*>)?`{1,2}", r"\1", found[1]).split())
    first = re.split(r"(?<=\w)[.](?= |$)", words)[0]
    return f" ({first})" if first and len(first) <= _LONG else ""
