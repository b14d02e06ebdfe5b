"""
A round as a table a person can read.
"""

from __future__ import annotations

from typing import Any

from tilerules.decks import TileBag
from tilerules.play.base import RoundLike
from tilerules.spoken import seat_labels

__all__ = ["show_round", "show_view"]


def show_round(round_: RoundLike) -> str:
    """Show a round with every hand; for one player's eyes use a view."""
    lines = [f"{round_.variant.title}: {_whose(round_.to_move, round_.names)}"]
    lines += _table(round_.layout)
    names = _labelled(round_.names, round_.layout)
    width = max(len(name) for name in names)
    for seat, name in enumerate(names):
        lines.append(
            _hand(name.ljust(width), seat == round_.to_move, round_.hands[seat], round_.dead[seat])
        )
    if round_.rest.stock:
        lines.append(f"Stock: {len(round_.rest.stock)} tiles")
    if any(round_.points):
        points = zip(round_.names, round_.points, strict=True)
        lines.append("Points: " + ", ".join(f"{name} {count}" for name, count in points))
    if round_.outcome is not None:
        lines.append(str(round_.outcome))
    return "\n".join(lines)


def show_view(view: Any) -> str:
    """Show what one seat, or a spectator, may know: a :class:`~tilerules.RoundView`."""
    lines = [f"{view.variant.title}: {_whose(view.to_move, view.names)}"]
    lines += _table(view.layout)
    names = _labelled(view.names, view.layout)
    width = max(len(name) for name in names)
    for seat, name in enumerate(names):
        hand, dead = view.hands[seat], view.dead[seat]
        label, is_mover = name.ljust(width), seat == view.to_move
        if hand is not None:
            lines.append(_hand(label, is_mover, hand, dead))
        else:
            hidden = f", {view.dead_counts[seat]} dead" if view.dead_counts[seat] else ""
            mark = ">" if is_mover else " "
            lines.append(f"{mark} {label}  {view.counts[seat]} tiles{hidden}")
    if view.stock_count:
        lines.append(f"Stock: {view.stock_count} tiles")
    if view.outcome is not None:
        lines.append(str(view.outcome))
    return "\n".join(lines)


def _whose(seat: int | None, names: tuple[str, ...]) -> str:
    return "over" if seat is None else f"{names[seat]} to move"


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


def _hand(name: str, is_mover: bool, hand: TileBag, dead: TileBag | None) -> str:
    mark = ">" if is_mover else " "
    tiles = " ".join(f"[{tile}]" for tile in hand) or "(empty)"
    face_down = "  dead: " + " ".join(f"[{tile}]" for tile in dead) if dead else ""
    return f"{mark} {name}  {tiles}{face_down}"
