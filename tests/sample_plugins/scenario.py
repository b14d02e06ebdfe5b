"""
A process that uses plugins of which most are broken; run as ``python -m sample_plugins.scenario``.

It prints as JSON what a host sees. The distributions are expected on the module search path.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import json
import threading
import warnings
from collections.abc import Sequence
from typing import NoReturn

import tilerules
from tilerules.errors import PluginError
from tilerules.plugins import default

__all__ = ["scenario"]


class Trap:
    """
    A plugin that is an object, with a property that raises.
    """

    def __init__(self, variants: Sequence[object]) -> None:
        self.variants = variants

    @property
    def trap(self) -> NoReturn:
        """
        Raise when anybody looks.
        """
        raise RuntimeError("a property was evaluated")

    @tilerules.hookimpl
    def tilerules_variants(self) -> Sequence[object]:
        """
        Declare what was given.
        """
        return self.variants


def scenario() -> dict[str, object]:
    """
    Look things up in eight threads at once, and play a round.
    """
    warned: list[str] = []
    # Not recorded by catch_warnings alone: that replaces the function for all threads.
    warnings.simplefilter("always")
    warnings.showwarning = lambda message, *_rest: warned.append(str(message))
    scanned_at_import = default._default is not None

    registries: list[object] = []
    barrier = threading.Barrier(8)

    def look() -> None:
        barrier.wait()
        # A strict registry is raised for below.
        with contextlib.suppress(PluginError):
            registries.append(tilerules.default_registry())

    threads = [threading.Thread(target=look) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    registry = tilerules.default_registry()
    round_ = registry.variants()[0].deal(4, seed=1)
    while round_.outcome is None:
        round_ = round_.play(next(iter(round_.legal_moves)))
    own = tilerules.Registry()
    with contextlib.suppress(PluginError):
        own.register(Trap([7]), name="trap")
    left = len(own.plugins)
    own.register(Trap(tilerules.variants()[:1]), name="trap")
    return {
        "left_of_a_failure": left,
        "corrected": [variant.key for variant in own.variants()],
        "pluggy": importlib.metadata.version("pluggy"),
        "attrs": importlib.metadata.version("attrs"),
        "scanned_at_import": scanned_at_import,
        "registries": len({id(one) for one in registries}),
        "variants": [variant.key for variant in tilerules.variants()],
        "reports": {
            str(report.source): None if report.error is None else str(report.error)
            for report in registry.plugins
        },
        "conflicts": {
            key: [str(source) for source in sources]
            for key, sources in registry.conflicts().items()
        },
        "warned": sorted(warned),
        "moves": [move.notation for move in round_.moves],
    }


if __name__ == "__main__":
    try:
        print(json.dumps(scenario()))
    except PluginError as error:
        print(json.dumps({"raised": str(error)}))
