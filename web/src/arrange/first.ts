// The tip for newcomers about locking in, for all games in which everybody lays cards at the same time.
import type { Tip } from '../boards/first';
import { words } from '../words';

const t = words({
  'first.lock': 'Then lock in',
  'first.lock.text': 'Nobody sees your hands before everybody has locked in. Until then you may take them back.',
});

export const lockIn = (): Tip => ({ title: t('first.lock'), text: t('first.lock.text') });
