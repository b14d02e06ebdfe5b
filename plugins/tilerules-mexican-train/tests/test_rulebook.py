"""
What the rulebook says: sentences a player would miss, or would be misled by.
"""

from __future__ import annotations

import pytest

import tilerules


def book(key: str, *rules: str) -> str:
    """Give the rulebook in one line of text."""
    return " ".join(str(tilerules.variant(key).with_rules(*rules).rulebook()).split())


@pytest.mark.parametrize(
    ("clause", "sentence"),
    [
        ("MT-6", "Doubles lie crosswise. (MT-3, MT-6, M1)"),
        ("MT-8", "does what is done by anybody who cannot play. (MT-6, MT-7, MT-8)"),
        ("MT-10", "at the end of a turn in which they lay a tile on that train and do not pass."),
        ("rotation", "it is the player after the one who played first in the round before."),
    ],
)
def test_the_default_tells(clause: str, sentence: str) -> None:
    """Each clause that is easily left out stands in the rulebook."""
    assert sentence in book("mexican-train"), clause


@pytest.mark.parametrize("key", ["satisfy", "pagat", "pressman", "cardinal"])
def test_an_engine_that_is_in_no_hand(key: str) -> None:
    """Decision 9: how it is drawn for, and that the tiles are dealt again if it cannot show."""
    text = book(f"mexican-train+{key}")
    assert ("all draw one more tile until" if key == "satisfy" else "drawn in turn until") in text
    assert "if the stock cannot serve all players alike until then, the tiles are dealt" in text


@pytest.mark.parametrize("found", ["required", "required-or-lower", "highest", "own-highest"])
def test_how_tiles_are_drawn_for_the_engine(found: str) -> None:
    """In whole circles or not is told for every way to find the engine."""
    rule = f"engine:found={found}"
    assert "tiles are drawn in turn" in book("mexican-train", rule)
    assert "all draw one more tile" in book("mexican-train", f"{rule},all_draw=true")


def test_turns_of_several_tiles() -> None:
    """A stop says of which turns it speaks; what ends a first turn is told."""
    text = book("mexican-train", "first-train")
    assert "A turn of several tiles may be stopped after any of them, unless one is owed" in text
    assert "After a tile on another train the turn goes on only for one that is owed." in text


def test_a_dead_double_is_told_wherever_it_matters() -> None:
    """M14: the duty is void also where only the layer must cover, not where any tile will do."""
    void = "The duty is void when all tiles of the number lie on the table."
    assert void in book("mexican-train", "doubles:duty=follow-up-on-double")
    assert void not in book("mexican-train")


def test_private_trains_without_a_communal_one() -> None:
    """No communal train is spoken of where there is none."""
    text = book("mexican-train", "no-communal-train")
    assert "Nobody plays on another player's train unless it carries a marker." in text
    assert "communal" not in text.partition("The layout")[2]
