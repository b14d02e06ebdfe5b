"""
Every example in the documentation does what it shows.

On the Markdown pages these are the ``pycon`` fences, which are highlighted everywhere Markdown
is shown; in the sources, the examples in docstrings. A code block whose caption is the path of
a Python file is a module that the examples after it may import; it replaces what the page has
shown of that file before, or, if the caption says so, continues it.
"""

from __future__ import annotations

import doctest
import importlib
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

from docs.reading import ROOT, Page, module_name, pages, read

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@contextmanager
def defined(page: Page) -> Iterator[dict[str, object]]:
    """
    Give the globals of a page's examples; its modules can be imported as long as it lasts.
    """
    made: dict[str, ModuleType] = {}

    def define(last: int) -> None:
        path, text = page.files[last - 1]
        name = module_name(path)
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
    block = "```{code-block} python\n:caption: `src/pantry/__init__.py`%s\n\n%s\n```\n"
    text = (
        block % ("", "jam = 1")
        + "```pycon\n>>> from pantry import jam\n>>> jam\n1\n```\n"
        + block % (", continued", "tea = jam + 1")
        + "```pycon\n>>> from pantry import tea\n>>> tea\n2\n```\n"
        + block % ("", "bread = 3")
        + "```pycon\n>>> import pantry\n>>> pantry.bread, hasattr(pantry, 'jam')\n(3, False)\n```\n"
    )

    assert "" == run(text, "page.md")
    assert "pantry" not in sys.modules
    assert ["jam = 1\n", "jam = 1\ntea = jam + 1\n", "bread = 3\n"] == [
        part for _path, part in read(text).files
    ]


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


@pytest.mark.parametrize(
    "text",
    [
        "```python\n>>> 1\n2\n```\n",
        "```pycon\n>>> 1\n1\n",
        "```{code-block} python\n:caption: `src/a.py`, continued\n\na = 1\n```\n",
    ],
)
def test_examples_cannot_hide(text: str) -> None:
    """
    An example in a fence that would not be run is an error, and so are an open fence and a file
    without a beginning.
    """
    with pytest.raises(ValueError, match="fence"):
        read(text)
