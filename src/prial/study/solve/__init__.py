"""Solves the betting of two players: classes of hands, the public tree, CFR+, and what a best response wins."""
