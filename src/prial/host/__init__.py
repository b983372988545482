"""A live table: who sits at it, what has happened, and what each viewer is told. Nothing here knows HTTP, or a game by name."""
