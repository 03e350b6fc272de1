"""Fixtures of the tests of hearing."""

from hearing_fixtures import answers, hear, phones

__all__ = ["answers", "hear", "phones"]
