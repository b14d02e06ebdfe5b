"""
Every ``pycon`` fence of the Markdown pages does what it shows.

Sphinx runs doctests in docstrings but not in such fences, which are used because they are
highlighted everywhere Markdown is shown.
"""

from __future__ import annotations

import doctest
import re
from pathlib import Path

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


def examples(text: str) -> str:
    """
    Return *text* with everything but the contents of its pycon fences blanked out.

    Lines keep their numbers, so that a failure names the line of the page.

    Raises:
        ValueError: An example stands in a fence that is not run, or a fence is left open.
    """
    kept = []
    opening: re.Match[str] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        fence = FENCE.match(line)
        content = ""
        if opening is None:
            opening = fence
        elif fence and not fence["language"] and fence["marks"].startswith(opening["marks"]):
            opening = None
        elif opening["language"].strip() == "pycon":
            content = line.removeprefix(opening["indent"])
        elif line.lstrip().startswith(">>> "):
            raise ValueError(f"line {number}: an example in a fence that is not marked pycon")
        kept.append(content + "\n")
    if opening is not None:
        raise ValueError(f"the fence {opening[0]!r} is not closed")
    return "".join(kept)


def run(text: str, name: str) -> str:
    """
    Run the examples of a page in one namespace; return what doctest has against them.
    """
    test = doctest.DocTestParser().get_doctest(examples(text), {}, name, name, 0)
    report: list[str] = []
    doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=report.append)
    return "".join(report)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_page(page: Path) -> None:
    """
    The examples of a page, run in order, print what the page says.
    """
    report = run(page.read_text(encoding="utf-8"), page.relative_to(ROOT).as_posix())

    assert "" == report, report


def test_shared_namespace() -> None:
    """
    Later fences of a page see the names of earlier ones.
    """
    text = "```pycon\n>>> a = 1\n```\ntext\n\n- item\n  ```pycon\n  >>> a\n  1\n  ```\n"

    assert "" == run(text, "page.md")


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
        examples(text)
