// An exchange that is being chosen: what comes, and what goes.
import type { Code } from '../../cards/cards';
import type { Aid, Named } from '../../wire/games/stop_the_bus';

export interface Choice {
  /** A card of the middle, or all three. */
  take: Code | 'all' | null;
  /** A card of one's own, or the one that was taken. */
  put: Code | null;
}

export const NOTHING: Choice = { take: null, put: null };

/** What a choice makes of the hand; null while it is none yet. */
export function made(aid: Aid, { take, put }: Choice): Named | null {
  if (take === 'all') return aid.all;
  return aid.exchanges.find((each) => each.take === take && each.put === put) ?? null;
}

/** Whether the card that is taken may be put back. */
export const mayPutBack = (aid: Aid): boolean => aid.exchanges.some((each) => each.take === each.put);

/** A card was pointed at: chosen, or no more. */
export function point(aid: Aid, choice: Choice, card: Code): Choice {
  if (aid.middle.includes(card)) {
    if (choice.take === card) return { take: null, put: choice.put === card ? null : choice.put };
    return { take: card, put: choice.put === choice.take ? null : choice.put };
  }
  return { take: choice.take === 'all' ? null : choice.take, put: choice.put === card ? null : card };
}

/** The action, in the words of the game. */
export const actionOf = ({ take, put }: Choice, stop: boolean): string =>
  (take === 'all' ? 'take all' : `take ${take} put ${put}`) + (stop ? ' stop the bus' : '');

/** A choice that was kept, if it is still one. */
export function restore(aid: Aid, text: string | null): Choice {
  if (!text) return NOTHING;
  const [take = '', put = ''] = text.split(' ');
  if (take === 'all') return aid.all ? { take, put: null } : NOTHING;
  return {
    take: aid.middle.includes(take) ? take : null,
    put: aid.cards.includes(put) || (put === take && aid.middle.includes(put) && mayPutBack(aid)) ? put : null,
  };
}
