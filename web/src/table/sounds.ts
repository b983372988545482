// Plays the sounds of a table if the viewer wants them. The code that makes sounds is loaded only then.
import { settings } from '../lib/settings.svelte';
import type { Line } from '../wire/messages';
import type { Cue } from './cues';
import type { Desk } from './synth';

let desk: Desk<AudioContext> | undefined;

/**
 * Plays a sound if sounds are wanted and the page is visible.
 *
 * @param after seconds from now.
 */
export function cue(name: Cue, after = 0): void {
  if (!settings.sounds || document.visibilityState !== 'visible') return;
  play(name, after).catch(() => {
    // No sound card, no permission to use it, or no connection to load the code
  });
}

async function play(name: Cue, after: number): Promise<void> {
  const { deskOf, SOUNDS } = await import('./synth');
  desk ??= deskOf(new AudioContext());
  const { audio } = desk;
  // A page may make no sound before it has been touched
  if (audio.state === 'suspended') void audio.resume().catch(() => {});
  SOUNDS[name](desk, audio.currentTime + 0.01 + after);
}

/** Plays the sounds of new lines. */
export function sound(lines: readonly Line[]): void {
  const kinds = new Set(lines.map((line) => line.sound ?? 'none'));
  for (const kind of kinds) if (kind !== 'none') cue(kind);
}
