"""Options of a game's rules.

`option` declares an option, `Option` describes it as plain data, and `Exclusion` says which two options can clash.
"""

import dataclasses
import sys
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from prial.errors import RulesError, add_sentences, refuse
from prial.setting import Setting

add_sentences(
    "en",
    {
        "rules.only": "{option} can't be {value!r}: it can be {values}.",
        "rules.value": "{option} can't be {value!r}: it is one of {values}.",
        "rules.member": "{option} can't be {value} in a Python program: write {wanted} (from {module} import {enum}).",
        "rules.number": "{option} can't be {value!r}: it takes a whole number from {least} to {most}.",
    },
)


class Value(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the values that an option may have."""

    value: str
    """The value as rule files write it."""
    help: str
    """One sentence that says what the value means."""
    warning: str = ""
    """A warning for those who choose this value. For most values it is empty."""


class SuggestedValue(msgspec.Struct, frozen=True):
    """A value that suits a table's other options better than the value from the preset or the default."""

    value: str | int
    """The suggested value."""
    why: str
    """The reason, in a sentence for players."""


@dataclasses.dataclass(frozen=True, slots=True)
class About:
    """The description of an option, in the metadata of its dataclass field: the arguments of `option` except ``default``."""

    title: str
    """A few words for a form's label."""
    help: str
    """One or two sentences about the option."""
    source: str
    """The letters of the rule's sources; `prial.core.kind.Kind.sources` names the sources."""
    group: str
    """Heading under which a form shows the option."""
    least: int
    """Smallest number allowed."""
    most: int
    """Greatest number allowed."""
    only: tuple[int, ...]
    """The numbers allowed; if empty, all numbers from ``least`` to ``most`` are allowed."""
    reads: Callable[[str], str] | None
    """A function that turns a typed text into its standard spelling. None if the option's value isn't a text."""
    values: tuple[Value, ...]
    """For an option whose value is a text: the usual values, the default first. Empty for any other option."""
    before: Any
    """The value of this option in records that don't name it; None if the game has had the option from the start."""
    suggests: Callable[[Any], SuggestedValue | None] | None
    """A function that suggests a value to suit the other options; None if there are never suggestions."""


def option(  # noqa: PLR0913  # one argument for each thing that a form shows
    default: Any,
    title: str,
    help: str,
    *,
    source: str,
    group: str,
    least: int = 0,
    most: int = 0,
    only: tuple[int, ...] = (),
    reads: Callable[[str], str] | None = None,
    values: tuple[Value, ...] = (),
    before: Any = None,
    suggests: Callable[[Any], SuggestedValue | None] | None = None,
) -> Any:
    """Declare an option: make a field of a rules dataclass, with its description.

    Args:
        default: a `Setting`, a whole number, or a short text.
        title: a few words for a form's label.
        help: one or two sentences that say what the option decides.
        source: letters of the rule's sources (see `prial.core.kind.Kind.sources`); "decided" if no source has the rule.
        group: heading under which a form shows the option.
        least: smallest number allowed.
        most: greatest number allowed.
        only: the numbers allowed. If empty, all numbers from ``least`` to ``most`` are allowed.
        reads: for a text: a function that turns a typed text into its standard spelling. For a text that isn't allowed, it raises
            a PrialError that says which texts are allowed.
        values: for a text: the usual values in their standard spelling, the default first. Other texts are allowed, too.
        before: for an option that was added to an existing game: the value that leaves the game as it was. Older records and
            tables get this value (see `Schema.stored`).
        suggests: a function that gets complete rules, and returns a value that suits the other options better, or None. It isn't
            called if somebody chose the option's value.
    """
    about = About(title, help, source, group, least, most, only, reads, values, before, suggests)
    return dataclasses.field(default=default, metadata={"about": about})


def any_of(answers: Iterable[object]) -> str:
    """Join alternatives for a sentence: ``13, 9 or 7``."""
    *first, last = map(str, answers)
    return f"{', '.join(first)} or {last}" if first else last


def shown(given: Any) -> str:
    """A value as text for an error message, cut after 60 characters."""
    try:
        text = str(given).strip()
    except (ValueError, RecursionError):  # a number with more digits than Python writes, or deeply nested lists
        return "something too long to write"
    return text if len(text) <= 60 else text[:59] + "…"


def python(value: Any) -> str:
    """An option's value as Python code. For a member of an enum, it begins with the enum's name: ``Tie.NEXT_BEST``."""
    return f"{type(value).__name__}.{value.name}" if isinstance(value, Setting) else repr(value)


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """The description of one option, as plain data, for programs that make forms and pages."""

    name: str
    """The option's name, which is also the name of its field in the rules dataclass."""
    title: str
    """A few words for a form's label."""
    help: str
    """One or two sentences that say what the option decides."""
    source: str
    """The letters of the rule's sources; `prial.core.kind.Kind.sources` names the sources."""
    group: str
    """Heading under which a form shows the option."""
    default: str | int
    """The default value."""
    values: tuple[Value, ...] = ()
    """The possible values, the default first. It is empty for a number.

    If the option is ``free``, these are only the usual values.
    """
    free: bool = False
    """Whether the value may be any short text that the game can read. ``values`` are then examples."""
    least: int | None = None
    """Smallest number allowed; None if the value isn't a number."""
    most: int | None = None
    """Greatest number allowed; None if the value isn't a number."""
    only: tuple[int, ...] = ()
    """The numbers allowed; if empty, all numbers from ``least`` to ``most`` are allowed."""

    def answer(self, value: str | int) -> Value | None:
        """Find the `Value` whose field ``value`` equals the argument. None if there is no such `Value`, as for a number."""
        return next((each for each in self.values if each.value == value), None)


@dataclasses.dataclass(frozen=True, slots=True)
class Exclusion:
    """Two options that can clash. In a clash, the value of ``option`` has no meaning.

    What happens in a clash:

    * If somebody chose the value of ``option``, the rules are refused.
    * If the value comes from a preset or is the default, ``option`` gets the value ``unused``.
    * If ``hard`` is True, the rules are refused in both cases.
    """

    option: str
    """Name of the option that loses its meaning when the two options clash."""
    other: str
    """Name of the other option."""
    clash: Callable[[Any], bool]
    """A function that gets complete rules and says whether the two options clash in these rules."""
    why: str
    """The reason why the two options exclude each other, as the end of a sentence."""
    unused: Any = None
    """The value that ``option`` gets when the two options clash; None leaves the value as it is."""
    hard: bool = False
    """Whether rules with this clash are always refused, since nobody can play by them."""


def answer_of(option: Option, given: Any) -> str:
    """Check that a value is one of an option's values, and return its text.

    Raises:
        RulesError: if the option doesn't have this value.
    """
    text = shown(given)
    if text in (values := [value.value for value in option.values]):
        return text
    raise RulesError(refuse("rules.value", option=option.name, value=text, values=", ".join(values)))


def check_member(option: Option, given: Any, enum: type[Setting], module: str) -> None:
    """Check that a value in a rules dataclass is a member of the option's enum.

    Args:
        option: the option.
        given: the value in the rules.
        enum: the enum.
        module: name of the module that defines the rules. If its package exports the enum, the error names the package.
    Raises:
        RulesError: if the value is something else, such as a text.
    """
    if isinstance(given, enum):
        return
    text = shown(given)
    named = python(given) if isinstance(given, Setting) else f"the text {text!r}" if isinstance(given, str) else text
    meant = [python(each) for each in enum if each.value == text]
    package = module.rpartition(".")[0]
    public = getattr(sys.modules.get(package), enum.__name__, None) is enum
    raise RulesError(
        refuse(
            "rules.member",
            option=option.name,
            value=named,
            wanted=any_of(meant or map(python, enum)),
            module=package if public else enum.__module__,
            enum=enum.__name__,
        )
    )


def number_of(option: Option, given: Any) -> int:
    """Check that a value is a whole number within an option's limits, and return the number.

    Raises:
        RulesError: if the value is too small or too great, or isn't a whole number.
    """
    assert option.least is not None
    assert option.most is not None
    text = shown(given)
    try:
        number = int(text) if text.isascii() and "_" not in text and not isinstance(given, bool | float) else option.least - 1
    except ValueError:
        number = option.least - 1
    if option.only and number not in option.only:
        raise RulesError(refuse("rules.only", option=option.name, value=text, values=any_of(option.only)))
    if not option.least <= number <= option.most:
        raise RulesError(refuse("rules.number", option=option.name, value=text, least=option.least, most=option.most))
    return number
