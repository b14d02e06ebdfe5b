"""Begin a plugin: a complete distribution with a house rule or a game, and its tests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath

from tilerules._version import __version__
from tilerules.cli.common import OK, Arguments, CommandError, Context, arg, command
from tilerules.play import Variant
from tilerules.plugins import Registry
from tilerules.rulesets.house_rules import TABLE

__all__ = ["run"]

_PREFIX = "tilerules-"
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_TOKEN = re.compile(r"\{\{(\w+)\}\}")


@command(
    "begin a plugin of your own",
    arg("name NAME", "its name, with or without tilerules-"),
    arg(
        "--house-rule",
        "with a house rule (the default)",
        instead=True,
        dest="kind",
        action="store_const",
        const="house-rule",
        default="house-rule",
    ),
    arg(
        "--variant",
        "with a game",
        instead=True,
        dest="kind",
        action="store_const",
        const="variant",
    ),
    arg(
        "--for GAME",
        "the installed game a house rule is for; the first one by default",
        dest="game",
    ),
    arg("--into DIR", "where its folder goes; here by default", default="."),
)
def run(args: Arguments, context: Context) -> int:
    """Write the distribution."""
    words = _words(args.name, args.kind, context.registry, args.game)
    folder = Path(args.into) / words["distribution"]
    for path in _write(args.kind, words, folder):
        context.output.line(f"{folder / path}", style="faint")
    what = "a game" if args.kind == "variant" else f"a house rule for {words['variant']}"
    if args.kind != "variant" and args.game is None:
        what += ", the first game that is installed (--for GAME names another)"
    context.output.line(f"{words['distribution']}: {what}. Try it:", style="good")
    context.output.raw(f"  pip install -e '{folder}[test]'\n  pytest {folder}")
    return OK


def _words(name: str, kind: str, registry: Registry, game: str | None) -> dict[str, str]:
    """
    Give what stands for the names in double braces.

    Args:
        name: What the author calls the plugin.
        kind: ``"house-rule"`` or ``"variant"``.
        registry: The installed games.
        game: The game a house rule is for; None for the first one.
    """
    namespace = name.removeprefix(_PREFIX)
    if not _NAME.fullmatch(namespace):
        raise CommandError(
            f"{name!r} is no name of a plugin: small letters, digits and single hyphens"
        )
    taken = _taken(namespace, registry)
    if taken:
        raise CommandError(f"{taken}; the plugin needs another name")
    title = namespace.replace("-", " ").capitalize()
    words = {
        "namespace": namespace,
        "distribution": _PREFIX + namespace,
        "package": (_PREFIX + namespace).replace("-", "_"),
        "title": title,
    }
    if kind == "variant":
        if game is not None:
            raise CommandError("--for names the game a house rule is for; --variant begins a game")
        return words | {
            "kind": "variant",
            "description": f"{title}, a domino game, for tilerules",
            "dependencies": _dependencies(None),
            "constant": namespace.replace("-", "_").upper(),
            "check": "check_variant",
            "checked": f'"{namespace}"',
        }
    variant = _changed_game(registry, game)
    return words | {
        "kind": "house rule",
        "description": f"A house rule for {variant.name}, for tilerules",
        "dependencies": _dependencies(variant),
        "variant": variant.name,
        "check": "check_house_rule",
        "checked": f'"{namespace}/win-bonus", "{variant.name}"',
    }


def _taken(namespace: str, registry: Registry) -> str:
    """Say what has a name already that a plugin would take; empty if nothing has."""
    if namespace == TABLE:
        return f"the namespace {TABLE!r} is the library's own"
    if any(variant.name == namespace for variant in registry.variants()):
        return f"a game called {namespace!r} is installed already"
    if any(report.source.namespace == namespace for report in registry.plugins):
        return f"a plugin with the namespace {namespace!r} is installed already"
    with suppress(metadata.PackageNotFoundError):
        metadata.distribution(_PREFIX + namespace)
        return f"a distribution {_PREFIX + namespace} is installed already"
    return ""


def _changed_game(registry: Registry, game: str | None) -> Variant:
    """Find the game that a house rule is for."""
    if game is not None:
        return registry.variant(game)
    installed = registry.variants()
    if not installed:
        raise CommandError("no game is installed that a house rule could change; install one first")
    return installed[0]


def _dependencies(variant: Variant | None) -> str:
    """Write what the plugin needs, as TOML: this library, and the game that is changed."""
    major, minor = __version__.split(".")[:2]
    # Before 1.0 a minor release may break plugins, afterwards only a major one.
    end = f"0.{int(minor) + 1}" if major == "0" else str(int(major) + 1)
    needs = [f"tilerules>={major}.{minor},<{end}"]
    if variant is not None and variant.origin:
        # A game out of a folder of single files has no distribution to depend on.
        with suppress(metadata.PackageNotFoundError):
            needs.append(f"{variant.origin}>={metadata.version(variant.origin)}")
    return "[" + ", ".join(f'"{need}"' for need in needs) + "]"


def _write(kind: str, words: Mapping[str, str], folder: Path) -> list[str]:
    """
    Write the files into a new folder.

    They are the templates of ``both`` and those of the kind, with names in double braces, and
    ``PACKAGE`` in a path, filled in.

    Returns:
        Their paths in it.
    """
    root = resources.files("tilerules.cli") / "templates"
    files = {
        path: text
        for part in ("both", kind)
        for path, text in _templates(root / part, PurePosixPath())
    }
    written = []
    try:
        folder.mkdir(parents=True)
        for path, text in sorted(files.items()):
            place = path.replace("PACKAGE", words["package"])
            target = folder / place
            target.parent.mkdir(parents=True, exist_ok=True)
            filled = _TOKEN.sub(lambda found: words[found[1]], text)
            target.write_text(filled, encoding="utf-8", newline="\n")
            written.append(place)
    except FileExistsError as error:
        raise CommandError(f"{folder} exists already; nothing is written") from error
    except OSError as error:
        raise CommandError(f"{error.filename}: {error.strerror}") from error
    return written


def _templates(folder: Traversable, at: PurePosixPath) -> Iterator[tuple[str, str]]:
    """Give path and text of each template below a folder."""
    for entry in folder.iterdir():
        place = at / entry.name.removesuffix(".tmpl")
        if entry.is_dir():
            yield from _templates(entry, place)
        else:
            yield str(place), entry.read_text(encoding="utf-8")
