"""
What the rule book and refusals say: only what can happen, from where, and in good English.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tilerules import AmbiguousMoveError, Match, Round, Variant
from tilerules.rulesets import Rule

# Some rules are put beside others, or on presets, with which they change nothing.
pytestmark = pytest.mark.filterwarnings("ignore::tilerules.NoEffectWarning")

SetUp = Callable[..., Round]


def rules_of(variant: Variant, *rules: str) -> list[Rule]:
    """Give the sentences of a rule book."""
    return list(variant.with_rules(*rules).rulebook().rules)


def source_of(variant: Variant, words: str, *rules: str) -> str:
    """Give the source of the one sentence that has some words."""
    (found,) = [rule for rule in rules_of(variant, *rules) if words in str(rule.text)]
    return found.source


@pytest.mark.parametrize("rule", ["pass", "draw"])
def test_no_dead_tiles_without_them(gaple: Variant, rule: str) -> None:
    """Sentences that name dead tiles do so only where there are any."""
    parts = ("out-wins", "block-fewest-tiles", "tie-fewest-tiles", "lone-blank", "live-tie-break")
    assert not [one for one in rules_of(gaple, rule, *parts) if "dead" in str(one)]
    with_them = [str(one) for one in rules_of(gaple, *parts) if "dead" in str(one)]
    assert len(with_them) == 8
    assert not [one for one in with_them if ",;" in one or ",." in one]


def test_drawing_and_passing(gaple: Variant) -> None:
    """Who can do neither passes; how much may be drawn is said in numbers that agree."""
    for rule, words in {
        "draw": "draws until one fits or the stock is used up.",
        "draw:reserve=1": "draws until one fits or only 1 tile of the stock is left.",
        "draw:reserve=2": "draws until one fits or only 2 tiles of the stock are left.",
        "draw:most=1": "draws one tile.",
        "draw:most=2": "draws until one fits, 2 tiles at most.",
        "draw:most=1,reserve=1": "draws one tile, but never the last tile of the stock.",
        "draw:most=2,reserve=2": "2 tiles at most, but never the last 2 tiles of the stock.",
    }.items():
        book = str(gaple.with_rules(rule).rulebook())
        assert words in book.replace(" (web", ". (web").replace("..", ".")
        assert "- A player who cannot play, and can draw no more, passes." in book


def test_ties_are_said(gaple: Variant) -> None:
    """What is left undecided is a tie, with steps and without."""
    assert "If several are still level, the round is a tie" in str(gaple.rulebook())
    assert "If several are level, the round is a tie" in str(
        gaple.with_rules("tie-break").rulebook()
    )
    assert "nobody wins" not in str(gaple.rulebook())


def test_openings_that_never_happen_are_left_out(gaple: Variant) -> None:
    """Four are dealt all tiles; whether the next number leaves some decides what is said."""
    both = str(gaple.rulebook())
    assert "Where all tiles are dealt, whoever holds [0-0]" in both
    assert "Where some are left, one undealt tile" in both
    four = str(gaple.with_rules("partners").rulebook())
    assert "- Whoever holds [0-0] opens the first round" in four
    assert "turned up" not in four
    left = str(gaple.with_rules("hands").rulebook())
    assert "- One undealt tile is turned up" in left
    assert "[0-0] opens" not in left
    for book in (both, four, left):
        assert "After an undecided round whoever had the right" in book
        assert "if nobody has, the winner opens with any tile" in book


@pytest.mark.parametrize(
    ("rules", "words", "source"),
    [
        ((), "holds [0-0]", "SL-4, SL-7"),
        (("first-opener:tile=3-3",), "holds [3-3]", "G2, G3, G5, G9"),
        (("holder-opens:tile=3-3,fallback=true",), "holds [3-3]", "G3, G5"),
        (("holder-opens:tile=3-3,fallback=true",), "holds [0-0]", "SL-4, SL-7"),
        (("redeal",), "5 doubles or more", "G4, G9, G11"),
        (("redeal",), "Tiles are dealt", "SL-1, SL-7"),
        (("hands:size=5", "redeal"), "Tiles are dealt", "G1, G5, G11"),
        (("lone-blank",), "[0-0] counts", "SL-18, SL-19"),
        (("blank-double",), "[0-0] counts", "G4"),
        (("draw",), "can draw no more", "web descriptions; G1 contradicts"),
        (("pass",), "cannot play passes", "SL-15"),
        (("discard-plays-on",), "Play goes clockwise", "SL-12"),
        (("discard-plays-on",), "without tiles takes no turn", "other reading of SL-16"),
        (
            ("next-opener:who=block-double-owner",),
            "The winner of a round opens",
            "SL-8, SL-9, SL-11",
        ),
        (("target:points=7",), "The match ends", "G9"),
    ],
)
def test_sentences_come_from_the_rule_that_changed_them(
    gaple: Variant, rules: tuple[str, ...], words: str, source: str
) -> None:
    """And those that no rule touched from where they came before."""
    assert source_of(gaple, words, *rules) == source


def test_numbers_agree(gaple: Variant) -> None:
    """One point, one second; two, four or five players."""
    book = str(
        gaple.with_rules(
            "hands:size=14,seats=2", "target:points=1", "time-limit:seconds=1,fine=1,tiles=1"
        ).rulebook()
    )
    assert "For 2, 4 or 5 players." in book
    assert "a double-six set: 28 tiles" in book
    assert "when somebody has 1 point." in book
    assert "may take 1 second; whoever takes longer takes 1 tile" in book
    assert "is fined 1 point and must still move" in book


def test_the_host_leaves_before_the_round_ends(gaple: Variant) -> None:
    """What a player does who leaves is said before what follows when all have."""
    said = [str(rule) for rule in rules_of(gaple, "leave") if rule.point == "limits"]
    assert [text.split()[1] for text in said] == ["player", "all"]


def test_outcomes_in_words(gaple: Variant) -> None:
    """A row of names, and the sums that decided between sides."""
    tie = gaple.with_rules("tie-break").score(["0-5", "1-4", "6-6", "2-3"])
    assert (tie.is_tie, tie.winners, tie.leader) == (True, (0, 1, 3), None)
    assert str(tie).startswith("seat 0, seat 1 and seat 3 share it (")
    hands = {"Ana": "0-5", "Budi": "0-6", "Caro": "6-6 5-5 4-4", "Dewi": "1-6"}
    by_sum = gaple.with_rules("partners:by=sum").score(hands)
    assert str(by_sum).endswith("Dewi 7; Ana and Caro 35; Budi and Dewi 13)")
    assert str(gaple.with_rules("partners").score(hands)).endswith("Dewi 7)")


def clauses_of(round_: Round, move: str) -> dict[str, str]:
    """Give the clause of each reason against a move."""
    return {reason.code: reason.clause for reason in round_.explain(move)}


def test_refusals_cite_the_clause_that_forbids(gaple: Variant, set_up: SetUp) -> None:
    """The line what does not fit, the fallback what is for want of a tile, the opener's rule."""
    round_ = set_up("2-5", "0-1 2-2", "3-3", "4-4", "6-6")
    assert clauses_of(round_, "0-1@L") == {"does-not-fit": "SL-5, SL-6"}
    assert clauses_of(round_, "0-1") == {"fits-nowhere": "SL-5, SL-6"}
    assert clauses_of(round_, "x0-1") == {"must-place": "SL-13, SL-14"}
    passing = set_up("2-5", "0-1 2-2", "3-3", "4-4", "6-6", rules=["pass"])
    assert clauses_of(passing, "pass") == {"must-place": "SL-15"}


def test_refused_openings_cite_the_rule_in_force(
    gaple: Variant, finish: Callable[[Round], Round]
) -> None:
    """That of the first round, of a house rule, or of a later round."""

    def cited(round_: Round) -> str:
        legal = set(map(str, round_.legal_moves))
        tile = next(str(one) for one in round_.hands[round_.to_move or 0] if str(one) not in legal)
        return clauses_of(round_, tile)["opening"]

    first = gaple.deal(4, seed=1)
    assert cited(first) == "SL-4, SL-7"
    assert cited(gaple.with_rules("first-opener").deal(4, seed=1)) == "G2, G3, G5, G9"
    later = gaple.deal(4, seed=1, previous=[finish(first)])
    assert cited(later) == "SL-8, SL-9, SL-11"


def test_a_tile_that_is_not_held_is_not_ambiguous(set_up: SetUp) -> None:
    """Where it was meant is no matter."""
    round_ = set_up("2-4,4-5", "0-1 2-2", "2-5", "4-4", "6-6")
    assert [reason.code for reason in round_.explain("5-2")] == ["not-held"]
    with pytest.raises(AmbiguousMoveError):
        set_up("2-4,4-5", "2-5 2-2", "0-1", "4-4", "6-6").explain("2-5")


def test_a_match_of_one_round_is_shared_by_its_seats(
    gaple: Variant, set_up: SetUp, finish: Callable[[Round], Round]
) -> None:
    """Level in the round, level in the match; the others come after them."""
    rules = ["tie-break"]
    round_ = set_up("0-0", "2-3", "1-4", "6-6", "5-5", rules=rules)
    assert round_.outcome is not None
    assert round_.outcome.winners == (0, 1)
    outcome = Match(round_.variant, 1, (round_,)).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.decided_by) == ((0, 1), None)
    assert outcome.ranks == (1, 1, 3, 3)
    assert outcome.totals == (0, 0, 0, 0)
