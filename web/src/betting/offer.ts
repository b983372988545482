/** Chips that the table sells: the allowed numbers, and the usual one. */
export interface Purchase {
  least: number;
  most: number;
  usual: number;
}

/** The part of a guide about buying chips and playing on. */
export interface Offer {
  /** The actions that may be sent, in the game's own words. */
  actions: readonly string[];
  /** The number of chips that may be bought at a time; a purse if this is missing. */
  buy?: Purchase | null;
}
