// Shows the remarks of bots on a table's page when a deal is over.
import { getContext, setContext } from 'svelte';
import { manifestOf } from '../boards';
import { toldDeals } from '../boards/recap';
import { settings } from '../lib/settings.svelte';
import type { Picture } from '../lib/picture';
import type { About } from '../wire/messages';
import { remark } from './manners';
import { t } from './mannerWords';

const KEY = Symbol('manners');

/** The remark about the last deal and its bot; undefined if there is none, or no table. */
export const heardSaying = (): (() => string) => getContext<(() => string) | undefined>(KEY) ?? (() => '');

/** Call this while the table's page is being set up. */
export function manners(picture: () => Picture, about: () => About | null, names: () => readonly string[]): void {
  let said = $state('');
  const over = $derived(picture().scene?.rest ?? null);
  $effect(() => {
    said = '';
    const { scene, lines } = picture();
    const [table, recap] = [about(), manifestOf(about()?.game ?? '').recap];
    if (over === null || !table || !scene || !recap || settings.mute) return;
    const deal = toldDeals(lines, null).at(-1);
    if (!deal) return;
    const bots = scene.seats.map(({ kind }, seat) => (kind === 'bot' ? (names()[seat] ?? null) : null));
    let wanted = true;
    void recap().then(({ default: tell }) => {
      const made = bots.map((_, seat) => tell([deal], seat, table).deals.at(-1)?.made);
      const found = remark(made, bots, deal.number);
      if (wanted && found) said = t(`${found.mood}.${found.word}`, { name: names()[found.seat] ?? '' });
    });
    return () => (wanted = false);
  });
  setContext(KEY, () => said);
}
