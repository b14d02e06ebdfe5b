"""Plugins: hook specifications, loading, and the registry."""

from tilerules.plugins.hookspecs import API_VERSION, TilerulesHooks, hookimpl
from tilerules.plugins.registry import (
    PluginReport,
    PluginWarning,
    Registry,
    default_registry,
)

__all__ = [
    "API_VERSION",
    "PluginReport",
    "PluginWarning",
    "Registry",
    "TilerulesHooks",
    "default_registry",
    "hookimpl",
]
