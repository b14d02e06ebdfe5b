"""
The tree of errors, and what each carries.
"""

from __future__ import annotations

import inspect
import pickle

import pytest

import tilerules
from tilerules import errors
from tilerules.errors import (
    AmbiguousMoveError,
    HouseRuleConflictError,
    IllegalMoveError,
    InvalidNotationError,
    MissingPluginError,
    PluginError,
    RoundOverError,
    TilerulesError,
    UnknownHouseRuleError,
    UnknownVariantError,
    nearest,
)
from tilerules.texts import Reason

KINDS = [
    value
    for _name, value in inspect.getmembers(errors, inspect.isclass)
    if issubclass(value, BaseException)
]

REASON = Reason(code="no", template="it is {what}", params={"what": "forbidden"})

CARRYING = [
    (InvalidNotationError("bad", text="9-9@L", part="9-9"), ("text", "part")),
    (IllegalMoveError("4-6@L", [REASON]), ("move", "reasons")),
    (RoundOverError("pass", [REASON], "it is over"), ("move", "reasons")),
    (AmbiguousMoveError("4-6", ["4-6@L", "4-6@R"]), ("text", "choices")),
    (UnknownVariantError("no", key="gapel"), ("key",)),
    (UnknownHouseRuleError("no", key="x/y"), ("key",)),
    (HouseRuleConflictError("no", rules=["a/b", "a/c"], parameter="seats"), ("rules", "parameter")),
    (MissingPluginError("no", missing="x", header={"seats": 4}), ("missing", "header")),
    (PluginError("no", distribution="tilerules-x"), ("distribution",)),
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_tree(kind: type[Exception]) -> None:
    """
    What is raised on purpose is a TilerulesError or a warning, public and documented.
    """
    assert issubclass(kind, TilerulesError | UserWarning)
    assert kind.__name__ in errors.__all__
    assert getattr(tilerules, kind.__name__) is kind
    assert (kind.__doc__ or "").strip()


@pytest.mark.parametrize(
    ("kind", "builtin"),
    [
        ("InvalidNotationError", ValueError),
        ("IllegalMoveError", ValueError),
        ("AmbiguousMoveError", ValueError),
        ("RoundNotOverError", ValueError),
        ("InvalidDealError", ValueError),
        ("InvalidSeedError", ValueError),
        ("InvalidDepthError", ValueError),
        ("InvalidPositionError", ValueError),
        ("InvalidVariantError", ValueError),
        ("UnknownVariantError", LookupError),
        ("UnknownHouseRuleError", LookupError),
        ("RoundOverError", IllegalMoveError),
        ("UnknownTagError", errors.RecordError),
        ("RulesVersionError", errors.RecordError),
        ("MissingPluginError", errors.RecordError),
        ("PluginLoadError", PluginError),
        ("PluginConflictError", PluginError),
    ],
)
def test_bases(kind: str, builtin: type[Exception]) -> None:
    """
    Errors can be caught by the built-in kind they are of.
    """
    assert issubclass(getattr(errors, kind), builtin)


@pytest.mark.parametrize(("error", "names"), CARRYING, ids=lambda value: type(value).__name__)
def test_errors_travel_with_their_data(error: TilerulesError, names: tuple[str, ...]) -> None:
    """
    An error sent from a worker says the same and carries the same.
    """
    again = pickle.loads(pickle.dumps(error))

    assert type(error) is type(again)
    assert str(error) == str(again)
    assert [getattr(error, name) for name in names] == [getattr(again, name) for name in names]
    assert all(getattr(error, name) for name in names)


def test_illegal_move_says_every_reason() -> None:
    """
    The message is made of the reasons.
    """
    assert "4-6@L: it is forbidden; it is forbidden" == str(IllegalMoveError("4-6@L", [REASON] * 2))


def test_ambiguous_move_says_the_choices() -> None:
    """
    The message names what to choose from.
    """
    assert "'4-6' is ambiguous; say one of: 4-6@L, 4-6@R" == str(
        AmbiguousMoveError("4-6", ["4-6@L", "4-6@R"])
    )


def test_nearest() -> None:
    """
    The nearest word is offered; else the known ones, sorted, and not too many.
    """
    assert "; did you mean 'gaple'?" == nearest("gapel", ["gaple", "rummy"])
    assert "; did you mean 'r3'?" == nearest("R3", ["b3", "r3", "y3"])
    assert "; known: a, b" == nearest("zzz", {"b", "a"})
    assert "" == nearest("zzz", [])
    assert nearest("zzz", map(str, range(100))).endswith(", …")
