// What a table is called where it is seen (its game, its own title, and how far its rules are from their preset), and its seats.
import type { About, Scene } from '../wire/messages';
import { t } from '../words';

/** How many rules of a table differ from its preset. */
export const changesOf = (about: Pick<About, 'changed'>): number => Object.keys(about.changed).length;

/** A table's name; `game` is the title of its game, empty as long as that isn't known. */
export function tableName(game: string, about: Pick<About, 'title' | 'changed'>): string {
  const n = changesOf(about);
  const title = n ? t('table.changed', { title: about.title, n }) : about.title;
  return game && game !== about.title ? t('table.name', { game, title }) : title;
}

/** What each seat is called: who sits there, who is to have it, or its number. */
export const seatNames = (scene: Scene | null): string[] =>
  (scene?.seats ?? []).map(
    ({ name, next }, seat) => name || (next ? t('seat.next.name', { name: next }) : t('seat.number', { n: seat + 1 })),
  );
