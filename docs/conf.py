"""
How Sphinx builds the documentation. Nothing is fetched: no intersphinx, no remote fonts.
"""

from __future__ import annotations

import builtins
import sys
from importlib.metadata import version as installed_version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "tilerules"
author = "The tilerules authors"
project_copyright = author
release = installed_version("tilerules")
version = ".".join(release.split(".")[:2])

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "tilerules_checks",
    "tilerules_pages",
    "tilerules_pictures",
    "tilerules_rules",
]
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = f"tilerules {release}"
html_static_path = ["_static"]
html_css_files = ["tilerules.css"]
html_search_scorer = str(Path(__file__).parent / "_ext" / "search_scorer.js")
html_favicon = "_static/favicon.svg"

nitpicky = True
# Names from outside, and type variables, have no page here to link to.
outside = [*sys.stdlib_module_names, "_pytest", "attr", "attrs", "hypothesis", "pluggy", "rich"]
# What games register with functions of the library is listed with these.
outside.append("tilerules_classic_dominoes")
nitpick_ignore_regex = [
    (r"py:.*", rf"({'|'.join([*outside, *dir(builtins)])})(\..*)?"),
    (r"py:.*", r"tilerules\..*\.[A-Z]"),
]

add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
napoleon_numpy_docstring = False
# Where a rule is written down.
napoleon_custom_sections = ["Source"]

myst_enable_extensions = ["colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3
