"""
What a player is told about a wrong turn: everything that is wrong, and nothing that is not.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

import tilerules
from tilerules import InvalidNotationError, Round, Variant

SetUp = Callable[..., Round]


def told(round_: Round, move: str) -> list[str]:
    """Give the sentences against a move."""
    return [str(reason) for reason in round_.explain(move)]


def test_everything_is_told_at_once(set_up: SetUp) -> None:
    """
    Issue 5, 3: each wrong meld and why, what vanished or came from nowhere, points short of
    the opening, each joker freed without its price.
    """
    round_ = set_up("r7 k7 J | r1 r2 r3", "r10 k10 y5 y6 b9", "k1", opened=(1,))
    assert [
        "y5 y6 has 2 tiles; a run has at least 3",
        "r7 k7 has 2 tiles; a group has at least 3",
        "r3 b9 has 2 tiles; a run has at least 3",
        "b9 is not of the colour of the run r3 b9",
        "r1 and r2 lay on the table and must lie there again",
        "seat 0 does not hold b10 to lay",
        "to free the joker of r7 k7 J(y7) you need y7 or b7 on the table",
        "before your first meld of 30 or more, made of tiles from your hand alone, you may not use "
        "the table; these tiles are worth 0",
    ] == told(round_, "y5 y6 | r7 k7 | r3 b9 | r10 k10 b10 J")


@pytest.mark.parametrize(
    ("move", "rules", "expected"),
    [
        ("y8 J(y9) J(y10)", "jokers-per-meld", "y8 J(y9) J(y10) has 2 jokers; at most 1 may be"),
        ("y8 y9 J", "jokers-per-meld:most=0", "y8 y9 J has 1 joker; at most 0 may be"),
        ("y8 k8 J", "jokers-per-meld:most=0", "y8 k8 J has 1 joker; at most 0 may be"),
    ],
)
def test_too_many_jokers_is_all_that_is_wrong(
    set_up: SetUp, move: str, rules: str, expected: str
) -> None:
    """R28: a run of too many jokers has no gap."""
    (only,) = told(set_up("", "J J y8 y9 k8 r1", "k1", rules=[rules]), move)
    assert only.startswith(expected)


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("k5", ["k5 has 1 tile; a run has at least 3"]),
        (
            "r1 r9",
            [
                "r1 r9 has 2 tiles; a run has at least 3",
                "r1 r9 is no run: its numbers do not follow each other within 1 to 13",
            ],
        ),
        ("r1 r3", ["r1 r3 has 2 tiles; a run has at least 3"]),
        (
            "r8 r9 r9 r9",
            [("r8 r9 r9 r9: a run may not have the same number twice, and r9 is there 3 times")],
        ),
    ],
)
def test_numbers_agree_with_their_nouns(set_up: SetUp, move: str, expected: list[str]) -> None:
    """A tile, two tiles; and two tiles that any third one would leave apart are told so."""
    found = told(set_up("", "r1 r3 r8 r9 r9 k5", "k1"), move)
    assert expected == found[: len(expected)]


def test_too_few_tiles_beside_a_joker(set_up: SetUp) -> None:
    """joker-destination: one tile, not 1 tiles."""
    rules = ["joker-destination:to=new-meld-two-tiles"]
    round_ = set_up("r7 k7 J | y1 y2 y3 y4", "b7 r4 r1", "k1", rules=rules)
    (only,) = told(round_, "r7 k7 b7 | y1 y2 y3 | y4 r4 J")
    assert "with 1 tile just laid; it needs two" in only


def test_far_too_many_tiles(set_up: SetUp) -> None:
    """A table with more tiles than there are is refused, and quickly."""
    round_ = set_up("r1 r2 r3 J(r4) | k1 k2 k3 J(k4)", "b1", "k1")
    codes = {reason.code for reason in round_.explain(" | ".join(["k9 J"] * 200))}
    assert {"meld-too-short", "vanished", "not-held", "nothing-laid"} == codes


# --- the rule book ----------------------------------------------------------------------------


def flat(variant: Variant) -> str:
    """Give the rule book in one line."""
    return " ".join(str(variant.rulebook()).split())


def test_the_rule_book_says_what_the_clauses_say(rummy: Variant) -> None:
    """TR-1 to TR-4, TR-11, TR-12, TR-16, and decisions 1 and 5."""
    text = flat(rummy)
    for sentence in (
        "106 tiles: 2 of each number from 1 to 13 in red, yellow, black and blue, and 2 jokers. "
        "A tile counts its number. (TR-1 to TR-4)",
        "of one tile with two jokers whoever lays it says whether it is a group or which run",
        "a drawn tile may not be laid before the next turn.",
        "A turn that is not brought to such an end leaves everything where it was.",
        "worth 30 points or more together; a joker is worth what it stands for. Before it a "
        "player may lay nothing else.",
        "all players in succession have passed or run out of time",
        "whoever takes longer takes 3 tiles from the stock, or what is left of it, and loses the "
        "turn. (TR-16)",
        "If nobody goes out, each other player loses the difference to the winner's count",
    ):
        assert sentence in text, sentence


@pytest.mark.parametrize(
    ("rule", "says", "does_not_say"),
    [
        ("draw-more", "A player who has drawn may lay in the same turn.", "before the next turn"),
        ("initial-meld:points=1", "worth 1 point or more", "1 points"),
        ("jokers-per-meld", "a meld has 1 at most", "two jokers"),
        ("single-opening", "is one meld, made of tiles from the hand alone", "together"),
        (
            "lay-off-before-opening",
            "Before it a player may do no more than add tiles to melds on the table.",
            "lay nothing else",
        ),
        (
            "next-starter",
            "This is done for the first round, and for one that follows a round which nobody won "
            "alone.",
            "for every round",
        ),
        (
            "next-starter:who=rotate",
            "This is done for the first round.",
            "nobody won",
        ),
    ],
)
def test_the_rule_book_changes_with_the_rules(
    rummy: Variant, rule: str, says: str, does_not_say: str
) -> None:
    """K9: text and behaviour change together."""
    text = flat(rummy.with_rules(rule))
    assert says in text
    assert does_not_say not in text


def test_a_set_of_other_tiles(rummy: Variant) -> None:
    """TR-2: colours, numbers, copies and jokers are data, and told."""
    small = tilerules.numbered_set(colours=(("g", "green"), ("o", "orange")), highest=9, jokers=0)
    text = flat(rummy.put(tiles=small))
    assert "36 tiles: 2 of each number from 1 to 9 in green and orange. A tile" in text


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("R10 R11 R12", "'R10' is not a tile of numbered-106; did you mean 'r10'?"),
        ("r99 r10 r11", "'r99' is not a tile of numbered-106; did you mean"),
        ("r10r11r12", "'r10r11r12' is not a tile of numbered-106"),
        ("1-2", "'1-2' is not a tile of numbered-106"),
        ("|", "'|' is no table: it has no tile; write r3 r4 r5 | r6 b6 J(y6)"),
        ("[]|[]", "'[]|[]' is no table: it has no tile"),
    ],
)
def test_what_is_no_table_is_told_by_the_tile(set_up: SetUp, move: str, said: str) -> None:
    """Where tiles are meant, the word that is none is named, whoever asks."""
    round_ = set_up("", "r10 r11 r12 k1", "k1")
    for ask in (round_.explain, round_.play):
        with pytest.raises(InvalidNotationError) as caught:
            ask(move)
        assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    "move", ["[r10] [r11] [r12]", "[r10][r11][r12]", "r10, r11, r12", "{r10 r11 r12}"]
)
def test_melds_may_be_written_as_hands_are(set_up: SetUp, move: str) -> None:
    """Brackets and commas between tiles mean nothing, in moves as in hands."""
    round_ = set_up("", "r10 r11 r12 k1", "k1")
    assert "r10 r11 r12" == round_.parse(move).notation
    assert () == round_.explain(move)


@pytest.mark.parametrize(
    "rules", [("single-opening", "quiet-opening"), ("quiet-opening", "single-opening")]
)
def test_two_rules_about_one_thing_are_both_named(set_up: SetUp, rules: tuple[str, ...]) -> None:
    """A refusal and the rule book cite each rule that changed a part, in whatever order given."""
    round_ = set_up("", "r1 r2 r3 k1", "k1", opened=(), rules=rules)
    (reason,) = round_.explain("r1 r2 r3")
    assert "R3, R7, R20; R14" == reason.clause
    assert "(R3, R7, R20; R14)" in str(round_.plan.variant.rulebook())
