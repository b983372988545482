"""The options for house rules: ``--game``, ``--preset``, ``--set``, ``--players``."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec.structs import replace

from prial.cli.support.files import config_home, read_text
from prial.core.game import Game
from prial.core.kind import Kind
from prial.core.options import SuggestedValue
from prial.core.registry import exists, find, first, kinds
from prial.core.rules import Preset, Schema
from prial.errors import RulesError, add_sentences, refuse

F = TypeVar("F", bound=Callable[..., Any])
"""Type of a command's function."""

add_sentences(
    "en",
    {
        "rules_asked.two_games": "You named two games, {first} and {second}: name only one.",
        "rules_asked.elsewhere": "There is no preset {preset!r} in {game}; it belongs to {games}: name that game too.",
    },
)


class RulesAsked:
    """The rules that were asked for on the command line. Nothing is read or imported before it is needed.

    Args:
        game: name of the game; None if it wasn't given.
        preset: name or path of the preset; None if it wasn't given.
        settings: values of ``--set``, such as ``target=11``.
        players: number of players; None if it wasn't given.
        default: name of the game to take if none is named; None takes `prial.core.registry.first`.
    """

    def __init__(
        self,
        game: str | None,
        preset: str | None,
        settings: tuple[str, ...] = (),
        players: int | None = None,
        default: str | None = None,
    ) -> None:
        self._game, self._default = game, default
        self.preset_name = preset
        self.given = dict(map(_setting, settings))
        if players is not None:
            self.given["players"] = str(players)

    @property
    def game_name(self) -> str:
        """The name of the game: the one that was given, else the default."""
        return self._game or self._default or first()

    def name_game(self, word: str) -> None:
        """Take a word of the command line as the name of the game.

        Raises:
            RulesError: if another game was named before.
        """
        if self._game not in (None, word):
            raise RulesError(refuse("rules_asked.two_games", first=word, second=self._game or ""))
        self._game = word

    def take_game(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """If the first word is the name of a game, take that game, and return the words after it. Otherwise return all words.

        Raises:
            RulesError: if another game was named before.
        """
        if not words or not exists(words[0]):
            return words
        self.name_game(words[0])
        return words[1:]

    @property
    def is_plain(self) -> bool:
        """Whether no rules were asked for."""
        return self.preset_name is None and not self.given

    @functools.cached_property
    def kind(self) -> Kind:
        """The game's name, texts, options and presets, from the list of games."""
        return find(self.game_name)

    @functools.cached_property
    def preset(self) -> str | Preset | None:
        """The preset that was given; None if no preset was given.

        If the preset is shipped with Prial, the value is its name. Otherwise the value is a `Preset`.
        """
        return None if self.preset_name is None else find_preset(self.kind.schema, self.preset_name)

    @property
    def title(self) -> str:
        """The title of the preset that was given, for people. If none was given, the title of the game's first preset."""
        schema = self.kind.schema
        preset = next(iter(schema.presets.values())) if self.preset is None else self.preset
        if isinstance(preset, str):
            preset = schema.presets[preset]
        return preset.title or preset.name

    def suggestions(self) -> dict[str, SuggestedValue]:
        """Values that would suit the chosen rules better. Maps the name of each option to the suggestion for it.

        Options that the person has set are left out.
        """
        return self.kind.schema.suggestions(self.given, self.preset)

    def make(self, **more: Any) -> Game[Any, Any]:
        """The game with these rules.

        Args:
            more: further options. They count as part of the preset, so that options given on the command line can replace them.
        """
        if not more:
            return self.kind.make(self.given, self.preset)
        schema = self.kind.schema
        base = Preset(name="", game=schema.game, options={**schema.inherited(self.preset), **more})
        return self.kind.make(self.given, base)


def split_list(text: str | None) -> list[str]:
    """Split the value of an option at its commas. The list is empty if the option wasn't given."""
    return [word.strip() for word in (text or "").split(",") if word.strip()]


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise click.BadParameter(f"{text!r} is not written as option=value, as in target=11", param_hint="'--set'")
    return name.strip(), value.strip()


def own_presets(game: str) -> dict[str, Path]:
    """The presets that the person has saved for a game. Maps each preset's name to the path of its file."""
    folder = config_home() / "rules" / game
    return {path.stem: path for path in sorted(folder.glob("*.toml"))} if folder.is_dir() else {}


def find_preset(schema: Schema[Any], name: str) -> str | Preset:
    """Find a shipped or saved preset by its name, or any preset by the path of its TOML or JSON file.

    Raises:
        RulesError: if there is no such preset, or if `read_preset` refuses its content.
        PrialError: if its file doesn't exist or can't be read.
    """
    if name in schema.presets:
        return name
    own = own_presets(schema.game)
    if name in own:
        return read_preset(schema, own[name], name)
    if "/" in name or "\\" in name or name.endswith((".toml", ".json")):
        return read_preset(schema, Path(name), Path(name).stem)
    if elsewhere := [kind.name for kind in kinds() if name in kind.schema.presets]:
        raise RulesError(refuse("rules_asked.elsewhere", preset=name, game=schema.game, games=" and ".join(elsewhere)))
    raise RulesError(refuse("rules.unknown_preset", preset=name, presets=", ".join([*schema.presets, *own])))


def read_preset(schema: Schema[Any], path: Path, name: str, depth: int = 0) -> Preset:
    """Read a preset from a file. If it is based on a saved preset, it inherits the options that it doesn't set.

    Args:
        schema: options of the game.
        path: the file.
        name: name of the preset.
        depth: 0 for the preset that was asked for, 1 for its base, and so on. If ``depth`` is above 20, a saved base is refused.
    Raises:
        RulesError: if one of these holds:

            * the text isn't a preset of the game
            * the preset's own options clash
            * the preset's base doesn't exist
            * the preset is based on itself
        PrialError: if the file doesn't exist or can't be read.
    """
    preset = schema.read(read_text(path), name, str(path))
    if preset.preset is None or preset.preset in schema.presets:
        schema.make(preset.options, preset.preset)  # options in a person's own file count as chosen: a clash is refused
        return preset
    own = own_presets(schema.game)
    if depth > 20:
        raise RulesError(refuse("rules.circle", preset=name))
    if preset.preset not in own:
        presets = ", ".join([*schema.presets, *own])
        raise RulesError(refuse("rules.unknown_preset", preset=preset.preset, presets=presets))
    parent = read_preset(schema, own[preset.preset], preset.preset, depth + 1)
    schema.make(preset.options, parent)
    return replace(preset, preset=parent.preset, options={**parent.options, **preset.options})


def game_option(function: F) -> F:
    """Add the option ``--game`` to a command."""
    return click.option("--game", metavar="NAME", help="Game; `prial rules list` names all.", show_default="the first")(function)


def with_rules(*, players: bool = False, game_word: bool = False, default: str | None = None) -> Callable[[F], F]:
    """Add the options for house rules to a command. The command gets them as its first argument, a `RulesAsked`.

    Args:
        players: whether to add ``--players``.
        game_word: whether the command's only argument may name the game.
        default: name of the game to take if none is named; None takes `prial.core.registry.first`.
    """

    def decorate(function: F) -> F:
        @game_option
        @click.option(
            "--preset", metavar="P", help="House rules: a shipped name, one of your own, or a TOML or JSON file (`prial rules`)."
        )
        @click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Change one rule; may be repeated.")
        @functools.wraps(function)
        def verb(  # one parameter for each option
            game: str | None,
            preset: str | None,
            settings: tuple[str, ...],
            players: int | None = None,
            word: str | None = None,
            **rest: Any,
        ) -> Any:
            asked = RulesAsked(game, preset, settings, players, default)
            if word is not None:
                asked.name_game(word)
            return function(asked, **rest)

        if game_word:
            verb = click.argument("word", required=False, metavar="[GAME]")(verb)
        if players:
            verb = click.option("--players", type=int, metavar="N", help="Number of players.")(verb)
        return verb  # type: ignore[return-value]  # like click's own decorators, it changes the parameters

    return decorate
