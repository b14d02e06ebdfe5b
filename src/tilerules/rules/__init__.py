"""
Components: the parts variants are made of.

Each module holds the parts for some of a variant's decision points and is imported from by its
own name, e.g. ``from tilerules.rules.scoring import Count``. The kinds of part, from which a
plugin derives its own, are in :mod:`tilerules.rules.parts`.
"""

__all__: list[str] = []
