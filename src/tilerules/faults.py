"""
Whose fault an unexpected error is.

Components come from plugins, and what they raise must not look like a fault of the library.
"""

from __future__ import annotations

from types import FrameType, TracebackType

from tilerules.component import Component, RulesLike
from tilerules.errors import PluginError, TilerulesError, shown
from tilerules.texts import Text

__all__ = ["FAULTS", "blame", "check_sayable", "faults_of", "misshapen", "said"]

FAULTS = (Exception, SystemExit)
"""What a component's fault is raised as: one that calls ``sys.exit()`` must not end the program."""


class faults_of:  # noqa: N801  # used like a function: ``with faults_of(variant):``
    """
    ``with faults_of(variant):`` makes what a component raises a :class:`~tilerules.PluginError`.

    Errors of the library's own kinds pass as they are.
    """

    __slots__ = ("_variant",)

    def __init__(self, variant: RulesLike) -> None:
        self._variant = variant

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, FAULTS) and not isinstance(error, TilerulesError):
            raise blame(self._variant, error) from error


def blame(variant: RulesLike, error: BaseException) -> PluginError:
    """
    Make the error that names the variant, and the component another error came from.

    Args:
        variant: The rules in force.
        error: What was raised.
    """
    parts = {(type(p).__module__, type(p).__qualname__): p for p in variant.parts}
    found: Component | None = None
    trace = error.__traceback__
    while trace is not None:
        owner = trace.tb_frame.f_locals.get("self")
        for candidate in (owner, parts.get(_class_of(trace.tb_frame))):
            found = candidate if isinstance(candidate, Component) else found
        trace = trace.tb_next
    where = f"component {found.code!r} ({type(found).__name__})" if found else "a component"
    return PluginError(f"{where} of variant {variant.key!r} failed: {said(error)}")


def said(error: BaseException) -> str:
    """Say an error in one line, even one that cannot say itself."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = "(it has no text)"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def misshapen(variant: RulesLike, part: Component, what: str, value: object) -> PluginError:
    """
    Make the error that names a component which gave something of the wrong shape.

    Args:
        variant: The rules in force.
        part: The component.
        what: What was asked for, and how it must be: ``"points must be ..."``.
        value: What it gave.
    """
    return PluginError(
        f"component {part.code!r} ({type(part).__name__}) of variant {variant.key!r}: "
        f"{what}, not {shown(value)}"
    )


def check_sayable(variant: RulesLike, text: Text, part: str) -> None:
    """
    Check that a sentence can be made of its template and parameters.

    Args:
        variant: The rules in force.
        text: The sentence.
        part: The code of the component that says it.

    Raises:
        PluginError: It cannot: the component is named.
    """
    try:
        text.render()
    except FAULTS as error:
        raise PluginError(
            f"component {part!r} of variant {variant.key!r}: its sentence {text.code!r} does not "
            f"go with its parameters: {said(error)}"
        ) from error


def _class_of(frame: FrameType) -> tuple[str, str]:
    """Give the module and the class in whose body a frame's code is written."""
    names = frame.f_code.co_qualname.partition(".<locals>")[0]
    return str(frame.f_globals.get("__name__")), names.rpartition(".")[0]
