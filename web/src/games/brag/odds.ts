// What a player knows of the cards, and how strong the player's hands are by that, in sentences.
import { withSuits } from '../../table/talk';
import type { Against, Known } from '../../wire/games/brag';
import { t } from './words/board';

/** Smaller chances are shown as none. */
const SHOWN = 0.0005;

export function oddsOf(known: Known, names: readonly string[]): string[] {
  const told = [t('brag.odds.cards', { n: known.cards, of: known.of })];
  const share = (chance: number, { near }: Against): string =>
    t(near ? 'brag.odds.near' : 'brag.odds.share', { n: (100 * chance).toFixed(1) });
  const rival = ({ seats, known: held, hand }: Against): string => {
    const who = seats.map((seat) => names[seat] ?? '').join(', ');
    if (seats.length > 1) return t('brag.odds.any', { names: who });
    const whose = hand > 1 ? t('brag.odds.second', { name: who, n: hand }) : who;
    return held ? t('brag.odds.holds', { name: whose, cards: held }) : whose;
  };
  known.hands.forEach((own, at) => {
    const hand = known.hands.length > 1 ? t('brag.odds.hand', { n: at + 1 }) : t('brag.hand');
    if (!own.label) told.push(t(own.known ? 'brag.odds.blind' : 'brag.odds.blind.none', { hand, cards: own.known }));
    for (const other of own.against) {
      const args = { hand, name: rival(other), chance: share(other.better, other), level: share(other.equal, other) };
      told.push(t(other.equal < SHOWN ? 'brag.odds.beats' : 'brag.odds.beats.level', args));
    }
  });
  if (known.pack.length)
    told.push(t('brag.odds.pack', { cards: known.pack.map((each) => `${each.place}. ${each.card}`).join(', ') }));
  if (known.hands.some((own) => own.against.length)) told.push(t('brag.odds.note'));
  return told.map(withSuits);
}
