"""
The commands that answer a question.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tilerules as library
from tilerules import Match, RandomBot, dumps
from tilerules.cli.toml_text import variant_file_text
from tilerules.plugins import entry_point_sources
from tilerules.plugins.files.variant_files import load_variant_file

Tilerules = Callable[..., Any]

NAMES = ["Ana", "Budi", "Caro", "Dewi"]


def played(seed: int = 1, *rules: str, moves: int = 10_000) -> Match:
    """
    Play a match of one round at random.
    """
    bot = RandomBot(random.Random(seed))
    match = library.variant("gaple").with_rules(*rules).match(NAMES, seed=seed)
    while match.outcome is None and len(match.round.moves) < moves:
        if match.round.outcome is not None:
            match = match.next_round()
        match = match.play(bot.choose(match.round.view(match.round.to_move)))
    return match


def saved(match: Match, path: Path) -> Path:
    """
    Save a match.
    """
    path.write_text(dumps(match), encoding="utf-8")
    return path


# --- score ------------------------------------------------------------------------------------


def test_score_names_winner_and_step(tilerules: Tilerules) -> None:
    """
    The winner, the step that decided, and the points are told.
    """
    shown = tilerules("score", "gaple", "A=2-2,1-5", "B=1-3,3-3", "C=6-4", "D=0-5,2-3")

    assert 0 == shown.status
    assert "B wins, by the lowest end of the lowest tile (SL-22)." in shown.out
    assert ["B", "10", "1"] in [line.split() for line in shown.out.splitlines()]


def test_score_with_a_house_rule(tilerules: Tilerules) -> None:
    """
    House rules count, and can be given several times.
    """
    hands = ("A=0-0", "B=5-6", "C=6-6", "D=4-6")
    plain = tilerules("score", "gaple", *hands)
    lone = tilerules(
        "score", "gaple", "-r", "gaple/lone-blank:points=25", "--house-rule", "pass", *hands
    )

    assert "A wins, by the lowest count" in plain.out
    assert "D wins, by the lowest count" in lone.out


def test_score_dead_tiles_and_empty_hands(tilerules: Tilerules) -> None:
    """
    A dead tile counts, and an empty hand is one without tiles.
    """
    shown = tilerules("score", "gaple", "A=", "B=1-5,x6-6")

    assert "A wins" in shown.out
    assert "a hand is empty" in shown.out
    assert ["B", "18", "0"] in [line.split() for line in shown.out.splitlines()]


def test_score_level(tilerules: Tilerules) -> None:
    """
    Hands that nothing decides between are said to be level.
    """
    rule = "gaple/live-tie-break"
    shown = tilerules("score", "gaple", "-r", rule, "A=x1-2", "B=x0-3", "--reason", "blocked")

    assert "A and B are level: nothing decides between them." in shown.out


# --- rules, variants, plugins -----------------------------------------------------------------


def test_rules_are_those_in_force(tilerules: Tilerules) -> None:
    """
    The rule book is printed, house rules included, within 80 columns.
    """
    shown = tilerules("rules", "gaple", "--house-rule", "gaple/pass")

    assert "A player who cannot play passes." in " ".join(shown.out.split())
    assert "House rules: gaple/pass" in shown.out
    assert all(len(line) <= 80 for line in shown.out.splitlines())


def test_rules_list(tilerules: Tilerules) -> None:
    """
    The house rules there are can be listed, with their parameters.
    """
    shown = tilerules("rules", "gaple", "--list")

    assert "gaple/lone-blank\n  A lone [0-0] costs points. (SL-18, SL-19)" in shown.out
    assert "points=25: " in shown.out


def test_variants(tilerules: Tilerules) -> None:
    """
    Each installed game has a row, and each preset.
    """
    shown = tilerules("variants")
    first = [line.split()[0] for line in shown.out.splitlines() if line[:1].strip()]

    assert {variant.key for variant in library.variants()} <= set(first)
    assert "\x1b" not in shown.out


def test_variants_without_games(tilerules: Tilerules, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The library alone says which games it lacks, and how to get them.
    """
    monkeypatch.setenv("TILERULES_DISABLE_PLUGINS", ",".join(v.origin for v in library.variants()))
    shown = tilerules("variants")

    assert "No game is installed." in shown.out
    assert "tilerules-gaple" in shown.out
    assert "pip install 'tilerules[games]'" in shown.out


def test_plugins(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    Plugins are listed with what they declare, and what is wrong with those that failed; it is
    not warned of as well.
    """
    (tmp_path / "broken.py").write_text("1 / 0", encoding="utf-8")
    shown = tilerules("plugins", "--plugins-dir", tmp_path)

    assert 0 == shown.status
    assert "tilerules-gaple (gaple)" in shown.out
    assert "! plugin broken: cannot be imported: ZeroDivisionError" in shown.out
    assert "" == shown.err


def test_plugins_as_json(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    The same for programs.
    """
    (tmp_path / "broken.py").write_text("1 / 0", encoding="utf-8")
    found = json.loads(tilerules("plugins", "--json", "--plugins-dir", tmp_path).out)
    plugins = {plugin["distribution"] or plugin["name"]: plugin for plugin in found["plugins"]}

    assert ["gaple"] == plugins["tilerules-gaple"]["variants"]
    assert "gaple/pass" in plugins["tilerules-gaple"]["house_rules"]
    assert "ZeroDivisionError" in plugins["broken"]["error"]
    assert {} == found["conflicts"]


def test_plugins_that_print(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    What a plugin prints while it is imported does not get into what programs read.
    """
    (tmp_path / "loud.py").write_text("print('LOUD')", encoding="utf-8")
    shown = tilerules("plugins", "--json", "--plugins-dir", tmp_path)

    assert "LOUD\n" == shown.err
    assert json.loads(shown.out)["api_version"]


def test_broken_plugins_are_warned_of(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    Any other command goes on, with one line about each plugin that failed.
    """
    (tmp_path / "broken.py").write_text("1 / 0", encoding="utf-8")
    shown = tilerules("--plugins-dir", tmp_path, "variants")

    assert 0 == shown.status
    (line,) = shown.err.splitlines()
    assert line.startswith(
        "tilerules: warning: plugin broken: cannot be imported: ZeroDivisionError"
    )


def test_variant_file(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    A variant file can be named instead of a variant, or found in a folder.
    """
    (tmp_path / "kitchen.toml").write_text(
        'name = "kitchen"\nextends = "gaple"\nhouse-rules = ["pass"]', encoding="utf-8"
    )
    named = tilerules("rules", tmp_path / "kitchen.toml")
    found = tilerules("rules", "kitchen", "--plugins-dir", tmp_path)

    assert "passes" in named.out
    assert named.out == found.out


def test_a_game_as_a_variant_file(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    A game can be printed as a file that makes the same game, to be changed.
    """
    shown = tilerules("rules", "mexican-train+satisfy", "-r", "table/rounds", "--toml")
    (tmp_path / "mine.toml").write_text(shown.out, encoding="utf-8")

    assert 'extends = "mexican-train+satisfy"\nhouse-rules = ["table/rounds"]' in shown.out
    same = tilerules("rules", "mexican-train+satisfy", "-r", "table/rounds")
    mine = tilerules("rules", "mine.toml")
    assert mine.out.partition("Tiles\n")[2] == same.out.partition("Tiles\n")[2] != ""


@pytest.mark.parametrize("variant", library.variants(), ids=str)
@pytest.mark.filterwarnings("ignore::tilerules.NoEffectWarning")
def test_any_game_as_a_variant_file(tmp_path: Path, variant: library.Variant) -> None:
    """
    With any house rule and any preset the printed file makes the same game.
    """
    registry = library.Registry.from_sources(entry_point_sources())
    variant = registry.variant(variant.name)
    many = [variant.with_rules(rule.key) for rule in variant.house_rules]
    presets = [registry.variant(f"{variant.name}+{preset.name}") for preset in variant.presets]
    path = tmp_path / "mine.toml"
    for one in (variant, *many, *presets):
        path.write_text(variant_file_text(one, registry), encoding="utf-8")
        assert () == load_variant_file(path).build(registry).diff(one)


# --- replay and explain -----------------------------------------------------------------------


def test_replay(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    Every move is printed, then how it ended.
    """
    match = played()
    shown = tilerules("replay", saved(match, tmp_path / "game.json"))

    assert 0 == shown.status
    last = f"{len(match.round.moves)}. "
    assert any(line.startswith(last) for line in shown.out.splitlines())
    assert all(name in shown.out for name in NAMES)
    assert "by the lowest" in shown.out


def test_replay_of_standard_input(tilerules: Tilerules) -> None:
    """
    A record is read from the standard input by the name of a hyphen, and so is a position.
    """
    match = played()
    shown = tilerules("replay", "-", typed=library.dumps(match))

    assert 0 == shown.status
    assert "by the lowest" in shown.out
    position = str(match.round.start.position)
    assert 0 == tilerules("explain", "-", match.round.moves[0], typed=position).status


def test_replay_with_tables(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    The table can be shown after each move.
    """
    path = saved(played(), tmp_path / "game.json")

    assert tilerules("replay", path).out.count("to move") == 1
    assert tilerules("replay", path, "--tables").out.count("to move") > 10


def test_replay_of_several_rounds(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    All rounds of a match are replayed, with the totals.
    """
    path = saved(played(1, "table/rounds:rounds=3"), tmp_path / "game.json")
    shown = tilerules("replay", path)

    assert [f"Round {number}" for number in (1, 2, 3)] == [
        line for line in shown.out.splitlines() if line.startswith("Round ")
    ]
    assert "Totals: Ana " in shown.out


def test_replay_of_a_single_round(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    A round that is not over can be replayed too.
    """
    path = tmp_path / "round.json"
    path.write_text(dumps(played(moves=4).round), encoding="utf-8")
    shown = tilerules("replay", path)

    assert 0 == shown.status
    assert "The round is not over." in shown.out


def test_replay_of_a_broken_record(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    A move that is not legal ends with 1 and one line that names the move and the reason.
    """
    path = saved(played(), tmp_path / "game.json")
    record = json.loads(path.read_text(encoding="utf-8"))
    moves = record["rounds"][0]["moves"]
    moves[4] = moves[0]
    path.write_text(json.dumps(record), encoding="utf-8")
    shown = tilerules("replay", path)

    assert (1, "") == (shown.status, shown.out)
    (line,) = shown.err.splitlines()
    assert line.startswith(f"tilerules replay: {path}: round 1: move 5: ")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"format": "tilerules-record-1"}'])
def test_replay_of_garbage(tilerules: Tilerules, tmp_path: Path, text: str) -> None:
    """
    What is no record at all ends with one line.
    """
    path = tmp_path / "game.json"
    path.write_text(text, encoding="utf-8")
    shown = tilerules("replay", path)

    assert shown.status in (1, 2)
    assert 1 == len(shown.err.splitlines())


def test_replay_of_a_game_that_is_not_installed(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    A record whose game is not installed may be sound: it cannot be checked here.
    """
    path = saved(played(), tmp_path / "game.json")
    path.write_text(path.read_text(encoding="utf-8").replace('"gaple"', '"okey"', 1), "utf-8")
    shown = tilerules("replay", path)

    assert 2 == shown.status
    assert "the record needs the variant 'okey'" in shown.err


def test_explain(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    A legal move ends with 0; one that is not with 1 and every reason with its clause.
    """
    match = played(moves=6)
    path = saved(match, tmp_path / "game.json")
    legal = tilerules("explain", path, next(iter(match.round.legal_moves)))
    illegal = tilerules("explain", path, "pass")

    assert 0 == legal.status
    assert "is legal." in legal.out
    assert 1 == illegal.status
    assert "pass is not legal:\n- " in illegal.out


def test_explain_earlier(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    An earlier position of the record can be asked about, and a position instead of a record.
    """
    match = played(moves=6)
    path = saved(match, tmp_path / "game.json")
    first = match.round.moves[0]

    assert 0 == tilerules("explain", path, first, "--at", 0).status
    assert 1 == tilerules("explain", path, first).status
    line = tmp_path / "position.txt"
    line.write_text(f"{match.round.start.position}\n", encoding="utf-8")
    assert 0 == tilerules("explain", line, first).status


# --- wrong input ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["scoer"], "invalid choice: 'scoer'"),
        (["variants", "--colour"], "unrecognized arguments: --colour"),
        (["rules"], "VARIANT"),
        (["rules", "gapel"], "did you mean 'gaple'"),
        (["rules", "gaple+x"], "gaple has no preset 'x'"),
        (["rules", "gaple@9"], "gaple@9 is not installed, gaple@1 is"),
        (["rules", "gaple", "-r", "pas"], "did you mean 'pass'"),
        (["rules", "gaple", "-r", "lone-blank:point=3"], "did you mean 'points'"),
        (["rules", "gaple", "-r", "lone-blank", "-r", "blank-double"], "both change"),
        (["rules", "gaple", "-r", f"lone-blank:points={'9' * 23}"], "points has at most"),
        (["rules", "no-such.toml"], "no-such.toml: cannot be read: No such file"),
        (
            ["variants", "--plugins-dir", "nowhere"],
            "--plugins-dir nowhere: there is no such folder",
        ),
        (["variants", "--plugins-dir", ""], "--plugins-dir: the name of the folder is empty"),
        (["replay", ""], "the name of a file is empty"),
        (["play", "--resume", ""], "the name of a file is empty"),
        (["play", "--resume", "-"], "--resume needs a file"),
        (["score", "gaple", "1-1", "2-2"], "'1-1' is no hand; write NAME=TILES"),
        (["score", "gaple", "A=1-1", "A=2-2"], "A is given twice"),
        (["score", "gaple", "A=1-1"], "5 hands, not 1"),
        (["score", "gaple", "A=1-1", "B=1-1"], "counted in another place already"),
        (["score", "gaple", "A=1-1", "B=7-7"], "7-7"),
        (["score", "gaple", "A=1-1", "B=2-2", "--ends", "3"], "write two numbers"),
        (["score", "gaple", "A=1-1", "B=2-2", "--reason", "bored"], "'bored' is no reason"),
        (["score", "gaple", "A=1-1", "B=2-2", "--by", "C"], "there is no seat 'C'"),
        (["play"], "name a variant, or --resume"),
        (["play", "gaple", "--seats", "9"], "gaple is for 4 or 5 seats, not 9"),
        (["play", "gaple", "--seats", "0"], "gaple is for 4 or 5 seats, not 0"),
        (["play", "gaple", "--seats", "9" * 20], "gaple is for 4 or 5 seats, not 9"),
        (["play", "gaple", "--seats", "many"], "argument --seats: invalid int value: 'many'"),
        (["play", "gaple", "--seat", "4"], "--seat 4: seats go from 0 to 3"),
        (["play", "--resume", "nowhere.json"], "nowhere.json: No such file"),
        (["replay", "nowhere.json"], "nowhere.json: No such file"),
        (["replay", "/dev/zero"], "/dev/zero: it is larger than"),
        (["explain", ".", "pass"], "Is a directory"),
        (["explain", "nowhere.json"], "the following arguments are required: MOVE"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_wrong_input(tilerules: Tilerules, arguments: list[str], says: str) -> None:
    """
    Wrong input ends with 2 and one line that says what would be right.
    """
    shown = tilerules(*arguments)

    assert (2, "") == (shown.status, shown.out)
    (line,) = shown.err.splitlines()
    assert line.startswith("tilerules")
    assert says in line


@pytest.mark.parametrize(
    "arguments", [["{}"], ["play", "gaple", "--seats", "{}"], ["variants", "--{}"]], ids=len
)
def test_endless_arguments(tilerules: Tilerules, arguments: list[str]) -> None:
    """
    What is refused is not repeated without end.
    """
    shown = tilerules(*(one.format("9" * 10_000) for one in arguments))

    assert 2 == shown.status
    assert len(shown.err) < 1000


@pytest.mark.parametrize("text", ["", "[]", "null", "{", "nonsense", "{}"])
@pytest.mark.parametrize("command", [["play", "--resume"], ["explain"], ["replay"]], ids=" ".join)
def test_files_that_are_no_records(
    tilerules: Tilerules, tmp_path: Path, command: list[str], text: str
) -> None:
    """
    A file that is no record is named, whichever command is to read it.
    """
    (tmp_path / "odd.json").write_text(text, encoding="utf-8")
    shown = tilerules(*command, "odd.json", *(["1-1"] if command == ["explain"] else []))

    (line,) = shown.err.splitlines()
    assert line.startswith(f"tilerules {command[0]}: odd.json: ")
    assert (1 if command == ["replay"] else 2, "") == (shown.status, shown.out)


def test_wrong_moves(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    What is no move, and a place that is not there, end with 2.
    """
    path = saved(played(moves=6), tmp_path / "game.json")

    assert 2 == tilerules("explain", path, "castle").status
    assert "there are 6 moves" in tilerules("explain", path, "pass", "--at", 7).err


def test_not_text(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    A file that is no text is refused by name.
    """
    (tmp_path / "game.json").write_bytes(b"\xff\xfe")
    shown = tilerules("replay", "game.json")

    assert 2 == shown.status
    assert "game.json: this is no text in UTF-8" in shown.err


@pytest.mark.parametrize("arguments", [[], ["--help"], ["play", "--help"], ["--version"]])
def test_help(tilerules: Tilerules, arguments: list[str]) -> None:
    """
    Help and version end with 0; the bare command prints its help.
    """
    shown = tilerules(*arguments)

    assert (0, "") == (shown.status, shown.err)
    assert "tilerules" in shown.out
