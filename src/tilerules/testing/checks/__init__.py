"""
The questions of the conformance kit, grouped by what they are asked of.
"""

from tilerules.play import Variant
from tilerules.testing.checks.determinism import global_random, same_seed
from tilerules.testing.checks.endings import (
    bounds,
    brings,
    no_move,
    outcomes,
    seat_order,
    tied_hands,
)
from tilerules.testing.checks.growth import growth, memory
from tilerules.testing.checks.house_rules import (
    documented,
    effect,
    order,
    parameters,
    repeatable,
)
from tilerules.testing.checks.kept import keeps
from tilerules.testing.checks.legality import (
    host,
    legality,
    listing,
    notation,
    reasons,
    state_changed,
)
from tilerules.testing.checks.parts import kinds, parts, rulebook
from tilerules.testing.checks.pictures import pictures
from tilerules.testing.checks.readings import readings
from tilerules.testing.checks.roundtrips import copies, duties, positions, records
from tilerules.testing.checks.secrets import sampling, secrets, views
from tilerules.testing.checks.shortcuts import shortcuts
from tilerules.testing.checks.tables import deals, matches, next_rounds
from tilerules.testing.checks.tiles import fitting, tiles
from tilerules.testing.subjects import Check, RuleCase, Spot, Walk

__all__ = ["RULE_CHECKS", "SPOT_CHECKS", "TABLE_CHECKS", "VARIANT_CHECKS", "WALK_CHECKS"]

VARIANT_CHECKS: tuple[Check[Variant], ...] = (parts, kinds, rulebook, deals)
"""What is asked of a variant as a whole."""

SPOT_CHECKS: tuple[Check[Spot], ...] = (
    tiles,
    fitting,
    readings,
    no_move,
    outcomes,
    listing,
    notation,
    legality,
    host,
    shortcuts,
    reasons,
    state_changed,
    positions,
    duties,
    secrets,
    views,
    sampling,
)
"""What is asked of single states of a round."""

WALK_CHECKS: tuple[Check[Walk], ...] = (
    bounds,
    brings,
    keeps,
    pictures,
    records,
    copies,
    seat_order,
    same_seed,
    global_random,
    growth,
    next_rounds,
)
"""What is asked of a round that has been played."""

TABLE_CHECKS: tuple[Check[Walk], ...] = (tied_hands, memory, matches)
"""What is asked once for each number of seats, of the first round that has been played."""

RULE_CHECKS: tuple[Check[RuleCase], ...] = (documented, repeatable, effect, parameters, order)
"""What is asked of a house rule beside a variant it is for."""
