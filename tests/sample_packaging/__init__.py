"""
Wheels of this repository, and environments in which nothing else is installed.
"""

from __future__ import annotations

import csv
import importlib.util
import io
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

import attrs

__all__ = [
    "PLUGINS",
    "PROJECTS",
    "Environment",
    "build",
    "copy_source",
    "make_environment",
    "repack",
]

ROOT = Path(__file__).resolve().parents[2]
PLUGINS = sorted(path.parent for path in ROOT.glob("plugins/*/pyproject.toml"))
PROJECTS = [ROOT, *PLUGINS]

_BUILT = {"CHANGELOG.md", "LICENSE", "README.md", "pyproject.toml", "src"}
"""What a project is built from."""


def copy_source(project: Path, folder: Path) -> Path:
    """
    Copy what a project is built from into a new folder; the files are as old as the copy.
    """
    folder.mkdir(parents=True)
    for name in sorted(_BUILT):
        found = project / name
        if found.is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(found, folder / name, ignore=ignored, copy_function=shutil.copy)
        else:
            shutil.copy(found, folder / name)
    return folder


def build(project: Path, target: str, folder: Path) -> Path:
    """
    Build a wheel or an sdist from a copy of a project.
    """
    copy = copy_source(project, folder / "copy")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder / "built")],
        cwd=copy,
        check=True,
        capture_output=True,
    )
    (built,) = (folder / "built").iterdir()
    return built


def repack(name: str, folder: Path) -> Path:
    """
    Make a wheel of what is installed, so that no test needs a package index.
    """
    distribution = metadata.distribution(name)
    info = f"{name}-{distribution.version}.dist-info"
    wheel = folder / f"{name}-{distribution.version}-py3-none-any.whl"
    left_out = {
        f"{info}/{file}" for file in ("INSTALLER", "REQUESTED", "RECORD", "direct_url.json")
    }
    record = io.StringIO()
    rows = csv.writer(record)
    with zipfile.ZipFile(wheel, "w") as archive:
        for file in distribution.files or ():
            if ".." in file.parts or file.suffix == ".pyc" or str(file) in left_out:
                continue
            archive.write(str(file.locate()), str(file))
            digest = f"{file.hash.mode}={file.hash.value}" if file.hash else ""
            rows.writerow([file, digest, file.size or ""])
        rows.writerow([f"{info}/RECORD", "", ""])
        archive.writestr(f"{info}/RECORD", record.getvalue())
    return wheel


@attrs.frozen
class Environment:
    """
    An environment outside the repository, with an empty folder to work in.
    """

    folder: Path
    """Where it is."""

    @property
    def bin(self) -> Path:
        """
        Where its programs are.
        """
        return self.folder / ("Scripts" if os.name == "nt" else "bin")

    def install(self, wheels: Path, *wanted: str) -> None:
        """
        Install from a folder of wheels and nowhere else.
        """
        # Some systems have no pip in environments, but then beside the interpreter.
        has_pip = importlib.util.find_spec("pip") is not None
        python = sys.executable if has_pip else sys._base_executable  # type: ignore[attr-defined]
        command = [python, "-m", "pip", "--python", str(self.bin / "python")]
        options = ["--quiet", "--no-input", "--disable-pip-version-check", "--no-index"]
        self._run([*command, "install", *options, "--find-links", str(wheels), *wanted])
        self._run([*command, "--disable-pip-version-check", "check"])

    def run(self, program: str, *arguments: str) -> str:
        """
        Run one of its programs in its folder; give what it wrote.
        """
        return self._run([str(self.bin / program), *arguments])

    def _run(self, command: Sequence[str]) -> str:
        env = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
        done = subprocess.run(
            command, cwd=self.folder, env=env, capture_output=True, text=True, check=False
        )
        assert 0 == done.returncode, done.stderr
        return done.stdout


def make_environment(folder: Path) -> Environment:
    """
    Make an environment in which nothing is installed.
    """
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    return Environment(folder)
