"""What lies on the table, and what fits where."""

from tilerules.layouts.base import (
    BoundLayout,
    BoundPlaces,
    Layout,
    OpenEnd,
    PlaceId,
    PlaceMask,
    Reading,
)
from tilerules.layouts.joker_rules import JokerRules, TableJoker, joker_problems, table_jokers
from tilerules.layouts.line import BoundLine, Line, LineLayout
from tilerules.layouts.meld_layout import BoundMelds, MeldLayout, Melds
from tilerules.layouts.meld_notation import (
    BrokenMeld,
    dump_table,
    parse_meld,
    parse_table,
    read_table,
)
from tilerules.layouts.meld_problems import explain_meld
from tilerules.layouts.melds import (
    Meld,
    MeldKind,
    MeldRules,
    Table,
    all_melds,
    meld_readings,
    table_tiles,
)
from tilerules.layouts.train_reading import Train, TrainEnd, Trains
from tilerules.layouts.trains import BoundTrains, TrainsLayout

__all__ = [
    "BoundLayout",
    "BoundLine",
    "BoundMelds",
    "BoundPlaces",
    "BoundTrains",
    "BrokenMeld",
    "JokerRules",
    "Layout",
    "Line",
    "LineLayout",
    "Meld",
    "MeldKind",
    "MeldLayout",
    "MeldRules",
    "Melds",
    "OpenEnd",
    "PlaceId",
    "PlaceMask",
    "Reading",
    "Table",
    "TableJoker",
    "Train",
    "TrainEnd",
    "Trains",
    "TrainsLayout",
    "all_melds",
    "dump_table",
    "explain_meld",
    "joker_problems",
    "meld_readings",
    "parse_meld",
    "parse_table",
    "read_table",
    "table_jokers",
    "table_tiles",
]
