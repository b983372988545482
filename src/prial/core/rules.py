"""Rules as data: one frozen dataclass a game, one plain `Schema` made of it, and presets that differ from its defaults.

The schema is the only description of the options: the command line's flags, the form for a new table and the page of rules
are drawn from it. Each option is a ``Setting``, a whole number within limits, or a short text that the game reads.
"""

import dataclasses
import tomllib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Generic, TypeAlias, TypeVar

import msgspec

from prial.errors import PrialError, Refusal, RulesError, add_sentences, refuse, why_unreadable
from prial.setting import Setting

R = TypeVar("R")

Given: TypeAlias = Mapping[str, Any]
"""Options by name: enum members, their text, whole numbers, or a number's digits."""

add_sentences(
    "en",
    {
        "rules.unknown_option": "There is no option {option!r}; there are {options}.",
        "rules.unknown_preset": "There is no preset {preset!r}; there are {presets}.",
        "rules.circle": "The preset {preset!r} can't be played: the presets that it starts from go round in a circle.",
        "rules.only": "{option} can't be {value!r}: it is {values}.",
        "rules.value": "{option} can't be {value!r}: it is one of {values}.",
        "rules.number": "{option} can't be {value!r}: it takes a whole number from {least} to {most}.",
        "rules.text": "{option} can't be {value!r}: {why}",
        "rules.exclusion": "{option}={value} doesn't go with {other}={other_value}: {why}",
        "rules.exclusion_but": "{option}={value} doesn't go with {other}={other_value}: {why} It goes with {other}={allowed}.",
        "rules.file": "The rules in {source} can't be read: {why}.",
    },
)


class Value(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer to an option that asks a question."""

    value: str
    help: str
    warning: str = ""
    """What to mind where it is chosen."""


class SuggestedValue(msgspec.Struct, frozen=True):
    """What suits the other options better than the value that is merely inherited."""

    value: str | int
    why: str
    """A sentence for players."""


@dataclasses.dataclass(frozen=True, slots=True)
class About:
    """What an option says of itself, beside its default in the rules dataclass."""

    title: str
    help: str
    source: str
    group: str
    least: int
    most: int
    only: tuple[int, ...]
    reads: Callable[[str], str] | None
    values: tuple[Value, ...]
    before: Any
    suggests: Callable[[Any], SuggestedValue | None] | None


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
    """A field of a rules dataclass.

    Args:
        default: a `Setting`, a whole number, or a short text.
        title: a few words for a form's label.
        help: what it decides, one sentence or two.
        source: which rule text it comes from (by their letters; "decided" where all are silent).
        group: heading under which a form shows it.
        least: smallest number allowed.
        most: greatest number allowed.
        only: the numbers allowed, where not all from least to most are.
        reads: for a text, gives the one spelling of what it means, or raises a PrialError that says what would be allowed.
        values: for a text, the usual ones, spelled that way, the default first; there may be others.
        before: for an option that came to a game later, what was played until then: records and tables that don't name the
            option mean this value (see `Schema.stored`).
        suggests: from whole rules, in which this option is merely inherited, what would suit them better; None for nothing.
    """
    about = About(title, help, source, group, least, most, only, reads, values, before, suggests)
    return dataclasses.field(default=default, metadata={"about": about})


def any_of(answers: Iterable[object]) -> str:
    """Answers of which one is meant, in words: ``13, 9 or 7``."""
    *first, last = map(str, answers)
    return f"{', '.join(first)} or {last}" if first else last


def _shown(given: Any) -> str:
    """What somebody gave, as text short enough for a message."""
    try:
        text = str(given).strip()
    except (ValueError, RecursionError):  # a number of more digits than Python writes, lists in lists in lists
        return "something too long to write"
    return text if len(text) <= 60 else text[:59] + "…"


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One option, described for whoever draws a form or a page."""

    name: str
    title: str
    help: str
    source: str
    group: str
    default: str | int
    values: tuple[Value, ...] = ()
    """The answers, default first; empty for a number."""
    free: bool = False
    """Whether the answers are only the usual ones: another short text may be given too."""
    least: int | None = None
    most: int | None = None
    only: tuple[int, ...] = ()
    """The numbers allowed, where not all from least to most are."""

    def answer(self, value: str | int) -> Value | None:
        """What is said of a value; None for a number, or a text that isn't one of the usual ones."""
        return next((each for each in self.values if each.value == value), None)


@dataclasses.dataclass(frozen=True, slots=True)
class Exclusion:
    """Two options that don't go together.

    ``option`` is the one that has no meaning beside ``other``. Only a value that somebody gave can conflict: where ``option``
    was merely inherited it is unused, and takes the value ``unused`` if there is one. A ``hard`` exclusion can't be played at
    all, so it is refused whoever gave what.
    """

    option: str
    other: str
    clash: Callable[[Any], bool]
    """Whether rules hold both."""
    why: str
    """The reason, the end of a sentence."""
    unused: Any = None
    hard: bool = False


class Preset(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A named set of rules: where it differs from the defaults, or from another preset."""

    name: str
    game: str
    title: str = ""
    help: str = ""
    source: str = ""
    preset: str | None = None
    """The preset that it starts from; None starts from the defaults."""
    options: dict[str, str | int] = {}


def _toml(value: str | int) -> str:
    """A value as TOML; its basic strings are escaped as JSON's are, and DEL too."""
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")


def _answer(option: Option, given: Any) -> str:
    """One of an option's values."""
    text = _shown(given)
    if text in (values := [value.value for value in option.values]):
        return text
    raise RulesError(refuse("rules.value", option=option.name, value=text, values=", ".join(values)))


def _number(option: Option, given: Any) -> int:
    """A whole number within an option's limits."""
    assert option.least is not None
    assert option.most is not None
    text = _shown(given)
    try:
        number = int(text) if text.isascii() and "_" not in text and not isinstance(given, bool | float) else option.least - 1
    except ValueError:
        number = option.least - 1
    if option.only and number not in option.only:
        raise RulesError(refuse("rules.only", option=option.name, value=text, values=any_of(option.only)))
    if not option.least <= number <= option.most:
        raise RulesError(refuse("rules.number", option=option.name, value=text, least=option.least, most=option.most))
    return number


class Schema(Generic[R]):
    """All options of a game and the presets it comes with.

    Args:
        game: the game's name.
        rules: its frozen dataclass, each field made by `option`.
        exclusions: what doesn't go together.
        presets: preset files (TOML) as text, by name, the default first.
    """

    def __init__(self, game: str, rules: type[R], exclusions: Iterable[Exclusion], presets: Mapping[str, str]) -> None:
        self.game: Final = game
        self.rules: Final = rules
        self.exclusions: Final = tuple(exclusions)
        self.options: Final[dict[str, Option]] = {}
        self._enums: Final[dict[str, type[Setting]]] = {}
        self._readers: Final[dict[str, Callable[[str], str]]] = {}
        self._before: Final[dict[str, str | int]] = {}
        self._suggests: Final[dict[str, Callable[[R], SuggestedValue | None]]] = {}
        for field in dataclasses.fields(rules):  # type: ignore[arg-type]  # R is a dataclass; Python has no bound that says so
            about: About = field.metadata["about"]
            words = (field.name, about.title, about.help, about.source, about.group)
            if about.before is not None:
                self._before[field.name] = about.before if isinstance(about.before, int) else str(about.before)
            if about.suggests is not None:
                self._suggests[field.name] = about.suggests
            if isinstance(field.default, Setting):
                self._enums[field.name] = type(field.default)
                members = [field.default, *(member for member in type(field.default) if member is not field.default)]
                values = tuple(Value(member.value, member.help, member.warning) for member in members)
                self.options[field.name] = Option(*words, default=field.default.value, values=values)
            elif about.reads is not None:
                self._readers[field.name] = about.reads
                self.options[field.name] = Option(*words, default=about.values[0].value, values=about.values, free=True)
            else:
                number: int = field.default  # type: ignore[assignment]  # every option has a default
                self.options[field.name] = Option(*words, default=number, least=about.least, most=about.most, only=about.only)
        self.presets: Final = {name: self.read(text, name) for name, text in presets.items()}

    def read(self, text: str, name: str, source: str = "") -> Preset:
        """A preset from TOML (or JSON, which begins with a brace).

        Raises:
            RulesError: text that is neither, or options that don't exist.
        """
        source = source or f"preset {name}"
        try:
            data = msgspec.json.decode(text) if text.lstrip().startswith("{") else tomllib.loads(text)
            preset = msgspec.convert({"name": name, "game": self.game, **data}, Preset)
        except UnicodeError as error:
            raise RulesError(refuse("rules.file", source=source, why="they are not text in UTF-8")) from error
        except (ValueError, msgspec.MsgspecError, TypeError, RecursionError) as error:  # TOML's errors are ValueErrors
            raise RulesError(refuse("rules.file", source=source, why=why_unreadable(error))) from error
        if preset.game != self.game:
            raise RulesError(refuse("rules.file", source=source, why=f"they are for the game {preset.game!r}"))
        return msgspec.structs.replace(preset, options={key: self.parse(key, v) for key, v in preset.options.items()})

    def parse(self, name: str, given: Any) -> str | int:
        """The plain value of what somebody gave for an option.

        Raises:
            RulesError: there is no such option; none of its values, a number out of its limits, or a text that it can't read.
        """
        if name not in self.options:
            raise RulesError(refuse("rules.unknown_option", option=name, options=", ".join(self.options)))
        option = self.options[name]
        if option.free:
            return self._text(name, given)
        return _answer(option, given) if option.values else _number(option, given)

    def _text(self, name: str, given: Any) -> str:
        """The one spelling of a text."""
        text = given if isinstance(given, str) else _shown(given)
        try:
            return self._readers[name](text)
        except PrialError as error:
            raise RulesError(refuse("rules.text", option=name, value=_shown(given), why=str(error))) from error

    def make(self, given: Given | None = None, preset: str | Preset | None = None) -> R:
        """Rules from a preset and the options that differ from it.

        Args:
            given: options by name; only these can conflict.
            preset: its name, or one of somebody's own; None is the first.
        Raises:
            RulesError: an unknown option, value or preset, or options that exclude each other.
        """
        explicit = {name: self.parse(name, value) for name, value in (given or {}).items()}
        return self._build({**self.inherited(preset), **explicit}, explicit)

    def stored(self, given: Given | None = None, preset: str | Preset | None = None) -> R:
        """Rules as a record or the log of a table holds them, which may be older than some options.

        Args:
            given: options by name. One that came later and isn't named has the value that was played before there was a choice.
            preset: its name, or one of somebody's own; None is the first.
        Raises:
            RulesError: as `make`.
        """
        explicit = {name: self.parse(name, value) for name, value in (given or {}).items()}
        return self._build({**self.inherited(preset), **self._before, **explicit}, explicit)

    def suggestions(self, given: Given | None = None, preset: str | Preset | None = None) -> dict[str, SuggestedValue]:
        """What suits rules better than values that are merely inherited, by option. Nothing that somebody chose is named.

        Args:
            given: options by name, as for `make`; these are chosen.
            preset: its name, or one of somebody's own, whose options are chosen too; None is the first.
        Raises:
            RulesError: as `make`.
        """
        rules = self.make(given, preset)
        chosen = {*(given or {}), *(preset.options if isinstance(preset, Preset) else {}), *self.unused(rules)}
        found = {name: suggests(rules) for name, suggests in self._suggests.items() if name not in chosen}
        return {name: each for name, each in found.items() if each is not None and each.value != getattr(rules, name)}

    def inherited(self, preset: str | Preset | None) -> dict[str, str | int]:
        """All options of a preset, its own and those of the presets it starts from.

        Raises:
            RulesError: an unknown preset, or one that starts from itself.
        """
        chain: list[Preset] = []
        at: str | Preset | None = preset if preset is not None else next(iter(self.presets))
        while at is not None:
            if len(chain) > 20:
                raise RulesError(refuse("rules.circle", preset=chain[0].name))
            if not isinstance(at, Preset):
                if not isinstance(at, str) or at not in self.presets:
                    raise RulesError(refuse("rules.unknown_preset", preset=_shown(at), presets=", ".join(self.presets)))
                at = self.presets[at]
            chain.append(at)
            at = at.preset
        return {name: value for link in reversed(chain) for name, value in link.options.items()}

    def _build(self, values: dict[str, str | int], explicit: Mapping[str, Any]) -> R:
        typed = {name: self._enums[name](value) if name in self._enums else value for name, value in values.items()}  # type: ignore[call-arg,arg-type]  # looks a member up
        rules = self.rules(**typed)
        for exclusion in self.exclusions:
            if not exclusion.clash(rules):
                continue
            if exclusion.hard or exclusion.option in explicit:
                raise RulesError(self._conflict(exclusion, rules))
            if exclusion.unused is not None:
                rules = dataclasses.replace(rules, **{exclusion.option: exclusion.unused})  # type: ignore[type-var]
        return rules

    def _conflict(self, exclusion: Exclusion, rules: R) -> Refusal:
        """Why two options don't go together, and with which other answers they would."""
        option, other = exclusion.option, exclusion.other
        args = {"option": option, "value": str(getattr(rules, option)), "other": other, "other_value": str(getattr(rules, other))}
        answers = [*self._enums.get(other, ()), *self.options[other].only]
        goes = [each for each in answers if not exclusion.clash(dataclasses.replace(rules, **{other: each}))]  # type: ignore[type-var]
        if not goes:
            return refuse("rules.exclusion", **args, why=exclusion.why)
        return refuse("rules.exclusion_but", **args, why=exclusion.why, allowed=any_of(goes))

    def save(self, preset: Preset) -> str:
        """A preset as TOML, checked.

        Raises:
            RulesError: options that don't exist or that exclude each other; here the preset's own count as given.
        """
        self.make(preset.options, preset.preset)
        lines = [f"game = {_toml(self.game)}"]
        lines += [f"{key} = {_toml(v)}" for key in ("preset", "title", "help", "source") if (v := getattr(preset, key))]
        lines += ["", "[options]", *(f"{name} = {_toml(value)}" for name, value in preset.options.items())]
        return "\n".join(lines) + "\n"

    def unused(self, rules: R) -> dict[str, str]:
        """The options that have no meaning under these rules, and why."""
        return {exclusion.option: exclusion.why for exclusion in self.exclusions if exclusion.clash(rules)}

    def written(self, rules: R) -> dict[str, str | int]:
        """All options that apply under these rules, plain: what a record holds. `make` gives the same rules back."""
        unused = self.unused(rules)
        return {
            name: str(getattr(rules, name)) if name in self._enums else getattr(rules, name)
            for name in self.options
            if name not in unused
        }

    def differences(self, rules: R, preset: str | None = None) -> dict[str, str | int]:
        """The options in which rules differ from a preset (None: from the first)."""
        base = self.make(None, preset)
        return {name: v for name, v in self.written(rules).items() if getattr(base, name) != getattr(rules, name)}
