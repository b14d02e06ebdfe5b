"""
What is wrong with tiles that were proposed as a meld.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilerules.melds.meld import MeldKind, MeldRules, Spot, meld_readings
from tilerules.texts import Reason, counted, say
from tilerules.tiles import NumberTile, Pips

__all__ = ["explain_meld"]

_TEXTS = {
    "meld-too-many-jokers": "{meld} has {jokers}; at most {most} may be in one meld",
    "meld-jokers-only": "{meld} has no natural tile",
    "meld-too-short": "{meld} has {size}; a {kind} has at least {least}",
    "meld-too-long": "{meld} has {size}; a {kind} has at most {most}",
    "meld-number-mismatch": "{tile} is not of the number {number} in {meld}",
    "meld-two-of-one-colour": (
        "{meld}: a group may not have the same colour twice, and {tile} is there {count} times"
    ),
    "meld-colour-mismatch": "{tile} is not of the colour of the run {meld}",
    "meld-repeated-number": (
        "{meld}: a run may not have the same number twice, and {tile} is there {count} times"
    ),
    "meld-gap": "{meld} is no run: its numbers do not follow each other within {low} to {high}",
    "meld-gap-missing": "{meld} is no run: {missing} is missing",
}


_KINDS = {MeldKind.GROUP: say("group", "group"), MeldKind.RUN: say("run", "run")}
"""What a kind of meld is called."""


def _reason(code: str, meld: str, **params: object) -> Reason:
    return Reason(code=code, template=_TEXTS[code], params={"meld": meld, **params})


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
        jokers, most = counted(n_jokers, "joker"), rules.joker_limit
        found.append(
            _reason("meld-too-many-jokers", text, jokers=jokers, count=n_jokers, most=most)
        )
    if not naturals:
        return (*found, _reason("meld-jokers-only", text))
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
    params = {"size": counted(size, "tile"), "count": size, "kind": _KINDS[kind]}
    if size < least:
        yield _reason("meld-too-short", text, **params, least=least)
    if size > most:
        yield _reason("meld-too-long", text, **params, most=most)


def _explain_group(
    text: str, faces: list[NumberTile], size: int, rules: MeldRules
) -> Iterator[Reason]:
    """Say what keeps tiles from being a group of the number that most of them have."""
    yield from _size_problem(text, MeldKind.GROUP, size, rules.min_group, len(rules.letters))
    numbers = [face.number for face in faces]
    number = max(numbers, key=lambda one: (numbers.count(one), -one))
    for face in faces:
        if face.number != number:
            yield _reason("meld-number-mismatch", text, tile=str(face), number=number)
    colours = [face.colour for face in faces if face.number == number]
    for letter in rules.letters:
        count = colours.count(letter)
        if count > 1:
            yield _reason("meld-two-of-one-colour", text, tile=f"{letter}{number}", count=count)


def _explain_run(
    text: str, faces: list[NumberTile], size: int, rules: MeldRules
) -> Iterator[Reason]:
    """Say what keeps tiles from being a run of the colour that most of them have."""
    yield from _size_problem(text, MeldKind.RUN, size, rules.min_run, rules.highest)
    colours = [face.colour for face in faces]
    colour = max(rules.letters, key=colours.count)
    for face in faces:
        if face.colour != colour:
            yield _reason("meld-colour-mismatch", text, tile=str(face), colour=colour)
    numbers = [face.number for face in faces if face.colour == colour]
    for number in sorted(set(numbers)):
        count = numbers.count(number)
        if count > 1:
            yield _reason("meld-repeated-number", text, tile=f"{colour}{number}", count=count)
    if not _fits_a_row(set(numbers), max(size, rules.min_run), rules):
        missing = [n for n in range(min(numbers), max(numbers)) if n not in numbers]
        if len(missing) == 1 and size == len(numbers):
            missed = f"{colour}{missing[0]}"
            yield _reason("meld-gap-missing", text, missing=missed).called("meld-gap")
        else:
            yield _reason("meld-gap", text, low=1, high=rules.highest)


def _fits_a_row(numbers: set[Pips], size: int, rules: MeldRules) -> bool:
    """Whether numbers can all stand in a row of so many places, or of the longest."""
    length = min(size, rules.highest)
    return any(
        numbers.issubset(
            rules.face(rules.letters[0], place).number for place in range(low, low + length)
        )
        for low in range(1, rules.last_place - length + 2)
    )
