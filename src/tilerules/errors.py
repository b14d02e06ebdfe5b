"""
Everything that can go wrong, as one tree.

::

    TilerulesError
    ├── InvalidNotationError (ValueError)      text that cannot be read
    ├── IllegalMoveError (ValueError)          read, but not legal here
    │   └── RoundOverError
    ├── AmbiguousMoveError (ValueError)        text that fits more than one position
    ├── RoundNotOverError (ValueError)
    ├── InvalidDealError (ValueError)          seats, hand sizes, tiles that cannot be dealt
    ├── SeatError (ValueError)                 a seat that does not exist, or is not to move
    ├── NoSampleError                          no round found that agrees with a view
    ├── InvalidSeedError (ValueError)
    ├── InvalidDepthError (ValueError)
    ├── InvalidPositionError (ValueError)
    ├── InvalidVariantError (ValueError)       parts that together make no game
    ├── UnknownVariantError (LookupError)
    ├── UnknownHouseRuleError (LookupError)
    ├── HouseRuleConflictError
    ├── RecordError
    │   ├── UnknownTagError
    │   ├── RulesVersionError
    │   └── MissingPluginError
    ├── MissingExtraError (ImportError)        a package that an extra of the library brings
    ├── PictureError (ValueError)              a picture that cannot be drawn as asked
    ├── StudyError (ValueError)
    │   └── UnitError                          a unit that failed, with its record
    └── PluginError
        ├── PluginLoadError
        └── PluginConflictError

What comes from outside, as text, JSON, files, words of a command or what a plugin gives, is refused
with one of these. A value of a wrong Python type in a call is refused with Python's own
:exc:`TypeError`.

An error leaves everything as it was: rounds, matches and variants are values.
"""

from __future__ import annotations

import difflib
import inspect
import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tilerules.texts import Reason, shortened

__all__ = [
    "AmbiguousMoveError",
    "HouseRuleConflictError",
    "IllegalMoveError",
    "InvalidDealError",
    "InvalidDepthError",
    "InvalidNotationError",
    "InvalidPositionError",
    "InvalidSeedError",
    "InvalidVariantError",
    "MissingExtraError",
    "MissingPluginError",
    "MovedRuleWarning",
    "NoEffectWarning",
    "NoSampleError",
    "PictureError",
    "PluginConflictError",
    "PluginError",
    "PluginLoadError",
    "RecordError",
    "RoundNotOverError",
    "RoundOverError",
    "RulesVersionError",
    "SeatError",
    "StudyError",
    "TilerulesError",
    "TooManyMovesError",
    "UnitError",
    "UnknownHouseRuleError",
    "UnknownTagError",
    "UnknownVariantError",
    "check_type",
    "nearest",
    "of_type",
    "shown",
]

_MOST_SHOWN = 200
"""So many characters of a wrong value are worth reading in a message."""


def shown(value: object) -> str:
    """
    Write a value that is refused into a message: its ``repr``, kept short.

    >>> shown("gaple"), shown(10**5000)
    ("'gaple'", '<int of 16610 bits>')
    """
    try:
        text = repr(value)
    except Exception:
        # An int of thousands of digits has no repr, nor has an object whose own one fails; the
        # message must be about what was wrong, not about that.
        if isinstance(value, int):
            return f"<int of {value.bit_length()} bits>"
        return f"<{type(value).__name__}>"
    return shortened(text, _MOST_SHOWN)


def check_type(what: str, value: object, *kinds: type) -> None:
    """
    Check the Python type of what a caller gives: the one guard at every public door.

    Args:
        what: What the value is, as a message calls it.
        value: The value.
        kinds: The types it may have. A text is no sequence here, and a bool no number, unless
            they are named.

    Raises:
        TypeError: It is of another type.

    >>> check_type("seats", True, int)
    Traceback (most recent call last):
    TypeError: seats must be of type int, not True
    """
    if type(value) in kinds:
        return
    if isinstance(value, (bool, str)) or not isinstance(value, kinds):
        names = " or ".join(kind.__name__ for kind in kinds)
        raise TypeError(f"{what} must be of type {names}, not {shown(value)}")


def of_type(*kinds: type, each: bool = False) -> Callable[[object, Any, Any], None]:
    """
    Make :func:`check_type` into a validator of a field.

    Args:
        kinds: The types the field may have.
        each: Whether they are those of the items of a tuple.
    """

    def check(_owner: object, field: Any, value: object) -> None:
        if type(value) not in kinds:  # tiles are made by the thousand
            check_type(field.name, value, *kinds)

    def check_each(owner: object, field: Any, values: tuple[object, ...]) -> None:
        for value in values:
            check(owner, field, value)

    return check_each if each else check


def nearest(word: object, known: Iterable[str], *, also: Iterable[str] = ()) -> str:
    """
    Say which known word a mistyped one was probably meant to be.

    Args:
        word: What was given; what is no text is near to nothing.
        known: The valid words.
        also: Short forms of them, which may be meant too but are not listed beside them.

    Returns:
        ``"; did you mean 'gaple'?"``, or the valid words when none is close, or ``""`` when
        there are none.
    """
    words = sorted(set(known))
    close = []
    if isinstance(word, str):
        meant = sorted({*words, *also})
        close = [one for one in meant if one.casefold() == word.casefold()]
        close = close or difflib.get_close_matches(word, meant, n=1, cutoff=0.5)
    if close:
        return f"; did you mean {close[0]!r}?"
    if not words:
        return ""
    shown = ", ".join(words[:12]) + (", …" if len(words) > 12 else "")
    return f"; known: {shown}"


class TilerulesError(Exception):
    """The root of every error this library raises on purpose."""


class InvalidNotationError(TilerulesError, ValueError):
    """Text that is not a tile, a move or a key."""

    text: str
    """What was given, whole."""
    part: str
    """The part of it that could not be read."""

    def __init__(self, message: str, *, text: str = "", part: str = "") -> None:
        super().__init__(message)
        self.text = text
        self.part = part


class IllegalMoveError(TilerulesError, ValueError):
    """A move that is not legal in this position."""

    move: object
    """The move, as given or as read."""
    reasons: tuple[Reason, ...]
    """Every reason against it, at least one."""

    def __init__(self, move: object, reasons: Sequence[Reason], message: str = "") -> None:
        said = message or f"{move}: " + "; ".join(str(reason) for reason in reasons)
        super().__init__(said)
        self.move = move
        self.reasons = tuple(reasons)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.move, self.reasons, str(self))


class RoundOverError(IllegalMoveError):
    """A move in a round, or a round in a match, that has ended."""


class TooManyMovesError(TilerulesError, ValueError):
    """Legal moves so many that ``len`` does not count them."""


class AmbiguousMoveError(TilerulesError, ValueError):
    """Text that could mean several moves with different results."""

    text: str
    """What was given."""
    choices: tuple[str, ...]
    """The notations to choose from."""

    def __init__(self, text: str, choices: Sequence[str]) -> None:
        super().__init__(f"{text!r} is ambiguous; say one of: {', '.join(choices)}")
        self.text = text
        self.choices = tuple(choices)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.text, self.choices)


class RoundNotOverError(TilerulesError, ValueError):
    """Something that needs a finished round was asked of one that goes on."""


class InvalidDealError(TilerulesError, ValueError):
    """A deal that the tile set, the seats or the rules do not allow."""


class SeatError(TilerulesError, ValueError):
    """A seat that does not exist, or is not to move."""


class NoSampleError(TilerulesError):
    """No round that agrees with a view was found in a bounded search."""


class InvalidSeedError(TilerulesError, ValueError):
    """A seed that is negative, too large, or text that cannot be written."""


class InvalidDepthError(TilerulesError, ValueError):
    """A depth that is negative."""


class InvalidPositionError(TilerulesError, ValueError):
    """A position that cannot be read or cannot occur."""


class InvalidVariantError(TilerulesError, ValueError):
    """Parts, or house rules, that together make no game."""


class UnknownVariantError(TilerulesError, LookupError):
    """A key that no installed plugin declares."""

    key: str
    """What was asked for."""

    def __init__(self, message: str, *, key: str = "") -> None:
        super().__init__(message)
        self.key = key


class UnknownHouseRuleError(TilerulesError, LookupError):
    """A house rule that does not exist or does not apply to the variant."""

    key: str
    """What was asked for."""

    def __init__(self, message: str, *, key: str = "") -> None:
        super().__init__(message)
        self.key = key


class HouseRuleConflictError(TilerulesError):
    """Two house rules that change the same thing."""

    rules: tuple[str, ...]
    """The keys of the rules, with their parameters where they are not the defaults."""
    parameter: str
    """The path of what both change, as in :class:`~tilerules.rulesets.leaves.Change`."""

    def __init__(self, message: str, *, rules: Sequence[str] = (), parameter: str = "") -> None:
        super().__init__(message)
        self.rules = tuple(rules)
        self.parameter = parameter


class RecordError(TilerulesError):
    """A record that cannot be replayed; it says where."""


class UnknownTagError(RecordError):
    """A key or a kind in a record that this version does not know."""


class RulesVersionError(RecordError):
    """A record made under another version of the rules."""


class MissingPluginError(RecordError):
    """A record whose variant or house rule is not installed."""

    missing: str
    """The key that was not found."""
    header: dict[str, object]
    """What could be read without the plugin, as :func:`tilerules.records.read_header` gives it."""

    def __init__(
        self, message: str, *, missing: str = "", header: dict[str, object] | None = None
    ) -> None:
        super().__init__(message)
        self.missing = missing
        self.header = dict(header or {})


class MissingExtraError(TilerulesError, ImportError):
    """Something that needs a package that is not installed; it says what to install."""


class PictureError(TilerulesError, ValueError):
    """A picture cannot be drawn as asked: no such theme, or a tile to be marked is not there."""


class StudyError(TilerulesError, ValueError):
    """A study that cannot be run as it was asked for."""


class UnitError(StudyError):
    """A unit of a study that failed, with what is needed to see it again."""

    arm: str
    """The arm that played it."""
    unit: int
    """Its number, from 0."""
    seed: str
    """The seed it was dealt from."""
    record: str
    """A record that leads to the failure; ``""`` where none can be written."""

    def __init__(
        self, message: str, *, arm: str = "", unit: int = 0, seed: str = "", record: str = ""
    ) -> None:
        super().__init__(message)
        self.arm = arm
        self.unit = unit
        self.seed = seed
        self.record = record


class PluginError(TilerulesError):
    """A plugin that did wrong."""

    distribution: str
    """The distribution it came from, or ``""``."""

    def __init__(self, message: str, *, distribution: str = "") -> None:
        super().__init__(message)
        self.distribution = distribution


class PluginLoadError(PluginError):
    """A plugin that could not be loaded, or whose declarations are unusable."""


class PluginConflictError(PluginError):
    """Two distributions that declare the same key."""


class MovedRuleWarning(UserWarning):
    """A house rule is written as it was once; the warning says what to write now."""


class NoEffectWarning(UserWarning):
    """A house rule that changes nothing with the others in force."""


def warn_caller(message: str, kind: type[Warning]) -> None:
    """Warn, naming the caller outside the library: whom a warning is for."""
    frame, level = inspect.currentframe(), 1
    while frame is not None and str(frame.f_globals.get("__name__")).split(".")[0] == "tilerules":
        frame, level = frame.f_back, level + 1
    warnings.warn(message, kind, stacklevel=level)
