"""
Rules for tile games, with plugin variants.

Everything a user needs is here; what the names mean stands in the module each comes from.
Nothing is loaded until it is used: importing the package imports attrs and pluggy and scans
no entry points.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import attrs as _attrs  # noqa: F401  # what every use needs
import pluggy as _pluggy  # noqa: F401

from tilerules._version import __version__

if TYPE_CHECKING:
    from tilerules.api import house_rules, parse_position, variant, variants
    from tilerules.decks import TileBag, TileSet, double_set, numbered_set
    from tilerules.errors import (
        AmbiguousMoveError,
        HouseRuleConflictError,
        IllegalMoveError,
        InvalidDealError,
        InvalidDepthError,
        InvalidNotationError,
        InvalidPositionError,
        InvalidSeedError,
        InvalidVariantError,
        MissingExtraError,
        MissingPluginError,
        MovedRuleWarning,
        NoEffectWarning,
        NoSampleError,
        PictureError,
        PluginConflictError,
        PluginError,
        PluginLoadError,
        RecordError,
        RoundNotOverError,
        RoundOverError,
        RulesVersionError,
        SeatError,
        StudyError,
        TilerulesError,
        TooManyMovesError,
        UnitError,
        UnknownHouseRuleError,
        UnknownTagError,
        UnknownVariantError,
    )
    from tilerules.moves import LegalMoves
    from tilerules.play import (
        Bot,
        Counted,
        Event,
        Match,
        MatchOutcome,
        MatchView,
        Outcome,
        PlayoutBot,
        Position,
        RandomBot,
        Round,
        RoundView,
        Variant,
        json_schema,
        perft,
    )
    from tilerules.plugins import PluginWarning, Registry, default_registry, hookimpl
    from tilerules.records import dump, dumps, load, loads, read_header
    from tilerules.rulesets import (
        HouseRule,
        Make,
        MovedRule,
        Parameter,
        Preset,
        RuleBook,
        house_rule,
        moved_rules,
        param,
    )
    from tilerules.state import EndReason, Move
    from tilerules.texts import Reason
    from tilerules.tiles import Domino, Joker, NumberTile

_HOMES = (
    "errors",
    "texts",
    "tiles",
    "decks",
    "state",
    "moves",
    "rulesets",
    "play",
    "plugins",
    "records",
    "api",
)
"""
Where the public names live. Each of these needs those before it, so that looking a name up in
this order imports nothing that it does not need itself.
"""

__all__ = [
    "AmbiguousMoveError",
    "Bot",
    "Counted",
    "Domino",
    "EndReason",
    "Event",
    "HouseRule",
    "HouseRuleConflictError",
    "IllegalMoveError",
    "InvalidDealError",
    "InvalidDepthError",
    "InvalidNotationError",
    "InvalidPositionError",
    "InvalidSeedError",
    "InvalidVariantError",
    "Joker",
    "LegalMoves",
    "Make",
    "Match",
    "MatchOutcome",
    "MatchView",
    "MissingExtraError",
    "MissingPluginError",
    "Move",
    "MovedRule",
    "MovedRuleWarning",
    "NoEffectWarning",
    "NoSampleError",
    "NumberTile",
    "Outcome",
    "Parameter",
    "PictureError",
    "PlayoutBot",
    "PluginConflictError",
    "PluginError",
    "PluginLoadError",
    "PluginWarning",
    "Position",
    "Preset",
    "RandomBot",
    "Reason",
    "RecordError",
    "Registry",
    "Round",
    "RoundNotOverError",
    "RoundOverError",
    "RoundView",
    "RuleBook",
    "RulesVersionError",
    "SeatError",
    "StudyError",
    "TileBag",
    "TileSet",
    "TilerulesError",
    "TooManyMovesError",
    "UnitError",
    "UnknownHouseRuleError",
    "UnknownTagError",
    "UnknownVariantError",
    "Variant",
    "__version__",
    "default_registry",
    "double_set",
    "dump",
    "dumps",
    "hookimpl",
    "house_rule",
    "house_rules",
    "json_schema",
    "load",
    "loads",
    "moved_rules",
    "numbered_set",
    "param",
    "parse_position",
    "perft",
    "read_header",
    "variant",
    "variants",
]


def __getattr__(name: str) -> Any:
    if name in __all__:
        for home in _HOMES:
            module = import_module(f"tilerules.{home}")
            if name in module.__all__:
                value = globals()[name] = getattr(module, name)  # asked for once
                return value
    raise AttributeError(f"module 'tilerules' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
