"""
What is built installs outside the repository, works there, and is the same each time.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sample_packaging import PLUGINS, PROJECTS, build, copy_source, make_environment

pytestmark = pytest.mark.slow

# A plugin counts from the day its package can be imported.
READY = [plugin.name for plugin in PLUGINS if any(plugin.glob("src/*/__init__.py"))]

ROUND = """
import json, tilerules
variants = {variant.origin: variant for variant in tilerules.variants()}
for variant in variants.values():
    round_ = variant.deal(variant.seats[0], seed=1)
    for _ in range(6):
        if round_.outcome is None:
            round_ = round_.play(next(iter(round_.legal_moves)))
    assert tilerules.loads(tilerules.dumps(round_)) == round_
print(json.dumps({"where": tilerules.__file__, "plugins": sorted(variants)}))
"""

CLIENT = """
import tilerules

def winners(round_: tilerules.Round) -> tuple[int, ...]:
    outcome = round_.outcome
    return () if outcome is None else outcome.winners

reveal_type(winners(tilerules.variant("gaple").deal(4, seed=1)))
"""


def test_library_alone(wheels: Path, tmp_path: Path) -> None:
    """
    The library alone needs attrs and pluggy, and says which games it lacks and how to get them.
    """
    environment = make_environment(tmp_path / "alone")
    environment.install(wheels, "tilerules")
    listed = environment.run("tilerules", "variants")
    asked = environment.run(
        "python",
        "-c",
        "import tilerules\ntry:\n    tilerules.variant('gaple')\n"
        "except tilerules.UnknownVariantError as error:\n    print(error)",
    )

    assert "No game is installed." in listed
    for said in (listed, asked):
        assert "tilerules-gaple" in said
        assert "pip install 'tilerules[games]'" in said


def test_everything_together(wheels: Path, tmp_path: Path) -> None:
    """
    With its games the library plays a round of each, outside the repository, with nothing
    broken; the command is there.
    """
    environment = make_environment(tmp_path / "together")
    environment.install(wheels, "tilerules[games]", *READY)
    seen = json.loads(environment.run("python", "-c", ROUND))
    listed = json.loads(environment.run("tilerules", "plugins", "--json"))["plugins"]
    plugins = {plugin["distribution"]: plugin["error"] for plugin in listed}
    scored = environment.run("tilerules", "score", "gaple", "A=2-2,1-5", "B=1-3,3-3")

    assert str(environment.folder) in seen["where"]
    assert set(seen["plugins"]) <= set(READY)
    assert dict.fromkeys(READY) == {name: plugins[name] for name in READY}
    assert scored.startswith("B wins")


def test_client_type_checks(wheels: Path, tmp_path: Path) -> None:
    """
    A program that uses the installed library passes mypy --strict, and knows the types.
    """
    pytest.importorskip("mypy", reason="the type checker is installed by dev.py check")
    environment = make_environment(tmp_path / "typed")
    environment.install(wheels, "tilerules")
    client = environment.folder / "client.py"
    client.write_text(CLIENT, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--config-file="]
    done = subprocess.run(
        [*command, "--python-executable", str(environment.bin / "python"), client.name],
        cwd=environment.folder,
        capture_output=True,
        text=True,
        check=False,
    )

    assert 0 == done.returncode, done.stdout
    assert 'Revealed type is "tuple[int, ...]"' in done.stdout.replace("builtins.", "")


@pytest.mark.parametrize("target", ["wheel", "sdist"])
@pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.name)
def test_reproducible(project: Path, target: str, tmp_path: Path) -> None:
    """
    A distribution built again, from files of another age in another place, is the same to the
    byte.
    """
    source = copy_source(project, tmp_path / "source")
    one, other = (build(source, target, tmp_path / name) for name in ("one", "other"))

    assert one.name == other.name
    assert one.read_bytes() == other.read_bytes()
