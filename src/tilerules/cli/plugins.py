"""List the plugins: what each declares, and what is wrong with those that failed."""

from __future__ import annotations

import json

from tilerules.cli.common import OK, Arguments, Context, arg, command
from tilerules.plugins import API_VERSION, PluginReport, Registry
from tilerules.plugins.registry import missing_games

__all__ = ["run"]


@command("list the plugins, and what failed", arg("--json", "as JSON, for programs"))
def run(args: Arguments, context: Context) -> int:
    """List them."""
    registry = context.registry
    if args.json:
        context.output.raw(json.dumps(_as_dict(registry), indent=2))
        return OK
    rows = [
        [str(report.source), report.source.version, _declares(report)]
        for report in registry.plugins
    ]
    if rows:
        context.output.table(["plugin", "version", "declares"], rows)
    else:
        context.output.line("No plugin is installed.")
    for error in registry.failures():
        context.output.line(f"! {error}", style="bad")
    missing = missing_games(registry)
    if missing:
        context.output.line(
            f"Not installed: {', '.join(missing)} (pip install 'tilerules[games]')."
        )
    return OK


def _declares(report: PluginReport) -> str:
    declared = report.declared
    if declared is None:
        return "(failed)"
    words = [variant.name for variant in declared.variants]
    for what, many in (
        ("house rule", len(declared.house_rules)),
        ("component", len(declared.components)),
    ):
        if many:
            words.append(f"{many} {what}{'s' if many > 1 else ''}")
    return ", ".join(words) or "nothing"


def _as_dict(registry: Registry) -> dict[str, object]:
    return {
        "api_version": API_VERSION,
        "plugins": [_report(report) for report in registry.plugins],
        "conflicts": {
            key: [str(source) for source in sources]
            for key, sources in registry.conflicts().items()
        },
        "missing": list(missing_games(registry)),
    }


def _report(report: PluginReport) -> dict[str, object]:
    declared, source = report.declared, report.source
    return {
        "distribution": source.distribution or None,
        "name": source.name,
        "aliases": list(report.aliases),
        "value": source.value,
        "version": source.version or None,
        "error": None if report.error is None else str(report.error),
        "variants": [] if declared is None else [variant.name for variant in declared.variants],
        "house_rules": [] if declared is None else [rule.key for rule in declared.house_rules],
        "components": [] if declared is None else [name for name, _cls in declared.components],
    }
