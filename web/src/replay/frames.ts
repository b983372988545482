// Finds the moments of a finished game in the messages that the viewer received.
import { logged } from '../boards';
import type { Replay } from '../lib/api';
import { locks as locked } from '../lib/told';
import type { Asked, Line, Scene } from '../wire/messages';

/** A moment worth stopping at. */
export interface Frame {
  scene: Scene;
  asked: Asked | null;
  /** Number of lines of the log up to this moment. */
  told: number;
  /** Number of the deal, from 1. */
  deal: number;
}

export interface Frames {
  lines: readonly Line[];
  frames: readonly Frame[];
}

/** Finds the moments. Updates without news are left out, and players who lock in one after the other make one moment. */
export function unroll(found: Replay): Frames {
  const lines: Line[] = [];
  const frames: Frame[] = [];
  let asked = null as Asked | null;
  let deal = 0;
  let locking = false;
  let scene: Scene | undefined;
  for (const update of found.updates) {
    scene = update.scene ?? scene;
    if (!scene) continue; // the first has one
    asked = update.asked ?? (asked?.key === scene.key ? asked : null);
    const fresh = update.lines.filter((line) => logged(found.table.game, line));
    lines.push(...fresh);
    if (fresh.length === 0 && frames.length > 0) continue;
    if (fresh.some((line) => line.weight === 'deal')) deal += 1;
    const locks = fresh.length > 0 && fresh.every(locked);
    if (locks && locking) frames.pop();
    locking = locks;
    frames.push({ scene, asked, told: lines.length, deal: Math.max(1, deal) });
  }
  return { lines, frames };
}

/** Index of the moment at which a deal begins, at its first question if it has one; −1 if there is no such deal. */
export function beginning(frames: readonly Frame[], deal: number): number {
  const asks = frames.findIndex((each) => each.deal === deal && each.scene.key !== null);
  return asks >= 0 ? asks : frames.findIndex((each) => each.deal === deal);
}

const LEAST_MS = 1100;
const MOST_MS = 6000;
const LETTER_MS = 40;
/** Milliseconds for a decision, besides the time for reading the lines. */
const DECISION_MS = 900;

/** Milliseconds for which a moment is shown when the replay runs: the time for reading its new lines. */
export function pause({ lines, frames }: Frames, at: number): number {
  const letters = lines.slice(frames[at - 1]?.told ?? 0, frames[at]?.told ?? 0).reduce((sum, line) => sum + line.text.length, 0);
  const decision = frames[at]?.scene.waiting.length ? DECISION_MS : 0;
  return Math.min(MOST_MS, LEAST_MS + letters * LETTER_MS + decision);
}
