"""Fixtures of the tests of the table."""

from own_home import own_home
from table_fixtures import chorus, no_power_loss, phones, synthesizer

__all__ = ["chorus", "no_power_loss", "own_home", "phones", "synthesizer"]
