// Sentences about each pair of players: who wins what from whom.
import type { Who } from '../../boards/who';
import { list } from '../../table/list';
import type { Even, Won } from '../../wire/games/xap_xam';
import { instantName } from './instants';
import { t } from './words/board';

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

export function pairSays(pair: Won | Even, who: Who): string {
  if (pair.type === 'xap_xam.level') {
    const [a = -1, b = -1] = [...pair.seats].sort((one, other) => Number(who.you(other)) - Number(who.you(one)));
    return t('pair.level', { names: list([who.named(a), who.named(b)]) });
  }
  const { winner, seat, units, won, lost, by, both, what } = pair;
  const kind = !both ? by : by === 'mis_set' ? 'both' : 'same';
  const args = {
    winner: who.name(winner),
    loser: who.name(seat),
    n: units,
    won,
    lost,
    what: what ? instantName(what) : '',
  };
  if (who.you(winner)) return t(`pair.${kind}.you`, args);
  return who.you(seat) ? t(`pair.${kind}.from`, args) : t(`pair.${kind}`, args);
}
