"""
Pictures, replays and characters by example.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import attrs
import pytest

import tilerules
from tilerules import PictureError, Round, SeatError
from tilerules.cli import main
from tilerules.layouts import Line
from tilerules.pictures import lay_out, overlaps, several, snake, unicode_tiles
from tilerules.play.pictured import round_scene
from tilerules.rendering import LANGUAGES, replay_page

NAMES = ["Ana", "Budi", "Caro", "Dewi"]


def gaple(*moves: str, names: list[str] = NAMES) -> Round:
    """
    Play some moves of a round of Gaple.
    """
    round_ = tilerules.variant("gaple").deal(names, seed=7)
    for move in moves:
        round_ = round_.play(move)
    return round_


def titles(picture: str) -> list[str]:
    """
    Give what each tile of a picture is called.
    """
    groups = ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}g")
    return [str(group.findtext("{http://www.w3.org/2000/svg}title")) for group in groups]


def test_a_seat_sees_backs() -> None:
    """
    The picture of a seat's view has its tiles, and of the others as many backs as they hold.
    """
    round_ = gaple("0-0")
    named = titles(round_.picture(seat=2))
    assert named.count("a tile face down") == 7 + 6 + 7
    assert {str(tile) for tile in round_.hands[2]} <= set(named)
    assert round_.picture(seat=2) == round_.view(2).picture()
    with pytest.raises(SeatError):
        round_.picture(seat=4)


def test_last_tile_and_marks() -> None:
    """
    What was laid last and what can be laid is marked, unless the caller says otherwise.
    """
    round_ = gaple("0-0", "0-4@L")
    assert ["0-4, laid last"] == [one for one in titles(round_.picture()) if "last" in one]
    assert [] == [one for one in titles(round_.picture(last=False)) if "last" in one]
    marked = {str(one.tile) for one in round_scene(round_).tiles if "marked" in one.marks}
    assert {str(move.tile) for move in round_.legal_moves} == marked
    chosen = {
        str(one.tile) for one in round_scene(round_, marks="3-6").tiles if "marked" in one.marks
    }
    assert {"3-6"} == chosen


def test_what_cannot_be_marked_is_refused() -> None:
    """
    A tile that does not lie there cannot be marked, and is named.
    """
    with pytest.raises(PictureError, match="6-6"):
        gaple("0-0").layout.picture(marks=["6-6"])
    with pytest.raises(PictureError, match="0-0"):
        gaple("0-0").hands[0].picture(marks=["0-0"])


def test_rows_turn_and_never_overlap() -> None:
    """
    A row of any length stays within its width, whatever doubles are in it.
    """
    row = [(n % 7, (n + n % 3) % 7) for n in range(60)]
    for width in (6, 8.5, 12, 24):
        tiles = snake(row, width=width)
        assert len(row) == len(tiles)
        assert [] == overlaps(tiles)
        assert all(0 <= one.box[0] and one.box[2] <= width for one in tiles)


def test_layout_nobody_registered() -> None:
    """
    A layout of an unknown kind is drawn as its text, with its tiles.
    """

    @attrs.frozen
    class Pile(Line):
        """Tiles in a heap."""

    pile = Pile(((1, 2), (2, 5)))
    assert lay_out.dispatch(Pile) is lay_out.dispatch(Line)
    unknown = lay_out.dispatch(object)(pile)
    assert ["[1|2][2|5]"] == [label.text for label in unknown.labels]
    assert [*pile.tiles] == [one.tile for one in unknown.tiles]


def test_several_on_a_page() -> None:
    """
    Several scenes make one picture with the tiles of all.
    """
    one, other = round_scene(gaple("0-0")), round_scene(gaple("0-0", "0-4@L"))
    picture = several([one, other, one], columns=2)
    assert len(one.tiles) * 2 + len(other.tiles) == len(titles(picture))
    assert other.desc in picture


def test_saving(tmp_path: Path) -> None:
    """
    A picture is saved as it stands.
    """
    picture = gaple().picture(theme="print", size=500)
    assert picture == picture.save(tmp_path / "a.svg").read_text(encoding="utf-8").rstrip("\n")
    assert 'width="500"' in picture


def test_characters() -> None:
    """
    Dominoes become characters, doubles standing; what has none stays as it is.
    """
    assert "🁟🂃 🁣 [7-9]" == unicode_tiles("[6|4][4|4] [0-0] [7-9]")


def states_of(page: str) -> list[list[str]]:
    """
    Read the states of a replay.
    """
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert match is not None
    found: list[list[str]] = json.loads(match[1])
    return found


def test_a_replay_has_every_state() -> None:
    """
    A replay has each state with its sentence, and refers to drawings that are there.
    """
    round_ = gaple("0-0", "0-4@L")
    page = replay_page(round_)
    states = states_of(page)
    assert ["The deal.", "Budi lays 0-0.", "Caro lays 0-4 at the left end."] == [
        said for _count, said, _inner in states
    ]
    used = set(re.findall(r'href="#(t[0-9]+)"', "".join(inner for _c, _s, inner in states)))
    assert used
    assert used <= set(re.findall(r'<g id="(t[0-9]+)"', page))


def test_names_are_no_markup() -> None:
    """
    Names stay text wherever they stand on the page.
    """
    evil = "</script><b>"
    page = replay_page(gaple("0-0", names=[evil, "A&B", "C", "D"]))
    assert evil not in page
    assert page.count("</script>") == 2
    assert evil[:5] in states_of(page)[0][2].replace("&lt;", "<")


def test_replays_of_a_match_and_of_a_seat() -> None:
    """
    A match is replayed round by round, and a seat's replay holds no tile it did not see.
    """
    match = tilerules.variant("gaple").with_rules("table/rounds:rounds=2").match(NAMES, seed=1)
    while match.outcome is None:
        match = (
            match.next_round() if match.round.is_over else match.play(match.round.legal_moves[0])
        )
    counts = [count for count, _said, _inner in states_of(replay_page(match))]
    assert "Round 1: 0/" in counts[0]
    assert "Round 2: " in counts[-1]
    secret = gaple("0-0")
    page = replay_page(secret, seat=0)
    hidden = [tile for seat in (1, 2, 3) for tile in secret.hands[seat]]
    assert not [tile for tile in hidden if f">{tile}<" in page or f">{tile}," in page]


def test_replays_load_nothing() -> None:
    """
    A replay asks for nothing: no address is in it but the name of SVG.
    """
    page = replay_page(gaple("0-0"))
    assert {"http://www.w3.org/2000/svg"} == set(re.findall(r"https?://[^\"'\s<]+", page))
    assert not re.search(r"\bsrc=|@import|url\(", page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_of_replays(language: str) -> None:
    """
    A replay says its own words in each language.
    """
    page = replay_page(gaple(), language=language)
    assert f'<html lang="{language}">' in page
    assert LANGUAGES[language].deal == states_of(page)[0][1]
    assert "@@" not in page


def test_unknown_language() -> None:
    """
    A language that a replay does not speak is refused.
    """
    with pytest.raises(PictureError, match="en, id, pt"):
        replay_page(gaple(), language="fr")


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    The command line writes replays and pictures, and prints rounds with characters.
    """
    record, page, svg = (str(tmp_path / name) for name in ("r.json", "r.html", "r.svg"))
    round_ = gaple("0-0")
    Path(record).write_text(tilerules.dumps(round_), encoding="utf-8")
    assert main(["replay", record, "--html", page, "--language", "pt"]) == 0
    assert replay_page(round_, language="pt") == Path(page).read_text(encoding="utf-8")
    assert main(["show", record, "--svg", svg, "--seat", "1", "--theme", "dark"]) == 0
    picture = round_.picture(seat=1, theme="dark")
    assert f"{picture}\n" == Path(svg).read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["show", record, "--unicode", "--at", "0"]) == 0
    assert unicode_tiles(gaple()).splitlines() == capsys.readouterr().out.splitlines()
    assert main(["replay", record, "--html", str(tmp_path)]) == 2


def test_notebooks() -> None:
    """
    Outcomes, matches and rule books show themselves, with names as text.
    """
    match = tilerules.variant("gaple").match(["<A>", "B", "C", "D"], seed=1)
    while match.outcome is None:
        match = match.play(match.round.legal_moves[0])
    for shown in (match, match.outcome, match.round.outcome):
        assert shown is not None
        html = shown._repr_html_()
        assert "<table>" in html
        assert "<A>" not in html
        assert "&lt;A&gt;" in html
    book = tilerules.variant("gaple").rulebook()._repr_markdown_()
    assert book.startswith("## Gaple\n")
    assert "\n### A turn\n" in book
    assert r"holds \[0-0\] opens" in book
