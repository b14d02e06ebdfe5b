#!/usr/bin/env python3
"""
Work on this repository: one command for each thing a contributor or CI does.

Nothing but Python 3.11 or later is needed; on Linux distributions that ship Python in parts,
also its venv or its pip. What a command needs is installed from requirements/*.txt, pinned by
hash, into .venv beside this file (for benchmarks .venv-bench, for what studies run on
.venv-engines, for the example app .venv-examples). All belong to this script, which makes them
anew when the Python or the set of plugins has changed. Nothing else on the machine is touched.
"""

from __future__ import annotations

import sys

OLDEST_PYTHON = (3, 11)
if sys.version_info < OLDEST_PYTHON:
    sys.exit(f"dev.py needs Python 3.11 or later; this is {sys.version.split()[0]}")

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent
REQUIREMENTS = ROOT / "requirements"

LOCKS = ("base", "test", "check", "docs", "build", "bench", "engines", "examples", "lowest")
"""The lock files, in the order in which they are compiled: later ones follow earlier ones."""

CHECKS = (
    ("ruff", "check"),
    ("ruff", "format", "--check"),
    ("mypy",),
    ("lint-imports", "--no-logo"),
    ("python", "tools/type_completeness.py"),
    ("python", "tools/api_changes.py"),
    ("python", "tools/recording.py", "--check"),
)
"""What `check` runs: programs of the environment with their arguments."""

QUICK = (
    "tests/layouts",
    "tests/melds",
    "tests/notation",
    "tests/play",
    "tests/rendering",
    "tests/rules",
    "tests/scorers",
    "tests/trains",
    "tests/unit",
)
"""The folders with tests of the library itself that are fast, one by one."""

ALL_CORES = ("-n", "auto")


class Apart(NamedTuple):
    """
    Tests that need packages beside those of the others: elsewhere each is skipped, for want of one.
    """

    environment: str
    lock: str
    tests: str
    variable: str
    """What is set where none of the packages may be missing."""


APART = {
    "--engines": Apart(
        ".venv-engines", "engines", "tests/studies/test_engines.py", "TILERULES_ENGINES"
    ),
    "--examples": Apart(".venv-examples", "examples", "tests/examples", "TILERULES_EXAMPLES"),
}
"""These tests by the argument of `test` that runs them."""


class Tier(NamedTuple):
    """
    One way to run the tests.
    """

    name: str
    """What it is called in tests/budgets.py, which holds the numbers."""
    takes: str
    """How long it takes on two cores with nothing else to do."""
    arguments: tuple[str, ...] = ()
    """What pytest is told."""


TIERS = {
    "": Tier("samples", "8 minutes"),
    "--quick": Tier("quick", "half a minute", ("-m", "not slow", *QUICK)),
    "--all": Tier("all", "under half an hour"),
}
"""The tiers of `test` by the argument that chooses one."""

DOCS = (
    # Without --fresh-env, pages that did not change since the last build would not warn again.
    ("sphinx-build", "-n", "-W", "--keep-going", "--fresh-env", "docs", "docs/_build/html"),
)
"""What `docs` runs; the examples on the pages and in docstrings are run by the tests."""

KEPT_PYTHON_VARIABLES = {
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONHASHSEED",
    "PYTHONIOENCODING",
    "PYTHONUNBUFFERED",
    "PYTHONUTF8",
}
"""The PYTHON* variables passed on; others (PYTHONPATH, PYTHONHOME, ...) lead out of .venv."""

NETWORK_PIP_VARIABLES = {
    "PIP_CACHE_DIR",
    "PIP_CERT",
    "PIP_CLIENT_CERT",
    "PIP_DEFAULT_TIMEOUT",
    "PIP_KEYRING_PROVIDER",
    "PIP_NO_CACHE_DIR",
    "PIP_PROXY",
    "PIP_RETRIES",
    "PIP_TIMEOUT",
    "PIP_TRUSTED_HOST",
}
"""The PIP_* variables that say how to reach an index."""

SOURCE_PIP_VARIABLES = {
    "PIP_CONFIG_FILE",
    "PIP_EXTRA_INDEX_URL",
    "PIP_FIND_LINKS",
    "PIP_INDEX_URL",
    "PIP_NO_INDEX",
}
"""The PIP_* variables that say where packages are; any place will do, the hashes decide."""


UNREACHABLE = re.compile("from versions: none|connection broken by|Max retries exceeded")
"""What pip says when it has found no package of a name, or nobody to ask."""

NOT_FOUND = re.compile(r"No matching distribution found for ([\w.=-]+)")
"""Where pip says what it has looked for last."""


class CommandError(Exception):
    """
    A command cannot go on; the text says why and what to do.
    """


def say(text: str) -> None:
    """
    Tell the user what goes on, in order with the output of the programs that are run.
    """
    print(f"dev.py: {text}", flush=True)


def digest(paths: Iterable[Path]) -> str:
    """
    Return one hash over the contents of files.
    """
    contents = b"".join(hashlib.sha256(path.read_bytes()).digest() for path in paths)
    return hashlib.sha256(contents).hexdigest()


def projects() -> list[Path]:
    """
    Return the folder of each distribution here, the library first.

    A plugin counts from the day its package can be imported.
    """
    plugins = {path.parents[2] for path in ROOT.glob("plugins/*/src/*/__init__.py")}
    return [ROOT, *sorted(plugins)]


def environment_variables(kept_pip: set[str]) -> dict[str, str]:
    """
    Return this process's variables without those that would change what is run or installed.
    """

    def is_kept(name: str) -> bool:
        if name.startswith("PYTHON"):
            return name in KEPT_PYTHON_VARIABLES
        if name.startswith("PIP_"):
            return name in kept_pip
        return name != "__PYVENV_LAUNCHER__"

    return {name: value for name, value in os.environ.items() if is_kept(name)}


class Environment:
    """
    A virtual environment that knows what has been installed into it.
    """

    def __init__(self, name: str) -> None:
        self.path = ROOT / name
        self.bin = self.path / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.bin / ("python.exe" if os.name == "nt" else "python")
        # Never a name looked up on PATH: a version manager's shim may point nowhere.
        # Not sys.executable either, which may be the environment that is to be replaced.
        self.base_python = getattr(sys, "_base_executable", None) or sys.executable

    def prepare(self, purpose: str) -> None:
        """
        Make the environment if need be, and install what *purpose* needs if that changed.
        """
        made_by = "\n".join([sys.version, sys.base_prefix, *map(str, projects())])
        if not self.python.exists() or self._stamp("made-by") != made_by:
            self._make()
            self._write_stamp("made-by", made_by)

        lock = REQUIREMENTS / f"{purpose}.txt"
        self._install_once(purpose, [lock], "--require-hashes", "--requirement", str(lock))

        described = [path for project in projects() for path in self._description(project)]
        editables = [f"--editable={project}" for project in projects()]
        self._install_once("projects", described, "--no-build-isolation", *editables)

    def prepare_folder(self, purpose: str) -> None:
        """
        Install what *purpose* needs into a folder inside, which only those who name it see.
        """
        lock = REQUIREMENTS / f"{purpose}.txt"
        target = str(self.path / purpose)
        self._install_once(
            purpose,
            [lock],
            "--require-hashes",
            "--requirement",
            str(lock),
            "--upgrade",
            "--target",
            target,
        )

    def run(self, program: str, *arguments: str, env: dict[str, str] | None = None) -> int:
        """
        Run a program of the environment from the root folder, and return its exit code.
        """
        if env is None:
            env = environment_variables(NETWORK_PIP_VARIABLES | SOURCE_PIP_VARIABLES)
        return self._call([str(self.bin / program), *arguments], env)

    def _call(self, command: Sequence[str], env: dict[str, str]) -> int:
        return subprocess.run(command, cwd=ROOT, env=self._inside(env), check=False).returncode

    def _inside(self, env: dict[str, str]) -> dict[str, str]:
        path = os.pathsep.join([str(self.bin), env.get("PATH", os.defpath)])
        return {**env, "PATH": path, "VIRTUAL_ENV": str(self.path), "PYTHONNOUSERSITE": "1"}

    def _make(self) -> None:
        say(f"making {self.path.name} with Python {sys.version.split()[0]}")
        command = [self.base_python, "-m", "venv", "--clear", str(self.path)]
        if importlib.util.find_spec("ensurepip") is None:
            # Debian has ensurepip in a package of its own; the pip beside Python will do.
            command.append("--without-pip")
        if self._call(command, environment_variables(set())) != 0:
            raise CommandError(f"could not make {self.path}")

    def _install_once(self, what: str, files: Iterable[Path], *arguments: str) -> None:
        wanted = digest(files)
        if self._stamp(what) == wanted:
            return
        say(f"installing {what} into {self.path.name}")
        options = ["--no-deps", "--no-input", "--quiet", "--disable-pip-version-check"]
        # A configuration file may make --user the default, which environments refuse.
        options.append("--no-user")
        env = environment_variables(NETWORK_PIP_VARIABLES | SOURCE_PIP_VARIABLES)
        code, complaints = self._call_listening(
            [*self._pip(), "install", *options, *arguments], env
        )
        if code != 0:
            raise CommandError(
                self._why_offline(what, complaints) or f"could not install {what} into {self.path}"
            )
        self._write_stamp(what, wanted)

    def _call_listening(self, command: Sequence[str], env: dict[str, str]) -> tuple[int, str]:
        """
        Run a program; pass on what it complains of, and return its exit code and that text.
        """
        lines = []
        with subprocess.Popen(
            command,
            cwd=ROOT,
            env=self._inside(env),
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        ) as process:
            for line in process.stderr or ():
                lines.append(line)
                print(line, end="", file=sys.stderr, flush=True)
        return process.returncode, "".join(lines)

    @staticmethod
    def _why_offline(what: str, complaints: str) -> str | None:
        """
        Say in plain words that there is no network, if that is what pip complains of.
        """
        if not UNREACHABLE.search(complaints):
            return None
        named = NOT_FOUND.findall(complaints)
        missing = f"{named[-1]} for {what}" if named else f"what {what} needs"
        return (
            f"could not fetch {missing}: is there a network? It is needed once, until all is"
            " installed. Connect and run the command again; or name another index in"
            " PIP_INDEX_URL, or a folder with the packages in PIP_FIND_LINKS"
        )

    def _pip(self) -> list[str]:
        if any(self.bin.glob("pip*")):
            return [str(self.python), "-m", "pip"]
        if importlib.util.find_spec("pip") is None:
            raise CommandError(
                "this Python has neither ensurepip nor pip; on Debian or Ubuntu,"
                " 'apt install python3-venv' brings the first"
            )
        return [self.base_python, "-m", "pip", "--python", str(self.python)]

    @staticmethod
    def _description(project: Path) -> list[Path]:
        # What an editable install copies: the metadata, the version in it, the entry points.
        return [project / "pyproject.toml", *sorted(project.glob("src/*/_version.py"))]

    def _stamp(self, name: str) -> str | None:
        path = self.path / "stamps" / name
        return path.read_text(encoding="utf-8") if path.exists() else None

    def _write_stamp(self, name: str, text: str) -> None:
        path = self.path / "stamps" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


def run_all(environment: Environment, commands: Iterable[Sequence[str]]) -> int:
    """
    Run every command even if one fails; return 0 if none did.
    """
    failed = []
    for command in commands:
        line = " ".join(command)
        say(line)
        if environment.run(*command) != 0:
            failed.append(line)
    for line in failed:
        say(f"FAILED: {line}")
    return 1 if failed else 0


def demo(arguments: Sequence[str]) -> int:
    """
    Play a whole game of each installed variant, or of those named.
    """
    environment = Environment(".venv")
    environment.prepare("base")
    return environment.run("python", "tools/demo.py", *arguments)


def test_environment() -> Environment:
    """
    Return the environment with all that the tests need.
    """
    environment = Environment(".venv")
    environment.prepare("test")
    environment.prepare_folder("lowest")
    return environment


def test(arguments: Sequence[str]) -> int:
    """
    Run the tests on fixed samples; --quick: the fast ones, --all: every property in full.

    --engines: studies on loky, dask and Ray, and their plots; --examples: the example app. Both
    need packages of their own. Other arguments go to pytest, paths are seen from the root folder.
    Without any, one process a core runs.
    """
    for option, tests in APART.items():
        if option in arguments:
            return test_apart(tests, [argument for argument in arguments if argument != option])
    chosen = [argument for argument in arguments if argument in TIERS]
    rest = [argument for argument in arguments if argument not in TIERS]
    if len(chosen) > 1:
        raise CommandError(f"choose one of {' and '.join(chosen)}")
    tier = TIERS[chosen[0] if chosen else ""]
    environment = test_environment()
    if not rest:
        say(f"running the tests ({tier.name}); on two quiet cores this takes {tier.takes}")
    env = environment_variables(NETWORK_PIP_VARIABLES | SOURCE_PIP_VARIABLES)
    return environment.run(
        "pytest", *tier.arguments, *(rest or ALL_CORES), env={**env, "TILERULES_TIER": tier.name}
    )


def test_apart(tests: Apart, arguments: Sequence[str]) -> int:
    """
    Run tests that need packages of their own; none may be missing.
    """
    environment = Environment(tests.environment)
    environment.prepare(tests.lock)
    env = environment_variables(NETWORK_PIP_VARIABLES | SOURCE_PIP_VARIABLES)
    return environment.run("pytest", tests.tests, *arguments, env={**env, tests.variable: "1"})


def example(arguments: Sequence[str]) -> int:
    """
    Serve the example app on this machine (--port, --db); see examples/tables.
    """
    environment = Environment(".venv-examples")
    environment.prepare("examples")
    return environment.run("python", "examples/tables/app.py", *arguments)


def mutants(arguments: Sequence[str]) -> int:
    """
    Put small faults into copies of the tree and see which test notices; see tools/mutants.py.
    """
    return test_environment().run("python", "tools/mutants.py", *arguments)


def check(arguments: Sequence[str]) -> int:
    """
    Run the linters, the type checker, the import contracts and the terminal recording.
    """
    refuse(arguments)
    environment = Environment(".venv")
    environment.prepare("check")
    return run_all(environment, CHECKS)


def docs(arguments: Sequence[str]) -> int:
    """
    Build the documentation into docs/_build/html; warnings are errors.
    """
    refuse(arguments)
    environment = Environment(".venv")
    environment.prepare("docs")
    return run_all(environment, DOCS)


def bench(arguments: Sequence[str]) -> int:
    """
    Run the benchmarks, beside other libraries and the commit before; arguments go to bench/run.py.
    """
    # An environment of its own, so that what the peers bring never hides what we forgot.
    environment = Environment(".venv-bench")
    environment.prepare("bench")
    return environment.run("python", "bench/run.py", *arguments)


def results(arguments: Sequence[str]) -> int:
    """
    Measure the games and their rules anew, and write docs/results.md; see tools/results.py.
    """
    refuse(arguments)
    environment = Environment(".venv-engines")
    environment.prepare("engines")
    return environment.run("python", "tools/results.py")


def build(arguments: Sequence[str]) -> int:
    """
    Build and check the wheel and sdist of every distribution, into dist/.
    """
    refuse(arguments)
    environment = Environment(".venv")
    environment.prepare("build")
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    builds = [
        ("python", "-m", "build", "--no-isolation", "--outdir", "dist", str(project))
        for project in projects()
    ]
    if run_all(environment, builds) != 0:
        return 1
    built = sorted(str(path) for path in ROOT.glob("dist/*"))
    return run_all(environment, [("twine", "check", "--strict", *built)])


def lock(arguments: Sequence[str]) -> int:
    """
    Compile requirements/*.in to *.txt; arguments go to pip-compile, such as --upgrade.
    """
    if sys.version_info[:2] != OLDEST_PYTHON:
        raise CommandError("lock must be run by Python 3.11, which needs the most packages")
    environment = Environment(".venv")
    environment.prepare("build")
    # Only the public index: a mirror or a folder of wheels may know fewer files of a release,
    # and then the lock would lack the hashes for other systems.
    env = environment_variables(NETWORK_PIP_VARIABLES)
    env["PIP_CONFIG_FILE"] = os.devnull
    env["CUSTOM_COMPILE_COMMAND"] = "python3 dev.py lock"
    options = (
        "--allow-unsafe",
        "--generate-hashes",
        "--no-emit-find-links",
        "--no-emit-index-url",
        "--no-emit-trusted-host",
        "--quiet",
        "--strip-extras",
    )
    for name in LOCKS:
        say(f"locking {name}")
        files = ("--output-file", f"requirements/{name}.txt", f"requirements/{name}.in")
        if environment.run("pip-compile", *options, *arguments, *files, env=env) != 0:
            raise CommandError(f"could not lock {name}")
    return 0


COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    "demo": demo,
    "example": example,
    "test": test,
    "mutants": mutants,
    "check": check,
    "docs": docs,
    "bench": bench,
    "results": results,
    "build": build,
    "lock": lock,
}

EXPLAIN_THEMSELVES = ("bench", "example", "mutants", "lock")
"""The commands whose arguments, ``--help`` too, go to a program that knows them."""


def refuse(arguments: Sequence[str]) -> None:
    """
    Refuse arguments where a command takes none.
    """
    if arguments:
        raise CommandError(f"unexpected: {' '.join(arguments)}")


def usage() -> str:
    """
    Return the help text.
    """
    lines = ["usage: python3 dev.py COMMAND [ARGUMENT ...]", "", "commands:"]
    lines += map(explained, COMMANDS)
    return "\n".join([*lines, (__doc__ or "").rstrip()])


def explained(name: str) -> str:
    """
    Return what the help says of a command.
    """
    said = f"  {name:7} {(COMMANDS[name].__doc__ or '').strip()}"
    if name == "test":
        times = (f"{option or 'no option'} {tier.takes}" for option, tier in TIERS.items())
        said += f"\n    On two quiet cores it takes: {', '.join(times)}."
    return said


def main(arguments: Sequence[str]) -> int:
    """
    Run the command that the arguments name, and return the exit code.
    """
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(usage())
        return 0 if arguments else 2
    name, *rest = arguments
    if name not in COMMANDS:
        say(f"no command {name!r}; there are: {', '.join(COMMANDS)}")
        return 2
    if {"-h", "--help"}.intersection(rest) and name not in EXPLAIN_THEMSELVES:
        print(explained(name))
        return 0
    try:
        return COMMANDS[name](rest)
    except CommandError as error:
        say(f"error: {error}")
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
