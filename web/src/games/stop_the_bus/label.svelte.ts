// The name of the viewer's hand. The guide and the log give it; this keeps the last known name in between.
import { untrack } from 'svelte';
import { setOf, split, type Code } from '../../cards/cards';
import type { Drafts } from '../../boards/types';
import type { Guide, Table } from '../../wire/games/stop_the_bus';
import type { Line } from './story';

export interface Label {
  /** The name; empty if it isn't known. */
  readonly text: string;
  /** Call this when an exchange is sent: it saves the name of the new hand. */
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
