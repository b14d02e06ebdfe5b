"""From a line of text to the round at that position."""

__all__: list[str] = []
