"""
The four games as the pages have them that their clauses name; the README lists the pages.
"""

from __future__ import annotations

from collections.abc import Mapping

from tilerules import Preset, Variant, double_set
from tilerules.layouts import LineLayout
from tilerules.rules.blocking import draw, pass_turn
from tilerules.rules.dealing import DealEach, hand_sizes
from tilerules.rules.kinds import Bundle
from tilerules.rules.laying import one_tile
from tilerules.scorers.matches import FirstTo, HighestTotal
from tilerules_classic_dominoes.cross import CrossLayout
from tilerules_classic_dominoes.leads import Lead
from tilerules_classic_dominoes.scoring import EndsScore, GoingOut, LightestHand, OpponentsPips
from tilerules_classic_dominoes.sums import SumsTo

__all__ = ["ALL_FIVES", "BLOCK", "DRAW", "MATADOR"]


def _plain_game(
    *, name: str, title: str, summary: str, blocking: Bundle, clauses: Mapping[str, str]
) -> Variant:
    """
    Make Block or Draw: one line and the pips of the losers.

    The two differ in what becomes of a player who cannot play.
    """
    page = f"Online Domino Games, {name.capitalize()}"
    return Variant.of(
        name=name,
        title=title,
        summary=summary,
        tiles=double_set(6),
        seats=(2, 3, 4),
        dealing=DealEach(hand_sizes(s2=7, s3=5, s4=5)),
        layout=LineLayout(),
        starting=Lead("lot", "next-seat"),
        turn=one_tile(),
        blocking=blocking,
        scorer=OpponentsPips("difference"),
        tie_breakers=(GoingOut(), LightestHand()),
        match=(FirstTo(100), HighestTotal()),
        clauses={
            "deal-each": "Domino Games",
            "lead": page,
            "line": page,
            "place": "Britannica 1911",
            **clauses,
            "went-out": "Britannica 1911",
            "blocked": page,
            "out-wins": "Britannica 1911",
            "count": page,
            "opponents-pips": page,
            "first-to": page,
        },
    )


BLOCK = _plain_game(
    name="block",
    title="Block dominoes",
    summary="The plain game: match the ends, pass when you cannot.",
    blocking=pass_turn(),
    clauses={"pass": "Britannica 1911"},
)
"""Block dominoes for two to four."""

DRAW = _plain_game(
    name="draw",
    title="Draw dominoes",
    summary="Who cannot play draws until a tile fits; the last two stay where they are.",
    blocking=draw(reserve=2),
    clauses={
        "draw": "Britannica 1911; Online Domino Games, Draw",
        "pass": "Online Domino Games, Draw",
    },
)
"""Draw dominoes for two to four."""

ALL_FIVES = Variant.of(
    name="all-fives",
    title="All Fives",
    summary="Make the open ends add up to fives; the first double opens the line to four arms.",
    tiles=double_set(6),
    seats=(2, 3, 4),
    dealing=DealEach(hand_sizes(s2=9, s3=7, s4=5)),
    layout=CrossLayout(),
    starting=Lead("lot", "winner"),
    turn=one_tile(),
    blocking=draw(),
    effects=(EndsScore(5),),
    scorer=OpponentsPips("total", nearest=5),
    tie_breakers=(GoingOut(), LightestHand()),
    match=(FirstTo(150), HighestTotal()),
    presets=(
        Preset(
            name="muggins",
            title="Muggins",
            rules=(
                "classic-dominoes/no-spinner",
                "table/hand-size:size=7",
                "classic-dominoes/lead:first=highest-double,later=winner",
                "classic-dominoes/reserve:tiles=2",
                "table/target:points=100",
            ),
            source="Foster's Hoyle",
        ),
    ),
    clauses={
        "deal-each": "Pagat, All Fives",
        "lead": "Pagat, All Fives",
        "cross": "Pagat, All Fives",
        "place": "Pagat, All Fives",
        "draw": "Pagat, All Fives",
        "pass": "Pagat, All Fives",
        "ends-score": "Pagat, All Fives",
        "went-out": "Britannica, Muggins",
        "blocked": "Britannica, Muggins",
        "out-wins": "Britannica, Muggins",
        "count": "Britannica, Muggins",
        "opponents-pips": "Britannica, Muggins",
        "first-to": "Big6Bones",
    },
)
"""All Fives for two to four."""

MATADOR = Variant.of(
    name="matador",
    title="Matador",
    summary="Touching halves add up to seven; four matadors go anywhere.",
    tiles=double_set(6),
    seats=(2, 3, 4),
    dealing=DealEach(hand_sizes(s2=7, s3=6, s4=5)),
    layout=LineLayout(touching=SumsTo(7)),
    starting=Lead("highest-double", "winner"),
    turn=one_tile(),
    blocking=draw(),
    scorer=OpponentsPips("total"),
    tie_breakers=(GoingOut(), LightestHand()),
    match=(FirstTo(100), HighestTotal()),
    clauses={
        "deal-each": "Cards Dice Dominoes",
        "lead": "Cards Dice Dominoes",
        "line": "Wikipedia, Matador",
        "place": "Wikipedia, Matador",
        "draw": "Wikipedia, Matador",
        "pass": "Wikipedia, Matador",
        "went-out": "Domino Rules, Matador",
        "blocked": "Domino Rules, Matador",
        "out-wins": "Domino Rules, Matador",
        "count": "Domino Rules, Matador",
        "opponents-pips": "Domino Rules, Matador",
        "first-to": "Domino Rules, Matador",
    },
)
"""Matador for two to four."""
