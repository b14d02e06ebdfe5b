"""
The rules in force, in prose: made from the parts themselves.
"""

from __future__ import annotations

import re

import attrs

from tilerules.component import Component, rank_of
from tilerules.decks import TileSet
from tilerules.faults import check_sayable, faults_of, misshapen
from tilerules.languages import ENGLISH, Words, words_for
from tilerules.rulesets.house_rules import BoundRule
from tilerules.rulesets.leaves import POINTS
from tilerules.rulesets.ruleset import PARTS, SINGLE_PARTS, Ruleset
from tilerules.texts import Catalogue, Listed, Text, counted, ranges, say
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


_NUMBERS = {
    "6": "a double-six set",
    "9": "a double-nine set",
    "12": "a double-twelve set",
    "15": "a double-fifteen set",
    "18": "a double-eighteen set",
}
"""The sets of dominoes that are sold, in words."""


def _sentence(text: str) -> str:
    """Begin with a capital: what stands alone here may stand within a sentence elsewhere."""
    return text[:1].upper() + text[1:]


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
        told = _sentence(str(self.text))
        return f"{told} ({self.source})" if self.source else told


@attrs.frozen
class RuleBook:
    """
    The rules of a variant in prose, grouped by decision point. ``str()`` is the text.
    """

    title: Text
    """The variant's title."""
    rules: tuple[Rule, ...]
    """Every sentence, decision points in order."""
    house_rules: tuple[Text, ...] = ()
    """The house rules in force, with their titles."""
    packages: tuple[str, ...] = attrs.field(default=(), eq=False, repr=False)
    """The packages of the game, whose catalogues go before the library's."""

    def render(self, catalogue: Catalogue | None = None, *, language: str = "") -> str:
        """
        Write the rule book.

        Args:
            catalogue: Templates by code, for another language; titles of decision points
                stand under ``title-<point>``.
            language: Or the language, e.g. ``"id"``; what its catalogues lack is in English.
        """
        words = ENGLISH
        if catalogue:
            words = Words(own=catalogue)
        elif language:
            words = words_for(language, self.packages)
        title = self.title.put(words)
        lines = [title, "=" * len(title)]
        if self.house_rules:
            rules = Listed(self.house_rules, ";")
            lines += ["", say("house-rules", "House rules: {rules}.", rules=rules).put(words)]
        for point in POINTS:
            mine = [rule for rule in self.rules if rule.point == point]
            if mine:
                lines += ["", words.find(f"title-{point}", TITLES[point])]
                for rule in mine:
                    source = f" ({rule.source})" if rule.source else ""
                    lines.append(f"- {_sentence(rule.text.put(words))}{source}")
        return "\n".join(lines)

    def headings(self, *, language: str = "") -> frozenset[str]:
        """
        Give the titles of its decision points; each stands on a line of its own.

        Args:
            language: The language, e.g. ``"id"``; English by default.
        """
        words = words_for(language, self.packages) if language else ENGLISH
        return frozenset(words.find(f"title-{one}", TITLES[one]) for one in POINTS)

    def _repr_markdown_(self) -> str:
        title, _line, *rest = self.render().splitlines()
        titles = self.headings()
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
    seats = variant.seats
    last = {"seats": ranges(seats), "n": seats[-1]}
    players = say("seats", "For {seats} player.", "For {seats} players.", "n", **last)
    tiles = Rule("tiles", _tiles(variant.tiles), variant.clause_of("tiles"))
    rules = [tiles, Rule("seats", players)]
    for name in SINGLE_PARTS:
        rules += _rules_of(variant, getattr(variant, name))
    # What the host may do comes before how it may end a round.
    for name in sorted(PARTS, key=lambda name: name != "limits"):
        for part in sorted(getattr(variant, name), key=rank_of):
            rules += _rules_of(variant, part)
    rules.append(Rule("tie_breakers", _tie(variant)))
    return RuleBook(
        say(f"{variant.name}.title", variant.title),
        tuple(rules),
        tuple(_in_force(variant, rule) for rule in variant.applied),
        variant.packages,
    )


def _in_force(variant: Ruleset, rule: BoundRule) -> Text:
    """Name a house rule in force."""
    facts = {"rule": str(rule), "title": say(f"{rule.rule.key}.title", rule.rule.title)}
    if rule in variant.without_effect:
        idle = "{rule} ({title}; no effect with the others in force)"
        return say("house-rule.idle", idle, **facts)
    return say("house-rule", "{rule} ({title})", **facts)


def _tie(variant: Ruleset) -> Text:
    """Say what is when the last step of the ladder leaves several."""
    if sum(rung.decides for rung in variant.ladder) > 1:
        return say("tie", "If several are still level, the round is a tie that they share.")
    return say("tie", "If several are level, the round is a tie that they share.")


def _tiles(tile_set: TileSet) -> Text:
    """Name a set of dominoes; say of a set of numbers what is in it."""
    # A set of numbers is spelt out only if it is whole: as many of each number in each colour.
    count = len(tile_set)
    params: dict[str, object] = {"key": tile_set.key, "count": count}
    copies = {
        tile: mask.bit_count()
        for tile, mask in tile_set.copies.items()
        if isinstance(tile, NumberTile)
    }
    n_jokers = tile_set.copies.get(Joker(), 0).bit_count()
    whole = len(tile_set.colours) * tile_set.highest * max(copies.values(), default=0)
    if not copies or whole + n_jokers != count:
        params |= {"set": _set_named(tile_set.key), "tiles": counted(count, "tile")}
        return say("tiles", "It is played with {set}: {tiles}.", **params)
    params |= {
        "copies": max(copies.values()),
        "highest": tile_set.highest,
        "colours": Listed(say(f"colour-{letter}", name) for letter, name in tile_set.colours),
    }
    if not n_jokers:
        return say(
            "number-tiles",
            "It is played with {count} tiles: {copies} of each number from 1 to {highest} in "
            "{colours}. A tile counts its number.",
            **params,
        )
    return say(
        "number-tiles",
        "It is played with {count} tiles: {copies} of each number from 1 to {highest} in "
        "{colours}, and {jokers}. A tile counts its number.",
        jokers=counted(n_jokers, "joker"),
        **params,
    )


def _set_named(key: str) -> object:
    """Call a set of dominoes by its highest double: ``a double-six set``."""
    kind, hyphen, number = key.partition("-")
    if kind == "double" and hyphen and number in _NUMBERS:
        return say(f"set.{key}", _NUMBERS[number])
    return key
