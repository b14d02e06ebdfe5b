"""
The base of every part of a variant: something with a code that can describe itself.

A component is a frozen attrs class. Its fields are its parameters; its class variables say
what it is called, which decision point it answers, where the rule stands, and how to put it
in words. Rule book, refusals and behaviour therefore change together.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, ClassVar, Protocol, Self

import attrs

from tilerules.errors import nearest, shown
from tilerules.texts import Reason, Text

__all__ = ["Component", "GameLike", "RulesLike", "Shortcuts", "rank_of"]


class Shortcuts:
    """
    A class with methods that do faster what plain ones do.

    A subclass that changes a plain method, and not the shortcut for it, loses the shortcut: what
    it says is the rule, also where it got the method from a mixin. So nobody need know the
    shortcuts who writes a part. A subclass may add shortcuts of its own.
    """

    shortcuts: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The plain methods that each shortcut stands for. The first class that has it says nothing
    but what the plain methods say."""

    def __init_subclass__(cls) -> None:
        """
        Put the plain way in place of shortcuts that were made for other methods.

        Raises:
            TypeError: The table of shortcuts names something that is no method.
        """
        super().__init_subclass__()
        for base in reversed(cls.__mro__):
            for name, plain in vars(base).get("shortcuts", {}).items():
                if base is cls:
                    _check_methods(cls, (name, *plain))
                first = [one for one in base.__mro__ if _brings(one, name)][-1]
                maker = _provider(cls, name)
                if maker is not first and not _is_for(cls, maker, plain):
                    setattr(cls, name, vars(first)[name])


def _check_methods(cls: type, names: tuple[str, ...]) -> None:
    """Check the names in a table of shortcuts."""
    for name in names:
        if not callable(getattr(cls, name, None)):
            known = [one for one in dir(cls) if callable(getattr(cls, one, None))]
            raise TypeError(
                f"the shortcuts of {cls.__qualname__} name {shown(name)}, which is no method of it"
                f"{nearest(str(name), known)}"
            )


def _brings(cls: type, name: str) -> bool:
    """Whether a class itself has a method, or a field of its name."""
    return name in vars(cls) or name in vars(cls).get("__annotations__", {})


def _provider(cls: type, name: str) -> type | None:
    """Give the class that a method of a class comes from."""
    return next((one for one in cls.__mro__ if _brings(one, name)), None)


def _is_for(cls: type, maker: type | None, plain: tuple[str, ...]) -> bool:
    """Whether the class that brings a shortcut knew the plain methods that another has."""
    order = (*cls.__mro__, None)
    for name in plain:
        mine, known = _provider(cls, name), None if maker is None else _provider(maker, name)
        # A mixin that brings a shortcut alone was made for what comes behind it.
        if mine is not known and (known or order.index(mine) < order.index(maker)):
            return False
    return True


class RulesLike(Protocol):
    """
    What is asked of a variant to say which of its parts is at fault.
    """

    @property
    def key(self) -> str:
        """What it is called."""

    @property
    def extends(self) -> tuple[str, ...]:
        """The names of the variants it was made of, nearest first."""

    @property
    def version(self) -> int:
        """The version of the rules."""

    @property
    def parts(self) -> tuple[Component, ...]:
        """Every part of it."""


class GameLike(Protocol):
    """
    What a part may ask about the variant it is described in.
    """

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of seats it is for."""

    @property
    def actions(self) -> tuple[Any, ...]:
        """What players may do."""

    @property
    def continuations(self) -> tuple[object, ...]:
        """What keeps the turn with a player who has moved."""

    @property
    def has_partners(self) -> bool:
        """Whether some seats play together."""

    def action(self, kind: str) -> object:
        """Give the action of a kind; None where there is none."""

    def undealt(self, seats: int) -> int | None:
        """Say how many tiles the deal to so many seats leaves; None where there is none."""


@attrs.frozen
class Component(Shortcuts):
    """
    One part of a variant. Subclasses are frozen attrs classes compared by value.
    """

    code: ClassVar[str] = ""
    """The key of the part, unique within its tuple in a variant."""
    point: ClassVar[str] = ""
    """The decision point it answers, e.g. ``"blocking"``."""
    source: ClassVar[str] = ""
    """
    The clause or page the rule comes from. A part that several games share has none of its
    own: the variant's ``clauses`` name it.
    """
    sentence: ClassVar[str] = ""
    """The rule in words; ``{name}`` stands for a parameter. Empty: it goes without saying."""
    texts: ClassVar[Mapping[str, str]] = {}
    """The sentences of the reasons this part gives, by code."""
    keeps: ClassVar[tuple[str, ...]] = ()
    """The keys of ``rest.ext`` under which it keeps a state of its own."""

    house_rule: ClassVar[Any]
    """The house rule that puts it in, where its class was made by :func:`~tilerules.house_rule`."""

    looks_back: ClassVar[bool] = False
    """
    Whether a round that begins where it stands would lack something: the part looks at states
    before the last move, or what a move leads to depends on more of a hidden hand than
    ``only_without`` and :meth:`~tilerules.rules.kinds.Continuation.lacks` tell. Then every round
    that is sampled from a view is played through from its beginning.
    """

    def params(self) -> dict[str, object]:
        """Give the parameters by name, as they are put into :attr:`sentence`."""
        return {field.name: getattr(self, field.name) for field in attrs.fields(type(self))}

    def describe(self) -> tuple[Text, ...]:
        """Put the rule in words, one text a sentence."""
        if not self.sentence:
            return ()
        return (Text(code=self.code, template=self.sentence, params=self.params()),)

    def describe_in(self, game: GameLike) -> tuple[Text, ...]:
        """
        Put the rule in words as it stands in a whole variant: what a rule book prints.

        By default what :meth:`describe` says. Override it where the words depend on other
        parts, e.g. to name dead tiles only in a game that has them.
        """
        return self.describe()

    def for_tiles(self, tile_set: Any) -> Self:
        """
        Give the part as it is where the game is played with another tile set: by default the same,
        with the parts in its fields as they are then.

        Args:
            tile_set: The :class:`~tilerules.TileSet`, of tiles of the same kind.
        """
        fields = [(one.name, getattr(self, one.name)) for one in attrs.fields(type(self))]
        parts = {n: p.for_tiles(tile_set) for n, p in fields if isinstance(p, Component)}
        return attrs.evolve(self, **parts) if parts else self

    def idle_in(self, game: GameLike) -> tuple[str, ...]:
        """
        Name the parameters that change nothing in a whole variant, whatever their values.

        A house rule that changes nothing else is said to have no effect.

        Returns:
            Names of fields; an empty name for the part as a whole, of which the rule book then
            says nothing.
        """
        return ()

    def check_kept(self, state: Any, key: str, value: Hashable) -> str | None:
        """
        Say what is wrong with a value that a position claims to be kept under a key.

        Args:
            state: The round being set up, a :class:`~tilerules.state.State` without its legal
                moves; ``to_move`` is None in one that is over.
            key: One of :attr:`keeps`.
            value: What is said to be kept: ints, texts, bools, None and tuples of them.

        Returns:
            What is wrong, as the end of a sentence; None where the value may stand.
        """
        return None

    def position_words(self) -> tuple[str, ...]:
        """
        Name the words of a position, beside ``ext``, that stand there through this part alone.

        They are ``points`` for points scored during play, ``dead``, ``idle``, and ``owed`` in a
        turn. A position that has a word which no part of its rules names is refused.
        """
        return ()

    def reason(self, code: str = "", **params: object) -> Reason:
        """
        Make a reason against a move.

        Args:
            code: A key of :attr:`texts`; the part's own code by default.
            params: What the sentence names.
        """
        code = code or self.code
        template = self.texts.get(code) or self.sentence
        if not template:
            template, params = "the rule {rule} forbids it", {**params, "rule": self.code}
        return Reason(
            code=code,
            template=template,
            params={**self.params(), **params},
            clause=self.source,
            option=self.code,
        )


def rank_of(part: object) -> int:
    """Give the rank of a part: the place it was given, else that of its kind; 0 without one."""
    place = getattr(part, "place", None)
    return getattr(part, "rank", 0) if place is None else place
