"""A variant resolved for a number of seats: listings and steps, bound once."""

__all__: list[str] = []
