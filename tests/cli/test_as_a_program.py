"""
The command as the shell runs it: terminals, pipes, signals.
"""

from __future__ import annotations

import os
import pty
import re
import select
import shlex
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

    def signal(self, number: signal.Signals) -> None:
        """
        Send a signal to a program that waits for a line.
        """
        # Between writing its prompt and waiting, readline takes no notice of signals.
        time.sleep(0.3)
        os.killpg(self.process.pid, number)

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


def shell(folder: Path, command: str, *, before: str = "exec") -> subprocess.CompletedProcess[str]:
    """
    Run a command by a shell, which can do to its streams what it likes.
    """
    return subprocess.run(
        ["sh", "-c", f"{before} {shlex.quote(sys.executable)} -m tilerules.cli {command}"],
        cwd=folder,
        env=variables(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_replay_of_standard_input(tmp_path: Path) -> None:
    """
    What another program writes is replayed; no record is said as of a file.
    """
    done = subprocess.run(
        [*COMMAND, "replay", "-"], cwd=tmp_path, env=variables(), input=b"{", capture_output=True
    )

    assert 1 == done.returncode
    assert done.stderr.startswith(b"tilerules replay: -: ")


def test_help_without_docstrings(tmp_path: Path) -> None:
    """
    Where Python leaves docstrings out, the help of a command says what it does all the same.
    """
    done = run(tmp_path, "variants", "--help", PYTHONOPTIMIZE="2")

    assert 0 == done.returncode
    assert "None" not in done.stdout
    assert "list the installed games" in done.stdout


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
    terminal.signal(signal.SIGINT)
    terminal.wait_for("--resume tilerules-gaple.json")
    assert 130 == terminal.end()
    assert "Traceback" not in terminal.seen

    again = Terminal(tmp_path, "play", "--resume", "tilerules-gaple.json", "--easy")
    again.wait_for(PROMPT)
    again.type("quit")
    again.wait_for("The game is saved in")
    assert 0 == again.end()


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [(), ("--plain",)], ids=str)
def test_editing_keys(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """
    What was typed before comes back by the arrow key, after the prompt and not over it.
    """
    pytest.importorskip("readline")
    terminal = Terminal(tmp_path, "play", "gaple", "--seed", "3", "--easy", *arguments)
    terminal.wait_for(PROMPT)
    terminal.type("why 1-1")
    terminal.wait_for(PROMPT)
    terminal.seen = ""
    os.write(terminal.main, b"\x1b[A")
    terminal.wait_for("why 1-1")
    assert "\r" not in terminal.seen
    terminal.type("")
    terminal.wait_for("1-1 is not legal")
    terminal.type("quit")
    terminal.wait_for("The game is saved in")

    assert 0 == terminal.end()


@pytest.mark.slow
def test_lost_connection(tmp_path: Path) -> None:
    """
    When the connection is lost, the game is saved.
    """
    terminal = Terminal(tmp_path, "play", "gaple", "--seed", "3", "--easy")
    terminal.wait_for(PROMPT)
    terminal.type("1")
    terminal.wait_for(PROMPT)
    terminal.signal(signal.SIGHUP)
    terminal.end()

    assert (tmp_path / "tilerules-gaple.json").exists()


@pytest.mark.slow
def test_lost_terminal(tmp_path: Path) -> None:
    """
    A terminal that is gone altogether is told twice, as the end of the input and by a signal,
    and takes no word of farewell; the game is saved.
    """
    terminal = Terminal(tmp_path, "play", "gaple", "--seed", "3", "--easy")
    terminal.wait_for(PROMPT)
    terminal.signal(signal.SIGSTOP)
    os.killpg(terminal.process.pid, signal.SIGHUP)
    os.close(terminal.main)
    os.killpg(terminal.process.pid, signal.SIGCONT)

    assert 130 == terminal.process.wait(timeout=60)
    assert ["tilerules-gaple.json"] == [path.name for path in tmp_path.iterdir()]


@pytest.mark.slow
def test_killed(tmp_path: Path) -> None:
    """
    When the program is told to end, the game is saved first.
    """
    terminal = Terminal(tmp_path, "play", "gaple", "--seed", "3", "--easy")
    terminal.wait_for(PROMPT)
    terminal.signal(signal.SIGTERM)
    terminal.wait_for("--resume tilerules-gaple.json")

    assert 130 == terminal.end()
    assert (tmp_path / "tilerules-gaple.json").exists()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", ["variants", "rules gaple", "play gaple --seed 3 --bots"])
def test_full_disk(tmp_path: Path, command: str) -> None:
    """
    An output that takes nothing is told in one line, with 2.
    """
    done = shell(tmp_path, f"{command} > /dev/full")

    assert (2, "tilerules: the input or the output has failed: No space left on device\n") == (
        done.returncode,
        done.stderr,
    )


@pytest.mark.slow
def test_output_fails_during_a_game(tmp_path: Path) -> None:
    """
    Where the output fails while a person plays, the game is saved, and standard error says so.
    """
    with subprocess.Popen(
        [*COMMAND, "play", "gaple", "--seed", "3", "--easy"],
        cwd=tmp_path,
        env=variables(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        while "Your moves:" not in process.stdout.readline():
            pass
        process.stdout.close()
        process.stdin.write("rules\n")
        process.stdin.close()
        says = process.stderr.read()

    assert 141 == process.returncode
    assert (
        "The game is saved in tilerules-gaple.json.\n"
        "Go on with: tilerules play --resume tilerules-gaple.json\n"
    ) == says
    assert (tmp_path / "tilerules-gaple.json").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "status", "says"),
    [
        ("variants >&-", 0, ""),
        ("rules nonsense 2>&-", 2, ""),
        ("play gaple --seed 3 <&-", 0, "--resume tilerules-gaple.json\n"),
    ],
)
def test_closed_streams(tmp_path: Path, command: str, status: int, says: str) -> None:
    """
    A standard stream that was closed is an empty one; nothing meant for it goes elsewhere.
    """
    done = shell(tmp_path, command)

    assert (status, "") == (done.returncode, done.stderr)
    assert done.stdout.endswith(says)
    assert bool(says) == bool(done.stdout)


@pytest.mark.slow
def test_input_in_another_encoding(tmp_path: Path) -> None:
    """
    What is typed in another encoding is no move, and nothing worse.
    """
    done = shell(tmp_path, "play gaple --seed 3 --easy", before="printf 'K\\374che\\nquit\\n' |")

    assert (0, "") == (done.returncode, done.stderr)
    assert "is no move of gaple" in done.stdout


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
    python = shlex.quote(sys.executable)
    shell = f"{python} -m tilerules.cli play gaple --bots --easy --seed 1 | head -n 1"
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
