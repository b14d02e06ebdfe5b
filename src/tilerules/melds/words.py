"""
What melds sound like.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilerules.melds.layout import Melds
from tilerules.spoken import say_table

__all__: list[str] = []


@say_table.register
def _(layout: Melds, names: Sequence[str]) -> str:
    if not layout.melds:
        return "Nothing is laid."
    return f"On the table: {'; '.join(map(str, layout.melds))}."
