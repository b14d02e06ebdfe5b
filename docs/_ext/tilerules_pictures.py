"""
The directive ``picture``: a table, drawn from a position when the pages are built.

::

    ```{picture} gaple
    :seats: Ana, Budi, Caro, Dewi
    :seed: 7
    :moves: 0-0; 4-0
    :seat: 2

    What is to be seen, in a sentence below the picture.
    ```

A round is dealt by ``seed`` to ``seats``, with ``hands`` if they are given, or read from
``position``; then the moves are played. So a picture cannot show what the rules
would not allow. ``layout`` draws the table alone, and ``marks`` points at tiles.
It is drawn twice, for pages with a light and with a dark ground; paper gets the light one.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from positions import draw_position
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import tilerules


class Picture(SphinxDirective):
    """
    Draws a position.
    """

    required_arguments = 1
    has_content = True
    option_spec = {
        "seats": directives.unchanged,
        "seed": directives.unchanged,
        "hands": directives.unchanged,
        "rules": directives.unchanged,
        "position": directives.unchanged,
        "moves": directives.unchanged,
        "seat": directives.unchanged,
        "marks": directives.unchanged,
        "layout": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """
        Give a figure with the picture in both themes, and its caption.
        """
        figure = nodes.figure("", classes=["tile-picture"])
        for theme in ("light", "dark"):
            svg = draw_position(self.arguments[0], self.options, theme)
            html = f'<div class="only-{theme}">{svg}</div>'
            figure += nodes.raw("", html, format="html")
        if self.content:
            caption = nodes.caption()
            messages = self.parse_text_to_nodes("\n".join(self.content))
            for node in messages:
                caption += node.children if isinstance(node, nodes.paragraph) else [node]
            figure += caption
        return [figure]


def setup(app: Sphinx) -> dict[str, Any]:
    """
    Add the directive.
    """
    app.add_directive("picture", Picture)
    return {"version": tilerules.__version__, "parallel_read_safe": True}
