"""
Every installed variant, preset and house rule has numbers, and still counts them so.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import tilerules
from tilerules import Variant
from tilerules.testing import check_perft, read_perft

ROOT = Path(__file__).resolve().parents[2]


def tool() -> ModuleType:
    """
    Load the script that writes the files.
    """
    spec = importlib.util.spec_from_file_location("perft_tool", ROOT / "tools/perft.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = tool()


@pytest.mark.parametrize("variant", tilerules.variants(), ids=str)
def test_quick_numbers(variant: Variant) -> None:
    """
    Rounds end as the file says, and its small numbers are counted again.
    """
    check_perft(TOOL.path_of(variant), max_count=TOOL.quick_limit(variant))


@pytest.mark.slow
@pytest.mark.parametrize("variant", tilerules.variants(), ids=str)
def test_deep_numbers(variant: Variant) -> None:
    """
    All numbers are counted again.
    """
    check_perft(TOOL.path_of(variant))


@pytest.mark.parametrize("variant", tilerules.variants(), ids=str)
def test_every_rule_has_a_line(variant: Variant) -> None:
    """
    There are lines for each number of seats of the variant, for the fewest and the most of its
    presets, and one with each house rule by its defaults; without a file the variant fails.
    """
    path = TOOL.path_of(variant)
    assert path.exists(), f"write it with: python tools/perft.py {variant.name}"
    lines = read_perft(path.read_text(encoding="utf-8"))
    plain = {(line.rules, line.seats) for line in lines}
    applied = {rule for line in lines for rule in line.rules.split(";")[1:]}

    assert plain >= {(f"{variant.key}@{variant.version}", seats) for seats in variant.seats}
    for preset in variant.presets:
        one = variant.with_preset(preset.name)
        assert plain >= {(f"{one.key}@{one.version}", one.seats[at]) for at in (0, -1)}
    assert applied >= {rule.key for rule in variant.house_rules}


def test_no_file_is_left_over() -> None:
    """
    Each file belongs to a variant that is installed.
    """
    names = {variant.name for variant in tilerules.variants()}

    assert names >= {path.stem for path in TOOL.FOLDER.glob("*.perft")}
