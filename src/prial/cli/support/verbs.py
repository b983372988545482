"""Verbs that games bring: which game's is meant."""

from collections.abc import Iterator

import click

from prial.core.kind import Kind, load
from prial.core.registry import exists, find, kinds
from prial.errors import RulesError, add_sentences, refuse

add_sentences("en", {"verb.game": "prial {verb} is for {games}, and not for {game}."})


def of_game(verb: str, args: list[str]) -> click.Command:
    """A verb as a game brings it.

    Args:
        verb: one of `prial.cli.app.GAME_VERBS`.
        args: the words behind it. They may name the game, by ``--game`` or as the first of them; else the first game that has
            the verb is meant.
    Raises:
        RulesError: there is no such game, or it has no such verb.
    """
    named = _named(args)
    kind = next(_able(verb), None) if named is None else find(named)
    if kind is None or verb not in kind.verbs:
        able = " and ".join(each.title for each in _able(verb)) or "no game here"
        raise RulesError(refuse("verb.game", verb=verb, games=able, game="any" if kind is None else kind.title))
    found: click.Command = load(kind.verbs[verb])
    return found


def _able(verb: str) -> Iterator[Kind]:
    return (kind for kind in kinds() if verb in kind.verbs)


def _named(args: list[str]) -> str | None:
    for at, word in enumerate(args):
        if word == "--game":
            return args[at + 1] if at + 1 < len(args) else None
        if word.startswith("--game="):
            return word.partition("=")[2]
    return args[0] if args and exists(args[0]) else None
