"""Certified figures: ``make strength`` measures every claim and saves the figures.

``make bench`` measures a few claims again, and ``make soak`` all of them.

python -m bench.strength                 measure all claims; this takes some hours on two cores
python -m bench.strength brag xap_xam    measure the claims of some games again, and keep the other figures
python -m bench.strength new             measure the claims that were never measured
python -m bench.strength write           measure nothing; only write the page again from the saved figures
python -m bench.strength again           measure all claims, or those of some games, and compare them with the saved figures
"""

import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import UTC, datetime
from math import hypot
from pathlib import Path
from typing import Final

import msgspec

from bench.claims import GAMES, UNITS, Claim, Found, Measured, claims, measure
from bench.measure import Row
from prial.core.registry import find

KEPT: Final = Path(__file__).with_name("strength.json")
PAGE: Final = Path(__file__).parent.parent / "docs" / "strength.md"
_AGAIN: Final = ("crash", "brag_poker", "stop_the_bus", "xap_xam")
"""``make bench`` measures claims of these games again."""
_ODD: Final = 4.0
"""Two measurements of one figure hardly ever differ by more than this many standard errors."""


_HEAD: Final = """# How strong the bots are

Measured by `make strength`, with seed 1 everywhere; `make bench` measures a few lines again, and `make soak` all of them. Each
figure is what one seat makes in a deal, with one standard error. Three questions are asked of a bot.

**What does it win among weaker bots?** Where Crash is played for a pot, this counts the pots that it wins, and not those that it
keeps others from winning; the answers below count both. At Stop the Bus it is measured in single deals, each the first of a
game: the figure is how many tokens fewer it pays in a deal than the weaker bot pays in the same seat.

**What does a player who knows it win from it?** `prial solve GAME --against BOT` looks for such an answer. At Brag and Brag Poker
the bot is asked what it does with each hand; the best answer is worked out from that, and then played against the bot. At Crash
and Xập xám every way to lay a hand is tried against the same worlds. The best one is chosen on one half of them and measured on
the other, and the figure is what it makes more than the bot. A gain in games is a gain in the chance to win the game. The figures
of Crash are those of a game's first deal. At a score where only winning every place helps, an answer wins more: with two players,
3 points against 6 and a target of 7, it wins 0.009 ± 0.002 games more than `sharp` does in that deal; 11 against 14 under
`wikipedia` 0.009 ± 0.001, and 10 against 14 under `bouncer` 0.007 ± 0.001. At Stop the Bus the answer is the best of some thirty
players, measured in deals that the search hasn't seen. Where the bot is `conductor`, half of them play as it does but stop the
bus sooner or later, and at a table of two one more looks ahead with the bot's own answers. The figure is how many tokens fewer it
pays in a deal than the others pay on average. There may be a better answer than the one that was found. A figure below 0 means
that none was found.

**Does a player of simple habits win from it?** Some twenty such players are tried in a game; they bluff in one way or another.
Each plays until it loses for certain, or until its standard error is small. The figure is that of the best of them, so it is
partly luck. It is what the player makes more than the bot makes in the same seats with the same cards, in the first six deals of
a game. Where `least_purse` is given, only two players are tried. They bring that many chips, the bots bring 100, and only the
first deal of a game is played. The bot itself makes as much there with 2 chips: 0.158 ± 0.016 with two players, 0.304 ± 0.041
with three and 0.311 ± 0.047 with four. A part of it is the rules' own, as nobody whose last chip is in the pot can be made to
fold.

A player who *raises once* at Brag plays like `canny`, but raises half the pot once in a deal, with any hand, if nobody has
raised. One who does so *as the last* waits until all others have had their turn. With three players under `house` the latter
makes less than `canny` makes in that seat: 0.66 ± 0.24 antes with 100 chips each, and 0.52 ± 0.09 with 12 chips against 100. At
Brag Poker a player who *raises once before the draw* does the same with `sharp`.

At Brag, a player who is *very tight* bets two pots with the best 7 % of the hands and folds the others. An earlier `canny` lost
0.57 ± 0.10 antes a deal to it under `house` with four players. The present one believes a great bet that had to get past three
players or more, and believes it the more, the more players were dealt cards. From it, *very tight* makes −0.12 ± 0.08 antes in
first deals under `house` with four players, −0.23 ± 0.11 with five, −0.55 ± 0.12 with six and −0.38 ± 0.13 with seven; under
`pagat` it makes 0.10 ± 0.13 with five, −0.10 ± 0.14 with six and 0.04 ± 0.14 with seven. Each of these figures is 7 % of the
average win in 1,000 to 1,600 deals with such a hand, less 0.93 antes for the other deals. With six players, *raises once* makes
−1.4 ± 0.8 antes under `house` and −2.1 ± 1.1 under `pagat`, and *raises once as the last* −0.23 ± 0.15 and −0.08 ± 0.12.

At Brag Poker with three players, `sharp` plays by a solution of the game. The rows below say what the answer gains that `prial
solve brag_poker --against sharp --players 3` finds; it has a fixed action for some thousands of turns in each seat. From an
earlier `sharp`, which had no such solution, such an answer made 1.15 ± 0.09 chips a deal. The present one wins less from weak
players: among `plain` 0.53 ± 0.06 where the earlier one made 0.63 ± 0.06, and among `novice` 1.86 ± 0.10 instead of 2.22 ± 0.08.
Among copies of the earlier one it makes 0.21 ± 0.08.

With four players `sharp` plays by that solution if the first to act folds at once. From the earlier `sharp` the answer made 0.90
± 0.11 with four players, and a player with few rules 0.05 ± 0.02: one who plays like `sharp` but looks before calling in the
small blind, calls less readily against a single raiser, and after the draw always bets when last with a weak hand.

At Brag with three players under `house`, 100 chips each, an answer to `canny` with a few sizes of bets makes 0.25 ± 0.18
antes a deal more than `canny` makes in the same seats (0.36 ± 0.10 together with the deals for which it was tried first).

Under `short=fold` and `short=borrow`, which no preset has, a player who never looks can't be seen by an open one and pays half.
With 100 chips each, such a player makes 0.62 ± 0.04 antes from `canny` with two at the table, 3.5 ± 0.6 with three and 5.8 ± 0.2
with four. Of this, one ante of each other player is in the pot before anybody bets.

Under `pagat` the pack isn't shuffled after every deal, so players come to know where cards lie. `canny` counts with the cards
that it has seen, and with what the others have seen. A player who *remembers cards* plays like `canny` until it knows two cards
of an opponent, or all of its own before the look. Then the player raises half the pot at three chances in four, bets all chips
blind at nine in ten, and pays no more than the chance is worth. The rows below are for thirty deals in a row. No other habit or
answer on this page remembers cards. What a player saves who knows a bad hand before the deal and sits it out isn't measured here:
with three and four players it is about 0.1 chips a deal. The bot doesn't save it: nobody asks a bot that sits out whether it
comes back, so it would miss the rest of the game.

Where eleven ranks or more are wild, which no preset has, nearly all hands are alike, and whoever pays to see a hand loses a tie.
`canny` counts half of the ties as won. With two players and twelve wild ranks, a player who stays blind and bets the most makes
50 ± 5 antes, and one who looks and bets the least makes 3.0 ± 0.2. With ten wild ranks nobody was found who gains. Under
`short=opponent_chooses` with three players, one of them with 3,000 chips against 100, the figures are too uncertain to say
anything: a player who bets more than the others have makes 9 ± 6 antes.
"""


class Book(msgspec.Struct):
    """All measured claims."""

    measured: list[Measured]
    """The claims with their figures, in the order of `bench.claims.claims`."""


def book() -> Book:
    """Read the saved figures."""
    return msgspec.json.decode(KEPT.read_bytes(), type=Book)


def rows() -> list[Row]:
    """Measure a few claims again with the same seeds."""
    sampled = [
        each for each in book().measured if each.claim.kind == "beats" and (each.claim.game, each.claim.preset) in _sampled()
    ]
    return [compared(each, measure(each.claim)) for each in sampled]


def compared(each: Measured, again: Found) -> Row:
    """Compare a certified figure with a new measurement. The bot may not do much worse.

    Args:
        each: the claim with its certified figure.
        again: the new figure.
    """
    claim = each.claim
    worse = each.found.mean - again.mean if claim.kind == "beats" else again.mean - each.found.mean
    off = worse / max(1e-9, hypot(each.found.error, again.error))
    what = f"{find(claim.game).title}: {_what(claim, again)} ({_where(claim)})"
    return Row(what, again.mean, UNITS[claim.game], "certified", each.found.mean, off, f"≤ {_ODD:g} errors worse", off <= _ODD)


def _sampled() -> list[tuple[str, str]]:
    return [(game, next(iter(find(game).schema.presets))) for game in _AGAIN]


def page(of: Book) -> str:
    """The page of certified figures."""
    lines = [_HEAD]
    for game in GAMES:
        own = [each for each in of.measured if each.claim.game == game]
        lines += [f"## {find(game).title}", "", *_table(own, UNITS[game]), ""]
    return "\n".join(lines)


def _table(own: list[Measured], unit: str) -> list[str]:
    lines = [f"| what | table | {unit} a deal | measured |", "|---|---|---|---|"]
    order = ["beats", "answer", "habits"]
    judged = sorted([each for each in own if each.claim.kind in order], key=lambda each: order.index(each.claim.kind))
    lines += [
        f"| {_what(each.claim, each.found)} | {_where(each.claim)} | {_figure(each.found)} | {each.date} |" for each in judged
    ]
    for each in own:
        if each.claim.kind == "thinks":
            bot, times = f"`{each.claim.bot}`", f"{each.found.mean:.1f} ms for half of its decisions"
            among = f" with {each.claim.players} players" if each.claim.players else ""
            lines += ["", f"{bot} takes {times}{among}, and {each.found.note} ms or more for one in fifty ({each.date})."]
    return lines


def _figure(found: Found) -> str:
    return f"{round(found.mean, 4) + 0.0:+.4f} ± {found.error:.4f}"  # and never -0.0000


def _what(claim: Claim, found: Found) -> str:
    match claim.kind:
        case "beats":
            return f"`{claim.bot}` among `{claim.against}`, more than `{claim.against}` makes there"
        case "answer":
            among = f" among `{claim.against}`" if claim.against else ""
            return f"the answer that was found to `{claim.bot}`{among}{f', {found.note}' if found.note else ''}"
        case _:
            return f"of the players of simple habits the one that makes most among `{claim.bot}`: {found.note}"


def _where(claim: Claim) -> str:
    if claim.cards:
        return f"{claim.cards} cards, {claim.players} players"
    table = f"{claim.preset}, `{claim.given}`" if claim.given else claim.preset
    return f"{table}, {claim.players} players" if claim.players else table


def _again(games: list[str]) -> int:
    """Measure all claims again, or those of some games, apart from the times. The result is 1 if a bot does much worse."""
    asked = [each for each in book().measured if each.claim.kind != "thinks" and (not games or each.claim.game in games)]
    failed = False
    with ProcessPoolExecutor() as pool:
        futures = {pool.submit(measure, each.claim): each for each in asked}
        for future in as_completed(futures):
            row = compared(futures[future], future.result())
            print(
                f"{'ok  ' if row.passed else 'OFF '} {row.what}: {row.figure:+.4f}, certified {row.peer_figure:+.4f}", flush=True
            )
            failed |= not row.passed
    return int(failed)


def main(arguments: list[str]) -> int:
    """Measure everything, or the claims of some games, or those that were never measured, or only write the page again."""
    if arguments[:1] == ["again"]:
        return _again(arguments[1:])
    if arguments != ["write"]:
        wanted = [*claims()]
        done = {each.claim: each for each in book().measured} if KEPT.exists() else {}
        unmeasured = [claim for claim in wanted if claim not in done]
        asked = unmeasured if arguments == ["new"] else [each for each in wanted if not arguments or each.game in arguments]
        with ProcessPoolExecutor() as pool:
            futures = {pool.submit(measure, claim): claim for claim in asked}
            for number, future in enumerate(as_completed(futures), 1):
                claim = futures[future]
                done[claim] = Measured(claim, future.result(), f"{datetime.now(UTC):%Y-%m-%d}")
                said = f"{number} of {len(asked)}: {claim.kind} {claim.game} {_where(claim)} {done[claim].found}"
                print(said, file=sys.stderr, flush=True)
                # Saved after each claim, so that no figure is lost if somebody stops the program
                kept = Book([done[each] for each in wanted if each in done])
                KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
    PAGE.write_text(page(book()), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
