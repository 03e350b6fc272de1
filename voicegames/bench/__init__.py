"""The bench: labelled speech with known truth, made by synthesisers that only the tests need."""
