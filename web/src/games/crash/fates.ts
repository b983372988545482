// The result of each hand of a place, in a word each, and the place's winner.
import type { TurnedHand, TurnedPlace } from '../../arrange/turned';
import type { Who } from '../../boards/who';
import { split } from '../../cards/cards';
import type { MarkKind } from '../../table/marks';
import type { Shown, Table } from '../../wire/games/crash';
import { nth, nthHand } from './places';
import { t } from './words/board';

export type Fate = 'won' | 'level' | 'ignored' | 'beaten' | 'none' | 'foul';

/** The result of a seat's hand. `fouls` are the seats that fouled: they have no hand in the places after the foul was found. */
export function fateOf(place: Shown, seat: number, fouls: readonly number[]): Fate {
  if (place.hands[seat] == null) return fouls.includes(seat) ? 'foul' : 'none';
  const strength = place.strengths[seat] ?? 0;
  if (!strength) return 'ignored';
  if (place.winner === seat) return 'won';
  const shared = place.strengths.filter((other) => other === strength).length > 1;
  const passedOver = place.winner !== null && strength > (place.strengths[place.winner] ?? 0);
  return shared && (place.reason === 'stopper' || passedOver) ? 'level' : 'beaten';
}

/** The word for a result; empty if the hand was simply beaten. */
export function fateWord(place: Shown, fate: Fate): string {
  if (fate === 'won') return t('crash.won');
  if (fate === 'level') return place.reason === 'next_best' ? t('crash.cancelled') : t('crash.level_hand');
  if (fate === 'ignored') return t('crash.ignored');
  return fate === 'foul' ? t('crash.fouled') : '';
}

export const fateMark = (fate: Fate): MarkKind =>
  fate === 'won' ? 'crown' : fate === 'level' ? 'level' : fate === 'foul' ? 'bad' : 'none';

/** The sentence about the winner of a place and the winning hand. */
export function verdictOn(place: Shown, who: Who): string {
  if (place.reason === 'stopper') return t('crash.stopper');
  if (place.reason === 'empty' || place.winner === null) return t('crash.nobody');
  const args = { name: who.name(place.winner), label: place.label };
  if (place.reason === 'next_best')
    return who.you(place.winner) ? t('crash.place.win.next.you', args) : t('crash.place.win.next', args);
  return who.you(place.winner) ? t('crash.place.win.you', args) : t('crash.place.win', args);
}

/** The winner of a place, in a word or two. */
export const outcomeOf = (place: Shown, who: Who): string =>
  place.reason === 'stopper' ? t('crash.tab.stopper') : place.winner === null ? t('crash.tab.nobody') : who.named(place.winner);

/** A finished deal, as seen by the viewer. */
export interface Deal {
  table: Table;
  /** The cards of each pile, as text. */
  piles: readonly string[];
  who: Who;
}

/** A place as far as it is shown: `at` is its number, from 0; `open` the seats whose hands are turned up; `decided` whether it is seen who has won. */
export function placeOf(
  { table, piles, who }: Deal,
  place: Shown,
  at: number,
  open: readonly number[],
  decided: boolean,
): TurnedPlace {
  const fouls = table.last?.fouls ?? [];
  const seats = [...table.laid.keys()].filter((seat) => (table.laid[seat]?.length ?? 0) > 0 || fouls.includes(seat));
  const hands = seats.map((seat): TurnedHand => {
    const fate = fateOf(place, seat, fouls);
    const word = fateWord(place, fate);
    const laid = place.hands[seat];
    const pile = table.laid[seat]?.[at];
    const backs = pile === undefined ? '' : '??'.repeat(split(piles[pile] ?? '??????').length);
    const up = open.includes(seat);
    return {
      seat,
      name: who.named(seat),
      plain: who.name(seat),
      me: who.you(seat),
      cards: split(up ? (laid ?? '') : decided && laid == null ? '' : backs),
      label: laid == null ? (decided && fate === 'none' ? t('crash.no_hand') : '') : up ? (place.labels[seat] ?? '') : '',
      fate: decided && word ? { text: word, mark: fateMark(fate) } : null,
      won: decided && fate === 'won',
      dim: decided && fate === 'ignored',
      dealer: false,
    };
  });
  return {
    seen: decided ? 'all' : open.length ? 'some' : 'none',
    hand: nthHand(at),
    tab: nth(at),
    outcome: outcomeOf(place, who),
    hands,
    verdict: verdictOn(place, who),
    mark: place.winner === null ? 'level' : 'crown',
    mine: who.you(place.winner),
    none: place.winner === null,
  };
}
