// The dealer's choice: what is offered for it, and the action that it comes to.
import type { Choose as Form } from '../../wire/games/brag';

export interface Offered {
  /** How many cards may be dealt. */
  sizes: readonly number[];
  /** Usual wild cards; empty for none. Any others may be named. */
  wilds: readonly string[];
}

/** What may be set, from the games that are offered. */
export function offeredIn(actions: readonly string[]): Offered {
  const games = actions.flatMap((action) => {
    const [, cards, wild = ''] = /^choose (\d) cards, (.+) wild, (?:no )?blind$/.exec(action) ?? [];
    return cards ? [{ cards: Number(cards), wild: wild === 'nothing' ? '' : wild }] : [];
  });
  return { sizes: [...new Set(games.map((each) => each.cards))], wilds: [...new Set(games.map((each) => each.wild))] };
}

/** The action that sets a game; its wild cards as somebody typed them. */
export function actionOf({ cards, wild, blind }: Pick<Form, 'cards' | 'wild' | 'blind'>): string {
  const named = wild.trim().replace(/\s+wild$/i, '');
  return `choose ${cards} cards, ${named || 'nothing'} wild, ${blind ? 'blind' : 'no blind'}`;
}
