"""Everything about chips: limits of bets, betting rounds, pots, and the money that players bring to the table."""
