"""What the options of Brag may be set to, in words; `prial.games.brag.rules` has the options."""

from prial.setting import Setting


class PotLimit(Setting):
    """Whether the pot limits a bet."""

    OFF = "off", "The pot doesn't limit what may be bet."
    ON = "on", "Nobody puts more into the pot than it holds."


class SeeCost(Setting):
    """What an open player pays to see an open one."""

    DOUBLE = "double", "An open player sees an open one for twice the last bet."
    SINGLE = "single", "An open player sees an open one for the last bet."


class Blind(Setting):
    """Whether anybody may bet on cards not looked at."""

    ALLOWED = "allowed", "Cards lie face down until their owner looks; who hasn't looked bets for half."
    OFF = "off", "All look at their cards at once."


class KeptBlind(Setting):
    """What a blind player wins when all others fold."""

    ON = (
        "on",
        (
            "When all fold to a player who has bet blind, the pot is carried to the next deal, and the blind hand may be kept "
            "beside the new one."
        ),
    )
    OFF = "off", "When all fold to a blind player, that player wins the pot."


class Short(Setting):
    """What becomes of a player who can't pay the full bet."""

    COVER = "cover", "The last chips cover the pot; the others go on betting for a new one."
    FOLD = "fold", "Who can't pay the full bet folds."
    BORROW = (
        "borrow",
        "What is missing to stay in is borrowed, up to a limit and never for a raise; the debt is settled at the end.",
    )
    OPPONENT_CHOOSES = (
        "opponent_chooses",
        (
            "Whoever has most chips in the deal may lend what is missing, else who can't pay folds; of the last two, the other "
            "either lends the difference or has both show."
        ),
    )


class ShortOfTwo(Setting):
    """What becomes of one of the last two who can't pay the full bet."""

    SAME = "same", "The same as with more players left."
    COVER = "cover", "The last chips end the betting, and both show."
    FOLD = "fold", "Who can't pay the full bet folds."
    BORROW = "borrow", "What is missing is borrowed, up to a limit and never for a raise; the debt is settled at the end."
    OPPONENT_CHOOSES = "opponent_chooses", "The other either lends the difference or has both show."


class Lender(Setting):
    """Who lends chips."""

    BANK = "bank", "The bank lends."
    PLAYERS = (
        "players",
        (
            "You ask another player in the deal, each once a turn, who lends what is missing or doesn't. You may show your cards "
            "to one who has folded."
        ),
    )
    RICHEST = "richest", "Whoever else in the deal has most chips lends, as agreed beforehand, and isn't asked."


class LastChip(Setting):
    """What a full bet of the last chip is."""

    BETS = (
        "bets",
        (
            "A full bet of the last chip is a bet like any other: the others pay as much. Whoever made it covers the newest pot "
            "at the next turn, and pays nothing. Of the last two the other answers it or folds, and both show."
        ),
    )
    COVERS = "covers", "Any bet of the last chip covers the pot, a full one too, and the last bet stays what it was."


class Showdown(Setting):
    """Whether three or more may end the betting together."""

    BY_CONSENT = (
        "by_consent",
        "With three or more still betting, one may propose a showdown: if all agree the best hand wins, and equal ones share.",
    )
    OFF = "off", "Betting goes on until two are left."


class Shuffle(Setting):
    """When the pack is shuffled."""

    EVERY_DEAL = "every_deal", "The pack is shuffled before every deal."
    WHEN_SEEN_PRIAL = (
        "when_seen_prial",
        (
            "The pack is shuffled only after a win with a prial that was shown; else folded hands, then the loser's, then the "
            "winner's go under it as they lie, and the next deal comes off the top."
        ),
        (
            "The same cards come round again in a known order. Whoever remembers them can know a hand before it is dealt, most "
            "easily with 3 or 6 players, and partners could agree on it."
        ),
    )


class BottomCard(Setting):
    """Whether the bottom card shows."""

    HIDDEN = "hidden", "The pack lies face down."
    SHOWN = "shown", "The rest of the pack lies face up with folded hands on top of it, so that one card shows."


class DealersChoice(Setting):
    """Whether dealers choose the game."""

    OFF = "off", "The game stays the same."
    ON = (
        "on",
        (
            "After one more deal than there are players, the next dealer sets how many cards are dealt, which are wild and "
            "whether blind play is allowed, for as many deals."
        ),
    )


class Rebuy(Setting):
    """When a player may buy another purse."""

    BETWEEN_DEALS = "between_deals", "Who has less than a purse may buy another between deals."
    ANY_TIME = (
        "any_time",
        (
            "Chips may be bought at any time and in any number, also at one's own turn; not by a player who has covered a pot, "
            "until it is settled."
        ),
    )
    OFF = "off", "There is one purse each."
