"""
The questions of the conformance kit, grouped by what they are asked of.
"""

from tilerules.play import Variant
from tilerules.testing.checks import (
    determinism,
    difference,
    endings,
    growth,
    house_rules,
    legality,
    parts,
    pictures,
    roundtrips,
    secrets,
    shortcuts,
    tables,
    tiles,
)
from tilerules.testing.subjects import Check, RuleCase, Spot, Walk

__all__ = ["RULE_CHECKS", "SPOT_CHECKS", "TABLE_CHECKS", "VARIANT_CHECKS", "WALK_CHECKS"]

VARIANT_CHECKS: tuple[Check[Variant], ...] = (
    parts.parts,
    parts.kinds,
    parts.rulebook,
    tables.deals,
)
"""What is asked of a variant as a whole."""

# fmt: off
SPOT_CHECKS: tuple[Check[Spot], ...] = (
    tiles.tiles, tiles.fitting, tiles.readings, endings.no_move, endings.outcomes,
    legality.listing, legality.notation, legality.legality, legality.host, shortcuts.shortcuts,
    legality.reasons, legality.state_changed, roundtrips.positions, roundtrips.duties,
    secrets.secrets, secrets.views, secrets.sampling,
)
"""What is asked of single states of a round."""

WALK_CHECKS: tuple[Check[Walk], ...] = (
    endings.bounds, endings.brings, parts.keeps, roundtrips.records, roundtrips.copies,
    pictures.pictures,
    endings.seat_order, determinism.same_seed, determinism.global_random, growth.growth,
    tables.next_rounds,
)
"""What is asked of a round that has been played."""
# fmt: on

TABLE_CHECKS: tuple[Check[Walk], ...] = (endings.tied_hands, growth.memory, tables.matches)
"""What is asked once for each number of seats, of the first round that has been played."""

RULE_CHECKS: tuple[Check[RuleCase], ...] = (
    house_rules.documented,
    house_rules.repeatable,
    house_rules.effect,
    house_rules.parameters,
    house_rules.order,
    difference.difference,
)
"""What is asked of a house rule beside a variant it is for."""
