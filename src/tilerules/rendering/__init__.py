"""Rounds, tables and moves as text for people."""

from tilerules.rendering.spoken import YOU, say_move, say_outcome, say_place, say_table
from tilerules.rendering.tables import WIDTH, fill, table

__all__ = [
    "WIDTH",
    "YOU",
    "fill",
    "say_move",
    "say_outcome",
    "say_place",
    "say_table",
    "table",
]
