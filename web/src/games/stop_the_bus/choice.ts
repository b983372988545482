// An exchange while the player chooses it: the card to take, and the card to put into the middle.
import type { Code } from '../../cards/cards';
import type { Guide, Named } from '../../wire/games/stop_the_bus';

export interface Choice {
  /** A card of the middle, or all three; null if none is chosen. */
  take: Code | 'all' | null;
  /** A card of the hand, or the card that was taken; null if none is chosen. */
  put: Code | null;
}

export const NOTHING: Choice = { take: null, put: null };

/** The hand after an exchange, with its name; null if the choice isn't complete. */
export function made(guide: Guide, { take, put }: Choice): Named | null {
  if (take === 'all') return guide.all;
  return guide.exchanges.find((each) => each.take === take && each.put === put) ?? null;
}

/** Whether the card that was taken may be put back. */
export const mayPutBack = (guide: Guide): boolean => guide.exchanges.some((each) => each.take === each.put);

/** Chooses a card, or unchooses it if it was chosen. */
export function point(guide: Guide, choice: Choice, card: Code): Choice {
  if (guide.middle.includes(card)) {
    if (choice.take === card) return { take: null, put: choice.put === card ? null : choice.put };
    return { take: card, put: choice.put === choice.take ? null : choice.put };
  }
  return { take: choice.take === 'all' ? null : choice.take, put: choice.put === card ? null : card };
}

/** The action for a complete choice, in the game's own words. */
export const actionOf = ({ take, put }: Choice, stop: boolean): string =>
  (take === 'all' ? 'take all' : `take ${take} put ${put}`) + (stop ? ' stop the bus' : '');

/** A saved choice; the empty choice if it isn't possible any more. */
export function restore(guide: Guide, text: string | null): Choice {
  if (!text) return NOTHING;
  const [take = '', put = ''] = text.split(' ');
  if (take === 'all') return guide.all ? { take, put: null } : NOTHING;
  return {
    take: guide.middle.includes(take) ? take : null,
    put: guide.cards.includes(put) || (put === take && guide.middle.includes(put) && mayPutBack(guide)) ? put : null,
  };
}
