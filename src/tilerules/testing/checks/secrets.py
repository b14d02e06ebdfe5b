"""Does a view give away what its seat cannot know?"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tilerules.errors import InvalidPositionError, NoSampleError
from tilerules.play.knowledge import known_aside
from tilerules.play.plans.lazy import LazyMoves
from tilerules.play.position import spec_of
from tilerules.play.round import Round
from tilerules.play.sampling.evidence import copied
from tilerules.play.sampling.repair import Failure
from tilerules.play.sampling.replaying import replay
from tilerules.play.sampling.sampling import History
from tilerules.play.sampling.seen import Seen
from tilerules.play.views import RoundView
from tilerules.rules.openings import OPENING
from tilerules.state import GONE, Seat
from tilerules.testing.subjects import Spot, check, listed
from tilerules.tiles import Domino, Joker, Tile, TileId, TileMask, bits

__all__ = ["sampling", "secrets", "views"]


def _viewers(state: Round) -> tuple[Seat | None, ...]:
    """Give everybody who may look: the seats, and a spectator."""
    return (None, *range(state.seats))


def _set_aside_unseen(state: Round, viewer: Seat | None) -> TileMask:
    """Give the tiles that were put aside in the course of the round, but for one's own."""
    mask = state.rest.aside & ~state.start.rest.aside
    if viewer is not None:
        for earlier in state.states:
            mask &= ~earlier.masks[viewer]
    return mask


def _hidden(state: Round, viewer: Seat | None) -> TileMask:
    """Give the tiles a viewer cannot see: in others' hands, face down, in the stock, aside."""
    mask = _set_aside_unseen(state, viewer)
    for seat in range(state.seats):
        if seat != viewer:
            mask |= state.masks[seat] | state.rest.dead[seat]
    for tile in state.rest.stock:
        mask |= 1 << tile
    return mask


def _hidden_faces(spot: Spot, viewer: Seat | None) -> list[Tile]:
    """
    Give the faces a viewer has no way to know the place of.

    A tile that once lay open, or in the viewer's hand, may be spoken of for ever, and so may
    the tile that the opener was obliged to lay, and tiles shown before the round began.
    """
    plan = spot.state.plan
    known = plan.tile_set.named.get(spot.state.rest.get(OPENING), 0)
    for word in plan.variant.starting.shown(spot.state):
        known |= plan.tile_set.named[word]
    known |= spot.state.rest.aside & ~_set_aside_unseen(spot.state, viewer)
    for earlier in (*spot.walk.states[: spot.number], spot.state):
        known |= plan.layout.tiles(earlier.table)
        if viewer is not None:
            known |= earlier.masks[viewer] | earlier.rest.dead[viewer]
    return [face for face, copies in plan.tile_set.copies.items() if not copies & known]


def _spellings(face: Tile) -> set[str]:
    """Give the ways a face may be written: a domino either way round."""
    return {str(face), f"{face.high}-{face.low}"} if isinstance(face, Domino) else {str(face)}


def _without(keys: set[str], value: Any) -> Any:
    """Give plain values without what stands under some keys."""
    if isinstance(value, list):
        return [_without(keys, one) for one in value]
    if isinstance(value, dict):
        return {key: _without(keys, one) for key, one in value.items() if key not in keys}
    return value


def _words(view: RoundView) -> set[str]:
    """
    Give every word a view says.

    The names of the rules are left out, for they may name tiles, and so is what a joker
    stands for, and what would fit on the table.
    """
    value: Any = _without({"variant", "fits", "stands_for"}, view.to_dict())
    said = "\n".join([json.dumps(value, ensure_ascii=False), str(view), repr(view)])
    for name in (spec_of(view.variant), str(view.variant), view.variant.title):
        said = said.replace(name, "")
    said = re.sub(rf"\b{Joker()}\([^()]*\)", str(Joker()), said.replace("|", "-"))
    words = set(re.split(r"[^\w-]+", said))
    return words | {word[1:] for word in words if word[:1] == "x"}


@check(
    "secrets",
    "Nothing a view says names a tile its seat cannot know. An action that moves a tile face "
    "down redacts it in public(); what a rule keeps in its own state is public, and must not "
    "name hidden tiles.",
)
def secrets(spot: Spot) -> Iterable[str]:
    """Search everything every view says for every face that is hidden from it."""
    if spot.state.to_move is None:
        return
    for viewer in _viewers(spot.state):
        words = _words(spot.state.view(viewer))
        for face in _hidden_faces(spot, viewer):
            if not words.isdisjoint(_spellings(face)):
                yield f"the view of {_who(viewer)} names {face}, which is hidden from it"


def _who(viewer: Seat | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def _exchanged(spot: Spot, viewer: Seat | None) -> Round:
    """Give the state with the hidden tiles exchanged among the places that are hidden."""
    state = spot.state
    pool: list[TileId] = list(bits(_hidden(state, viewer)))
    spot.rng.shuffle(pool)

    def others(count: int) -> TileMask:
        return sum(1 << pool.pop() for _ in range(count))

    def refilled(masks: Sequence[TileMask]) -> tuple[TileMask, ...]:
        return tuple(
            mask if seat == viewer else others(mask.bit_count()) for seat, mask in enumerate(masks)
        )

    draft = copied(state)
    draft.masks = refilled(state.masks)
    unseen = _set_aside_unseen(state, viewer)
    draft.rest = state.rest.put(
        dead=refilled(state.rest.dead),
        stock=tuple(pool.pop() for _ in state.rest.stock),
        aside=state.rest.aside & ~unseen | others(unseen.bit_count()),
    )
    plan = state.plan
    if plan.tile_set.has_copies:
        _swap_copies(spot, draft, viewer)
    draft.__class__ = Round
    moves = LazyMoves(plan, draft) if plan.is_lazy else tuple(plan.iterate(draft))
    object.__setattr__(draft, "legal_moves", moves)
    return draft  # type: ignore[no-any-return]


def _swap_copies(spot: Spot, draft: Any, viewer: Seat | None) -> None:
    """Let the viewer's tiles change places with other copies of them that are hidden."""
    if viewer is None:
        return
    # What was put aside is known by the states before, which stay as they are.
    tile_set, hidden = draft.plan.tile_set, _hidden(draft, viewer) & ~draft.rest.aside
    for tile in bits(draft.masks[viewer]):
        others = list(bits(tile_set.copies[tile_set.tiles[tile]] & hidden))
        if others and spot.rng.random() < 0.5:
            other = spot.rng.choice(others)
            both = 1 << tile | 1 << other
            hidden ^= both

            def changed(mask: TileMask, both: TileMask = both) -> TileMask:
                return mask ^ both if (mask & both).bit_count() == 1 else mask

            rest = draft.rest
            stock = [{tile: other, other: tile}.get(one, one) for one in rest.stock]
            draft.masks = tuple(map(changed, draft.masks))
            draft.rest = rest.put(
                dead=tuple(map(changed, rest.dead)),
                stock=tuple(stock),
                aside=changed(rest.aside),
            )


def _numbers(view: RoundView) -> list[object]:
    """Give every number of a tile that a view tells."""
    bags = [bag.mask if bag is not None else None for bag in (*view.hands, *view.dead)]
    moves = [*listed(view), *view.moves]
    return [*bags, *[(move.tile_id, move.bit) for move in moves], getattr(view.layout, "mask", 0)]


def _apart(one: RoundView, other: RoundView) -> Iterator[str]:
    """Say in what two views differ."""
    before: Any = one.to_dict()
    after: Any = other.to_dict()
    for key in before:
        if before[key] != after[key]:
            yield f"{key} is {after[key]!r:.150} instead of {before[key]!r:.150}"
    if listed(one) != listed(other) and before["legal_moves"] == after["legal_moves"]:
        yield "other moves are legal"
    if (str(one), repr(one), hash(one)) != (str(other), repr(other), hash(other)) or one != other:
        yield "it is written differently"
    if _numbers(one) != _numbers(other):
        yield "other copies of a face are named"


@check(
    "views",
    "A view, and whether a move is legal, depend on nothing but the seat's own tiles and what "
    "is public: exchanging tiles that are hidden from the seat changes neither. A view comes out "
    "of a pickle equal.",
)
def views(spot: Spot) -> Iterable[str]:
    """Exchange hidden tiles among the hidden places and compare."""
    if spot.state.to_move is None:
        return
    for viewer in _viewers(spot.state):
        exchanged = _exchanged(spot, viewer)
        for apart in _apart(spot.state.view(viewer), exchanged.view(viewer)):
            yield f"with other hidden tiles the view of {_who(viewer)} changes: {apart}"
            break
    viewer = spot.rng.choice(_viewers(spot.state))
    view = spot.state.view(viewer)
    # As pickle does it, but for the variant: whether that can be pickled is another question.
    make, told = view.__reduce__()
    for apart in _apart(view, make(*told)):
        yield f"the view of {_who(viewer)} comes out of a pickle changed: {apart}"
        return


@check(
    "sampling",
    "view.sample(rng) gives a full round in which the seat would have seen just what it saw.",
)
def sampling(spot: Spot) -> Iterable[str]:
    """Sample a round for one viewer and compare the views."""
    viewer = spot.rng.choice(_viewers(spot.state))
    view = spot.state.view(viewer)
    try:
        found = view.sample(spot.rng)
    except NoSampleError as error:
        yield f"no round was found for {_who(viewer)}, though the real one agrees: {error}"
        return
    except InvalidPositionError:
        return  # ``positions`` says it
    for apart in _apart(view, found.view(viewer)):
        yield f"in a sampled round {_who(viewer)} sees something else: {apart}"
        return
    moves = [move.notation for move in listed(spot.state)]
    if viewer == spot.state.to_move and moves != [move.notation for move in listed(found)]:
        yield f"in a sampled round {_who(viewer)} has other legal moves"
    # What a seat left with is told by the moves alone.
    has_left = viewer in spot.state.rest.get(GONE, ())
    if spot.state.to_move is not None and not has_left:
        yield from _without_moves(spot, viewer, view, moves)


def _without_moves(
    spot: Spot, viewer: Seat | None, view: RoundView, moves: Sequence[str]
) -> Iterator[str]:
    """
    Sample a round that begins where it stands, and compare; then ask what was left out.

    Which of the tiles aside the viewer saw there, such a round cannot say.
    """
    try:
        found = view.sample(spot.rng, history=False)
    except NoSampleError as error:
        yield f"no round without moves was found for {_who(viewer)}: {error}"
        return
    if found.parent is not None:
        yield "a round sampled without moves has some"
    before: Any = view.to_dict()
    after: Any = found.view(viewer).to_dict()
    for told in (before, after):
        told["position"] = re.sub(r" aside:\S*", "", told["position"])
    aside = known_aside(spot.state, viewer)
    tile_set = spot.state.plan.tile_set
    if tile_set.lowest(aside) & ~tile_set.lowest(found.rest.aside):
        yield f"in a round sampled without moves tiles aside are not those {_who(viewer)} saw"
    for key in before:
        if key != "events" and before[key] != after[key]:
            yield (
                f"in a round sampled without moves {_who(viewer)} sees something else: {key} is "
                f"{after[key]!r:.150} instead of {before[key]!r:.150}"
            )
            return
    if viewer == spot.state.to_move and moves != [move.notation for move in listed(found)]:
        yield f"in a round sampled without moves {_who(viewer)} has other legal moves"
    history = History(Seen.of(spot.state, viewer))
    slots = history.fill(spot.rng) if history.can_skip_moves else None
    if slots is None or not history.can_be_dealt(slots) or history.now(slots) is None:
        return
    refused = replay(history.seen, slots)
    if isinstance(refused, Failure):
        move = spot.state.moves[refused.moves]
        yield (
            f"a round sampled without moves holds tiles with which {move} was not legal, or led "
            "elsewhere; the part that makes it so must say that it looks back (looks_back)"
        )
