// Sets up a table and opens its page.
import { api, type NewTable } from '../lib/api';
import { go } from '../lib/router.svelte';
import { startsAt } from '../table/coming.svelte';

/** Sets up a table and opens its page. A game that begins at once waits for its owner's page, which takes part in the shuffle. */
export async function setUp(made: NewTable): Promise<void> {
  const { id } = await api.make({ ...made, start: false });
  if (made.start) startsAt(id);
  go(`/t/${id}`);
}
