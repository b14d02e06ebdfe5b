"""
Records and positions that contradict themselves, or that play could not have come to.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from typing import Any

import attrs
import pytest

from testing.sound import DEAD, SOUND, ByLot
from tilerules import (
    HouseRule,
    InvalidDealError,
    InvalidPositionError,
    Match,
    Parameter,
    RecordError,
    Round,
    TilerulesError,
    UnknownTagError,
    Variant,
    dumps,
    loads,
    parse_position,
)
from tilerules.decks import Shuffler
from tilerules.melds.duties import Opened
from tilerules.records import reading as checks
from tilerules.rules.hosting import Leave
from tilerules.rules.openings import OPENING, check_duty
from tilerules.rules.starting import DrawForStart
from tilerules.scorers.kinds import Adjustment
from tilerules.scorers.results import RoundEnd, Verdict
from tilerules.scorers.settlements import LastLayer
from tilerules.state import Draft, State
from tilerules.testing.lookup import OneVariant

SIZE = HouseRule(
    key="home/size",
    title="Another hand size",
    apply=lambda variant, each, all_told: variant.tune("dealing", each=each),
    variants=("sound",),
    parameters=(Parameter("each", 4, least=1, most=7), Parameter("all_told", False)),
)
HOME = attrs.evolve(SOUND, house_rules=(SIZE,)).with_rules("home/size:each=6")
REGISTRY = OneVariant(HOME)


def finished(state: Round) -> Round:
    """
    Play the first legal move to the end.
    """
    while state.to_move is not None:
        state = state.play(next(iter(state.legal_moves)))
    return state


def whole_match(seed: int) -> Match:
    """
    Play a match of two rounds to its end.
    """
    first = Match(HOME, seed, (finished(HOME.deal(2, seed=seed)),)).next_round()
    return Match(HOME, seed, (first.rounds[0], finished(first.round)))


MATCH, OTHER = whole_match(5), whole_match(6)
TEXT = dumps(MATCH)


def refused(
    value: Round | Match, change: Callable[[dict[str, Any]], object], said: str
) -> TilerulesError:
    """
    Change a record, and see it refused.
    """
    record = json.loads(dumps(value))
    change(record)
    with pytest.raises(RecordError, match=said) as caught:
        loads(json.dumps(record), registry=REGISTRY)
    return caught.value


# --- a match and its rounds -------------------------------------------------------------------


def test_match_comes_back() -> None:
    """
    What the checks let through: a whole match, and the first round of one.
    """
    assert MATCH.outcome is not None
    assert MATCH == loads(TEXT, registry=REGISTRY)
    assert MATCH.rounds[0] == loads(dumps(MATCH.rounds[0]), registry=REGISTRY)
    assert MATCH.rounds[1] == loads(dumps(MATCH.rounds[1]), registry=REGISTRY)


def test_no_round_follows_the_end_of_a_match() -> None:
    """
    A round after the match was over is refused, whatever it holds.
    """

    def add(record: dict[str, Any]) -> None:
        third = json.loads(json.dumps(record["rounds"][1]))
        third["deal"]["number"] = 3
        record["rounds"].append(third)

    refused(MATCH, add, "the match was over after round 2")


OPENER = {"1": "0", "0": "1"}


def other_opener(record: dict[str, Any]) -> None:
    """
    Let the other seat open the second round.
    """
    deal = record["rounds"][1]["deal"]
    before, after = deal["position"].split(" move:")
    deal["position"] = f"{before} move:{OPENER[after[0]]}{after[1:]}"
    record["rounds"][1]["moves"] = []


def other_tiles(record: dict[str, Any]) -> None:
    """
    Take the tiles of another match.
    """
    record["rounds"][1] = json.loads(dumps(OTHER))["rounds"][1]
    record["rounds"][1]["deal"]["seed"] = 5


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda r: r["rounds"][1]["deal"].update(number=1), "round 2: the number .* is 1, not 2"),
        (lambda r: r["rounds"][0]["deal"].update(number=2), "round 1: the number .* is 2, not 1"),
        (lambda r: r["rounds"].reverse(), "round 1: the number"),
        (lambda r: r["rounds"].__setitem__(1, r["rounds"][0]), "round 2: the number"),
        (lambda r: r["rounds"][1]["deal"].update(seed=6), "round 2: the seed is 6, .* match 5"),
        (lambda r: r["rounds"][1]["deal"].update(seed="5"), "round 2: the seed is '5'"),
        (lambda r: r.update(seed=6), "round 1: the seed is 5, that of the match 6"),
        (lambda r: r["rounds"][1]["deal"].update(redeals=1), "round 2: the deal is not what"),
        (other_opener, "round 2: the deal is not what the seed gives"),
        (other_tiles, "round 2: the deal is not what the seed gives"),
    ],
    ids=range(10),
)
def test_rounds_that_are_not_of_the_match(
    change: Callable[[dict[str, Any]], object], said: str
) -> None:
    """
    Numbers, seeds, tiles and openers are those of the match (S17).
    """
    refused(MATCH, change, said)


def test_a_first_round_is_what_its_seed_gives() -> None:
    """
    A round alone is checked too, where no earlier round is missing and tiles were not given.
    """
    first = HOME.deal(2, seed=5)
    refused(first, lambda r: r["deal"].update(seed=6), "the deal is not what the seed gives")
    refused(first, lambda r: r["deal"].update(number=0), "number must be a number from 1")
    refused(first, lambda r: r["deal"].update(number=10**30), "number must be a number")
    given = HOME.deal(2, seed=5, hands=["0-0", "1-1"])
    again = loads(dumps(given), registry=REGISTRY)

    assert given == again
    assert dumps(given) == dumps(again)
    assert json.loads(dumps(given))["deal"]["seed"] is None


def test_a_later_shuffle_leaves_records_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A record outlives the shuffle: by another one nothing is dealt again.
    """
    record = json.loads(dumps(HOME.deal(2, seed=5)))
    record["deal"]["seed"] = 6
    monkeypatch.setattr(checks, "SHUFFLE_VERSION", 2)

    assert HOME.deal(2, seed=5) == loads(json.dumps(record), registry=REGISTRY)


def test_impossible_deals_are_named() -> None:
    """
    A record of more seats than can be dealt is refused, not played.
    """
    refused(
        HOME.deal(2, seed=5),
        lambda r: r.update(seats=["a", "b", "c"]),
        "the deal is for 2 seats, the record for 3",
    )


# --- the header -------------------------------------------------------------------------------


def add_rule(record: dict[str, Any]) -> None:
    """
    Name the house rule a second time.
    """
    record["house_rules"].append(dict(record["house_rules"][0]))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda r: r.update(seats=["a", "a"]), "two seats have the same name"),
        (lambda r: r.update(seats=["", "a"]), "seats must be"),
        (lambda r: r.update(rules_version=True), "rules_version must be a whole number, not True"),
        (lambda r: r.update(rules_version=1.0), "rules_version must be a whole number"),
        (lambda r: r.update(rules_version="1"), "rules_version must be a whole number"),
        (lambda r: r.update(variant="sound@1"), "without a version"),
        (lambda r: r.update(variant=" sound "), "sound"),
        (lambda r: r["house_rules"][0].update(version=True), "version must be a whole number"),
        (lambda r: r["house_rules"][0].update(version=1.0), "version must be a whole number"),
        (lambda r: r["house_rules"][0]["params"].update(each="6"), "each of home/size must be 6"),
        (lambda r: r["house_rules"][0]["params"].update(each=6.0), "of type int"),
        (lambda r: r["house_rules"][0]["params"].update(each=True), "of type int"),
        (lambda r: r["house_rules"][0]["params"].update(all_told=0), "of type bool"),
        (lambda r: r["house_rules"][0]["params"].update(all_told="no"), "must be False"),
        (add_rule, "home/size stands twice"),
        (lambda r: r.update(house_rules=[]), "the position is one of 'sound@1;home/size:each=6'"),
        (lambda r: r["house_rules"][0]["params"].update(each=5), "the record one of .*each=5"),
    ],
    ids=range(17),
)
def test_headers_that_are_not_what_dumps_writes(
    change: Callable[[dict[str, Any]], object], said: str
) -> None:
    """
    Types are exact, and the rules are named alike in the header and in each position.
    """
    refused(HOME.deal(2, seed=5), change, said)


@pytest.mark.parametrize("word", ["sound", "sound@2;home/size:each=6", "dead@1", "", "sound@1"])
def test_the_position_names_the_rules_of_the_record(word: str) -> None:
    """
    Another variant, version or house rule in the position is refused.
    """

    def rename(record: dict[str, Any]) -> None:
        fields = record["deal"]["position"].partition(" ")[2]
        record["deal"]["position"] = f"{word} {fields}"

    refused(HOME.deal(2, seed=5), rename, "the position is one of")


# --- how a round ended ------------------------------------------------------------------------

OVER = (
    "dead@1 seats:3 hands:/4-4/0-1 dead:5-5// stock:0-0,3-5,0-4 "
    "layout:2-2,2-4,4-3,3-2,2-0,0-3,3-3,3-1,1-2,2-5,5-4,4-1,1-1,1-5,5-0 "
    'over:{"by":0,"counts":[10,8,1],"decided_by":"count","leader":2,"points":[0,0,1],'
    '"reason":"went_out","winners":[2]}'
)


@attrs.frozen
class LastMovePays(Adjustment):
    """
    The points depend on the last move.
    """

    code = "last-move-pays"
    points_only = True
    sentence = "The last move pays."

    def adjust(self, end: RoundEnd, verdict: Verdict) -> Verdict:
        """Pay more where the last move is known."""
        points = tuple(10 * one for one in verdict.points) if end.move else verdict.points
        return attrs.evolve(verdict, points=points)


@attrs.frozen
class LastMoveWins(LastMovePays):
    """
    The same, without the promise to leave the winners as they are.
    """

    code = "last-move-wins"
    points_only = False


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"counts":[10,8,1]', '"counts":[0,8,1]', "the hands count 10, 8, 1, not 0, 8, 1"),
        ('"points":[0,0,1]', '"points":[9,0,1]', "points 0, 0, 1, not 9, 0, 1"),
        ('"winners":[2]', '"winners":[1]', "winners 2, not 1"),
        ('"winners":[2]', '"winners":[]', "winners must be one seat or more"),
        ('"winners":[2]', '"winners":[2,2]', "winners must be"),
        ('"winners":[2]', '"winners":[2,0]', "winners must be"),
        ('"leader":2', '"leader":1', "leader 2, not 1"),
        ('"leader":2', '"leader":null', "leader 2, not None"),
        ('"decided_by":"count"', '"decided_by":null', "decided_by count, not None"),
        ('"by":0', '"by":1', "nobody went out: seat 1 has tiles"),
        ('"reason":"went_out"', '"reason":"abandoned"', "these rules end a round as"),
        ('"reason":"went_out"', '"reason":["went_out"]', "reason is one of"),
        ("seats:3", "seats:3 move:0", "nobody is to move"),
        ('"by":0,', '"by":0,"by":0,', "a key stands twice"),
    ],
    ids=range(14),
)
def test_outcomes_that_the_rules_do_not_give(old: str, new: str, said: str) -> None:
    """
    The outcome of a position is judged again.
    """
    assert old in OVER
    with pytest.raises(InvalidPositionError, match=said):
        parse_position(OVER.replace(old, new, 1), registry=OneVariant(DEAD))
    over = parse_position(OVER, registry=OneVariant(DEAD)).outcome
    assert over is not None
    assert over.because, "it is as good as the outcome of a round that was played"


@pytest.mark.parametrize(
    ("part", "claim", "is_read"),
    [
        (LastMovePays(), '"points":[0,0,10]', True),
        (LastMovePays(), '"winners":[1]', False),
        (LastMovePays(), '"counts":[0,8,1]', False),
        (LastMoveWins(), '"winners":[1]', True),
        (LastMoveWins(), '"counts":[0,8,1]', False),
        (LastMoveWins(), '"winners":[]', False),
    ],
    ids=range(6),
)
def test_what_depends_on_the_last_move_is_believed(
    part: Adjustment, claim: str, is_read: bool
) -> None:
    """
    A position has no past: what rules find there is taken as told, and nothing else.
    """
    key = claim.partition(":")[0]
    fields = json.loads(OVER.partition("over:")[2])
    fields.update(json.loads("{" + claim + "}"))
    text = OVER.partition("over:")[0] + "over:" + json.dumps(fields, separators=(",", ":"))
    registry = OneVariant(DEAD.put(part))
    if is_read:
        outcome = parse_position(text, registry=registry).outcome
        assert outcome is not None
        assert tuple(fields[key.strip('"')]) == getattr(outcome, key.strip('"'))
    else:
        with pytest.raises(InvalidPositionError, match="over: "):
            parse_position(text, registry=registry)


# --- what rules keep --------------------------------------------------------------------------


@attrs.frozen
class HighestOpens(ByLot):
    """
    Whoever holds the double five, if anybody does, opens with it.
    """

    code = "highest-opens"
    keeps = (OPENING, "notes")

    def begin(self, draft: Draft, chance: Shuffler) -> None:
        """Look for it."""
        super().begin(draft, chance)
        for seat, hand in enumerate(draft.masks):
            if hand & draft.plan.tile_set.named["5-5"]:
                draft.to_move = seat
                draft.rest = draft.rest.with_ext(OPENING, "5-5")

    def check_kept(self, state: State, key: str, value: object) -> str | None:
        """Check the duty alone."""
        return check_duty(state, key, value) if key == OPENING else None


OPENS: Variant = attrs.evolve(SOUND, starting=HighestOpens())


def opening() -> Round:
    """
    Deal until somebody has the double five.
    """
    deals = (OPENS.deal(2, seed=seed) for seed in range(100))
    return next(deal for deal in deals if deal.rest.ext)


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ('{"opening":"5-5","debt":1}', "keeps anything under 'debt'"),
        ('{"openign":"5-5"}', "did you mean 'opening'"),
        ('{"opening":"0-0"}', "is to open with it and has it not"),
        ('{"opening":"9-9"}', "must be a tile of double-5"),
        ('{"opening":5}', "must be a tile of double-5"),
        ('{"opening":["5-5"]}', "must be a tile of double-5"),
        ('{"opening":null}', "whole numbers, texts and lists"),
        ('{"opening":"5-5","opening":"5-5"}', "a key stands twice"),
        ('{"notes":1.5}', "whole numbers, texts and lists"),
        ('{"notes":[[2.0]]}', "whole numbers, texts and lists"),
        ('{"notes":1e999}', "whole numbers, texts and lists"),
        ('{"notes":' + "[" * 9 + "]" * 9 + "}", "whole numbers, texts and lists"),
        ('{"notes":' + "[" * 90_000 + "}", "ext is not JSON"),
        ('{"' + "x" * 9000 + '":1}', "keeps anything under 'xxx"),
    ],
    ids=range(14),
)
def test_what_no_rule_keeps(kept: str, said: str) -> None:
    """
    Every key belongs to a part, every value is plain, and the part could have written it.
    """
    state = opening()
    missing = "0-0" in state.hands[state.to_move or 0]
    kept = kept.replace("0-0", "0-1") if missing else kept
    line = str(state.position).partition(" ext:")[0]
    registry = OneVariant(OPENS)

    assert state == parse_position(f'{line} ext:{{"opening":"5-5"}}', registry=registry)
    with pytest.raises(InvalidPositionError, match=said) as caught:
        parse_position(f"{line} ext:{kept}", registry=registry)
    assert len(str(caught.value)) < 600


def test_plain_values_come_back() -> None:
    """
    Numbers, texts, truth values and nested lists may be kept; None inside of lists.
    """
    line = str(opening().position).partition(" ext:")[0]
    kept = '{"notes":[1,[true,null],"a\\u0020b",[[-3]]]}'
    again = parse_position(f"{line} ext:{kept}", registry=OneVariant(OPENS))

    assert (1, (True, None), "a b", ((-3,),)) == again.rest.get("notes")
    assert again == parse_position(str(again.position), registry=OneVariant(OPENS))


# --- rounds before, and messages --------------------------------------------------------------


def test_rounds_before_are_of_the_same_rules_and_in_order() -> None:
    """
    A round of other rules, or one that was dealt as another round, comes before none.
    """
    first, second = MATCH.rounds

    assert 3 == HOME.deal(2, seed=5, previous=[first, second]).rest.setup.number
    with pytest.raises(InvalidDealError, match="previous round 1 was played by other rules"):
        HOME.deal(2, seed=5, previous=[finished(SOUND.deal(2, seed=5))])
    with pytest.raises(InvalidDealError, match="previous round 1 was dealt as round 2"):
        HOME.deal(2, seed=5, previous=[second, first])
    with pytest.raises(InvalidDealError, match="previous round 2 was dealt as round 1"):
        HOME.deal(2, seed=5, previous=[first, first])
    given = finished(HOME.deal(2, seed=5, hands=["0-0 1-1", "2-2 3-3"]))
    assert 3 == HOME.deal(2, seed=5, previous=[first, given]).rest.setup.number


HUGE = "x" * 50_000


@pytest.mark.parametrize(
    "change",
    [
        lambda r: r.update(kind=HUGE),
        lambda r: r.update(format=HUGE),
        lambda r: r.update(variant=[HUGE]),
        lambda r: r.update({HUGE: 1}),
        lambda r: r.update(seats=[HUGE, HUGE]),
        lambda r: r.update(rules_version=10**4000),
        lambda r: r["house_rules"][0].update(key=HUGE),
        lambda r: r["deal"].update(seed=[HUGE]),
        lambda r: r["deal"].update(redeals=10**4000),
        lambda r: r["deal"].update(position=HUGE),
        lambda r: r["deal"].update(position=r["deal"]["position"] + " " + HUGE),
        lambda r: r["deal"].update(position=r["deal"]["position"] + f" layout:{HUGE}"),
        lambda r: r["deal"].update(position=r["deal"]["position"] + f" idle:{HUGE}"),
        lambda r: r["deal"].update(position=r["deal"]["position"].replace("hands:", HUGE)),
        lambda r: r["deal"].update(position=r["deal"]["position"].replace("0-0", HUGE)),
        lambda r: r["moves"].append(HUGE),
        lambda r: r["moves"].append([HUGE]),
    ],
    ids=range(17),
)
def test_messages_do_not_repeat_huge_inputs(change: Callable[[dict[str, Any]], object]) -> None:
    """
    What was wrong is shown, not all of it.
    """
    record = json.loads(dumps(HOME.deal(2, seed=5)))
    change(record)
    with pytest.raises(RecordError) as caught:
        loads(json.dumps(record), registry=REGISTRY)

    assert len(str(caught.value)) < 1000


def test_unknown_keys_stay_unknown() -> None:
    """
    A new key in a record is an error of its own kind.
    """
    error = refused(MATCH, lambda r: r["rounds"][1]["deal"].update(given=True), "given")

    assert type(error) is UnknownTagError


@pytest.mark.parametrize(
    ("part", "sound"), [(Leave(), (0, 2)), (Opened(), (1,)), (LastLayer(), 2)], ids=str
)
@pytest.mark.parametrize("odd", ["?", -1, 3, True, (3,), (-1,), (1, 0), (0, 0), ("a",), ((0,),)])
def test_kept_seats(part: Leave | Opened | LastLayer, sound: Hashable, odd: Hashable) -> None:
    """
    What is kept about seats names seats that are at the table, in order and each once.
    """
    state = SOUND.deal(3, seed=1)
    (key,) = part.keeps

    assert part.check_kept(state, key, sound) is None
    assert "must be" in str(part.check_kept(state, key, odd))


@pytest.mark.parametrize(
    "odd",
    [
        "after",
        ("after", 6),
        ("before", 6, (("0-1", "1-2", ""),)),
        ("after", True, (("0-1", "1-2", ""),)),
        ("after", -1, (("0-1", "1-2", ""),)),
        ("after", 6, "0-1"),
        ("after", 6, ("0-1",)),
        ("after", 6, (("0-1", "1-2"),)),
        ("after", 6, (("0-1", "1-2", "9-9"),)),
        ("after", 6, (("0-1", "1-2", None),)),
    ],
    ids=str,
)
def test_kept_draws(odd: Hashable) -> None:
    """
    What is kept about drawing for who opens is when it was, of how many, and tiles of the set.
    """
    state = SOUND.deal(3, seed=1)
    part = DrawForStart()
    (key,) = part.keeps

    assert part.check_kept(state, key, ("after", 6, (("0-1", "1-2", ""), ("", "", "5-5")))) is None
    assert "must be 'after', the size of the stock" in str(part.check_kept(state, key, odd))
