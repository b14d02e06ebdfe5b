"""
Distributions made in a folder, good and broken, as an installer would have left them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import attrs

__all__ = ["BROKEN", "Distribution", "Run", "good", "variant_module", "write"]

Run: TypeAlias = Callable[..., dict[str, Any]]
"""Runs a scenario in a process with further folders on its path, and variables."""


@attrs.frozen
class Distribution:
    """
    One distribution: what an installer would put into ``site-packages``.
    """

    name: str
    """Its name."""
    modules: Mapping[str, str] = attrs.field(factory=dict)
    """Source text by module name."""
    entries: Mapping[str, str] = attrs.field(factory=dict)
    """Entry points of the group ``tilerules``: value by name."""
    says: str = ""
    """What the report of its failure must say; empty where it is good."""
    entry_points: str = ""
    """The text of ``entry_points.txt``, where it is not made from :attr:`entries`."""
    metadata: str = "Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
    """The text of ``METADATA``."""


def write(folder: Path, *distributions: Distribution) -> None:
    """
    Install distributions into a folder.
    """
    for one in distributions:
        for module, source in one.modules.items():
            (folder / f"{module}.py").write_text(source, encoding="utf-8")
        info = folder / f"{one.name.replace('-', '_')}-1.0.dist-info"
        info.mkdir()
        if one.metadata:
            (info / "METADATA").write_text(one.metadata.format(name=one.name), encoding="utf-8")
        lines = [f"{name} = {value}" for name, value in one.entries.items()]
        text = one.entry_points or "\n".join(["[tilerules]", *lines, ""])
        (info / "entry_points.txt").write_text(text, encoding="utf-8")


PLAIN = '''
"""A small line game."""


import attrs

from tilerules import HouseRule, Variant, double_set, hookimpl
from tilerules.layouts import LineLayout
from tilerules.rules.blocking import pass_turn
from tilerules.rules.dealing import DealEach
from tilerules.scorers.matches import HighestTotal, Rounds
from tilerules.rules.kinds import Starting
from tilerules.scorers.tie_breakers import Count
from tilerules.scorers.settlements import WinnerPoint
from tilerules.rules.laying import one_tile


@attrs.frozen
class SeatOpens(Starting):
    """One and the same seat opens every round."""

    code = "seat-opens"
    sentence = "Seat {seat} opens every round."

    seat: int = 0

    def begin(self, draft, chance):
        draft.to_move = self.seat


def plain(name):
    return Variant.of(
        name=name,
        title=f"The game of {name}",
        tiles=double_set(6),
        seats=(4,),
        dealing=DealEach(each=7),
        layout=LineLayout(),
        starting=SeatOpens(),
        turn=one_tile(),
        blocking=pass_turn(),
        scorer=WinnerPoint(),
        tie_breakers=(Count(),),
        match=(Rounds(1), HighestTotal()),
    )
'''
"""The beginning of a plugin's module."""


def variant_module(name: str, *, decorator: str = "@hookimpl") -> str:
    """
    Write a module that declares one variant.
    """
    return f"{PLAIN}\n\n{decorator}\ndef tilerules_variants():\n    return (plain({name!r}),)\n"


def good(name: str, *, variant: str = "") -> Distribution:
    """
    Make a good distribution with a variant of its own, called like its last word.
    """
    module = name.replace("-", "_")
    word = variant or name.rpartition("-")[2]
    return Distribution(name, {module: variant_module(word)}, {word: module})


def _broken(name: str, says: str, source: str, **more: str) -> Distribution:
    """
    Make a distribution with one bad module, whose entry point is called ``bad``.
    """
    module = f"bad_{name.replace('-', '_')}"
    return Distribution(f"tilerules-{name}", {module: source}, {"bad": module}, says, **more)


_MARK = "from tilerules import hookimpl\n"

BROKEN: tuple[Distribution, ...] = (
    _broken("import", "ImportError: out of order", "raise ImportError('out of order')"),
    _broken("exit", "SystemExit: 3", "import sys\nsys.exit(3)"),
    _broken("syntax", "SyntaxError", "def tilerules_variants(:\n"),
    _broken("interrupt-like", "GeneratorExit", "raise GeneratorExit"),
    _broken(
        "unspeakable",
        "Silent: (it has no text)",
        "class Silent(Exception):\n    def __str__(self):\n        raise ValueError\nraise Silent",
    ),
    _broken(
        "argument",
        "has no argument 'config'; it takes none",
        f"{_MARK}@hookimpl\ndef tilerules_variants(config):\n    return ()\n",
    ),
    _broken(
        "misspelt",
        "there is no hook 'tilerules_varaints'; did you mean 'tilerules_variants'?",
        f"{_MARK}@hookimpl\ndef tilerules_varaints():\n    return ()\n",
    ),
    _broken(
        "misspelt-unmarked",
        "there is no hook 'tilerules_house_rule'; did you mean 'tilerules_house_rules'?",
        "def tilerules_house_rule():\n    return ()\n",
    ),
    _broken(
        "unmarked",
        "tilerules_variants lacks the decorator",
        "def tilerules_variants():\n    return ()\n",
    ),
    _broken("empty", "it implements no hook", "x = 1\n"),
    _broken(
        "second-hook",
        "tilerules_house_rules gave 'kitchen', which is no HouseRule",
        variant_module("halfway")
        + "\n\n@hookimpl\ndef tilerules_house_rules():\n    return ['kitchen']\n",
    ),
    _broken(
        "second-hook-raises",
        "a hook failed: ZeroDivisionError: division by zero",
        variant_module("halfway-too")
        + "\n\n@hookimpl\ndef tilerules_house_rules():\n    yield 1 / 0\n",
    ),
    _broken(
        "hook-exits",
        "a hook failed: SystemExit: 1",
        f"{_MARK}@hookimpl\ndef tilerules_variants():\n    raise SystemExit(1)\n",
    ),
    _broken(
        "newer",
        "needs version 99 of the plugin API",
        f"tilerules_api = 99\n{variant_module('future')}",
    ),
    _broken("odd-api", "tilerules_api must be a number", "tilerules_api = 'one'\n"),
    _broken(
        "wrapper",
        "tilerules_variants is a wrapper",
        f"{_MARK}@hookimpl(wrapper=True)\ndef tilerules_variants():\n    return (yield)\n",
    ),
    _broken(
        "old-wrapper",
        "tilerules_variants is a wrapper",
        f"{_MARK}@hookimpl(hookwrapper=True)\ndef tilerules_variants():\n    yield\n",
    ),
    _broken(
        "no-tuple",
        "tilerules_variants must give several things",
        variant_module("single").replace("(plain('single'),)", "plain('single')"),
    ),
    _broken(
        "no-variant",
        "tilerules_variants gave 7, which is no Variant",
        f"{_MARK}@hookimpl\ndef tilerules_variants():\n    return [7]\n",
    ),
    _broken(
        "twice",
        "declares twice: variant two",
        variant_module("two").replace("(plain('two'),)", "(plain('two'), plain('two'))"),
    ),
    _broken(
        "namespace",
        "must be named namespace/late: its namespace",
        f"{_MARK}from tilerules import HouseRule\n@hookimpl\ndef tilerules_house_rules():\n"
        "    return [HouseRule(key='gaple/late', title='Late', apply=lambda v: v,"
        " variants=['plain'])]\n",
    ),
    _broken(
        "component",
        "tilerules_components gave 'draw-two': <class 'int'>, no component",
        f"{_MARK}@hookimpl\ndef tilerules_components():\n    return {{'draw-two': int}}\n",
    ),
    _broken(
        "component-name",
        "'Draw two' is no name of a component",
        f"{_MARK}from tilerules.rules.blocking import Pass\n@hookimpl\n"
        "def tilerules_components():\n    return {'Draw two': Pass}\n",
    ),
    _broken(
        "own-rule",
        "gave a Mine, a class of its own made of HouseRule",
        f"{_MARK}from tilerules import HouseRule\nclass Mine(HouseRule):\n    pass\n"
        "@hookimpl\ndef tilerules_house_rules():\n    return [Mine(key='own-rule/late',"
        " title='Late', apply=lambda v: v, variants=['plain'])]\n",
    ),
    _broken(
        "own-variant",
        "gave a Mine, a class of its own made of Variant",
        variant_module("mine").replace(
            "(plain('mine'),)", "(Mine(**plain('mine').__getstate__()),)"
        )
        + "\n\nclass Mine(Variant):\n    def __init__(self, **state):\n"
        "        for name, value in state.items():\n"
        "            object.__setattr__(self, name, value)\n",
    ),
    _broken(
        "no-answer",
        "the house rule no-answer/late cannot say whether it is for no-answer: SystemExit: 4",
        variant_module("no-answer")
        + "\n\n@hookimpl\ndef tilerules_house_rules():\n    def why_not(variant):\n"
        "        raise SystemExit(4)\n"
        "    return [HouseRule(key='no-answer/late', title='Late', apply=lambda v: v,"
        " variants=['no-answer'], why_not=why_not)]\n",
    ),
    Distribution(
        "tilerules-no-reference",
        {},
        {"bad": "no reference!"},
        "its entry point is 'no reference!', no reference; write package.module:object",
    ),
    Distribution(
        "tilerules-class",
        {
            "bad_class": f"{_MARK}class Plugin:\n    @hookimpl\n"
            "    def tilerules_variants(self):\n        return ()\n"
        },
        {"bad": "bad_class:Plugin"},
        "it is a class; let the entry point name an object of it",
    ),
    Distribution(
        "tilerules-gone", {}, {"bad": "no_such_module"}, "No module named 'no_such_module'"
    ),
    Distribution(
        "tilerules-attribute", {"bad_attribute": ""}, {"bad": "bad_attribute:plugin"}, "'plugin'"
    ),
    Distribution(
        "tilerules-garbled",
        entry_points="[tilerules]\nthis is no entry\n",
        says="its metadata cannot be read",
    ),
    Distribution(
        "tilerules-nameless",
        {"bad_nameless": variant_module("nameless")},
        {"bad": "bad_nameless"},
        "its metadata gives no name",
        metadata="Metadata-Version: 2.1\n",
    ),
)
"""One distribution for each way of being broken."""
