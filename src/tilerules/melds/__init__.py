"""
The family of melds: groups and runs that may be rearranged, and their exact solver.
"""

from tilerules.melds import data as _data  # noqa: F401  # registers what they are in JSON
from tilerules.melds import pictures as _pictures  # noqa: F401  # registers where tiles lie
from tilerules.melds.duties import (
    FreedJokers,
    InitialMeld,
    Opened,
    has_opened,
    laid_of,
    proposed_tiles,
)
from tilerules.melds.jokers import (
    JokerRules,
    Proposed,
    TableJoker,
    joker_problems,
    n_jokers_of,
    naturals_of,
    pay,
    table_jokers,
)
from tilerules.melds.laying import Lay, Proposal, lay_move, melding
from tilerules.melds.layout import BoundMelds, MeldLayout, Melds
from tilerules.melds.meld import (
    Meld,
    MeldKind,
    MeldRules,
    Spot,
    Table,
    all_melds,
    meld_readings,
    table_tiles,
)
from tilerules.melds.notation import (
    BrokenMeld,
    dump_table,
    parse_meld,
    parse_table,
    read_table,
    tile_words,
)
from tilerules.melds.plays import MeldPlays, meld_rules
from tilerules.melds.problems import explain_meld

__all__ = [
    "BoundMelds",
    "BrokenMeld",
    "FreedJokers",
    "InitialMeld",
    "JokerRules",
    "Lay",
    "Meld",
    "MeldKind",
    "MeldLayout",
    "MeldPlays",
    "MeldRules",
    "Melds",
    "Opened",
    "Proposal",
    "Proposed",
    "Spot",
    "Table",
    "TableJoker",
    "all_melds",
    "dump_table",
    "explain_meld",
    "has_opened",
    "joker_problems",
    "laid_of",
    "lay_move",
    "meld_readings",
    "meld_rules",
    "melding",
    "n_jokers_of",
    "naturals_of",
    "parse_meld",
    "parse_table",
    "pay",
    "proposed_tiles",
    "read_table",
    "table_jokers",
    "table_tiles",
    "tile_words",
]
