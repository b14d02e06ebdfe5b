"""The state machine: rounds, moves, views, outcomes, matches."""

from tilerules.play.bots import PlayoutBot, advise
from tilerules.play.counting import perft
from tilerules.play.documents import json_schema
from tilerules.play.events import Event
from tilerules.play.judging import Counted, Outcome
from tilerules.play.match import Match, MatchOutcome, MatchView
from tilerules.play.plans.lazy import LazyMoves
from tilerules.play.position import Position
from tilerules.play.round import Round
from tilerules.play.variant import SeatsLike, Variant
from tilerules.play.views import Bot, RandomBot, RoundView

__all__ = [
    "Bot",
    "Counted",
    "Event",
    "LazyMoves",
    "Match",
    "MatchOutcome",
    "MatchView",
    "Outcome",
    "PlayoutBot",
    "Position",
    "RandomBot",
    "Round",
    "RoundView",
    "SeatsLike",
    "Variant",
    "advise",
    "json_schema",
    "perft",
]
