// The name of a table (its game, its own title, and how many rules differ from the preset), and the names of its seats.
import type { About, Scene } from '../wire/messages';
import { t } from '../words';

/** Number of a table's rules that differ from its preset. */
export const changesOf = (about: Pick<About, 'changed'>): number => Object.keys(about.changed).length;

/** A table's name; `game` is the title of its game, empty until it is known. */
export function tableName(game: string, about: Pick<About, 'title' | 'changed'>): string {
  const n = changesOf(about);
  const title = n ? t('table.changed', { title: about.title, n }) : about.title;
  return game && game !== about.title ? t('table.name', { game, title }) : title;
}

/** The name of each seat: of the person or bot there, of the person for whom it is reserved, or its number. */
export const seatNames = (scene: Scene | null): string[] =>
  (scene?.seats ?? []).map(
    ({ name, next }, seat) => name || (next ? t('seat.next.name', { name: next }) : t('seat.number', { n: seat + 1 })),
  );
