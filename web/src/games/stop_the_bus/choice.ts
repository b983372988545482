// An exchange that is being chosen: what comes, and what goes.
import type { Code } from '../../cards/cards';
import type { Guide, Named } from '../../wire/games/stop_the_bus';

export interface Choice {
  /** A card of the middle, or all three. */
  take: Code | 'all' | null;
  /** A card of one's own, or the one that was taken. */
  put: Code | null;
}

export const NOTHING: Choice = { take: null, put: null };

/** What a choice makes of the hand; null while it is none yet. */
export function made(guide: Guide, { take, put }: Choice): Named | null {
  if (take === 'all') return guide.all;
  return guide.exchanges.find((each) => each.take === take && each.put === put) ?? null;
}

/** Whether the card that is taken may be put back. */
export const mayPutBack = (guide: Guide): boolean => guide.exchanges.some((each) => each.take === each.put);

/** A card was pointed at: chosen, or no more. */
export function point(guide: Guide, choice: Choice, card: Code): Choice {
  if (guide.middle.includes(card)) {
    if (choice.take === card) return { take: null, put: choice.put === card ? null : choice.put };
    return { take: card, put: choice.put === choice.take ? null : choice.put };
  }
  return { take: choice.take === 'all' ? null : choice.take, put: choice.put === card ? null : card };
}

/** The action, in the words of the game. */
export const actionOf = ({ take, put }: Choice, stop: boolean): string =>
  (take === 'all' ? 'take all' : `take ${take} put ${put}`) + (stop ? ' stop the bus' : '');

/** A choice that was kept, if it is still one. */
export function restore(guide: Guide, text: string | null): Choice {
  if (!text) return NOTHING;
  const [take = '', put = ''] = text.split(' ');
  if (take === 'all') return guide.all ? { take, put: null } : NOTHING;
  return {
    take: guide.middle.includes(take) ? take : null,
    put: guide.cards.includes(put) || (put === take && guide.middle.includes(put) && mayPutBack(guide)) ? put : null,
  };
}
