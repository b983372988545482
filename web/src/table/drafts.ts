// Unfinished answers at a table, kept through a reload and a restart of the browser.
import type { Drafts } from '../boards';

/** The draft of a table; a table has one at a time, and a newer one replaces it. */
export function draftsOf(table: string, round: () => number | undefined): Drafts {
  const name = `prial.draft.${table}`;
  return {
    load: (key) => {
      try {
        const kept = JSON.parse(localStorage.getItem(name) ?? 'null') as { key: string; text: string } | null;
        return kept?.key === `${round()}.${key}` ? kept.text : null;
      } catch {
        return null;
      }
    },
    keep: (key, text) => {
      try {
        if (text === null) localStorage.removeItem(name);
        else localStorage.setItem(name, JSON.stringify({ key: `${round()}.${key}`, text }));
      } catch {
        // A private window may refuse to store it; then it is kept until the page is closed
      }
    },
  };
}
