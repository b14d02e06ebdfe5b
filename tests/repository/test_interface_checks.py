"""
The checks of the public interface find what they are for.
"""

from __future__ import annotations

import importlib.util
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


def tool(name: str) -> ModuleType:
    """
    Import a script from tools/.
    """
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- types ------------------------------------------------------------------------------------


def test_incomplete_types_are_named() -> None:
    """
    A name whose type must be guessed is printed; what only mentions it is not.
    """
    symbols = [
        {"name": "a.known", "isExported": True, "isTypeKnown": True, "diagnostics": []},
        {
            "name": "a.guessed",
            "isExported": True,
            "isTypeKnown": False,
            "diagnostics": [{"message": "Type is missing type annotation\n  Inferred: int"}],
        },
        {
            "name": "a.mentions",
            "isExported": True,
            "isTypeKnown": False,
            "diagnostics": [{"message": "Return type is partially unknown"}],
        },
        {
            "name": "a.Part.code",
            "isExported": True,
            "isTypeKnown": False,
            "diagnostics": [{"message": "Ambiguous base class override\n  Inferred: str"}],
        },
        {"name": "a._private", "isExported": False, "isTypeKnown": False, "diagnostics": []},
    ]
    report = {"typeCompleteness": {"symbols": symbols}}

    found = list(tool("type_completeness").incomplete(report))

    assert ["a.guessed: Type is missing type annotation"] == found


# --- changes ----------------------------------------------------------------------------------

OLD = {
    "__init__.py": 'from tilerules.play import Round\n\n__all__ = ["Round"]\n',
    "_version.py": '__version__ = "1.2.0"\n',
    "play.py": (
        '__all__ = ["Round", "inner"]\n\n\n'
        "class Round:\n"
        "    def play(self, move: str) -> None: ...\n\n"
        "    def view(self) -> None: ...\n\n\n"
        "def inner() -> None: ...\n"
    ),
    "rules.py": (
        "import attrs\n\n"
        '__all__ = ["Count", "draw"]\n\n\n'
        "@attrs.frozen\n"
        "class Count:\n"
        '    sentence: str = "The lowest count wins."\n\n\n'
        "def draw(most: int) -> None: ...\n"
    ),
}
"""A package as it was released."""


@pytest.fixture
def released(tmp_path: Path) -> Path:
    """
    Give a repository in which the old package is tagged as a release.
    """
    pytest.importorskip("griffe", reason="griffe is installed by dev.py check")
    write(tmp_path, OLD)
    who = ("-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    for command in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "x"], ["tag", "v1.2.0"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return tmp_path


def write(root: Path, files: dict[str, str]) -> None:
    """
    Write the files of the package.
    """
    package = root / "src" / "tilerules"
    package.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (package / name).write_text(text, encoding="utf-8")


def changes(root: Path) -> list[str]:
    """
    Compare the package as it stands with its last release.
    """
    api = tool("api_changes")
    tag = api.last_release(root)
    assert tag is not None
    return sorted(set(api.breakages(api.load_release(tag, root), api.load(root / "src"))))


def test_nothing_changed(released: Path) -> None:
    """
    A package breaks nothing as long as it is the same.
    """
    assert [] == changes(released)


@pytest.mark.parametrize(
    ("file", "old", "new", "where"),
    [
        ("play.py", "    def view(self) -> None: ...\n\n\n", "\n", "tilerules.play.Round.view"),
        ("play.py", "move: str", "move: str, twice: bool", "tilerules.play.Round.play"),
        ("rules.py", "def draw(most: int)", "def draw(least: int)", "tilerules.rules.draw"),
        ("rules.py", "class Count:\n", "class Count:\n    rank: int\n", "tilerules.rules.Count"),
    ],
)
def test_breaking_changes_are_found(
    released: Path, file: str, old: str, new: str, where: str
) -> None:
    """
    What callers relied on is missed: methods, arguments, and fields that must now be given.
    """
    assert old in OLD[file]
    write(released, {file: OLD[file].replace(old, new)})

    found = changes(released)

    assert found
    assert all(line.startswith(where) for line in found)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("play.py", "def inner() -> None: ...\n", ""),
        ("play.py", "move: str", 'move: str, why: str = ""'),
        ("rules.py", "The lowest count wins.", "Who has the lowest count wins."),
        ("rules.py", "class Count:\n", "class Count:\n    rank: int = 100\n"),
    ],
)
def test_harmless_changes_are_let_pass(released: Path, file: str, old: str, new: str) -> None:
    """
    Inner functions, arguments and fields with defaults, and sentences may change.
    """
    assert old in OLD[file]
    write(released, {file: OLD[file].replace(old, new)})

    assert [] == changes(released)


def listed(root: Path) -> list[str]:
    """
    Give the list of the interface of the package as it stands.
    """
    api = tool("api_changes")
    found: list[str] = api.listing(api.load(root / "src"))
    return found


def test_the_list_has_a_line_for_each_public_name(tmp_path: Path) -> None:
    """
    Names that are offered stand where they are defined, with their signatures; inner ones do not.
    """
    pytest.importorskip("griffe", reason="griffe is installed by dev.py check")
    write(tmp_path, OLD)

    assert [
        "tilerules.Round is tilerules.play.Round",
        "tilerules.play.Round",
        "tilerules.play.Round.play(move: str) -> None",
        "tilerules.play.Round.view() -> None",
        "tilerules.rules.Count",
        "tilerules.rules.Count.sentence: str = ...",
        "tilerules.rules.draw(most: int) -> None",
    ] == listed(tmp_path)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("play.py", "move: str", 'move: str, why: str = ""', ["-", "+"]),
        ("play.py", "def inner() -> None: ...\n", "", []),
        ("rules.py", "The lowest count wins.", "Who has the lowest count wins.", []),
        ("rules.py", "class Count:\n", "class Count:\n    rank: int = 100\n", ["+"]),
        ("rules.py", "class Count:\n", 'class Count:\n    code = "count"\n', ["+"]),
        ("rules.py", 'sentence: str = "The lowest count wins."', "sentence: str", ["-", "+"]),
        ("rules.py", '"Count", "draw"', '"Count"', ["-"]),
    ],
)
def test_whatever_is_not_in_the_list_is_told(
    tmp_path: Path, file: str, old: str, new: str, said: list[str]
) -> None:
    """
    Each change of the public interface is a line, also one that breaks nobody; others are none.
    """
    pytest.importorskip("griffe", reason="griffe is installed by dev.py check")
    write(tmp_path, OLD)
    text = "\n".join(listed(tmp_path))
    assert old in OLD[file]
    write(tmp_path, {file: OLD[file].replace(old, new)})
    api = tool("api_changes")

    found = api.unlisted(api.load(tmp_path / "src"), text)

    assert said == [line[0] for line in found]


def test_no_release_yet(tmp_path: Path) -> None:
    """
    Without a tag of a release there is nothing to compare with.
    """
    pytest.importorskip("griffe", reason="griffe is installed by dev.py check")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)

    assert tool("api_changes").last_release(tmp_path) is None


@pytest.mark.parametrize(
    ("old", "new", "allowed"),
    [
        ((1, 4), (2, 0), True),
        ((1, 4), (1, 5), False),
        ((0, 3), (0, 4), True),
        ((0, 3), (0, 3), False),
        ((0, 3), (1, 0), True),
    ],
)
def test_which_version_may_break(old: tuple[int, int], new: tuple[int, int], allowed: bool) -> None:
    """
    A major version may, and before the first one a minor.
    """
    pytest.importorskip("griffe", reason="griffe is installed by dev.py check")

    assert allowed is tool("api_changes").may_break(old, new)


def test_the_tools_are_run_by_check() -> None:
    """
    dev.py check runs both.
    """
    text = (ROOT / "dev.py").read_text(encoding="utf-8")

    for name in ("type_completeness", "api_changes"):
        assert f'("python", "tools/{name}.py")' in text
