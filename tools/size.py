#!/usr/bin/env python3
"""
Say how large the library and its plugins are: lines by what they are, and the sizes of modules.

usage: size.py [REVISION ...]

Without a revision the working tree is measured; with several, one column each.
"""

from __future__ import annotations

import ast
import io
import statistics
import subprocess
import sys
import tarfile
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACES = ("src/tilerules/", "plugins/")


def sources(revision: str | None) -> Iterator[tuple[str, str]]:
    """Give path and text of each module of the library and the plugins, tests apart."""
    if revision is None:
        for path in sorted(ROOT.rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if _is_source(name):
                yield name, path.read_text(encoding="utf-8")
        return
    command = ["git", "-C", str(ROOT), "archive", revision, "src", "plugins"]
    packed = subprocess.run(command, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for member in archive.getmembers():
            file = archive.extractfile(member) if _is_source(member.name) else None
            if file is not None:
                yield member.name, file.read().decode("utf-8")


def _is_source(name: str) -> bool:
    return name.endswith(".py") and name.startswith(PLACES) and "/tests/" not in name


def kinds_of_lines(text: str) -> Counter[str]:
    """Count the lines of a module by what they are."""
    lines = text.splitlines()
    kinds = ["code" if line.strip() else "blank" for line in lines]
    tree = ast.parse(text)
    for node in ast.walk(tree):
        span = range(getattr(node, "lineno", 1) - 1, getattr(node, "end_lineno", 0) or 0)
        if isinstance(node, ast.Import | ast.ImportFrom):
            _mark(kinds, span, "import")
        elif isinstance(node, ast.Expr) and _is_text(node.value):
            _mark(kinds, span, "docstring")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        at = token.start[0] - 1
        if token.type == tokenize.COMMENT and lines[at].lstrip().startswith("#"):
            kinds[at] = "comment"
    return Counter(kinds)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _mark(kinds: list[str], span: range, kind: str) -> None:
    for at in span:
        kinds[at] = kind


def measured(revision: str | None) -> Mapping[str, int]:
    """Measure a tree."""
    found: dict[str, int] = {}
    for place in PLACES:
        modules = {name: text for name, text in sources(revision) if name.startswith(place)}
        kinds: Counter[str] = Counter()
        for text in modules.values():
            kinds += kinds_of_lines(text)
        sizes = [len(text.splitlines()) for text in modules.values()]
        title = place.rstrip("/")
        found[f"{title}: modules"] = len(modules)
        found[f"{title}: lines"] = sum(sizes)
        for kind in ("code", "docstring", "comment", "import", "blank"):
            found[f"{title}: {kind}"] = kinds[kind]
        found[f"{title}: median module"] = round(statistics.median(sizes))
        found[f"{title}: largest module"] = max(sizes)
    return found


def main(arguments: list[str]) -> int:
    """Print a column for each revision."""
    columns = [(name, measured(name)) for name in arguments] or [("working tree", measured(None))]
    rows = list(columns[0][1])
    width = max(map(len, rows))
    print(" " * width, *(f"{name:>14}" for name, _found in columns))
    for row in rows:
        print(f"{row:{width}}", *(f"{found[row]:>14,}" for _name, found in columns))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
