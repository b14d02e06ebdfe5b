"""
Small promises that the files of the repository make.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_dev_needs_only_the_standard_library() -> None:
    """
    dev.py runs on a fresh machine: it imports nothing that has to be installed.
    """
    tree = ast.parse((ROOT / "dev.py").read_text(encoding="utf-8"))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").partition(".")[0])

    assert imported <= sys.stdlib_module_names


def test_dev_can_refuse_an_old_python() -> None:
    """
    dev.py can be read by Pythons too old to run it, so that they print its refusal.
    """
    ast.parse((ROOT / "dev.py").read_text(encoding="utf-8"), feature_version=(3, 7))


def test_no_python_is_prescribed() -> None:
    """
    No file makes version managers insist on one Python that may not be installed.
    """
    assert not (ROOT / ".python-version").exists()


def test_changelog_fragments_are_named_right() -> None:
    """
    Each fragment has an issue number or a + and words, and a type that towncrier knows.
    """
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    types = "|".join(entry["directory"] for entry in settings["tool"]["towncrier"]["type"])
    pattern = re.compile(rf"(\d+|\+[\w-]+)\.({types})(\.\d+)?\.md")
    names = {path.name for path in (ROOT / "changelog.d").iterdir()} - {"README.md", ".gitkeep"}

    assert [] == sorted(name for name in names if not pattern.fullmatch(name))


def test_changelog_has_its_marker() -> None:
    """
    Towncrier finds the line after which it puts a release.
    """
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    marker = settings["tool"]["towncrier"]["start_string"]

    assert 1 == (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").count(marker)
