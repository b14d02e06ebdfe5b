"""A round's state as one line of text, both ways."""

from tilerules.play.positions.writing import Position

__all__ = ["Position"]
