"""What a game is: the protocol that every game, bot and host speaks."""
