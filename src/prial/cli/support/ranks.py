"""What beats what, as the house rules of a verb have it."""

from prial.cli.support.rules_asked import RulesAsked
from prial.errors import RulesError, add_sentences, refuse
from prial.ranks.brag import Ranking, ranking
from prial.ranks.wild import wild_cards

add_sentences("en", {"ranks.game": "{game} has no Brag hands of three cards."})

WILD_HELP = "Cards that stand for any card: twos, one-eyed jacks, Jh, or none."
"""Help of the option that names them."""


def ranking_of(asked: RulesAsked, wild: str | None) -> Ranking:
    """The ranks of Brag hands under the rules asked for.

    Args:
        asked: the rules; a game that knows nothing of an option has its usual value.
        wild: wild cards as somebody typed them, in place of those of the rules; None leaves them as they are.
    Raises:
        RulesError: rules that can't be made, or a game without such hands.
        CardError: wild cards that are none.
    """
    of = asked.kind.ranks(asked.make().rules) if asked.kind.ranks else None
    if not isinstance(of, Ranking):
        raise RulesError(refuse("ranks.game", game=asked.kind.title))
    return of if wild is None else ranking(of.top_prial, of.top_run, of.four_of_a_kind, wild_cards(wild))
