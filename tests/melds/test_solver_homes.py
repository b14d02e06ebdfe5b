"""
The melds in which a joker of the table can stay: cutting runs leaves out none that is needed.
"""

from __future__ import annotations

import pytest

from tilerules.decks import numbered_set
from tilerules.melds._solver.counts import counts_of
from tilerules.melds._solver.homes import demands_of
from tilerules.melds.jokers import JokerRules, table_jokers
from tilerules.melds.meld import Meld, MeldRules, all_melds
from tilerules.melds.notation import parse_table
from tilerules.tiles import NumberTile

RULES = MeldRules()


def parts(meld: Meld, face: NumberTile) -> list[Meld]:
    """Give a run and, for each way to cut it in two, the part with a face."""
    low, length = meld.faces[0].number, len(meld)
    found = [meld]
    for at in range(3, length - 2):
        first, last = (0, at) if meld.faces.index(face) < at else (at, length)
        jokers = [low + place for place in meld.jokers if first <= place < last]
        found.append(RULES.run(face.colour, low + first, low + last - 1, jokers=jokers))
    return found


@pytest.mark.parametrize("is_locked", [False, True])
@pytest.mark.parametrize(
    "old", ["J b4 b5", "b6 b7 J(b8)", "b3 J b5 b6", "b8 J(b9) J(b10) b11", "J(b9) J(b10) b11"]
)
def test_a_run_is_left_out_only_where_a_part_will_do(old: str, is_locked: bool) -> None:
    """Every run in which the joker stays, with a tile of its meld or all, is listed or cut."""
    table = parse_table(old, RULES)
    (joker, *_others) = table_jokers(table, RULES)
    (face,) = joker.faces
    naturals = set(table[0].naturals)
    hand = counts_of("", RULES)
    (demand,) = demands_of(table, [(joker, face)], hand, RULES, JokerRules(lock=is_locked))

    def stays(meld: Meld) -> bool:
        held = naturals.intersection(meld.naturals)
        return face in meld.joker_faces and (held == naturals if is_locked else bool(held))

    listed = set(demand.melds)
    every = [meld for meld in all_melds(RULES) if stays(meld)]
    assert len(every) > len(listed & set(every)) > 20 or is_locked
    for meld in every:
        if meld in listed:
            continue
        if len(meld.jokers) == 1:
            assert any(stays(part) for part in parts(meld, face)[1:]), str(meld)


def test_no_run_is_cut_where_jokers_could_make_a_part() -> None:
    """With as many jokers as a run has tiles, every run in which the joker stays is listed."""
    rules = MeldRules(tile_set=numbered_set(highest=7, jokers=4))
    table = parse_table("J b4 b5", rules)
    (joker,) = table_jokers(table, rules)
    (face,) = joker.faces
    hand = counts_of("", rules)
    (demand,) = demands_of(table, [(joker, face)], hand, rules, JokerRules())
    naturals = set(table[0].naturals)
    every = {
        meld
        for meld in all_melds(rules)
        if face in meld.joker_faces and naturals.intersection(meld.naturals)
    }

    assert any(len(meld) > 5 for meld in every)
    assert not every.difference(demand.melds)


def test_a_joker_of_the_hand_is_a_tile_laid() -> None:
    """A freed joker that needs two tiles of the hand may lie beside one and another joker."""
    table = parse_table("r12 y12 k12 J", RULES)
    (joker,) = table_jokers(table, RULES)
    two = JokerRules(price="rearrange", destination="new_meld_two_from_rack")
    (demand,) = demands_of(table, [(joker, None)], counts_of("b5 J", RULES), RULES, two)

    assert (NumberTile("b", 5),) in [meld.naturals for meld in demand.melds]
    assert all(len(meld.jokers) == 2 for meld in demand.melds)


@pytest.mark.parametrize("is_locked", [False, True])
def test_two_jokers_may_stay_beside_each_other(is_locked: bool) -> None:
    """Without a lock, a joker stays with another one of its old meld and no tile of that."""
    table = parse_table("b8 J(b9) J(b10)", RULES)
    joker, _other = table_jokers(table, RULES)
    (face,) = joker.faces
    hand = counts_of("b11", RULES)
    (demand,) = demands_of(table, [(joker, face)], hand, RULES, JokerRules(lock=is_locked))

    assert is_locked != (RULES.run("b", 9, 11, jokers=[9, 10]) in demand.melds)
