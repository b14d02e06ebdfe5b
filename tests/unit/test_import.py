"""
What importing the library brings along, and what it leaves alone.
"""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest


def in_new_process(program: str) -> str:
    """
    Run a program in a new interpreter and give what it prints.
    """
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert 0 == done.returncode, done.stderr
    return done.stdout


def modules_after(*imports: str) -> set[str]:
    """
    Give the modules that are there after some imports.
    """
    lines = "\n".join(f"import {name}" for name in imports)
    return set(ast.literal_eval(in_new_process(f"{lines}\nimport sys\nprint(list(sys.modules))")))


def test_import_brings_attrs_and_pluggy_and_no_more() -> None:
    """
    Beside the package itself, only what attrs and pluggy import is there.
    """
    extra = modules_after("tilerules") - modules_after("attrs", "pluggy")

    assert {"tilerules", "tilerules._version"} == extra


@pytest.mark.parametrize("name", ["hypothesis", "pytest", "rich", "tilerules_gaple"])
def test_playing_needs_none_of(name: str) -> None:
    """
    The whole machine runs without the optional packages, and a variant made by hand without
    any plugin.
    """
    found = modules_after(
        "tilerules", "tilerules.rulesets", "tilerules.records", "tilerules.rules.blocking"
    )

    assert name not in found - modules_after("attrs", "pluggy")


def test_kit_needs_neither_pytest_nor_hypothesis() -> None:
    """
    The conformance kit's two functions work where only the library is installed.
    """
    found = modules_after("tilerules.testing")

    assert not {"pytest", "hypothesis"} & found


def test_import_scans_no_entry_points() -> None:
    """
    Installed distributions are looked at when a variant is first asked for, and only then.
    """
    program = """
import importlib.metadata as metadata
discover, scans = metadata.Distribution.discover, 0
def counted(**kwargs):
    global scans
    scans += 1
    return discover(**kwargs)
metadata.Distribution.discover = counted
import tilerules
from tilerules import Variant, double_set, dumps
before = scans
tilerules.variants()
first = scans
tilerules.variants()
print(before == 0, first > 0, scans == first)
"""
    assert "True True True\n" == in_new_process(program)


def test_everything_public_can_be_imported() -> None:
    """
    Each name of ``__all__`` is there, and others are not.
    """
    import tilerules

    assert len(tilerules.__all__) == len(set(tilerules.__all__))
    for name in tilerules.__all__:
        assert getattr(tilerules, name) is not None
    assert set(tilerules.__all__) <= set(dir(tilerules))
    with pytest.raises(AttributeError, match="no attribute 'varaints'"):
        _ = tilerules.varaints
