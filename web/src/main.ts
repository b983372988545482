// The first file is a small one, so that whatever the address needs is asked for at once and not one thing after the other.
import './app.css';
import { boardOf, front } from './boards';
import { ask, dial } from './lib/early';
import { load } from './lib/store';

// Built, they are a file of their own that comes before all else (vite.config.ts)
if (import.meta.env.DEV) {
  void import('./look.css');
  void import('./home/hero.css');
}

const ahead = (file: Promise<unknown>): void => void file.catch(() => undefined); // whoever needs it says that it is missing
const [, first, second] = location.pathname.split('/');
// Whoever was here before has a name
if (load('name', '', (value) => typeof value === 'string')) {
  ask('/api/me');
  if (first === 't' && second) dial(decodeURIComponent(second));
}
if (first === '') {
  ask('/api/tables');
  ahead(import('./pages/Home.svelte'));
}
if (first === 't') {
  ahead(import('./table/TablePage.svelte'));
  ahead(boardOf(load('game', front?.game ?? '', (value) => typeof value === 'string'))); // most go back to the game that they came from
}

import('./start').catch(() => {
  const late = document.getElementById('late');
  if (late) late.hidden = false;
});
