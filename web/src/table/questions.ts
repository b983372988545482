// Questions to a table that change nothing there.
import type { TableSocket } from '../lib/socket';
import type { Looker, Suggestion } from '../wire/messages';

export interface Questions {
  /** Suggestions for the present decision: the coach's, with its reasons, then others. */
  suggest: () => Promise<readonly Suggestion[]>;
  /** The viewer's odds. */
  count: () => Promise<unknown>;
  /** The people who watch; null if they aren't known just now. */
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
