"""
The opt-in pytest plugin checks an installed plugin by its name.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from property.registered import variants


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """
    Run pytest in an empty folder.
    """
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_installed_plugin_is_checked(tmp_path: Path) -> None:
    """
    There is one test for each thing the plugin declares; they are selected like any other.
    """
    variant = variants()[0]
    plugin = ("-p", "tilerules.testing.pytest_plugin", "--tilerules-plugin", variant.origin)
    listed = run(tmp_path, *plugin, "--collect-only", "-q")
    one = run(tmp_path, *plugin, "-q", "-k", f"variant and {variant.name} and not house")

    own = [rule for rule in variant.house_rules if rule.key.startswith(variant.origin[10:] + "/")]
    assert 0 == listed.returncode, listed.stdout + listed.stderr
    assert f"{variant.origin}: variant {variant.name}" in listed.stdout
    assert all(f"house rule {rule.key} on {variant.name}" in listed.stdout for rule in own)
    assert 0 == one.returncode, one.stdout + one.stderr
    assert f"{1 + len(variant.presets)} passed" in one.stdout


def test_unknown_plugin_is_named(tmp_path: Path) -> None:
    """
    A name that is not installed is a usage error that names those that are.
    """
    plugin = ("-p", "tilerules.testing.pytest_plugin", "--tilerules-plugin", "tilerules-nothing")
    done = run(tmp_path, *plugin)

    assert pytest.ExitCode.USAGE_ERROR == done.returncode
    assert "no tilerules plugin 'tilerules-nothing' is installed" in done.stderr + done.stdout
    assert variants()[0].origin in done.stderr + done.stdout


def test_file_is_checked_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A single file of a folder is called by its name, where it is checked and where it is listed.
    """
    monkeypatch.setenv("TILERULES_PLUGINS_DIR", str(tmp_path / "ours"))
    (tmp_path / "ours").mkdir()
    text = f'name = "sunday"\nextends = "{variants()[0].name}"\n'
    (tmp_path / "ours" / "sunday.toml").write_text(text)
    plugin = ("-p", "tilerules.testing.pytest_plugin", "--tilerules-plugin")
    listed = run(tmp_path, *plugin, "sunday.toml", "--collect-only", "-q")
    refused = run(tmp_path, *plugin, "monday.toml")

    assert "sunday.toml: variant sunday" in listed.stdout, listed.stdout + listed.stderr
    assert "there are: sunday.toml, " in refused.stderr + refused.stdout


def test_pytest_is_left_alone_without_the_option(tmp_path: Path) -> None:
    """
    Nobody who only has the library installed gets a test, an option or an import.
    """
    (tmp_path / "test_one.py").write_text(
        "import sys\ndef test_one():\n    assert 'tilerules' not in sys.modules\n"
    )
    done = run(tmp_path, "-q")

    assert 0 == done.returncode, done.stdout
    assert "1 passed" in done.stdout


CONFTEST = """
from testing.specimens import FirstSeat, broken
from tilerules import HouseRule, Registry, hookimpl
from tilerules.testing import pytest_plugin

class Broken:
    @hookimpl
    def tilerules_variants(self):
        return (broken(FirstSeat(), seats=(2,)),)

    @hookimpl
    def tilerules_house_rules(self):
        return (
            HouseRule(key="broken/rule", title="X", apply=lambda v: v, variants=("nothing",)),
        )

registry = Registry()
registry.register(Broken(), name="broken", distribution="tilerules-broken")
pytest_plugin.default_registry = lambda: registry
"""


def test_findings_are_shown_without_the_kit_s_own_stack(tmp_path: Path) -> None:
    """
    A failing test shows what was found, where, and what would be right; a rule for variants
    that are not installed is skipped with the reason.
    """
    (tmp_path / "conftest.py").write_text(CONFTEST)
    plugin = ("-p", "tilerules.testing.pytest_plugin", "--tilerules-plugin", "broken")
    done = run(tmp_path, *plugin, "-q", "-rs")

    assert pytest.ExitCode.TESTS_FAILED == done.returncode, done.stdout + done.stderr
    assert "1 failed, 1 skipped" in done.stdout
    assert "seats: the hands" in done.stdout
    assert "right: Who sits where decides nothing" in done.stdout
    assert "where: broken, 2 seats, seed 0, after" in done.stdout
    assert "Traceback" not in done.stdout
    assert "conformance.py" not in done.stdout
    assert "none of the variants it is for is installed: nothing" in done.stdout
