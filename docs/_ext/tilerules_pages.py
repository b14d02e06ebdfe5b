"""
Pages that follow the code, and a reference that cannot forget a name.

Before the sources are read, one page is written for every public module and for every
installed variant that has no page written by hand. Afterwards every name is also entered
where users import it from (``tilerules.Round`` beside ``tilerules.play.round.Round``), and the
build warns of every public name that is nowhere.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from functools import cache
from pathlib import Path
from typing import Any

import public_api
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.domains.python import ObjectEntry, PythonDomain
from sphinx.environment import BuildEnvironment
from sphinx.ext.napoleon import GoogleDocstring
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

import tilerules
from tilerules.component import Component

logger = logging.getLogger(__name__)

MODULES = "reference/modules"
"""Where the pages of modules are written, seen from the folder of the sources."""

GAMES = "games"
"""Where the pages of games are: those written by hand here, the others in a folder below."""


# --- pages ------------------------------------------------------------------------------------


def write_pages(app: Sphinx) -> None:
    """
    Write the pages, remove those of what is gone, and leave unchanged ones alone.
    """
    for error in tilerules.default_registry().failures():
        logger.warning("%s", error, type="tilerules")
    source = Path(app.srcdir)
    _write(source / MODULES, {name: module_page(name) for name in public_api.modules()}, "rst")
    by_hand = {path.stem for path in (source / GAMES).glob("*.md")}
    games = {
        variant.name: game_page(variant)
        for variant in tilerules.variants()
        if variant.name not in by_hand
    }
    _write(source / GAMES / "generated", games, "md")


def _write(folder: Path, pages: dict[str, str], suffix: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if path.suffix != f".{suffix}" or path.stem not in pages:
            path.unlink()
    for name, text in pages.items():
        path = folder / f"{name}.{suffix}"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def module_page(module: str) -> str:
    """
    Write the page of a module; a package's lists what can be imported from it.
    """
    lines = [module, "=" * len(module), "", f".. automodule:: {module}"]
    guests = [name for name in public_api.names(module) if not public_api.is_home(module, name)]
    if public_api.is_package(module):
        own = [name for name in public_api.names(module) if name not in guests]
        lines += [f"   :members: {', '.join(own)}"] if own else []
        return "\n".join([*lines, "", *(_entry(module, name) for name in guests), ""])
    lines += ["   :members:"]
    lines += [f"   :exclude-members: {', '.join(guests)}"] if guests else []
    return "\n".join([*lines, ""])


def _entry(module: str, name: str) -> str:
    """
    Give the line of a package's page for a name it passes on.
    """
    home = public_api.homes().get(f"{module}.{name}", f"tilerules.api.{name}")
    where, _dot, last = home.rpartition(".")
    first = public_api.name_text(where, last).strip().partition("\n")[0]
    return f"* :py:obj:`{name} <{home}>`: {first}"


def game_page(variant: tilerules.Variant) -> str:
    """
    Write the page of a game nobody has written one for.
    """
    return f"# {variant.title}\n\n```{{variant-rules}} {variant.name}\n```\n"


# --- docstrings -------------------------------------------------------------------------------


def read_google(
    app: Sphinx, what: str, name: str, value: object, options: Any, lines: list[str]
) -> None:
    """
    Keep Napoleon from taking what stands before a colon for a type: signatures have the types.

    It would do so in the first line of an attribute's docstring and of a *Returns* section. An
    attribute's is read here, with a comment in front, so that nothing is left to be misread.
    """
    for at, line in enumerate(lines[:-1]):
        if line.strip() == "Returns:":
            text = lines[at + 1].lstrip()
            lines[at + 1] = lines[at + 1].removesuffix(text) + f": {text}"
    if what in ("attribute", "data", "property"):
        read = GoogleDocstring(list(lines), app.config, app, "method", name, value, options)
        lines[:] = ["..", "", *read.lines()]


def tidy_signature(
    app: Sphinx,
    what: str,
    name: str,
    value: object,
    options: Any,
    signature: str | None,
    returns: str | None,
) -> tuple[str | None, str | None]:
    """
    Write dots for defaults that are no code: functions, and values that are made each time.
    """
    if signature is not None:
        signature = re.sub(r"=\s*(?:NOTHING|<[^=]*>)(?=[,)])", "= ...", signature)
    return signature, returns


def _public_bases(cls: type) -> list[type]:
    """
    Give the bases of a class, those of private ones in their place.
    """
    found: list[type] = []
    for base in cls.__bases__:
        found += _public_bases(base) if _is_private(base) else [base]
    return [base for base in found if base is not object]


def _is_private(base: Any) -> bool:
    return isinstance(base, type) and base.__name__.startswith("_")


def add_facts(
    app: Sphinx, what: str, name: str, value: object, options: Any, lines: list[str]
) -> None:
    """
    Tell of a name where it is imported from, of a class its bases, of a component its point.
    """
    facts = []
    if name in _shortest():
        facts.append(f":Import: ``from tilerules import {_shortest()[name]}``")
    if isinstance(value, type) and _public_bases(value):
        shown = (
            f":py:class:`~{base.__module__}.{base.__qualname__}`" for base in _public_bases(value)
        )
        facts.append(f":Bases: {', '.join(shown)}")
    point = value.point if isinstance(value, type) and issubclass(value, Component) else ""
    if point and "point" not in vars(value):
        facts.append(f":Decision point: ``{point}``")
    if facts:
        lines.extend(["", *facts, ""])


def _shortest() -> dict[str, str]:
    """
    Give the names offered by the package itself, by where they are at home.
    """
    top = f"{tilerules.__name__}."
    return {
        home: alias.removeprefix(top)
        for alias, home in public_api.homes().items()
        if alias.count(".") == 1
    }


# --- names ------------------------------------------------------------------------------------


def add_aliases(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """
    Enter every name also where packages offer it, with all its attributes, those of bases too.
    """
    objects = _domain(env).objects
    for heir, base in public_api.bases():
        for known in [name for name in objects if name.startswith(f"{base}.")]:
            entry = objects[known]
            objects.setdefault(
                heir + known.removeprefix(base),
                ObjectEntry(entry.docname, entry.node_id, entry.objtype, aliased=True),
            )
    for alias, home in sorted(public_api.homes().items()):
        for known in sorted(objects):
            if known == home or known.startswith(f"{home}."):
                entry = objects[known]
                objects.setdefault(
                    alias + known.removeprefix(home),
                    ObjectEntry(entry.docname, entry.node_id, entry.objtype, aliased=True),
                )
    for name in public_api.expected():
        if name not in objects and name not in _domain(env).modules:
            logger.warning("%s is public but not in the reference", name, type="tilerules")
    return []


def find_short_name(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, contnode: nodes.Element
) -> nodes.Element | None:
    """
    Resolve what annotations leave short: the name alone, or an alias called a class.
    """
    if node.get("refdomain") != "py":
        return None
    target = node["reftarget"]
    objects = _domain(env).objects
    homes = {objects[name].node_id: name for name in _named(env, target)}
    if not homes and any(target in public_api.assigned(name) for name in _sources()):
        # An alias nobody is meant to import: its name says enough.
        return contnode
    if len(homes) != 1:
        return None
    (name,) = homes.values()
    entry = objects[name]
    return make_refnode(app.builder, node["refdoc"], entry.docname, entry.node_id, contnode, name)


def _named(env: BuildEnvironment, target: str) -> list[str]:
    objects = _domain(env).objects
    if target in objects:
        return [target]
    if "." in target and target.startswith("tilerules"):
        return []
    return [
        f"{module}.{target}"
        for module in public_api.modules()
        if f"{module}.{target}" in objects
        and not objects[f"{module}.{target}"].aliased
        and hasattr(importlib.import_module(module), target.split(".")[0])
    ]


@cache
def _sources() -> tuple[str, ...]:
    """
    Give the names of all modules, private ones included.
    """
    walked = pkgutil.walk_packages(tilerules.__path__, f"{tilerules.__name__}.")
    return tuple(info.name for info in walked if not info.name.endswith("__main__"))


def _domain(env: BuildEnvironment) -> PythonDomain:
    return env.domains.python_domain


def setup(app: Sphinx) -> dict[str, Any]:
    """
    Connect to Sphinx.
    """
    app.connect("builder-inited", write_pages)
    app.connect("autodoc-process-docstring", read_google, priority=400)
    app.connect("autodoc-process-docstring", add_facts, priority=600)
    app.connect("autodoc-process-signature", tidy_signature)
    app.connect("env-updated", add_aliases)
    app.connect("missing-reference", find_short_name)
    return {"version": tilerules.__version__, "parallel_read_safe": True}
