"""
Sentences made from codes and parameters.
"""

from __future__ import annotations

import pickle

import pytest

from tilerules import Reason
from tilerules.texts import Text, plural

HELD = Text(code="held", template="seat {seat} holds {tile}", params={"tile": "4-6", "seat": 2})


def test_text_is_its_sentence() -> None:
    """
    A text renders its template, with what it was given.
    """
    assert "seat 2 holds 4-6" == str(HELD) == HELD.render()


def test_parameters_are_sorted() -> None:
    """
    The order in which parameters were given does not show (S08).
    """
    assert (("seat", 2), ("tile", "4-6")) == HELD.params
    assert HELD == Text(code="held", template="", params={"seat": 2, "tile": "4-6"})


def test_catalogue_translates() -> None:
    """
    A catalogue's template is used where it has one, English where it has none.
    """
    assert "4-6 ada di kursi 2" == HELD.render({"held": "{tile} ada di kursi {seat}"})
    assert "seat 2 holds 4-6" == HELD.render({"other": "nothing"})


def test_same_fact_in_other_words_is_equal() -> None:
    """
    Texts are compared by code and parameters: the English words may be improved.
    """
    assert Text(code="a", template="one") == Text(code="a", template="two")
    assert Text(code="a", template="one") != Text(code="b", template="one")
    assert hash(Text(code="a", template="one")) == hash(Text(code="a", template="two"))


def test_missing_parameter_is_an_error() -> None:
    """
    A template that names what nobody gave is not written half.
    """
    with pytest.raises(KeyError, match="tile"):
        str(Text(code="held", template="{tile}"))


def test_reason_names_clause_and_option() -> None:
    """
    A reason carries the clause and the part that set it, and travels.
    """
    reason = Reason(code="held", template="no {x}", params={"x": 1}, clause="§ 3", option="place")

    assert ("§ 3", "place") == (reason.clause, reason.option)
    assert "no 1" == str(reason)
    assert reason == pickle.loads(pickle.dumps(reason))
    assert "no 1" == str(pickle.loads(pickle.dumps(reason)))
    assert reason != Reason(code="held", template="no {x}", params={"x": 1})


def test_plural() -> None:
    """
    One tile, no tiles, two tiles.
    """
    assert ["0 tiles", "1 tile", "2 tiles"] == [plural(n, "tile") for n in range(3)]
