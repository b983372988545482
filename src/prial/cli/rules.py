"""``prial rules``: shows, compares, saves and exports house rules."""

import functools
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from prial.cli.support.files import config_home, write_text
from prial.cli.support.rules_asked import RulesAsked, find_preset, game_option, own_presets, read_preset, with_rules
from prial.cli.support.screen import BRASS, DIM, console, emit_json, print_story
from prial.core.compared import compare as compared
from prial.core.kind import Kind
from prial.core.page import chosen, rules_page, spelled, spelled_preset, worded
from prial.core.registry import first, names
from prial.core.rules import Preset, Schema
from prial.errors import PrialError, RulesError, add_sentences, refuse

add_sentences(
    "en",
    {
        "rules.name": "{name!r} is not a name for rules: use small letters, digits, - and _.",
        "rules.shipped": "The name {name!r} belongs to rules that come with the game.",
        "rules.saved_already": "There are rules called {name!r} already; --force replaces them.",
        "rules.two": "You named two sets of rules, {first} and {second}: name only one.",
        "rules.not_saved": "There are no saved rules called {name!r}; there are {names}.",
    },
)

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,40}")
"""Pattern of the names under which a person may save rules."""


@click.group("rules", invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Show, compare and save house rules.

    \b
    prial rules                                      all sets of rules
    prial rules show pub                             one set of rules, in words
    prial rules show brag teen_patti                 rules of another game
    prial rules compare online pub denexa            where they differ
    prial rules options                              everything that --set can change
    prial rules save ours --preset pub --set target=15
    prial play --preset ours
    prial rules page ours > rules.md                 a page to hang up at the table
    """  # noqa: D301  # \b is click's, and means: don't wrap
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_rules, words=(), game=None, as_json=False)


def _json(function: Any) -> Any:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)


def _named(function: Any) -> Any:
    """Let a command take a game and a preset as plain arguments, too: ``GAME PRESET`` for ``--game GAME --preset PRESET``."""

    @click.argument("words", nargs=-1, metavar="[GAME] [PRESET]")
    @functools.wraps(function)
    def verb(asked: RulesAsked, *, words: tuple[str, ...], **rest: Any) -> Any:
        for named in asked.take_game(words):
            if asked.preset_name not in (None, named):
                raise RulesError(refuse("rules.two", first=named, second=asked.preset_name or ""))
            asked.preset_name = named
        return function(asked, **rest)

    return verb


def _all(schema: Schema[Any]) -> dict[str, Preset]:
    """Maps names to presets: first the shipped presets, then those that the person has saved."""
    own: dict[str, Preset] = {}
    for name, path in own_presets(schema.game).items():
        try:
            own[name] = read_preset(schema, path, name)
        except PrialError as error:  # the others are shown even if one file can't be read
            click.echo(str(error), err=True)
    return {**schema.presets, **own}


def _kind(words: tuple[str, ...], game: str | None) -> Kind:
    """The game that is named by an argument or by ``--game``."""
    asked = RulesAsked(game, None)
    for word in words:
        asked.name_game(word)
    return asked.kind


@command.command("list")
@click.argument("words", nargs=-1, metavar="[GAME]")
@game_option
@_json
def list_rules(*, words: tuple[str, ...], game: str | None, as_json: bool) -> None:
    """List all sets of house rules of a game.

    \b
    prial rules list
    prial rules list brag
    prial rules list --json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    schema = _kind(words, game).schema
    found = _all(schema)
    if as_json:
        emit_json([{"name": name, "shipped": name in schema.presets, **_about(preset)} for name, preset in found.items()])
        return
    table = Table(box=None, pad_edge=False, show_header=False)
    for name, preset in found.items():
        style = BRASS if name in schema.presets else ""
        table.add_row(Text(name, style), Text(preset.help or preset.title or "Your own rules."))
    console().print(table)
    game_word = "" if schema.game == first() else f"{schema.game} "
    console().print(Text(f"\nprial rules show {game_word}NAME says more; prial play {game_word}--preset NAME plays them.", DIM))
    if others := [name for name in names() if name != schema.game]:
        console().print(Text(f"prial rules list GAME lists those of another game: {', '.join(others)}.", DIM))


def _about(preset: Preset) -> dict[str, str]:
    return {"title": preset.title or preset.name, "help": preset.help, "source": preset.source}


def _preset(asked: RulesAsked) -> Preset:
    """The preset that was asked for; the game's first preset if no preset was asked for."""
    schema = asked.kind.schema
    found = asked.preset
    return found if isinstance(found, Preset) else schema.presets[found or next(iter(schema.presets))]


@command.command("show")
@with_rules(players=True)
@_json
@_named
def show(asked: RulesAsked, *, as_json: bool) -> None:
    """Show one set of rules, in words.

    \b
    prial rules show pub
    prial rules show brag teen_patti
    prial rules show denexa --set target=10 --json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    schema, preset = asked.kind.schema, _preset(asked)
    written = schema.written(asked.make().rules)
    if as_json:
        emit_json({"game": asked.game_name, "preset": preset.name, **_about(preset), "options": written})
        return
    screen = console()
    screen.print(Text(f"{preset.title or preset.name} ({preset.name})", BRASS))
    for line in (preset.help, f"Source: {spelled_preset(preset.source)}" if preset.source else ""):
        if line:
            screen.print(Text(line))
    group = ""
    for name, value in written.items():
        option = schema.options[name]
        if option.group != group:
            group = option.group
            screen.print(Text(f"\n{group}", DIM))
        found = option.answer(value)
        meaning = found.help if found else option.help
        words = worded(value).replace("_", " ")
        answer = Text(f"{option.title}: {words}. ", BRASS if name in asked.given else "").append(meaning, DIM)
        screen.print(Padding(answer.append(f" ({name}={worded(value)})", DIM), (0, 0, 0, 2)))
        if found and found.warning:
            screen.print(Padding(Text("Mind: ", BRASS).append(found.warning, "default"), (0, 0, 0, 4)))
    screen.print(Text("\nHow it is played", DIM))
    print_story(screen, asked.kind.story(asked.make().rules))


@command.command("options")
@click.argument("words", nargs=-1, metavar="[GAME]")
@game_option
@_json
def options(*, words: tuple[str, ...], game: str | None, as_json: bool) -> None:
    """List everything that --set can change.

    \b
    prial rules options
    prial rules options brag
    prial rules options --json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    kind = _kind(words, game)
    schema = kind.schema
    if as_json:
        emit_json(list(schema.options.values()))
        return
    screen = console()
    for option in schema.options.values():
        screen.print(Text(f"{option.name}", BRASS).append(f"  {option.title}: {option.help}", "default"))
        for value in option.values:
            screen.print(Text(f"  {worded(value.value)}  ").append(value.help, DIM))
            if value.warning:
                screen.print(Text("    Mind: ", BRASS).append(value.warning, DIM))
        if option.free:
            screen.print(Text("  or others, in words", DIM))
        if not option.values:
            numbers = ", ".join(map(str, option.only)) or f"{option.least} to {option.most}"
            screen.print(Text(f"  {numbers}  ").append(f"default {option.default}", DIM))
        screen.print(Text(f"  Source: {spelled(option.source, kind)}", DIM))


@command.command("compare")
@click.argument("presets", nargs=-1, metavar="[GAME] PRESET...")
@game_option
@_json
def compare(*, presets: tuple[str, ...], game: str | None, as_json: bool) -> None:
    """Show where sets of rules differ.

    One name is compared with the usual rules, and several names with each other. Without a name, all sets of rules are compared.

    \b
    prial rules compare pub
    prial rules compare online pub
    prial rules compare brag house pagat
    prial rules compare --json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    asked = RulesAsked(game, None)
    presets, schema = asked.take_game(presets), asked.kind.schema
    usual = next(iter(schema.presets))
    names = tuple(_all(schema)) if not presets else (usual, *presets) if len(presets) == 1 and presets[0] != usual else presets
    games = [asked.kind.new(schema.make(None, find_preset(schema, name))) for name in dict.fromkeys(names)]
    found = compared(*games).differences if len(games) > 1 else ()
    if as_json:
        emit_json({each.option: dict(zip(dict.fromkeys(names), each.values, strict=True)) for each in found})
        return
    if not found:
        console().print("They are the same.")
        return
    screen, names = console(), tuple(dict.fromkeys(names))
    rows = {each.option: [worded("–" if value is None else value) for value in each.values] for each in found}
    first = max(map(len, rows))
    widths = [max(len(name), *(len(row[at]) for row in rows.values())) for at, name in enumerate(names)]
    if first + 2 > screen.width // 2:
        _listed(screen, names, rows)
        return
    for number, block in enumerate(_blocks(widths, screen.width - first)):
        if number:
            screen.print()
        table = Table(box=None, pad_edge=False, header_style=BRASS, padding=(0, 2, 0, 0))
        table.add_column("", no_wrap=True)
        for at in block:
            table.add_column(names[at], no_wrap=True)
        for option, row in rows.items():
            table.add_row(Text(option, DIM), *[row[at] for at in block])
        screen.print(table)


def _blocks(widths: Sequence[int], room: int) -> list[list[int]]:
    """The indices of a table's columns, in blocks that fit into ``room`` characters."""
    blocks: list[list[int]] = [[]]
    used = 0
    for at, width in enumerate(widths):
        if blocks[-1] and used + width + 2 > room:
            blocks.append([])
            used = 0
        blocks[-1].append(at)
        used += width + 2
    return blocks


def _listed(screen: Console, names: Sequence[str], rows: Mapping[str, Sequence[str]]) -> None:
    """Print a comparison as a list of options instead of a table, for a narrow screen."""
    for option, row in rows.items():
        screen.print(Text(option, BRASS))
        for value in dict.fromkeys(row):
            who = ", ".join(name for name, each in zip(names, row, strict=True) if each == value)
            screen.print(Padding(Text(f"{value}: ").append(who, DIM), (0, 0, 0, 2)))


@command.command("save")
@click.argument("name")
@with_rules(players=True)
@click.option("--title", default="", help="Title of the rules, as a table shows it.")
@click.option("--about", default="", help="A sentence about the rules.")
@click.option("--force", is_flag=True, help="Replace your rules of the same name.")
def save(asked: RulesAsked, *, name: str, title: str, about: str, force: bool) -> None:
    """Save rules of your own under a name, for --preset NAME.

    \b
    prial rules save ours --preset pub --set target=15 --title "The Bell"
    """  # noqa: D301  # \b is click's, and means: don't wrap
    schema = asked.kind.schema
    if not _NAME.fullmatch(name):
        raise RulesError(refuse("rules.name", name=name))
    if name in schema.presets:
        raise RulesError(refuse("rules.shipped", name=name))
    if name in own_presets(schema.game) and not force:
        raise RulesError(refuse("rules.saved_already", name=name))
    base = asked.preset
    given = {key: schema.parse(key, value) for key, value in asked.given.items()}
    parent, inherited = (base.preset, base.options) if isinstance(base, Preset) else (base, {})
    preset = Preset(name=name, game=schema.game, title=title, help=about, preset=parent, options={**inherited, **given})
    path = config_home() / "rules" / schema.game / f"{name}.toml"
    write_text(path, schema.save(preset))
    game_word = "" if schema.game == first() else f"{schema.game} "
    click.echo(f"Saved; prial play {game_word}--preset {name} plays them. The file is\n  {path}")


@command.command("delete")
@click.argument("name")
@game_option
def delete(*, name: str, game: str | None) -> None:
    """Delete rules of your own.

    \b
    prial rules delete ours
    """  # noqa: D301  # \b is click's, and means: don't wrap
    own = own_presets(RulesAsked(game, None).kind.name)
    if name not in own:
        raise RulesError(refuse("rules.not_saved", name=name, names=", ".join(own) or "none"))
    try:
        own[name].unlink()
    except OSError as error:
        raise PrialError(refuse("file.unwritable", path=str(own[name]), why=str(error.strerror).lower())) from error
    click.echo(f"Deleted {own[name]}")


@command.command("export")
@with_rules(players=True)
@click.option("--toml", is_flag=True, help="Write TOML instead of JSON.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="File to write to (default: standard output).")
@_named
def export(asked: RulesAsked, *, toml: bool, out: Path | None) -> None:
    """Write rules as a file that you can share and use with --preset.

    \b
    prial rules export ours --out ours.json
    prial play --preset ./ours.json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    schema, preset = asked.kind.schema, _preset(asked)
    written = schema.written(asked.make().rules)
    whole = Preset(
        name=preset.name, game=schema.game, title=preset.title, help=preset.help, source=preset.source, options=written
    )
    if toml:
        text = schema.save(whole)
    else:
        import msgspec

        plain = {key: value for key, value in msgspec.to_builtins(whole).items() if value is not None and key != "name"}
        text = msgspec.json.format(msgspec.json.encode(plain), indent=2).decode() + "\n"
    if out is None:
        click.echo(text, nl=False)
    else:
        write_text(out, text)
        click.echo(f"Written to {out}")


@command.command("page")
@with_rules(players=True)
@_named
def page(asked: RulesAsked) -> None:
    """Print the rules as a page of Markdown.

    \b
    prial rules page pub > rules.md
    """  # noqa: D301  # \b is click's, and means: don't wrap
    preset = _preset(asked)
    changed = [
        chosen(asked.kind.schema.options[name], asked.kind.schema.parse(name, value)) for name, value in asked.given.items()
    ]
    about = preset.help + (" Changed at this table: " + "; ".join(changed) if changed else "")
    rules = asked.make().rules
    click.echo(rules_page(asked.kind, rules, preset.title or preset.name, about.strip()), nl=False)
