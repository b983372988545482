// Plays a finished game, by hand or automatically at a speed.
import { keep, load } from '../lib/store';
import { beginning, pause, type Frame, type Frames } from './frames';

export const SPEEDS = [0.5, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

const isSpeed = (value: unknown): value is Speed => (SPEEDS as readonly unknown[]).includes(value);

/** Make it while the page is being set up. */
export class Playing {
  readonly #all: () => Frames;
  at = $state(0);
  /** Whether the last step went one moment forward, so that it is animated. */
  onward = $state(false);
  /** Whether the replay runs by itself. */
  running = $state(false);
  /** Number of lines that may be shown during a showdown; null if all may. */
  limit = $state<number | null>(null);
  #speed = $state<Speed>(load('replay', 1, isSpeed));

  constructor(all: () => Frames) {
    this.#all = all;
    $effect(() => {
      // A showdown takes its own time
      if (!this.running || this.limit !== null) return;
      const handle = setTimeout(() => this.#go(this.at + 1), pause(this.#all(), this.at) / this.speed);
      return () => clearTimeout(handle);
    });
    $effect(() => {
      if (this.at >= this.last) this.running = false;
    });
  }

  get speed(): Speed {
    return this.#speed;
  }
  set speed(speed: Speed) {
    this.#speed = speed;
    keep('replay', speed);
  }

  readonly last = $derived.by(() => Math.max(0, this.#all().frames.length - 1));
  readonly frame: Frame | undefined = $derived.by(() => this.#all().frames[this.at]);
  readonly deals = $derived.by(() => Math.max(1, ...this.#all().frames.map((each) => each.deal)));

  #go(next: number): void {
    const then = Math.min(Math.max(next, 0), this.last);
    if (then === this.at) return;
    this.onward = then === this.at + 1;
    this.limit = null;
    this.at = then;
  }

  /** Plays, from the beginning where it is at its end; or stops. */
  toggle(): void {
    if (!this.running && this.at >= this.last) this.#go(0);
    this.running = !this.running;
  }
  /** Goes to a moment, and waits there. */
  to(moment: number): void {
    this.running = false;
    this.#go(moment);
  }
  /** Goes to where a deal begins, and waits there. */
  toDeal(deal: number): void {
    const at = beginning(this.#all().frames, Math.min(Math.max(deal, 1), this.deals));
    if (at >= 0) this.to(at);
  }
}
