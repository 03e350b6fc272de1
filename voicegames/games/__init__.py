"""Pure rules: no clock, no I/O, no randomness of its own; imports nothing of the package outside itself."""
