"""
Keys of variants: ``name[+preset][@N]``.
"""

from __future__ import annotations

import attrs
import pytest

from testing.sound import SOUND
from tilerules import (
    HouseRule,
    Preset,
    Registry,
    RulesVersionError,
    UnknownVariantError,
    Variant,
    hookimpl,
)

TWO = HouseRule(
    key="home/two",
    title="For two",
    apply=lambda variant: variant.put(seats=(2,)),
    variants=("sound",),
)
SOUND_WITH_PRESET = attrs.evolve(
    SOUND, version=3, presets=(Preset(name="calm", title="A calm game", rules=("two",)),)
)


class Plugin:
    """A plugin that declares the sound game and a house rule for it."""

    @hookimpl
    def tilerules_variants(self) -> tuple[Variant, ...]:
        """Declare the game."""
        return (SOUND_WITH_PRESET,)

    @hookimpl
    def tilerules_house_rules(self) -> tuple[HouseRule, ...]:
        """Declare its house rule."""
        return (TWO,)


@pytest.fixture
def registry() -> Registry:
    """
    Give a registry with one plugin.
    """
    registry = Registry()
    registry.register(Plugin(), name="home", distribution="tilerules-home")
    return registry


@pytest.mark.parametrize(
    ("key", "canonical", "seats"),
    [
        ("sound", "sound", (2, 3)),
        (" sound ", "sound", (2, 3)),
        ("sound@3", "sound", (2, 3)),
        ("sound+calm", "sound+calm", (2,)),
        ("sound+calm@3", "sound+calm", (2,)),
    ],
)
def test_good_keys(registry: Registry, key: str, canonical: str, seats: tuple[int, ...]) -> None:
    """
    A name, a preset behind a plus, a rules version behind an at.
    """
    found = registry.variant(key)

    assert (canonical, seats) == (found.key, found.seats)
    assert found == registry.variant(key)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("", "no key"),
        ("sund", "did you mean 'sound'"),
        ("Sound", "did you mean 'sound'"),
        ("sound+clam", "did you mean 'calm'"),
        ("sound+", "no key"),
        ("sound@", "no key"),
        ("sound@x", "no key"),
        ("sound@3+calm", "no key"),
        ("sound@-3", "no key"),
        ("sound+calm+calm", "no key"),
    ],
)
def test_bad_keys(registry: Registry, key: str, said: str) -> None:
    """
    What is no key, or the key of nothing, is refused, the nearest one offered.
    """
    with pytest.raises(UnknownVariantError, match=said):
        registry.variant(key)


@pytest.mark.parametrize("key", ["sound@1", "sound@4", "sound+calm@2", "sound@999999"])
def test_other_versions(registry: Registry, key: str) -> None:
    """
    Rules of another version are not those that are installed.
    """
    with pytest.raises(RulesVersionError, match="sound@3 is"):
        registry.variant(key)


@pytest.mark.parametrize("key", [None, 7, b"sound", ("sound",)], ids=repr)
def test_what_is_no_text(registry: Registry, key: object) -> None:
    """
    A key is text.
    """
    with pytest.raises(TypeError, match="the key of a variant must be of type str"):
        registry.variant(key)  # type: ignore[arg-type]  # it is to be refused
