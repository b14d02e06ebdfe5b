"""
Colours that everybody can tell apart: computed, not judged by eye.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from tilerules import PictureError
from tilerules.looks import THEMES, Theme, find_theme

Triple = tuple[float, float, float]

EYES: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What eyes make of linear light, by Machado, Oliveira and Fernandes (2009), in full severity."""

APART = 30.0
"""So far apart in Lab nobody takes one colour for another; 2 is just to be seen."""


def linear(colour: str) -> Triple:
    """
    Give the light of a colour such as ``#0b5a45``.
    """

    def one(at: int) -> float:
        part = int(colour[at : at + 2], 16) / 255
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    return one(1), one(3), one(5)


def contrast(one: str, other: str) -> float:
    """
    Give the contrast of two colours, as WCAG has it.
    """
    weights = (0.2126, 0.7152, 0.0722)
    lights = [
        sum(w * part for w, part in zip(weights, linear(c), strict=True)) for c in (one, other)
    ]
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def lab(light: Triple) -> Triple:
    """
    Give a light in the space where distances are what eyes see.
    """
    red, green, blue = (min(1.0, max(0.0, part)) for part in light)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883

    def root(part: float) -> float:
        return float(part ** (1 / 3)) if part > 0.008856 else 7.787 * part + 16 / 116

    return 116 * root(y) - 16, 500 * (root(x) - root(y)), 200 * (root(y) - root(z))


def apart(one: str, other: str, eyes: str) -> float:
    """
    Give how far two colours are apart for some eyes.
    """
    labs = []
    for colour in (one, other):
        light = linear(colour)
        rows = [sum(w * p for w, p in zip(row, light, strict=True)) for row in EYES[eyes]]
        labs.append(lab((rows[0], rows[1], rows[2])))
    return float(sum((a - b) ** 2 for a, b in zip(*labs, strict=True)) ** 0.5)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize("eyes", EYES)
def test_suits_are_told_apart(theme: Theme, eyes: str) -> None:
    """
    No eyes take the colour of one suit for another's.
    """
    for (_one, first), (_other, second) in combinations(theme.suits, 2):
        assert apart(first, second, eyes) >= APART, (first, second)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_what_is_written_can_be_read(theme: Theme) -> None:
    """
    Numbers, pips and names stand out from their ground by 4.5 to 1.
    """
    for colour in [theme.ink, *dict(theme.suits).values()]:
        assert contrast(colour, theme.tile) >= 4.5, colour
    assert contrast(theme.text, theme.table) >= 4.5


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_tiles_and_marks_can_be_seen(theme: Theme) -> None:
    """
    Tiles, backs and marks stand out by 3 to 1 from what they lie on, by themselves or by an edge.
    """
    assert max(contrast(theme.tile, theme.table), contrast(theme.edge, theme.table)) >= 3
    assert max(contrast(theme.back, theme.table), contrast(theme.edge, theme.table)) >= 2.2
    assert contrast(theme.mark, theme.table) >= 3


def test_themes_have_names() -> None:
    """
    A theme is found by its name, and what is none is refused with the nearest one.
    """
    assert THEMES["dark"] is find_theme("dark")
    with pytest.raises(PictureError, match="did you mean 'print'"):
        find_theme("prin")
