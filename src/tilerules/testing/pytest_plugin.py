"""
A pytest plugin that checks an installed plugin by the name of its distribution::

    pytest -p tilerules.testing.pytest_plugin --tilerules-plugin tilerules-gaple

It adds one test for each variant, preset and house rule the plugin declares, to those that
are collected anyway; ``-k`` and ``-x`` work as ever. A single file that
``TILERULES_PLUGINS_DIR`` loads is called by its name, ``kitchen.toml``.

It is not an entry point of pytest's: nobody who has this library installed pays for it in other
test runs. A project that always wants it writes the ``-p`` and the option into ``addopts``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

import pytest

from tilerules.plugins import Registry, default_registry
from tilerules.rulesets import HouseRule
from tilerules.testing.conformance import check_house_rule, check_variant
from tilerules.testing.findings import ConformanceError

__all__ = ["ConformanceItem", "pytest_addoption", "pytest_collection_modifyitems"]

_OPTION = "--tilerules-plugin"

Test: TypeAlias = "tuple[str, Callable[[], None]]"
"""A name, and what to call."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.getgroup("tilerules").addoption(
        _OPTION,
        action="append",
        default=[],
        metavar="NAME",
        help="check the tilerules plugin of this distribution, entry point or file name",
    )


def conformance_tests(name: str, registry: Registry) -> Iterator[Test]:
    """
    Give the tests of one installed plugin.

    Args:
        name: The name of its distribution, of its entry point, or of its file: ``kitchen.toml``.
        registry: Where it is looked up.

    Raises:
        pytest.UsageError: There is no such plugin, or it could not be loaded.
    """
    reports = [r for r in registry.plugins if name in (r.source.distribution, r.source.name)]
    if not reports:
        # A single file has no distribution; it goes by its own name.
        names = {one.source.distribution or one.source.name for one in registry.plugins}
        known = ", ".join(sorted(names))
        raise pytest.UsageError(f"no tilerules plugin {name!r} is installed; there are: {known}")
    for report in reports:
        if report.declared is None:
            raise pytest.UsageError(str(report.error))
        for declared in report.declared.variants:
            variant = registry.variant(declared.name)
            presets = [variant.with_preset(preset.name) for preset in variant.presets]
            for one in (variant, *presets):
                yield f"variant {one.key}", partial(check_variant, one)
        for rule in report.declared.house_rules:
            yield from _house_rule_tests(rule, registry)


def _house_rule_tests(rule: HouseRule, registry: Registry) -> Iterator[Test]:
    """Give a test for each variant the rule is for; one that is skipped where none is there."""
    found = [one for one in registry.variants() if one.name in rule.variants]
    for variant in found:
        yield f"house rule {rule.key} on {variant.name}", partial(check_house_rule, rule, variant)
    if not found:
        needed = f"none of the variants it is for is installed: {', '.join(rule.variants)}"
        yield f"house rule {rule.key}", partial(pytest.skip, needed)


class ConformanceItem(pytest.Item):
    """One test of an installed plugin."""

    check: Callable[[], None]
    """What the test calls."""

    def runtest(self) -> None:
        """Check it."""
        self.check()

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None
    ) -> str:
        """Show the findings; the kit's own stack says nothing to a plugin's author."""
        if isinstance(excinfo.value, ConformanceError):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[str, None, str]:
        """Say where it stands: in no file."""
        return self.nodeid, None, self.name


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add the tests of the plugins that are named."""
    names: list[str] = config.getoption(_OPTION)
    for name in names:
        for title, call in conformance_tests(name, default_registry()):
            item = ConformanceItem.from_parent(session, name=f"{name}: {title}")
            item.check = call
            items.append(item)
