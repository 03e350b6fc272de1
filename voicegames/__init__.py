"""A laptop that deals, listens, referees and keeps score for family games, by voice and offline."""

__version__ = "0.1.0"
