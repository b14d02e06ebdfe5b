"""What the conformance kit finds, and how it says so."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from tilerules.decks import Seed

__all__ = ["ConformanceError", "Finding"]


@attrs.frozen(kw_only=True)
class Finding:
    """One thing that is wrong with a variant or a house rule."""

    code: str
    """
    The check that found it, a key of :data:`tilerules.testing.CHECKS`; ``"perft"`` for a line of
    :func:`tilerules.testing.perft_files.check_perft`.
    """
    found: str
    """What was found."""
    right: str
    """What would be right."""
    variant: str = ""
    """The variant with its house rules, as ``str(variant)`` writes it."""
    seats: int | None = None
    """How many seats the round had; None where no round was looked at."""
    seed: Seed | None = None
    """The seed of the deal; None where no round was looked at."""
    move: int | None = None
    """How many moves had been played; None where no round was looked at."""
    position: str = ""
    """The position as text; ``tilerules.parse_position`` makes the round again."""

    @property
    def where(self) -> str:
        """The place in words, e.g. ``"gaple, 4 seats, seed 3, after 12 moves"``."""
        words = [self.variant] if self.variant else []
        if self.seats is not None:
            words.append(f"{self.seats} seats")
        if self.seed is not None:
            words.append(f"seed {self.seed!r}")
        if self.move is not None:
            words.append(f"after {self.move} moves")
        return ", ".join(words)

    def __str__(self) -> str:
        lines = [f"{self.code}: {self.found}", f"  right: {self.right}"]
        if self.where:
            lines.append(f"  where: {self.where}")
        if self.position:
            lines.append(f"  position: {self.position}")
        return "\n".join(lines)


class ConformanceError(AssertionError):
    """A variant, a house rule or a plugin that does not keep what the library promises."""

    findings: tuple[Finding, ...]
    """What is wrong, the first finding of each code."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        count = len(self.findings)
        said = "\n\n".join(map(str, self.findings))
        super().__init__(f"{count} {'thing is' if count == 1 else 'things are'} wrong\n\n{said}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.findings,)
