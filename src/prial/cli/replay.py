"""``prial replay``: goes through a game again, move by move, or through many games."""

from collections.abc import Callable
from contextlib import nullcontext, suppress
from typing import Any

import click
from rich.text import Text

from prial.cli.boards import reader_for
from prial.cli.support import many, records
from prial.cli.support.screen import BRASS, DIM, Look, console, emit_json, ticking
from prial.cli.support.terminal import Leave, Terminal
from prial.core.game import Game, Over, Seat
from prial.core.record import Record, replay
from prial.core.registry import open_record
from prial.core.step import Locked
from prial.errors import PrialError, Refusal, refuse
from prial.study import replay as study


@click.command("replay")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--step", is_flag=True, help="Wait for Enter after each move.")
@click.option("--as", "as_seat", metavar="PLAYER", help="Show only what this player saw: a name, a seat number from 1, or all.")
@click.option("--four-colour", is_flag=True, help="Draw each suit in a colour of its own.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(files: tuple[str, ...], *, step: bool, as_seat: str | None, four_colour: bool, as_json: bool) -> int:
    """Go through a game again, move by move.

    FILE is a record (- reads it from stdin), kept by prial play, saved from the browser, or written by hand. A record from the
    browser shows what you saw there. A move that the rules refuse ends the replay with exit status 2, the number of the move
    and the reason. An unfinished game of yours shows only what you may see, in JSON too; --as all shows everything.

    Several files, or a folder with its files that end in .json, are shown one after the other. A file that can't be read is
    named on stderr, the others are shown, and the exit status is 2.

    \b
    prial replay game.json
    prial replay game.json --step --as Ann
    prial replay game.json --json
    prial replay games
    """  # noqa: D301  # \b is click's, and means: don't wrap

    def show(path: str, emit: Callable[[dict[str, object]], None]) -> None:
        """Show one record, or emit it as plain data if JSON is wanted."""
        if (told := records.told(path)) is not None:
            if as_json and paths is not None:
                emit({"told": told})
            else:
                click.echo("\n".join(told))
            return
        record = records.read(path)
        game = open_record(record)
        done = study.go_through(game, record)
        viewer, everything = _eyes(record, as_seat, over=done.standing.over)
        if as_json:
            emit(_plain(record, game, study.go_through(game, record, viewer, everything=everything)))
        else:
            Showing(game, record, viewer, everything=everything, four_colour=four_colour, step=step).show(done)
        if done.refused:
            raise PrialError(refuse("replay.refused", number=done.refused.number, why=done.refused.sentence))

    paths = many.chosen(files)
    with suppress(Leave):
        if paths is None:
            show(files[0], emit_json)
            return 0
        shown, unread = list[dict[str, object]](), list[many.Unread]()
        with ticking("Playing again", len(paths)) if as_json else nullcontext() as ticker:

            def one(number: int, path: str) -> None:
                if ticker is not None:
                    ticker.at(number, len(paths))
                else:
                    _heading(path, first=number == 0)
                show(path, lambda plain: shown.append({"file": path, **plain}))

            for _ in many.go_through(paths, one, unread, ticker):
                pass
        if as_json:
            emit_json({"files": shown, "unread": unread})
        return 2 if unread else 0
    return 0


def _heading(path: str, *, first: bool) -> None:
    """Print the name of a file above its game."""
    screen = console()
    if not first:
        screen.print()
    screen.print(Text(many.printable(path), BRASS), soft_wrap=True)


def _eyes(record: Record, as_seat: str | None, *, over: bool) -> tuple[Seat | None, bool]:
    """The seat whose view is shown (None for a spectator's), and whether to show everything.

    By default, an unfinished game shows only the view of the person who plays it.
    """
    if as_seat == "all":
        return None, True
    if as_seat is not None:
        return records.seat_named(record, as_seat), False
    person = None if over else records.person_of(record)
    return person, person is None


def _plain(record: Record, game: Game[Any, Any], done: study.Replayed) -> dict[str, object]:
    standing = done.standing
    return {
        "game": record.game,
        "version": game.version,
        "seats": record.seats,
        "scores": standing.scores,
        "over": standing.over,
        "winners": standing.winners,
        "ledger": standing.ledger,
        "decision": standing.decision,
        "summary": standing.summary,
        "refused": done.refused,
        "moves": done.moves,
    }


class Showing:
    """Prints a record for a person."""

    def __init__(
        self, game: Game[Any, Any], record: Record, viewer: Seat | None, *, everything: bool, four_colour: bool, step: bool
    ) -> None:
        self.game, self.record, self.viewer, self.everything = game, record, viewer, everything
        screen = console()
        self.reader = reader_for(game, record.seats, Look(screen, four_colour=four_colour))
        self.terminal = Terminal(beats=False) if step else None

    def show(self, done: study.Replayed) -> None:
        """Print the moves, and then the score.

        Raises:
            Leave: the person leaves.
        """
        self._moves()
        standing, names, reader = done.standing, self.record.seats, self.reader
        reader.screen.print()
        if standing.decision is not None:
            waiting = ", ".join(names[seat] for seat in standing.decision.seats)
            reader.say(f"The game isn't over: {f'{waiting} to decide' if waiting else 'the cards are to be dealt'}.", BRASS)
        reader.say(" · ".join(f"{name} {score}" for name, score in zip(names, standing.scores, strict=True)))
        if pots := [pot["chips"] for pot in standing.summary.get("pots", ()) if pot["chips"]]:
            reader.say(f"In the {'pot' if len(pots) == 1 else 'pots, the oldest first'}: {', '.join(map(str, pots))}")
        if any(standing.ledger):
            reader.money(standing.ledger)

    def _moves(self) -> None:
        for move in replay(self.game, self.record.moves):
            if isinstance(move.done, Refusal):
                return
            events = list(study.heard(move.done, self.viewer, everything=self.everything))
            told = [event for event in events if not isinstance(event, Locked)]
            for event in told:
                self.reader.tell(event, move.done.state.public)
            comment = self.record.comments.get(move.number, "") if self.everything or move.seat == self.viewer else ""
            if comment:
                self.reader.say(f"  “{comment}”", DIM)
            over = isinstance(self.game.node(move.done.state), Over)
            if self.terminal and (told or comment) and not over:
                prompt = f"{move.number}/{len(self.record.moves)} Enter > "
                while (typed := self.terminal.ask(prompt).lower()) not in ("", "next"):
                    if typed in ("q", "quit"):
                        raise Leave
                    self.reader.say("Press Enter for the next move, or type quit.")
