"""Which split of a hand wins where: the chance of each place, by the tables of the bots, and as 1,500 deals count it."""

from random import Random

from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from prial.arrange.search import Split, front
from prial.arrange.value import best
from prial.cards import PACK, parse, symbols
from prial.games.crash import CrashGame, CrashRules
from prial.games.crash.bots import tables
from prial.study.intervals import Share, wilson

OTHERS, DEALS = 3, 1_500
HAND = parse("As Ah Ad Kh Ts 9s 8s 7s 7c 6c 5h 5c 4d")
scorer, value = CrashGame(CrashRules()).scorer, tables.mixed(13, OTHERS)
splits = front(HAND, scorer.ranking, 4, scorer.least)

# What the others hold is drawn from the cards that are left; each lays the split that is worth most
won = {split: [0] * 4 for split in splits}
left, rng = [card for card in PACK if card not in HAND], Random(1)
for _ in range(DEALS):
    cards = rng.sample(left, 13 * OTHERS)
    hands = [cards[13 * seat : 13 * seat + 13] for seat in range(OTHERS)]
    against = [best(hand, value, scorer.ranking, least=scorer.least).strengths for hand in hands]
    for split in splits:
        for place, strength in enumerate(split.strengths):
            won[split][place] += strength > max(strengths[place] for strengths in against)

figure, axes = plt.subplots(len(splits), 1, figsize=(8, 1.1 * len(splits) + 0.6), sharex=True, layout="constrained")


def draw(axis: Axes, split: Split) -> None:
    """One split: a bar for what the tables say of each place, and beside it what was counted, with its interval."""
    counted: list[Share] = [wilson(each, DEALS) for each in won[split]]
    expected = [value.chance(place, strength) for place, strength in enumerate(split.strengths)]
    axis.bar(range(4), expected, 0.6, color="#9db8d6", label="by the tables")
    low = [share.mean - share.low for share in counted]
    high = [share.high - share.mean for share in counted]
    axis.errorbar(range(4), [each.mean for each in counted], (low, high), fmt="o", color="#7a2b26", label="counted")
    axis.set_ylim(0, 1)
    axis.set_title(" | ".join(symbols(hand) for hand in split.hands) + f"   {sum(expected):.2f} places", fontsize=9, loc="left")


for axis, split in zip(axes, splits, strict=True):
    draw(axis, split)
axes[-1].set_xticks(range(4), ["first place", "second", "third", "fourth"])
axes[0].legend(fontsize=8, loc="upper right")
