"""A score sheet for games played for chips: how much each player put in, and who won each pot.

Each of these games has a subclass of `PurseSheet`, which takes the ante and the chips at the start from the game's rules.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from prial.betting.pots import share
from prial.core.events import GameOver
from prial.core.game import Seat, from_left, put
from prial.errors import PrialError, add_sentences, refuse, say
from prial.study.scorekeeper import Marks, Scorekeeper, Standing, Word

add_sentences(
    "en",
    {
        "sheet.purse.amount": "Write a number after {name}: all that {name} put in.",
        "sheet.purse.ante": "{name} can't have put in {chips}: the ante is {ante}. Write 'out {name}' if {name} sits out.",
        "sheet.purse.short": "{name} has {has} chips and can't put in {chips}.",
        "sheet.purse.short_buy": "{name} has {has} chips and can't put in {chips}: write what {name} bought or borrowed too.",
        "sheet.purse.sits_out": "{name} sits out: write 'back {name}' first.",
        "sheet.purse.nothing_in": "{name} put nothing in and can't win.",
        "sheet.purse.who_won": "The line doesn't say who won the pot: write 'won' and a name.",
        "sheet.purse.won_and_stays": "Either somebody wins the pot or it stays: write 'won' or 'stays', not both.",
        "sheet.purse.pots": "The pots add up to {chips}, but {total} chips were put in.",
        "sheet.purse.left": "Nothing is left for {winners}: the other pots take all {total} chips.",
        "sheet.purse.no_stay": "The pot never stays for the next deal in this game: write who won it.",
        "sheet.purse.no_buying": "Nobody buys chips in this game.",
        "sheet.purse.no_credit": "Nobody borrows in this game.",
        "sheet.purse.credit": "{name} would owe {chips} chips, but may owe {most} at most.",
        "sheet.purse.borrowed": "Write a number after {name}: how much was borrowed.",
        "sheet.purse.positive": "Write a number above 0 after {name}.",
        "sheet.purse.few": "At least two players must be in the deal.",
        "sheet.purse.takes": "{winners} takes {chips} chips.",
        "sheet.purse.share": "{winners} share {chips} chips.",
        "sheet.purse.stays": "The pot of {chips} stays: everybody else folded, and {name} was blind.",
        "sheet.purse.bought": "{name} buys {chips} chips.",
        "sheet.purse.lent": "{name} borrows {chips} chips.",
        "sheet.purse.out": "{name} sits out.",
        "sheet.purse.back": "{name} is back.",
        "sheet.purse.broke": "{name} has too few chips and sits out.",
        "sheet.purse.bust": "{name} has too few chips for another deal, and is out of the game.",
    },
)


class PurseStanding(Standing, frozen=True, kw_only=True):
    """The chips of each player after a line of the sheet, with the chips that the player has bought and owes."""

    bought: tuple[int, ...]
    """Chips that each player has bought, indexed by seat. The chips at the start are included."""
    debts: tuple[int, ...]
    """Chips that each player owes, indexed by seat; below 0 if others owe chips to the player."""
    holder: Seat | None = None
    """Seat of the blind player who carries the pot to the next deal, because all others folded; None if no pot stays."""


class PurseSheet(Scorekeeper[PurseStanding]):
    """Counts the chips in a game. A game's subclass sets the fields below from the rules."""

    WORDS: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("won", "wins", "win", "pot"), "won"),
        **dict.fromkeys(("stays", "stay", "carried"), "stays"),
        **dict.fromkeys(("bought", "buys", "buy", "rebuy"), "bought"),
        **dict.fromkeys(("borrowed", "borrows", "lent"), "borrowed"),
        "from": "from",
        **dict.fromkeys(("out", "leaves"), "out"),
        **dict.fromkeys(("back", "joins"), "back"),
    }
    """Maps each word that may be written in a line to the word that the sheet keeps: ``wins`` to ``won``."""
    marks = Marks.CHIPS
    """The scores of these games are chips."""
    ante: int = 0
    """Chips that each player puts in before a deal. A line of the sheet needn't name the players who put in only the ante."""
    purse: int
    """Chips that each player begins with."""
    length: int = 0
    """Number of deals in a game; 0 for no limit."""
    buys: bool = True
    """Whether players may buy chips."""
    credit: int = 0
    """Greatest number of chips that each player may owe the bank; 0 if the bank lends nothing."""
    lends: bool = False
    """Whether players may lend each other chips."""
    carries: bool = False
    """Whether a pot may stay on the table for the next deal."""

    @property
    def least(self) -> int:
        """Smallest number of chips that a player needs for a deal."""
        return max(1, self.ante)

    def start(self, dealer: Seat) -> PurseStanding:
        """Get the chips before the first deal: each player has the number in `purse`."""
        none, purses = (0,) * len(self.names), (self.purse,) * len(self.names)
        everybody = tuple(range(len(self.names)))
        return PurseStanding(dealer=dealer, playing=everybody, scores=purses, ledger=none, bought=purses, debts=none)

    def dealt_by(self, before: PurseStanding, dealer: Seat) -> PurseStanding:
        """Get the same standing with another player as the next dealer."""
        return replace(before, dealer=dealer)

    def add(self, before: PurseStanding, words: Sequence[Word]) -> PurseStanding:
        """Get the standing after one more line of the score sheet.

        A line may tell:

        * who put in how much, and who won
        * who bought or borrowed chips
        * who left or came back

        Args:
            before: the standing before the line.
            words: the words of the line, at least one.
        Raises:
            PrialError: if the line can't be understood, or the rules don't allow it.
        """
        parts = self.parts(words, "won", "stays", "bought", "borrowed", "out", "back")
        said: list[str] = []
        after = self._come_and_go(replace(before, said=()), parts, said)
        if {"won", "stays"} & parts.keys():
            after = self._dealt(after, parts, said)
        elif parts[""]:
            raise PrialError(refuse("sheet.purse.who_won"))
        return replace(self._counted(after), said=(*said, *([GameOver(after.winners).say(self.names)] if after.over else [])))

    def _counted(self, after: PurseStanding) -> PurseStanding:
        """The same standing, with the ledger calculated from chips, purchases and debts."""
        columns = zip(after.scores, after.bought, after.debts, strict=True)
        return replace(after, ledger=tuple([chips - bought - owes for chips, bought, owes in columns]))

    def _come_and_go(self, after: PurseStanding, parts: Mapping[str, Sequence[Word]], said: list[str]) -> PurseStanding:
        """The standing after players buy, borrow, sit out or come back. Sentences are added to ``said``."""
        everybody = range(len(self.names))
        playing = set(after.playing)
        for seat in self.seats("back", parts["back"], everybody) if "back" in parts else ():
            playing.add(seat)
            said.append(say("sheet.purse.back", {"name": self.names[seat]}))
        for seat, chips in self._amounts(parts.get("bought", ()), "sheet.purse.positive", self.purse):
            if not self.buys:
                raise PrialError(refuse("sheet.purse.no_buying"))
            playing.add(seat)
            after = replace(after, scores=_more(after.scores, seat, chips), bought=_more(after.bought, seat, chips))
            said.append(say("sheet.purse.bought", {"name": self.names[seat], "chips": chips}))
        if "borrowed" in parts:
            after = self._borrowed(after, parts["borrowed"], said)
        for seat in self.seats("out", parts["out"], everybody) if "out" in parts else ():
            playing.discard(seat)
            said.append(say("sheet.purse.out", {"name": self.names[seat]}))
        return replace(after, playing=tuple(sorted(playing)))

    def _borrowed(self, after: PurseStanding, words: Sequence[Word], said: list[str]) -> PurseStanding:
        """The standing after a loan by the bank (``Ann 20``) or by a player (``Ann 20 from Bob``)."""
        borrower, lender = words, None
        if "from" in [word.text for word in words if word.seat is None]:
            at = [word.text for word in words].index("from")
            borrower = words[:at]
            named = self.seats("from", words[at + 1 :], range(len(self.names)))
            if len(named) > 1:
                raise PrialError(refuse("sheet.one", word="from"))
            lender = named[0]
        if not (self.lends if lender is not None else self.credit):
            raise PrialError(refuse("sheet.purse.no_credit"))
        for seat, chips in self._amounts(borrower, "sheet.purse.borrowed", 0):
            if lender is not None:
                self._check_chips(after, lender, chips)
                after = replace(after, scores=_more(after.scores, lender, -chips), debts=_more(after.debts, lender, -chips))
            elif after.debts[seat] + chips > self.credit:
                owes = after.debts[seat] + chips
                raise PrialError(refuse("sheet.purse.credit", name=self.names[seat], chips=owes, most=self.credit))
            after = replace(after, scores=_more(after.scores, seat, chips), debts=_more(after.debts, seat, chips))
            said.append(say("sheet.purse.lent", {"name": self.names[seat], "chips": chips}))
        return after

    def _amounts(self, words: Sequence[Word], code: str, usual: int) -> Iterator[tuple[Seat, int]]:
        """Read names of players, each with a number of chips (``usual`` if missing).

        A number below 1 is refused with the code ``code``.
        """
        at = 0
        named: list[Seat] = []
        while at < len(words):
            player = words[at]
            if player.seat is None:
                raise PrialError(refuse("sheet.player", word=player.text))
            if player.seat in named:
                raise PrialError(refuse("sheet.named_twice", name=player.text))
            named.append(player.seat)
            number = words[at + 1].number if at + 1 < len(words) else None
            at += 1 if number is None else 2
            chips = usual if number is None else number
            if chips <= 0:
                raise PrialError(refuse(code, name=player.text))
            yield player.seat, chips

    def _dealt(self, before: PurseStanding, parts: Mapping[str, Sequence[Word]], said: list[str]) -> PurseStanding:
        """The standing after a deal. Sentences about the deal are added to ``said``."""
        if "won" in parts and "stays" in parts:
            raise PrialError(refuse("sheet.purse.won_and_stays"))
        paid = self._paid(before, parts[""], said)
        if sum(map(bool, paid)) < 2:
            raise PrialError(refuse("sheet.purse.few"))
        chips = [has - gone for has, gone in zip(before.scores, paid, strict=True)]
        total = before.pot + sum(paid)
        deals = before.deals + 1
        last = 0 < self.length <= deals
        holder = self._holder(parts["stays"], paid) if "stays" in parts else None
        pot = total
        if holder is not None and not last:
            said.append(say("sheet.purse.stays", {"chips": total, "name": self.names[holder]}))
        else:
            for winners, won in self._pots(parts["won"], paid, total) if holder is None else [((holder,), total)]:
                for seat, part in share(won, winners, before.dealer, len(chips)):
                    chips[seat] += part
                code = "sheet.purse.share" if len(winners) > 1 else "sheet.purse.takes"
                said.append(say(code, {"winners": self.listed(winners), "chips": won}))
            pot, holder = 0, None
        dealt = [seat for seat in before.playing if paid[seat] or (not self.ante and before.scores[seat])]
        playing = tuple([seat for seat in dealt if self.buys or chips[seat] >= self.least])
        after = replace(before, deals=deals, scores=tuple(chips), pot=pot, holder=holder, playing=playing)
        if last or len(playing) < 2:
            return self._over(after)
        lost = [seat for seat in dealt if self._bust(after, seat)]
        said += [say("sheet.purse.bust", {"name": self.names[seat]}) for seat in lost]
        return replace(after, dealer=from_left(before.dealer, playing, len(chips))[0])

    def _bust(self, standing: PurseStanding, seat: Seat) -> bool:
        """Whether a player has too few chips for a deal and can't get more."""
        return standing.scores[seat] < self.least and not (self.buys or self.credit or self.lends)

    def _over(self, standing: PurseStanding) -> PurseStanding:
        """The standing at the end of a game. The holder of a pot that stayed on the table gets the pot."""
        ledger = self.close(standing)
        scores = standing.scores
        if standing.holder is not None:
            scores = _more(scores, standing.holder, standing.pot)
        winners = tuple([seat for seat, gained in enumerate(ledger) if gained == max(ledger)])
        return replace(standing, scores=scores, pot=0, holder=None, over=True, winners=winners)

    def besides(self, before: PurseStanding, after: PurseStanding, seat: Seat) -> list[tuple[str, int]]:
        """Get the chips that a seat bought, borrowed or lent between two standings, such as ``("borrowed", 20)``.

        The number is negative if the seat lent chips: ``("lent", -20)``.
        """
        owes = after.debts[seat] - before.debts[seat]
        found = [("bought", after.bought[seat] - before.bought[seat]), ("borrowed" if owes > 0 else "lent", owes)]
        return [(word, chips) for word, chips in found if chips]

    def close(self, before: PurseStanding) -> tuple[int, ...]:
        """Get each seat's gain or loss if the game stops now. If a pot has stayed on the table, its holder gets it."""
        ledger = self._counted(before).ledger
        return ledger if before.holder is None else _more(ledger, before.holder, before.pot)

    def _paid(self, before: PurseStanding, words: Sequence[Word], said: list[str]) -> list[int]:
        """Chips that each seat puts into the pot, by ``words`` or as an ante.

        Sentences about players who can't pay are added to ``said``.
        """
        paid = [0] * len(self.names)
        for player, count in zip(words[::2], [*words[1::2], Word("")], strict=False):
            seat, chips = player.seat, count.number
            if seat is None:
                raise PrialError(refuse("sheet.player", word=player.text))
            if chips is None:
                raise PrialError(refuse("sheet.purse.amount", name=player.text))
            if seat not in before.playing:
                code = "sheet.purse.bust" if self._bust(before, seat) else "sheet.purse.sits_out"
                raise PrialError(refuse(code, name=player.text))
            if paid[seat]:
                raise PrialError(refuse("sheet.named_twice", name=player.text))
            if chips <= 0:
                raise PrialError(refuse("sheet.purse.positive", name=player.text))
            if chips < self.ante:
                raise PrialError(refuse("sheet.purse.ante", name=player.text, chips=chips, ante=self.ante))
            self._check_chips(before, seat, chips)
            paid[seat] = chips
        for seat in before.playing:
            if not paid[seat] and before.scores[seat] < self.least:
                code = "sheet.purse.bust" if self._bust(before, seat) else "sheet.purse.broke"
                said.append(say(code, {"name": self.names[seat]}))
            elif not paid[seat]:
                paid[seat] = self.ante
        return paid

    def _check_chips(self, standing: PurseStanding, seat: Seat, chips: int) -> None:
        """Refuse a number of chips that a player doesn't have.

        Raises:
            PrialError: if the player has fewer than ``chips``.
        """
        if (has := standing.scores[seat]) < chips:
            code = "sheet.purse.short_buy" if self.buys or self.credit or self.lends else "sheet.purse.short"
            raise PrialError(refuse(code, name=self.names[seat], has=has, chips=chips))

    def _holder(self, words: Sequence[Word], paid: Sequence[int]) -> Seat:
        """The seat of the blind player for whom the pot stays on the table, after all others folded."""
        if not self.carries:
            raise PrialError(refuse("sheet.purse.no_stay"))
        seats = self.seats("stays", words, range(len(self.names)))
        if len(seats) > 1:
            raise PrialError(refuse("sheet.one", word="stays"))
        self._check_in_deal(seats, paid)
        return seats[0]

    def _check_in_deal(self, seats: Iterable[Seat], paid: Sequence[int]) -> None:
        """Refuse players who put nothing into the pot.

        Raises:
            PrialError: if a player put nothing into the pot.
        """
        for seat in seats:
            if not paid[seat]:
                raise PrialError(refuse("sheet.purse.nothing_in", name=self.names[seat]))

    def _pots(self, words: Sequence[Word], paid: Sequence[int], total: int) -> list[tuple[tuple[Seat, ...], int]]:
        """The winners and chips of each pot. A last pot without a number in ``words`` is the rest of ``total``."""
        pots: list[tuple[list[Word], int | None]] = [([], None)]
        for word in words:
            if word.number is None:
                pots[-1][0].append(word)
            else:
                pots[-1] = (pots[-1][0], word.number)
                pots.append(([], None))
        if len(pots) > 1 and not pots[-1][0]:
            pots.pop()
        found: list[tuple[tuple[Seat, ...], int]] = []
        left = total
        for players, chips in pots:
            winners = self.seats("won", players, range(len(self.names)))
            self._check_in_deal(winners, paid)
            if chips is None and left <= 0:
                raise PrialError(refuse("sheet.purse.left", winners=self.listed(winners), total=total))
            found.append((winners, left if chips is None else chips))
            left -= found[-1][1]
            if chips is not None and chips <= 0:
                raise PrialError(refuse("sheet.purse.positive", name=self.listed(winners)))
        if left:
            raise PrialError(refuse("sheet.purse.pots", chips=total - left, total=total))
        return found

    def question(self, before: PurseStanding) -> str:
        """Get the question to ask after a deal: who put in how much, and who won.

        The question also says how many chips are already in the pot.
        """
        pot = f" {before.pot} chips lie in the pot already." if before.pot else ""
        return f"Who put in how much, and who won?{pot}"

    def examples(self) -> list[tuple[str, str]]:
        """Get examples of lines that the house rules allow, each with its meaning."""
        a, b = self.names[:2]
        more, most = 4 * self.least, 8 * self.least
        ante = f" Everybody else put in the ante of {self.ante}." if self.ante else ""
        found = [
            (f"{a} {more} {b} {most} won {a}", f"{a} put in {more}, {b} {most}, and {a} won it all.{ante}"),
            (f"{a} {more} {b} {more} won {a} {b}", f"{a} and {b} shared the pot."),
            (f"{a} {more} {b} {most} won {a} {2 * more} {b}", f"{a} won a pot of {2 * more}, and {b} the rest."),
        ]
        known: list[tuple[Any, str, str]] = [
            (self.carries, f"{b} {more} stays {b}", f"Everybody else folded, and {b} was blind: the pot stays."),
            (self.buys, f"bought {b}", f"{b} buys in again for {self.purse} chips; a number after the name buys that many."),
            (self.credit, f"borrowed {b} {more}", f"The bank lends {b} {more}."),
            (self.lends, f"borrowed {b} {more} from {a}", f"{a} lends {b} {more}."),
            (True, f"out {b}", f"{b} sits out, until back {b}."),
        ]
        return found + [(line, means) for on, line, means in known if on]


def _more(chips: tuple[int, ...], seat: Seat, number: int) -> tuple[int, ...]:
    """The chips of all seats, after ``number`` is added to the chips of one seat."""
    return put(chips, seat, chips[seat] + number)
