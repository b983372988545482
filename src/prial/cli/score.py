"""``prial score``: keeps the score of an evening with real cards."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace
from rich.text import Text

from prial.cli.boards.plain import LEAVING
from prial.cli.boards.sheet import marks, settling, sheet_table
from prial.cli.support import records
from prial.cli.support.files import data_home, held, read_text, write_text
from prial.cli.support.rules_asked import RulesAsked, find_preset, with_rules
from prial.cli.support.screen import BRASS, DIM, console, emit_json, print_story, print_table
from prial.cli.support.terminal import HungUp, Leave, Terminal, hang_ups
from prial.core.registry import find
from prial.errors import PrialError, add_sentences, refuse
from prial.study.scorekeeper import check_players
from prial.study.sheet import FORMAT, Page, Sheet, open_sheet, payments, read_sheet, write_sheet

add_sentences(
    "en",
    {
        "score.exists": "There is a file {path} already: score --resume {path} goes on with it.",
        "score.busy": "The sheet in {path} is being kept in another window.",
        "score.none_open": "There is no unfinished sheet in {folder}.",
        "score.no_file": "A resumed sheet is saved to its file, so --resume takes a file and not standard input.",
        "score.fix": "Write fix, the number of a line, and what it should say: fix 2 {example}.",
    },
)


@click.command("score")
@click.argument("words", nargs=-1, metavar="[GAME] [NAME...]")
@with_rules()
@click.option("--dealer", metavar="NAME", help="Player who deals first.", show_default="the first player")
@click.option("--sheet", "path", type=click.Path(path_type=Path), metavar="FILE", help="File to keep the sheet in.")
@click.option("--resume", is_flag=False, flag_value="", metavar="[FILE]", help="Go on with this sheet, or with the last one.")
@click.option("--json", "json_file", metavar="FILE", help="Print the result of this sheet as JSON; - reads it from stdin.")
def command(
    asked: RulesAsked, words: tuple[str, ...], *, dealer: str | None, path: Path | None, resume: str | None, json_file: str | None
) -> None:
    """Keep the score sheet when you play with real cards.

    Name the players in the order in which they sit, clockwise. After each deal type a line that says what happened; "help"
    shows how. The sheet keeps the score and the money, game after game, and "end" settles up. Every line is saved at once. After
    a break, go on with --resume.

    \b
    prial score Ann Bob Cat                          Crash, to 7 points
    prial score crash Ann Bob Cat --preset pub       a pub's rules, to 11 points
    prial score Ann Bob --set game_stake=50          for money
    prial score brag Ann Bob Cat --set purse=200     chips
    prial score --resume                             the last sheet goes on
    prial score --json evening.json                  for programs
    """  # noqa: D301  # \b is click's, and means: don't wrap
    words = asked.take_game(words)
    if json_file is not None:
        emit_json(plain(_opened(read_sheet(read_text(json_file)))))
        return
    terminal = Terminal()
    with hang_ups():
        try:
            if resume is not None:
                if words or path is not None or dealer is not None or not asked.is_plain:
                    raise click.UsageError("--resume goes on with a sheet as it is, without names or rules.")
                path, page = _to_resume(resume)
            else:
                page = _new(asked, words or _asked_names(terminal), dealer or "")
                path = (path or records.new_path(asked.game_name, folder())).resolve()
                if path.exists():
                    raise PrialError(refuse("score.exists", path=str(path)))
            with held(path) as mine:
                if not mine:
                    raise PrialError(refuse("score.busy", path=str(path)))
                Pencil(page, path, terminal).keep()
        except Leave:
            pass
        except HungUp as gone:
            raise SystemExit(gone.status) from gone


def folder() -> Path:
    """The folder where score sheets are kept."""
    return data_home() / "sheets"


def plain(page: Page) -> dict[str, Any]:
    """The lines and the result of a score sheet, as data for programs.

    Args:
        page: the sheet.
    Returns:
        An object that can be written as JSON. Scores and money are lists with one number for each seat.
    """
    standing, names = page.standing, page.sheet.names
    return {
        "game": page.sheet.game,
        "names": names,
        "lines": [
            {
                "text": entry.text,
                "game": entry.game,
                "scores": entry.after.scores,
                "ledger": entry.after.ledger,
                "said": entry.after.said,
            }
            for entry in page.entries
        ],
        "games": [
            {"deals": game.deals, "winners": [names[seat] for seat in game.winners], "scores": game.scores, "ledger": game.ledger}
            for game in page.games
        ],
        "marks": {"as": page.keeper.marks, "top": page.keeper.top},
        "scores": standing.scores,
        "playing": [names[seat] for seat in standing.playing],
        "pot": standing.pot,
        "dealer": names[standing.dealer],
        "over": standing.over,
        "ledger": page.ledger,
        "payments": [{"payer": names[each.payer], "to": names[each.to], "amount": each.amount} for each in payments(page.ledger)],
    }


class Pencil:
    """Keeps a score sheet. It asks a person at the terminal for each line of the sheet, and saves the line.

    Args:
        page: the sheet.
        path: file in which the sheet is saved.
        terminal: where the person types.
    """

    def __init__(self, page: Page, path: Path, terminal: Terminal) -> None:
        self.page, self.path, self.terminal = page, path, terminal
        self.screen = console()
        self._question = ""

    def keep(self) -> None:
        """Ask for a line after each deal, until the evening is over or the person leaves."""
        self._save(self.page)
        self._opening()
        try:
            while not self.page.sheet.settled:
                self._line()
        except (Leave, KeyboardInterrupt):
            option = records.resume_option(self.path, folder())
            click.echo(f"\nprial score {option} goes on with this sheet; it is kept in\n  {self.path}")
            raise

    def _save(self, page: Page) -> None:
        """Save ``page`` to the file, and make ``page`` the present state of the sheet."""
        write_text(self.path, write_sheet(page.sheet))
        self.page = page

    def _opening(self) -> None:
        page = self.page
        self._say(f"{page.kind.title} · {page.sheet.title} {page.kind.aim(page.keeper.rules)}".strip(), BRASS)
        if page.entries:
            self._say(f"The sheet has {len(page.entries)} line{'s' if len(page.entries) > 1 else ''}.")
            self._show_marks()
        line, means = page.keeper.examples()[0]
        self._say("Write a line after each deal, such as", DIM)
        self.screen.print(Text.assemble((f"  {line}", BRASS), (f"   {means}", DIM)))
        self._say("The first letters of a name are enough; help says what else may be written, end settles up.", DIM)

    def _line(self) -> None:
        """Ask for one line. Write it on the sheet, or carry out the command in it."""
        page = self.page
        standing, names = page.standing, page.sheet.names
        if standing.over:
            prompt = "Another game, or end > "
        else:
            if (question := page.keeper.question(standing)) != self._question:
                self._say(question)
                self._question = question
            prompt = f"Deal {standing.deals + 1}, {names[standing.dealer]} deals > "
        line = self.terminal.ask(prompt)
        word, _, rest = line.partition(" ")
        try:
            match word.lower():
                case "":
                    self._say("Enter alone does nothing here; help says what may be written.")
                case "help" | "?":
                    self._help()
                case "sheet" | "scores":
                    self._show_sheet()
                case "rules":
                    print_story(self.screen, page.kind.story(page.keeper.rules))
                case "undo":
                    self._save(page.undo())
                    self._say(f"Taken back: {page.entries[-1].text}")
                    self._show_marks()
                case "fix":
                    self._fix(rest)
                case "end":
                    self._end()
                case gone if gone in LEAVING:
                    raise Leave
                case _:
                    self._save(page.add(line))
                    self._told()
        except PrialError as error:
            self._say(str(error))

    def _told(self) -> None:
        """Print the result of the last line."""
        for sentence in self.page.standing.said:
            self._say(sentence, BRASS if self.page.standing.over else "")
        self._show_marks()

    def _fix(self, rest: str) -> None:
        """Replace a line of the sheet. ``rest`` is what was typed after ``fix``: the line's number and its new text."""
        number, _, text = rest.strip().partition(" ")
        if not (number.isascii() and number.isdecimal()) or len(number) > 6 or not text.strip():
            raise PrialError(refuse("score.fix", example=self.page.keeper.examples()[0][0]))
        self._save(self.page.correct(int(number), text))
        self._say(f"Line {int(number)} is now: {self.page.entries[int(number) - 1].text}")
        self._show_marks()

    def _help(self) -> None:
        examples = self.page.keeper.examples()
        for line, means in examples:
            self.screen.print(Text(f"  {line}", BRASS))
            self.screen.print(Text(f"      {means}"))
        self.screen.print(Text("  dealer " + self.page.sheet.names[0], BRASS))
        self.screen.print(Text(f"      {self.page.sheet.names[0]} deals next."))
        self._say(
            "Besides: undo takes the last line back, fix 2 and a line corrects line 2, sheet or scores shows all lines, rules "
            "says how it is played, end settles up, quit leaves; the sheet is kept.",
            DIM,
        )

    def _show_sheet(self) -> None:
        if self.page.entries:
            print_table(self.screen, sheet_table(self.page))
        else:
            self._say("Nothing is written yet.")

    def _show_marks(self) -> None:
        for line in marks(self.page):
            self.screen.print(line, no_wrap=True, crop=False, overflow="ignore")

    def _end(self) -> None:
        """End the evening: print the whole sheet, and who pays whom."""
        self._save(self.page.settle_up())
        self._show_sheet()
        for line in settling(self.page):
            self.screen.print(line)
        click.echo(f"The sheet is kept in\n  {self.path}")

    def _say(self, sentence: str, style: str = "") -> None:
        self.screen.print(Text(sentence, style))


def _asked_names(terminal: Terminal) -> tuple[str, ...]:
    """Ask the person at the terminal for the players' names, until at least one is typed."""
    while True:
        names = terminal.ask("Who plays, in the order in which you sit? > ").replace(",", " ").split()
        if names:
            return tuple(names)


def _new(asked: RulesAsked, names: Sequence[str], dealer: str) -> Page:
    """An empty sheet for the rules that were asked for."""
    check_players(names, asked.kind.needed("sheet"))
    asked.given.setdefault("players", str(len(names)))
    rules = asked.kind.schema.written(asked.make().rules)
    sheet = Sheet(prial_sheet=FORMAT, game=asked.kind.name, rules=rules, names=tuple(names), dealer=dealer, title=asked.title)
    return open_sheet(sheet)


def _opened(sheet: Sheet) -> Page:
    """Open a sheet that was read from a file. Its preset may be one that the person has saved."""
    return open_sheet(sheet, lambda name: find_preset(find(sheet.game).schema, name))


def _to_resume(resume: str) -> tuple[Path, Page]:
    """The sheet that ``--resume`` names, or the last sheet that isn't settled up: its path and its page."""
    if resume == "-":
        raise PrialError(refuse("score.no_file"))
    if resume:
        return Path(resume).resolve(), _opened(replace(read_sheet(read_text(resume)), settled=False))
    files = sorted(folder().glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True) if folder().is_dir() else []
    for path in files:
        try:
            sheet = read_sheet(read_text(path))
        except PrialError:
            continue
        if not sheet.settled:
            return path, _opened(sheet)
    raise PrialError(refuse("score.none_open", folder=str(folder())))
