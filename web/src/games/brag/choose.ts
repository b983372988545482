// The dealer's choice: what the dealer may choose, and the action for a choice.
import type { Choose as Form } from '../../wire/games/brag';

export interface Offered {
  /** Allowed numbers of cards. */
  sizes: readonly number[];
  /** The usual wild cards; an empty text stands for none. The dealer may name any others. */
  wilds: readonly string[];
}

/** What the dealer may choose, read from the actions that are offered. */
export function offeredIn(actions: readonly string[]): Offered {
  const games = actions.flatMap((action) => {
    const [, cards, wild = ''] = /^choose (\d) cards, (.+) wild, (?:no )?blind$/.exec(action) ?? [];
    return cards ? [{ cards: Number(cards), wild: wild === 'nothing' ? '' : wild }] : [];
  });
  return { sizes: [...new Set(games.map((each) => each.cards))], wilds: [...new Set(games.map((each) => each.wild))] };
}

/** The action that chooses a game, with the wild cards as the dealer typed them. */
export function actionOf({ cards, wild, blind }: Pick<Form, 'cards' | 'wild' | 'blind'>): string {
  const named = wild.trim().replace(/\s+wild$/i, '');
  return `choose ${cards} cards, ${named || 'nothing'} wild, ${blind ? 'blind' : 'no blind'}`;
}
