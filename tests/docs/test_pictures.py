"""
Every page that speaks of a table shows one.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest
from positions import draw_position

from docs.reading import ROOT
from property.registered import variants

DIRECTIVE = re.compile(
    r"^```\{picture\} (?P<variant>\S+)\n(?P<options>(?::[^\n]*\n)*)\n(?P<caption>.*?)\n```$",
    re.MULTILINE | re.DOTALL,
)

OPTION = re.compile(r"^:(?P<name>[a-z]+):(?: (?P<value>.*))?$", re.MULTILINE)

SHOWING = [
    "docs/index.md",
    "docs/reference/notation.md",
    "docs/tutorial/first-round.md",
    "docs/howto/web-app.md",
    "docs/howto/layout.md",
    "docs/howto/pictures.md",
]
"""Pages that are no game's and speak of a table."""

GAMES = sorted(path for path in (ROOT / "docs/games").glob("*.md") if path.name != "index.md")

PLAYED = re.compile(r"^```\{variant-rules\} (?P<variant>\S+)$", re.MULTILINE)


@attrs.frozen
class Shown:
    """
    A picture as a page asks for it.
    """

    page: Path
    variant: str
    options: dict[str, Any]
    caption: str
    line: int

    def __str__(self) -> str:
        return f"{self.page.stem}:{self.line}"


def pictures(page: Path) -> list[Shown]:
    """
    Find the pictures of a page.
    """
    text = page.read_text(encoding="utf-8")
    found = []
    for match in DIRECTIVE.finditer(text):
        options = {one["name"]: one["value"] or "" for one in OPTION.finditer(match["options"])}
        line = text.count("\n", 0, match.start()) + 1
        found.append(Shown(page, match["variant"], options, match["caption"], line))
    assert text.count("```{picture}") == len(found), f"{page}: a picture nobody could read"
    return found


EVERY = [one for page in sorted((ROOT / "docs").glob("**/*.md")) for one in pictures(page)]


@pytest.mark.parametrize("page", GAMES, ids=lambda page: page.stem)
def test_every_game_is_shown(page: Path) -> None:
    """
    The page of a game shows each variant it tells the rules of: opening, middle, what is special.
    """
    played = PLAYED.findall(page.read_text(encoding="utf-8"))
    assert played
    for variant in played:
        mine = [one for one in pictures(page) if one.variant.partition("+")[0] == variant]
        assert len(mine) >= 3, f"{page.name} shows {variant} {len(mine)} times"


@pytest.mark.parametrize("name", SHOWING)
def test_tables_are_shown(name: str) -> None:
    """
    A page that speaks of a table has a picture of one.
    """
    assert pictures(ROOT / name)


@pytest.mark.parametrize("shown", EVERY, ids=str)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_picture_is_drawn(shown: Shown, theme: str) -> None:
    """
    What a page asks for can be dealt, played and drawn.
    """
    root = ElementTree.fromstring(draw_position(shown.variant, shown.options, theme))
    assert len(root.findall("{http://www.w3.org/2000/svg}g")) >= 1


def test_every_game_has_a_page() -> None:
    """
    Every installed game of the repository's is on some page.
    """
    pages = " ".join(path.read_text(encoding="utf-8") for path in GAMES)
    named = set(PLAYED.findall(pages))
    assert {one.name for one in variants()} <= named
