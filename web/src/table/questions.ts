// What a table is asked that changes nothing there.
import type { TableSocket } from '../lib/socket';
import type { Looker, Suggestion } from '../wire/messages';

export interface Questions {
  /** Ways to answer the present decision: what the coach would do, and why, then what others do. */
  suggest: () => Promise<readonly Suggestion[]>;
  /** What one knows of the cards and may hope for. */
  count: () => Promise<unknown>;
  /** Who looks on; null where that can't be told just now. */
  watchers: () => Promise<readonly Looker[] | null>;
}

/** `key` names the present decision. */
export const questions = (line: TableSocket, key: () => string | null | undefined): Questions => ({
  async suggest() {
    const now = key();
    if (!now) return [];
    const answers = await Promise.all([line.send({ do: 'coach', key: now }), line.send({ do: 'suggest', key: now })]);
    return answers.flatMap((answer) => (answer.is === 'suggested' ? answer.suggestions : []));
  },
  async count() {
    const now = key();
    if (!now) return null;
    const answer = await line.send({ do: 'odds', key: now });
    return answer.is === 'counted' ? answer.odds : null;
  },
  async watchers() {
    const answer = await line.send({ do: 'watchers' });
    return answer.is === 'watching' ? answer.people : null;
  },
});
