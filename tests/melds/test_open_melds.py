"""
What can be added to a meld, against trying every tile.
"""

from __future__ import annotations

import pickle

import pytest

from tilerules import InvalidVariantError
from tilerules.decks import numbered_set
from tilerules.melds import Meld, MeldLayout, MeldRules, Melds, all_melds, meld_readings
from tilerules.melds.extending import extends
from tilerules.tiles import Joker, NumberTile, Tile

SMALL = numbered_set(colours=(("r", "red"), ("y", "yellow"), ("k", "black")), highest=5)


def by_trying(meld: Meld, rules: MeldRules) -> tuple[Tile, ...]:
    """
    Give every face that makes a longer meld of one, in which each joker stays what it is.
    """
    places = [
        (tile, face if isinstance(tile, Joker) else None)
        for tile, face in zip(meld.tiles, meld.faces, strict=True)
    ]
    if meld.kind.value == "group":  # a joker of a group has no colour of its own
        places = [(tile, None) for tile, _face in places]

    def fits(face: Tile) -> bool:
        found = meld_readings([*places, (face, None)], rules)
        return any(extends(longer, meld) for longer in found)

    return tuple(face for face in rules.tile_set.faces if fits(face))


@pytest.mark.parametrize("one_high", ["low", "high_or_low"])
@pytest.mark.parametrize("limit", [None, 0, 1])
def test_addable(one_high: str, limit: int | None) -> None:
    """
    Just the faces can be added that make a longer meld, for every meld of a small set.
    """
    rules = MeldRules(tile_set=SMALL, max_jokers_per_meld=limit, one_high=one_high)  # type: ignore[arg-type]  # one of the words
    melds = list(all_melds(rules))

    assert len(melds) > 20
    for meld in melds:
        assert by_trying(meld, rules) == rules.addable(meld), str(meld)


def test_open_ends_of_melds() -> None:
    """
    A meld is an open end under its number, unless nothing can be added to it.
    """
    bound = MeldLayout().bind(SMALL, 2)
    melds = bound.read(bound.load("r1,r2,r3|r1,r2,r3,r4,r5|r4,y4,J(k4)|y1,y2,y3,y4"))

    assert [
        ("1", None, ("r4", "J")),
        ("3", None, ("y5", "J")),
    ] == [(end.label, end.pips, tuple(map(str, end.fits))) for end in melds.open_ends]
    assert melds.tiles[:3] == tuple(NumberTile("r", number) for number in (1, 2, 3))
    assert Joker() == melds.tiles[-1]
    assert melds.open_ends == pickle.loads(pickle.dumps(melds)).open_ends


def test_melds_of_no_round() -> None:
    """
    Melds made by hand do not know what may be added to them, and say so; none have no ends.
    """
    meld = MeldRules().run("r", 1, 3)

    assert () == Melds().open_ends
    with pytest.raises(InvalidVariantError, match="of a round"):
        _ = Melds((meld,)).open_ends


def test_rules_are_pickled_without_their_tables() -> None:
    """
    What rules have found out about melds stays behind when they are pickled.
    """
    rules = MeldRules()
    before = len(pickle.dumps(rules))
    for meld in all_melds(rules, longest_run=4):
        rules.sort_key(meld)

    assert before == len(pickle.dumps(rules))
    assert rules == pickle.loads(pickle.dumps(rules))
