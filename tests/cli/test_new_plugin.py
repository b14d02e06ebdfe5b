"""
The scaffold writes plugins that install and pass their own tests.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Sequence
from pathlib import Path

import pytest

from tilerules.cli import main

HOUSE_RULE = ("kitchen", "--house-rule", "--for", "gaple")
VARIANT = ("tiny-line", "--variant")

each_kind = pytest.mark.parametrize(
    "arguments", [HOUSE_RULE, VARIANT], ids=["house-rule", "variant"]
)


def begin(arguments: Sequence[str], folder: Path) -> Path:
    """
    Write a plugin and give its folder.
    """
    assert main(["new-plugin", *arguments, "--into", str(folder)]) == 0
    return folder / f"tilerules-{arguments[0]}"


README = """
import doctest, pathlib, re, sys
text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
examples = "".join(re.findall("```pycon\\n(.*?)```", text, re.DOTALL))
runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
runner.run(doctest.DocTestParser().get_doctest(examples, {}, "README", None, 0))
sys.exit(not runner.tries or bool(runner.failures))
"""
"""A program that runs the examples of a page."""


class Environment:
    """
    A new environment in which what this one has can be imported, and which installs its own.
    """

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=False)
        scripts = sysconfig.get_path("scripts", "venv", vars={"base": str(folder)})
        self.python = Path(scripts) / ("python.exe" if os.name == "nt" else "python")
        packages = Path(
            sysconfig.get_path("purelib", "venv", vars={"base": str(folder), "platbase": ""})
        )
        # Read like a folder of packages of its own, with the .pth files that lie in it.
        here = sysconfig.get_path("purelib")
        packages.joinpath("here.pth").write_text(f"import site; site.addsitedir({here!r})\n")

    def install(self, project: Path) -> None:
        """
        Install a project, without network.
        """
        options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
        self.run("-m", "pip", "install", "--disable-pip-version-check", *options, str(project))

    def run(self, *arguments: str, cwd: Path | None = None) -> str:
        """
        Run its Python and give what it prints; fail if it fails.
        """
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        done = subprocess.run(
            [str(self.python), *arguments], cwd=cwd, env=kept, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.mark.slow
@each_kind
def test_plugin_passes_its_tests(arguments: Sequence[str], tmp_path: Path) -> None:
    """
    What is written can be installed as it is, is found, does what its page shows, and passes
    its own tests.
    """
    plugin = begin(arguments, tmp_path)
    environment = Environment(tmp_path / "env")
    environment.install(plugin)

    assert plugin.name in environment.run("-m", "tilerules.cli", "plugins")
    environment.run("-c", README, str(plugin / "README.md"))
    # In a folder of their own: the package is imported from the environment, not from here.
    tests = (plugin / "tests").rename(tmp_path / "tests")
    report = environment.run("-m", "pytest", "-q", "-p", "no:cacheprovider", ".", cwd=tests)
    assert "passed" in report
    assert "skipped" not in report


@each_kind
def test_files(arguments: Sequence[str], tmp_path: Path) -> None:
    """
    A plugin has all that a distribution needs, and no name is left to be filled in.
    """
    plugin = begin(arguments, tmp_path)
    package = plugin.name.replace("-", "_")
    files = {path.relative_to(plugin).as_posix() for path in plugin.rglob("*") if path.is_file()}

    assert files >= {
        ".github/workflows/test.yml",
        ".gitignore",
        "CHANGELOG.md",
        "LICENSE",
        "README.md",
        "pyproject.toml",
        f"src/{package}/__init__.py",
        f"src/{package}/py.typed",
        "tests/test_conformance.py",
    }
    for path in files:
        text = (plugin / path).read_text(encoding="utf-8")
        assert "{{" not in text, path
        if path.endswith(".py"):
            compile(text, path, "exec")


def test_project(tmp_path: Path) -> None:
    """
    The project has an entry point, and needs the library and the game it changes.
    """
    text = (begin(HOUSE_RULE, tmp_path) / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]

    assert {"tilerules": {"kitchen": "tilerules_kitchen"}} == project["entry-points"]
    assert ["tilerules>=0.1,<0.2", "tilerules-gaple>=0.1.0"] == project["dependencies"]


def test_prefix_may_be_written(tmp_path: Path) -> None:
    """
    The name may be that of the distribution.
    """
    assert main(["new-plugin", "tilerules-kitchen", "--into", str(tmp_path)]) == 0
    assert ["tilerules-kitchen"] == [path.name for path in tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["Kitchen"], "'Kitchen' is no name of a plugin"),
        (["our--kitchen"], "is no name of a plugin"),
        (["tilerules-"], "is no name of a plugin"),
        (["../kitchen"], "is no name of a plugin"),
        (["kitchen", "--for", "gapel"], "did you mean 'gaple'?"),
        (["gaple", "--variant"], "a game called 'gaple' is installed already"),
        (["gaple"], "a game called 'gaple' is installed already"),
        (["classic-dominoes"], "a plugin with the namespace 'classic-dominoes' is installed"),
        (["table"], "the namespace 'table' is the library's own"),
        (["mine", "--variant", "--for", "gaple"], "--for names the game a house rule is for"),
        (["kitchen", "--variant", "--house-rule"], "not allowed with"),
    ],
)
def test_refusals(
    arguments: list[str], problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    What cannot be done is said in one line, and nothing is written.
    """
    assert main(["new-plugin", *arguments, "--into", str(tmp_path / "new")]) == 2
    error = capsys.readouterr().err
    assert problem in error
    assert 1 == len(error.splitlines())
    assert not (tmp_path / "new").exists()


def test_the_name_of_any_distribution_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    A distribution that is installed keeps its name, also where its plugin is not loaded.
    """
    (tmp_path / "tilerules_quiet-1.dist-info").mkdir()
    metadata = tmp_path / "tilerules_quiet-1.dist-info" / "METADATA"
    metadata.write_text("Name: tilerules-quiet\nVersion: 1\n")
    monkeypatch.syspath_prepend(tmp_path)

    assert main(["new-plugin", "quiet", "--into", str(tmp_path / "new")]) == 2
    assert "a distribution tilerules-quiet is installed already" in capsys.readouterr().err


def test_the_game_that_was_chosen_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    Without --for the first game is taken, which is said with the way to another.
    """
    assert main(["new-plugin", "kitchen", "--into", str(tmp_path)]) == 0
    assert "a house rule for all-fives, the first game that is" in capsys.readouterr().out
    assert main(["new-plugin", "pantry", "--for", "gaple", "--into", str(tmp_path)]) == 0
    assert "a house rule for gaple. Try it" in capsys.readouterr().out


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    A folder that exists stays as it is.
    """
    (tmp_path / "tilerules-kitchen").mkdir()

    assert main(["new-plugin", *HOUSE_RULE, "--into", str(tmp_path)]) == 2
    assert "exists already; nothing is written" in capsys.readouterr().err
    assert [] == list((tmp_path / "tilerules-kitchen").iterdir())


def test_types(tmp_path: Path) -> None:
    """
    What is written passes the strict type checker.
    """
    api = pytest.importorskip("mypy.api", reason="the type checker is not installed")
    packages = [str(begin(arguments, tmp_path) / "src") for arguments in (HOUSE_RULE, VARIANT)]

    report, _errors, status = api.run(
        ["--strict", "--no-incremental", "--python-executable", sys.executable, *packages]
    )
    assert status == 0, report
