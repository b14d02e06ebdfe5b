"""
Studies: what a house rule does, measured by playing, with an interval.

A study plays units, each once by every arm on the same deal with the same dice. Units are
grouped in blocks, a block's tally is made of whole numbers, and so the result is the same to the
bit on one core or many, in one go or resumed. Any :class:`concurrent.futures.Executor` does the
distributing.
"""

from __future__ import annotations

from tilerules.studies.results import Result
from tilerules.studies.running import run
from tilerules.studies.study import Arm, Study
from tilerules.studies.workers import end_with_driver

__all__ = ["Arm", "Result", "Study", "end_with_driver", "run"]
