// The recap of a finished betting game for one player: the pots won, and the chips bet in vain.
import type { OwnDeal, Recap } from '../boards/recap';
import { t } from './recapWords';

/** A deal of a betting game, as a player was told it. */
export interface BetDeal {
  number: number;
  /** The winners of each pot: one player, or several who share it. */
  pots: readonly { chips: number; winners: readonly number[] }[];
  /** Chips that the player put in, without those that everybody had to put in. */
  bet: number;
  /** The player's cards, where they were seen. */
  cards: string;
  looked: boolean;
}

/** Makes the recap. A deal brings the pots that the player won in it, or costs the chips that the player bet in vain. */
export function betting(deals: readonly BetDeal[], viewer: number): Recap {
  const won = (deal: BetDeal): number =>
    deal.pots.reduce((sum, { chips, winners }) => sum + (winners.includes(viewer) ? Math.floor(chips / winners.length) : 0), 0);
  const wins = deals.map(won).filter((chips) => chips > 0);
  const looks = deals.filter(({ looked }) => looked).length;
  return {
    facts: deals.length
      ? [
          t('recap.wins', { n: wins.length, all: deals.length }),
          ...(wins.length ? [t('recap.biggest', { n: Math.max(...wins) })] : []),
          t('recap.looked', { n: looks, all: deals.length }),
        ]
      : [],
    deals: deals.map((deal): OwnDeal => {
      const hands = deal.cards ? [deal.cards] : [];
      return { number: deal.number, made: won(deal) || -deal.bet, hands };
    }),
    brought: (made) => (made > 0 ? t('recap.pot', { n: made }) : made < 0 ? t('recap.vain', { n: -made }) : t('recap.nothing')),
  };
}
