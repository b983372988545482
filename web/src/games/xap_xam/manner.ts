// How a hand of Xập xám is set: when it is mis-set, what may be declared, and how to write the action.
import { setOf, split, type Code } from '../../cards/cards';
import { Judge } from '../../arrange/judge';
import { disorderOf, type Advice, type Laying, type Manner } from '../../arrange/manner';
import type { Tray } from '../../arrange/tray.svelte';
import { t as general } from '../../arrange/words';
import type { Guide, Instant, Offer } from '../../wire/games/xap_xam';
import { instantName } from './instants';
import { places } from './rows';
import { t } from './words/board';

/** The claim of a player who has an instant win, but plays the cards instead. */
export const PLAYED = 'played';

/** The hands of a `lay` action, and its claim; null for another action. */
export function readLay(action: string): Laying | null {
  const [verb, ...words] = action.trim().split(/\s+/);
  if (verb !== 'lay') return null;
  return { hands: words.slice(0, 3).map(split), claim: words[3] ?? PLAYED };
}

export const writeLay = ({ hands, claim }: Laying): string =>
  ['lay', ...hands.map((hand) => hand.join('')), ...(claim && claim !== PLAYED ? [claim] : [])].join(' ');

/** The action that sets the hands of an instant win and declares it. */
export const declaring = ({ what, hands }: Offer): string => writeLay({ hands: hands.map(split), claim: what });

/** Whether the cards lie as the instant win must be shown. If it needn't be shown, they may lie anyhow. */
const shows = (offer: Offer, hands: readonly (readonly Code[])[]): boolean =>
  !offer.shown || offer.hands.every((hand, row) => setOf(split(hand)) === setOf(hands[row] ?? []));

/** The instant win that a claim declares, if the guide offers it. */
export const offered = (guide: Guide, claim: string): Offer | undefined => guide.instants.find(({ what }) => what === claim);

export function mannerOf(guide: Guide): Manner {
  const judge = new Judge(guide.hands, { better: !guide.level });

  function advice(tray: Tray): Advice {
    if (tray.left.length) return { block: t('xap.left', { n: tray.left.length }), warn: '' };
    if (tray.claimed) return { block: '', warn: '' };
    const wrong = disorderOf(tray);
    if (wrong) return { block: '', warn: `${wrong} ${t('xap.mis_set.loses')}` };
    const best = guide.instants[0];
    return { block: '', warn: best && tray.claim !== PLAYED ? t('xap.offer.unanswered', { name: instantName(best.what) }) : '' };
  }

  return {
    ...places,
    judge,
    strict: true,
    disorder: (names, level) => (level ? t('xap.mis_set.level', names) : t('xap.mis_set', names)),
    advice,
    read: readLay,
    write: writeLay,
    claims: (hands) => guide.instants.filter((offer) => shows(offer, hands)).map(({ what }): Instant => what),
    order: (claim) => {
      const declared = offered(guide, claim);
      return declared ? { places: declared.shown ? 2 : 0, better: false } : {};
    },
    does: (tray) => (tray.claimed ? t('xap.lock') : general('arrange.lock')),
  };
}
