"""
Playing at the terminal.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tilerules as library
from tilerules import Move, RandomBot, RoundView
from tilerules.cli.session import Session
from tilerules.errors import PluginError

Tilerules = Callable[..., Any]

EASY = ("play", "gaple", "--seed", "3", "--easy")


def only_save(folder: Path) -> Path:
    """
    Give the one saved game of a folder.
    """
    (path,) = folder.glob("tilerules-*.json")
    return path


def moves_of(path: Path) -> list[str]:
    """
    Give the moves of the first round of a saved game.
    """
    moves: list[str] = json.loads(path.read_text(encoding="utf-8"))["rounds"][0]["moves"]
    return moves


def test_bots_alone(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    Bots play a whole match, a line a move, and nothing is saved.
    """
    shown = tilerules("play", "gaple", "--bots", "--seed", "3")

    assert 0 == shown.status
    assert "Seed 3." in shown.out
    assert re.search(r"^Bot \d wins, by ", shown.out, re.MULTILINE)
    assert [] == list(tmp_path.iterdir())


def test_same_seed_same_game(tilerules: Tilerules) -> None:
    """
    A seed gives the same deal and the same play, and text seeds are another kind.
    """
    one, again, other = (
        tilerules("play", "gaple", "--bots", "--easy", "--seed", seed).out
        for seed in ("7", "7", "x")
    )

    assert one == again != other


def test_without_a_seed(tilerules: Tilerules) -> None:
    """
    Without a seed a fresh one is told, with which the same game can be played again.
    """
    shown = tilerules("play", "gaple", "--bots", "--easy")
    (seed,) = re.findall(r"^Seed (\d+)\.$", shown.out, re.MULTILINE)

    assert shown.out == tilerules("play", "gaple", "--bots", "--easy", "--seed", seed).out


def test_a_person_plays_to_the_end(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    A person who always takes the first move comes to an end, which is told.
    """
    shown = tilerules(*EASY, typed="1\n" * 10)

    assert 0 == shown.status
    assert re.search(r"wins?, by the lowest", shown.out)
    assert [] == list(tmp_path.iterdir())


def test_hands_of_others_are_not_shown(tilerules: Tilerules) -> None:
    """
    Until the end a person sees no tile that is still hidden.
    """
    shown = tilerules(*EASY, typed="table\nhint\nmoves\nquit\n")
    others = library.variant("gaple").match(4, seed=3).round.hands[1:]
    laid = re.findall(r"Bot \d lays (\d-\d)", shown.out)
    hidden = {str(tile) for hand in others for tile in hand} - set(laid)

    assert [] == [tile for tile in hidden if tile in shown.out]


def test_commands(tilerules: Tilerules) -> None:
    """
    Everything that can be asked for is answered.
    """
    shown = tilerules(
        *EASY, typed="?\nmoves\ntable\nhint\nwhy 6-6\nwhy\nwhy zzz\nrules\nundo\n\nquit\n"
    )

    assert "suggest a move" in shown.out
    assert shown.out.count("Your moves:") >= 3
    assert re.search(r"Perhaps \S+: you lay ", shown.out)
    assert "6-6 is not legal:\n- 6-6 matches nowhere" in shown.out
    assert "Say which move" in shown.out
    assert "'zzz' is no move of gaple" in shown.out
    assert "Who cannot play, and the end of a round" in shown.out
    assert "There is nothing to take back." in shown.out
    assert "(SL-" in shown.out


def test_wrong_moves(tilerules: Tilerules) -> None:
    """
    A move that is not legal, not a move, ambiguous, or a number that is not there, changes
    nothing and says why.
    """
    shown = tilerules(*EASY, typed="pass\nfoo\n99\n0\nquit\n")

    assert "pass is not legal:" in shown.out
    assert "'foo' is no move of gaple" in shown.out
    assert "there is no move 99; they go from 1 to " in shown.out
    assert "there is no move 0" in shown.out


def test_enter_plays_the_only_move(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    Where there is but one move, it is offered for the Enter key; else the key does nothing.
    """
    shown = tilerules(*EASY, typed="\n1\n\nquit\n")

    assert "Your move (? for help): \nYour move (? for help): 1" in shown.out
    assert "Your move (Enter: 6-6@L; ? for help): \nYou lay 6-6 at the left end." in shown.out


def test_undo(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    Taking back restores the position before one's last move, as often as one likes.
    """
    tilerules(*EASY, typed="1\n1\n1\nundo\nundo\nundo\nsave undone.json\nquit\n")
    tilerules(*EASY, typed="save fresh.json\nquit\n")

    assert moves_of(tmp_path / "fresh.json") == moves_of(tmp_path / "undone.json")


def test_save_and_resume(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    A game that is left is saved, and goes on where it was.
    """
    left = tilerules(*EASY, typed="1\nquit\n")
    path = only_save(tmp_path)

    assert 0 == left.status
    assert f"The game is saved in {path.name}." in left.out
    assert f"Go on with: tilerules play --resume {path.name}\n" in left.out
    before = moves_of(path)
    resumed = tilerules("play", "--resume", path.name, "--easy", typed="1\nquit\n")
    assert "You to move" in resumed.out
    assert before == moves_of(path)[: len(before)]
    assert len(before) < len(moves_of(path))


def test_a_name_of_ones_own(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    A file can be chosen, which is then kept up; another game is never overwritten.
    """
    (tmp_path / "mine.json").write_text("precious", encoding="utf-8")
    shown = tilerules(*EASY, typed="save mine.json\nsave my.json\n1\nsave nowhere/x.json\nquit\n")

    assert "mine.json exists already; choose another name." in shown.out
    assert "nowhere/x.json: No such file or directory" in shown.out
    assert "precious" == (tmp_path / "mine.json").read_text(encoding="utf-8")
    assert ["mine.json", "my.json"] == sorted(path.name for path in tmp_path.iterdir())


def test_saved_games_do_not_overwrite_each_other(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    Two games that are left are two files.
    """
    for _ in range(2):
        tilerules(*EASY, typed="1\nquit\n")

    assert ["tilerules-gaple-2.json", "tilerules-gaple.json"] == sorted(
        path.name for path in tmp_path.iterdir()
    )


def test_end_of_input(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    When there is nothing more to read, the game is saved and the command ends well.
    """
    shown = tilerules(*EASY, typed="1\n")

    assert 0 == shown.status
    assert only_save(tmp_path).name in shown.out


def test_interrupt(tilerules: Tilerules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Ctrl-C leaves cleanly and says where the game is.
    """

    def interrupt(self: Session, _rest: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(__import__("tilerules.cli.session").cli.session.COMMANDS, "hint", interrupt)
    shown = tilerules(*EASY, typed="1\nhint\n")

    assert 130 == shown.status
    assert f"The game is saved in {only_save(tmp_path).name}" in " ".join(shown.out.split())
    assert "Traceback" not in shown.err


def test_interrupt_before_anything_is_played(
    tilerules: Tilerules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A game in which nothing has been played is not worth a file.
    """

    def interrupt(self: Session) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "run", interrupt)
    assert 130 == tilerules(*EASY).status
    assert [] == list(tmp_path.iterdir())


def test_where_nothing_can_be_written(
    tilerules: Tilerules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Where the folder takes no file, the game is saved among the temporary files.
    """
    elsewhere = tmp_path / "temporary"
    elsewhere.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(elsewhere))
    monkeypatch.setattr("tilerules.cli.play.free_path", lambda name: Path(f"gone/{name}.json"))
    shown = tilerules(*EASY, typed="1\nquit\n")

    assert str(elsewhere / "gaple.json") in shown.out
    assert moves_of(elsewhere / "gaple.json")


def test_a_failing_component_costs_no_game(
    tilerules: Tilerules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    When a plugin fails during play, the game is saved and the failure told in one line.
    """

    def choose(self: RandomBot, view: RoundView) -> Move:
        if len(view.moves) > 5:
            raise PluginError("component 'x' of variant 'gaple' failed: ValueError: no")
        return next(iter(view.legal_moves))

    monkeypatch.setattr(RandomBot, "choose", choose)
    shown = tilerules(*EASY, "--bots")

    assert 2 == shown.status
    assert ["tilerules play: component 'x' of variant 'gaple' failed: ValueError: no"] == (
        shown.err.splitlines()
    )
    assert 6 == len(moves_of(only_save(tmp_path)))


def test_spoken(tilerules: Tilerules) -> None:
    """
    Plain play is sentences: a line a move, no tables, no colours.
    """
    shown = tilerules(*EASY, "--plain", typed="1\nquit\n")

    assert re.search(r"^Your turn\. The ends are \d and \d\. You hold ", shown.out, re.MULTILINE)
    assert re.search(r"^Bot 2 lays 0-0\.$", shown.out, re.MULTILINE)
    assert "[" not in shown.out
    assert "\x1b" not in shown.out


def test_spoken_results(tilerules: Tilerules) -> None:
    """
    In sentences, results and lists have no tables either.
    """
    shown = tilerules(*EASY, "--plain", "--bots")
    listed = tilerules("variants", "--plain")

    assert re.search(r"^player Bot 1; counted \d+; points [01]$", shown.out, re.MULTILINE)
    assert "  " not in shown.out + listed.out
    assert "key gaple; players 4-5; house rules " in listed.out


def test_a_match_of_several_rounds(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    Rounds follow each other with totals, until the match is over.
    """
    shown = tilerules(
        *EASY, "-r", "table/rounds:rounds=3", typed=("1\n" * 8 + "\n") * 3 + "1\n" * 9
    )

    assert 0 == shown.status
    assert all(f"Gaple, round {number}." in shown.out for number in (1, 2, 3))
    assert 2 == shown.out.count("Totals: ")
    assert re.search(r"win.* the match|share the match", shown.out)


def test_leaving_between_rounds(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    One may leave between two rounds, and the next is dealt when the game goes on.
    """
    arguments = (*EASY, "-r", "table/rounds:rounds=2")
    typed = "1\n"
    while "Enter for the next round" not in (shown := tilerules(*arguments, typed=typed)).out:
        only_save(tmp_path).unlink()
        typed += "1\n"
    resumed = tilerules("play", "--resume", only_save(tmp_path), "--easy", typed="\nquit\n")

    assert 0 == shown.status
    assert "Gaple, round 2." in resumed.out


def test_another_seat(tilerules: Tilerules) -> None:
    """
    A person may sit anywhere.
    """
    shown = tilerules(*EASY, "--seat", "2", typed="quit\n")

    assert "> You " in shown.out
    assert "Bot 3" not in shown.out


def test_what_cannot_be_resumed(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    A single round and a match that is over are refused.
    """
    match = library.variant("gaple").match(4, seed=1)
    (tmp_path / "round.json").write_text(library.dumps(match.round), encoding="utf-8")
    while match.outcome is None:
        match = match.play(next(iter(match.round.legal_moves)))
    (tmp_path / "over.json").write_text(library.dumps(match), encoding="utf-8")

    assert "this is a round, not a match" in tilerules("play", "--resume", "round.json").err
    assert "the match is over" in tilerules("play", "--resume", "over.json").err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["rummy"], "tilerules-gaple.json: this is a match of gaple, not of rummy"),
        (["--seats", "5"], "--seats is settled by the match"),
        (["--seed", "5"], "--seed is settled by the match"),
        (["-r", "gaple/pass"], "--house-rule is settled by the match"),
        (["--seat", "2"], "--seat 2: in this match you sit at seat 0"),
        (["--seat", "9"], "--seat 9: seats go from 0 to 3"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_what_a_saved_match_has_settled(
    tilerules: Tilerules, arguments: list[str], says: str
) -> None:
    """
    What contradicts the saved match is refused, not passed over in silence.
    """
    tilerules(*EASY, typed="1\nquit\n")
    shown = tilerules("play", *arguments, "--resume", "tilerules-gaple.json", typed="quit\n")

    assert (2, "") == (shown.status, shown.out)
    assert says in shown.err


def test_going_on_with_rules_from_files(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    The command to go on with names the variant file and the folders the rules are from.
    """
    folder = tmp_path / "our rules"
    folder.mkdir()
    (folder / "kitchen.toml").write_text(
        'name = "kitchen"\nextends = "gaple"\nhouse-rules = ["pass"]', encoding="utf-8"
    )
    for arguments in (["kitchen", "--plugins-dir", folder], [folder / "kitchen.toml"]):
        left = tilerules("play", *arguments, "--seed", "3", "--easy", typed="1\nquit\n")
        (command,) = re.findall("Go on with: tilerules (.*)", left.out)
        resumed = tilerules(*shlex.split(command), "--easy", typed="quit\n")
        assert (0, "") == (resumed.status, resumed.err)
        assert "You to move" in resumed.out


def test_leaving_before_the_first_move(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    Where there is nothing to save, it is said.
    """
    shown = tilerules("play", "mexican-train", "--seed", "4", typed="quit\n")

    assert shown.out.endswith("No move has been played; nothing is saved.\n")
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("seed", ["", " 7", "one\ntwo", "\x1b[31m"])
def test_odd_seeds(tilerules: Tilerules, seed: str) -> None:
    """
    A text that would not look like a seed is shown in quotes.
    """
    shown = tilerules("play", "gaple", "--bots", "--easy", "--seed", seed)

    assert shown.out.splitlines()[0] == f"Seed {seed!r}."


def test_bots_see_only_their_views(monkeypatch: pytest.MonkeyPatch, tilerules: Tilerules) -> None:
    """
    A bot is handed the view of its own seat, and only when that seat is to move.
    """
    seen: list[tuple[object, object]] = []

    def choose(self: object, view: RoundView) -> object:
        assert isinstance(view, RoundView)
        seen.append((view.seat, view.to_move))
        return next(iter(view.legal_moves))

    monkeypatch.setattr("tilerules.play.bots.PlayoutBot.choose", choose)
    tilerules("play", "gaple", "--bots", "--seed", "3")

    assert seen
    assert all(seat == mover for seat, mover in seen)


def test_moves_of_a_saved_game_are_taken_back(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    Whoever goes on with a game may take back what was played before it was saved, move by move.
    """
    tilerules(*EASY, typed="1\n1\nquit\n")
    path = only_save(tmp_path)
    assert 2 == sum(move_of_person(path))

    shown = tilerules("play", "--resume", str(path), "--easy", typed="undo\n" * 3 + "quit\n")

    assert 2 == shown.out.count("Taken back.")
    assert 1 == shown.out.count("There is nothing to take back.")
    assert 0 == sum(move_of_person(path))


def test_what_was_taken_back_is_not_kept(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    A game taken back to its beginning is saved as that where a later moment was saved before.
    """
    path = tmp_path / "b.json"
    opening = ("play", "gaple", "--seed", "6", "--easy")  # the person has [0-0]
    tilerules(*opening, typed=f"1\n1\nsave {path}\n" + "undo\n" * 3 + "quit\n")

    assert [] == move_of_person(path)


def move_of_person(path: Path) -> list[bool]:
    """
    Say of each move of a saved game whether it was the person's.
    """
    match = library.loads(path.read_text(encoding="utf-8"))
    assert isinstance(match, library.Match)
    return [state.to_move == 0 for state in match.round.states[:-1]]


def test_a_number_of_too_many_digits(tilerules: Tilerules) -> None:
    """
    It is no move, and the game goes on.
    """
    shown = tilerules(*EASY, typed="9" * 5000 + "\n1\nquit\n")

    assert 0 == shown.status
    assert "is no move of gaple" in shown.out
    assert "You lay" in shown.out


HOSTED = (
    *EASY,
    "--house-rule",
    "table/time-limit:seconds=30,fine=11",
    "--house-rule",
    "table/leave",
)


def test_moves_of_the_host_have_a_word_of_their_own(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    A player who types one is refused and told how; behind ``host`` it is made, and saved.
    """
    refused = tilerules(*HOSTED, typed="time\nwhy leave@2\nquit\n")
    assert "time is not legal:" in refused.out
    assert "no player may make this move; if you are the host too, type: host time" in refused.out
    assert "type: host leave@2" in refused.out
    assert [] == [path for path in tmp_path.iterdir() if "time" in moves_of(path)]

    made = tilerules(*HOSTED, typed="?\nhost\nhost time\nhost leave@2\nhost leave@9\nquit\n")
    assert "host MOVE make a move of the host: leave or time" in made.out
    assert "Say which move: leave or time" in made.out
    assert "there is no seat 9" in made.out
    path = max(tmp_path.iterdir(), key=lambda one: one.stat().st_mtime_ns)
    assert ["time", "leave@2"] == moves_of(path)[-2:]

    resumed = tilerules("play", "--resume", str(path), typed="undo\nquit\n")
    assert "Taken back." in resumed.out
    assert 0 == tilerules("replay", str(path)).status


def test_host_where_there_is_nothing_to_do(tilerules: Tilerules) -> None:
    """
    Without such rules the word is known, and the help does not offer it.
    """
    shown = tilerules(*EASY, typed="host time\n?\nquit\n")
    assert "There is nothing for a host to do by these rules." in shown.out
    assert "host MOVE" not in shown.out


def test_explain_as_the_host(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    ``explain`` answers for the player, and with ``--host`` for the host.
    """
    round_ = (
        library.variant("gaple").with_rules("table/time-limit:seconds=30,fine=11").deal(4, seed=1)
    )
    path = tmp_path / "position.txt"
    path.write_text(str(round_.position), encoding="utf-8")

    asked = tilerules("explain", str(path), "time")
    assert (1, True) == (asked.status, "the host of the game makes it" in asked.out)
    assert "time is legal." in tilerules("explain", str(path), "time", "--host").out
