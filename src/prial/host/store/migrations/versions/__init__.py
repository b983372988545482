"""The steps from each format to the next."""
