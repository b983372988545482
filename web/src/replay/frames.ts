// The moments of a finished game, found in the very messages that somebody was told.
import { logged } from '../boards';
import type { Replay } from '../lib/api';
import { locks as locked } from '../lib/told';
import type { Asked, Line, Scene } from '../wire/messages';

/** A moment worth stopping at. */
export interface Frame {
  scene: Scene;
  asked: Asked | null;
  /** How many lines were told by then. */
  told: number;
  /** Number of the deal, from 1. */
  deal: number;
}

export interface Frames {
  lines: readonly Line[];
  frames: readonly Frame[];
}

/** Finds the moments: what told nobody anything is passed over, and those who lock in one after the other count as one. */
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

/** Where a deal begins: where its cards are out, at its first question, if it has one; −1 where there is no such deal. */
export function beginning(frames: readonly Frame[], deal: number): number {
  const asks = frames.findIndex((each) => each.deal === deal && each.scene.key !== null);
  return asks >= 0 ? asks : frames.findIndex((each) => each.deal === deal);
}

const LEAST_MS = 1100;
const MOST_MS = 6000;
const LETTER_MS = 40;
/** What a decision is looked at for beyond the reading of what led to it. */
const DECISION_MS = 900;

/** Milliseconds for which a moment stands when the game plays by itself: as long as its new lines take to read. */
export function pause({ lines, frames }: Frames, at: number): number {
  const letters = lines.slice(frames[at - 1]?.told ?? 0, frames[at]?.told ?? 0).reduce((sum, line) => sum + line.text.length, 0);
  const decision = frames[at]?.scene.waiting.length ? DECISION_MS : 0;
  return Math.min(MOST_MS, LEAST_MS + letters * LETTER_MS + decision);
}
