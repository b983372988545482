"""``prial play``: plays a game at this terminal."""

import getpass
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.text import Text

from prial.bots import registry
from prial.bots.bot import Advice
from prial.bots.roster import Level
from prial.cli.boards import board_for
from prial.cli.boards.plain import PlainBoard
from prial.cli.boards.seat import Seated
from prial.cli.support import records
from prial.cli.support.files import held
from prial.cli.support.rules_asked import RulesAsked, split_list, with_rules
from prial.cli.support.screen import DIM, Look, console, emit_json
from prial.cli.support.sitting import Sitting, seated_names
from prial.cli.support.terminal import HungUp, Leave, Terminal, hang_ups
from prial.core.game import Decision, Over, Told, view
from prial.core.record import Record, check_names
from prial.core.registry import find
from prial.errors import PrialError, RecordError, add_sentences, refuse
from prial.study.analysis import noted
from prial.study.coach import coach

add_sentences(
    "en",
    {
        "play.exists": "There is a file {path} already: play --resume {path} goes on with it.",
        "play.busy": "The game in {path} is being played in another window.",
        "play.bots": "--bots names {named} bots, but the number of other seats is {seats}.",
        "play.no_file": "A resumed game is saved to its file, so --resume takes a file and not standard input.",
        "play.is_over": "The game in {path} is over: prial replay {path} shows it.",
    },
)


@click.command("play")
@with_rules(players=True, game_word=True)
@click.option(
    "--bots",
    metavar="BOT,...",
    show_default="the game's best",
    help="Bots in the other seats, by name; module:Class and cmd:COMMAND are bots of your own.",
)
@click.option(
    "--level", type=click.Choice([str(each) for each in Level]), help="Choose the bots by how well they play, not by name."
)
@click.option("--name", metavar="NAME", help="Your name at the table and in the record.")
@click.option("--auto", is_flag=True, help="Let only bots play.")
@click.option(
    "--seed", type=click.IntRange(0), metavar="N", help="Seed of the shuffles; the same seed deals the same game again."
)
@click.option("--record", "record_path", type=click.Path(path_type=Path), metavar="FILE", help="File to keep the record in.")
@click.option(
    "--resume", is_flag=False, flag_value="", metavar="[FILE]", help="Go on with this game, or with the last unfinished one."
)
@click.option("--fast", is_flag=True, help="Go through showdowns without pauses.")
@click.option("--four-colour", is_flag=True, help="Draw each suit in a colour of its own.")
@click.option("--quiet", is_flag=True, help="With --auto: print the result only.")
@click.option("--json", "as_json", is_flag=True, help="With --auto: print the result as JSON.")
def command(  # noqa: PLR0913  # one parameter for each option
    asked: RulesAsked,
    *,
    bots: str | None,
    level: str | None,
    name: str | None,
    auto: bool,
    seed: int | None,
    record_path: Path | None,
    resume: str | None,
    fast: bool,
    four_colour: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Play a game at this terminal, with bots.

    The record is saved after every move. So you can leave a game at any time and go on with it later, even after a crash of the
    computer. The command "prial play" without options offers the unfinished game, and "prial play --resume" goes on with it.

    \b
    prial play                                   four players, the online rules, to 7 points
    prial play --preset pub --bots greedy        a pub's rules, to 11 points
    prial play --players 2 --set spare=swap      two players who may swap for a spare hand
    prial play --preset nine --players 5         Nine-Card Brag
    prial play brag --preset teen_patti          another game (see prial rules list)
    prial play brag --level easy                 against beginners
    prial play --auto --seed 7 --quiet           bots only
    """  # noqa: D301  # \b is click's, and means: don't wrap
    if (quiet or as_json) and not auto:
        raise click.UsageError("--quiet and --json go with --auto.")
    if level is not None:
        if bots is not None:
            raise click.UsageError("--level says how well the others play, and --bots who they are: take one of them.")
        bots = registry.levels(asked.game_name)[Level(level)]
    terminal = Terminal(beats=not fast and not auto)
    with hang_ups():
        try:
            left = None
            if resume is not None:
                if seed is not None or record_path is not None:
                    raise click.UsageError("--resume goes on with a record as it is, without --seed or --record.")
                left = _to_resume(resume)
            elif not auto and record_path is None:
                if seed is None and asked.is_plain:
                    left = _offered(terminal, asked)
                else:
                    _mention_unfinished(terminal, asked)
            path = left[0] if left else (record_path or records.new_path(asked.game_name)).resolve()
            with held(path) as mine:
                if not mine:
                    raise PrialError(refuse("play.busy", path=str(path)))
                if left:
                    sitting = Sitting.reopen(_with_players(left[1], bots), path, split_list(bots))
                else:
                    sitting = _new(asked, path, None if auto else name or _login(), bots, seed)
                table = Tableside(sitting, asked, terminal, four_colour=four_colour, quiet=quiet or as_json)
                if left is None and not auto:
                    _mention_suggestions(asked)
                table.play(back=left is not None)
            if as_json:
                _print_json(sitting, path)
            else:
                table.end(path)
        except Leave:
            pass
        except HungUp as gone:
            raise SystemExit(gone.status) from gone


class Tableside:
    """A game that is being played, and the board that shows it."""

    def __init__(self, sitting: Sitting, asked: RulesAsked, terminal: Terminal, *, four_colour: bool, quiet: bool) -> None:
        screen = console()
        self.sitting, self.quiet = sitting, quiet
        self.board: PlainBoard = board_for(
            Seated(
                game=sitting.game,
                kind=find(sitting.game.name),
                title=_title(sitting.record),
                names=tuple(sitting.record.seats),
                me=sitting.person,
                screen=screen,
                look=Look(screen, four_colour=four_colour),
                terminal=terminal,
                log=lambda: sitting.log(sitting.person),
                coach=self._coach,
            )
        )

    def play(self, *, back: bool) -> None:
        """Play to the end, or until the person leaves.

        Args:
            back: True if the person left this game earlier and now goes on with it.
        """
        sitting, board = self.sitting, self.board
        if not self.quiet:
            board.opening()
        if back and not self.quiet:
            board.say("Back at the table.")
            board.scores(self._view())
        try:
            while not isinstance(sitting.node, Over):
                self._move()
        except (Leave, KeyboardInterrupt):
            assert sitting.path is not None
            option = records.resume_option(sitting.path, records.folder())
            click.echo(f"\nprial play {option} goes on with this game; it is kept in\n  {sitting.path}")
            raise
        sitting.finish()

    def _move(self) -> None:
        sitting = self.sitting
        told = self._meanwhile()
        if told is None:
            told = sitting.others()
        if told is None:
            person = sitting.person
            assert person is not None
            seen = self._view()
            made = sitting.move(person, self.board.ask(seen, sitting.game.choices(seen)))
            assert isinstance(made, tuple), made  # the board asks until the action is allowed
            told = made
        if not self.quiet:
            self.board.tell([each.event for each in told if each.heard_by(sitting.person)], self._view())

    def _meanwhile(self) -> tuple[Told, ...] | None:
        """Let the person act while another player decides. Returns None if the person does nothing."""
        sitting, node = self.sitting, self.sitting.node
        person = sitting.person
        if person is None or not isinstance(node, Decision) or person not in node.also or person in node.seats:
            return None
        seen = self._view()
        action = self.board.meanwhile(seen, sitting.game.choices(seen))
        if action is None:
            return None
        made = sitting.move(person, action)
        assert isinstance(made, tuple), made  # the board asks until the action is allowed
        return made

    def _coach(self, seen: Any) -> Advice | None:
        """The coach's advice for the person's decision; None if it isn't the person's turn."""
        sitting, node = self.sitting, self.sitting.node
        if not isinstance(node, Decision) or sitting.person not in node.seats:
            return None
        return coach(sitting.game, seen, node.key, noted(sitting.game, sitting.record.notes.get("bots")))

    def _view(self) -> Any:
        return view(self.sitting.state, self.sitting.person)

    def end(self, path: Path) -> None:
        """Print the commands that show the record. If `quiet` is True, print the last event and the scores instead."""
        if self.quiet:
            for event in list(self._last_events())[-1:]:
                self.board.say(self.board.seated.sentence(event))
            self.board.scores(self._view())
            return
        if find(self.sitting.game.name).review:
            whose = "the bots'" if self.sitting.person is None else "your"
            click.echo(f"\nGo through the game again, or see what {whose} decisions were worth:")
            click.echo(f"  prial replay {path}\n  prial review {path}")
        else:
            click.echo(f"\nGo through the game again:\n  prial replay {path}")

    def _last_events(self) -> Iterator[Any]:
        return (told.event for told in self.sitting.heard[-1] if told.heard_by(self.sitting.person))


def _title(record: Record) -> str:
    """The title of the rules in a record: the one in the record's notes, else the title of its preset."""
    schema = find(record.game).schema
    preset = schema.presets.get(str(record.rules.get("preset", next(iter(schema.presets)))))
    return str(record.notes.get("title") or (preset and preset.title) or "House rules")


def _login() -> str:
    """The person's login name with a capital letter. "Player" if there is no login name, or if it is ``root``."""
    try:
        login = getpass.getuser()
    except (KeyError, OSError, ImportError):
        return "Player"
    return "Player" if login == "root" else login.capitalize()


def _new(asked: RulesAsked, path: Path, name: str | None, bots: str | None, seed: int | None) -> Sitting:
    """A new game, with the person in seat 0. If ``name`` is None, the game has no person."""
    if path.exists():
        raise PrialError(refuse("play.exists", path=str(path)))
    game = asked.make()
    person = None if name is None else 0
    notes: dict[str, Any] = {"title": asked.title, "bots": _bots(bots, game.name, game.seats, person)}
    notes |= {} if person is None else {"person": person}
    notes |= {} if seed is None else {"seed": seed}
    rules = asked.kind.schema.written(game.rules)
    names = seated_names(game.seats, person, name or "")
    check_names(names)
    return Sitting.new(game, rules, names, notes, path, split_list(bots))


def _bots(bots: str | None, game: str, seats: int, person: int | None) -> dict[str, str]:
    """Choose a bot for each seat except the person's.

    Returns a mapping from seats to names of bots.
    """
    named = split_list(bots) or [registry.best(game)]
    others = [seat for seat in range(seats) if seat != person]
    if len(named) > len(others):
        raise PrialError(refuse("play.bots", named=len(named), seats=len(others)))
    return {str(seat): named[at % len(named)] for at, seat in enumerate(others)}


def _with_players(record: Record, bots: str | None) -> Record:
    """Add bots, and a person in seat 0, to a record whose notes name no bots."""
    notes = record.notes
    if not isinstance(notes.get("bots"), dict):
        notes = {**notes, "person": 0, "bots": _bots(bots, record.game, len(record.seats), 0)}
    return msgspec.structs.replace(record, notes=notes)


def _to_resume(resume: str) -> tuple[Path, Record]:
    """The game that ``--resume`` names, or the last unfinished game: its path and its record."""
    if not resume:
        waiting = records.unfinished()
        if not waiting:
            raise RecordError(refuse("record.none_unfinished", folder=str(records.folder())))
        return waiting[0]
    if resume == "-":
        raise RecordError(refuse("play.no_file"))
    path, record = Path(resume).resolve(), records.read(resume)
    if record.notes.get(records.OVER):
        raise RecordError(refuse("play.is_over", path=resume))
    return path, record


def _offered(terminal: Terminal, asked: RulesAsked) -> tuple[Path, Record] | None:
    """Offer the last unfinished game. Returns its path and record if the person accepts, else None."""
    if not terminal.interactive:
        return None
    for path, record in records.unfinished(asked.game_name):
        with held(path) as mine:
            if not mine:
                continue
            if (sitting := _reopened(path, record)) is None:
                continue
            console().print(f"There is an unfinished game: {_described(sitting)}.")
            if terminal.yes("Go on with it?"):
                return path, record
            sitting.note(**{records.ASIDE: True})
            click.echo(f"It is kept; this goes on with it:\n  prial play --resume {path}")
            break
    return None


def _mention_unfinished(terminal: Terminal, asked: RulesAsked) -> None:
    """When a new game begins, tell the person that the last unfinished game is kept."""
    if not terminal.interactive:
        return
    for path, record in records.unfinished(asked.game_name)[:1]:
        with held(path) as mine:
            if mine and (sitting := _reopened(path, record)):
                console().print(f"An unfinished game is kept: {_described(sitting)}. This goes on with it:")
                click.echo(f"  prial play --resume {path}")


def _mention_suggestions(asked: RulesAsked) -> None:
    """Print the values that `RulesAsked.suggestions` recommends for options that the person hasn't set."""
    for name, suggested in asked.suggestions().items():
        console().print(Text(f"{suggested.why} (--set {name}={suggested.value})", DIM))


def _reopened(path: Path, record: Record) -> Sitting | None:
    """Open an unfinished game, to go on with it; None if it can't be opened."""
    try:
        return Sitting.reopen(record, path)
    except PrialError:
        return None


def _described(sitting: Sitting) -> str:
    """An unfinished game in words: its rules and its score."""
    record, kind = sitting.record, find(sitting.record.game)
    title = " ".join([_title(record), kind.aim(sitting.game.rules)]).strip()
    names = ["You" if seat == sitting.person else name for seat, name in enumerate(record.seats)]
    scores = sitting.game.stop(sitting.state).scores
    score = ", ".join(f"{name} {points}" for name, points in zip(names, scores, strict=True))
    return f"{title}, {score}"


def _print_json(sitting: Sitting, path: Path) -> None:
    node = sitting.node
    assert isinstance(node, Over)
    result = node.result
    emit_json({"winners": result.winners, "scores": result.scores, "ledger": result.ledger, "record": str(path)})
