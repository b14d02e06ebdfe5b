"""
The command as the shell runs it: terminals, pipes, signals.
"""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = (sys.executable, "-m", "tilerules.cli")
PROMPT = "? for help): "


def variables(**more: str) -> dict[str, str]:
    """
    Give the environment of a user.
    """
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return {**kept, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "40", **more}


class Terminal:
    """
    A process at a terminal of its own.
    """

    def __init__(self, folder: Path, *arguments: str, **more: str) -> None:
        self.main, side = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=side,
            stdout=side,
            stderr=side,
            cwd=folder,
            env=variables(**more),
            start_new_session=True,
        )
        os.close(side)
        self.seen = ""

    def wait_for(self, text: str) -> None:
        """
        Read until a text has been shown.
        """
        end = time.monotonic() + 60
        while text not in self.seen:
            ready, _, _ = select.select([self.main], [], [], max(end - time.monotonic(), 0))
            if not ready:
                pytest.fail(f"{text!r} was not shown in {self.seen!r}")
            try:
                self.seen += os.read(self.main, 4096).decode()
            except OSError:  # the other side is closed
                pytest.fail(f"{text!r} was not shown in {self.seen!r}")

    def type(self, text: str) -> None:
        """
        Type a line; what was shown before is forgotten.
        """
        self.seen = ""
        os.write(self.main, f"{text}\n".encode())

    def end(self) -> int:
        """
        Wait for the end, and give the exit status.
        """
        status = self.process.wait(timeout=60)
        os.close(self.main)
        return status


def run(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """
    Run a command whose output is no terminal.
    """
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=folder,
        env=variables(**more),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_at_a_terminal(tmp_path: Path) -> None:
    """
    A game is played in colours; Ctrl-C leaves cleanly, says where the game is, and it goes on.
    """
    terminal = Terminal(tmp_path, "play", "gaple", "--seed", "3", "--easy")
    terminal.wait_for(PROMPT)
    assert "\x1b[" in terminal.seen
    terminal.type("1")
    terminal.wait_for(PROMPT)
    assert "You lay " in terminal.seen
    os.killpg(terminal.process.pid, signal.SIGINT)
    terminal.wait_for("--resume tilerules-gaple.json")
    assert 130 == terminal.end()
    assert "Traceback" not in terminal.seen

    again = Terminal(tmp_path, "play", "--resume", "tilerules-gaple.json", "--easy")
    again.wait_for(PROMPT)
    again.type("quit")
    again.wait_for("The game is saved in")
    assert 0 == again.end()


@pytest.mark.slow
def test_lost_connection(tmp_path: Path) -> None:
    """
    When the connection is lost, the game is saved.
    """
    terminal = Terminal(tmp_path, "play", "gaple", "--seed", "3", "--easy")
    terminal.wait_for(PROMPT)
    terminal.type("1")
    terminal.wait_for(PROMPT)
    os.killpg(terminal.process.pid, signal.SIGHUP)
    terminal.end()

    assert (tmp_path / "tilerules-gaple.json").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    "more", [{"TERM": "dumb"}, {"NO_COLOR": "1"}], ids=lambda more: next(iter(more))
)
def test_terminals_without_colours(tmp_path: Path, more: dict[str, str]) -> None:
    """
    A dumb terminal, and a user who wants none, get no colours.
    """
    terminal = Terminal(tmp_path, "variants", **more)
    terminal.wait_for("gaple")

    assert 0 == terminal.end()
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]", terminal.seen)


@pytest.mark.slow
def test_without_rich(tmp_path: Path) -> None:
    """
    Without the extra everything works in plain text.
    """
    # What cannot be found is not installed.
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\nsys.modules['rich'] = None\n", encoding="utf-8"
    )
    terminal = Terminal(tmp_path, "rules", "gaple", PYTHONPATH=str(tmp_path))
    terminal.wait_for("Tiles")

    assert 0 == terminal.end()
    assert "\x1b" not in terminal.seen


@pytest.mark.slow
def test_broken_pipe(tmp_path: Path) -> None:
    """
    A reader that has seen enough is no error worth a word.
    """
    shell = f"{sys.executable} -m tilerules.cli play gaple --bots --easy --seed 1 | head -n 1"
    done = subprocess.run(
        ["sh", "-c", shell],
        cwd=tmp_path,
        env=variables(),
        capture_output=True,
        text=True,
        check=True,
    )

    assert ("Seed 1.\n", "") == (done.stdout, done.stderr)


@pytest.mark.slow
def test_ascii_only(tmp_path: Path) -> None:
    """
    Where the output takes no other characters, they are replaced.
    """
    done = run(tmp_path, "rules", "nonsense", PYTHONIOENCODING="ascii")

    assert (2, "") == (done.returncode, done.stdout)
    assert 1 == len(done.stderr.splitlines())


@pytest.mark.slow
def test_script(tmp_path: Path) -> None:
    """
    The command is installed under its name, beside the interpreter.
    """
    script = shutil.which("tilerules", path=str(Path(sys.executable).parent))
    assert script is not None
    done = subprocess.run(
        [script, "score", "gaple", "A=2-2,1-5", "B=1-3,3-3", "C=6-4", "D=0-5,2-3"],
        cwd=tmp_path,
        env=variables(),
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.startswith("B wins, by the lowest end")
