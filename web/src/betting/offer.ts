/** Chips that are sold: how many, and how many usually. */
export interface Purchase {
  least: number;
  most: number;
  usual: number;
}

/** What a guide of a game for chips says of buying them and playing on. */
export interface Offer {
  /** The actions that may be sent, in the game's own words. */
  actions: readonly string[];
  /** How many chips are sold at a time; a purse, where this is nothing. */
  buy?: Purchase | null;
}
