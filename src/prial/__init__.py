"""Prial plays, hosts and studies the Brag family of card games."""

__version__ = "0.1.0"
