"""Verbs that games bring: which game's is meant."""

import click

from prial.core.kind import load
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
    able = [kind for kind in kinds() if verb in kind.verbs]
    named = _named(args)
    if named is None and not able:
        raise RulesError(refuse("verb.game", verb=verb, games="no game here", game="any"))
    kind = able[0] if named is None else find(named)
    if verb not in kind.verbs:
        raise RulesError(refuse("verb.game", verb=verb, games=" and ".join(each.title for each in able), game=kind.title))
    found: click.Command = load(kind.verbs[verb])
    return found


def _named(args: list[str]) -> str | None:
    for at, word in enumerate(args):
        if word == "--game":
            return args[at + 1] if at + 1 < len(args) else None
        if word.startswith("--game="):
            return word.partition("=")[2]
    return args[0] if args and exists(args[0]) else None
