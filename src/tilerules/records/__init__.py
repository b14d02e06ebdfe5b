"""
Records: rounds and matches as JSON, and positions, both ways.

A record holds the format's version; the variant, its rules version, the house rules with
their parameters and versions, the plugins with theirs; the seats; each round's beginning as a
position; and the moves as notation. Everything else is recomputed by playing it. A record is
replayed by the rules it names or refused with the reason.
"""

from __future__ import annotations

from tilerules.records.document import FORMAT, read_header
from tilerules.records.reading import load, loads, parse_position
from tilerules.records.writing import dump, dumps

__all__ = ["FORMAT", "dump", "dumps", "load", "loads", "parse_position", "read_header"]
