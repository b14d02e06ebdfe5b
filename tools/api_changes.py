#!/usr/bin/env python3
"""
Compare the public interface with that of the last release, and fail on what breaks callers.

    .venv/bin/python tools/api_changes.py [TAG]

What is public, and which version may break what, is written in docs/stability.md. Without a tag
of a release (v1.2.3) there is nothing to compare with, and this says so.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

import griffe

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "tilerules"

FULL = ("component", "errors", "layouts", "rules", "solvers", "testing", "texts", "tiles")
"""The modules whose public names are promised where they stand."""

INNER = ("testing.checks",)
"""Modules in them that nobody is meant to import from."""

HARMLESS = {griffe.BreakageKind.ATTRIBUTE_CHANGED_VALUE}
"""Values are sentences and defaults: a change of rules is told by the rules version."""


# --- what there was, and what there is --------------------------------------------------------


def last_release(root: Path = ROOT) -> str | None:
    """
    Give the tag of the last release before this state; None where there is none.
    """
    command = ["git", "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    return done.stdout.strip() or None


def load_release(tag: str, root: Path = ROOT) -> griffe.Object:
    """
    Read the package as it was at a tag; nothing of it is run.
    """
    packed = subprocess.run(
        ["git", "archive", "--format=tar", tag, "src"], cwd=root, capture_output=True, check=True
    )
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
            archive.extractall(folder, filter="data")
        return load(Path(folder) / "src")


def load(folder: Path) -> griffe.Object:
    """
    Read the package in a folder of sources; nothing of it is run.
    """
    loaded = griffe.load(PACKAGE, search_paths=[folder], resolve_aliases=True)
    assert isinstance(loaded, griffe.Object)
    return loaded


def version_of(package: griffe.Object) -> tuple[int, int]:
    """
    Give the major and the minor number of a version of the package.
    """
    found = re.search(r"(\d+)\.(\d+)", str(package["_version.__version__"].value))
    assert found is not None
    return int(found[1]), int(found[2])


# --- what is promised -------------------------------------------------------------------------


def offered(package: griffe.Object) -> set[str]:
    """
    Give where the names that the package itself offers are defined.
    """
    exports = package.exports or []
    paths = set()
    for name in map(str, exports):
        member = package.members.get(name)
        if member is not None:
            paths.add(member.target_path if isinstance(member, griffe.Alias) else member.path)
    return paths


def is_promised(path: str, top: set[str]) -> bool:
    """
    Say whether a change at a path concerns callers.

    Args:
        path: Where the change is, e.g. ``tilerules.play.round.Round.play``.
        top: Where the names that the package itself offers are defined.
    """
    inside = path.removeprefix(f"{PACKAGE}.")
    if any(inside == name or inside.startswith(f"{name}.") for name in INNER):
        return False
    if any(inside == name or inside.startswith(f"{name}.") for name in FULL):
        return True
    return inside == path or any(path == name or path.startswith(f"{name}.") for name in top)


def breakages(old: griffe.Object, new: griffe.Object) -> Iterator[str]:
    """
    Give everything that breaks callers, a line each.
    """
    top = offered(old)
    for breakage in griffe.find_breaking_changes(old, new):
        path = breakage.obj.canonical_path
        if breakage.kind not in HARMLESS and is_promised(path, top):
            yield f"{path}: {breakage.kind.value}"
    for path, names in _classes(old, top):
        cls = _get(new, path)
        added = sorted(required_fields(cls) - names) if isinstance(cls, griffe.Class) else []
        if added:
            yield f"{path}: new fields without a default: {', '.join(added)}"


def _classes(package: griffe.Object, top: set[str]) -> Iterator[tuple[str, set[str]]]:
    """
    Give the promised attrs classes with the fields one has to give.
    """
    for member in package.members.values():
        if isinstance(member, griffe.Alias) or member.name.startswith("_"):
            continue
        if isinstance(member, griffe.Class) and is_promised(member.path, top):
            if is_attrs(member):
                yield member.path, required_fields(member)
        elif isinstance(member, griffe.Module):
            yield from _classes(member, top)


def _get(package: griffe.Object, path: str) -> griffe.Object | griffe.Alias | None:
    try:
        found: griffe.Object | griffe.Alias = package[path.removeprefix(f"{PACKAGE}.")]
    except KeyError:
        return None
    return found


def is_attrs(cls: griffe.Class) -> bool:
    """
    Say whether a class is made by attrs.
    """
    return any("attrs." in str(decorator.value) for decorator in cls.decorators)


def required_fields(cls: griffe.Class) -> set[str]:
    """
    Give the fields of an attrs class that have no default.
    """
    found = set()
    for name, member in cls.members.items():
        if not isinstance(member, griffe.Attribute) or member.annotation is None:
            continue
        if "ClassVar" in str(member.annotation) or "instance-attribute" not in member.labels:
            continue
        value = str(member.value) if member.value is not None else ""
        has_default = value and not ("field(" in value and "default" not in value)
        if not has_default and "factory" not in value and "init=False" not in value:
            found.add(name)
    return found


# --- saying so --------------------------------------------------------------------------------


def may_break(old: tuple[int, int], new: tuple[int, int]) -> bool:
    """
    Say whether a version may break what an older one promised: see docs/stability.md.

    >>> may_break((1, 4), (2, 0)), may_break((0, 3), (0, 4)), may_break((1, 4), (1, 5))
    (True, True, False)
    """
    return new[0] > old[0] or (new[0] == old[0] == 0 and new[1] > old[1])


def main(arguments: Sequence[str]) -> int:
    """
    Compare with a tag, by default the last release; give the exit status.
    """
    tag = arguments[0] if arguments else last_release()
    if tag is None:
        print("there is no tag of a release (v1.2.3) yet, so nothing to compare the interface with")
        return 0
    old, new = load_release(tag), load(ROOT / "src")
    found = sorted(set(breakages(old, new)))
    for line in found:
        print(line)
    allowed = may_break(version_of(old), version_of(new))
    count = f"{len(found)} breaking change{'' if len(found) == 1 else 's'} since {tag}"
    print(f"{count}{', which this version may have' if found and allowed else ''}")
    return 1 if found and not allowed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
