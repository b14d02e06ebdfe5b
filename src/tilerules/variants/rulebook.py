"""
The rules in force, in prose: made from the parts themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from tilerules.component import Component
from tilerules.texts import Catalogue, Text
from tilerules.variants.leaves import PARTS, POINTS, SINGLE_PARTS

if TYPE_CHECKING:
    from tilerules.variants.variant import Variant

__all__ = ["Rule", "RuleBook", "make_rulebook"]

TITLES = {
    "tiles": "Tiles",
    "seats": "Players",
    "dealing": "The deal",
    "order": "Order of play",
    "sides": "Sides",
    "layout": "The layout",
    "starting": "Who starts",
    "turn": "A turn",
    "blocking": "Who cannot play, and the end of a round",
    "scorer": "Scoring",
    "tie_breakers": "Who wins",
    "limits": "Limits",
    "match": "The match",
}


@attrs.frozen
class Rule:
    """
    One sentence of a rule book.
    """

    point: str
    """The decision point it belongs to."""
    text: Text
    """The sentence."""
    source: str = ""
    """The clause or page it comes from."""

    def __str__(self) -> str:
        return f"{self.text} ({self.source})" if self.source else str(self.text)


@attrs.frozen
class RuleBook:
    """
    The rules of a variant in prose, grouped by decision point. ``str()`` is the text.
    """

    title: str
    """The variant's title."""
    rules: tuple[Rule, ...]
    """Every sentence, decision points in order."""
    house_rules: tuple[str, ...] = ()
    """The house rules in force, with their titles."""

    def render(self, catalogue: Catalogue | None = None) -> str:
        """
        Write the rule book.

        Args:
            catalogue: Templates by code, for another language; titles of decision points
                stand under ``title-<point>``.
        """
        catalogue = catalogue or {}
        lines = [self.title, "=" * len(self.title)]
        if self.house_rules:
            lines += ["", "House rules: " + "; ".join(self.house_rules) + "."]
        for point in POINTS:
            mine = [rule for rule in self.rules if rule.point == point]
            if mine:
                lines += ["", catalogue.get(f"title-{point}", TITLES[point])]
                for rule in mine:
                    source = f" ({rule.source})" if rule.source else ""
                    lines.append(f"- {rule.text.render(catalogue)}{source}")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.render()


def _rules_of(variant: Variant, part: Component) -> list[Rule]:
    found = []
    for text in part.describe():
        # A part made of parts speaks for them; a clause of theirs is the nearer one.
        inner = text.code.partition(".")[0]
        found.append(Rule(part.point, text, variant.clauses.get(inner) or variant.clause(part)))
    return found


def make_rulebook(variant: Variant) -> RuleBook:
    """Collect the sentences of every part of a variant."""
    tiles = Text(
        code="tiles",
        template="It is played with {key}: {count} tiles.",
        params={"key": variant.tiles.key, "count": len(variant.tiles)},
    )
    seats = Text(
        code="seats",
        template="For {seats} players.",
        params={"seats": _ranges(variant.seats)},
    )
    rules = [Rule("tiles", tiles), Rule("seats", seats)]
    for name in SINGLE_PARTS:
        rules += _rules_of(variant, getattr(variant, name))
    for name in PARTS:
        parts = getattr(variant, name)
        for part in sorted(parts, key=lambda part: getattr(part, "rank", 0)):
            rules += _rules_of(variant, part)
    return RuleBook(
        variant.title,
        tuple(rules),
        tuple(f"{rule} ({rule.rule.title})" for rule in variant.applied),
    )


def _ranges(seats: tuple[int, ...]) -> str:
    if len(seats) > 2 and seats == tuple(range(seats[0], seats[-1] + 1)):
        return f"{seats[0]} to {seats[-1]}"
    return " or ".join(str(count) for count in seats)
