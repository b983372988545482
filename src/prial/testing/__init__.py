"""The conformance suite and Hypothesis strategies for any game, shipped with the package."""
