"""House rules as data.

A game's options are the fields of a frozen dataclass. A `Schema` is made from the dataclass. The command line's flags, the form
for a new table and the page of rules are made from the schema. A preset gives values to some options.

An option's value is one of three things:

* a member of a ``Setting``
* a whole number within limits
* a short text that the game parses
"""

import dataclasses
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Final, Generic, TypeAlias, TypeVar

import msgspec

from prial.arguments import describe, explained
from prial.core.options import (
    About,
    Exclusion,
    Option,
    SuggestedValue,
    Value,
    answer_of,
    any_of,
    check_member,
    number_of,
    python,
    shown,
)
from prial.errors import PrialError, Refusal, RulesError, add_sentences, refuse, why_unreadable
from prial.setting import Setting

R = TypeVar("R")
"""The type of a game's rules: its frozen dataclass of options."""

Given: TypeAlias = Mapping[str, Any]
"""Maps names of options to values: an enum member or its text, a whole number or its digits, or a short text."""

add_sentences(
    "en",
    {
        "rules.unknown_option": "There is no option {option!r}; the options are {options}.",
        "rules.unknown_option_near": "There is no option {option!r}; perhaps you meant {near}.",
        "rules.unknown_preset": "There is no preset {preset!r}; choose from: {presets}.",
        "rules.unknown_preset_near": "There is no preset {preset!r}; perhaps you meant {near}.",
        "rules.preset_file": "{file!r} is a file, but a preset is given by its name or as a value. To read the file, use "
        "find({game!r}).schema.read(Path({file!r}).read_text('utf-8'), {name!r}).",
        "rules.given": "Options are given by their names, such as {{'players': 2}}, not as {given}; pass a preset separately, by "
        "its name or as a value: preset={preset}.",
        "rules.circle": "The preset {preset!r} can't be played: the chain of presets that it is based on never ends.",
        "rules.typed": "{option} can't be the text {value!r} in a Python program: write {wanted}.",
        "rules.text": "{option} can't be {value!r}: {why}",
        "rules.exclusion": "{option}={value} doesn't go with {other}={other_value}: {why}",
        "rules.exclusion_but": "{option}={value} doesn't go with {other}={other_value}: {why} It goes with {other}={allowed}.",
        "rules.file": "The rules in {source} can't be read: {why}.",
    },
)


def _unknown(code: str, what: str, given: str, known: Iterable[str]) -> Refusal:
    """Refuse an unknown name, and suggest similar ones. ``what`` is the name's placeholder, such as ``option``."""
    names = [*known]
    if near := get_close_matches(given, names, n=2, cutoff=0.7):
        return refuse(f"{code}_near", **{what: given, "near": " or ".join(near)})
    return refuse(code, **{what: given, f"{what}s": ", ".join(names)})


def _no_preset(game: str, given: Any, known: Iterable[str]) -> Refusal:
    """The refusal of a value that isn't a preset. For a file's name, the refusal says how to read the file."""
    text = str(given) if isinstance(given, str) or hasattr(given, "__fspath__") else ""
    if text and ("/" in text or "\\" in text or text.endswith((".toml", ".json"))):
        name = re.split(r"[/\\]", text)[-1].partition(".")[0] or "ours"
        return refuse("rules.preset_file", game=game, file=text[:200], name=name[:60])
    return _unknown("rules.unknown_preset", "preset", shown(given), known)


class Preset(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A named set of rules: the options that differ from the defaults, or from another preset."""

    name: str
    """The preset's name."""
    game: str
    """Name of the game that the preset is for."""
    title: str = ""
    """The name that people read."""
    help: str = ""
    """A sentence or two about the preset."""
    source: str = ""
    """The source of these house rules, such as a book or a website."""
    preset: str | None = None
    """Name of the preset that this preset starts from; None if it starts from the defaults."""
    options: dict[str, str | int] = {}
    """The options that the preset changes: maps their names to their values."""


describe(Preset, "a preset, as Schema.read gives it")


def _toml(value: str | int) -> str:
    """A text or a whole number as TOML."""
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")  # like JSON, but DEL needs an escape in TOML


class Schema(Generic[R]):
    """All options and presets of a game.

    Args:
        game: the game's name.
        rules: the game's frozen dataclass of options; each field is made by `option`.
        exclusions: the options that exclude each other.
        presets: maps the name of each preset to the text of its file (TOML), the default preset first.
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
        for field in dataclasses.fields(rules):  # type: ignore[arg-type]  # R is a dataclass, but no bound of a type variable can say so
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

    @explained
    def read(self, text: str, name: str, source: str = "") -> Preset:
        """Read a preset from TOML, or from JSON (a text that begins with a brace).

        Args:
            text: the text.
            name: the preset's name, unless the text gives another name.
            source: name of the file, for error messages; if it is empty, the messages name the preset instead.
        Raises:
            RulesError: if the text can't be read, is for another game, or has options or values that don't exist.
        """
        source, is_json = source or f"preset {name}", text.lstrip().startswith("{")
        try:
            data = msgspec.json.decode(text) if is_json else tomllib.loads(text)
            preset = msgspec.convert({"name": name, "game": self.game, **data}, Preset)
        except UnicodeError as error:
            raise RulesError(refuse("rules.file", source=source, why="they are not text in UTF-8")) from error
        except (ValueError, msgspec.MsgspecError, TypeError, RecursionError) as error:  # TOML's errors are ValueErrors
            raise RulesError(refuse("rules.file", source=source, why=why_unreadable(error))) from error
        if preset.game != self.game:
            raise RulesError(refuse("rules.file", source=source, why=f"they are for the game {preset.game!r}"))
        return msgspec.structs.replace(preset, options={key: self.parse(key, v) for key, v in preset.options.items()})

    def parse(self, name: str, given: Any) -> str | int:
        """Check a value that somebody gave for an option, and return it as plain data: a text or a whole number.

        Args:
            name: the option's name.
            given: the given value.
        Raises:
            RulesError: if the option doesn't exist or can't have this value.
        """
        if name not in self.options:
            raise RulesError(_unknown("rules.unknown_option", "option", name, self.options))
        option = self.options[name]
        if option.free:
            return self._text(name, given)
        return answer_of(option, given) if option.values else number_of(option, given)

    def _text(self, name: str, given: Any) -> str:
        """The standard spelling of a text that somebody gave for an option."""
        text = given if isinstance(given, str) else shown(given)
        try:
            return self._readers[name](text)
        except PrialError as error:
            raise RulesError(refuse("rules.text", option=name, value=shown(given), why=str(error))) from error

    def make(self, given: Given | None = None, preset: str | Preset | None = None) -> R:
        """Make rules from a preset and options that differ from it.

        Args:
            given: maps names of options to values that somebody chose. A chosen value that clashes with another option is
                refused (see `Exclusion`).
            preset: the preset's name, or a `Preset`; if None, the first preset is used.
        Raises:
            RulesError: if an option or the preset doesn't exist, an option's value isn't allowed, or options exclude each other.
        """
        explicit = self._explicit(given)
        return self._build({**self.inherited(preset), **explicit}, explicit)

    def checked(self, rules: R) -> R:
        """Check rules that were made without a schema, and return them.

        Args:
            rules: complete rules.
        Raises:
            RulesError: if an option has a value that it can't have, or options can't be played together.
        """
        for name in self.options:
            value = getattr(rules, name)
            if enum := self._enums.get(name):
                check_member(self.options[name], value, enum, self.rules.__module__)
            wanted = self._typed(name, self.parse(name, value))
            if type(value) is not type(wanted) or value != wanted:
                raise RulesError(refuse("rules.typed", option=name, value=shown(value), wanted=python(wanted)))
        for exclusion in self.exclusions:
            if exclusion.hard and exclusion.clash(rules):
                raise RulesError(self._conflict(exclusion, rules))
        return rules

    def stored(self, given: Given | None = None, preset: str | Preset | None = None) -> R:
        """Make rules from the options in a record or a table's log.

        The record or log may be older than some options of the game.

        Args:
            given: maps names of options to values. If the declaration of a missing option has the argument ``before`` (see
                `option`), the option gets the value of this argument.
            preset: the preset's name, or a `Preset`; None means the first preset.
        Raises:
            RulesError: if an option or the preset is unknown, a value isn't allowed, or options exclude each other.
        """
        explicit = self._explicit(given)
        return self._build({**self.inherited(preset), **self._before, **explicit}, explicit)

    def _explicit(self, given: Any) -> dict[str, str | int]:
        """Check the options that somebody chose. The result maps their names to plain values."""
        if given is not None and not isinstance(given, Mapping):
            preset = repr(given)[:60] if isinstance(given, str) else "…"
            shown = f"the preset {given.name!r}" if isinstance(given, Preset) else repr(given)[:60]
            raise RulesError(refuse("rules.given", given=shown, preset=preset))
        return {name: self.parse(name, value) for name, value in (given or {}).items()}

    def suggestions(self, given: Given | None = None, preset: str | Preset | None = None) -> dict[str, SuggestedValue]:
        """Suggest better values for options whose values nobody chose.

        Args:
            given: maps names of options to values that somebody chose.
            preset: the preset's name, or a `Preset`; if None, the first preset is used. A `Preset`'s own options count as
                chosen, too.
        Returns:
            Maps names of options to suggestions.
        Raises:
            RulesError: if an option or the preset doesn't exist, an option's value isn't allowed, or options exclude each other.
        """
        rules = self.make(given, preset)
        chosen = {*(given or {}), *(preset.options if isinstance(preset, Preset) else {}), *self.unused(rules)}
        found = {name: suggests(rules) for name, suggests in self._suggests.items() if name not in chosen}
        return {name: each for name, each in found.items() if each is not None and each.value != getattr(rules, name)}

    def inherited(self, preset: str | Preset | None) -> dict[str, str | int]:
        """The options that a preset changes, with their values. Changes by the presets on which it is based are included.

        Args:
            preset: the preset's name, or a `Preset`; if None, the first preset is used.
        Raises:
            RulesError: if a preset is unknown, or if a preset is based on itself.
        """
        chain: list[Preset] = []
        at: str | Preset | None = preset if preset is not None else next(iter(self.presets))
        while at is not None:
            if len(chain) > 20:
                raise RulesError(refuse("rules.circle", preset=chain[0].name))
            if not isinstance(at, Preset):
                if not isinstance(at, str) or at not in self.presets:
                    raise RulesError(_no_preset(self.game, at, self.presets))
                at = self.presets[at]
            chain.append(at)
            at = at.preset
        return {name: value for link in reversed(chain) for name, value in link.options.items()}

    def _typed(self, name: str, value: str | int) -> Any:
        """Convert an option's plain value to the type of its field."""
        return self._enums[name](value) if name in self._enums else value  # type: ignore[call-arg,arg-type]  # looks a member up

    def _build(self, values: dict[str, str | int], explicit: Mapping[str, Any]) -> R:
        rules = self.rules(**{name: self._typed(name, value) for name, value in values.items()})
        for exclusion in self.exclusions:
            if not exclusion.clash(rules):
                continue
            if exclusion.hard or exclusion.option in explicit:
                raise RulesError(self._conflict(exclusion, rules))
            if exclusion.unused is not None:
                rules = dataclasses.replace(rules, **{exclusion.option: exclusion.unused})  # type: ignore[type-var]
        return rules

    def _conflict(self, exclusion: Exclusion, rules: R) -> Refusal:
        """The refusal of rules in which two options clash. It names the values of ``exclusion.other`` that would not clash."""
        option, other = exclusion.option, exclusion.other
        args = {"option": option, "value": str(getattr(rules, option)), "other": other, "other_value": str(getattr(rules, other))}
        answers = [*self._enums.get(other, ()), *self.options[other].only]
        goes = [each for each in answers if not exclusion.clash(dataclasses.replace(rules, **{other: each}))]  # type: ignore[type-var]
        if not goes:
            return refuse("rules.exclusion", **args, why=exclusion.why)
        return refuse("rules.exclusion_but", **args, why=exclusion.why, allowed=any_of(goes))

    @explained
    def save(self, preset: Preset) -> str:
        """Check a preset and write it as TOML.

        Args:
            preset: the preset, for example one that `read` has returned.
        Raises:
            RulesError: if options of the preset don't exist or exclude each other, or the preset that it starts from doesn't
                exist.
        """
        self.make(preset.options, preset.preset)
        lines = [f"game = {_toml(self.game)}"]
        lines += [f"{key} = {_toml(v)}" for key in ("preset", "title", "help", "source") if (v := getattr(preset, key))]
        lines += ["", "[options]", *(f"{name} = {_toml(value)}" for name, value in preset.options.items())]
        return "\n".join(lines) + "\n"

    def unused(self, rules: R) -> dict[str, str]:
        """The options that have no meaning under these rules. Maps the name of each to the reason."""
        return {exclusion.option: exclusion.why for exclusion in self.exclusions if exclusion.clash(rules)}

    def written(self, rules: R) -> dict[str, str | int]:
        """All options that apply under these rules, as plain data for a record. `make` turns them back into the rules."""
        unused = self.unused(rules)
        return {
            name: str(getattr(rules, name)) if name in self._enums else getattr(rules, name)
            for name in self.options
            if name not in unused
        }

    def differences(self, rules: R, preset: str | None = None) -> dict[str, str | int]:
        """The options in which rules differ from a preset, with their values in ``rules``.

        Args:
            rules: the rules.
            preset: the preset's name; if None, the first preset is used.
        """
        base = self.make(None, preset)
        return {name: v for name, v in self.written(rules).items() if getattr(base, name) != getattr(rules, name)}
