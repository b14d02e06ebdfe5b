"""
What a server answers when somebody wants it to hang: hostile states of tile rummy.

Full tables with jokers, hands of 40 to 106 tiles, and the rules under which most has to be searched
for. Each question is asked once of a state nobody has asked anything yet; what is printed is the
CPU time of this process in ms. The goal is that nothing takes longer than a second.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeAlias

from options import parse

import tilerules
from tilerules import Round
from tilerules.melds.best_sets import best_play
from tilerules.melds.notation import dump_table
from tilerules.melds.turns import TurnBuilder
from tilerules.tiles import Tile

__all__ = ["run"]

GOAL = 1000.0
"""The most that anything may take, in ms."""

RULES: tuple[tuple[str, ...], ...] = (
    (),
    ("rummy/must-lay",),
    ("rummy/draw-more",),
    ("rummy/joker-price:of=hand", "rummy/must-lay"),
    ("rummy/joker-price:of=nothing", "rummy/joker-lock", "rummy/must-lay"),
    ("rummy/joker-destination:to=new-meld", "rummy/draw-more"),
    ("rummy/joker-destination:to=new-meld-two-tiles", "rummy/must-lay"),
    ("rummy/joker-lock", "rummy/both-colours", "rummy/must-lay"),
    ("rummy/both-colours", "rummy/joker-destination:to=new-meld-two-tiles", "rummy/draw-more"),
    ("rummy/jokers-per-meld", "rummy/must-lay"),
    ("rummy/high-one", "rummy/must-lay"),
    ("rummy/quiet-opening", "rummy/must-lay"),
    ("rummy/lay-off-before-opening", "rummy/must-lay"),
    ("rummy/single-opening", "rummy/must-lay"),
    ("rummy/joker-in-opening", "rummy/initial-meld:points=100", "rummy/must-lay"),
)
"""The rules that make searches hard, together with those that make everybody search."""

TABLES = (0, 30, 60, 90)
HANDS = (14, 40, 50, 60, 105)

Question: TypeAlias = "Callable[[Round], object]"


class Case(NamedTuple):
    """
    A state to ask about.
    """

    name: str
    """Its rules, and how many tiles are where."""
    position: str
    """The state, as text."""


def cases(seed: int, per_kind: int) -> Iterator[Case]:
    """Give states: each rule set with tables and hands of many sizes, opened or not."""
    rng = random.Random(seed)
    for rules in RULES:
        variant = tilerules.variant("rummy").with_rules(*rules)
        plan = variant.plan(2)
        for n_table in TABLES:
            for n_hand in HANDS:
                for is_open in (True, False):
                    for _ in range(per_kind):
                        tiles = list(variant.tiles.tiles)
                        rng.shuffle(tiles)
                        # The jokers come first, so that every table has them.
                        tiles.sort(key=lambda tile: str(tile) != "J")
                        table = dump_table(
                            best_play(tiles[:n_table], (), plan.layout.rules, by="tiles").table
                        )
                        layout = plan.layout.load(table)
                        left = [*tiles]
                        for meld in layout:
                            for tile in meld.tiles:
                                left.remove(tile)
                        rng.shuffle(left)
                        hand, rest = left[:n_hand], left[n_hand:]
                        other, stock = rest[:5], rest[5:]
                        words = [
                            ";".join([f"{variant.key}@{variant.version}", *rules]),
                            "seats:2 move:0",
                            f"hands:{_write(hand)}/{_write(other)}",
                            f"stock:{_write(stock)}" if stock else "",
                            f"layout:{plan.layout.dump(layout)}" if table else "",
                            'ext:{"opened":[0,1]}' if is_open else "",
                        ]
                        opened = "opened" if is_open else "not opened"
                        name = f"{' '.join(rules) or 'default'}: table {n_table}, hand {n_hand}"
                        yield Case(f"{name}, {opened}", " ".join(filter(None, words)))


def played(seed: int, per_kind: int) -> Iterator[Case]:
    """Give late states of random rounds: each rule set, tables with jokers, large hands."""
    for rules in RULES:
        for number in range(per_kind):
            bot = tilerules.RandomBot(random.Random(seed + number))
            round_ = tilerules.variant("rummy").with_rules(*rules).deal(4, seed=seed + number)
            while round_.to_move is not None:
                sizes = len(round_.layout), len(round_.hands[round_.to_move])
                if sizes[0] > 8 and any(meld.jokers for meld in round_.layout):
                    name = (
                        f"{' '.join(rules) or 'default'}: played, {sizes[0]} melds, hand {sizes[1]}"
                    )
                    yield Case(name, str(round_.position))
                round_ = round_.play(bot.choose(round_.view(round_.to_move)))


def _write(tiles: Sequence[Tile]) -> str:
    return ",".join(map(str, tiles))


def _refused(text: str) -> Question:
    def ask(round_: Round) -> None:
        with suppress(tilerules.TilerulesError):
            round_.play(text)

    return ask


def _broken(round_: Round) -> None:
    """Ask what is wrong with a table of which one meld is broken by a tile of the hand."""
    melds = [*map(str, round_.layout), str(next(iter(round_.hands[round_.to_move or 0])))]
    with suppress(tilerules.AmbiguousMoveError):
        round_.explain(" | ".join(melds))


def _everything(round_: Round) -> None:
    """Ask what is wrong with laying the whole hand as one meld."""
    melds = [*map(str, round_.layout), " ".join(map(str, round_.hands[round_.to_move or 0]))]
    with suppress(tilerules.TilerulesError):
        round_.explain(" | ".join(melds))


QUESTIONS: dict[str, Question] = {
    "first legal move": lambda round_: next(iter(round_.legal_moves), None),
    "bool(legal_moves)": lambda round_: bool(round_.legal_moves),
    "explain('draw')": lambda round_: round_.explain("draw"),
    "explain, a broken meld": _broken,
    "explain, the hand as a meld": _everything,
    "play('banana')": _refused("banana"),
    "play('r3 r4 r')": _refused("r3 r4 r"),
    "a hint": lambda round_: TurnBuilder.of(round_).hint(),
    "a random move": lambda round_: tilerules.RandomBot(random.Random(1)).choose(
        round_.view(round_.to_move)
    ),
    "str, parse_position": lambda round_: tilerules.parse_position(str(round_.position)),
    "dumps, loads": lambda round_: tilerules.loads(tilerules.dumps(round_)),
}


def run(
    out: Callable[[str], None] = print, per_kind: int = 1, seed: int = 1, step: int = 1
) -> bool:
    """
    Run the bench.

    Args:
        out: Takes each line of the report.
        per_kind: How many states for each rule set and each size of table and hand.
        seed: Which states.
        step: Ask of every so many of them only.

    Returns:
        Whether nothing took longer than a second.
    """
    asked = [*cases(seed, per_kind), *played(seed, per_kind)][::step]
    out(f"{len(asked)} states, {len(RULES)} rule sets; CPU time in ms")
    out(f"{'':30} {'p50':>9} {'p99':>9} {'worst':>9}")
    met = True
    for name, ask in QUESTIONS.items():
        times: list[tuple[float, str]] = []
        for case in asked:
            round_ = tilerules.parse_position(case.position)
            before = time.process_time()
            ask(round_)
            times.append(((time.process_time() - before) * 1e3, case.name))
        times.sort()
        worst, where = times[-1]
        p50, p99 = (times[int(len(times) * share)][0] for share in (0.5, 0.99))
        out(f"{name:30} {p50:9.2f} {p99:9.2f} {worst:9.2f}  {where}")
        met &= worst <= GOAL
    out(f"goal: nothing over {GOAL:.0f} ms: {'met' if met else 'missed'}")
    return met


if __name__ == "__main__":
    run(step=9 if parse().quick else 1)
