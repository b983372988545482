// What beats what, best first, with an example of each.
import type { PlainKey } from '../words';

export const RANKS: { name: PlainKey; help: PlainKey; cards: string }[] = [
  { name: 'learn.ranks.prial', help: 'learn.ranks.prial.help', cards: '3s3h3d' },
  { name: 'learn.ranks.running', help: 'learn.ranks.running.help', cards: 'AsKsQs' },
  { name: 'learn.ranks.run', help: 'learn.ranks.run.help', cards: '9h8d7c' },
  { name: 'learn.ranks.flush', help: 'learn.ranks.flush.help', cards: 'KdTd4d' },
  { name: 'learn.ranks.pair', help: 'learn.ranks.pair.help', cards: 'JcJd4h' },
  { name: 'learn.ranks.high', help: 'learn.ranks.high.help', cards: 'Kh9c6s' },
];

/** The same where every hand counts. */
export const RANKS_PLAIN = RANKS.map((rank) =>
  rank.name === 'learn.ranks.high' ? { ...rank, help: 'learn.ranks.high.plain' as const } : rank,
);
