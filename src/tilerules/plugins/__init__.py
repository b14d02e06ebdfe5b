"""Plugins: hook specifications, sources, loading, and the registry."""

from tilerules.plugins.default import default_registry, find_pickled
from tilerules.plugins.hookspecs import API_VERSION, TilerulesHooks, hookimpl
from tilerules.plugins.registry import PluginReport, PluginWarning, Registry
from tilerules.plugins.sources import Source, entry_point_sources, folder_sources

__all__ = [
    "API_VERSION",
    "PluginReport",
    "PluginWarning",
    "Registry",
    "Source",
    "TilerulesHooks",
    "default_registry",
    "entry_point_sources",
    "find_pickled",
    "folder_sources",
    "hookimpl",
]
