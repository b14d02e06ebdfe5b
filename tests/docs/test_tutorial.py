"""
The tutorial about house rules makes the example distribution, and its commands run.
"""

from __future__ import annotations

import doctest
import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.reading import ROOT, read
from tilerules.cli import main, new_plugin

TUTORIAL = ROOT / "docs" / "tutorial" / "house-rule.md"
EXAMPLE = ROOT / "plugins" / "tilerules-auntys-rules"

CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)

NOT_RUN = {"cp", "pip", "pytest", "python", "python3", "source", "twine"}
"""Programs that install, test and publish: what they do here is tested elsewhere."""


def commands(page: Path) -> Iterator[tuple[list[str], str]]:
    """
    Give each command on a page that is run, as words, and what the page shows of its output.
    """
    for block in CONSOLE.findall(page.read_text(encoding="utf-8")):
        for part in block.split("$ ")[1:]:
            line, _newline, shown = part.partition("\n")
            words = shlex.split(line, comments=True)
            if words[0] not in NOT_RUN:
                yield words, shown


def files(folder: Path) -> dict[str, str]:
    """
    Give the text of each file of a distribution, but for whose licence it is.
    """
    return {
        path.relative_to(folder).as_posix(): re.sub(
            r"^Copyright.*$", "Copyright", path.read_text(encoding="utf-8"), flags=re.MULTILINE
        )
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not {"__pycache__", "dist"} & {*path.parts}
    }


def test_tutorial_makes_the_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    What `new-plugin` writes, with the files that the page removes and shows, is the example:
    every file, line by line.
    """
    monkeypatch.chdir(tmp_path)
    for words, _shown in commands(TUTORIAL):
        if words[:2] == ["tilerules", "new-plugin"]:
            assert 0 == main(words[1:])
        elif words[0] == "rm":
            Path(words[1]).unlink()
    made = tmp_path / EXAMPLE.name
    for path, text in read(TUTORIAL.read_text(encoding="utf-8")).files:
        made.joinpath(path).write_text(text, encoding="utf-8")

    assert files(EXAMPLE) == files(made)


@pytest.fixture(autouse=True)
def example_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Let the name of the example be free, as it is for the reader: here it is installed already.
    """
    monkeypatch.setattr(new_plugin, "_taken", lambda namespace, registry: "")


@pytest.mark.parametrize(
    "page", [TUTORIAL, ROOT / "README.md", ROOT / "docs" / "index.md"], ids=lambda page: page.name
)
def test_commands(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """
    The commands of a page run, and print what it shows.
    """
    monkeypatch.chdir(tmp_path)
    checker, options = doctest.OutputChecker(), doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    for words, shown in commands(page):
        if words[0] == "rm":
            continue
        assert "tilerules" == words[0], f"what is {words[0]!r}?"
        monkeypatch.setattr("sys.stdin", io.StringIO())
        assert 0 == main(words[1:]), words
        printed = capsys.readouterr().out
        assert not shown or checker.check_output(shown, printed, options), (words, printed)
