"""Fixtures that several tests share."""

from pulse import pulse

__all__ = ["pulse"]
