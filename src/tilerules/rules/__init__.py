"""
The parts variants are made of: the kinds, and what games of any family share.

An author imports from here: ``from tilerules.rules import Action, Pass``.
"""

from tilerules.rules import (
    blocking,
    dealing,
    endings,
    hosting,
    kinds,
    laying,
    openings,
    seating,
    starting,
)
from tilerules.rules.blocking import *
from tilerules.rules.dealing import *
from tilerules.rules.endings import *
from tilerules.rules.hosting import *
from tilerules.rules.kinds import *
from tilerules.rules.laying import *
from tilerules.rules.openings import *
from tilerules.rules.seating import *
from tilerules.rules.starting import *

__all__: list[str] = []
__all__ += blocking.__all__
__all__ += dealing.__all__
__all__ += endings.__all__
__all__ += hosting.__all__
__all__ += kinds.__all__
__all__ += laying.__all__
__all__ += openings.__all__
__all__ += seating.__all__
__all__ += starting.__all__
