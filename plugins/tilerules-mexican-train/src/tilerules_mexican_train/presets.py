"""
Published sets of rules, as lists of house rules.
"""

from __future__ import annotations

from tilerules import Preset

__all__ = ["PRESETS"]

PRESETS = (
    Preset(
        name="satisfy",
        title="Mexican Train, doubles to be satisfied",
        rules=(
            "mexican-train/hands:table=good-sam",
            "mexican-train/engine:found=required,all_draw=true",
            "mexican-train/doubles:duty=satisfy",
            "mexican-train/draw-once",
        ),
        source="M8",
    ),
    Preset(
        name="pagat",
        title="Mexican Train, whole trains in the first turn",
        rules=(
            "mexican-train/hands:table=pagat",
            "mexican-train/engine:found=required",
            "mexican-train/first-train",
            "mexican-train/doubles:duty=satisfy-first-laid",
            "mexican-train/first-doubles-wait",
            "mexican-train/communal-train:opens=not-first-turn",
            "mexican-train/draw-once",
        ),
        source="M4, M13",
    ),
    Preset(
        name="pressman",
        title="Mexican Train, highest double begins",
        rules=(
            "mexican-train/hands:table=pressman",
            "mexican-train/engine:found=highest",
        ),
        source="M5",
    ),
    Preset(
        name="cardinal",
        title="Mexican Train, the first player's engine",
        rules=(
            "mexican-train/hands:table=cardinal",
            "mexican-train/engine:found=own-highest",
            "mexican-train/first-train",
            "mexican-train/communal-train:opens=first-player-then-all",
            "mexican-train/doubles:duty=satisfy",
            "mexican-train/draw-once",
        ),
        source="M2, M26, M27",
    ),
)
"""The presets."""
