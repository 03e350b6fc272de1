"""Sound to utterances. Knows no game: it gets a vocabulary and gives what was said, when, and how surely."""
