"""
The best train that a hand of dominoes can lay: the longest, or the heaviest.

Numbers of pips are **points**, tiles are **edges** between them, and a train is a walk from the
start that uses no edge twice. The edges of a walk hang together, and every point but its first
and its last has an even number of them; whatever has these two properties can be walked. So no
ways to lay tiles are tried. The search looks for the cheapest edges to **leave out** until no
point is odd that may not be: two or three choices where a walk takes twenty.

- A double belongs to its point: it costs nothing and is laid as soon as the point is reached.
- A branch that leads nowhere else can only end a train. Branches are taken off beforehand; the
  best one at a point is its **tail**, worth something if the walk ends there.
- Every odd point must lose an edge, and an edge serves two of them at most. That bounds the loss
  from below, and what cannot beat the best train so far is not looked into.
- Once an edge of a point has been tried, the tries that follow keep it: no set comes up twice.
- What is cut off from the start is lost as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic
from typing import Literal, TypeAlias, final

import attrs

from tilerules.errors import InvalidNotationError, check_type, shown
from tilerules.tiles import Domino, Pips, Tile

__all__ = ["BestTrain", "best_train"]

_Links: TypeAlias = "dict[Pips, dict[Pips, Domino]]"
"""The tiles by the pips on both ends; a double leads to itself."""


_Near: TypeAlias = "dict[Pips, set[Pips]]"
"""The neighbours of each point."""


_Bit: TypeAlias = int
"""A mask with one bit set."""


_State: TypeAlias = "tuple[int, int, int, int, int, _Bit, int]"
"""
A position of the search: the least that will be lost; what is lost already; the edges left;
those of them that may still go; the points that are odd and must not be; the last point, or 0
while that may be any of the odd ones; and the two points between which an edge has just gone,
or 0: what the start has lost with it is found out when the position is looked at.
"""


@final
@attrs.frozen(kw_only=True)
class BestTrain:
    """
    A train to lay, and whether it is known to be the best.
    """

    start: Pips
    """The pips against which the first tile is laid."""
    tiles: tuple[Domino, ...]
    """The tiles in the order in which they are laid; possibly none."""
    proven: bool
    """Whether there is no better train; false only if the search met its limit."""

    @property
    def length(self) -> int:
        """The number of tiles."""
        return len(self.tiles)

    @property
    def pips(self) -> int:
        """The pips of all tiles added."""
        return sum(tile.pips for tile in self.tiles)

    @property
    def end(self) -> Pips:
        """The pips that the last tile leaves open."""
        end = self.start
        for tile in self.tiles:
            end = tile.other(end)
        return end

    def __str__(self) -> str:
        return " ".join(str(tile) for tile in self.tiles)


def best_train(
    tiles: Iterable[Tile],
    start: Pips,
    *,
    by: Literal["tiles", "pips"] = "tiles",
    end_on_double: bool = True,
    limit: int | None = 100_000,
    seconds: float | None = None,
) -> BestTrain:
    """
    Find the best train that a hand can lay from a given number of pips.

    The answer depends on the tiles alone, not on their order.

    >>> from tilerules.decks import double_set
    >>> hand = double_set(12).read("[12-5][5-7][7-8][8-11][11-1][1-9][3-3][0-4]")
    >>> train = best_train(hand, 12)
    >>> str(train), train.length, train.pips, train.end, train.proven
    ('5-12 5-7 7-8 8-11 1-11 1-9', 6, 85, 9, True)

    Args:
        tiles: The hand: dominoes, no two alike.
        start: The pips of the engine, or of an open end, from 0.
        by: ``"tiles"``: the most tiles, among those the most pips; ``"pips"``: the most pips,
            among those the most tiles.
        end_on_double: Whether the last tile may be a double.
        limit: After how many positions the search stops, a dozen microseconds each; None for
            never. What it has found by then is a train all the same, but not proven. Hands of up
            to 40 tiles need hundreds of positions as a rule. Memory does not grow with them.
        seconds: After how many seconds it stops as well; None for never. With them the same
            question may be answered differently the next time.

    Raises:
        InvalidNotationError: A tile is no domino or is there twice.
        ValueError: Another argument is out of range.
    """
    if by not in ("tiles", "pips"):
        raise ValueError(f"a train is best by 'tiles' or by 'pips', not by {shown(by)}")
    for name, number in (("start", start), ("limit", 0 if limit is None else limit)):
        check_type(name, number, int)
        if number < 0:
            raise ValueError(f"{name} is an int from 0, not {shown(number)}")
    if seconds is not None and not (type(seconds) in (int, float) and seconds >= 0):
        raise ValueError(f"seconds is a number from 0, not {shown(seconds)}")
    end = None if seconds is None else monotonic() + seconds
    hand = tuple(tiles)
    links = _links(hand)
    if start not in links:
        return BestTrain(start=start, tiles=(), proven=True)
    # One number for both goals: one of the first outweighs all there can be of the second.
    if by == "tiles":
        tile, pip = 1 + 2 * max(links) * len(hand), 1
    else:
        tile, pip = 1, 1 + len(hand)
    graph = _Graph(links, start, tile, pip, end_on_double=end_on_double)
    stops, proven = graph.best_walk(limit, end)
    laid = _lay(stops, links)
    if laid and laid[-1].is_double and not end_on_double:
        laid.pop()
    return BestTrain(start=start, tiles=tuple(laid), proven=proven)


def _links(hand: Iterable[Tile]) -> _Links:
    links: _Links = {}
    for tile in hand:
        if not isinstance(tile, Domino):
            raise InvalidNotationError(
                f"a train is made of dominoes, not of {tile!r}", text=str(tile), part=str(tile)
            )
        low, high = tile.low, tile.high
        row = links.setdefault(low, {})
        if high in row:
            raise InvalidNotationError(
                f"{tile} is there twice; all tiles differ", text=str(tile), part=str(tile)
            )
        row[high] = tile
        links.setdefault(high, {})[low] = tile
    return links


def _lay(stops: Iterable[Pips], links: _Links) -> list[Domino]:
    """Give the tiles of a walk, each double as soon as its point is reached."""
    laid: list[Domino] = []
    seen: set[Pips] = set()
    before: Pips | None = None
    for stop in stops:
        if before is not None:
            laid.append(links[before][stop])
        if stop not in seen and stop in links[stop]:
            laid.append(links[stop][stop])
        seen.add(stop)
        before = stop
    return laid


class _Graph:
    """
    What can be reached from the start, without branches: points and edges as bits of masks.

    Worths are even, so that halves are whole. No edge is worth more than one of a higher bit.
    """

    __slots__ = ("at", "doubles", "end_on_double", "ends", "points", "start", "tails", "worth")

    def __init__(
        self, links: _Links, start: Pips, tile: int, pip: int, *, end_on_double: bool
    ) -> None:
        tile, pip = 2 * tile, 2 * pip
        near = _reach(links, start)
        doubles = {point: tile + 2 * pip * point for point in near if point in links[point]}
        tails = _prune(near, start, doubles, tile, pip, end_on_double=end_on_double)
        edges = sorted(
            (tile + pip * (left + right), left, right)
            for left, others in near.items()
            for right in others
            if left < right
        )
        bit = {point: 1 << i for i, point in enumerate(sorted(near))}
        self.start = bit[start]
        self.end_on_double = end_on_double
        self.points = {mask: point for point, mask in bit.items()}
        self.doubles = {mask: doubles.get(point, 0) for point, mask in bit.items()}
        self.tails = {mask: tails[point] for point, mask in bit.items() if point in tails}
        self.worth: dict[_Bit, int] = {}
        self.ends: dict[_Bit, int] = {}
        self.at = dict.fromkeys(self.points, 0)
        edge = 1
        for worth, left, right in edges:
            self.worth[edge] = worth
            self.ends[edge] = bit[left] | bit[right]
            self.at[bit[left]] |= edge
            self.at[bit[right]] |= edge
            edge <<= 1

    def best_walk(self, limit: int | None, end: float | None) -> tuple[list[Pips], bool]:
        """Give the points of the best walk, and whether it is proven."""
        left, last, proven = self._search(limit, end)
        ahead, stops = [self.start], []
        while ahead:  # Hierholzer
            point = ahead[-1]
            here = self.at[point] & left
            if here:
                edge = here & -here
                left ^= edge
                ahead.append(self.ends[edge] ^ point)
            else:
                stops.append(self.points[ahead.pop()])
        stops.reverse()
        if last in self.tails:
            stops += self.tails[last][1]
        return stops, proven

    def _search(self, limit: int | None, end: float | None) -> tuple[int, _Bit, bool]:
        """Give the edges to walk, the last point, and whether they are proven to be the best."""
        at, doubles, tails = self.at, self.doubles, self.tails
        every = (1 << len(self.ends)) - 1
        odd = self.start
        for both in self.ends.values():
            odd ^= both
        longest = max((worth for worth, _stops in tails.values()), default=0)
        total = longest + sum(self.worth.values()) + sum(doubles.values())
        ways = [(longest - worth, last) for last, (worth, _stops) in tails.items()]
        ways.append((longest, 0))
        ways.sort(reverse=True)
        stack = [(lost, lost, every, every, odd ^ last, last, 0) for lost, last in ways]
        least, best, searched = total + 1, (0, 0), 0
        while stack:
            state = stack.pop()
            if state[0] >= least:
                continue
            floor, lost, left, free, odd, last, parted = state
            if parted:
                cut, gone, worth = self._cut_off(left, parted)
                lost += worth
                if gone & last or lost >= least:
                    continue
                left, odd = left ^ cut, odd & ~gone
            if limit is not None and searched >= limit and least <= total:
                return *best, False
            if end is not None and not searched % 256 and least <= total and monotonic() > end:
                return *best, False
            searched += 1
            if odd & (odd - 1):
                need, point, shared = self._need(free, odd, last, total)
                if lost + need < least:
                    state = max(floor, lost + need), lost, left, free, odd, last, 0
                    stack += self._tries(state, point, shared)
                continue
            last = last or odd
            # The double of a point that is reached only at the end would be the last tile.
            if not self.end_on_double and last not in tails and (at[last] & left).bit_count() < 2:
                lost += doubles[last]
            if lost < least:
                least, best = lost, (left, last)
        return *best, True

    def _need(self, free: int, odd: int, last: _Bit, never: int) -> tuple[int, _Bit, int]:
        """
        Give the least that must still be lost, the odd point that must lose most of it, and the
        edges between odd points.
        """
        at, worth = self.at, self.worth
        once = shared = 0
        points = []
        while odd:
            point = odd & -odd
            odd ^= point
            here = at[point] & free
            shared |= once & here
            once |= here
            points.append((point, here))
        need = most = pick = 0
        for point, here in points:
            both = here & shared
            alone = here ^ both
            # An edge to an even point moves the trouble there: all of it counts for this one.
            cost = worth[alone & -alone] if alone else never
            if both:
                cost = min(cost, worth[both & -both] >> 1)
            need += cost
            if cost > most:
                most, pick = cost, point
        # While the last point is open, one of them need not lose anything.
        return need if last else need - most, pick, shared

    def _tries(self, state: _State, point: _Bit, shared: int) -> list[_State]:
        """Give the ways to settle an odd point, the most promising last: it is tried first."""
        floor, lost, left, free, odd, last, _parted = state
        tries = [] if last else [(floor, lost, left, free, odd ^ point, point, 0)]
        here = self.at[point] & free
        for edges in (here & shared, here & ~shared):
            while edges:
                edge = edges & -edges
                edges ^= edge
                free ^= edge
                both = self.ends[edge]
                cost = lost + self.worth[edge]
                tries.append((max(floor, cost), cost, left ^ edge, free, odd ^ both, last, both))
        tries.reverse()
        return tries

    def _cut_off(self, left: int, both: int) -> tuple[int, int, int]:
        """Give what the start lost with an edge between two points: edges, points, worth."""
        one = both & -both
        other = both ^ one
        if not self.at[one] & left:
            one, other = other, one
        edges, points = self._side(other, left, one)
        if points & one:
            return 0, 0, 0
        if points & self.start:
            edges, points = self._side(one, left, 0)
        worth = 0
        for mask, worths in ((edges, self.worth), (points, self.doubles)):
            while mask:
                bit = mask & -mask
                mask ^= bit
                worth += worths[bit]
        return edges, points, worth

    def _side(self, point: _Bit, left: int, until: int) -> tuple[int, int]:
        """Give the edges and points that hang together with one, or those up to another."""
        at, ends = self.at, self.ends
        found = todo = at[point] & left
        seen = point
        while todo:
            edge = todo & -todo
            todo ^= edge
            new = ends[edge] & ~seen
            if new:
                seen |= new
                if new == until:
                    break
                more = at[new] & left & ~found
                found |= more
                todo |= more
        return found, seen


def _reach(links: _Links, start: Pips) -> _Near:
    """Give the points that hang together with one, and their neighbours."""
    near: _Near = {}
    todo = [start]
    while todo:
        point = todo.pop()
        if point not in near:
            near[point] = others = set(links[point])
            others.discard(point)
            todo += others
    return near


def _prune(
    near: _Near,
    start: Pips,
    doubles: dict[Pips, int],
    tile: int,
    pip: int,
    *,
    end_on_double: bool,
) -> dict[Pips, tuple[int, list[Pips]]]:
    """Cut the branches off ``near``; give the worth and the points of each tail by its root."""
    tails: dict[Pips, tuple[int, list[Pips]]] = {}
    tips = [point for point in sorted(near) if len(near[point]) == 1 and point != start]
    for tip in tips:
        (root,) = near.pop(tip)
        near[root].remove(tip)
        worth, stops = tails.pop(tip, (0, []))
        if stops or end_on_double:
            worth += doubles.get(tip, 0)
        worth += tile + pip * (tip + root)
        if root not in tails or worth > tails[root][0]:
            tails[root] = worth, [tip, *stops]
        if len(near[root]) == 1 and root != start:
            tips.append(root)
    return tails
