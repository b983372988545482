"""Measures Prial's speed, next to other libraries and plain C measured in the same run. ``make bench`` prints the table."""
