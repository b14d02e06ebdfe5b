"""
The hooks a plugin may implement. They only declare; none is called during play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pluggy

from tilerules.component import Component
from tilerules.variants import HouseRule, Variant

__all__ = ["API_VERSION", "GROUP", "TilerulesHooks", "hookimpl", "hookspec"]

GROUP = "tilerules"
"""The entry-point group, and the project name of the markers."""

API_VERSION = 1
"""
The version of the plugin API. A plugin may say which one it was written for in a module
attribute ``tilerules_api``; without it, 1 is meant.
"""

hookspec = pluggy.HookspecMarker(GROUP)
hookimpl = pluggy.HookimplMarker(GROUP)
"""Marks a function of a plugin as the implementation of a hook."""


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
            House rules with keys of their own; order is irrelevant.
        """

    @hookspec
    def tilerules_components(self) -> Mapping[str, type[Component]]:  # type: ignore[empty-body]
        """
        Name component classes, so that variants can be written without Python.

        Returns:
            Classes by name, e.g. ``{"draw-two": DrawTwo}``.
        """
