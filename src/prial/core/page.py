"""Pages for readers, made from a game's schema: all its options, or the rules of one table. Markdown, and nothing else."""

import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any

from prial.core.kind import Kind
from prial.core.rules import Option, any_of


def spelled(source: str, kind: Kind) -> str:
    """A source in words, by the letters that the game explains: ``D B+`` becomes ``Denexa Games, the help of an online game``."""
    letters = "".join(kind.sources)
    if letters:
        some = re.compile(rf"\b[{letters}]\b\+?(?:,? [{letters}]\b\+?)*")
        source = some.sub(lambda found: ", ".join(kind.sources[letter] for letter in re.findall("[A-Z]", found[0])), source)
    named = re.sub(r"^all\b", "all sources", source)
    return re.sub(r"(^|; )\+", r"\1told elsewhere", named).replace("decided", "decided here, where the sources are silent")


def listed(words: Sequence[str]) -> str:
    """Several words as a list in a sentence: ``Ann, Bob and Cat``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def text_of(kind: Kind, name: str) -> str:
    """A text that a game brings along, such as ``examples.md``; empty where there is none."""
    if not kind.package:
        return ""
    file = files(kind.package).joinpath(name)
    return file.read_text("utf-8").strip() if file.is_file() else ""


def players_page(kind: Kind) -> str:
    """How a game is played, for whoever sits down to it: under the house rules that come first, with a deal to look at."""
    name, preset = next(iter(kind.schema.presets.items()))
    parts = [f"# {kind.title}", kind.text, "## How it is played", kind.story(kind.schema.make(None, name))]
    if deal := text_of(kind, "deal.md"):
        parts.append(deal)
    others = [f"- **{each.title}**: {each.help}" for each in kind.schema.presets.values() if each is not preset]
    if others:
        told = f"This is how it is played by the rules called *{preset.title}*. You can also have:"
        parts += ["## Other houses, other rules", told, "\n".join(others)]
    return "\n\n".join(parts) + "\n"


def game_page(kind: Kind) -> str:
    """The page of a game for those who want to know everything: `options_page`, and worked examples that a program can read."""
    examples = text_of(kind, "examples.md")
    return options_page(kind) + (f"\n## Worked examples\n\n{examples}\n" if examples else "")


def options_page(kind: Kind) -> str:
    """The whole rules of a game: how it is played anywhere, every preset, and every option with its source."""
    schema = kind.schema
    parts = [f"# {kind.title}", kind.text]
    if play := text_of(kind, "play.md"):
        parts.append(play)
    parts += ["## House rules", "Each preset is a set of house rules that has a source; a table may change single options of it."]
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
        parts += ["### What doesn't go together", clashes]
    return "\n\n".join(parts) + "\n"


def rules_page(kind: Kind, rules: Any, title: str, about: str = "") -> str:
    """The page of one table, to hang up beside it: what holds there, and nothing of what might.

    Args:
        kind: the game.
        rules: the table's rules.
        title: what these rules are called.
        about: a sentence or two about them.
    """
    parts = [f"# {kind.title}: {title}", *([about] if about else []), kind.story(rules), every_rule(kind, rules)]
    return "\n\n".join(parts) + "\n"


def told_here(kind: Kind, rules: Any, preset: str, about: str = "") -> str:
    """What somebody who sits down wants to know first: where the rules of this table differ, and how it is played.

    Args:
        kind: the game.
        rules: the table's rules.
        preset: whose house rules they began as.
        about: a sentence or two to begin with.
    """
    schema = kind.schema
    usual = schema.presets[preset]
    changed = schema.differences(rules, preset)
    changed.pop("players", None)  # one sees how many sit there
    parts = [about] if about else []
    if changed:
        lines = [f"- {chosen(schema.options[name], value)}" for name, value in changed.items()]
        parts += ["## At this table", f"All is as by the rules called *{usual.title}*, but for this:", "\n".join(lines)]
        parts += [f"> {told}" for name, value in changed.items() if (told := warned(schema.options[name], value))]
        parts.append("## How it is played")
    return "\n\n".join([*parts, kind.story(rules)]) + "\n"


def every_rule(kind: Kind, rules: Any) -> str:
    """All that holds under some rules, in groups, an option a line."""
    written = kind.schema.written(rules)
    parts = []
    for group, options in _grouped(kind.schema.options[name] for name in written):
        lines = [f"- {chosen(option, written[option.name])}" for option in options if _says_something(option, written)]
        if lines:
            parts += [f"## {group}", "\n".join(lines)]
            parts += [f"> {told}" for option in options if (told := warned(option, written[option.name]))]
    return "\n\n".join(parts)


def chosen(option: Option, value: str | int) -> str:
    """An option and what it was set to, in words."""
    answer = option.answer(value)
    return f"**{option.title}**: {answer.help if answer else f'{worded(value)}. {option.help}'}"


def warned(option: Option, value: str | int) -> str:
    """What to mind where an option is set so; empty where there is nothing."""
    answer = option.answer(value)
    return f"**Mind:** {answer.warning}" if answer and answer.warning else ""


def value_title(value: str | int) -> str:
    """A value as a form or a sentence names it: ``Weak hands count``."""
    return worded(value).replace("_", " ").capitalize()


def worded(value: str | int) -> str:
    """A value as a word to read or to type: a text of nothing is ``none``."""
    return str(value) or "none"


def spelled_preset(source: str) -> str:
    """A preset's source: its letter left out where the words follow it."""
    return re.sub(r"^[A-Z+]+: ", "", source)


def _says_something(option: Option, written: Mapping[str, str | int]) -> bool:
    """Whether an option is worth a line: a stake of nothing isn't, nor a text of nothing."""
    return written[option.name] != "" if option.free else bool(option.values) or written[option.name] != 0


def _grouped(options: Iterable[Option]) -> list[tuple[str, list[Option]]]:
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault(option.group, []).append(option)
    return list(groups.items())


def _described(option: Option, kind: Kind) -> str:
    """One option with all its values."""
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
