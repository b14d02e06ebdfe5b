"""
The rules in force, in prose: made from the parts themselves.
"""

from __future__ import annotations

import re

import attrs

from tilerules.component import Component, rank_of
from tilerules.decks import TileSet
from tilerules.faults import check_sayable, faults_of, misshapen
from tilerules.rulesets.leaves import POINTS
from tilerules.rulesets.ruleset import PARTS, SINGLE_PARTS, Ruleset
from tilerules.texts import Catalogue, Text, join, plural
from tilerules.tiles import Joker, NumberTile

__all__ = ["Rule", "RuleBook", "checked_texts", "make_rulebook"]

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

_NUMBERS = {"6": "six", "9": "nine", "12": "twelve", "15": "fifteen", "18": "eighteen"}
"""The sets of dominoes that are sold, in words."""


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

    def _repr_markdown_(self) -> str:
        title, _line, *rest = self.render().splitlines()
        # Titles of decision points stand on lines of their own, with nothing before them.
        titles = {TITLES[rule.point] for rule in self.rules}
        lines = [f"### {line}\n" if line in titles else _plain(line) for line in rest]
        return "\n".join([f"## {_plain(title)}", *lines])

    def __str__(self) -> str:
        return self.render()


def _plain(line: str) -> str:
    """Keep signs that mean something in Markdown as they are; the mark of an item means it."""
    mark, text = (line[:2], line[2:]) if line.startswith("- ") else ("", line)
    return mark + re.sub(r"([\\`*_\[\]<>#|~])", r"\\\1", text)


def _rules_of(variant: Ruleset, part: Component) -> list[Rule]:
    """Give a part's sentences, each with its clause."""
    found: list[Rule] = []
    if "" in part.idle_in(variant):
        return found
    for text in checked_texts(variant, part, part.describe_in(variant)):
        check_sayable(variant, text, part.code)
        # A part made of parts speaks for them; a clause of theirs is the nearer one.
        found.append(Rule(part.point, text, variant.clause_of(text.code) or variant.clause(part)))
    return found


def checked_texts(variant: Ruleset, part: Component, texts: object) -> tuple[Text, ...]:
    """
    Check what a part says of itself.

    Raises:
        PluginError: It is not a tuple of texts.
    """
    if not isinstance(texts, tuple) or not all(isinstance(one, Text) for one in texts):
        raise misshapen(variant, part, "what describes it must be a tuple of Text", texts)
    return texts


def make_rulebook(variant: Ruleset) -> RuleBook:
    """
    Collect the sentences of every part of a variant.

    Raises:
        PluginError: A part cannot describe itself.
    """
    with faults_of(variant):
        return _collected(variant)


def _collected(variant: Ruleset) -> RuleBook:
    seats = Text(
        code="seats",
        template="For {seats} {players}.",
        params={
            "seats": _ranges(variant.seats),
            "players": "player" if variant.seats == (1,) else "players",
        },
    )
    tiles = Rule("tiles", _tiles(variant.tiles), variant.clause_of("tiles"))
    rules = [tiles, Rule("seats", seats)]
    for name in SINGLE_PARTS:
        rules += _rules_of(variant, getattr(variant, name))
    # What the host may do comes before how it may end a round.
    for name in sorted(PARTS, key=lambda name: name != "limits"):
        for part in sorted(getattr(variant, name), key=rank_of):
            rules += _rules_of(variant, part)
    rules.append(Rule("tie_breakers", _tie(variant)))
    idle = "; no effect with the others in force"
    return RuleBook(
        variant.title,
        tuple(rules),
        tuple(
            f"{rule} ({rule.rule.title}{idle if rule in variant.without_effect else ''})"
            for rule in variant.applied
        ),
    )


def _tie(variant: Ruleset) -> Text:
    """Say what is when the last step of the ladder leaves several."""
    steps = sum(rung.decides for rung in variant.ladder)
    still = "still " if steps > 1 else ""
    return Text(
        code="tie", template=f"If several are {still}level, the round is a tie that they share."
    )


def _tiles(tile_set: TileSet) -> Text:
    """Name a set of dominoes; say of a set of numbers what is in it."""
    # A set of numbers is spelt out only if it is whole: as many of each number in each colour.
    params: dict[str, object] = {"key": tile_set.key, "count": len(tile_set)}
    copies = {
        tile: mask.bit_count()
        for tile, mask in tile_set.copies.items()
        if isinstance(tile, NumberTile)
    }
    n_jokers = tile_set.copies.get(Joker(), 0).bit_count()
    whole = len(tile_set.colours) * tile_set.highest * max(copies.values(), default=0)
    if not copies or whole + n_jokers != len(tile_set):
        template = "It is played with {set}: {count} tiles."
        return Text(
            code="tiles", template=template, params={**params, "set": _set_named(tile_set.key)}
        )
    return Text(
        code="number-tiles",
        template=(
            "It is played with {count} tiles: {copies} of each number from 1 to {highest} in "
            "{colours}{jokers}. A tile counts its number."
        ),
        params={
            **params,
            "copies": max(copies.values()),
            "highest": tile_set.highest,
            "colours": join([name for _letter, name in tile_set.colours], "and"),
            "jokers": f", and {plural(n_jokers, 'joker')}" if n_jokers else "",
        },
    )


def _set_named(key: str) -> str:
    """Call a set of dominoes by its highest double: ``a double-six set``."""
    kind, hyphen, number = key.partition("-")
    if kind == "double" and hyphen and number in _NUMBERS:
        return f"a double-{_NUMBERS[number]} set"
    return key


def _ranges(seats: tuple[int, ...]) -> str:
    if len(seats) > 2 and seats == tuple(range(seats[0], seats[-1] + 1)):
        return f"{seats[0]} to {seats[-1]}"
    return join(seats, "or")
