"""Prial's speed, beside peers and limits measured in the same run. ``make bench`` prints the table."""
