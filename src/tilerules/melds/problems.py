"""
What is wrong with tiles that were proposed as a meld.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilerules.melds.meld import MeldKind, MeldRules, Spot, meld_readings
from tilerules.texts import Reason, plural
from tilerules.tiles import NumberTile, Pips

__all__ = ["explain_meld"]


def explain_meld(places: Sequence[Spot], rules: MeldRules) -> tuple[Reason, ...]:
    """
    Say everything that keeps tiles from being a meld; nothing if they are one.

    The tiles are judged as the kind that more of them agree with.

    Args:
        places: The tiles, with what jokers are declared to stand for.
        rules: Which melds are valid.
    """
    if meld_readings(places, rules):
        return ()
    text = " ".join(_written(place) for place in places)
    naturals = [tile for tile, _face in places if isinstance(tile, NumberTile)]
    n_jokers = len(places) - len(naturals)
    found = []
    if n_jokers > rules.joker_limit:
        found.append(
            Reason(
                code="meld-too-many-jokers",
                template="{meld} has {jokers}; at most {most} may be in one meld",
                params={
                    "meld": text,
                    "jokers": plural(n_jokers, "joker"),
                    "count": n_jokers,
                    "most": rules.joker_limit,
                },
            )
        )
    if not naturals:
        found.append(
            Reason(
                code="meld-jokers-only",
                template="{meld} has no natural tile",
                params={"meld": text},
            )
        )
        return tuple(found)
    faces = naturals + [face for _tile, face in places if face is not None]
    judge = _explain_group if _is_more_like_a_group(faces) else _explain_run
    return (*found, *judge(text, faces, len(places), rules))


def _written(place: Spot) -> str:
    tile, face = place
    return f"{tile}({face})" if face is not None else str(tile)


def _is_more_like_a_group(faces: list[NumberTile]) -> bool:
    numbers = [face.number for face in faces]
    colours = [face.colour for face in faces]
    alike = max(numbers.count(number) for number in numbers)
    if 1 < alike == len(faces):
        return True
    return alike > max(colours.count(colour) for colour in colours)


def _size_problem(text: str, kind: MeldKind, size: int, least: int, most: int) -> Iterator[Reason]:
    params = {"meld": text, "size": plural(size, "tile"), "count": size, "kind": kind.value}
    if size < least:
        yield Reason(
            code="meld-too-short",
            template="{meld} has {size}; a {kind} has at least {least}",
            params={**params, "least": least},
        )
    if size > most:
        yield Reason(
            code="meld-too-long",
            template="{meld} has {size}; a {kind} has at most {most}",
            params={**params, "most": most},
        )


def _explain_group(
    text: str, faces: list[NumberTile], size: int, rules: MeldRules
) -> tuple[Reason, ...]:
    found = list(_size_problem(text, MeldKind.GROUP, size, rules.min_group, len(rules.letters)))
    numbers = [face.number for face in faces]
    number = max(numbers, key=lambda one: (numbers.count(one), -one))
    found += [
        Reason(
            code="meld-number-mismatch",
            template="{tile} is not of the number {number} in {meld}",
            params={"meld": text, "tile": str(face), "number": number},
        )
        for face in faces
        if face.number != number
    ]
    colours = [face.colour for face in faces if face.number == number]
    found += [
        Reason(
            code="meld-two-of-one-colour",
            template="{meld} has {count} tiles {tile}; the colours of a group differ",
            params={"meld": text, "tile": f"{c}{number}", "count": colours.count(c)},
        )
        for c in rules.letters
        if colours.count(c) > 1
    ]
    return tuple(found)


def _explain_run(
    text: str, faces: list[NumberTile], size: int, rules: MeldRules
) -> tuple[Reason, ...]:
    found = list(_size_problem(text, MeldKind.RUN, size, rules.min_run, rules.highest))
    colours = [face.colour for face in faces]
    colour = max(rules.letters, key=colours.count)
    found += [
        Reason(
            code="meld-colour-mismatch",
            template="{tile} is not of the colour of the run {meld}",
            params={"meld": text, "tile": str(face), "colour": colour},
        )
        for face in faces
        if face.colour != colour
    ]
    numbers = [face.number for face in faces if face.colour == colour]
    found += [
        Reason(
            code="meld-repeated-number",
            template="{meld} has {count} tiles {tile}; the numbers of a run differ",
            params={"meld": text, "tile": f"{colour}{number}", "count": numbers.count(number)},
        )
        for number in sorted(set(numbers))
        if numbers.count(number) > 1
    ]
    if not _fits_a_row(set(numbers), max(size, rules.min_run), rules):
        found.append(
            Reason(
                code="meld-gap",
                template="{meld} is not consecutive within {low} to {high}",
                params={"meld": text, "low": 1, "high": rules.highest},
            )
        )
    return tuple(found)


def _fits_a_row(numbers: set[Pips], size: int, rules: MeldRules) -> bool:
    """Say whether numbers can all stand in a row of so many places, or of the longest."""
    length = min(size, rules.highest)
    return any(
        numbers.issubset(
            rules.face(rules.letters[0], place).number for place in range(low, low + length)
        )
        for low in range(1, rules.last_place - length + 2)
    )
