// A riffle, a knock and a peg, made from noise when somebody asked for sounds. Nothing is loaded.
import { settings } from '../lib/settings.svelte';
import type { Line, Sound } from '../wire/messages';

let audio: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** A short burst of noise through a filter: everything on a card table sounds like that. */
function burst(at: number, length: number, pitch: number, loud: number, sharp = 1): void {
  if (!audio || !noise) return;
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = sharp;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at, Math.random() * 0.5, length + 0.02);
}

const SOUNDS: Record<Sound, (now: number) => void> = {
  none: () => {},
  riffle: (now) => {
    for (let card = 0; card < 14; card++) burst(now + card * 0.028 + Math.random() * 0.006, 0.025, 3200 + card * 60, 0.25);
  },
  knock: (now) => {
    burst(now, 0.09, 240, 0.9, 4);
    burst(now + 0.13, 0.09, 220, 0.7, 4);
  },
  peg: (now) => burst(now, 0.05, 1500, 0.6, 6),
};

/** Two light taps, as of a finger on the table. */
const TURN = (now: number): void => {
  burst(now, 0.06, 620, 0.7, 5);
  burst(now + 0.11, 0.07, 820, 0.7, 5);
};

/** Plays what goes with the lines that came, if sounds are wanted. */
export function sound(lines: readonly Line[]): void {
  const kinds = new Set(lines.map((line) => line.sound ?? 'none'));
  kinds.delete('none');
  play([...kinds].map((kind) => SOUNDS[kind]));
}

/** Plays that it is one's turn, if sounds are wanted. */
export const soundTurn = (): void => play([TURN]);

function play(sounds: readonly ((now: number) => void)[]): void {
  if (!sounds.length || !settings.sounds || document.visibilityState !== 'visible') return;
  try {
    audio ??= new AudioContext();
    if (!noise) {
      noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
      const samples = noise.getChannelData(0);
      for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
    }
    // A page may make no sound before it has been touched
    if (audio.state === 'suspended') void audio.resume().catch(() => {});
    for (const each of sounds) each(audio.currentTime + 0.01);
  } catch {
    // No sound card, or no leave to use it
  }
}
