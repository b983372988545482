"""The values of Brag's options, each with its help text; the options themselves are in `prial.games.brag.rules`."""

from prial.setting import Setting


class PotLimit(Setting):
    """Whether the pot limits a bet."""

    OFF = "off", "The pot doesn't limit what may be bet."
    ON = "on", "No bet may be larger than the pot."


class SeeCost(Setting):
    """What an open player (one who has looked at the cards) pays to see another open player."""

    DOUBLE = "double", "An open player pays twice the last bet to see another open player."
    SINGLE = "single", "An open player pays the last bet to see another open player."


class Blind(Setting):
    """Whether players may bet without looking at their cards."""

    ALLOWED = "allowed", "Cards lie face down until their owner looks at them; a player who hasn't looked pays half."
    OFF = "off", "All players look at their cards at once."


class KeptBlind(Setting):
    """What happens when a player who has bet blind is the only one who hasn't folded."""

    ON = (
        "on",
        (
            "When all others fold to a player who has bet blind, the pot is carried to the next deal, and that player may keep "
            "the blind hand beside the new one."
        ),
    )
    OFF = "off", "When all others fold to a blind player, that player wins the pot."


class Short(Setting):
    """What happens when a player can't pay the full bet (the least bet that the rules require)."""

    COVER = (
        "cover",
        "A player who can't pay the full bet covers the pot with the last chips; the others go on betting for a new pot.",
    )
    FOLD = "fold", "A player who can't pay the full bet folds."
    BORROW = (
        "borrow",
        "A player borrows what is missing to stay in, up to a limit and never for a raise; debts are settled at the end.",
    )
    OPPONENT_CHOOSES = (
        "opponent_chooses",
        (
            "The opponent with most chips in the deal may lend what is missing; without a loan, the player who can't pay folds. "
            "With two players left, the other player either lends the difference or has both show."
        ),
    )


class ShortOfTwo(Setting):
    """What happens when only two players are left and one can't pay the full bet (the least bet that the rules require)."""

    SAME = "same", "The same as with more players left."
    COVER = "cover", "The player puts in the last chips; that ends the betting, and both show."
    FOLD = "fold", "The player who can't pay the full bet folds."
    BORROW = "borrow", "The player borrows what is missing, up to a limit and never for a raise; debts are settled at the end."
    OPPONENT_CHOOSES = "opponent_chooses", "The other player either lends the difference or has both show."


class Lender(Setting):
    """Who lends chips to a player who borrows."""

    BANK = "bank", "The bank lends."
    PLAYERS = (
        "players",
        (
            "You may ask the other players in the deal, each once a turn, to lend what is missing, and they may refuse. You may "
            "show your cards to a player who has folded."
        ),
    )
    RICHEST = "richest", "The other player with most chips in the deal lends without being asked, as agreed beforehand."


class LastChip(Setting):
    """Whether a full bet that takes a player's last chips is an ordinary bet or covers the pot."""

    BETS = (
        "bets",
        (
            "A full bet with the last chips is a bet like any other: the others must pay as much. At the next turn the player "
            "who made it covers the newest pot and pays nothing. With two players left, the other player folds, or pays as much "
            "and both show."
        ),
    )
    COVERS = "covers", "Any bet with the last chips covers the pot, even a full one, and the last bet stays what it was."


class Showdown(Setting):
    """Whether three or more players may agree to end the betting."""

    BY_CONSENT = (
        "by_consent",
        "While three or more still bet, one may propose a showdown: if all agree, the best hand wins, and equal hands share.",
    )
    OFF = "off", "Betting goes on until two are left."


class Shuffle(Setting):
    """When the pack is shuffled."""

    EVERY_DEAL = "every_deal", "The pack is shuffled before every deal."
    WHEN_SEEN_PRIAL = (
        "when_seen_prial",
        (
            "The pack is shuffled only after a win with a prial that was shown. Otherwise folded hands, then the loser's hand, "
            "then the winner's go under the pack as they lie, and the next deal comes off the top."
        ),
        (
            "The same cards come round again in a known order. A player who remembers them can know a hand before it is dealt, "
            "most easily with 3 or 6 players, and partners could plan to use it."
        ),
    )


class BottomCard(Setting):
    """Whether everybody sees the bottom card of the pack."""

    HIDDEN = "hidden", "The pack lies face down."
    SHOWN = "shown", "The rest of the pack lies face up, and folded hands go on top of it, so that one card shows."


class DealersChoice(Setting):
    """Whether dealers choose the game: the number of cards, the wild cards and blind play."""

    OFF = "off", "The game stays the same."
    ON = (
        "on",
        (
            "After as many deals as there are players, and one more, the next dealer chooses how many cards are dealt, which "
            "cards are wild and whether blind play is allowed. The choice holds for the same number of deals."
        ),
    )


class Rebuy(Setting):
    """When players may buy more chips."""

    BETWEEN_DEALS = "between_deals", "A player who has less than a purse may buy another between deals."
    ANY_TIME = (
        "any_time",
        (
            "Players may buy any number of chips at any time, even at their own turn. A player who has covered a pot must wait "
            "until it is settled."
        ),
    )
    OFF = "off", "Everybody has one purse, and nobody can buy more chips."
