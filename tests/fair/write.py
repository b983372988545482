"""Writes the files made from shuffles: golden transcripts, and the test vectors of the page. ``python -m tests.fair.write``."""

from pathlib import Path

import msgspec

from prial.cards import names
from prial.fair.hashes import digest, promise, salt, seal, text
from prial.fair.shuffle import Secret, binding, bound, drawn, four_words, order, seats
from tests.fair.deals import EIGHT, Played, chance, golden

GOLDEN = Path(__file__).parent / "golden"


def vectors() -> str:
    """The page's table in Markdown: one value per line, each calculated from those before it."""
    number = text(bytes(range(32)))
    key = text(bytes(range(32, 64)))
    made = drawn(EIGHT, chance(7))
    secret = Secret(text(bytes(range(64, 96))), made.decks)
    small = bound("T1", 1, EIGHT, "hands:3,0,3", {0: promise("T1", number), 10: promise("T1", key)}, secret)
    numbers = {0: number, 10: key}
    found = order("T1", small, numbers, secret.number)
    played = Played("T1", small, secret, numbers)
    rows = [
        ("number, bytes 0 to 31", number),
        ('promise = hash("promise", "T1", number)', promise("T1", number)),
        ("key, bytes 32 to 63", key),
        ("salt of its place 7", salt(key, 7)),
        ("seal of As at place 7 of deck 1, shuffle 3", seal("T1", 3, 1, 7, "As", salt(key, 7))),
        ("shuffle 1 of the eight aces and kings, pack", small.pack),
        ("the house's number, bytes 64 to 95", secret.number),
        ("deck 0", made.decks[0].cards),
        ("key of deck 0", made.decks[0].key),
        ("deck 1", made.decks[1].cards),
        ("key of deck 1", made.decks[1].key),
        ("sheet 0, first seal", small.sheets[0][:32]),
        ("sheet 1, last seal", small.sheets[1][-32:]),
        ("the house's promise", small.house),
        ("what is drawn first", small.first),
        ("promises, seat 0 with the number above and seat 10 with the key above as its number", seats(small.promises)),
        ("bound", binding("T1", small)),
        ("numbers", seats(numbers)),
        ("seed", found.seed),
        ("first bytes of its stream, in hexadecimal", digest("stream", found.seed, 0)[:12].hex()),
        ("deck that is dealt", str(found.deck)),
        ("places in the order of dealing", " ".join(map(str, found.places))),
        ("cards in the order of dealing", names(played.cards)),
        ("bytes of the words", digest("words", found.seed)[:4].hex()),
        ("four words", " ".join(four_words(found))),
        ("proof of the first card", played.proofs(played.cards[:1])[0]),
    ]
    return "\n".join(["| what | value |", "|---|---|", *(f"| {what} | `{value}` |" for what, value in rows), ""])


def main() -> None:
    """Write all files."""
    for name, transcript in golden().items():
        written = msgspec.json.format(msgspec.json.encode(transcript), indent=1)
        (GOLDEN / f"{name}.json").write_bytes(written + b"\n")
    page = Path(__file__).parents[2] / "docs" / "fair-shuffle.md"
    before, mark, after = page.read_text("utf-8").partition("<!-- vectors -->\n")
    _, end, rest = after.partition("<!-- end of vectors -->\n")
    page.write_text(before + mark + vectors() + end + rest, "utf-8")


if __name__ == "__main__":
    main()
