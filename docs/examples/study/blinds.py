"""What a blind costs: chips a deal of Brag Poker by where one sits, four sharp bots at the table."""

from math import sqrt
from statistics import fmean, stdev

from matplotlib import pyplot as plt

from prial.core.record import read
from prial.study.chunks import Counting
from prial.study.played import played
from prial.study.work import Workers

PLAYERS, DEALS = 4, 1_500
SEATS = ["small blind", "big blind", "third", "dealer"]

# The first move of each record says who deals; the blinds sit to the dealer's left
chips: list[list[int]] = [[] for _ in range(PLAYERS)]
for chunk in played("brag_poker", {"players": PLAYERS}, ["sharp"] * PLAYERS, DEALS, 1, Counting(Workers(1))):
    for deal in chunk:
        dealer = read(deal.record).moves[0][1]["pick"]
        for seat, gained in enumerate(deal.gained):
            chips[(seat - dealer - 1) % PLAYERS].append(gained)

means = [fmean(each) for each in chips]
errors = [1.96 * stdev(each) / sqrt(len(each)) for each in chips]
figure, axis = plt.subplots(figsize=(7, 3), layout="constrained")
axis.bar(SEATS, means, yerr=errors, color="#9db8d6", ecolor="#7a2b26", capsize=5)
axis.axhline(0, color="#555555", linewidth=0.8)
axis.set_ylabel("chips a deal, 95 %")
