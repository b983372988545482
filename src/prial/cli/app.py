"""The command ``prial``. It finds a subcommand without importing the other subcommands, and prints every error as one sentence.

Exit status: 0 done, 1 a check has failed, 2 bad input, 70 a fault of the program itself, 130 interrupted.
"""

import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, TextIO

import click

from prial import __version__

VERBS: Final = {
    "play": "Play a game at this terminal, with bots.",
    "serve": "Start a server, so that people can play in the browser.",
    "backup": "Copy all tables into a file, while the server runs.",
    "restore": "Replace all tables by a backup, or add an archive to them.",
    "check": "Check all tables, and list what is wrong with them.",
    "archive": "Move finished tables into a file of their own.",
    "rank": "Print the name and the strength of each hand.",
    "arrange": "Find the best split of a hand.",
    "showdown": "Score a deal that was played with real cards.",
    "score": "Keep the score sheet when you play with real cards.",
    "replay": "Go through a game again, move by move.",
    "review": "See what each decision of a game was worth.",
    "verify": "Check that the house didn't choose the cards.",
    "rules": "Show, compare and save house rules.",
    "odds": "How often each kind of hand is dealt.",
    "solve": "Work out how two players should bet, or the best answer to a bot.",
    "simulate": "Play many deals with bots, and sum up the results.",
    "ladder": "Let bots play each other on the same deals.",
    "tables": "Compute the tables of numbers by which the strong bots play.",
}
"""Maps the name of each command to its help line. The command's own help begins with the same line."""
SHARED_VERBS: Final = frozenset({"odds", "rank", "simulate"})
"""Names of commands that work for every game. A game may replace any of them by a command of its own."""
GAME_VERBS: Final = SHARED_VERBS | {"arrange", "solve"}
"""Names of commands that each game may define for itself, with its own options."""

BAD_INPUT: Final = 2
"""Exit status: the input is wrong."""
INTERRUPTED: Final = 130
"""Exit status: Ctrl-C ended the command."""
FAULT: Final = 70
"""Exit status: the program has a fault (``EX_SOFTWARE`` of ``sysexits.h``)."""


class App(click.Group):
    """The ``prial`` command with its subcommands. It imports a subcommand's module only when that module is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        if cmd_name in GAME_VERBS:
            from prial.cli.support.verbs import of_game

            return of_game(cmd_name, [])
        return of_platform(cmd_name)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] in GAME_VERBS:
            from prial.cli.support.verbs import of_game

            return args[0], of_game(args[0], args[1:]), args[1:]
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], VERBS, 1)
            ctx.fail(f"There is no command {args[0]!r}.{f' Did you mean {near[0]}?' if near else ''}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(VERBS.items()))

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command as click does, but print every error as one sentence."""
        standalone = kwargs.pop("standalone_mode", True)

        def run() -> Any:
            options: dict[str, Any] = {"prog_name": "prial", **kwargs, "standalone_mode": False}
            return super(App, self).main(*args, **options)

        if not standalone:
            return run()
        sys.exit(guarded(run))


def of_platform(verb: str) -> click.Command:
    """Load the command in the module ``prial.cli.VERB``, which works for every game.

    Args:
        verb: name of the command.
    """
    command = import_module(f"prial.cli.{verb}").command
    assert isinstance(command, click.Command)
    return command


def guarded(run: Callable[[], Any]) -> int:
    """Run a command and return the exit status. An error is printed as one sentence on stderr."""
    _open_closed_streams()
    try:
        status = run()
        sys.stdout.flush()
    except click.Abort:
        return INTERRUPTED
    except click.ClickException as error:
        return _complain(error.format_message(), BAD_INPUT)
    except BrokenPipeError:
        sys.stdout = _nowhere()  # Python flushes stdout when it ends; this flush must not fail
        return 1
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        return _complain(f"{error.filename or 'The output'} can't be written: {why}", BAD_INPUT)
    except Exception as error:
        if (known := sys.modules.get("prial.errors")) and isinstance(error, known.PrialError):
            return _complain(str(error), BAD_INPUT)
        if os.environ.get("PRIAL_DEBUG"):
            raise
        kind = type(error).__name__
        return _complain(f"A fault in Prial, not in what you did ({kind}: {error}); PRIAL_DEBUG=1 shows where", FAULT)
    return status if isinstance(status, int) else 0


def _open_closed_streams() -> None:
    """Replace a closed standard stream by the null device. If stdout isn't UTF-8, write plain letters instead of symbols."""
    streams: Any = sys  # a stream is None where it was closed, whatever its type says
    streams.stdout = sys.stdout or _nowhere()
    streams.stderr = sys.stderr or _nowhere()
    if (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "") != "utf8":
        from prial.cli.support.plain import spell_out

        spell_out(sys.stdout, sys.stderr)


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123  # pathlib would cost every start 5 ms


def _complain(sentence: str, status: int) -> int:
    line = " ".join(sentence.split())
    click.echo(line if line.endswith((".", "!", "?")) else f"{line}.", err=True)
    return status


@click.command(
    cls=App,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="prial COMMAND --help shows a command's options, with examples.",
)
@click.version_option(__version__, "--version", prog_name="prial", message="%(prog)s %(version)s")
@click.pass_context
def app(ctx: click.Context) -> None:
    """Prial: the Brag family of card games.

    \b
    prial play                      a game at this terminal, against three bots
    prial play --preset pub         the same game with a pub's rules, to 11 points
    prial rules show pub            what those rules are
    prial play brag                 another game: Three-Card Brag
    """  # noqa: D301  # \b is click's, and means: don't wrap
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
