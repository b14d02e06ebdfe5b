"""
The command that compares rules by playing.
"""

from __future__ import annotations

import csv
import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Tilerules = Callable[..., Any]

PASS = ("gaple", "--against", "gaple", "-r", "pass", "--seed", "s1", "--workers", 1, "--block", 50)


def test_two_arms_are_compared_and_kept(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    The table has the arms and their difference; the log can be gone on from, and what is in it is
    not played again.
    """
    shown = tilerules("study", *PASS, "--units", 200, "--log", "log", "--out", "rows.json")
    rows = json.loads((tmp_path / "rows.json").read_text())

    assert 0 == shown.status, shown.err
    assert ["measure", "gaple", "gaple -r pass", "difference", "low", "high"] == [
        word.strip() for word in shown.out.splitlines()[0].split("  ") if word.strip()
    ]
    assert "kept in log" in shown.out
    assert "200 of 200 units" in shown.err
    assert ["length", 200] == [rows[0]["measure"], rows[0]["units"]]

    size = (tmp_path / "log").stat().st_size
    refused = tilerules("study", *PASS, "--units", 200, "--log", "log")
    assert 2 == refused.status
    assert "--resume goes on from it" in refused.err
    again = tilerules("study", *PASS, "--units", 200, "--log", "log", "--resume")
    assert shown.out == again.out
    assert size == (tmp_path / "log").stat().st_size
    longer = tilerules("study", *PASS, "--units", 260, "--log", "log", "--resume", "--out", "r.csv")
    assert "300 units; kept in log" in longer.out
    with (tmp_path / "r.csv").open(newline="") as file:
        assert {"300"} == {row["units"] for row in csv.DictReader(file)}


def test_rules_and_bots_belong_to_the_arm_before_them(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    What stands before --against is of the first arm, what stands after it of the next.
    """
    shown = tilerules(
        *("study", "-r", "lone-blank", "gaple", "--bot", "heaviest", "--against", "gaple"),
        *("-r", "pass", "-r", "lone-blank", "--against", "block", "--bot", "random"),
        *("--units", 2, "--workers", 1, "--precision", "length=0.01", "--log", "log"),
    )
    header = json.loads((tmp_path / "log").read_text().splitlines()[0])
    arms = [(a["variant"], a["rules"], a["bots"]) for a in header["identity"]["arms"]]

    assert 0 == shown.status, shown.err
    assert [
        ("gaple", ["lone-blank"], ["heaviest"]),
        ("gaple", ["pass", "lone-blank"], []),
        ("block", [], ["random"]),
    ] == arms


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["gapel"], "did you mean 'gaple'?"),
        (["gaple", "--against", "gaple"], "two arms are the same: gaple"),
        (["gaple", "--seats", "3"], "arm 'gaple' is for 4, 5 seats, not 3"),
        (["gaple", "--against", "rummy", "--seats", "5"], "arm 'rummy' is for"),
        (["gaple", "--units", "0"], "units is 1 or more, not 0"),
        (["gaple", "--block", "0"], "block is 1 or more, not 0"),
        (["gaple", "--precision", "length"], "write MEASURE=WIDTH"),
        (["gaple", "--precision", "lenght=1"], "no measure 'lenght'; did you mean 'length'?"),
        (["gaple", "--precision", "length=-1"], "the precision of length is above 0, not -1.0"),
        (["gaple", "--bot", "heavy"], "no bot 'heavy'; did you mean 'heaviest'?"),
        (["gaple", "--bot", "nowhere:bot"], "there is no bot 'nowhere:bot' in this process"),
        (["gaple", "--resume"], "there is no such log to go on from"),
        (["gaple", "--out", "rows.xls"], "its name ends in one of .csv, .json, .parquet"),
        (["gaple", "--plot", "no/where.svg"], "no/where.svg: there is no such folder"),
        (["gaple", "--workers", "0"], "a study needs a worker, not 0"),
        (["kitchen.toml"], "put the file into a folder of its own"),
        (["gaple", "--log", "no/log"], "no/log"),
    ],
    ids=str,
)
def test_wrong_input(tilerules: Tilerules, arguments: list[str], said: str) -> None:
    """
    What cannot be played is refused in one line, before or where it shows.
    """
    shown = tilerules("study", *arguments, *([] if "--units" in arguments else ["--units", 4]))

    assert (2, "") == (shown.status, shown.out)
    assert said in shown.err
    assert 1 == len([line for line in shown.err.splitlines() if "units," not in line])


def test_folders_of_plugins_reach_the_workers(
    tilerules: Tilerules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Variants of a folder are played too, by processes that look them up there.
    """
    monkeypatch.setenv("TILERULES_PLUGINS_DIR", "")
    (tmp_path / "home").mkdir()
    text = 'name = "kitchen"\nextends = "gaple"\nhouse-rules = ["gaple/pass"]\n'
    (tmp_path / "home" / "kitchen.toml").write_text(text)
    program = [sys.executable, "-m", "tilerules.cli", "--plugins-dir", "home", "study", "kitchen"]
    done = subprocess.run(
        [*program, "--units", "4", "--workers", "2"], capture_output=True, text=True, check=False
    )

    assert 0 == done.returncode, done.stderr
    assert "kitchen" in done.stdout


def interrupted(folder: Path, *, units: int, terminal: bool) -> tuple[str, str, int]:
    """
    Run a study as a program, and send Ctrl-C's signal when some blocks are kept.
    """
    program = [sys.executable, "-m", "tilerules.cli", "study", *map(str, PASS)]
    program += ["--units", str(units), "--log", "log"]
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        program,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=theirs if terminal else subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        os.close(theirs)
        log = folder / "log"
        while not log.exists() or log.read_bytes().count(b"\n") < 4:
            assert process.poll() is None
        os.killpg(process.pid, signal.SIGINT)
        out, error = process.communicate()
    if terminal:
        error = ""
        try:
            while data := os.read(ours, 4096):
                error += data.decode(errors="replace")
        except OSError:
            pass  # how the end of a terminal is told
    os.close(ours)
    return out, error, process.returncode


@pytest.mark.parametrize("terminal", [False, True], ids=["log", "terminal"])
def test_ctrl_c_keeps_what_is_done(tilerules: Tilerules, tmp_path: Path, terminal: bool) -> None:
    """
    Ctrl-C shows what was found until then and how to go on; going on gives what would have been.
    """
    out, error, status = interrupted(tmp_path, units=100_000, terminal=terminal)

    assert 130 == status
    assert "Traceback" not in error
    assert "log keeps what is done, --resume goes on from it" in error
    assert out.startswith("measure")
    kept = (tmp_path / "log").read_bytes().count(b"\n") - 1
    units = 50 * (kept + 1)
    again = tilerules("study", *PASS, "--units", units, "--log", "log", "--resume")
    whole = tilerules("study", *PASS, "--units", units, "--log", "other")
    assert whole.out.replace("other", "log") == again.out
