// Starts the same game at a new table, for a player who is out while the others play on.
import { botOf, keptLevel } from '../home/newTable';
import { setUp } from '../home/setUp';
import type { Bots } from '../lib/api';
import type { TableSocket } from '../lib/socket';
import type { About, Scene } from '../wire/messages';

/** Makes a table with the same rules and bots in all other seats, and goes there. */
export async function anew(
  line: TableSocket,
  { game, preset, changed, title, clock, suggest, away_s, open_decks }: About,
  { seats }: Scene,
  viewer: number,
  bots: Bots,
): Promise<void> {
  const others = seats.filter((_, seat) => seat !== viewer);
  if (others.some((seat) => seat.kind === 'person' && !seat.away)) await line.send({ do: 'leave' });
  const bot = botOf(bots, keptLevel());
  await setUp({
    ...{ game, preset, title, clock, suggest, away_s, open_decks },
    options: changed,
    bots: [null, ...others.map((seat) => seat.bot || bot)],
    start: true,
  });
}
