"""
Where plugins come from: installed distributions, and files in a folder.

Finding is not loading: nothing of a plugin is imported here. What cannot even be read becomes
a source whose loading fails, so that it is reported like any other failure.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import metadata, util
from pathlib import Path
from typing import NoReturn

import attrs

from tilerules.errors import PluginLoadError, nearest, shown
from tilerules.plugins.files.variant_files import load_variant_file
from tilerules.plugins.hookspecs import GROUP

__all__ = [
    "DISABLE",
    "FOLDERS",
    "ONLY",
    "Source",
    "chosen",
    "entry_point_sources",
    "failed",
    "folder_sources",
    "normal_name",
]

DISABLE = "TILERULES_DISABLE_PLUGINS"
"""The environment variable that names plugins not to be loaded, separated by commas."""
ONLY = "TILERULES_ONLY_PLUGINS"
"""The environment variable that names the only plugins to be loaded."""
FOLDERS = "TILERULES_PLUGINS_DIR"
"""The environment variable with folders of single-file plugins, separated as in ``PATH``."""

_GROUP_LINE = re.compile(rf"^\s*\[\s*{GROUP}\s*\]", re.MULTILINE)
_REFERENCE = re.compile(r"\w+(\.\w+)*\s*(:\s*\w+(\.\w+)*\s*)?(\[.*\]\s*)?")
_UNNAMED = "(unnamed)"


@attrs.frozen
class Source:
    """Where one plugin comes from."""

    distribution: str
    """The distribution's name, normalised; empty for a file or an object given by hand."""
    name: str
    """The entry point's name, or the file's without its suffix."""
    value: str = ""
    """What the entry point names, or the file's path."""
    version: str = ""
    """The distribution's version."""
    aliases: tuple[str, ...] = ()
    """Other entry points of the distribution that name the same."""
    load: Callable[[], object] = attrs.field(eq=False, repr=False, default=lambda: None)
    """Imports the plugin."""

    @property
    def sort_key(self) -> tuple[str, str, str]:
        """Distribution, name, value: the order plugins are loaded in."""
        return self.distribution, self.name, self.value

    @property
    def place(self) -> tuple[str, str]:
        """Distribution and name: no two plugins may share both."""
        return self.distribution, self.name

    @property
    def namespace(self) -> str:
        """What the keys of its house rules and components begin with."""
        return self.distribution.removeprefix("tilerules-") or normal_name(self.name)

    @property
    def package(self) -> str:
        """The package it is imported from, or the module where it is in none."""
        return self.value.partition(":")[0].partition(".")[0]

    def __str__(self) -> str:
        return f"{self.distribution} ({self.name})" if self.distribution else self.name


def normal_name(name: str) -> str:
    """
    Give the one spelling under which a distribution is known.

    >>> normal_name("Tilerules_Auntys.Rules")
    'tilerules-auntys-rules'
    """
    return re.sub(r"[-_.]+", "-", name).lower()


def failed(source: Source, what: str) -> PluginLoadError:
    """Make the error that says which plugin is unusable, and why."""
    return PluginLoadError(f"plugin {source}: {what}", distribution=source.distribution)


def _failing(distribution: str, name: str, what: str) -> Source:
    """Make a source that only reports."""

    def load() -> NoReturn:
        raise failed(source, what)

    return (source := Source(distribution, name, load=load))


# --- installed distributions ------------------------------------------------------------------


def entry_point_sources(path: Sequence[str] | None = None) -> tuple[Source, ...]:
    """
    Find the installed plugins, sorted; entries listed twice are merged.

    Args:
        path: Folders to look in; those of ``sys.path`` by default. Of a distribution found in
            several the first counts, as for imports.
    """
    found: dict[str, tuple[Source, ...]] = {}
    for distribution in metadata.distributions(path=list(sys.path if path is None else path)):
        if _has_plugins(distribution):
            name, sources = _sources_of(distribution)
            found.setdefault(name, sources)
    every = (source for sources in found.values() for source in sources)
    return tuple(sorted(every, key=lambda source: source.sort_key))


def _has_plugins(distribution: metadata.Distribution) -> bool:
    """Look for the group before parsing: a stranger's broken file is none of our business."""
    try:
        text = distribution.read_text("entry_points.txt") or ""
    except (OSError, UnicodeError):
        return False
    return _GROUP_LINE.search(text) is not None


def _sources_of(distribution: metadata.Distribution) -> tuple[str, tuple[Source, ...]]:
    """Give a distribution's name and its plugins, one a value."""
    try:
        name = normal_name(_field(distribution, "Name") or _UNNAMED)
        version = _field(distribution, "Version")
        entries = [(e.name, e.value, e.load) for e in distribution.entry_points.select(group=GROUP)]
    except Exception as error:
        name = _folder_name(distribution)
        what = f"its metadata cannot be read: {type(error).__name__}: {error}"
        return name, (_failing(name, "entry_points.txt", what),)
    if name == _UNNAMED:
        name = _folder_name(distribution)
        return name, (_failing(name, "METADATA", "its metadata gives no name"),)
    by_value: dict[str, list[str]] = {}
    loaders = {}
    for entry, value, load in entries:
        by_value.setdefault(value, []).append(entry)
        loaders[value] = load
    sources = []
    for value, names in by_value.items():
        first, *others = sorted(set(names))
        if not _REFERENCE.fullmatch(value):
            what = f"its entry point is {shown(value)}, no reference; write package.module:object"
            sources.append(_failing(name, first, what))
            continue
        sources.append(Source(name, first, value, version, tuple(others), loaders[value]))
    return name, tuple(sources)


def _field(distribution: metadata.Distribution, key: str) -> str:
    """Give a field of the metadata; asking them for what is not there is deprecated."""
    return distribution.metadata[key] if key in distribution.metadata else ""  # noqa: SIM401


def _folder_name(distribution: metadata.Distribution) -> str:
    """Guess the name of a distribution whose metadata do not give it."""
    folder = Path(str(getattr(distribution, "_path", _UNNAMED)))
    return normal_name(folder.name.partition("-")[0])


# --- files ------------------------------------------------------------------------------------


def load_module(path: Path) -> object:
    """Import a file as a module of its own."""
    # Files of one name in two folders are two modules.
    digest = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:8]
    name = f"_tilerules_file_{re.sub(r'[^A-Za-z0-9]', '_', path.stem)}_{digest}"
    spec = util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python module")
    module = util.module_from_spec(spec)
    # Classes look their module up while they are made.
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


_LOADERS: dict[str, Callable[[Path], object]] = {".py": load_module, ".toml": load_variant_file}


def file_source(path: Path) -> Source:
    """Make the source for one file, by its suffix."""
    suffix = path.suffix.lower()
    load = _LOADERS[suffix]
    # Of two files that differ in the suffix alone, each must have a name of its own.
    name = path.name if suffix == ".toml" else path.stem
    return Source("", name, str(path), load=lambda: load(path))


def folder_sources(folder: str | os.PathLike[str]) -> tuple[Source, ...]:
    """
    Find the single-file plugins of a folder: Python modules and variant files.

    Files whose names begin with a dot or an underscore are left alone. A module's name without
    ``.py`` is the namespace of its house rules.

    Args:
        folder: The folder; subfolders are not searched.

    Raises:
        PluginLoadError: Its name is empty, as a variable that is not set leaves it: the current
            folder is called ``.``, and no Python file of it is run by an oversight.
    """
    if not os.fspath(folder):
        raise PluginLoadError("the name of a folder of plugins is empty; write . for this folder")
    where = Path(folder)
    try:
        files = sorted(where.iterdir())
    except OSError as error:
        return (_failing("", str(where), f"the folder cannot be read: {error.strerror}"),)
    return tuple(
        file_source(path)
        for path in files
        if path.suffix.lower() in _LOADERS and path.name[0] not in "._" and path.is_file()
    )


# --- the environment --------------------------------------------------------------------------


def _names(variable: str) -> set[str]:
    words = (normal_name(name.strip()) for name in os.environ.get(variable, "").split(","))
    return {word for word in words if word}


def _called(source: Source) -> set[str]:
    """Give the names by which the environment may speak of a plugin."""
    names = (source.distribution, source.name, Path(source.name).stem, *source.aliases)
    return {normal_name(name) for name in names if name}


def chosen(sources: Iterable[Source]) -> tuple[Source, ...]:
    """
    Leave out what the environment disables.

    ``TILERULES_DISABLE_PLUGINS`` and ``TILERULES_ONLY_PLUGINS`` name distributions, entry
    points or files. A name that fits nothing is reported: mistyped, it would load what is to be
    left out, or nothing at all.
    """
    sources = tuple(sources)
    disabled, only = _names(DISABLE), _names(ONLY)
    known = {name for source in sources for name in _called(source)}
    kept = [
        source
        for source in sources
        if not _called(source) & disabled and (not only or _called(source) & only)
    ]
    for variable, names in ((DISABLE, disabled), (ONLY, only)):
        for name in sorted(names - known):
            what = f"there is no plugin {shown(name)}{nearest(name, known)}"
            kept.append(_failing("", variable, what))
    return tuple(kept)
