"""Finds the command for a verb such as ``solve``. Each game may have a command of its own for the verb."""

from collections.abc import Iterator
from itertools import pairwise

import click

from prial.cli.app import SHARED_VERBS, of_platform
from prial.core.kind import Kind, load
from prial.core.registry import exists, find, first, kinds
from prial.errors import RulesError, add_sentences, refuse

add_sentences("en", {"verb.game": "prial {verb} is for {games}, and not for {game}."})


def of_game(verb: str, args: list[str]) -> click.Command:
    """Find the command for a verb: the game's own command, or the general command if the game has none.

    Only the verbs in `prial.cli.app.SHARED_VERBS` have a general command.

    Args:
        verb: one of `prial.cli.app.GAME_VERBS`.
        args: the words after the verb. They may name the game, with or without ``--game``.
    Returns:
        The command. If ``args`` name no game, it is the first of these commands that exists:

        * the general command, unless the default game (`prial.core.registry.first`) has a command of its own;
        * the command of the first game that lists the verb in `prial.core.kind.Kind.meant`;
        * the command of the first game that has one.
    Raises:
        RulesError: if ``args`` name an unknown game, or no command for the verb is found.
    """
    named = _named(args)
    if verb in SHARED_VERBS and verb not in find(named or first()).verbs:
        return of_platform(verb)
    able = [*_able(verb)]
    usual = next((each for each in able if verb in each.meant), able[0] if able else None)
    kind = usual if named is None else find(named)
    if kind is None or verb not in kind.verbs:
        titles = " and ".join(each.title for each in able) or "no game here"
        raise RulesError(refuse("verb.game", verb=verb, games=titles, game="any" if kind is None else kind.title))
    found: click.Command = load(kind.verbs[verb])
    return found


def _able(verb: str) -> Iterator[Kind]:
    return (kind for kind in kinds() if verb in kind.verbs)


def _named(args: list[str]) -> str | None:
    """The name of the game in ``args``; None if there is none."""
    words = list(pairwise(["", *args]))
    for before, word in words:
        if before == "--game":
            return word
        if word.startswith("--game="):
            return word.partition("=")[2]
    return next((word for before, word in words if before != "--preset" and exists(word)), None)
