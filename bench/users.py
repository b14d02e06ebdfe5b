"""
What users do, and what it costs beside the commit before.

A view, a sample, a record, a rule set, a turn of every game: each is done in this checkout and in
another one by turns, in one process. What is printed is the CPU time here, median, and how many
times as long the other one takes: above 1 is a gain. ``--base`` names the other: a folder, or a
revision for git.
"""

from __future__ import annotations

import importlib
import inspect
import random
import warnings
from collections.abc import Callable
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from options import Options, parse
from worlds import ROOT, BaseError, Loop, World, base_root, compare

__all__ = ["run"]

Case: TypeAlias = "Callable[[], Loop]"
"""Makes the loop of a case; called in each world, where it imports the library."""


class NotThereError(Exception):
    """A checkout does not know what is to be measured."""


class Game(NamedTuple):
    """
    A game to measure with, and a state of it in which much has happened.
    """

    key: str
    """Its key."""
    rules: tuple[str, ...]
    """House rules."""
    moves: int
    """How many moves have been made."""

    def variant(self) -> Any:
        """Look the rules up."""
        found = library().variant(self.key)
        return found.with_rules(*self.rules) if self.rules else found

    def state(self) -> Any:
        """
        Give the state; in the other world it is read from a record.

        Raises:
            NotThereError: The other checkout cannot read it.
        """
        lib = library()
        if self.key not in RECORDS:
            rng = random.Random(2)
            state = self.variant().deal(4, seed=2)
            while len(state.moves) < self.moves or not _has_choice(state):
                state = state.play(a_move(state, rng))
            RECORDS[self.key] = lib.dumps(state)
        return read(RECORDS[self.key])


RECORDS: dict[str, str] = {}
"""The record of each game's state: chance may choose otherwise in another checkout."""

GAMES = {
    "Gaple": Game("gaple", ("gaple/pass",), 12),
    "All Fives": Game("all-fives", (), 10),
    "Mexican Train": Game("mexican-train", (), 30),
    "Rummy": Game("rummy", ("rummy/initial-meld:points=40",), 40),
}


PRESET = Game("mexican-train+satisfy", ("mexican-train/draw-until-playable",), 30)
"""A game with a preset and a house rule, for what is done with rules."""


def library() -> Any:
    """Import the library of the world one is in."""
    return importlib.import_module("tilerules")


def read(record: str) -> Any:
    """
    Read a record that this checkout has written.

    Raises:
        NotThereError: The other one cannot.
    """
    lib = library()
    try:
        return lib.loads(record)
    except lib.TilerulesError as error:
        raise NotThereError(str(error)) from error


def _has_choice(state: Any) -> bool:
    return next(islice(state.legal_moves, 1, None), None) is not None


def a_move(state: Any, rng: random.Random) -> Any:
    """Choose a move at random; where moves are searched for, as the library's own bot does."""
    legal = state.legal_moves
    if type(legal) is tuple:
        return legal[int(rng.random() * len(legal))]
    return library().RandomBot(rng).choose(state.view(state.to_move))


def again(call: Callable[[], object]) -> Loop:
    """Make a loop of a call."""

    def loop(number: int) -> None:
        for _ in range(number):
            call()

    return loop


# --- one state --------------------------------------------------------------------------------


def view(game: Game) -> Loop:
    """Look at a round as the seat to move does."""
    state = game.state()
    return again(lambda: state.view(state.to_move))


def view_read(game: Game) -> Loop:
    """The same, and read a move and the hand: what a bot does."""
    state = game.state()

    def look() -> None:
        seen = state.view(state.to_move)
        next(iter(seen.legal_moves), None)
        _ = seen.hand

    return again(look)


def first_sample(game: Game) -> Loop:
    """Sample a round from a view that was not sampled before."""
    state, rng = game.state(), random.Random(1)
    return again(lambda: state.view(state.to_move).sample(rng))


def sample(game: Game) -> Loop:
    """Sample another round from a view."""
    seen, rng = _view(game), random.Random(1)
    return again(lambda: seen.sample(rng))


def present(game: Game) -> Loop:
    """Sample a round without the way there."""
    seen, rng = _view(game), random.Random(1)
    if "history" not in inspect.signature(seen.sample).parameters:
        raise NotThereError("sample(history=False)")
    return again(lambda: seen.sample(rng, history=False))


def _view(game: Game) -> Any:
    state = game.state()
    return state.view(state.to_move)


def playouts(game: Game) -> Loop:
    """Sample a round and play it out, a thousand times: what one choice is made by."""
    seen, rng = _view(game), random.Random(1)

    def playout() -> None:
        state = seen.sample(rng)
        while state.to_move is not None:
            state = state.play(a_move(state, rng))
        assert state.outcome is not None

    return again(playout)


def choice(game: Game) -> Loop:
    """Choose a move by the library's own bot, with the budget it has by itself."""
    seen, bot = _view(game), library().PlayoutBot(random.Random(1))
    return again(lambda: bot.choose(seen))


def dumps(game: Game) -> Loop:
    """Write a round as a record."""
    state, write = game.state(), library().dumps
    return again(lambda: write(state))


def loads(game: Game) -> Loop:
    """Read it again."""
    text, read = library().dumps(game.state()), library().loads
    return again(lambda: read(text))


def parse_position(game: Game) -> Loop:
    """Read a position."""
    text, read = str(game.state().position), library().parse_position
    return again(lambda: read(text))


def explain(game: Game) -> Loop:
    """Ask why a move that is written down is not legal; it is."""
    state = game.state()
    text = a_move(state, random.Random(4)).notation
    return again(lambda: state.explain(text))


def play_text(game: Game) -> Loop:
    """Play a move that is written down."""
    state = game.state()
    text = a_move(state, random.Random(4)).notation
    return again(lambda: state.play(text))


def layout(game: Game) -> Loop:
    """Read what lies on the table."""
    state = game.state()
    if not hasattr(state.layout, "tiles"):
        raise NotThereError("layout.tiles")
    return again(lambda: state.layout.tiles)


# --- rules ------------------------------------------------------------------------------------


def with_rules(game: Game) -> Loop:
    """Look the rules up, by their keys."""
    return again(game.variant)


def table(game: Game) -> Loop:
    """Look the rules up, and deal."""
    return again(lambda: game.variant().deal(4, seed=1))


def plan(game: Game) -> Loop:
    """Make a variant ready that was not met before."""
    variant, numbers = game.variant(), iter(range(10**5, 10**9))
    return again(lambda: variant.put(most_moves=next(numbers)).plan(4))


# --- rounds -----------------------------------------------------------------------------------


def a_round(game: Game) -> Loop:
    """Play a whole round at random, and ask how it ended."""
    variant, seeds, rng = game.variant(), iter(range(10**9)), random.Random(1)

    def play() -> None:
        state = variant.deal(4, seed=next(seeds))
        while state.to_move is not None:
            state = state.play(a_move(state, rng))
        assert state.outcome is not None

    return again(play)


def a_round_read(game: Game) -> Loop:
    """Play a whole round; copy the moves and read the outcome at every move."""
    variant, seeds, rng = game.variant(), iter(range(10**9)), random.Random(1)

    def play() -> None:
        state = variant.deal(4, seed=next(seeds))
        while state.outcome is None:
            moves = list(state.legal_moves)
            state = state.play(moves[int(rng.random() * len(moves))])

    return again(play)


def turns(key: str) -> Case:
    """Make the case of a random bot's turns on its views, round after round."""

    def made() -> Loop:
        lib = library()
        try:
            variant = lib.variant(key)
        except lib.UnknownVariantError as error:
            raise NotThereError(key) from error

        def loop(number: int) -> None:
            bot, played = lib.RandomBot(random.Random(4)), 0
            for seed in range(number):
                state = variant.deal(variant.seats[-1], seed=seed)
                while state.to_move is not None and played < number:
                    state = state.play(bot.choose(state.view(state.to_move)))
                    played += 1

        return loop

    return made


TABLES: list[str] = []
"""Records of rounds of rummy, with the seat to move before each."""


def best_turns() -> Loop:
    """Ask for the best turn by the rules in force, on tables with many melds and few."""
    lib = library()
    variant = lib.variant("rummy")
    if not TABLES:
        rng = random.Random(4)
        for seed in range(4):
            state = variant.deal(4, seed=seed)
            while state.to_move is not None:
                if len(state.moves) % 6 == 5:
                    TABLES.append(lib.dumps(state))
                state = state.play(a_move(state, rng))
    states = [read(record) for record in TABLES]
    views = [state.view(state.to_move) for state in states]

    def ask() -> None:
        for seen in views:
            variant.adviser(seen)

    TIMES[BEST] = 1 / len(views)
    return again(ask)


Makes = Callable[[Game], Loop]
EACH: dict[str, Makes] = {
    "view": view,
    "view, a move and the hand": view_read,
    "sample, the first": first_sample,
    "sample, another": sample,
    "sample(history=False)": present,
    "dumps": dumps,
    "explain a text": explain,
    "play a text": play_text,
    "layout.tiles": layout,
}
RULED: dict[str, Makes] = {
    "loads": loads,
    "parse_position": parse_position,
    "variant and with_rules": with_rules,
    "variant, with_rules, deal": table,
    "plan of new rules": plan,
}
"""Where rules are looked up."""
LISTED: dict[str, Makes] = {
    "1,000 sampled playouts": playouts,
    "PlayoutBot.choose": choice,
    "a round": a_round,
    "a round, reading all": a_round_read,
}
"""Where all moves are listed."""
BEST = "the best turn, rules in force"
TIMES = {"1,000 sampled playouts": 1000.0}
"""By what the cost of a loop is to be multiplied where it is not what is told."""


def cases() -> dict[str, Case]:
    """Give every case by its name."""
    found: dict[str, Case] = {}
    for title, game in GAMES.items():
        makes = EACH | RULED if title == "Rummy" else EACH | RULED | LISTED
        for name, make in makes.items():
            found[f"{title}: {name}"] = lambda make=make, game=game: make(game)  # type: ignore[misc]
    for name, make in RULED.items():
        found[f"A preset: {name}"] = lambda make=make: make(PRESET)  # type: ignore[misc]
    for variant in library().variants():
        found[f"{variant.title}: a random turn"] = turns(variant.key)
    found[f"Rummy: {BEST}"] = best_turns
    return found


def run(out: Callable[[str], None] = print, options: Options | None = None) -> bool:
    """
    Print what each case costs.

    Args:
        out: Takes each line.
        options: How to run.

    Returns:
        True: there is no goal.
    """
    options = options or Options()
    try:
        with base_root(options.base) as root:
            _run(out, World(ROOT), World(root), options)
    except BaseError as error:
        out(f"there is nothing to compare with: {error}")
        _run(out, World(ROOT), None, options)
    return True


def _run(out: Callable[[str], None], here: World, there: World | None, options: Options) -> None:
    out(f"{'':45} {'us':>10}  times as long before")
    with here:
        every = cases()
    for name, case in every.items():
        if options.only not in name:
            continue
        mine = _make(here, case)
        other = None if there is None else _make(there, case)
        if mine is None:
            out(f"{name:45} {'-':>10}  not there yet")
            continue
        its = None if there is None or other is None else (there, other)
        pair = compare((here, mine), its, quick=options.quick)
        times = TIMES.get(name.partition(": ")[2], 1)
        ratio = "   new" if pair.ratio is None else f"{pair.ratio:6.2f}"
        out(f"{name:45} {pair.microseconds * times:10.1f}  {ratio}")


def _make(world: World, case: Case) -> Loop | None:
    """Make the loop of a case in a world; None where it cannot be done there."""
    with world, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return case()
        except NotThereError:
            return None


if __name__ == "__main__":
    run(options=parse())
