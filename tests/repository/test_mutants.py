"""
The small faults that the tests are tried on have their places, and change them.
"""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


def tool() -> Any:
    """
    Import the script from tools/.
    """
    spec = importlib.util.spec_from_file_location("mutants", ROOT / "tools" / "mutants.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = tool()
MUTANTS = TOOL.load()


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=lambda mutant: mutant.name)
def test_each_fault_has_its_place(mutant: Any) -> None:
    """
    What a fault replaces stands exactly once in its file, and what comes of it is still Python.
    """
    text = (ROOT / mutant.file).read_text(encoding="utf-8")

    assert 1 == text.count(mutant.old), f"tests/mutants.toml: {mutant.name}"
    assert ast.dump(ast.parse(text)) != ast.dump(ast.parse(mutant.change(text)))


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=lambda mutant: mutant.name)
def test_each_fault_says_what_it_breaks(mutant: Any) -> None:
    """
    It is one sentence, in words for somebody who looks for a test that should notice.
    """
    assert mutant.breaks.endswith(".")
    assert "\n" not in mutant.breaks


@pytest.mark.slow
def test_a_copy_imports_nothing_of_the_working_tree(tmp_path: Path) -> None:
    """
    A fault in a copy is what the copy imports, each time it is another one; the tree here keeps
    its own.
    """
    copy = TOOL.Copy(tmp_path)
    file = "src/tilerules/_version.py"
    before = (ROOT / file).read_text(encoding="utf-8")
    for version in ("1.1.1", "2.2.2"):
        copy.write(file, f'__version__ = "{version}"\n')
        done = copy.run("-c", "import tilerules; print(tilerules.__version__)")
        assert version == done.stdout.strip()
    searched = copy.run("-c", "import sys; print(*sys.path, sep='\\n')").stdout.splitlines()

    assert before == (ROOT / file).read_text(encoding="utf-8")
    assert not {str(ROOT), str(ROOT / "src")} & set(searched)
