"""What can be worked out about Crash: reviews and a coach, value tables, simulations, best answers to bots, real cards."""
