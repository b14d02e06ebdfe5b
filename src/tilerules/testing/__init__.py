"""
The conformance kit, for authors of variants and house rules.

.. code-block:: python

    from tilerules.testing import check_house_rule, check_variant

    def test_my_variant():
        check_variant(MY_VARIANT)

    def test_my_rule():
        check_house_rule(MY_RULE)

Nothing more is needed for these two: neither pytest nor Hypothesis. What they ask is listed
in :data:`CHECKS`. :func:`check_perft` holds rules to numbers that were once found right.
:mod:`tilerules.testing.strategies` has Hypothesis strategies, and
:mod:`tilerules.testing.pytest_plugin` checks an installed plugin by its name.
"""

from tilerules.testing.conformance import (
    check_house_rule,
    check_variant,
    examine_house_rule,
    examine_variant,
)
from tilerules.testing.examination import CHECKS
from tilerules.testing.findings import ConformanceError, Finding
from tilerules.testing.perft_files import (
    PerftLine,
    check_perft,
    count_perft,
    examine_perft,
    read_perft,
    walk_perft,
)
from tilerules.testing.walks import no_global_random

__all__ = [
    "CHECKS",
    "ConformanceError",
    "Finding",
    "PerftLine",
    "check_house_rule",
    "check_perft",
    "check_variant",
    "count_perft",
    "examine_house_rule",
    "examine_perft",
    "examine_variant",
    "no_global_random",
    "read_perft",
    "walk_perft",
]
