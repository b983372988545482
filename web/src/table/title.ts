// What a table is called where it is seen: its game, its own title, and how far its rules are from their preset.
import type { About } from '../wire/messages';
import { t } from '../words';

/** How many rules of a table differ from its preset. */
export const changesOf = (about: Pick<About, 'changed'>): number => Object.keys(about.changed).length;

/** A table's name; `game` is the title of its game, empty as long as that isn't known. */
export function tableName(game: string, about: Pick<About, 'title' | 'changed'>): string {
  const n = changesOf(about);
  const title = n ? t('table.changed', { title: about.title, n }) : about.title;
  return game && game !== about.title ? t('table.name', { game, title }) : title;
}
