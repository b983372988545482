// How much was said at a table that isn't read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flushSync } from 'svelte';
import type { Conversation as Talk } from '../src/table/conversation.svelte';
import type { Talk as Spoken } from '../src/wire/messages';
import { pretend, storage } from './support';

const said = (...versions: number[]): Spoken[] =>
  versions.map((version) => ({ version, name: 'Bea', text: 'Hello!', seat: null, phrase: '' }));

test('what is said after old lines were let go is unread', async () => {
  storage();
  pretend('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }));
  const { Conversation } = await import('../src/table/conversation.svelte');
  const now = $state({ talk: said(1, 2, 3) });
  let talk: Talk | undefined;
  const close = $effect.root(() => {
    talk = new Conversation(
      () => [],
      () => now.talk,
      () => 'crash',
    );
  });
  assert.equal(talk?.fresh, 3);
  talk.view = 'chat';
  flushSync();
  assert.equal(talk.fresh, 0);
  talk.view = 'log';
  flushSync();
  now.talk = said(3, 4, 5);
  assert.equal(talk.fresh, 2);
  close();
});
