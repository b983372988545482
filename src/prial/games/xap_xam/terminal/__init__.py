"""How the game looks at the terminal."""
