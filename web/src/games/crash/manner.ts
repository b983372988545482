// How hands of Crash are arranged: what may be laid, the sentences about it, and how to write the action.
import { split, type Code } from '../../cards/cards';
import { Judge } from '../../arrange/judge';
import { t as general } from '../../arrange/words';
import { disorderOf, shortOf, type Advice, type Laying, type Manner } from '../../arrange/manner';
import type { Tray } from '../../arrange/tray.svelte';
import type { Guide } from '../../wire/games/crash';
import { nthHand, places } from './places';
import { t } from './words/board';

export const KNOCK = 'knock';

/** The hands of a `lay` action, and whether it knocks; null for another action. */
export function readLay(action: string): Laying | null {
  const [verb, ...words] = action.trim().split(/\s+/);
  if (verb !== 'lay') return null;
  const claim = words.at(-1) === KNOCK ? KNOCK : '';
  return { hands: words.filter((word) => word !== KNOCK).map(split), claim };
}

export const writeLay = ({ hands, claim }: Laying): string =>
  ['lay', ...hands.map((hand) => hand.join('')), claim].filter((word) => word).join(' ');

export function mannerOf(guide: Guide): Manner {
  const judge = new Judge(guide.hands, { odd: guide.fours, least: guide.least, leastLaid: guide.least_laid });
  const any = judge.strongest >= guide.least_laid;

  function claims(hands: readonly (readonly Code[])[]): string[] {
    const laid = new Set(hands.flat());
    return guide.knock.some((four) => four.every((card) => laid.has(card))) ? [KNOCK] : [];
  }

  function advice(tray: Tray): Advice {
    const { judged, filled } = tray;
    const short = shortOf(tray);
    if (short) return { block: short, warn: '' };
    if (tray.empty) return { block: any ? t('crash.empty') : '', warn: '' };
    const weak = judged.findIndex((hand) => hand.strength > 0 && !hand.allowed);
    if (weak >= 0) return { block: t('crash.weak', { place: nthHand(weak) }), warn: '' };
    const warn: string[] = [];
    const disorder = guide.sorted ? '' : disorderOf(tray); // a table with sorted hands puts them in order by itself
    if (disorder) warn.push(disorder);
    if (filled < judge.places && tray.left.length >= 3) warn.push(t('crash.fewer', { n: filled, places: judge.places }));
    if (warn.length && tray.places.some((cards, at) => !cards.length && tray.places.slice(at).some((later) => later.length)))
      warn.push(t('crash.gap'));
    return { block: '', warn: warn.join(' ') };
  }

  return {
    ...places,
    judge,
    strict: !guide.sorted,
    disorder: (names) => (guide.sorted ? t('crash.not_in_order') : t('crash.foul', names)),
    advice,
    read: readLay,
    write: writeLay,
    claims,
    claim: KNOCK,
    does: (tray) => (tray.empty && !any ? t('crash.lock.none') : general('arrange.lock')),
  };
}
