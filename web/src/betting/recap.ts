// A game of bets that is over, told to one player: the pots won, and what was bet in vain.
import type { OwnDeal, Recap } from '../boards/recap';
import { t } from './recapWords';

/** A deal of bets, as a player was told it. */
export interface BetDeal {
  number: number;
  /** Pots, by who got each: one player, or several who shared it. */
  pots: readonly { chips: number; winners: readonly number[] }[];
  /** Chips that the player put in, but for what all put in. */
  bet: number;
  /** The player's cards, where they were seen. */
  cards: string;
  looked: boolean;
}

/** Tells a player of deals of bets. A deal brings the pots that were won in it, or costs what was bet in it for nothing. */
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
