"""Print the rule book of a game: exactly the rules in force, with their sources."""

from __future__ import annotations

from tilerules.cli.common import OK, Arguments, Context, arg, command, variant_args
from tilerules.cli.toml_text import variant_file_text
from tilerules.play import Variant
from tilerules.rulesets import HouseRule

__all__ = ["run"]


@command(
    "print the rules in force",
    *variant_args(),
    arg("--list", "list the house rules there are for the game instead", instead=True),
    arg("--toml", "print it as a variant file instead, to be changed", instead=True),
)
def run(args: Arguments, context: Context) -> int:
    """Print the rule book, or the house rules to choose from."""
    variant = context.variant(args)
    if args.list:
        _list(variant, context)
    elif args.toml:
        context.output.raw(variant_file_text(variant, context.registry))
    else:
        _print(variant, context)
    return OK


def _print(variant: Variant, context: Context) -> None:
    book = variant.rulebook()
    title, _line, *rest = book.render(language=context.language).splitlines()
    context.output.line(title, style="title")
    context.output.line("=" * len(title), style="title")
    headings = book.headings(language=context.language)
    for line in rest:
        is_heading = line in headings
        context.output.line(line, style="title" if is_heading else "")


def _list(variant: Variant, context: Context) -> None:
    for rule in variant.house_rules:
        context.output.line(rule.key, style="title")
        source = f" ({rule.source})" if rule.source else ""
        context.output.line(f"  {rule.title}.{source}")
        if rule.text:
            context.output.line(f"  {rule.text}")
        for line in _parameters(rule):
            context.output.line(f"    {line}")
    for rule in variant.rules_by_key.values():
        why = rule.why_not(variant) if rule.why_not else ""
        if why:
            context.output.line(f"{rule.key} makes no sense here: {variant.key} {why}.")
    if not variant.house_rules:
        context.output.line(f"There are no house rules for {variant.key}.")


def _parameters(rule: HouseRule) -> list[str]:
    lines = []
    for one in rule.parameters:
        default = str(one.default).lower() if isinstance(one.default, bool) else one.default
        choices = f", of {', '.join(map(str, one.choices))}" if one.choices else ""
        lines.append(f"{one.name}={default}{choices}: {one.text}")
    return lines
