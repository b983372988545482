// Half-done answers at a table: they outlive a reload, and the browser.
import type { Drafts } from '../boards';

/** The drafts of a table, of which there is one at a time: a newer one takes its place. */
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
        // A private window may refuse; then it is kept until the page is closed
      }
    },
  };
}
