// The public part of a Crash table, and the fields of its events, as they come over the wire (prial.games.crash.state).

export interface Place {
  winner: number | null;
  reason: Reason;
}

export type Reason = 'best' | 'next_best' | 'stopper' | 'empty';

export interface Settled {
  places: Place[];
  points: number[];
  scores: number[];
  crash: number | null;
  four: number | null;
  four_rank: number | null;
  fouls: number[];
  void: boolean;
  out: number[];
  level: number[];
  ledger: number[];
  pot: number;
  over: boolean;
  winners: number[];
}

export interface Table {
  phase: 'dealer' | 'deal' | 'swap' | 'arrange' | 'call' | 'over';
  deal: number;
  dealer: number;
  playing: number[];
  scores: number[];
  ledger: number[];
  booked: number[];
  pot: number;
  level: number[];
  asked: number[];
  hands: number[];
  spares: number[];
  swapped: number[];
  laid: number[][];
  declared: [number, string][];
  called: number[];
  last: Settled | null;
}

export interface Shown {
  place: number;
  hands: (string | null)[];
  labels: string[];
  strengths: number[];
  winner: number | null;
  reason: Reason;
  label: string;
}

/** What an arranging player is helped with; every hand's name and strength, so that no rule is written twice. */
export interface Aid {
  cards: string[];
  size: number;
  places: number;
  strengths: number[];
  labels: number[];
  words: string[];
  fours: { cards: string[]; strength: number; label: number }[];
  least: number;
  least_laid: number;
  sorted: boolean;
  knock: string[][];
  declare: string[];
}
