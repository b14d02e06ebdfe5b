"""
A round as a table a person can read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilerules.decks import TileBag
from tilerules.play.base import RoundLike
from tilerules.spoken import seat_labels
from tilerules.texts import per_seat

__all__ = ["show_round", "show_view"]


def show_round(round_: RoundLike) -> str:
    """Show a round with every hand; for one player's eyes use a view."""
    return _show(round_, len(round_.rest.stock), round_.scored)


def show_view(view: Any) -> str:
    """Show what one seat, or a spectator, may know: a :class:`~tilerules.RoundView`."""
    return _show(view, view.stock_count, ())


def _show(view: Any, stock: int, points: Sequence[int]) -> str:
    """Show a round or a view, of which some hands are None."""
    whose = "over" if view.to_move is None else f"{view.names[view.to_move]} to move"
    lines = [f"{view.variant.title}: {whose}"]
    lines += _table(view.layout)
    names = _labelled(view.names, view.layout)
    width = max(len(name) for name in names)
    for seat, name in enumerate(names):
        hand, dead = view.hands[seat], view.dead[seat]
        if hand is not None:
            held = _tiles(hand) or "(empty)"
            held += f"  dead: {_tiles(dead)}" if dead else ""
        else:
            hidden = view.dead_counts[seat]
            held = f"{view.hand_sizes[seat]} tiles" + (f", {hidden} dead" if hidden else "")
        lines.append(f"{'>' if seat == view.to_move else ' '} {name.ljust(width)}  {held}")
    if stock:
        lines.append(f"Stock: {stock} tiles")
    if any(points):
        lines.append(f"Points: {per_seat(view.names, points)}")
    if view.outcome is not None:
        lines.append(str(view.outcome))
    return "\n".join(lines)


def _labelled(names: tuple[str, ...], layout: object) -> tuple[str, ...]:
    """Put before each name the label by which moves call what is that seat's."""
    labels = seat_labels(layout)
    return tuple(
        f"{labels[seat]} {name}" if seat in labels and name != f"seat {seat}" else name
        for seat, name in enumerate(names)
    )


def _table(layout: object) -> list[str]:
    text = str(layout)
    return [f"  {line}" for line in text.splitlines()] if text else ["  (nothing laid yet)"]


def _tiles(tiles: TileBag) -> str:
    return " ".join(f"[{tile}]" for tile in tiles)
