"""
Catalogues: the words of other languages for the sentences that this library and its games say.

A distribution ships its own, as package data of the package that holds its game::

    locale/<language>/LC_MESSAGES/<package>.mo

in the format of GNU gettext. The context of a message is its code, and the message is its English
template. Nothing is registered: what a game's package has is found, and its own word goes before
the library's. A sentence that no catalogue has is said in English.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

__all__ = ["ENGLISH", "LIBRARY", "Catalogue", "Words", "languages", "words_for"]

Catalogue: TypeAlias = Mapping[str, str]
"""From code to template, in the style of :meth:`str.format`."""

LIBRARY = "tilerules"
"""The package whose catalogues every game falls back to."""

_NAME = re.compile(r"([A-Za-z]{2,3})(?:[_-]([A-Za-z]{2,4}))?(?:[.@].*)?")
"""A language, and maybe a country or a script; what an environment adds is left out."""


class Words:
    """
    The words of one language, or those that an app brings itself; English where they say nothing.
    """

    def __init__(self, catalogues: tuple[Any, ...] = (), own: Catalogue | None = None) -> None:
        self._catalogues = catalogues
        self._own = own or {}

    def find(self, code: str, template: str, many: str = "", number: int = 1) -> str:
        """
        Give the template of a message.

        Args:
            code: Its context.
            template: The English template; that for the number one, where there are two.
            many: The English template for other numbers; empty where there is but one.
            number: The number that decides between them.
        """
        if code in self._own:
            return self._own[code]
        english = many if many and number != 1 else template
        for catalogue in self._catalogues:
            if many:
                found = catalogue.npgettext(code, template, many, number)
            else:
                found = catalogue.pgettext(code, template)
            if found != english:
                return str(found)
        return english


ENGLISH = Words()
"""The words of the templates themselves."""


def _folder(package: str) -> Path | None:
    """Give the folder with the catalogues of a package that has been imported, if it has one."""
    paths = getattr(sys.modules.get(package), "__path__", ())
    folders = (Path(path) / "locale" for path in paths)
    return next((folder for folder in folders if folder.is_dir()), None)


def languages(packages: tuple[str, ...] = ()) -> tuple[str, ...]:
    """
    Name the languages that sentences can be said in, in order of their codes.

    Args:
        packages: Packages of games, beside the library itself.
    """
    found = {"en"}
    for package in (*packages, LIBRARY):
        folder = _folder(package)
        if folder is not None:
            files = folder.glob(f"*/LC_MESSAGES/{package}.mo")
            found.update(file.parent.parent.name for file in files)
    return tuple(sorted(found))


@lru_cache(maxsize=256)
def words_for(language: str, packages: tuple[str, ...] = ()) -> Words:
    """
    Give the words of a language.

    Args:
        language: Its code, maybe with a country: ``"id"``, ``"pt_BR"``, ``"pt-BR"``. Of a country
            without words of its own, those of the language are taken.
        packages: The packages of the game, whose own words go before the library's.
    """
    name = _NAME.fullmatch(language)
    if name is None:
        return ENGLISH
    import gettext

    short = name[1].lower()
    codes = [f"{short}_{name[2].upper()}", short] if name[2] else [short]
    found = []
    for package in dict.fromkeys((*packages, LIBRARY)):
        folder = _folder(package)
        for code in codes if folder is not None else ():
            path = Path(folder or "") / code / "LC_MESSAGES" / f"{package}.mo"
            if path.is_file():
                with path.open("rb") as file:
                    found.append(gettext.GNUTranslations(file))
    return Words(tuple(found)) if found else ENGLISH
