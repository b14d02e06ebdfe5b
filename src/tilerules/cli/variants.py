"""List the installed games."""

from __future__ import annotations

from tilerules.cli.common import OK, Arguments, Context, command
from tilerules.play import Variant
from tilerules.plugins.registry import missing_games

__all__ = ["run"]


@command("list the installed games")
def run(args: Arguments, context: Context) -> int:
    """List variants and presets; say which games of the project are not installed."""
    rows = [row for variant in context.registry.variants() for row in _rows(variant)]
    if rows:
        context.output.table(["key", "players", "house rules", "title"], rows)
    else:
        context.output.line("No game is installed.")
    missing = missing_games(context.registry)
    if missing:
        context.output.line(f"Not installed: {', '.join(missing)}.")
        context.output.line("To get them: pip install 'tilerules[games]'")
    return OK


def _rows(variant: Variant) -> list[list[object]]:
    """Give the row of a variant and those of its presets."""
    title = f"{variant.title}. {variant.summary}" if variant.summary else variant.title
    rows: list[list[object]] = [
        [variant.key, _ranges(variant.seats), len(variant.house_rules), title]
    ]
    rows += [[f"{variant.key}+{preset.name}", "", "", preset.title] for preset in variant.presets]
    return rows


def _ranges(seats: tuple[int, ...]) -> str:
    """Write numbers of seats: ``4-5``, or ``2,4``."""
    if len(seats) > 1 and seats == tuple(range(seats[0], seats[-1] + 1)):
        return f"{seats[0]}-{seats[-1]}"
    return ",".join(map(str, seats))
