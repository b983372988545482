"""What there is to find out about Xập xám: its bots' fields, reviews, showdowns, odds."""
