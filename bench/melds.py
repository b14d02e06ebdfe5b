"""
The best turn from hand and table, and an arrangement of bare tiles, beside ``rummikub-solver``.

The peer is ``rummikub-solver`` 1.0.0 from PyPI, an integer programme solved by SciPy. The
positions come from self-play of two to four seats, spread evenly over the size of the table;
the seats play the best turn, some seldom, so that hands of 14 to 25 meet tables of every size.
Each solver goes through all positions, once to warm up and then three times, and the fastest time
of each position counts. Both lay most tiles, with jokers used at will; the answers are compared.
Players ask by the rules in force, under which a joker is paid for and seats open: those turns come
from rounds of a random bot and from rounds in which mostly the best is laid, and the peer answers
its own, freer question about the same tiles. A new process asks cold: the tables of what tiles can
do are made there as they are needed, once for all turns by equal rules.
Times are CPU times of this process; the ratios are what to read.
"""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from statistics import median
from typing import Any, TypeAlias

from options import parse

import tilerules
from tilerules import Round
from tilerules.melds.best_sets import Play, arrange, best_play
from tilerules.melds.meld import MeldRules, Table, table_tiles
from tilerules.melds.plays import MeldPlays
from tilerules.melds.turns import best_turn
from tilerules.tiles import Joker, NumberTile, Tile

__all__ = ["run"]

Position: TypeAlias = "tuple[tuple[Tile, ...], Table]"
Query: TypeAlias = "Callable[[], Any]"

RULES = MeldRules()
HANDS = range(14, 26)
TABLES = (0, 15, 30, 45, 60, 106)
"""The largest tables of each stratum."""
GOALS = {"median": 30.0, "cold": 10.0, "total": 12.0, "arranging, median": 40.0}
"""How many times as fast as the peer to be."""
WITHIN = {"p99": 10.0, "worst": 50.0}
"""What the best turn by the rules in force may take, in ms."""


def self_play(per_stratum: int, seed: int) -> list[Position]:
    """Give positions met in play, as many for each size of the table."""
    rng = random.Random(seed)
    strata: list[list[Position]] = [[] for _ in TABLES]
    while any(len(stratum) < per_stratum for stratum in strata):
        seats = rng.choice((2, 3, 4))
        eager = [rng.uniform(0.1, 1) for _ in range(seats)]
        stock = list(RULES.tile_set.tiles)
        rng.shuffle(stock)
        hands = [[stock.pop() for _ in range(14)] for _ in range(seats)]
        table: Table = ()
        idle = turn = 0
        while all(hands) and idle < seats:
            hand = hands[turn % seats]
            size = len(table_tiles(table))
            stratum = strata[next(i for i, most in enumerate(TABLES) if size <= most)]
            if len(hand) in HANDS and len(stratum) < per_stratum and rng.random() < 0.5:
                stratum.append((tuple(hand), table))
            idle += 1
            play = None
            if not stock or rng.random() < eager[turn % seats]:
                play = best_play(hand, table, RULES)
            if play is not None and play.laid:
                for tile in play.laid:
                    hand.remove(tile)
                table, idle = play.table, 0
            elif stock:
                hand.append(stock.pop())
                idle = 0
            turn += 1
    return [position for stratum in strata for position in stratum]


class Peer:
    """
    The other solver, with positions in its own terms.
    """

    def __init__(self) -> None:
        library = importlib.import_module("rummikub_solver")
        self.rules = library.RuleSet(solver_backend=library.MILPSolver.SCIPY)
        self.by_tiles = library.SolverMode.TILE_COUNT
        # It numbers its tiles by colour, then number; which colour is which does not matter.
        self.first = {letter: 13 * i for i, letter in enumerate(RULES.letters)}

    def number(self, tile: Tile) -> int:
        """Give its number of a tile."""
        return self.first[tile.colour] + tile.number if isinstance(tile, NumberTile) else 53

    def state(self, position: Position) -> Any:
        """Give a position in its terms."""
        hand, table = position
        state = self.rules.new_game()
        state.add_rack(*map(self.number, hand))
        state.add_table(*map(self.number, table_tiles(table)))
        state.initial = False
        return state

    def best(self, state: Any) -> int:
        """Give how many tiles it lays."""
        found = self.rules.solve(state, self.by_tiles)
        return len(found.tiles) if found else 0

    def arranges(self, state: Any) -> bool:
        """Whether it finds an arrangement of the table."""
        return self.rules.arrange_table(state) is not None


def timed(queries: Sequence[Query]) -> tuple[list[Any], list[float]]:
    """Give the answers, and the fastest time of each query in milliseconds."""
    answers = [query() for query in queries]
    best = [float("inf")] * len(queries)
    for _ in range(3):
        for i, query in enumerate(queries):
            before = time.process_time()
            query()
            best[i] = min(best[i], (time.process_time() - before) * 1e3)
    return answers, best


def run(out: Callable[[str], None] = print, per_stratum: int = 60, seed: int = 3) -> bool:
    """
    Run the bench.

    Args:
        out: Takes each line of the report.
        per_stratum: How many positions for each of six sizes of the table.
        seed: Which positions.

    Returns:
        Whether every goal was met.

    Raises:
        AssertionError: The solver laid fewer tiles than the peer, or did not prove its answer.
    """
    try:
        peer = Peer()
    except ImportError:
        out("rummikub-solver is not installed; nothing to compare with")
        return False
    positions = self_play(per_stratum, seed)
    states = [peer.state(position) for position in positions]
    plays, ours = timed(
        [lambda h=h, t=t: best_play(h, t, RULES, by="tiles") for h, t in positions]  # type: ignore[misc]
    )
    theirs, peers = timed([lambda s=s: peer.best(s) for s in states])  # type: ignore[misc]
    check(plays, theirs)
    out(f"{len(positions)} positions, hands of 14 to 25; times in ms")
    out(f"{'':20} {'median':>8} {'p99':>8} {'most':>8}   times as fast: median, total")
    met = report(out, "best turn", ours, peers, {"median": "median", "total": "total"})
    with get_context("spawn").Pool(1) as process:
        first = process.apply(cold, (positions,))
    met &= report(out, "  in a new process", first, peers, {"median": "cold"})
    for i, most in enumerate(TABLES):
        part = slice(i * per_stratum, (i + 1) * per_stratum)
        report(out, f"  table up to {most}", ours[part], peers[part], {})
    for n_jokers in range(3):
        part_of = [
            i
            for i, (hand, table) in enumerate(positions)
            if sum(isinstance(t, Joker) for t in (*hand, *table_tiles(table))) == n_jokers
        ]
        report(
            out,
            f"  jokers: {n_jokers}",
            [ours[i] for i in part_of],
            [peers[i] for i in part_of],
            {},
        )
    laid = [i for i, (_hand, table) in enumerate(positions) if table]
    bare = [table_tiles(positions[i][1]) for i in laid]
    tables, ours = timed([lambda b=b: arrange(b, RULES) for b in bare])  # type: ignore[misc]
    _found, peers = timed([lambda s=states[i]: peer.arranges(s) for i in laid])  # type: ignore[misc]
    assert all(table is not None for table in tables)
    met &= in_force(out, peer, rounds=max(1, per_stratum // 10), seed=seed)
    return met & report(out, "arranging a table", ours, peers, {"median": "arranging, median"})


def cold(positions: Sequence[Position]) -> list[float]:
    """Time each position once, in the order they come."""
    found = []
    for hand, table in positions:
        before = time.process_time()
        best_play(hand, table, RULES, by="tiles")
        found.append((time.process_time() - before) * 1e3)
    return found


def in_force(out: Callable[[str], None], peer: Peer, rounds: int, seed: int) -> bool:
    """Report the best turn by the default rules of rummy, in states of random and good play."""
    met = True
    for name, chance in (("random", 1.0), ("good", 0.3)):
        asked = [MeldPlays.of(state) for state in states_of(rounds, seed, chance)]
        freely = [peer.state((tuple(plays.hand), plays.table)) for plays in asked]
        found, ours = timed([plays.best for plays in asked])
        _theirs, peers = timed([lambda s=s: peer.best(s) for s in freely])  # type: ignore[misc]
        unproven = sum(play is not None and not play.proven for play in found)
        out(f"by the rules in force, {len(asked)} states of {name} play, {unproven} not proven")
        report(out, "  rules in force", ours, peers, {})
        for word, time_ in (("p99", at(ours, 0.99)), ("worst", max(ours))):
            reached = time_ <= WITHIN[word]
            met &= reached
            out(f"    {word} {time_:.1f}: goal {WITHIN[word]:.0f} {'met' if reached else 'missed'}")
    return met


def states_of(rounds: int, seed: int, chance: float) -> Iterator[Round]:
    """Give every third state of some rounds in which seats now and then move at random."""
    variant, rng = tilerules.variant("rummy"), random.Random(seed)
    bot = tilerules.RandomBot(rng)
    for number in range(rounds):
        state = variant.deal(4, seed=number)
        while state.to_move is not None:
            if len(state.moves) % 3 == 2:
                yield state
            view = state.view(state.to_move)
            move = None if rng.random() < chance else best_turn(view)
            state = state.play(move or bot.choose(view))


def check(plays: Sequence[Play], theirs: Sequence[int]) -> None:
    """Check that no answer is worse than the peer's, and that all are proven."""
    for play, count in zip(plays, theirs, strict=True):
        if not play.proven or len(play.laid) < count:
            raise AssertionError(f"{count} tiles can be laid, not {len(play.laid)}: {play}")


def report(
    out: Callable[[str], None],
    name: str,
    ours: Sequence[float],
    peers: Sequence[float],
    goals: dict[str, str],
) -> bool:
    """Print one comparison; give whether its goals were met."""
    ratios = {
        "median": median(p / o for o, p in zip(ours, peers, strict=True)),
        "total": sum(peers) / sum(ours),
    }
    line = f"{name:20} {median(ours):8.3f} {at(ours, 0.99):8.3f} {max(ours):8.3f}"
    line += f"   {ratios['median']:6.1f} {ratios['total']:6.1f}"
    met = True
    for ratio, goal in goals.items():
        reached = ratios[ratio] >= GOALS[goal]
        met &= reached
        line += f"  goal {GOALS[goal]:.0f} ({ratio}): {'met' if reached else 'missed'}"
    out(line)
    return met


def at(values: Sequence[float], share: float) -> float:
    """Give the value below which a share of them lies."""
    return sorted(values)[int(len(values) * share)]


if __name__ == "__main__":
    run(per_stratum=8 if parse().quick else 60)
