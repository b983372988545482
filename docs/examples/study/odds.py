"""How often each kind of hand is dealt at Brag: the best three of three, four and five cards. Every deal is counted."""

from matplotlib import pyplot as plt

from prial.ranks.brag import ranking
from prial.study.odds import KINDS, odds

COLOURS = {3: "#1f4e79", 4: "#5b8db8", 5: "#b5cde3"}
HIGH = 0.26

figure, axis = plt.subplots(figsize=(7.5, 4), layout="constrained")
for row, (cards, colour) in enumerate(COLOURS.items()):
    found = odds(ranking(), cards)
    places = [at + (row - 1) * HIGH for at in range(len(KINDS))]
    percents = [100 * found[kind].probability for kind in KINDS]
    axis.barh(places, percents, HIGH, color=colour, label=f"of {cards} cards")
    for place, percent in zip(places, percents, strict=True):
        axis.text(percent * 1.08, place, f"{percent:.2g} %", va="center", fontsize=7)
axis.set_yticks(range(len(KINDS)), [kind.replace("_", " ") for kind in KINDS])
axis.invert_yaxis()
axis.set_xscale("log")
axis.set_xlim(right=250)
axis.set_xlabel("percent of all deals")
axis.legend(loc="upper right", frameon=False)
axis.spines[["top", "right"]].set_visible(False)
