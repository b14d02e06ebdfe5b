"""
What a variant is made of, leaf by leaf.
"""

from __future__ import annotations

from typing import ClassVar

import attrs
import pytest

from testing.sound import SOUND
from tilerules import HouseRule, HouseRuleConflictError
from tilerules.rulesets.leaves import leaves
from tilerules.scorers.tie_breakers import Count, FewestTiles


@attrs.frozen
class LikeFewest(FewestTiles):
    """Another step at the very place of the ladder."""

    code: ClassVar[str] = "like-fewest"


def test_parts_in_an_order_take_a_rank() -> None:
    """
    Steps of the ladder and endings have a leaf for their place, which names who has it.
    """
    found = leaves(SOUND.put(FewestTiles()))

    assert "count" == found[f"ladder@{Count.rank}"].value
    assert "fewest-tiles" == found[f"ladder@{FewestTiles.rank}"].value
    assert {"went-out", "blocked"} == {
        leaf.value for path, leaf in found.items() if path.startswith("endings@")
    }


def test_a_new_step_is_seen_to_take_its_rank() -> None:
    """
    A step that is put into the ladder changes the leaf of its rank.
    """
    (change,) = (
        one
        for one in SOUND.put(FewestTiles()).diff(SOUND)
        if one.path == f"ladder@{FewestTiles.rank}"
    )

    assert (None, "fewest-tiles") == (change.old, change.new)


@pytest.mark.parametrize("turned", [False, True])
def test_two_rules_that_want_one_rank_are_refused_together(turned: bool) -> None:
    """
    In either order the second one cannot be used after the first, and the rank is named.
    """
    rules = [
        HouseRule(key=f"home/{part.code}", title=part.code, variants=("sound",), apply=apply)
        for part, apply in (
            (FewestTiles, lambda variant: variant.put(FewestTiles())),
            (LikeFewest, lambda variant: variant.put(LikeFewest())),
        )
    ]
    with pytest.raises(HouseRuleConflictError, match=f"share rank {FewestTiles.rank}"):
        SOUND.with_rules(*(reversed(rules) if turned else rules))
