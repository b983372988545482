// What one's own hand is called. The name comes with what is asked, and with what is told; between them it is kept.
import { untrack } from 'svelte';
import { setOf, split, type Code } from '../../cards/cards';
import type { Drafts } from '../../boards/types';
import type { Guide, Table } from '../../wire/games/stop_the_bus';
import type { Line } from './story';

export interface Label {
  /** Empty where it isn't known. */
  readonly text: string;
  /** An exchange is sent: what it makes keeps its name. */
  sent: (action: string, middle: readonly Code[]) => void;
}

/** Call this while the board is being set up. */
export function labelling(
  hand: () => readonly Code[],
  table: () => Table | undefined,
  guide: () => Guide | null,
  lines: () => readonly Line[],
  drafts: () => Drafts | undefined,
): Label {
  const key = (): string => `${table()?.deal}.held`;
  let called = $state.raw<{ cards: string; label: string }>(
    untrack(
      () => (JSON.parse(drafts()?.load(key()) ?? 'null') as { cards: string; label: string } | null) ?? { cards: '', label: '' },
    ),
  );
  $effect.pre(() => {
    const asked = guide();
    if (asked) called = { cards: setOf(asked.cards), label: asked.now.label };
  });
  const text = $derived.by(() => {
    const held = setOf(hand());
    if (called.cards === held) return called.label;
    const told = lines()
      .map((line) => line.event)
      .findLast((event) => event.type === 'core.hand');
    return told && setOf(split(told.cards)) === held ? told.label : '';
  });
  return {
    get text() {
      return text;
    },
    sent(action, middle) {
      const [, take = '', , put = ''] = action.split(' ');
      const all = take === 'all';
      const made = all ? guide()?.all : guide()?.exchanges.find((each) => each.take === take && each.put === put);
      if (!made) return;
      const cards = all ? middle : take === put ? hand() : [...hand(), take].filter((card) => card !== put);
      called = { cards: setOf(cards), label: made.label };
      drafts()?.keep(key(), JSON.stringify(called));
    },
  };
}
