"""
Markdown pages as the tests read them: their examples, and the files they show.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

import attrs

__all__ = ["FENCE", "ROOT", "Page", "module_name", "pages", "read"]

ROOT = Path(__file__).resolve().parents[2]

FENCE = re.compile(r"^(?P<indent> *)(?P<marks>`{3,}|~{3,})(?P<language>.*)$")


def pages() -> list[Path]:
    """
    Return the Markdown files whose examples are promises.
    """
    found = [
        ROOT / "README.md",
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("plugins/*/README.md"),
    ]
    return sorted(path for path in found if "_build" not in path.parts and path.exists())


@attrs.frozen
class Page:
    """
    What is run of a page.
    """

    script: str
    """The page with everything but its examples blanked out, so that lines keep their numbers."""
    files: tuple[tuple[str, str], ...]
    """Path and text of a file as it stands after each block that shows some of it."""


CAPTION = re.compile(r" *:caption: *`?(?P<path>[^\s`,]+)`?(?P<continued>, continued)?")


def read(text: str) -> Page:
    """
    Find the examples and the files of a page.

    Where the fence of a Python file closes, the script defines the module.

    Raises:
        ValueError: An example stands in a fence that is not run, a fence is left open, or a file
            is continued that has not been begun.
    """
    kept = []
    files: list[tuple[str, str]] = []
    opening: re.Match[str] | None = None
    caption: re.Match[str] | None = None
    is_separated = False
    for number, line in enumerate(text.splitlines(), start=1):
        fence = FENCE.match(line)
        content = ""
        if opening is None:
            opening, caption = fence, None
        elif fence and not fence["language"] and fence["marks"].startswith(opening["marks"]):
            if caption is not None and caption["path"].endswith(".py"):
                content = f">>> _define({len(files)})"
            opening = None
        elif opening["language"].strip() == "pycon":
            content = line.removeprefix(opening["indent"])
        elif opening["language"].startswith("{code-block}") and (found := CAPTION.fullmatch(line)):
            caption, is_separated = found, False
            files.append((caption["path"], _begun(files, caption) if caption["continued"] else ""))
        elif caption is not None and not is_separated and not line:
            is_separated = True
        elif caption is not None:
            path, before = files[-1]
            files[-1] = (path, f"{before}{line.removeprefix(opening['indent'])}\n")
        elif line.lstrip().startswith(">>> "):
            raise ValueError(f"line {number}: an example in a fence that is not marked pycon")
        kept.append(content + "\n")
    if opening is not None:
        raise ValueError(f"the fence {opening[0]!r} is not closed")
    return Page("".join(kept), tuple(files))


def _begun(files: list[tuple[str, str]], caption: re.Match[str]) -> str:
    """
    Give what earlier blocks have shown of a file.
    """
    shown = dict(files)
    if caption["path"] not in shown:
        raise ValueError(f"the fence {caption[0]!r} continues a file that has not been begun")
    return shown[caption["path"]]


def module_name(path: str) -> str:
    """
    Give the name a file is imported by.

    >>> module_name("src/tilerules_kitchen/__init__.py"), module_name("kitchen.py")
    ('tilerules_kitchen', 'kitchen')
    """
    parts = PurePosixPath(path.removeprefix("src/")).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")
