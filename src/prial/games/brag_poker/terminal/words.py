"""The words that a player of Brag Poker types at a terminal, and the sentences that address this player as “you”."""

from typing import Final

from prial.errors import add_sentences

add_sentences(
    "en",
    {
        "brag_poker.posted.you": "You put in the {blind} blind, {chips}.",
        "brag_poker.posted_last.you": "You put in your last {chips} as the {blind} blind.",
        "brag_poker.looked.you": "You look at your cards.",
        "brag_poker.held.you": "You hold {cards}: {label}.",
        "brag_poker.checked.you": "You check.",
        "brag_poker.called.you": "You call with {chips}.",
        "brag_poker.called_blind.you": "You call blind with {chips}.",
        "brag_poker.bet.you": "You bet {chips}.",
        "brag_poker.bet_blind.you": "You bet {chips} blind.",
        "brag_poker.raised.you": "You put in {chips} and raise the bet to {stands}.",
        "brag_poker.raised_blind.you": "You put in {chips} blind and raise the bet to {stands}.",
        "brag_poker.all_in.you": "You put in your last {chips} and are all-in.",
        "brag_poker.folded.you": "You fold.",
        "brag_poker.changed.you": "You change {cards}.",
        "brag_poker.changed_blind.you": "You change {cards} unseen.",
        "brag_poker.stood.you": "You keep all three cards.",
        "brag_poker.put_away.you": "You discard {cards}.",
        "brag_poker.back.you": "You take back {chips} that nobody has matched.",
        "brag_poker.shown.you": "You show {cards}: {label}.",
        "brag_poker.won.you": "You win the pot of {chips}.",
        "brag_poker.won_side.you": "You win the side pot of {chips}.",
        "brag_poker.rebought.you": "You buy in again for {chips}.",
        "brag_poker.sat_out.you": "You sit out.",
        "brag_poker.came_back.you": "You play again from the next deal on.",
        "brag_poker.broke.you": "You have no chips left.",
    },
)

SHORT: Final = {
    "l": "look",
    "c": "call",
    "k": "check",
    "b": "raise",
    "bet": "raise",
    "r": "raise",
    "f": "fold",
    "n": "change none",
    "none": "change none",
    "keep": "change none",
    "p": "play",
    "out": "sit out",
}
"""Maps each short form that may be typed to the text of its action.

In the draw, ``c`` or ``d`` may be typed before the cards to discard. Between deals, ``r`` means ``rebuy``.
"""
HELP: Final = {
    "look, l": "look at your cards; your turn goes on",
    "call, c": "match what the others have put in, for half if you haven't looked",
    "check, k": "put nothing in, where nothing is due",
    "raise, r": "call, and put in a step more; bet (b) is the same",
    "fold, f": "give up your hand",
    "2c 7d": "in the draw: change these cards (change 2c 7d)",
    "none, n": "in the draw: keep all three",
    "change 2": "in the draw: two cards unseen, where that is allowed",
    "rebuy, sit out": "between deals: buy in again, or skip some deals",
    "show": "the table again",
    "suggest, s": "what a bot would do; then Enter takes the first of it",
    "coach": "what a coach would do, and why; then Enter takes it",
    "scores, rules, log": "look again; rules draw shows what they say of it",
    "quit": "leave; prial play brag_poker goes on with the game",
}
"""Help at the terminal: maps the words that may be typed to their effects."""
