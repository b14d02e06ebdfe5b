"""The exact solver of melds: an automaton over counts of tiles, number by number."""
