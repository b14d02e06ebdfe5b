"""
Say who wins with the hands that are left, which step of the rules decides, and the points.

A hand is written A=1-1,1-3; a dead tile x6-6; an empty hand A= .
"""

from __future__ import annotations

from collections.abc import Sequence

from tilerules.cli.common import OK, Arguments, CommandError, Context, arg, command, variant_args
from tilerules.play import Variant
from tilerules.play.judging import Outcome
from tilerules.rendering import say_outcome
from tilerules.texts import seat_names

__all__ = ["read_ends", "read_hands", "run", "show_breakdown", "show_outcome"]


@command(
    "say who wins with these hands, and why",
    *variant_args(),
    arg("hands NAME=TILES", "each hand, in seat order", nargs="+"),
    arg("--reason REASON", "why the round ended: went_out or blocked"),
    arg("--by NAME", "whose move ended the round"),
    arg("--last-tile TILE", "the last tile laid"),
    arg("--ends L,R", "the open ends before the last tile"),
)
def run(args: Arguments, context: Context) -> int:
    """Score the hands."""
    variant = context.variant(args)
    outcome = variant.score(
        read_hands(args.hands),
        reason=args.reason,
        by=args.by,
        last_tile=args.last_tile,
        ends=read_ends(args.ends),
    )
    show_outcome(outcome, variant, context)
    show_breakdown(outcome, context)
    return OK


def read_hands(words: Sequence[str]) -> dict[str, str]:
    """
    Read hands, each written ``NAME=TILES``.

    Raises:
        CommandError: One is not, or a name is given twice.
    """
    hands: dict[str, str] = {}
    for word in words:
        name, equals, tiles = word.partition("=")
        if not equals or not name.strip():
            raise CommandError(f"{word!r} is no hand; write NAME=TILES, e.g. A=1-1,1-3")
        if name in hands:
            raise CommandError(f"{name} is given twice")
        hands[name] = tiles
    return hands


def read_ends(text: str | None) -> tuple[int, int] | None:
    """
    Read two open ends, written ``3,5``.

    Raises:
        CommandError: They are not.
    """
    if text is None:
        return None
    words = text.split(",")
    if len(words) != 2 or not all(word.strip().isdecimal() for word in words):
        raise CommandError(f"--ends {text}: write two numbers, e.g. 3,5")
    return int(words[0]), int(words[1])


_WHY = {
    "went_out": "The round ended because a hand is empty.",
    "blocked": "The round is blocked.",
    "abandoned": "The round was abandoned.",
    "decided": "A rule ended the round.",
}


def show_outcome(outcome: Outcome, variant: Variant, context: Context) -> None:
    """Show who won a round, why, and what it is worth."""
    names = seat_names(outcome.names, len(outcome.counts))
    clause = variant.clauses.get(outcome.decided_by or "", "")
    context.output.line(
        say_outcome(outcome, names, clause, language=context.language), style="good"
    )
    context.output.line(_WHY[outcome.reason.value])
    rows = zip(names, outcome.counts, outcome.points, strict=True)
    context.output.table(["player", "counted", "points"], rows)


def show_breakdown(outcome: Outcome, context: Context) -> None:
    """Show what each tile counted, and why where it is not its pips."""
    names = seat_names(outcome.names, len(outcome.counts))
    for name, hand in zip(names, outcome.breakdown, strict=True):
        context.output.line(f"{name}: {', '.join(map(str, hand)) or 'no tile'}.")
