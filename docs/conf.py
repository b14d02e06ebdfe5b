"""
How Sphinx builds the documentation. Nothing is fetched: no intersphinx, no remote fonts.
"""

from __future__ import annotations

import builtins
import sys
from importlib.metadata import version as installed_version

project = "tilerules"
author = "The tilerules authors"
project_copyright = author
release = installed_version("tilerules")
version = ".".join(release.split(".")[:2])

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    # Runs the examples in docstrings; those in Markdown fences are run by tests/docs.
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
]
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = f"tilerules {release}"

nitpicky = True
# Names from outside have no page here to link to.
outside = "|".join([*sys.stdlib_module_names, "attr", "attrs", "hypothesis", "pluggy", "rich"])
nitpick_ignore_regex = [
    (r"py:.*", "|".join(dir(builtins))),
    (r"py:.*", rf"({outside})\..*"),
]

autodoc_member_order = "bysource"
napoleon_numpy_docstring = False
# Where a rule is written down.
napoleon_custom_sections = ["Source"]

myst_enable_extensions = ["colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3
