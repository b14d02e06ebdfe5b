"""
Whatever is typed, there is no traceback.
"""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from budgets import count
from tilerules.cli import main
from tilerules.cli.common import make_registry

WORDS = """
    variants rules score replay explain plugins gaple gaple@1 gaple+x @ + A= A=1-1 A=1-1,2-2
    B=1-5,x6-6 B=[0-0][1-2] C=x A=J A=r3 =1-1 --house-rule -r pass gaple/pass
    gaple/lone-blank:points=25 lone-blank:points=x lone-blank:live=yes,points=1 : , --reason
    blocked went_out --by A --last-tile 1-1 --ends 3,5 x,y --at 0 -1 game.json position.txt pass
    6-4 4-6@L 4-6@9 x4-6 leave@2 penalty:3 --json --plain --plugins-dir . --list --tables --
    """
ARGUMENTS = st.lists(st.one_of(st.sampled_from(WORDS.split()), st.text(max_size=8)), max_size=7)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """
    Give a folder with a saved game and a position.
    """
    import tilerules

    where = tmp_path_factory.mktemp("any")
    round_ = tilerules.variant("gaple").deal(4, seed=1)
    (where / "game.json").write_text(tilerules.dumps(round_), encoding="utf-8")
    (where / "position.txt").write_text(str(round_.position), encoding="utf-8")
    return where


@given(ARGUMENTS)
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    max_examples=count("words and lines typed at random"),
)
def test_any_arguments(folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    """
    Any arguments end with a known status, and wrong ones with one line.
    """
    monkeypatch.chdir(folder)
    registry = make_registry([], warn=False)
    out, err = io.StringIO(), io.StringIO()
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        patch("tilerules.cli.program.make_registry", lambda folders, warn: registry),
    ):
        status = main(arguments)

    assert status in (0, 1, 2)
    if status == 2:
        assert 1 == len(err.getvalue().splitlines())


LINES = """
    1 2 99 -1 pass draw stop x1-1 6-6 0-0 6-6@L 6-6@R [6-6] why why~pass why~6 hint undo undo
    moves table ? help rules save leave leave@2 time penalty:3 quitx @ : J r3~r4~r5
    """


@given(
    st.lists(st.one_of(st.sampled_from(LINES.split()), st.text(max_size=6)), max_size=12),
    st.booleans(),
)
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    max_examples=count("words and lines typed at random"),
)
def test_any_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str], is_plain: bool
) -> None:
    """
    Anything may be typed during a game.
    """
    monkeypatch.chdir(tmp_path)
    typed = "\n".join(line.replace("~", " ") for line in lines)
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    monkeypatch.setattr(
        "tilerules.cli.session.advise", lambda view, rng: next(iter(view.legal_moves))
    )
    registry = make_registry([], warn=False)
    options = ["--plain"] if is_plain else []
    with (
        redirect_stdout(io.StringIO()),
        patch("tilerules.cli.program.make_registry", lambda folders, warn: registry),
    ):
        status = main(["play", "gaple", "--seed", "3", "--easy", *options])

    assert 0 == status
