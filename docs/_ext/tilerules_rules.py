"""
The directive ``variant-rules``: a game's page, made from the variant itself.

::

    ```{variant-rules} gaple
    ```

It gives the rules in force, every option with its default and the house rules that change it,
every house rule with its parameters and what it changes in the text, and every preset. A rule
that changes changes its page at the next build.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import attrs
import public_api
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import tilerules
from tilerules.component import Component
from tilerules.play import Variant
from tilerules.rulesets import BoundRule, HouseRule, Parameter, Preset
from tilerules.rulesets.leaves import POINTS
from tilerules.rulesets.rulebook import TITLES, Rule
from tilerules.rulesets.ruleset import PARTS, SINGLE_PARTS


class VariantRules(SphinxDirective):
    """
    Writes the rules of one variant.
    """

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """
        Give the sections of the page.
        """
        variant = tilerules.variant(self.arguments[0])
        return list(_Page(variant, self.env.current_document.docname).sections())


@attrs.frozen
class _Option:
    """
    One parameter of one part of a variant.
    """

    point: str
    path: str
    part: Component
    name: str

    @property
    def value(self) -> object:
        return getattr(self.part, self.name)

    @property
    def text(self) -> str:
        return public_api.attribute_text(type(self.part), self.name)


class _Page:
    """
    Makes the nodes of the page of a variant.
    """

    def __init__(self, variant: Variant, docname: str) -> None:
        self.variant = variant
        self.docname = docname
        self.reached = _reached(variant)

    def sections(self) -> Iterator[nodes.Node]:
        """
        Give the page section by section.
        """
        yield self._facts()
        rules = self._section("The rules", "rules")
        for point in POINTS:
            mine = [rule for rule in self.variant.rulebook().rules if rule.point == point]
            if mine:
                rules += nodes.rubric("", TITLES[point])
                rules += nodes.bullet_list("", *(self._rule(rule) for rule in mine))
        yield rules
        yield self._options()
        if self.variant.presets:
            presets = self._section("Presets", "presets")
            for preset in self.variant.presets:
                presets += self._preset(preset)
            yield presets
        if self.variant.house_rules:
            house = self._section("House rules", "house-rules")
            for rule in self.variant.house_rules:
                house += self._house_rule(rule)
            yield house

    # --- small things ---------------------------------------------------------------------

    def _section(self, title: str, tail: str) -> nodes.section:
        name = f"{self.variant.name}-{tail}"
        return nodes.section("", nodes.title("", title), ids=[nodes.make_id(name)], names=[name])

    def _xref(self, role: str, target: str, shown: nodes.Node) -> pending_xref:
        return pending_xref(
            "",
            shown,
            refdomain=role.split(":")[0],
            reftype=role.split(":")[1],
            reftarget=target,
            refexplicit=True,
            refwarn=True,
            refdoc=self.docname,
        )

    def _sourced(self, source: str) -> list[nodes.Node]:
        """
        Link every code in a source to the page of sources.
        """
        found: list[nodes.Node] = []
        at = 0
        for match in public_api.SOURCE_CODE.finditer(source):
            found.append(nodes.Text(source[at : match.start()]))
            label = f"source-{match[0].lower()}"
            found.append(
                self._xref("std:ref", label, nodes.inline("", match[0], classes=["code-of-source"]))
            )
            at = match.end()
        return [*found, nodes.Text(source[at:])]

    def _rule(self, rule: Rule) -> nodes.list_item:
        line = nodes.paragraph("", str(rule.text))
        if rule.source:
            line += [nodes.Text(" ("), *self._sourced(rule.source), nodes.Text(")")]
        return nodes.list_item("", line)

    def _facts(self) -> nodes.paragraph:
        """
        Give one line about the game: its key, for how many, with what, where from.
        """
        variant = self.variant
        seats = variant.seats
        told = " or ".join(map(str, seats))
        if len(seats) > 2 and seats == tuple(range(seats[0], seats[-1] + 1)):
            told = f"{seats[0]} to {seats[-1]}"
        line = nodes.paragraph("", "", nodes.literal("", f"{variant.key}@{variant.version}"))
        line += nodes.Text(f" · {told} players · {variant.tiles.key}, {len(variant.tiles)} tiles")
        if variant.origin:
            line += [nodes.Text(" · "), nodes.literal("", f"pip install {variant.origin}")]
        return line

    def _lines(self, title: str, lines: Iterable[str]) -> list[nodes.Node]:
        """
        Give lines of the rule book under a word in front, nothing where there are none.
        """
        items = [nodes.list_item("", nodes.paragraph("", line)) for line in lines]
        if not items:
            return []
        return [nodes.paragraph("", "", nodes.emphasis("", title)), nodes.bullet_list("", *items)]

    # --- options --------------------------------------------------------------------------

    def _options(self) -> nodes.section:
        section = self._section("Options", "options")
        section += nodes.paragraph(
            "",
            "Each row is a parameter of a part of the game: its default, what it means, and the "
            "house rules that change it. A house rule may also add, replace or remove whole parts.",
        )
        options = sorted(
            _options(self.variant), key=lambda one: (POINTS.index(one.point), one.path)
        )
        for point in dict.fromkeys(option.point for option in options):
            rows = [self._option_row(one) for one in options if one.point == point]
            section += nodes.rubric("", TITLES[point])
            section += _table(
                ("Option", "Default", "Meaning", "Changed by"), (30, 18, 32, 20), rows
            )
        return section

    def _option_row(self, option: _Option) -> list[list[nodes.Node]]:
        cls = type(option.part)
        full = f"{cls.__module__}.{cls.__qualname__}"
        shown: nodes.Node = nodes.literal("", option.path)
        if cls.__module__.startswith("tilerules."):
            shown = self._xref("py:class", full, shown)
        changed: list[nodes.Node] = []
        for rule in self.reached.get(option.path, ()):
            changed += [nodes.Text(", ")] if changed else []
            changed.append(self._to_house_rule(rule))
        return [
            [shown],
            [nodes.literal("", _shown(option.value))],
            [nodes.Text(_plain(option.text))],
            changed,
        ]

    def _to_house_rule(self, rule: HouseRule) -> nodes.reference:
        return nodes.reference(
            "", "", nodes.literal("", rule.name), refid=_rule_id(rule), internal=True
        )

    # --- house rules and presets ----------------------------------------------------------

    def _house_rule(self, rule: HouseRule) -> nodes.section:
        section = nodes.section(
            "", nodes.title("", rule.title), ids=[_rule_id(rule)], names=[rule.key]
        )
        line = nodes.paragraph("", "", nodes.literal("", rule.key))
        if rule.version > 1:
            line += nodes.Text(f", version {rule.version}")
        if rule.source:
            line += [nodes.Text(" ("), *self._sourced(rule.source), nodes.Text(")")]
        section += line
        if rule.text:
            section += nodes.paragraph("", rule.text)
        if rule.parameters:
            section += _table(
                ("Parameter", "Default", "Values", "Meaning"),
                (18, 14, 26, 42),
                [_parameter_row(parameter) for parameter in rule.parameters],
            )
        section += self._told(rule.bind()(self.variant))
        return section

    def _preset(self, preset: Preset) -> nodes.section:
        name = f"{self.variant.name}+{preset.name}"
        section = nodes.section("", nodes.title("", preset.title), names=[name])
        section["ids"] = [nodes.make_id(f"{self.variant.name}-preset-{preset.name}")]
        line = nodes.paragraph("", "", nodes.literal("", name))
        if preset.source:
            line += [nodes.Text(" ("), *self._sourced(preset.source), nodes.Text(")")]
        section += line
        rules = [
            nodes.list_item("", nodes.paragraph("", "", nodes.literal("", one)))
            for one in preset.rules
        ]
        section += nodes.paragraph("", "", nodes.emphasis("", "House rules:"))
        section += nodes.bullet_list("", *rules)
        section += self._told(self.variant.with_preset(preset.name))
        return section

    def _told(self, changed: Variant) -> list[nodes.Node]:
        """
        Give what the rule book of a changed variant says otherwise.
        """
        old = [str(rule.text) for rule in self.variant.rulebook().rules]
        new = [str(rule.text) for rule in changed.rulebook().rules]
        return [
            *self._lines("No longer:", [line for line in old if line not in new]),
            *self._lines("Instead:", [line for line in new if line not in old]),
        ]


def _rule_id(rule: HouseRule) -> str:
    return nodes.make_id(f"house-rule-{rule.key}")


def _parameter_row(parameter: Parameter) -> list[list[nodes.Node]]:
    values = type(parameter.default).__name__
    if parameter.choices:
        values = ", ".join(_shown(choice) for choice in parameter.choices)
    elif isinstance(parameter.default, bool):
        values = "true, false"
    elif parameter.least is not None and parameter.most is not None:
        values = f"{parameter.least} to {parameter.most}"
    elif parameter.least is not None:
        values = f"{parameter.least} or more"
    return [
        [nodes.literal("", parameter.name)],
        [nodes.literal("", _shown(parameter.default))],
        [nodes.Text(values)],
        [nodes.Text(parameter.text)],
    ]


def _shown(value: object) -> str:
    """
    Write a value as in a key; longer ones as in Python.
    """
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "none"}[value]
    if value == ():
        return "none"
    if isinstance(value, tuple):
        return ", ".join(map(_shown, value)) if not _is_nested(value) else _pairs(value)
    return str(value)


def _is_nested(value: tuple[Any, ...]) -> bool:
    return any(isinstance(one, tuple) for one in value)


def _pairs(value: tuple[Any, ...]) -> str:
    return ", ".join(": ".join(map(str, one)) for one in value)


def _plain(text: str) -> str:
    """
    Take the marks of reStructuredText out of a short text.
    """
    text = re.sub(r":[a-z:]+:`~?([^`]+)`", lambda m: m[1].rpartition(".")[2], text)
    return text.replace("``", "").replace("*", "").replace("\n", " ")


def _table(
    heads: tuple[str, ...], widths: tuple[int, ...], rows: list[list[list[nodes.Node]]]
) -> nodes.table:
    def row(cells: Iterable[list[nodes.Node]]) -> nodes.row:
        return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *cell)) for cell in cells))

    group = nodes.tgroup("", *(nodes.colspec(colwidth=width) for width in widths), cols=len(heads))
    group += nodes.thead("", row([nodes.Text(head)] for head in heads))
    group += nodes.tbody("", *(row(cells) for cells in rows))
    return nodes.table("", group, classes=["options", "colwidths-given"])


# --- reading a variant ------------------------------------------------------------------------


def _options(variant: Variant) -> Iterator[_Option]:
    """
    Give every parameter of every part, with the path that ``diff`` gives it.
    """
    for name in SINGLE_PARTS:
        yield from _of_part(name, getattr(variant, name))
    for name in PARTS:
        for part in getattr(variant, name):
            yield from _of_part(f"{name}[{part.code}]", part)


def _of_part(path: str, part: Component) -> Iterator[_Option]:
    for name in public_api.fields(type(part)):
        value = getattr(part, name)
        if isinstance(value, Component):
            yield from _of_part(f"{path}.{name}", value)
        else:
            yield _Option(part.point, f"{path}.{name}", part, name)


def _reached(variant: Variant) -> dict[str, list[HouseRule]]:
    """
    Give, for every path, the house rules that change it with some value of their parameters.
    """
    found: dict[str, list[HouseRule]] = {}
    for rule in variant.house_rules:
        paths = {change.path for bound in _ways(rule) for change in bound(variant).diff(variant)}
        for path in sorted(paths):
            found.setdefault(path, []).append(rule)
    return found


def _ways(rule: HouseRule) -> Iterator[BoundRule]:
    """
    Bind a rule with every choice of its parameters; numbers also with one other value.
    """
    values = [_values(parameter) for parameter in rule.parameters]
    for combination in product(*values):
        names = (parameter.name for parameter in rule.parameters)
        yield rule.bind(dict(zip(names, combination, strict=True)))


def _values(parameter: Parameter) -> tuple[Any, ...]:
    default = parameter.default
    if parameter.choices:
        return parameter.choices
    if isinstance(default, bool):
        return (default, not default)
    if isinstance(default, int):
        more = default + 1
        return (default, more if parameter.most is None or more <= parameter.most else default - 1)
    return (default,)


def setup(app: Sphinx) -> dict[str, Any]:
    """
    Add the directive.
    """
    app.add_directive("variant-rules", VariantRules)
    return {"version": tilerules.__version__, "parallel_read_safe": True}
