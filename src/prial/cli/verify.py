"""``prial verify``: checks a transcript of shuffles without any help from the server that dealt the cards."""

import click

from prial.cards import name, names
from prial.cli.support.files import read_text
from prial.cli.support.screen import emit_json
from prial.fair.transcript import Checked, read, verify


@click.command("verify")
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(file: str, *, as_json: bool) -> None:
    """Check that the house didn't choose the cards.

    FILE is a transcript of shuffles, as the page of a table saves it (- reads it from stdin). Every hash is computed again on
    this machine, without the house. The check ends at the first hash that doesn't fit: it prints the error, and exits with 2.

    \b
    prial verify shuffles.json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    transcript = read(read_text(file))
    found = list(verify(transcript))
    if as_json:
        emit_json([{**_plain(each), "cards": names(each.cards), "left_out": names(each.left_out)} for each in found])
        return
    for each in found:
        click.echo(_line(each))
    cards, own = sum(len(each.cards) for each in found), sum(each.mine for each in found)
    void = sum(bool(each.void) for each in found)
    if transcript.open:
        told = sum(each.opened for each in found)
        click.echo(f"This table opens its decks at the end of each game: {told} of {len(found)} are open.")
    click.echo(f"{cards} cards checked, {own} of them your own; {len(found)} shuffles, {void} of them void. Everything fits.")


def _plain(each: Checked) -> dict[str, object]:
    return {field: getattr(each, field) for field in each.__struct_fields__}


def _line(each: Checked) -> str:
    """Say in one line what the check of a shuffle has found."""
    people = f"{each.people} {'person' if each.people == 1 else 'people'}{', you among them' if each.own else ''}"
    if each.void:
        late = ", ".join(f"seat {seat + 1}" for seat in each.void)
        return f"Shuffle {each.shuffle}: void, because no number came from {late}. Nothing was dealt from it."
    if each.open:
        return f"Shuffle {each.shuffle}: bound by {people}; it ended before the numbers were opened."
    without = f" The pack had no {' '.join(map(name, each.left_out))}." if each.left_out else ""
    whole = ", and the whole deck shown" if each.opened else ""
    cards = f"{len(each.cards)} cards checked{whole}"
    return f"Shuffle {each.shuffle}: turned by {people}; {cards}. Words: {' '.join(each.words)}.{without}"
