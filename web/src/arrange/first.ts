// What a newcomer is told of locking in, at any game where all lay their cards at once.
import type { Tip } from '../boards/first';
import { words } from '../words';

const t = words({
  'first.lock': 'Then lock in',
  'first.lock.text': 'Nobody sees your hands before everybody has locked in. Until then you may take them back.',
});

export const lockIn = (): Tip => ({ title: t('first.lock'), text: t('first.lock.text') });
