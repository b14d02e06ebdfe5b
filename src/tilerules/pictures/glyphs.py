"""
Dominoes as single characters, for texts: Unicode has them up to double-six.

Many fonts lack them, and terminals take them for one column or for two: so nothing is printed
with them unless somebody asks.
"""

from __future__ import annotations

import re

from tilerules.errors import PictureError

__all__ = ["glyph", "unicode_tiles"]

_HIGHEST = 6
_LYING, _STANDING = 0x1F031, 0x1F063
_LAID = re.compile(r"\[([0-9]+)\|([0-9]+)\]")
_HELD = re.compile(r"\[([0-9]+)-([0-9]+)\]")


def glyph(first: int, second: int, *, is_upright: bool = False) -> str:
    """
    Give the character of a domino.

    Args:
        first: The pips of the left half, or of the upper one.
        second: Those of the other half.
        is_upright: Whether it stands.

    Raises:
        PictureError: There is no such character.

    >>> glyph(6, 4)
    '🁟'
    """
    if not (0 <= first <= _HIGHEST and 0 <= second <= _HIGHEST):
        raise PictureError(
            f"Unicode has dominoes of 0 to {_HIGHEST} pips a half, not {first}-{second}"
        )
    return chr((_STANDING if is_upright else _LYING) + 7 * first + second)


def unicode_tiles(text: object) -> str:
    """
    Write a round, a view or a layout with characters for its dominoes.

    Laid tiles lie, their doubles stand, and so do tiles in hands. What has no character stays
    as it is.

    Args:
        text: What ``str()`` is asked of.

    >>> unicode_tiles("[6|4][4|4] and [4-5]")
    '🁟🂃 and 🂄'
    """

    def laid(match: re.Match[str]) -> str:
        first, second = int(match[1]), int(match[2])
        if max(first, second) > _HIGHEST:
            return match[0]
        return glyph(first, second, is_upright=first == second)

    def held(match: re.Match[str]) -> str:
        first, second = int(match[1]), int(match[2])
        return match[0] if max(first, second) > _HIGHEST else glyph(first, second, is_upright=True)

    return _HELD.sub(held, _LAID.sub(laid, str(text)))
