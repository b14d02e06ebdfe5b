#!/usr/bin/env python3
"""
Compare the public interface with the list kept of it, and with that of the last release.

    .venv/bin/python tools/api_changes.py [TAG]
    .venv/bin/python tools/api_changes.py --write

What is public, and which version may break what, is written in docs/stability.md. The list,
tools/api.txt, has a line for each public name with its signature: a change of it is seen in review,
and one that is not in the list fails. --write renews it. What breaks callers of the last release
fails too; without a tag of a release (v1.2.3) there is nothing to compare with, and this says so.
"""

from __future__ import annotations

import difflib
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

LISTED = ROOT / "tools" / "api.txt"
"""The public interface as it was last agreed on."""

FULL = (
    "component",
    "decks",
    "errors",
    "layouts",
    "melds",
    "plugins.hookspecs",
    "rules",
    "scorers",
    "solvers",
    "state",
    "testing",
    "texts",
    "tiles",
    "trains",
)
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
            paths.add(_home(member))
    return paths


def _home(member: griffe.Object | griffe.Alias) -> str:
    """Give where a name is defined, through however many modules it is offered."""
    return member.final_target.path if isinstance(member, griffe.Alias) else member.path


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


# --- the list of it ---------------------------------------------------------------------------


def listing(package: griffe.Object) -> list[str]:
    """
    Give the public interface, sorted, a line for each name.

    Inherited members stand where they are defined. Of values only the codes of parts are told:
    records and refusals name them.
    """
    return sorted({*_top_lines(package), *_module_lines(package, offered(package))})


def _top_lines(package: griffe.Object) -> Iterator[str]:
    """Give where each name that the package itself offers is defined."""
    for name in map(str, package.exports or []):
        member = package.members.get(name)
        if isinstance(member, griffe.Alias):
            yield f"{PACKAGE}.{name} is {_home(member)}"


def _module_lines(module: griffe.Object, top: set[str]) -> Iterator[str]:
    exports = {*map(str, module.exports or [])}
    promised = {name for name, one in module.members.items() if is_promised(one.path, top)}
    for name, member in module.members.items():
        if isinstance(member, griffe.Module):
            if not name.startswith("_"):
                yield from _module_lines(member, top)
        elif isinstance(member, griffe.Object) and name in exports & promised:
            yield from _lines(member)


def _lines(member: griffe.Object) -> Iterator[str]:
    """Give the line of a name, and of a class those of its public members."""
    yield f"{member.path}{_shape(member)}"
    if isinstance(member, griffe.Class):
        for name, inner in member.members.items():
            if isinstance(inner, griffe.Object) and not name.startswith("_"):
                yield from _lines(inner)


def _shape(member: griffe.Object) -> str:
    """Give what callers may rely on of one name."""
    if isinstance(member, griffe.Class):
        bases = ", ".join(map(str, member.bases))
        return f"({bases})" if bases else ""
    if isinstance(member, griffe.Function):
        return member.signature(return_type=True).removeprefix(member.name)
    if isinstance(member, griffe.Attribute):
        kind = f": {member.annotation}" if member.annotation is not None else ""
        if member.name == "code":
            return f"{kind} = {member.value}"
        cls = member.parent
        if kind and "ClassVar" not in kind and isinstance(cls, griffe.Class) and is_attrs(cls):
            return kind if member.name in required_fields(cls) else f"{kind} = ..."
        return kind
    return ""


def unlisted(package: griffe.Object, listed: str) -> list[str]:
    """
    Give what differs from the list, a line each: ``-`` was there, ``+`` is new.
    """
    lines = difflib.unified_diff(listed.splitlines(), listing(package), n=0, lineterm="")
    return [line for line in lines if line[:2] not in ("--", "++", "@@")]


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
    Compare with the list and with a tag, by default the last release; give the exit status.
    """
    new = load(ROOT / "src")
    if [*arguments] == ["--write"]:
        LISTED.write_text("".join(f"{line}\n" for line in listing(new)), encoding="utf-8")
        return 0
    different = unlisted(new, LISTED.read_text(encoding="utf-8"))
    if different:
        print(*different, sep="\n")
        print("if that is meant, renew tools/api.txt (tools/api_changes.py --write)")
    return max(1 if different else 0, _since_release(new, *arguments))


def _since_release(new: griffe.Object, tag: str | None = None) -> int:
    """Compare with the release of a tag; give the exit status."""
    tag = tag or last_release()
    if tag is None:
        print("there is no tag of a release (v1.2.3) yet, so nothing to compare the interface with")
        return 0
    old = load_release(tag)
    found = sorted(set(breakages(old, new)))
    for line in found:
        print(line)
    allowed = may_break(version_of(old), version_of(new))
    count = f"{len(found)} breaking change{'' if len(found) == 1 else 's'} since {tag}"
    print(f"{count}{', which this version may have' if found and allowed else ''}")
    return 1 if found and not allowed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
