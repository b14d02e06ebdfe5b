"""
A component that raises during play is named, and nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import attrs
import pytest

from sample_plugins import good, write
from tilerules import HouseRule, Match, Move, Round, Variant
from tilerules.component import Component
from tilerules.errors import IllegalMoveError, InvalidVariantError, PluginError
from tilerules.plugins import Registry, entry_point_sources
from tilerules.rules.blocking import Pass
from tilerules.rules.kinds import Constraint, Effect, Ending, Starting
from tilerules.scorers.kinds import Length, Rung, Settlement, Standing
from tilerules.scorers.results import RoundEnd


class BrokenPartError(Exception):
    """
    What the broken components raise.
    """


RAISED: dict[str, type[BaseException]] = {"kind": BrokenPartError}
"""What they raise now."""


def _fail(self: object, *_args: object) -> NoReturn:
    """
    Raise, with a text of two lines; it does as a method.
    """
    raise RAISED["kind"]("this part\nis broken")


fail: Any = _fail
"""The same where a method of any signature is wanted."""


@attrs.frozen
class BadStart(Starting):
    """Fails at the deal."""

    code = "bad-start"
    begin = fail


@attrs.frozen
class BadEnding(Ending):
    """Fails after the second move."""

    code = "bad-ending"
    rank = 1

    def ended(self, state: Any, move: Any, draft: Any) -> bool:
        """Look at the history."""
        return len(state.moves) > 0 and bool(fail(self))


@attrs.frozen
class BadEffect(Effect):
    """Fails after a move."""

    code = "bad-effect"
    after = fail


@attrs.frozen
class Hoarder(Effect):
    """Keeps something that no text can hold."""

    code = "hoarder"
    keeps = ("hoard",)

    def after(self, state: Any, move: Any, draft: Any) -> None:
        """Keep the move itself."""
        draft.rest = draft.rest.with_ext("hoard", move)


@attrs.frozen
class BadConstraint(Constraint):
    """Fails where a move is looked at by itself."""

    code = "bad-constraint"

    def forbids(self, state: Any, move: Move) -> bool:
        """Look at nothing, but only once a tile lies."""
        return bool(state.table) and bool(fail(self))


@attrs.frozen
class BadPass(Pass):
    """Fails in a function that knows nothing of its component."""

    code = "pass"

    def doer(self, plan: Any) -> Callable[..., None]:
        """Give that function."""
        return lambda state, move, draft: fail(None)


@attrs.frozen
class BadPlan(Pass):
    """Fails when the variant is resolved."""

    code = "pass"
    doer = fail


@attrs.frozen
class BadRung(Rung):
    """Fails at judging."""

    code = "bad-rung"
    rank = 1
    key = fail


@attrs.frozen
class OddRung(Rung):
    """Gives some seats nothing that can be compared."""

    code = "odd-rung"
    rank = 1

    def key(self, end: RoundEnd, seat: int) -> Any:
        """Give seat 1 no key."""
        return None if seat == 1 else 0


@attrs.frozen
class BadSettlement(Settlement):
    """Fails at judging too."""

    code = "bad-settlement"
    points = fail


@attrs.frozen
class BadLength(Length):
    """Fails between rounds."""

    code = "bad-length"
    is_over = fail


@attrs.frozen
class BadStanding(Standing):
    """Fails at the end of a match."""

    code = "bad-standing"
    codes = ("total",)
    keys = fail


@pytest.fixture
def plain(site: Path) -> Variant:
    """
    Give a small game.
    """
    write(site, good("tilerules-plain"))
    return Registry.from_sources(entry_point_sources([str(site)])).variant("plain")


def first_moves(round_: Round) -> Iterator[Round]:
    """
    Give the states of a round in which the first legal move is always played.
    """
    yield round_
    while round_.to_move is not None:
        before, key = round_, (round_.masks, round_.table, round_.moves)
        try:
            round_ = round_.play(next(iter(round_.legal_moves)))
        finally:
            assert key == (before.masks, before.table, before.moves)
        yield round_


def play(variant: Variant) -> None:
    """
    Play a match and look at its outcome.
    """
    match = variant.match(4, seed=1)
    *_, last = first_moves(match.round)
    assert last.outcome is not None
    assert Match(variant, 1, (last,)).outcome is not None


@pytest.mark.parametrize(
    "part",
    [
        BadStart(),
        BadEnding(),
        BadEffect(),
        BadConstraint(),
        BadPass(only_without=("place",)),
        BadPlan(only_without=("place",)),
        BadRung(),
        BadSettlement(),
        BadLength(),
        BadStanding(),
    ],
    ids=lambda part: type(part).__name__,
)
@pytest.mark.parametrize("kind", [BrokenPartError, SystemExit])
def test_component_is_named(
    part: Component,
    kind: type[BaseException],
    plain: Variant,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    Wherever a component raises, the error names it and the variant, keeps the cause, and is one
    line; the state before is as it was. One that would end the program does not.
    """
    monkeypatch.setitem(RAISED, "kind", kind)
    with pytest.raises(PluginError) as raised:
        play(plain.put(part))
    wanted = f"component '{part.code}' ({type(part).__name__}) of variant 'plain' failed: "

    assert f"{wanted}{kind.__name__}: this part is broken" == str(raised.value)
    assert isinstance(raised.value.__cause__, kind)


def test_scoring_names_the_component(plain: Variant) -> None:
    """
    Hands that are scored without play are judged by the same components.
    """
    with pytest.raises(PluginError, match="component 'bad-rung'"):
        plain.put(BadRung()).score({"A": "1-1", "B": "2-2"})


def test_keys_that_cannot_be_compared_name_the_component(plain: Variant) -> None:
    """
    A rung is named whose keys are no values of one kind.
    """
    with pytest.raises(PluginError, match=r"'odd-rung' \(OddRung\).*can be compared"):
        play(plain.put(OddRung()))


def test_what_cannot_be_written_names_its_keeper(plain: Variant) -> None:
    """
    A position and a record hold plain values; whoever keeps others is named.
    """
    round_ = plain.put(Hoarder()).deal(4, seed=1)
    round_ = round_.play(next(iter(round_.legal_moves)))
    with pytest.raises(PluginError, match=r"'hoarder' of variant 'plain' keeps .* under 'hoard'"):
        str(round_.position)


def test_explain_names_the_component(plain: Variant) -> None:
    """
    Asking why not is as safe as playing.
    """
    round_ = plain.put(BadEffect()).deal(4, seed=1)
    with pytest.raises(IllegalMoveError):
        round_.play("pass")

    strict = plain.put(attrs.evolve(BadConstraint())).deal(4, seed=1)
    with pytest.raises(PluginError, match="component 'bad-constraint'"):
        strict.play(strict.legal_moves[0])


@pytest.mark.parametrize("kind", [BrokenPartError, SystemExit])
def test_house_rule_is_named(
    kind: type[BaseException], plain: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A house rule that fails is named, whether in its change or when it is asked if it makes sense.
    """
    monkeypatch.setitem(RAISED, "kind", kind)
    for why_not, apply in ((None, fail), (fail, lambda variant: variant)):
        rule = HouseRule(
            key="kitchen/bad", title="Bad", apply=apply, why_not=why_not, variants=["plain"]
        )
        says = f"house rule kitchen/bad failed: {kind.__name__}: this part is broken"
        with pytest.raises(InvalidVariantError, match=says):
            rule.bind()(plain)
