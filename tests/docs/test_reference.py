"""
Nothing public is missing from the documentation.

The build itself checks that every public name has an entry (``docs/_ext/tilerules_pages.py``);
here is asked, without building, what an entry would say.
"""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path

import attrs
import public_api
import pytest

import tilerules
from tilerules.plugins.hookspecs import TilerulesHooks

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "docs" / "reference"


def toctree_patterns(page: Path) -> list[re.Pattern[str]]:
    """
    Give the entries of a page's toctrees, globs as expressions.
    """
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"```\{toctree\}\n(.*?)```", text, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    entries = [line.strip() for line in lines if line.strip() and not line.startswith(":")]
    return [re.compile(re.escape(entry).replace(r"\*", "[^/]*")) for entry in entries]


@pytest.mark.parametrize("module", public_api.modules())
def test_module_has_a_page(module: str) -> None:
    """
    A public module is reached from the page of modules, and says what it is for.
    """
    patterns = toctree_patterns(REFERENCE / "modules.md")

    assert any(pattern.fullmatch(f"modules/{module}") for pattern in patterns)
    assert importlib.import_module(module).__doc__


@pytest.mark.parametrize("module", public_api.modules())
def test_names_are_described(module: str) -> None:
    """
    Every name in ``__all__`` exists and has a text of its own.
    """
    silent = [
        name
        for name in public_api.names(module)
        if public_api.is_home(module, name) and not public_api.name_text(module, name)
    ]

    assert [] == silent


@pytest.mark.parametrize("module", public_api.modules())
def test_attributes_are_described(module: str) -> None:
    """
    Every field, member, property and method of a public class has a text.
    """
    silent = [
        f"{cls.__name__}.{name}"
        for cls in public_api.public_classes(module)
        for name in public_api.attributes(cls)
        if not public_api.attribute_text(cls, name)
    ]

    assert [] == silent


def test_short_names() -> None:
    """
    What the package itself offers leads to the module it comes from.
    """
    assert "tilerules.play.round.Round" == public_api.homes()["tilerules.Round"]
    assert "tilerules.play.variant.Variant" == public_api.homes()["tilerules.Variant"]
    assert "tilerules.play.round.Round" not in public_api.homes()


def test_expected_names() -> None:
    """
    What must be found in the reference includes attributes, under both of their names.
    """
    expected = set(public_api.expected())

    assert expected >= {
        "tilerules.Round.legal_moves",
        "tilerules.play.round.Round.legal_moves",
        "tilerules.EndReason.WENT_OUT",
        "tilerules.rules.dealing.DealEach.sizes",
        "tilerules.rules.kinds.Effect.after",
    }
    # A code that a class only gives another value to is described where it comes from.
    assert "tilerules.rules.dealing.DealEach.code" not in expected


def test_a_silent_name_is_found() -> None:
    """
    A field without a text is told from one that has one, its own or that of a base class.
    """

    @attrs.frozen
    class Silent(tilerules.Outcome):
        mystery: int = 0

    assert "" == public_api.attribute_text(Silent, "mystery")
    assert "The winning seats" in public_api.attribute_text(Silent, "winners")


HOOKS = [name for name in vars(TilerulesHooks) if name.startswith("tilerules_")]


@pytest.mark.parametrize("hook", HOOKS)
def test_hook_is_described(hook: str) -> None:
    """
    The page of hooks has each with its signature and an example that implements it.
    """
    text = (REFERENCE / "hooks.md").read_text(encoding="utf-8")
    specification = getattr(TilerulesHooks, hook)
    result = inspect.signature(specification).return_annotation

    assert f"### {hook}\n" in text
    assert f"```python\ndef {hook}() -> {result}: ...\n```" in text
    assert f">>> @tilerules.hookimpl\n... def {hook}():" in text


@pytest.mark.parametrize("variant", tilerules.variants(), ids=str)
def test_rule_sources_are_explained(variant: tilerules.Variant) -> None:
    """
    Every code that a rule, a house rule or a preset names as its source is on the page of sources.
    """
    known = set(re.findall(r"^- \(source-(.+)\)=$", sources(), re.MULTILINE))
    told = [
        *variant.clauses.values(),
        *(rule.source for rule in variant.house_rules),
        *(preset.source for preset in variant.presets),
    ]
    codes = {code for source in told for code in public_api.source_codes(source)}

    assert set() == {code for code in codes if code.lower() not in known}


def sources() -> str:
    """
    Give the page of sources.
    """
    return (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")


def test_changelog_is_shown() -> None:
    """
    The pages include the changelog as it is.
    """
    assert "include} ../CHANGELOG.md" in (ROOT / "docs" / "changelog.md").read_text("utf-8")
