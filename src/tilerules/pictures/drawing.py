"""
How tiles look: from a scene to a picture.

The pictures have no ids, so that several may stand on one page, and need neither style sheets
nor fonts of their own: small programs draw them too.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from xml.etree import ElementTree

import attrs

from tilerules.layouts.rows import Half
from tilerules.looks import LIGHT, Svg, Theme, find_theme
from tilerules.pictures.scene import Box, Label, Mark, Placed, Rail, Scene
from tilerules.tiles import Domino, Joker, NumberTile

__all__ = ["PIXELS", "Frames", "draw", "face", "several"]

PIXELS = 22
"""How many pixels half a domino takes, where a picture has the size its tiles want."""

_PAD = 0.6
_FONT = "sans-serif"
_MOST_PIPS = 12
_GRID = {
    0: "",
    1: "e",
    2: "ai",
    3: "aei",
    4: "acgi",
    5: "acegi",
    6: "acdfgi",
    7: "acdefgi",
    8: "abcdfghi",
    9: "abcdefghi",
}
"""Where pips are, on a grid of nine places: three rows, one after the other along the tile."""

_FOURS = {10: (4, 2, 4), 11: (4, 3, 4), 12: (4, 4, 4)}
"""From ten pips on: how many are in each row, as on sets to double-twelve."""

_SHAPES = {
    "r": "M0 -1L.9 0L0 1L-.9 0Z",
    "y": "M0 -1.1L.3 -.35L1.05 -.3L.45 .2L.65 .95L0 .5L-.65 .95L-.45 .2L-1.05 -.3L-.3 -.35Z",
    "k": "M-.8 -.8H.8V.8H-.8Z",
    "b": "M-.9 0A.9 .9 0 0 1 .9 0A.9 .9 0 0 1 -.9 0Z",
}
"""The shape of each colour. A colour that is not among them shows its letter."""

Node = ElementTree.Element


def draw(
    scene: Scene, theme: Theme | str = LIGHT, *, size: int | None = None, box: Box | None = None
) -> Svg:
    """
    Draw a scene.

    Args:
        scene: What is to be drawn.
        theme: The colours, or the name of a theme.
        size: How wide the picture is, in pixels; as its tiles want by default.
        box: A frame that is common to several pictures; by default what the scene takes.

    Raises:
        PictureError: There is no theme of that name.
    """
    look = find_theme(theme)
    left, top, right, bottom = box or scene.box
    left, top = left - _PAD, top - _PAD
    svg = _frame(left, top, right - left + _PAD, bottom - top + _PAD, size, look)
    svg.set("aria-label", ". ".join(filter(None, (scene.title, scene.desc))))
    _begin(svg, scene, look)
    # The same tiles occur in picture after picture: each is drawn once, and placed as text.
    begun = ElementTree.tostring(svg, encoding="unicode").removesuffix("</svg>")
    return Svg("".join([begun, *[_placed(one, look) for one in scene.tiles], "</svg>"]))


def several(
    scenes: Iterable[Scene],
    theme: Theme | str = LIGHT,
    *,
    columns: int = 2,
    size: int | None = None,
    title: str = "",
) -> Svg:
    """
    Draw scenes beside and below each other in one picture.

    Args:
        scenes: The scenes, at least one.
        theme: The colours, or the name of a theme.
        columns: How many stand side by side, from 1.
        size: How wide the whole picture is, in pixels.
        title: What it is, in a few words; by default the titles of the scenes.

    Raises:
        PictureError: There is no theme of that name.
    """
    whole, texts = Scene(), []
    found = list(scenes)
    y = 0.0
    for row in (found[at : at + columns] for at in range(0, len(found), columns)):
        x = lowest = 0.0
        for scene in row:
            left, top, right, bottom = scene.box
            whole += attrs.evolve(scene.moved(x - left, y - top), room=(x, y, x + right - left, y))
            x += right - left + 2
            lowest = max(lowest, bottom - top)
            texts.append((scene.title, scene.desc))
        y += lowest + 2
    titles = [one for one, _desc in texts if one]
    desc = " ".join(f"{one}. {desc}" if one else desc for one, desc in texts)
    return draw(attrs.evolve(whole, title=title or "; ".join(titles), desc=desc), theme, size=size)


@lru_cache(maxsize=4096)
def face(one: Placed, theme: Theme) -> str:
    """Draw a tile alone and in full size, its upper left corner at the origin, as a group."""
    group = ElementTree.Element("g")
    _draw_tile(group, one, theme)
    return ElementTree.tostring(group, encoding="unicode")


class Frames:
    """
    Pictures in one frame that share the drawings of their tiles: for a page of many states.
    """

    def __init__(self, box: Box, theme: Theme) -> None:
        """
        Begin.

        Args:
            box: The frame.
            theme: The colours.
        """
        self._theme = theme
        left, top, right, bottom = box
        place = (left - _PAD, top - _PAD, right - left + 2 * _PAD, bottom - top + 2 * _PAD)
        self._empty = _frame(*place, None, theme)
        self._numbers: dict[str, int] = {}

    def inner(self, scene: Scene) -> str:
        """Give what stands inside the frame: it refers to :meth:`defs`."""
        svg = ElementTree.Element("svg", self._empty.attrib)
        _begin(svg, scene, self._theme)
        parts = [ElementTree.tostring(one, encoding="unicode") for one in svg]
        for one in scene.tiles:
            drawn = face(one.at(0, 0), self._theme)
            number = self._numbers.setdefault(drawn, len(self._numbers))
            if one.scale == 1:
                place = f'x="{one.x:g}" y="{one.y:g}"'
            else:
                place = f'transform="translate({one.x:g} {one.y:g}) scale({one.scale:g})"'
            parts.append(f'<use href="#t{number}" {place}/>')
        return "".join(parts)

    def whole(self, scene: Scene) -> str:
        """Give a picture with its frame, which refers to :meth:`defs` too."""
        frame = ElementTree.tostring(self._empty, encoding="unicode").removesuffix("/>")
        return f"{frame.rstrip()}>{self.inner(scene)}</svg>"

    def defs(self) -> str:
        """Give the drawings, once for the page, with everything referred to so far."""
        groups = [f'<g id="t{number}"{text[2:]}' for text, number in self._numbers.items()]
        hidden = 'width="0" height="0" aria-hidden="true" style="position:absolute"'
        return f"<svg {hidden}><defs>{''.join(groups)}</defs></svg>"


def _frame(
    left: float, top: float, width: float, height: float, size: int | None, theme: Theme
) -> Node:
    wide = size or round(width * PIXELS)
    return ElementTree.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"{left:g} {top:g} {width:g} {height:g}",
            "width": str(wide),
            "height": str(max(1, round(wide * height / width))),
            "role": "img",
        },
    )


def _begin(svg: Node, scene: Scene, theme: Theme) -> None:
    """Put into a frame what a picture says, the ground, rails and words."""
    ElementTree.SubElement(svg, "title").text = scene.title
    ElementTree.SubElement(svg, "desc").text = scene.desc
    left, top, width, height = svg.get("viewBox", "").split()
    ground = {"x": left, "y": top, "width": width, "height": height, "fill": theme.table}
    ElementTree.SubElement(svg, "rect", ground)
    for rail in scene.rails:
        _draw_rail(svg, rail, theme)
    for label in scene.labels:
        _draw_label(svg, label, theme)


def _placed(one: Placed, theme: Theme) -> str:
    scale = "" if one.scale == 1 else f" scale({one.scale:g})"
    drawn = face(one.at(0, 0), theme)
    return f'<g transform="translate({one.x:g} {one.y:g}){scale}">{drawn[3:]}'


def _draw_rail(svg: Node, rail: Rail, theme: Theme) -> None:
    path = "L".join(f"{x:g} {y:g}" for x, y in rail.points)
    fill = theme.mark if rail.is_filled else "none"
    style = {"fill": fill, "stroke": theme.text, "stroke-width": "0.06"}
    ElementTree.SubElement(svg, "path", {"d": f"M{path}", **style})


def _draw_label(svg: Node, label: Label, theme: Theme) -> None:
    words = _text(svg, label.x, label.y, label.text, label.height, theme.text, label.anchor)
    if label.is_strong:
        words.set("font-weight", "bold")


def _text(
    parent: Node, x: float, y: float, text: str, height: float, colour: str, anchor: str = "middle"
) -> Node:
    style = {"font-size": f"{height:g}", "font-family": _FONT, "fill": colour}
    if anchor != "start":
        style["text-anchor"] = anchor
    words = ElementTree.SubElement(parent, "text", {"x": f"{x:g}", "y": f"{y:g}", **style})
    words.text = text
    return words


# --- tiles ------------------------------------------------------------------------------------

_SAID: dict[Mark, str] = {"last": "laid last", "open": "uncovered", "dead": "dead"}


def _called(one: Placed) -> str:
    """Name a tile, for who points at it and for who listens."""
    name = str(one.tile)
    if one.tile is None:
        name = "a tile face down" if one.count == 1 else f"{one.count} tiles face down"
    if one.stands_for is not None:
        name += f" standing for {one.stands_for}"
    said = [word for mark, word in _SAID.items() if mark in one.marks]
    return ", ".join([name, *said])


def _draw_tile(group: Node, one: Placed, theme: Theme) -> None:
    width, height = (length / one.scale for length in one.size)
    ElementTree.SubElement(group, "title").text = _called(one)
    is_last = "last" in one.marks
    rim = 0.07 if is_last else 0.03
    ElementTree.SubElement(
        group,
        "rect",
        {
            "x": f"{rim:g}",
            "y": f"{rim:g}",
            "width": f"{width - 2 * rim:g}",
            "height": f"{height - 2 * rim:g}",
            "rx": "0.15",
            "fill": theme.back if one.tile is None else theme.tile,
            "stroke": theme.mark if is_last else theme.edge,
            "stroke-width": "0.14" if is_last else "0.05",
        },
    )
    tile = one.tile
    if isinstance(tile, Domino):
        _draw_domino(group, one.halves or (tile.low, tile.high), one, theme)
    elif isinstance(tile, NumberTile):
        colour = dict(theme.suits).get(tile.colour, theme.ink)
        _bold(_text(group, 0.5, 0.72, str(tile.number), 0.66, colour))
        shape = _SHAPES.get(tile.colour)
        if shape is None:
            _text(group, 0.5, 1.2, tile.colour, 0.45, colour)
        else:
            place = {"transform": "translate(.5 1.05) scale(.17)", "d": shape, "fill": colour}
            ElementTree.SubElement(group, "path", place)
    elif isinstance(tile, Joker):
        _bold(_text(group, 0.5, 0.78, "J", 0.75, theme.ink))
        if one.stands_for is not None:
            _text(group, 0.5, 1.2, str(one.stands_for), 0.4, theme.ink)
    elif tile is not None:
        _text(group, 0.5, 0.85, str(tile), min(0.6, 1.6 / len(str(tile))), theme.ink)
    else:
        _draw_back(group, width, height, one, theme)
    _draw_marks(group, width, height, one, theme)


def _bold(text: Node) -> None:
    text.set("font-weight", "bold")


def _draw_back(group: Node, width: float, height: float, one: Placed, theme: Theme) -> None:
    style = {"fill": "none", "stroke": theme.edge, "stroke-width": "0.05", "rx": "0.08"}
    place = {"x": "0.2", "y": "0.2", "width": f"{width - 0.4:g}", "height": f"{height - 0.4:g}"}
    ElementTree.SubElement(group, "rect", {**place, **style})
    if one.count > 1:
        _text(group, width + 0.3, height / 2 + 0.45, f"×{one.count}", 1.3, theme.text, "start")


def _draw_domino(group: Node, halves: Half, one: Placed, theme: Theme) -> None:
    lies = one.direction in ("right", "left")
    first, second = halves if one.direction in ("right", "down") else halves[::-1]
    bar = {"d": "M1 .14V.86" if lies else "M.14 1H.86", "stroke": theme.edge}
    ElementTree.SubElement(group, "path", {**bar, "stroke-width": "0.05"})
    for x, y, pips in ((0, 0, first), (1, 0, second) if lies else (0, 1, second)):
        if pips > _MOST_PIPS:
            _text(group, x + 0.5, y + 0.7, str(pips), 0.58, theme.ink)
        elif pips:
            path = _pips(pips, x, y, lies=lies)
            ElementTree.SubElement(group, "path", {"d": path, "fill": theme.ink})


@lru_cache(maxsize=256)
def _pips(count: int, x: int, y: int, *, lies: bool) -> str:
    """Give the outline of all pips of one half."""
    if count in _FOURS:
        radius = 0.08
        places = [
            (0.2 + 0.3 * row, (at + 1) / (many + 1))
            for row, many in enumerate(_FOURS[count])
            for at in range(many)
        ]
    else:
        radius = 0.1
        indices = ["abcdefghi".index(letter) for letter in _GRID[count]]
        places = [(0.22 + 0.28 * (at // 3), 0.22 + 0.28 * (at % 3)) for at in indices]
    # Pips are turned with the tile.
    turned = [(along, across) if lies else (across, along) for along, across in places]
    wide = 2 * radius
    return "".join(
        f"M{x + at - radius:.3g} {y + down:.3g}a{radius:g} {radius:g} 0 1 0 {wide:g} 0"
        f"a{radius:g} {radius:g} 0 1 0 {-wide:g} 0"
        for at, down in turned
    )


def _draw_marks(group: Node, width: float, height: float, one: Placed, theme: Theme) -> None:
    """Draw what a tile is marked with: each mark has a form of its own."""
    line = {"fill": "none", "stroke": theme.mark}
    if "dead" in one.marks:
        right, low = f"{width - 0.15:g}", f"{height - 0.15:g}"
        path = f"M.15 .15L{right} {low}M{right} .15L.15 {low}"
        style = {"fill": "none", "stroke": theme.edge, "stroke-width": "0.1"}
        ElementTree.SubElement(group, "path", {"d": path, **style})
    if "open" in one.marks:
        place = {"x": "-.12", "y": "-.12", "width": f"{width + 0.24:g}"}
        style = {"height": f"{height + 0.24:g}", "rx": ".22", "stroke-dasharray": ".3 .2"}
        stroke = {"stroke-width": ".1"}
        ElementTree.SubElement(group, "rect", {**place, **style, **line, **stroke})
    if "marked" in one.marks:
        path = f"M{width / 2 - 0.26:g} -.12h.52l-.26 .36Z"
        style = {"fill": theme.mark, "stroke": theme.edge, "stroke-width": ".04"}
        ElementTree.SubElement(group, "path", {"d": path, **style})
