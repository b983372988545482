"""What `prial showdown` prints, a module a game."""
