"""Robots, who decide, and the chorus, who speak, for the demo and the tests."""
