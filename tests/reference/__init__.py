"""Plain engines that the library is checked against, move for move."""
