"""Live tables: who sits at a table, what has happened there, and what each viewer is told.

No module here knows HTTP, and none names a particular game.
"""
