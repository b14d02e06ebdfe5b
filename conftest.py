"""
What holds for every test here, those of the plugins included: the tier, and a time limit.
"""

from __future__ import annotations

import os
import signal
from collections import defaultdict
from collections.abc import Callable, Generator
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


def start_timer(what: str, seconds: float) -> Callable[[], None]:
    """
    Stop what runs in this thread after some seconds; return what lifts the limit.
    """

    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeLimitError(f"{what} took longer than {seconds:g} seconds")

    def cancel() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    return cancel


@pytest.hookimpl(tryfirst=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: Any) -> bool | None:
    """
    Stop a test that takes too long where it is, so that it fails by name and the others run on.
    """
    if settings.method != "signal":
        return None  # as on Windows: pytest-timeout ends the process and shows where it was
    item.cancel_timeout = start_timer(  # type: ignore[attr-defined]  # pytest-timeout calls it
        item.nodeid, settings.timeout
    )
    return True


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """
    Limit the time a file of tests takes to be imported, too: it may play a round for its tests.
    """
    seconds = float(collector.config.getoption("timeout") or os.environ["PYTEST_TIMEOUT"])
    if seconds <= 0 or not isinstance(collector, pytest.Module) or not hasattr(signal, "SIGALRM"):
        return (yield)
    cancel = start_timer(collector.nodeid, seconds)
    try:
        return (yield)
    finally:
        cancel()


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
