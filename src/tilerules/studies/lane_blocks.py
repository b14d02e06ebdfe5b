"""
Blocks that are played in lanes.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tilerules.play.lanes import Lanes
from tilerules.state import EndReason
from tilerules.studies.study import Study
from tilerules.studies.tallies import SHARES, Tally

__all__ = ["count_lanes"]


def count_lanes(study: Study, block: int, tally: Tally) -> None:
    """
    Play a block, and add it to a tally.

    Args:
        study: The study.
        block: The number of the block.
        tally: Takes it.
    """
    variants = study.resolve()
    seed = f"{study.seed}/{block}"
    played = [
        variant.lanes(
            study.seats, study.block, seed=seed, heaviest="heaviest" in study.arms[name].bots
        )
        for name, variant in variants.items()
    ]
    # The same seed for each arm: deals and dice are the same, lane by lane.
    for arms in zip(*played, strict=True):
        columns = [_columns(lanes, study.seats) for lanes in arms]
        tally.units += len(arms[0].lengths)
        for arm, (lanes, mine) in enumerate(zip(arms, columns, strict=True)):
            for measure, column in enumerate(mine):
                tally.sums[arm][measure] += int(column.sum())
                for later, theirs in enumerate(columns[arm:]):
                    both = int((column * theirs[measure]).sum())
                    tally.products[arm][later][measure] += both
            tally.lengths[arm].update(lanes.lengths.tolist())
            tally.points[arm].update(lanes.points.ravel().tolist())
            tally.ends[arm].update(_ends(lanes))


def _columns(lanes: Lanes, seats: int) -> list[Any]:
    """Give the numbers of every lane, measure by measure."""
    share = lanes.winners * (SHARES // lanes.winners.sum(axis=1))[:, None]
    every = range(len(lanes.opener))
    whole = [lanes.lengths, lanes.blocked, lanes.decided < 0]
    return [
        *(column.astype("int64") for column in whole),
        share[every, lanes.opener],
        *(share[:, seat] for seat in range(seats)),
        *(lanes.points[:, seat] for seat in range(seats)),
    ]


def _ends(lanes: Lanes) -> Counter[str]:
    """Count reasons and what decided, as they are written elsewhere."""
    why = (EndReason.WENT_OUT.value, EndReason.BLOCKED.value)
    pairs = Counter(zip(lanes.blocked.tolist(), lanes.decided.tolist(), strict=True))
    return Counter(
        {
            f"{why[blocked]}/{'tie' if decided < 0 else lanes.rungs[decided]}": times
            for (blocked, decided), times in pairs.items()
        }
    )
