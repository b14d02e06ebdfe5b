"""
The hooks a plugin may implement. They only declare; none is called during play.

A plugin is a module, or an object, that an entry point of the group ``tilerules`` names. Each
plugin is asked by itself, once, when something is first looked up, so the order in which
plugins are found never matters, and wrappers around hooks, which would have nothing to wrap,
are refused. A hook that gives None has no opinion.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pluggy

from tilerules.component import Component
from tilerules.play import Variant
from tilerules.rulesets import HouseRule, MovedRule

__all__ = ["API_VERSION", "GROUP", "HOOKS", "TilerulesHooks", "hookimpl", "hookspec"]

GROUP = "tilerules"
"""The entry-point group, and the project name of the markers."""

API_VERSION = 1
"""
The version of the plugin API. A plugin may say which one it was written for in a module
attribute ``tilerules_api``; without it, 1 is meant. Hooks and arguments are only added while
the version stands: what was written for an earlier one goes on working.
"""

hookspec: pluggy.HookspecMarker = pluggy.HookspecMarker(GROUP)
"""Marks a hook specification."""
hookimpl: pluggy.HookimplMarker = pluggy.HookimplMarker(GROUP)
"""Marks a function of a plugin as the implementation of a hook: ``@tilerules.hookimpl``."""


class TilerulesHooks:
    """The hook specifications."""

    @hookspec
    def tilerules_variants(self) -> Iterable[Variant]:  # type: ignore[empty-body]
        """
        Declare the variants a plugin provides. Called once, when plugins are loaded.

        Returns:
            Variants with names of their own; order is irrelevant.
        """

    @hookspec
    def tilerules_house_rules(self) -> Iterable[HouseRule]:  # type: ignore[empty-body]
        """
        Declare the house rules a plugin provides. Called once, when plugins are loaded.

        Returns:
            House rules whose keys begin with the distribution's name without ``tilerules-``;
            order is irrelevant.
        """

    @hookspec
    def tilerules_moved_rules(self) -> Iterable[MovedRule]:  # type: ignore[empty-body]
        """
        Declare keys that house rules of the plugin had once, so that they are still read.

        Returns:
            What to write now, by the old key; order is irrelevant.
        """

    @hookspec
    def tilerules_components(self) -> Mapping[str, type[Component]]:  # type: ignore[empty-body]
        """
        Name component classes, so that variants can be written without Python.

        Returns:
            Classes by name, e.g. ``{"draw-two": DrawTwo}``. In a variant file they are called
            ``namespace/draw-two``, or ``draw-two`` where that is unambiguous.
        """


HOOKS = tuple(name for name in vars(TilerulesHooks) if name.startswith("tilerules_"))
"""The names of all hooks."""
