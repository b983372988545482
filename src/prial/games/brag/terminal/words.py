"""The words that a player of Brag types at a terminal, and the sentences that call this player “you”, as in “You fold”."""

import re
from typing import Final

from prial.errors import add_sentences

add_sentences(
    "en",
    {
        "brag.dealt.you": "Deal {deal}: you deal. Everybody's ante is {ante}; in the pot: {pot}.",
        "brag.chosen.you": "You choose the game: {cards} cards, {wild}, {blind}.",
        "brag.asked_to_choose.you": "You may choose the game for the next {deals} deals.",
        "brag.looked.you": "You look at your cards.",
        "brag.looked_at.you": "You look at hand {hand} of two.",
        "brag.discarded.you": "You discard.",
        "brag.put_away.you": "You discard {cards} and play {label}.",
        "brag.bet.you": "You bet {chips}.",
        "brag.bet_blind.you": "You bet {chips} blind.",
        "brag.covered.you": "You cover the pot of {pot} with your last {chips}.",
        "brag.covered_by_ante.you": "You have nothing left after the ante, which covers the pot of {pot}.",
        "brag.covered_late.you": "You are out of chips, and cover the pot of {pot}.",
        "brag.covered_nothing.you": "You are out of chips, and can't win what is bet from now on.",
        "brag.last_chips.you": "You put in your last {chips}, which ends the betting.",
        "brag.no_chips.you": "You have no chips left to bet, which ends the betting.",
        "brag.folded.you": "You fold.",
        "brag.saw.you": "You pay {chips} to see.",
        "brag.saw_blind.you": "You pay {chips} blind to see.",
        "brag.borrowed.you": "You borrow {chips}.",
        "brag.short.you": "You can't pay the full bet of {chips}: {other} may lend the rest, or both of you show your hands.",
        "brag.short_many.you": "You can't pay the full bet of {chips}: {other} may lend the rest.",
        "brag.asked.you": "You ask {other} to lend {chips}.",
        "brag.asked_showing.you": "You show {other} your cards and ask for {chips}.",
        "brag.lent.you": "You lend {other} {chips}.",
        "brag.declined.you": "You lend nothing.",
        "brag.would_show.you": "You lend nothing, so both of you show your hands.",
        "brag.proposed.you": "You propose a showdown.",
        "brag.picked.you": "You play hand {hand} of two.",
        "brag.shown.you": "You show {cards}: {label}.",
        "brag.turned_up.you": "You turn your hand up: {cards}, {label}.",
        "brag.won.you": "You win the pot of {chips}.",
        "brag.won_older.you": "You win the older pot of {chips}.",
        "brag.carried.you": "All have folded to you, and you are blind: the pot of {pot} stays for the next deal.",
        "brag.kept.you": "You keep a blind hand.",
        "brag.kept_none.you": "You keep no hand.",
        "brag.took_carried.you": "You take the carried pot of {pot}.",
        "brag.brought.you": "You put {chips} on the table.",
        "brag.bought.you": "You buy {chips} more.",
        "brag.rebought.you": "You buy in again for {chips}.",
        "brag.sat_out.you": "You sit out.",
        "brag.came_back.you": "You play again from the next deal on.",
        "brag.broke.you": "You have no chips left for an ante.",
    },
)

SHORT: Final = {
    "l": "look",
    "s": "see",
    "f": "fold",
    "p": "propose",
    "a": "agree",
    "r": "rebuy",
    "out": "sit out",
    "no": "refuse",
    "yes": "agree",
    "k": "keep 1",
    "keep": "keep 1",
    "n": "keep none",
    "1": "keep 1",
    "2": "keep 2",
    "none": "keep none",
}
"""The short forms that a player may type, each with the whole text of the action."""
LONGER: Final = re.compile(r"(b|bet|l|look|k|keep|r|rebuy|bring)\s*([0-9]+)|(d|discard)\s+(\S.*)")
"""Matches an action that has a number or cards after its first word. The first word may be a short form."""
ASKED: Final = re.compile(r"\bask (\d+)\b")
"""Matches a request for a loan. In the request, the asked player is given by a number, counted from 1."""
UNKNOWN: Final = re.compile(r"ask (?!\d+\b)(\S+)(?: .*)?", re.IGNORECASE)
"""Matches a request for a loan from somebody who isn't at the table, such as ``ask Zoe``.

The names of players at the table must already have been replaced by numbers.
"""
WHOLE: Final = {"b": "bet", "l": "look", "k": "keep", "d": "discard", "r": "rebuy"}
"""The short first words in `LONGER`, each with the whole word."""
HELP: Final = {
    "bet 4, b 4": "put 4 chips into the pot",
    "cover": "bet all you have and so cover the pot",
    "look, l": "look at your cards; with two hands, look 1 or look 2",
    "see, s": "pay to see the other of the last two",
    "fold, f": "give up your hand",
    "propose, p": "propose that all show, with three or more still betting",
    "discard 2c": "discard a card, where four or five are dealt",
    "keep 1, keep 2": "which of two hands you mean",
    "bring 80": "put 80 chips on the table, where all bring their own money",
    "ask Bea": "ask her to lend what you lack; ask Bea to see, ask Bea showing (your cards)",
    "lend, refuse": "your answer when a player asks you",
    "rebuy, sit out": "between deals: buy in again, or skip some deals",
    "rebuy 30": "buy 30 chips, where any number is sold",
    "show": "the table again; after a deal, turn up a hand that you don't have to show",
    "suggest": "what a bot would do; then Enter takes the first of it",
    "coach": "what a coach would do, and why; then Enter takes it",
    "odds": "what you know of the cards, and how often your hand then beats others",
    "scores, rules, log": "look again; rules betting shows what they say of it",
    "quit": "leave; prial play brag goes on with the game",
}
"""The lines of the game's help at the terminal: what may be typed, and what it does."""
