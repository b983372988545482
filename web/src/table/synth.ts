// Makes the sounds of a table from noise and tones; no file is loaded. They are quiet and short.
import type { Cue } from './cues';

/** An audio context to make sounds in, live or into a buffer. */
export interface Desk<A extends BaseAudioContext = BaseAudioContext> {
  audio: A;
  /** One second of noise. */
  noise: AudioBuffer;
}

/** A sound that swells and dies away; times in seconds, pitches in hertz, loudness as amplitude. */
interface Voice {
  at: number;
  length: number;
  loud: number;
  /** The pitch, and where it glides to. */
  hz: number;
  to?: number;
  /** Seconds until it reaches its full loudness. */
  swell?: number;
}

const SILENT = 0.0001;

function shaped({ audio }: Desk, { at, length, loud, swell = 0.003 }: Voice): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(SILENT, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + swell);
  gain.gain.exponentialRampToValueAtTime(SILENT, at + length);
  gain.connect(audio.destination);
  return gain;
}

function glides(pitch: AudioParam, { at, length, hz, to = hz }: Voice): void {
  pitch.setValueAtTime(hz, at);
  pitch.exponentialRampToValueAtTime(to, at + length);
}

/** A ringing sound, as of wood or brass. */
function tone(desk: Desk, voice: Voice): void {
  const source = desk.audio.createOscillator();
  glides(source.frequency, voice);
  source.connect(shaped(desk, voice));
  source.start(voice.at);
  source.stop(voice.at + voice.length);
}

/** A rubbing or striking sound, as of paper or baize. `sharp` says how narrow its frequency band is. */
function rub(desk: Desk, { sharp = 1, ...voice }: Voice & { sharp?: number }): void {
  const source = desk.audio.createBufferSource();
  source.buffer = desk.noise;
  const filter = desk.audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.Q.value = sharp;
  glides(filter.frequency, voice);
  source.connect(filter).connect(shaped(desk, voice));
  source.start(voice.at, Math.random() * 0.5, voice.length);
}

/** Knuckles on wood. */
function strike(desk: Desk, at: number, loud: number, hz = 190): void {
  tone(desk, { at, length: 0.11, loud: loud * 0.6, hz, to: hz * 0.6 });
  rub(desk, { at, length: 0.05, loud: loud * 0.7, hz: hz * 3, sharp: 2 });
}

/** Makes each sound; `at` is its start, in seconds of the desk's clock. */
export const SOUNDS: Readonly<Record<Cue, (desk: Desk, at: number) => void>> = {
  riffle(desk, at) {
    // Slow at first, then faster and louder, and the halves are pushed together
    for (let card = 0; card < 22; card++) {
      const gone = 0.6 * (Math.sqrt((card + 4) / 26) - Math.sqrt(4 / 26));
      rub(desk, { at: at + gone, length: 0.03, loud: 0.1 + card * 0.007, hz: 2600 + card * 70, sharp: 1.4 });
    }
    rub(desk, { at: at + 0.42, length: 0.2, loud: 0.14, hz: 1500, to: 3200, swell: 0.09 });
  },
  slide(desk, at) {
    rub(desk, { at, length: 0.15, loud: 0.14, hz: 1300, to: 2900, sharp: 0.8, swell: 0.05 });
  },
  flip(desk, at) {
    rub(desk, { at, length: 0.06, loud: 0.16, hz: 2400, to: 3600, swell: 0.02 });
    rub(desk, { at: at + 0.05, length: 0.05, loud: 0.3, hz: 900, sharp: 1.5 });
  },
  peg(desk, at) {
    rub(desk, { at, length: 0.03, loud: 0.3, hz: 2100, sharp: 4 });
    tone(desk, { at, length: 0.08, loud: 0.14, hz: 880, to: 700 });
  },
  knock(desk, at) {
    strike(desk, at, 0.4);
    strike(desk, at + 0.14, 0.32, 175);
  },
  thud(desk, at) {
    tone(desk, { at, length: 0.3, loud: 0.34, hz: 105, to: 52 });
    rub(desk, { at, length: 0.12, loud: 0.3, hz: 260, sharp: 0.9 });
  },
  chips(desk, at) {
    for (const [n, gone] of [0, 0.055, 0.095, 0.16].entries()) {
      tone(desk, { at: at + gone, length: 0.07, loud: 0.07, hz: 2650 + n * 190 });
      tone(desk, { at: at + gone, length: 0.05, loud: 0.05, hz: 4300 + n * 260 });
      rub(desk, { at: at + gone, length: 0.02, loud: 0.12, hz: 5200, sharp: 2 });
    }
  },
  tumble(desk, at) {
    tone(desk, { at, length: 0.5, loud: 0.28, hz: 90, to: 42 });
    rub(desk, { at, length: 0.7, loud: 0.26, hz: 900, to: 300, sharp: 0.7 });
    // What stands on the table settles again
    for (const gone of [0.09, 0.17, 0.23, 0.34, 0.43]) strike(desk, at + gone, 0.16 * (1 - gone), 260 + gone * 500);
  },
  turn(desk, at) {
    tone(desk, { at, length: 0.35, loud: 0.14, hz: 659.26, swell: 0.012 });
    tone(desk, { at: at + 0.13, length: 0.5, loud: 0.14, hz: 880, swell: 0.012 });
  },
  win(desk, at) {
    for (const [n, hz] of [523.25, 659.26, 783.99, 1046.5].entries()) {
      tone(desk, { at: at + n * 0.13, length: 0.8, loud: 0.11, hz, swell: 0.015 });
      tone(desk, { at: at + n * 0.13, length: 0.4, loud: 0.03, hz: hz * 2, swell: 0.015 });
    }
  },
};

/** Makes a desk. */
export function deskOf<A extends BaseAudioContext>(audio: A): Desk<A> {
  const noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return { audio, noise };
}
