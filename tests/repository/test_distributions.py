"""
What is built holds the package and nothing else.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# A plugin is built from the day its package can be imported.
PLUGINS = sorted({path.parents[2] for path in ROOT.glob("plugins/*/src/*/__init__.py")})

each_project = pytest.mark.parametrize("project", [ROOT, *PLUGINS], ids=lambda path: path.name)


def build(project: Path, target: str, folder: Path) -> Path:
    """
    Build one wheel or sdist into a folder.
    """
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=project, check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


def package_files(project: Path) -> set[str]:
    """
    Return the files of a project's package, as a wheel names them.
    """
    return {
        path.relative_to(project / "src").as_posix()
        for path in project.glob("src/**/*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.mark.slow
@each_project
def test_wheel(project: Path, tmp_path: Path) -> None:
    """
    A wheel holds the package, the marker for type checkers, and its metadata.
    """
    with zipfile.ZipFile(build(project, "wheel", tmp_path)) as wheel:
        names = set(wheel.namelist())
    metadata = {name for name in names if ".dist-info/" in name}

    assert package_files(project) == names - metadata
    assert any(name.endswith("/py.typed") for name in names)
    assert any(name.endswith("/licenses/LICENSE") for name in metadata)


@pytest.mark.slow
@each_project
def test_sdist(project: Path, tmp_path: Path) -> None:
    """
    An sdist holds what the wheel is built from, and no tests, docs or tools.
    """
    with tarfile.open(build(project, "sdist", tmp_path)) as sdist:
        names = {member.name.split("/", 1)[1] for member in sdist.getmembers() if member.isfile()}
    source = {f"src/{name}" for name in package_files(project)}
    beside = {"CHANGELOG.md", "LICENSE", "PKG-INFO", "README.md", "pyproject.toml"}

    assert source | beside == names - {".gitignore"}
