"""What is worked out about the game rather than played."""
