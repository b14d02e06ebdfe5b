"""Rounds, tables and moves as text for people, and replays as pages."""

from tilerules.rendering.replays import LANGUAGES, replay_page
from tilerules.rendering.spoken import YOU, say_move, say_outcome, say_place, say_table
from tilerules.rendering.tables import WIDTH, fill, table

__all__ = [
    "LANGUAGES",
    "WIDTH",
    "YOU",
    "fill",
    "replay_page",
    "say_move",
    "say_outcome",
    "say_place",
    "say_table",
    "table",
]
