"""
The lock files are complete, agree with each other and name no machine.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]
LOCKS = sorted(ROOT.glob("requirements/*.txt"))
SOURCES = sorted(ROOT.glob("requirements/*.in"))

each_lock = pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)

PIN = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>\S+)( \\\n    --hash=\S+)+$", re.MULTILINE)


def pins(lock: Path) -> dict[str, str]:
    """
    Return the version of each distribution in a lock file.
    """
    text = lock.read_text(encoding="utf-8")
    return {pin["name"]: pin["version"] for pin in PIN.finditer(text)}


@each_lock
def test_lock_is_only_pins(lock: Path) -> None:
    """
    A lock file holds comments and pins with sha256 hashes: no index, no path, no option.
    """
    text = lock.read_text(encoding="utf-8")
    rest = [line for line in PIN.sub("", text).splitlines() if not re.match(r"\s*(#|$)", line)]

    assert [] == rest
    assert set(re.findall(r"--hash=(\w+):[0-9a-f]{64}\b", text)) == {"sha256"}


@each_lock
def test_lock_names_no_place(lock: Path) -> None:
    """
    Not even a comment of a lock file says where its maker got the packages.
    """
    text = lock.read_text(encoding="utf-8")

    assert not re.search(r"://|\.whl\b|\.tar\.gz\b|(^|\s)/|index-url|find-links", text)
    assert "python3 dev.py lock" in text


def test_every_source_is_locked() -> None:
    """
    Each list of wishes has its lock file and the other way round.
    """
    assert [path.stem for path in SOURCES] == [path.stem for path in LOCKS]


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_lock_follows_source(source: Path) -> None:
    """
    What is wished for is in the lock file, in a version that was wished for.
    """
    locked = pins(source.with_suffix(".txt"))
    for line in source.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(("#", "-")):
            wanted = Requirement(line)
            assert wanted.specifier.contains(locked[canonicalize_name(wanted.name)]), line


def test_locks_agree() -> None:
    """
    No two lock files pin different versions, so that they can share one environment; the oldest
    versions have a folder of their own.
    """
    agreed: dict[str, str] = {}
    for lock in LOCKS:
        if lock.stem == "lowest":
            continue
        for name, version in pins(lock).items():
            assert agreed.setdefault(name, version) == version, f"{lock.name}: {name}"


def test_lowest_is_what_users_may_have() -> None:
    """
    The lock file of the oldest versions pins the lower ends of the library's ranges.
    """
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    ranges = map(Requirement, tomllib.loads(text)["project"]["dependencies"])
    lowest = {canonicalize_name(r.name): next(iter(r.specifier)).version for r in ranges}
    locked = pins(ROOT / "requirements" / "lowest.txt")

    assert {name: Version(low) for name, low in lowest.items()} == {
        name: Version(pin) for name, pin in locked.items()
    }
