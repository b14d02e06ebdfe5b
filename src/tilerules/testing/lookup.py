"""Looking a variant up that may not be installed, and sending one to another process."""

from __future__ import annotations

import pickle
import warnings

import attrs

from tilerules.errors import NoEffectWarning, TilerulesError, UnknownVariantError
from tilerules.play import Variant
from tilerules.plugins import Registry
from tilerules.rulesets import BoundRule

__all__ = ["OneVariant", "applied", "can_travel", "plain", "portable"]


class OneVariant(Registry):
    """
    A registry that knows one variant and its house rules, whether a plugin declares it or not.

    Records and positions name a variant by its key; with this registry they can be read back
    for one that was made by hand.
    """

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        self._known = plain(variant)

    def variant(self, key: str) -> Variant:
        if key.partition("@")[0] != self._known.key:
            raise UnknownVariantError(f"only {self._known.key} is known, not {key!r}", key=key)
        return self._known


def plain(variant: Variant) -> Variant:
    """Give a variant without the house rules on top of it, all of which it knows."""
    base: Variant = variant._base or variant
    known = {rule.key: rule for rule in base.house_rules}
    known.update((one.rule.key, one.rule) for one in variant.applied)
    rules = tuple(known.values())
    return base if rules == base.house_rules else attrs.evolve(base, house_rules=rules)


def applied(variant: Variant, *rules: BoundRule) -> Variant:
    """Give the variant with house rules, be it that one of them has no effect."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NoEffectWarning)
        return variant.with_rules(*rules)


def can_travel(variant: Variant) -> bool:
    """Whether a variant comes out of a pickle as it went in."""
    try:
        return bool(pickle.loads(pickle.dumps(variant)) == variant)
    except (pickle.PicklingError, AttributeError, TypeError, TilerulesError):
        return False


def portable(variant: Variant) -> Variant:
    """
    Give a variant with the same rules that can be pickled, if there is one.

    Installed variants are pickled by their key. One made by hand is pickled whole, and the
    functions of its house rules need not be picklable for its rounds to be.
    """
    if can_travel(variant):
        return variant
    return attrs.evolve(
        variant, origin="", house_rules=(), presets=(), applied=(), preset="", base=None
    )
