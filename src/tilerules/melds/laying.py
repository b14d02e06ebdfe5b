"""
Turns in which a player proposes a whole new table of melds.

A move of the kind ``lay`` is the complete new table; what was laid is the difference between
it and the old one. Tables explode, so the listing yields *representatives*: each different
multiset of hand tiles that can be laid, once, with one arrangement. Any other arrangement is
as legal, and ``in``, ``explain`` and ``play`` know it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, TypeAlias

import attrs

from tilerules.component import GameLike
from tilerules.errors import AmbiguousMoveError, InvalidNotationError
from tilerules.melds.duties import FreedJokers, InitialMeld, Opened, laid_of, proposed_tiles
from tilerules.melds.layout import Melds
from tilerules.melds.meld import Meld, MeldRules, all_melds, table_tiles
from tilerules.melds.notation import BrokenMeld, dump_table, read_table, tile_words
from tilerules.melds.plays import MeldPlays, meld_rules
from tilerules.rules.blocking import Draw, DrawAgain
from tilerules.rules.kinds import Action, Bundle, Lister
from tilerules.state import Draft, Move, MoverState, PlanLike, State, has_mover
from tilerules.texts import Listed, Reason, Text, named, say
from tilerules.tiles import Tile, TileMask, bits

__all__ = ["Lay", "Proposal", "lay_move", "melding"]

Proposal: TypeAlias = "tuple[Meld | BrokenMeld, ...]"
"""A table as proposed: valid melds in canonical order, then the others as written."""

_LIKE_A_TILE = re.compile(r"[A-Za-z]?\d")

_TEXT_PER_TILE = 16
"""No longer text is read as a table: a joker with its face, in brackets, has 8 characters."""


def lay_move(melds: Iterable[Meld | BrokenMeld], rules: MeldRules) -> Move:
    """Make the move that proposes a table."""
    found = tuple(melds)
    valid = rules.table(meld for meld in found if isinstance(meld, Meld))
    broken = tuple(meld for meld in found if isinstance(meld, BrokenMeld))
    table: Proposal = (*valid, *broken)
    return Move(kind=Lay.code, notation=dump_table(table), data=table)


@attrs.frozen
class Lay(Action):
    """
    Lay tiles by proposing the whole new table: ``r3 r4 r5 | r6 b6 J(y6)``.

    The listing knows the library's own duties (:class:`~tilerules.melds.duties.InitialMeld`,
    :class:`~tilerules.melds.duties.FreedJokers`) and looks for plays that meet them; a further
    constraint of a plugin's own only removes representatives that break it.
    """

    code = "lay"
    lays = True
    lazy = True
    example = "r3 r4 r5 | r6 b6 J(y6)"
    sentence = (
        "{turn}To lay, a player adds at least one tile from the hand to the table and may "
        "rearrange what lies there; afterwards every tile of the table lies in a valid meld, and "
        "none has gone back to a hand. There is no limit to the melds made or changed. A turn "
        "that is not brought to such an end leaves everything where it was."
    )
    texts = {
        "not-held": "{name} does not hold {tile} to lay",
        "vanished": "{tiles} lay on the table and must lie there again",
        "nothing-laid": "no tile from the hand is laid",
        "must-lay": "tiles can be laid, e.g. {choice}",
    }

    def params(self) -> dict[str, object]:
        """Say nothing of drawing: what else there is to do depends on other parts."""
        return {**super().params(), "turn": ""}

    def describe_in(self, game: GameLike) -> tuple[Text, ...]:
        turn: object = ""
        if game.action(Draw.code) is not None:
            turn = say(
                "lay.or-draw",
                "In a turn a player either lays tiles or draws one: a drawn tile may not be laid "
                "before the next turn. ",
            )
            if any(isinstance(part, DrawAgain) for part in game.continuations):
                turn = say("lay.drawn", "A player who has drawn may lay in the same turn. ")
        return tuple(text.with_params(turn=turn) for text in self.describe())

    def lister(self, plan: PlanLike) -> Lister:
        """List the multisets of tiles that can be laid, as :meth:`MeldPlays.every` does."""
        rules = meld_rules(plan)

        def moves(state: MoverState, shut: int, barred: TileMask) -> Iterator[Move]:
            plays = MeldPlays.of(state, barred).every()
            return (lay_move(play.table, rules) for play in plays)

        return moves

    def picker(self, plan: PlanLike) -> Callable[[MoverState, Random], Move | None]:
        """Lay as many tiles as possible of those that chance does not keep back."""
        rules = meld_rules(plan)

        def pick(state: MoverState, rng: Random) -> Move | None:
            share, kept = rng.random(), 0
            for tile in bits(_hand(state)):
                kept |= (rng.random() < share) << tile
            # Hardly anything may be left to lay: then nothing is kept back.
            for barred in (kept, 0):
                play = MeldPlays.of(state, barred).quick()
                if play is not None:
                    return lay_move(play.table, rules)
            return None

        return pick

    def doer(self, plan: PlanLike) -> Callable[[MoverState, Move, Draft], None]:
        """Move the tiles from the hand to the table, of equal ones the lower copies."""
        tile_set = plan.tile_set

        def lay(state: MoverState, move: Move, draft: Draft) -> None:
            hand = _hand(state)
            melds: Any = move.data
            laid = tile_set.mask(laid_of(state, move), within=hand)
            masks = [*state.masks]
            masks[state.to_move] = hand & ~laid
            draft.masks = tuple(masks)
            draft.table = Melds(melds, state.table.mask | laid, state.table.rules)

        return lay

    def problems(self, state: MoverState, move: Move) -> Iterable[Reason]:
        """Name the melds that are none, and the tiles that vanished or came from nowhere."""
        melds: Any = move.data
        for meld in melds:
            if isinstance(meld, BrokenMeld):
                for reason in meld.problems:
                    yield attrs.evolve(reason, option=state.plan.variant.layout.code)
        before = Counter(table_tiles(state.table.melds))
        after = Counter(proposed_tiles(move))
        tile_set = state.plan.tile_set
        held = Counter(tile_set.bag(_hand(state)))
        gone = list(_in_set_order(before - after, tile_set.faces))
        if gone:
            yield self.reason("vanished", tiles=Listed(gone))
        laid = after - before
        for tile in _in_set_order(laid - held, tile_set.faces):
            yield self.reason(
                "not-held", tile=tile, name=named(state.rest.setup.names, state.to_move)
            )
        if not laid & held:
            yield self.reason("nothing-laid")

    def parse(self, state: State, text: str) -> Move | None:
        """
        Read a table: several tiles, or one.

        Raises:
            InvalidNotationError: Some part of it is no tile, it has none, or it is far too long.
            AmbiguousMoveError: A joker could stand for several tiles; the choices are whole
                tables in which one meld is settled.
        """
        rules = meld_rules(state.plan)
        if not _is_table(text, rules):
            return None
        if len(text) > _TEXT_PER_TILE * len(rules.tile_set):
            raise InvalidNotationError(
                f"a table has {len(rules.tile_set)} tiles at most; this is far more",
                text=text[:80],
                part=text[:80],
            )
        melds: list[Meld | BrokenMeld] = []
        parts = [part.strip() for part in text.split("|")]
        for at, part in enumerate(parts):
            try:
                melds += read_table(part, rules)
            except AmbiguousMoveError as error:
                choices = (
                    " | ".join([*parts[:at], choice, *parts[at + 1 :]]) for choice in error.choices
                )
                raise AmbiguousMoveError(text, tuple(choices)) from error
        if not melds:
            raise InvalidNotationError(
                f"{text!r} is no table: it has no tile; write {self.example}", text=text, part=text
            )
        return lay_move(melds, rules)

    def candidates(self, state: State) -> Iterator[Move]:
        """
        Give tables that one might propose, most of them wrong.

        The table as it is, without each meld, with each tile of the hand added to each meld,
        and with each meld of the set added.
        """
        rules, table = meld_rules(state.plan), state.table.melds
        if not has_mover(state):
            return
        if table:
            yield lay_move(table, rules)
        for at, meld in enumerate(table):
            rest = (*table[:at], *table[at + 1 :])
            if rest:
                yield lay_move(rest, rules)
            for tile in dict.fromkeys(state.plan.tile_set.bag(_hand(state))):
                try:
                    changed = read_table(f"{meld} {tile}", rules)
                except AmbiguousMoveError:
                    continue
                yield lay_move((*rest, *changed), rules)
        for meld in all_melds(rules, longest_run=rules.min_run + 1):
            yield lay_move((*table, meld), rules)


def _hand(state: MoverState) -> TileMask:
    return state.masks[state.to_move]


def _in_set_order(tiles: Counter[Tile], faces: Sequence[Tile]) -> Iterator[str]:
    """Give each face with its number where it is missing more than once."""
    for face in faces:
        count = tiles[face]
        if count:
            yield str(face) if count == 1 else f"{face} ({count} times)"


def _is_table(text: str, rules: MeldRules) -> bool:
    """Whether a text is meant as a table: it has a bar, or a word that looks like a tile."""
    if "|" in text:
        return True
    known = rules.tile_set.named
    return any(
        word.partition("(")[0] in known or _LIKE_A_TILE.match(word) for word in tile_words(text)[:2]
    )


def melding(*, at_least: int = 30, single: bool = False, rearrange: bool = True) -> Bundle:
    """
    Lay melds and rearrange those on the table, after an initial meld.

    Args:
        at_least: The fewest points of the initial meld.
        single: Whether one meld alone must be worth them.
        rearrange: Whether the table may be rearranged in the turn of the initial meld.
    """
    return Bundle(
        actions=(Lay(),),
        constraints=(
            InitialMeld(at_least=at_least, single=single, rearrange=rearrange),
            FreedJokers(),
        ),
        effects=(Opened(),),
    )
