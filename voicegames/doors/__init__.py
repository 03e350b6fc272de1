"""The doors of the program: one module for each command."""
