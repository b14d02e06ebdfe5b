"""
Every installed variant has a round that anybody can read, and still plays it so.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import tilerules
from tilerules import Variant

ROOT = Path(__file__).resolve().parents[2]


def tool() -> ModuleType:
    """
    Load the script that writes the files.
    """
    spec = importlib.util.spec_from_file_location(
        "playthroughs_tool", ROOT / "tools/playthroughs.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = tool()


@pytest.mark.parametrize("variant", tilerules.variants(), ids=str)
def test_playthrough(variant: Variant) -> None:
    """
    The round in the file is the one that is played; a variant without a file fails.
    """
    path = TOOL.path_of(variant)

    assert path.exists(), f"write it with: python tools/playthroughs.py {variant.name}"
    assert path.read_text(encoding="utf-8") == TOOL.playthrough(variant), (
        f"{variant} plays its round differently; if that is meant, raise its rules version and "
        f"run: python tools/playthroughs.py {variant.name}"
    )


def test_no_file_is_left_over() -> None:
    """
    Each file belongs to a variant that is installed.
    """
    names = {variant.name for variant in tilerules.variants()}

    assert names >= {path.stem for path in TOOL.FOLDER.glob("*.txt")}
