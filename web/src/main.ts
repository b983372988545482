// The first file is small, so that it can request everything that the address needs at once.
import './app.css';
import { beginning, boardOf } from './boards';
import { first as saysOf } from './home/first';
import { keptGame } from './home/newTable';
import { ask, dial } from './lib/early';
import { load } from './lib/store';

// In a built client these styles are a file of their own that loads first (vite.config.ts)
if (import.meta.env.DEV) {
  void import('./look.css');
  void import('./home/hero.css');
}

const ahead = (file: Promise<unknown>): void => void file.catch(() => undefined); // the code that needs it reports a failure
const [, first, second] = location.pathname.split('/');
// A saved name means that somebody has been here before
if (load('name', '', (value) => typeof value === 'string')) {
  ask('/api/me');
  if (first === 't' && second) dial(decodeURIComponent(second));
}
if (first === '') {
  ask('/api/tables');
  ahead(import('./pages/Home.svelte'));
  // The first HTML has the words of the game that everybody begins with; this browser may have chosen another one
  const says = saysOf(keptGame());
  const put = (where: string, words: string): void => {
    const told = document.querySelector(`#first ${where}`);
    if (told) told.textContent = words;
  };
  put('h1', says.heading);
  put('.lead', says.text);
}
if (first === 't') {
  ahead(import('./table/TablePage.svelte'));
  ahead(boardOf(load('game', beginning, (value) => typeof value === 'string'))); // most go back to their last game
}

import('./start').catch(() => {
  const late = document.getElementById('late');
  if (late) late.hidden = false;
});
