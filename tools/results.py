"""
Measures the games of this repository and their rules, and writes docs/results.md.

``python3 dev.py results`` runs it; it takes some minutes, and gives the same page wherever it runs.
Every line of the page is a study: the rules beside those of the game as it is, on the same deals.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import tilerules
from tilerules.play.lanes import lanes_problem
from tilerules.studies import Arm, Result, Study, run

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "results.md"
PICTURE = ROOT / "docs" / "_static" / "gaple-pass.svg"

RULES = {
    "all-fives": ("no-spinner",),
    "gaple": (
        "pass",
        "draw",
        "out-wins",
        "partners",
        "direction",
        "discard-plays-on",
        "lone-blank",
        "tie-fewest-tiles",
        "win-bonuses",
    ),
    "mexican-train": (
        "doubles:duty=satisfy",
        "draw-until-playable",
        "first-train",
        "no-communal-train",
        "one-double",
    ),
    "rummy": ("jokers-per-meld", "quiet-opening"),
}
"""The house rules that are measured beside the presets: those that are most spoken of."""

IN_LANES, UNITS = 65_536, {"mexican-train": 1_000, "rummy": 100}
"""How many units a study has: in lanes, and in games that take long; elsewhere :data:`OTHERS`."""
OTHERS = 8_000

SEATS = 4

HEAD = """# Results

What rules do, measured: rounds of {seats} seats, every seat playing at random, each rule beside \
the game as it is, on the same deals with the same dice.
`python3 dev.py results` wrote this page, by [studies](howto/studies.md) with a fixed seed, and \
writes the same again.

- *opener* is the share of rounds that the seat which opened won; even would be {even:.2f}; \
of a win that several share each has a part.
- *length* counts moves, passes and draws included.
- What follows ± is half of an interval of 95 %: of twenty, one misses what is true by chance.
- A difference is that from the first line of the table; *none* means that not one \
round differed in anything, - that none differed in this.

Random play says what a rule does to the game, not what good players make of it.
"""


def arms_of(variant: tilerules.Variant) -> Iterator[tuple[str, Arm]]:
    """
    Give what is measured beside a variant: presets and rules that can be played by four.
    """
    for preset in variant.presets:
        yield f"preset `{preset.name}`", Arm(f"{variant.key}+{preset.name}")
    for rule in RULES.get(variant.name, ()):
        yield f"`{rule}`", Arm(variant.key, [rule])


def measured(variant: tilerules.Variant, name: str, arm: Arm) -> Result | None:
    """
    Play rules beside those of the game; None where they are not for four.
    """
    other = arm.resolve()
    if SEATS not in other.seats:
        return None
    in_lanes = not any(lanes_problem(one.plan(SEATS)) for one in (variant, other))
    units = IN_LANES if in_lanes else UNITS.get(variant.name, OTHERS)
    block = 8_192 if in_lanes else min(500, units)
    study = Study(
        arms={"plain": Arm(variant.key), name: arm},
        units=units,
        block=block,
        seats=SEATS,
        seed="results",
        lanes=in_lanes,
    )
    print(f"{variant.key}: {name}", file=sys.stderr, flush=True)
    return run(study)


def table(rows: Sequence[Sequence[str]]) -> str:
    """
    Write a table in Markdown.
    """
    head, *body = rows
    rule = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *body))


def told(value: float, half: float) -> str:
    """
    Write a number with its interval.
    """
    return f"{value:.3f} ± {half:.3f}" if half < 0.1 else f"{value:.1f} ± {half:.1f}"


def line(result: Result, name: str, arm: str) -> list[str]:
    """
    Write what is said of an arm.
    """
    row = [name, f"{result.units:,}"]
    row += [
        told(result.mean(arm, measure), 1.96 * result.error(arm, measure))
        for measure in ("opener", "length", "blocked")
    ]
    for measure in ("opener", "length"):
        half = result.half_width(measure)
        gap = result.difference(arm, measure)
        nothing = "none" if "in no unit" in str(result) else "-"
        row.append(told(gap, half) if half else nothing)
    return row


def section(variant: tilerules.Variant) -> str:
    """
    Write what is said of a game.
    """
    rows = [["rules", "rounds", "opener", "length", "blocked", "opener, by", "length, by"]]
    for name, arm in [("as it is", Arm(variant.key)), *arms_of(variant)]:
        result = measured(variant, name, arm)
        if result is not None:
            rows.append(line(result, name, name))
    rows[1][-2:] = ["", ""]
    return f"## {variant.title}\n\n{table(rows)}\n"


def picture() -> None:
    """
    Draw what the page on studies shows.
    """
    arms = {"dead tile": Arm("gaple"), "pass": Arm("gaple", ["gaple/pass"])}
    run(Study(arms=arms, units=8_000, block=500, seed="s1")).plot(PICTURE)


def main() -> int:
    """
    Measure everything, and write the page and the picture.
    """
    head = HEAD.format(seats=SEATS, even=1 / SEATS)
    sections = [section(one) for one in tilerules.variants() if SEATS in one.seats]
    PAGE.write_text("\n".join([head, *sections]), encoding="utf-8")
    picture()
    return 0


if __name__ == "__main__":
    sys.exit(main())
