"""
The directive ``conformance-checks``: what the conformance kit asks, made from the kit itself.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import tilerules
from tilerules.testing import CHECKS


class ConformanceChecks(SphinxDirective):
    """
    Lists the codes of all checks with what holds where nothing is wrong.
    """

    def run(self) -> list[nodes.Node]:
        """
        Give the definition list.
        """
        items = (
            nodes.definition_list_item(
                "",
                nodes.term("", "", nodes.literal("", code)),
                nodes.definition("", nodes.paragraph("", right)),
            )
            for code, right in CHECKS.items()
        )
        return [nodes.definition_list("", *items)]


def setup(app: Sphinx) -> dict[str, Any]:
    """
    Add the directive.
    """
    app.add_directive("conformance-checks", ConformanceChecks)
    return {"version": tilerules.__version__, "parallel_read_safe": True}
