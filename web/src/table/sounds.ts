// Plays what a table sounds like, if somebody asked for it.
import { settings } from '../lib/settings.svelte';
import type { Line } from '../wire/messages';
import type { Cue } from './cues';
import { deskOf, SOUNDS, type Desk } from './synth';

let desk: Desk<AudioContext> | undefined;

/**
 * Plays a sound, if sounds are wanted and somebody looks.
 *
 * @param after seconds from now.
 */
export function cue(name: Cue, after = 0): void {
  if (!settings.sounds || document.visibilityState !== 'visible') return;
  try {
    desk ??= deskOf(new AudioContext());
    const { audio } = desk;
    // A page may make no sound before it has been touched
    if (audio.state === 'suspended') void audio.resume().catch(() => {});
    SOUNDS[name](desk, audio.currentTime + 0.01 + after);
  } catch {
    // No sound card, or no leave to use it
  }
}

/** Plays what goes with the lines that came. */
export function sound(lines: readonly Line[]): void {
  const kinds = new Set(lines.map((line) => line.sound ?? 'none'));
  for (const kind of kinds) if (kind !== 'none') cue(kind);
}
