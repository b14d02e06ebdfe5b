"""
Pictures: where tiles lie, as data, and how they look.

``round_.picture()``, ``view.picture()``, ``layout.picture()`` and ``hand.picture()`` is all that
most users need; this is for who draws by other means, or brings a layout.
"""

from tilerules.looks import DARK, LIGHT, PRINT, THEMES, Svg, Theme, find_theme
from tilerules.pictures.drawing import draw, several
from tilerules.pictures.glyphs import glyph, unicode_tiles
from tilerules.pictures.laying_out import WIDTH, grown_from, lay_line, lay_out
from tilerules.pictures.rows import domino, flipped, mirrored, snake, straight
from tilerules.pictures.scene import Box, Direction, Label, Mark, Placed, Rail, Scene, overlaps
from tilerules.pictures.things import hand_scene, layout_scene

__all__ = [
    "DARK",
    "LIGHT",
    "PRINT",
    "THEMES",
    "WIDTH",
    "Box",
    "Direction",
    "Label",
    "Mark",
    "Placed",
    "Rail",
    "Scene",
    "Svg",
    "Theme",
    "domino",
    "draw",
    "find_theme",
    "flipped",
    "glyph",
    "grown_from",
    "hand_scene",
    "lay_line",
    "lay_out",
    "layout_scene",
    "mirrored",
    "overlaps",
    "several",
    "snake",
    "straight",
    "unicode_tiles",
]
