// A table is set up, and its maker goes there.
import { api, type NewTable } from '../lib/api';
import { go } from '../lib/router.svelte';
import { startsAt } from '../table/coming.svelte';

/** Sets a table up and goes there. One that begins at once begins when its maker is there, and has a part in the shuffle. */
export async function setUp(made: NewTable): Promise<void> {
  const { id } = await api.make({ ...made, start: false });
  if (made.start) startsAt(id);
  go(`/t/${id}`);
}
