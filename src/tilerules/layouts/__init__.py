"""
What lies on the table, and what fits where: what every layout offers, and the line.

Trains and melds are families of their own: :mod:`tilerules.trains`, :mod:`tilerules.melds`.
"""

from tilerules.layouts import base, line
from tilerules.layouts.base import *
from tilerules.layouts.line import *

__all__: list[str] = []
__all__ += base.__all__
__all__ += line.__all__
