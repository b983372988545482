"""The protocol of a game, which all games, bots and hosts use: states, views, choices, chance, rules and records."""
