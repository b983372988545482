"""Makes Markdown pages about a game: all its options, or only the rules of one table."""

import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

from prial.core.kind import Kind
from prial.core.options import Option, any_of


def spelled(source: str, kind: Kind) -> str:
    """Write out an option's ``source``: replace each capital letter that stands alone by the name of the source that it means."""
    letters = "".join(kind.sources)
    if letters:
        some = re.compile(rf"\b[{letters}]\b\+?(?:,? [{letters}]\b\+?)*")
        source = some.sub(lambda found: ", ".join(kind.sources[letter] for letter in re.findall("[A-Z]", found[0])), source)
    named = re.sub(r"^all\b", "all sources", source)
    return re.sub(r"(^|; )\+", r"\1told elsewhere", named).replace("decided", "decided here, where the sources are silent")


def text_of(kind: Kind, name: str) -> str:
    """A text from the game's package, such as ``examples.md``; empty if the package has no such text."""
    if not kind.package:
        return ""
    file = files(kind.package).joinpath(name)
    return file.read_text("utf-8").strip() if file.is_file() else ""


def players_page(kind: Kind) -> str:
    """The page for players: the rules of the game's first preset, and an example of a deal."""
    name, preset = next(iter(kind.schema.presets.items()))
    parts = [f"# {kind.title}", kind.text, "## How it is played", kind.story(kind.schema.make(None, name))]
    if deal := text_of(kind, "deal.md"):
        parts.append(deal)
    others = [f"- **{each.title}**: {each.help}" for each in kind.schema.presets.values() if each is not preset]
    if others:
        told = f"This is how it is played by the rules called *{preset.title}*. You can also play by:"
        parts += ["## Other houses, other rules", told, "\n".join(others)]
    return "\n\n".join(parts) + "\n"


def game_page(kind: Kind) -> str:
    """The complete page of a game: `options_page`, followed by worked examples."""
    examples = text_of(kind, "examples.md")
    return options_page(kind) + (f"\n## Worked examples\n\n{examples}\n" if examples else "")


def options_page(kind: Kind) -> str:
    """The page of all rules: the course of the game, every preset, and every option with its values and its source."""
    schema = kind.schema
    parts = [f"# {kind.title}", kind.text]
    if play := text_of(kind, "play.md"):
        parts.append(play)
    parts += ["## House rules", "Each preset is a set of house rules with a source. A table may change single options."]
    for name, preset in schema.presets.items():
        changed = schema.differences(schema.make(None, name))
        parts += [f"### {preset.title} (`{name}`)", f"{preset.help} *Source: {spelled_preset(preset.source)}.*"]
        if changed:
            parts.append("\n".join(f"- {chosen(schema.options[option], value)}" for option, value in changed.items()))
    parts += ["## Options", "The first value is the default."]
    for group, options in _grouped(schema.options.values()):
        parts.append(f"### {group}")
        parts += [_described(option, kind) for option in options]
    if clashes := _clashes(kind):
        parts += ["### Options that exclude each other", clashes]
    return "\n\n".join(parts) + "\n"


def rules_page(kind: Kind, rules: Any, title: str, about: str = "") -> str:
    """The page of one table, to print and hang up: only the rules of this table.

    Args:
        kind: the game.
        rules: the table's rules.
        title: name of these rules.
        about: a sentence or two about the rules; empty for none.
    """
    parts = [f"# {kind.title}: {title}", *([about] if about else []), kind.story(rules), every_rule(kind, rules)]
    return "\n\n".join(parts) + "\n"


def table_page(kind: Kind, rules: Any, preset: str, about: str = "") -> str:
    """The page for a player who sits down at a table: the differences from a preset, then the rules of play.

    Args:
        kind: the game.
        rules: the table's rules.
        preset: name of the preset that the table started from.
        about: a sentence or two to begin with; empty for none.
    """
    schema = kind.schema
    usual = schema.presets[preset]
    changed = schema.differences(rules, preset)
    changed.pop("players", None)  # players see this at the table
    parts = [about] if about else []
    if changed:
        lines = [f"- {chosen(schema.options[name], value)}" for name, value in changed.items()]
        parts += ["## At this table", f"We play by the rules called *{usual.title}*, except:", "\n".join(lines)]
        parts += [f"> {told}" for name, value in changed.items() if (told := warned(schema.options[name], value))]
        parts.append("## How it is played")
    return "\n\n".join([*parts, kind.story(rules)]) + "\n"


def every_rule(kind: Kind, rules: Any) -> str:
    """A list of all options that apply under these rules, with their values, in groups."""
    written = kind.schema.written(rules)
    parts = []
    for group, options in _grouped(kind.schema.options[name] for name in written):
        lines = [f"- {chosen(option, written[option.name])}" for option in options if _says_something(option, written)]
        if lines:
            parts += [f"## {group}", "\n".join(lines)]
            parts += [f"> {told}" for option in options if (told := warned(option, written[option.name]))]
    return "\n\n".join(parts)


def chosen(option: Option, value: str | int) -> str:
    """An option and its value as a line of Markdown: the title, then a sentence about the value."""
    answer = option.answer(value)
    return f"**{option.title}**: {answer.help if answer else f'{worded(value)}. {option.help}'}"


def warned(option: Option, value: str | int) -> str:
    """The warning about a value of an option, as Markdown; empty if there is none."""
    answer = option.answer(value)
    return f"**Mind:** {answer.warning}" if answer and answer.warning else ""


def value_title(value: str | int) -> str:
    """A value with a capital letter and without underscores, as forms show it: ``Weak hands count``."""
    return worded(value).replace("_", " ").capitalize()


def worded(value: str | int) -> str:
    """A value as a person types it; ``none`` for an empty text."""
    return str(value) or "none"


def spelled_preset(source: str) -> str:
    """Remove the letters before the source of a preset: ``D: Denexa Games`` becomes ``Denexa Games``."""
    return re.sub(r"^[A-Z+]+: ", "", source)


def _says_something(option: Option, written: Mapping[str, str | int]) -> bool:
    """Whether a page should list an option. Options whose value is 0 or an empty text aren't listed."""
    return written[option.name] != "" if option.free else bool(option.values) or written[option.name] != 0


def _grouped(options: Iterable[Option]) -> list[tuple[str, list[Option]]]:
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault(option.group, []).append(option)
    return list(groups.items())


def _described(option: Option, kind: Kind) -> str:
    """The Markdown of one option with all its values."""
    lines = [f"**{option.title}** (`{option.name}`). {option.help} *Source: {spelled(option.source, kind)}.*", ""]
    lines += [f"- `{worded(value.value)}`: {value.help} {warned(option, value.value)}".rstrip() for value in option.values]
    if option.free:
        lines.append("- or others, in words.")
    if not option.values:
        numbers = any_of(option.only) if option.only else f"{option.least} to {option.most}"
        lines.append(f"- {numbers}; {option.default} unless the table says otherwise.")
    return "\n".join(lines)


def _clashes(kind: Kind) -> str:
    """The pairs of options that exclude each other, with the reason."""
    titles = {name: option.title for name, option in kind.schema.options.items()}
    found = dict.fromkeys(
        f"- **{titles[each.option]}** and **{titles[each.other]}**: {each.why}" for each in kind.schema.exclusions
    )
    return "\n".join(found)
