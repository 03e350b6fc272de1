"""Fixtures of the page's tests."""

from own_home import own_home
from screen_fixtures import axe, browser, stage

__all__ = ["axe", "browser", "own_home", "stage"]
