// What stands in the way of locking in, and what one should know before.
import { t } from './words/board';
import { nthHand } from './places';
import type { Tray } from './tray.svelte';

export interface Advice {
  /** Why the arrangement can't be laid; empty where it can. */
  block: string;
  /** What one should know before it is; empty where there is nothing. */
  warn: string;
}

/** How many places hold a hand. */
export const filledOf = (tray: Tray): number => tray.judged.filter((hand) => hand.strength > 0).length;

/** That a hand beats one before it; empty where the order stands. */
export function disorderOf({ judged, judge }: Tray): string {
  const wrong = judged.findIndex((hand) => hand.beats >= 0);
  if (wrong < 0) return '';
  const args = { first: nthHand(judged[wrong]?.beats ?? 0), second: nthHand(wrong) };
  return judge.guide.sorted ? t('crash.not_in_order', args) : t('crash.foul', args);
}

export function adviceOn(tray: Tray): Advice {
  const { judged, judge, places } = tray;
  const { guide } = judge;
  const short = places.findIndex((cards, at) => cards.length > 0 && !judged[at]?.strength);
  if (short >= 0) return { block: t('crash.short', { place: nthHand(short) }), warn: '' };
  if (tray.empty) return { block: judge.anyLegal() ? t('crash.empty') : '', warn: '' };
  const weak = judged.findIndex((hand) => hand.strength > 0 && !hand.allowed);
  if (weak >= 0) return { block: t('crash.weak', { place: nthHand(weak) }), warn: '' };
  const warn: string[] = [];
  const disorder = guide.sorted ? '' : disorderOf(tray); // the table sorts by itself
  if (disorder) warn.push(disorder);
  const filled = filledOf(tray);
  if (filled < guide.places && tray.left.length >= guide.size) warn.push(t('crash.fewer', { n: filled, places: guide.places }));
  if (warn.length && places.some((cards, at) => !cards.length && places.slice(at).some((later) => later.length)))
    warn.push(t('crash.gap'));
  return { block: '', warn: warn.join(' ') };
}
