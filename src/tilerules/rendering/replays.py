"""
Replays: a round or a match as one file that a browser shows, state by state.

The file holds all it needs and asks for nothing. It is stepped through by keys, by buttons and by
a slider; its address names the state (``#14``), and each move is said in a sentence.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from itertools import pairwise

import attrs

from tilerules.errors import PictureError, nearest, shown
from tilerules.looks import DARK, LIGHT, PRINT, Theme, find_theme
from tilerules.pictures.drawing import Frames
from tilerules.pictures.scene import Scene
from tilerules.play.match import Match
from tilerules.play.pictured import round_scene, view_scene
from tilerules.play.round import Round
from tilerules.rendering.spoken import say_move, say_outcome
from tilerules.state import Seat

__all__ = ["LANGUAGES", "replay_page"]


@attrs.frozen
class _Words:
    """What a page says by itself."""

    deal: str = "The deal."
    round: str = "Round"
    first: str = "To the beginning"
    back: str = "Back"
    forward: str = "Forward"
    last: str = "To the end"
    state: str = "State"
    keys: str = "Arrow keys, Home and End work too."


LANGUAGES = {
    "en": _Words(),
    "id": _Words(
        deal="Kartu dibagikan.",
        round="Babak",
        first="Ke awal",
        back="Mundur",
        forward="Maju",
        last="Ke akhir",
        state="Keadaan",
        keys="Tombol panah, Home, dan End juga bisa dipakai.",
    ),
    "pt": _Words(
        deal="As peças são distribuídas.",
        round="Rodada",
        first="Para o início",
        back="Voltar",
        forward="Avançar",
        last="Para o fim",
        state="Estado",
        keys="As setas, Home e End também funcionam.",
    ),
}
"""The languages of the page's own words."""


@attrs.frozen
class _State:
    """One state of a replay."""

    count: str
    """Where we are."""
    said: str
    """What has happened."""
    scene: Scene
    """What is to be seen."""


def replay_page(
    thing: Round | Match,
    *,
    seat: Seat | None = None,
    theme: Theme | str | None = None,
    language: str = "en",
) -> str:
    """
    Make a page on which a round or a match is stepped through.

    Args:
        thing: The round or the match, with its moves.
        seat: Show what this seat saw, and hide the rest; every hand is open by default.
        theme: The colours; by default those of the reader's page: light, dark, or of paper.
        language: ``"en"``, ``"id"`` or ``"pt"``.

    Returns:
        The text of an HTML file, to be written in UTF-8.

    Raises:
        SeatError: There is no such seat.
        PictureError: There is no such theme or language.
    """
    if language not in LANGUAGES:
        raise PictureError(
            f"a replay speaks {', '.join(LANGUAGES)}, not {shown(language)}"
            f"{nearest(language, LANGUAGES)}"
        )
    words = LANGUAGES[language]
    look = _PAGE_THEME if theme is None else find_theme(theme)
    states = [*_states(thing, seat, words)]
    boxes = [one.scene.box for one in states]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    frames = Frames((min(lefts), min(tops), max(rights), max(bottoms)), look)
    # "</script>" ends a script wherever it stands, and names come from outside.
    told = [[one.count, one.said, frames.inner(one.scene)] for one in states]
    data = json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    variant = thing.variant
    title = f"{variant.title}: {' – '.join(thing.names)}"
    colours = [LIGHT, DARK, PRINT] if theme is None else [look, look, look]
    parts = {
        "language": language,
        "title": escape(title),
        "rules": escape(str(variant)),
        "data": data,
        "picture": frames.whole(states[-1].scene),
        "said": escape(states[-1].said),
        "defs": frames.defs(),
        # What would be too small on a phone is scrolled.
        "least": str(round((max(rights) - min(lefts)) * _LEAST)),
        "last_number": str(len(states) - 1),
        **{
            name: _variables(colour)
            for name, colour in zip(("light", "dark", "print"), colours, strict=True)
        },
        **{name: escape(word) for name, word in attrs.asdict(words).items()},
    }
    page = _PAGE
    for name, text in parts.items():
        page = page.replace(f"@@{name}@@", text)
    return page


def _states(thing: Round | Match, seat: Seat | None, words: _Words) -> Iterator[_State]:
    rounds = thing.rounds if isinstance(thing, Match) else (thing,)
    for number, round_ in enumerate(rounds, 1):
        states = round_.states
        place = f"{words.round} {number}: " if len(rounds) > 1 else ""
        last = len(states) - 1
        yield _State(f"{place}0/{last}", words.deal, _scene(states[0], seat))
        for at, (before, after) in enumerate(pairwise(states), 1):
            said = say_move(before, after, seat)
            if after.outcome is not None:
                said = f"{said} {say_outcome(after.outcome, after.names)}"
            yield _State(f"{place}{at}/{last}", said, _scene(after, seat))


def _scene(state: Round, seat: Seat | None) -> Scene:
    return round_scene(state) if seat is None else view_scene(state.view(seat))


_LEAST = 12
"""So many pixels half a domino has at least on a page."""

_ROLES = ("table", "text", "tile", "edge", "ink", "back", "mark")

_PAGE_THEME = Theme(
    name="page",
    suits={letter: f"var(--suit-{letter})" for letter, _colour in LIGHT.suits},
    **{role: f"var(--{role})" for role in _ROLES},
)
"""Colours that are the page's to settle: by the reader's taste, and for paper."""


def _variables(theme: Theme) -> str:
    found = [f"--{role}:{getattr(theme, role)}" for role in _ROLES]
    return ";".join([*found, *[f"--suit-{letter}:{colour}" for letter, colour in theme.suits]])


_PAGE = """<!doctype html>
<html lang="@@language@@">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>@@title@@</title>
<style>
:root{color-scheme:light dark;@@light@@}
@media (prefers-color-scheme:dark){:root{@@dark@@}}
body{font:1rem/1.4 system-ui,sans-serif;margin:1rem auto;padding:0 .75rem;max-width:64rem}
h1{font-size:1.25rem;margin:0 0 .25rem;overflow-wrap:anywhere}
p{margin:.4rem 0}.rules,.keys{opacity:.8;font-size:.85rem}
nav{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
button{font:inherit;min-width:2.75rem;min-height:2.75rem}
input{flex:1 1 8rem;min-height:2.75rem}output{min-width:6rem;font-variant-numeric:tabular-nums}
#said{min-height:2.8em}#picture{overflow-x:auto}
#picture svg{width:100%;min-width:@@least@@px;height:auto;max-height:75vh}
@media print{:root{@@print@@}nav,.keys{display:none}#picture svg{min-width:0}}
</style>
<main>
<h1>@@title@@</h1>
<p class="rules">@@rules@@</p>
<nav>
<button type="button" data-to="first" aria-label="@@first@@">|◀</button>
<button type="button" data-to="back" aria-label="@@back@@">◀</button>
<button type="button" data-to="forward" aria-label="@@forward@@">▶</button>
<button type="button" data-to="last" aria-label="@@last@@">▶|</button>
<input type="range" id="at" min="0" max="@@last_number@@" value="@@last_number@@"
 aria-label="@@state@@">
<output id="count"></output>
</nav>
<p id="said" role="status" aria-live="polite">@@said@@</p>
<div id="picture">@@picture@@</div>
<p class="keys">@@keys@@</p>
@@defs@@
</main>
<script type="application/json" id="data">@@data@@</script>
<script>
(function () {
  "use strict";
  const one = (id) => document.getElementById(id);
  const states = JSON.parse(one("data").textContent), last = states.length - 1;
  const svg = document.querySelector("#picture svg");
  let now = 0;
  function go(to) {
    now = Math.max(0, Math.min(last, to));
    const [count, said, inner] = states[now];
    svg.innerHTML = inner;
    svg.setAttribute("aria-label", svg.querySelector("desc").textContent);
    one("said").textContent = said;
    one("count").textContent = count;
    one("at").value = now;
    one("at").setAttribute("aria-valuetext", count);
    history.replaceState(null, "", "#" + now);
  }
  const ways = { first: () => 0, back: () => now - 1, forward: () => now + 1, last: () => last };
  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  for (const button of document.querySelectorAll("button[data-to]"))
    button.addEventListener("click", () => go(ways[button.dataset.to]()));
  one("at").addEventListener("input", (event) => go(+event.target.value));
  addEventListener("keydown", (event) => {
    const way = keys[event.key];
    if (!way || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    go(ways[way]());
  });
  const named = () => go(parseInt(location.hash.slice(1), 10) || 0);
  addEventListener("hashchange", named);
  named();
})();
</script>
</html>
"""
