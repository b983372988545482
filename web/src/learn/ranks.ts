import { t } from './words';

/** A kind of hand, with an example of it. */
export interface Rank {
  name: string;
  help: string;
  cards: string;
}

/** The kinds of hands, best first; `high` is the remark on a high-card hand. */
export const ranks = (high: string = t('learn.ranks.high.plain')): readonly Rank[] => [
  { name: t('learn.ranks.prial'), help: t('learn.ranks.prial.help'), cards: '3s3h3d' },
  { name: t('learn.ranks.running'), help: t('learn.ranks.running.help'), cards: 'AsKsQs' },
  { name: t('learn.ranks.run'), help: t('learn.ranks.run.help'), cards: '9h8d7c' },
  { name: t('learn.ranks.flush'), help: t('learn.ranks.flush.help'), cards: 'KdTd4d' },
  { name: t('learn.ranks.pair'), help: t('learn.ranks.pair.help'), cards: 'JcJd4h' },
  { name: t('learn.ranks.high'), help: high, cards: 'Kh9c6s' },
];
