"""The ranking of hands of three and of five cards: which hand beats which."""
