"""
What holds for every test here, those of the plugins included: the tier, and a time limit.
"""

from __future__ import annotations

import os
import signal
from collections import defaultdict
from types import FrameType
from typing import Any

import pytest
from hypothesis import settings

from budgets import CASES, EXAMPLES, LIMITS, TIER, TIERS, sample

# No deadline: an example may play a whole match, on a machine that is busy. Samples are fixed, so
# that a change is never blamed for what another seed would have shown before it.
for _tier in TIERS:
    settings.register_profile(
        _tier,
        deadline=None,
        derandomize=_tier != "all" or bool(os.environ.get("CI")),
        max_examples=EXAMPLES[_tier],
        print_blob=True,
    )
settings.load_profile(TIER)

# pytest-timeout reads it; --timeout and a marker on a test say more.
os.environ.setdefault("PYTEST_TIMEOUT", str(LIMITS[TIER]))

_AGAIN = 5.0
"""Seconds after which a test that goes on all the same is stopped again."""


class TimeLimitError(BaseException):
    """
    A test has taken too long. No Exception: the code that hangs may catch those and go on, and
    Hypothesis would run a failing example again, this time without a limit.
    """


@pytest.hookimpl(tryfirst=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: Any) -> bool | None:
    """
    Stop a test that takes too long where it is, so that it fails by name and the others run on.
    """
    if settings.method != "signal":
        return None  # as on Windows: pytest-timeout ends the process and shows where it was

    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeLimitError(f"{item.nodeid} took longer than {settings.timeout:g} seconds")

    def cancel() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)

    item.cancel_timeout = cancel  # type: ignore[attr-defined]  # pytest-timeout calls it
    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, settings.timeout, _AGAIN)
    return True


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """
    Of tests with very many cases, take a fixed sample unless everything is asked for.
    """
    if TIER == "all":
        return
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    kept = {
        item for name, found in cases.items() for item in sample(found, CASES.get(name, len(found)))
    }
    left_out = [item for item in items if item not in kept]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item in kept]
