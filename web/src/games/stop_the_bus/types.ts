// The public part of a table of Stop the Bus, and what its boards are helped with, as they come over the wire
// (prial.games.stop_the_bus.state and aid). Cards in it are numbers.

export interface Exchanged {
  seat: number;
  take: number[];
  put: number[];
}

export interface Settled {
  strengths: number[];
  worst: number[];
  prial: number | null;
  paid: number[];
  scores: number[];
  again: boolean;
  out: number[];
  over: boolean;
  winners: number[];
}

export interface Table {
  phase: 'dealer' | 'deal' | 'turn' | 'over';
  deal: number;
  dealer: number;
  playing: number[];
  scores: number[];
  hands: number[];
  middle: number[];
  turn: number;
  seat: number;
  stopped: number | null;
  exchanges: Exchanged[];
  known: number[][];
  last: Settled | null;
}

export interface Named {
  strength: number;
  label: string;
}

/** Every exchange with the name of the hand that it makes, so that no rule is written twice. */
export interface Aid {
  asked: 'exchange' | 'call';
  middle: string[];
  cards: string[];
  now: Named;
  exchanges: (Named & { take: string; put: string })[];
  all: Named | null;
  call: { allowed: boolean; why_not: string | null };
}
