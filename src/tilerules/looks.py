"""
What a picture is and in which colours it is drawn: the words that everything with a picture needs.

How tiles lie and are drawn is found in :mod:`tilerules.pictures`, once somebody looks.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Any

import attrs

from tilerules.errors import PictureError, nearest, shown

__all__ = [
    "DARK",
    "LIGHT",
    "PRINT",
    "THEMES",
    "Pictured",
    "Svg",
    "Theme",
    "find_theme",
    "html_table",
]


class Svg(str):
    """
    The text of a picture. Notebooks and galleries show it.
    """

    __slots__ = ()

    def save(self, path: str | PathLike[str]) -> Path:
        """
        Write the picture to a file, as it stands.

        Args:
            path: Where to; a file that is there is replaced.

        Returns:
            The path.

        Raises:
            OSError: It cannot be written.
        """
        found = Path(path)
        found.write_text(f"{self}\n", encoding="utf-8")
        return found

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        # For galleries that know no SVG.
        return str(self)


def _pairs(value: Mapping[str, str] | Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple(dict(value).items())


@attrs.frozen(cache_hash=True)
class Theme:
    """
    Colours of a picture. Nothing is told by colour alone: suits have shapes, marks have forms.

    What is written on tiles and on the table is told from its ground by 4.5 to 1 at least, and
    the colours of :attr:`suits` from each other, whatever eyes look.
    """

    name: str
    """What it is called by."""
    table: str
    """The ground."""
    text: str
    """What is written on it."""
    tile: str
    """The face of a tile."""
    edge: str
    """The edge of a tile, and the bar between its halves."""
    ink: str
    """Pips, and numbers of no known colour."""
    back: str
    """A tile that lies face down."""
    mark: str
    """Rims of tiles that a picture points at."""
    suits: tuple[tuple[str, str], ...] = attrs.field(converter=_pairs)
    """The letters of number tiles, each with its colour; may be given as a mapping."""


LIGHT = Theme(
    name="light",
    table="#0b5a45",
    text="#ffffff",
    tile="#fbf7ec",
    edge="#3b3223",
    ink="#14110c",
    back="#8896a4",
    mark="#ffb000",
    suits={"r": "#c32258", "y": "#996100", "k": "#14110c", "b": "#0077b2"},
)
"""A green table, for pages with a light ground."""

DARK = Theme(
    name="dark",
    table="#101418",
    text="#e8e8e8",
    tile="#232a31",
    edge="#8b97a3",
    ink="#f4f1e8",
    back="#55626f",
    mark="#ffb000",
    suits={"r": "#ff8080", "y": "#ffc34d", "k": "#f4f1e8", "b": "#3cb4dd"},
)
"""Light pips on dark tiles, for pages with a dark ground."""

PRINT = Theme(
    name="print",
    table="#ffffff",
    text="#000000",
    tile="#ffffff",
    edge="#000000",
    ink="#000000",
    back="#c4c4c4",
    mark="#000000",
    suits=LIGHT.suits,
)
"""Black on white, for paper."""

THEMES: dict[str, Theme] = {theme.name: theme for theme in (LIGHT, DARK, PRINT)}
"""The themes by name."""


def find_theme(theme: Theme | str) -> Theme:
    """
    Give a theme by its name; one that is none is given back.

    Raises:
        PictureError: There is no theme of that name.
    """
    if isinstance(theme, Theme):
        return theme
    if not isinstance(theme, str) or theme not in THEMES:
        raise PictureError(
            f"a theme is a Theme or one of {', '.join(THEMES)}, not {shown(theme)}"
            f"{nearest(theme, THEMES)}"
        )
    return THEMES[theme]


def html_table(heads: Sequence[str], rows: Iterable[Sequence[object]], caption: str) -> str:
    """
    Write a table for a notebook; the first cell of each row is its head.

    >>> html_table(["who", "points"], [["<A>", 3]], "One round")[:55]
    '<table><caption>One round</caption><thead><tr><th scope'
    """
    head = "".join([f'<th scope="col">{html.escape(word)}</th>' for word in heads])
    body = []
    for row in rows:
        first, *rest = [html.escape(str(cell)) for cell in row]
        cells = "".join([f"<td>{cell}</td>" for cell in rest])
        body.append(f'<tr><th scope="row">{first}</th>{cells}</tr>')
    return (
        f"<table><caption>{html.escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(body)}</tbody></table>"
    )


class Pictured:
    """
    Something that can be drawn by itself: a layout, a hand.
    """

    __slots__ = ()

    def picture(self, *, theme: Theme | str = LIGHT, size: int | None = None, **how: Any) -> Svg:
        """
        Draw it.

        Args:
            theme: The colours, or the name of a theme: ``"light"``, ``"dark"``, ``"print"``.
            size: How wide the picture is, in pixels; as its tiles want by default.
            how: Of a layout ``names``, the seats' names; ``last``, tiles with a thick rim;
                ``marks``, tiles with a wedge; and ``before``, what it was earlier in the round,
                so that tiles lie where they lay. Of a hand ``marks`` alone.

        Raises:
            PictureError: There is no such theme, or a tile to be marked is not there.
        """
        # Upwards, by name: how things are drawn knows layouts and hands, not the other way round.
        draw_thing = import_module("tilerules.pictures.things").draw_thing
        return draw_thing(self, theme=theme, size=size, **how)  # type: ignore[no-any-return]

    def _repr_svg_(self) -> str:
        return str(self.picture())
