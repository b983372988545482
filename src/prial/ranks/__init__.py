"""What beats what: the orders of three-card and five-card hands."""
