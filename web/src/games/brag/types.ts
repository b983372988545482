// The public part of a Brag table, and what its boards are helped with, as they come over the wire (prial.games.brag.state and
// aid). Each card is a pile of its own.

export interface Form {
  cards: number;
  wild: string;
  blind: boolean;
}

export interface Did {
  seat: number;
  what: string;
  chips: number;
  blind: boolean;
  hand: number;
}

export interface Pot {
  chips: number;
  coverer: number | null;
}

export interface Award {
  chips: number;
  winners: number[];
  coverer: number | null;
}

export interface Settled {
  awards: Award[];
  shown: number[];
  prial: boolean;
}

export type Phase =
  | 'dealer'
  | 'choose'
  | 'deal'
  | 'bet'
  | 'looked'
  | 'consent'
  | 'lend'
  | 'pick'
  | 'keep'
  | 'next'
  | 'over';

export interface Table {
  phase: Phase;
  deal: number;
  dealer: number;
  turn: number;
  asked: number[];
  form: Form;
  chips: number[];
  bought: number[];
  debts: number[];
  sitting_out: number[];
  playing: number[];
  folded: number[];
  covered: number[];
  /** By seat its hands, each the piles of its cards; a kept one comes first. */
  hands: number[][][];
  open: boolean[];
  discards: number[][];
  acted: number[];
  looked: number;
  /** In open units; 0 before any. */
  last_bet: number;
  pots: Pot[];
  carried: number;
  paid: number[];
  holder: number | null;
  due: number;
  payer: number | null;
  how: string;
  did: Did[];
  pack: number[];
  last: Settled | null;
}

export interface Stake {
  least: number;
  most: number;
  blind: boolean;
  /** The stake that puts the last chips in; 0 where none does. */
  covers: number;
  /** The other of the last two is asked to lend. */
  asks: boolean;
  /** What the bank lends begins above this; null where it lends nothing. */
  borrows_above: number | null;
}

export interface Discard {
  action: string;
  cards: string;
  label: string;
}

export interface Named {
  cards: string;
  best: string;
  label: string;
}

/** What may be done, and what one's hands are called, so that no rule is written twice. */
export interface Aid {
  actions: string[];
  bet: Stake | null;
  see: number | null;
  why_not_see: string | null;
  why_not_bet: string | null;
  /** The best first. */
  discards: Discard[];
  hands: (Named | null)[];
}
