"""Where rules, hearing and speaking meet: the sitting, the referee, the journal, the statistics."""
