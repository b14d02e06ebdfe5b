"""
Sentences in other languages: what is a fact, what is a word, and whose words are taken.
"""

from __future__ import annotations

import ast
import gettext
import struct
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType

import attrs
import pytest

import tilerules
from tilerules import languages
from tilerules.languages import words_for
from tilerules.rendering import say_move, say_outcome, say_table
from tilerules.texts import Listed, Reason, Text, counted, say

ROOT = Path(__file__).resolve().parents[2]

HOUSES = (
    *(ROOT / "src" / "tilerules").rglob("*.py"),
    *(ROOT / "plugins").glob("*/src/**/*.py"),
)

SAYING = ("describe", "describe_in", "params", "dead_words")
"""The methods of parts that give sentences, or what stands in them."""


def mo_file(messages: Mapping[tuple[str, str], str]) -> bytes:
    """
    Write messages, by context and English, as the binary catalogue of gettext.
    """
    head = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=1; plural=0;\n"
    found = {b"": head.encode()}
    for (context, english), words in messages.items():
        found[f"{context}\x04{english}".encode()] = words.encode()
    pairs = sorted(found.items())
    count, at = len(pairs), 28 + 16 * len(pairs)
    tables, texts = [b"", b""], b""
    for side in (0, 1):
        for pair in pairs:
            tables[side] += struct.pack("<II", len(pair[side]), at + len(texts))
            texts += pair[side] + b"\0"
    start = struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, at)
    return start + tables[0] + tables[1] + texts


def put_catalogue(
    folder: Path, package: str, language: str, messages: Mapping[tuple[str, str], str]
) -> None:
    """
    Put a catalogue where a package has it.
    """
    path = folder / "locale" / language / "LC_MESSAGES" / f"{package}.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(mo_file(messages))


@pytest.fixture
def own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """
    Give the name of a package with words of its own, for a made-up language.
    """
    package = ModuleType("words_of_a_test")
    package.__path__ = [str(tmp_path)]
    monkeypatch.setitem(sys.modules, package.__name__, package)
    lines = {
        ("clockwise", "Play goes clockwise."): "Yalp seog.",
        ("not-held", "{name} does not hold {tile}"): "{tile}: {name} ton",
        ("list-and", "{first} and {last}"): "{first} dna {last}",
        ("n-tiles", "{n} tile\0{n} tiles"): "{n} selit",
        ("count.because", "the lowest count"): "tsewol",
        ("result.wins", "{who} wins, by {why}.\0{who} win, by {why}."): "{why}: {who}",
    }
    put_catalogue(tmp_path, package.__name__, "xx", lines)
    words_for.cache_clear()
    yield package.__name__
    words_for.cache_clear()


def test_parameters_are_put_in_the_same_language(own_words: str) -> None:
    """Texts within texts, lists and numbers with their nouns follow the text they stand in."""
    text = say("told", "{who}: {tiles}", who=Listed(["Ana", "Budi"]), tiles=counted(2, "tile"))

    assert "Ana and Budi: 2 tiles" == str(text)
    text = attrs.evolve(text, packages=(own_words,))
    assert "Ana dna Budi: 2 selit" == text.render(language="xx")


def test_a_package_changes_a_sentence_of_the_library_for_itself_alone(own_words: str) -> None:
    """A game's own words go before the library's in that game, and are nobody else's."""
    gaple = tilerules.variant("gaple")
    mine = attrs.evolve(gaple, package=own_words)

    assert "- Yalp seog." in mine.rulebook().render(language="xx")
    assert "- Play goes clockwise." in mine.rulebook().render()
    assert gaple.rulebook().render() == gaple.rulebook().render(language="xx")


def test_refusals_and_outcomes_are_said_with_the_words_of_the_game(own_words: str) -> None:
    """Reasons and outcomes remember the packages of their game."""
    mine = attrs.evolve(tilerules.variant("gaple"), package=own_words)
    round_ = mine.deal(["Ana", "Budi", "Caro", "Dewi"], seed=7)
    tile = str(next(iter(round_.hands[((round_.to_move or 0) + 1) % 4])))
    (reason,) = [one for one in round_.explain(tile) if one.code == "not-held"]

    assert f"{tile}: {round_.names[round_.to_move or 0]} ton" == reason.render(language="xx")
    outcome = mine.score({"Ana": "0-1", "Budi": "1-1", "Caro": "1-2", "Dewi": "1-3"})
    assert "tsewol: Ana" == say_outcome(outcome, outcome.names, language="xx")


@pytest.mark.parametrize("name", ["xx_YY", "xx-yy", "xx.UTF-8", "XX"])
def test_a_country_takes_the_words_of_its_language(own_words: str, name: str) -> None:
    """As an environment or a browser writes it."""
    assert "Yalp seog." == words_for(name, (own_words,)).find("clockwise", "Play goes clockwise.")


@pytest.mark.parametrize("name", ["", "C", "../xx", "zz", "x" * 99])
def test_what_no_catalogue_has_is_said_in_english(own_words: str, name: str) -> None:
    """Also where what is asked for is no language at all."""
    text = say("clockwise", "Play goes clockwise.")

    assert "Play goes clockwise." == attrs.evolve(text, packages=(own_words,)).render(language=name)


def test_the_languages_there_are(own_words: str) -> None:
    """English needs no catalogue; a game adds its own."""
    assert "en" in languages.languages()
    assert "xx" not in languages.languages()
    assert "xx" in languages.languages((own_words,))


def test_a_catalogue_of_an_app_goes_by_code() -> None:
    """A mapping from code to template reaches the texts within a text, too."""
    text = say("told", "{tiles}", tiles=counted(3, "tile"))

    assert "3 Steine" == text.render({"n-tiles": "{n} Steine"})


def test_english_is_what_the_templates_say() -> None:
    """With no language, and with English."""
    book = tilerules.variant("mexican-train").rulebook()
    round_ = tilerules.variant("gaple").deal(4, seed=7)
    after = round_.play("0-0")

    assert str(book) == book.render(language="en")
    assert say_move(round_, after) == say_move(round_, after, language="en")
    assert say_table(after.layout, ()) == say_table(after.layout, (), language="en")


def test_the_catalogue_written_here_is_one() -> None:
    """The standard library reads it."""
    import io

    found = gettext.GNUTranslations(io.BytesIO(mo_file({("a", "b"): "c", ("d", "b"): "e"})))

    assert ("c", "e") == (found.pgettext("a", "b"), found.pgettext("d", "b"))


@pytest.mark.parametrize("path", HOUSES, ids=lambda path: str(path.relative_to(ROOT)))
def test_parts_make_no_sentence_of_pieces(path: Path) -> None:
    """What describes a rule has no formatted text, which no catalogue reaches."""
    found = [
        f"{path.name}:{node.lineno} {method.name}"
        for part in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(part, ast.ClassDef)
        for method in part.body
        if isinstance(method, ast.FunctionDef) and method.name in SAYING
        for node in ast.walk(method)
        if isinstance(node, ast.JoinedStr)
        and any(isinstance(one, ast.Constant) and " " in str(one.value) for one in node.values)
    ]

    assert [] == found


def test_no_two_meanings_share_a_message() -> None:
    """The English of a code, said of parts of different classes, is of one class of parts."""
    found: dict[tuple[str, str], set[type]] = {}
    for variant in tilerules.variants():
        for part in variant.parts:
            for text in part.describe():
                mine = (cls for cls in type(part).__mro__ if "sentence" in vars(cls))
                home = next(mine, type(part))
                found.setdefault((text.context or text.code, text.template), set()).add(home)

    assert found
    assert {} == {key: homes for key, homes in found.items() if len(homes) > 1}


def test_facts_stay_facts() -> None:
    """A reason keeps what it is about beside its words, so that an app may say it in its own."""
    round_ = tilerules.variant("gaple").deal(4, seed=7).play("0-0")
    reasons = {reason.code: dict(reason.params) for reason in round_.explain("5-6@L")}
    misfit = reasons["does-not-fit"]

    assert ("5-6", "L") == (misfit["tile"], misfit["place"])
    assert isinstance(misfit["where"], Text)
    assert "5-6 does not match at the left end, which needs a 0" in map(
        str, round_.explain("5-6@L")
    )
    assert isinstance(round_.explain("5-6@L")[0], Reason)
