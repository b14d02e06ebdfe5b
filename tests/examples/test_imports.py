"""
The example app stands on what the library promises, and on nothing else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tilerules

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(ROOT.glob("examples/*/*.py"))


def used(tree: ast.AST) -> Iterator[str]:
    """
    Give each name that a module takes of the library, by a dot or by an import.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and str(node.module).partition(".")[0] == "tilerules":
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (a.name for a in node.names if a.name.startswith("tilerules."))
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "tilerules":
            yield f"tilerules.{node.attr}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_only_stable_names(path: Path) -> None:
    """
    Every name of the library that an example takes is one of those that `tilerules` lists.
    """
    promised = {f"tilerules.{name}" for name in tilerules.__all__}

    assert [] == [name for name in used(ast.parse(path.read_text("utf-8"))) if name not in promised]


def test_foreign_names_are_seen() -> None:
    """
    Whatever way a name is taken, the test above sees it; there are files to look at.
    """
    text = (
        "from tilerules.play import Round\nimport tilerules.rules\nimport tilerules\ntilerules.play"
    )

    assert {"tilerules.play.Round", "tilerules.rules", "tilerules.play"} == set(
        used(ast.parse(text))
    )
    assert {"app.py", "store.py", "table.py"} == {path.name for path in FILES}
