"""
Every example in the documentation does what it shows.

On the Markdown pages these are the ``pycon`` fences, which are highlighted everywhere Markdown
is shown; in the sources, the examples in docstrings. A code block whose caption is the path of
a Python file is a module that the examples after it may import; several of one caption are one
file.
"""

from __future__ import annotations

import doctest
import importlib
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from types import ModuleType

import attrs
import pytest

ROOT = Path(__file__).resolve().parents[2]

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

FENCE = re.compile(r"^(?P<indent> *)(?P<marks>`{3,}|~{3,})(?P<language>.*)$")


def pages() -> list[Path]:
    """
    Return the Markdown files whose examples are promises.
    """
    found = [
        ROOT / "README.md",
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("plugins/*/README.md"),
    ]
    return sorted(path for path in found if "_build" not in path.parts and path.exists())


@attrs.frozen
class Page:
    """
    What is run of a page.
    """

    script: str
    """The page with everything but its examples blanked out, so that lines keep their numbers."""
    files: tuple[tuple[str, str], ...]
    """Path and text of each part of a file, in the order of the page."""


CAPTION = re.compile(r" *:caption: *`?(?P<path>[^\s`]+)`?")


def read(text: str) -> Page:
    """
    Find the examples and the files of a page.

    Where a file's fence opens, the script defines the module.

    Raises:
        ValueError: An example stands in a fence that is not run, or a fence is left open.
    """
    kept = []
    files: list[tuple[str, str]] = []
    opening: re.Match[str] | None = None
    caption: re.Match[str] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        fence = FENCE.match(line)
        content = ""
        if opening is None:
            opening, caption = fence, None
        elif fence and not fence["language"] and fence["marks"].startswith(opening["marks"]):
            if caption is not None and caption["path"].endswith(".py"):
                content = f">>> _define({len(files)})"
            opening = None
        elif opening["language"].strip() == "pycon":
            content = line.removeprefix(opening["indent"])
        elif opening["language"].startswith("{code-block}") and CAPTION.fullmatch(line):
            caption = CAPTION.fullmatch(line)
            files.append((caption["path"], ""))  # type: ignore[index]  # it has just matched
        elif caption is not None:
            path, before = files[-1]
            files[-1] = (path, f"{before}{line.removeprefix(opening['indent'])}\n")
        elif line.lstrip().startswith(">>> "):
            raise ValueError(f"line {number}: an example in a fence that is not marked pycon")
        kept.append(content + "\n")
    if opening is not None:
        raise ValueError(f"the fence {opening[0]!r} is not closed")
    return Page("".join(kept), tuple(files))


def module_name(path: str) -> str:
    """
    Give the name a file is imported by.

    >>> module_name("src/tilerules_kitchen/__init__.py"), module_name("kitchen.py")
    ('tilerules_kitchen', 'kitchen')
    """
    parts = PurePosixPath(path.removeprefix("src/")).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


@contextmanager
def defined(page: Page) -> Iterator[dict[str, object]]:
    """
    Give the globals of a page's examples; its modules can be imported as long as it lasts.
    """
    made: dict[str, ModuleType] = {}

    def define(last: int) -> None:
        path = page.files[last - 1][0]
        name = module_name(path)
        text = "".join(part for where, part in page.files[:last] if where == path)
        package, _dot, last_name = name.rpartition(".")
        if package and package not in sys.modules:
            made[package] = sys.modules[package] = ModuleType(package)
            vars(made[package])["__path__"] = []
        module = made[name] = sys.modules[name] = ModuleType(name)
        if package:
            setattr(sys.modules[package], last_name, module)
        exec(compile(text, path, "exec"), vars(module))

    before = dict(sys.modules)
    try:
        yield {"__name__": "__main__", "_define": define}
    finally:
        for name in made:
            del sys.modules[name]
            if name in before:
                sys.modules[name] = before[name]


def run(text: str, name: str) -> str:
    """
    Run the examples of a page in one namespace; return what doctest has against them.
    """
    page = read(text)
    report: list[str] = []
    with defined(page) as names:
        test = doctest.DocTestParser().get_doctest(page.script, names, name, name, 0)
        doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=report.append)
    return "".join(report)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_page(page: Path) -> None:
    """
    The examples of a page, run in order, print what the page says.
    """
    report = run(page.read_text(encoding="utf-8"), page.relative_to(ROOT).as_posix())

    assert "" == report, report


@pytest.mark.slow
def test_tutorial_makes_a_package(tmp_path: Path) -> None:
    """
    The files of the tutorial, installed as they are, bring the rule, and their test passes.
    """
    text = (ROOT / "docs" / "tutorial" / "house-rule.md").read_text(encoding="utf-8")
    for path, part in read(text).files:
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("a", encoding="utf-8") as file:
            file.write(part)
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    # What an installer would write about it.
    about = tmp_path / "src" / "tilerules_kitchen-1.0.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    entries = project["entry-points"]["tilerules"].items()
    lines = ["[tilerules]", *(f"{name} = {value}" for name, value in entries)]
    (about / "entry_points.txt").write_text("\n".join(lines))

    command = re.search(r'^\$ python -c "(.+)"$', text, re.MULTILINE)
    assert command is not None
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "src")}
    for arguments, shown in (
        (["-c", command[1]], "Whoever passes pays 1 for it"),
        (["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"], "1 passed"),
    ):
        done = subprocess.run(
            [sys.executable, *arguments], cwd=tmp_path, env=env, capture_output=True, text=True
        )
        assert shown in done.stdout, done.stdout + done.stderr
        assert 0 == done.returncode


def modules() -> list[str]:
    """
    Return the modules of the library and the games whose docstrings have examples.
    """
    sources = [ROOT / "src", *ROOT.glob("plugins/*/src")]
    return sorted(
        ".".join(path.relative_to(source).with_suffix("").parts)
        for source in sources
        for path in source.glob("*/**/*.py")
        if path.name not in ("__init__.py", "__main__.py")
        and re.search(r"^ *>>> ", path.read_text(encoding="utf-8"), re.MULTILINE)
    )


@pytest.mark.parametrize("module", modules())
def test_docstrings(module: str) -> None:
    """
    The examples in the docstrings of a module print what they say.
    """
    report: list[str] = []
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner(optionflags=OPTIONS)
    for test in finder.find(importlib.import_module(module), module):
        runner.run(test, out=report.append)

    assert [] == report, "".join(report)
    assert runner.tries > 0


def test_shared_namespace() -> None:
    """
    Later fences of a page see the names of earlier ones.
    """
    text = "```pycon\n>>> a = 1\n```\ntext\n\n- item\n  ```pycon\n  >>> a\n  1\n  ```\n"

    assert "" == run(text, "page.md")


def test_files_are_modules() -> None:
    """
    A block captioned as a Python file can be imported by the examples after it.
    """
    block = "```{code-block} python\n:caption: src/pantry/__init__.py\n\n%s\n```\n"
    text = (
        block % "jam = 1"
        + "```pycon\n>>> from pantry import jam\n>>> jam\n1\n```\n"
        + block % "tea = jam + 1"
        + "```pycon\n>>> from pantry import tea\n>>> tea\n2\n```\n"
    )

    assert "" == run(text, "page.md")
    assert "pantry" not in sys.modules


def test_failure_is_located() -> None:
    """
    A wrong example is reported with its page and line.
    """
    report = run("# Title\n\n```pycon\n>>> 1 + 1\n3\n```\n", "page.md")

    assert 'File "page.md", line 4' in report


def test_other_fences_are_not_run() -> None:
    """
    Code that shows no result is left alone.
    """
    assert "" == run("```python\nraise SystemExit\n```\n", "page.md")


@pytest.mark.parametrize("text", ["```python\n>>> 1\n2\n```\n", "```pycon\n>>> 1\n1\n"])
def test_examples_cannot_hide(text: str) -> None:
    """
    An example in a fence that would not be run is an error, and so is an open fence.
    """
    with pytest.raises(ValueError, match="fence"):
        read(text)
