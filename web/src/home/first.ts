// The words of the first page. They are in its HTML too (vite.config.ts), so that people can read them while the program loads.
import { beginning, manifestOf } from '../boards';
import type { Front } from '../boards/manifest';
import type { Game } from '../lib/api';
import { t } from '../words';

/**
 * What the first page says of a game, or of the house if nothing is known of the game.
 *
 * @param game the game's name
 * @param known the game as the server describes it, for a game that brings no words
 */
export function first(game = beginning, known?: Pick<Game, 'title' | 'text'>): Front {
  const own = manifestOf(game).front?.();
  if (own) return own;
  if (known) return { page: t('app.title', { page: known.title }), heading: known.title, text: known.text };
  return { page: t('home.title'), heading: t('home.heading'), text: t('home.text') };
}
