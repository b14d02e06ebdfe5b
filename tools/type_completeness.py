#!/usr/bin/env python3
"""
Check that every public name has a complete type, as pyright sees it from outside.

    .venv/bin/python tools/type_completeness.py

mypy checks that the library is right within; whoever uses it sees only what signatures say. A
name whose type would have to be guessed is printed, and the exit status is 1.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any

PACKAGE = "tilerules"

# The constants of parts have no annotation: what they may be is declared by the kind, and a checker
# that took the narrower type of the value would be right as well.
_INDIRECT = ("partially unknown", "Ambiguous base class override", "No docstring found")
"""What is said of names whose type is known, or that only mention one whose type is not."""


def incomplete(report: Mapping[str, Any]) -> Iterator[str]:
    """
    Give the public names without a complete type, each with what pyright says about it.

    A class or function that is incomplete only because it mentions such a name is left out
    where the name itself is listed.

    Args:
        report: What ``pyright --verifytypes --outputjson`` writes.
    """
    for symbol in report["typeCompleteness"]["symbols"]:
        if not symbol["isExported"] or symbol["isTypeKnown"]:
            continue
        said = [one["message"].split("\n")[0] for one in symbol["diagnostics"]]
        direct = [text for text in said if not any(one in text for one in _INDIRECT)]
        if direct:
            yield f"{symbol['name']}: {'; '.join(direct)}"


def verify() -> Mapping[str, Any]:
    """
    Ask pyright, and give its report.

    Raises:
        SystemExit: It could not be asked.
    """
    command = ["pyright", "--verifytypes", PACKAGE, "--ignoreexternal", "--outputjson"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        sys.exit(f"{' '.join(command)} gave no report:\n{done.stdout}{done.stderr}")
    if not report.get("typeCompleteness", {}).get("symbols"):
        sys.exit(f"pyright finds no public names in {PACKAGE}: is it installed here?")
    found: Mapping[str, Any] = report
    return found


def main() -> int:
    """
    Print what is incomplete; give the exit status.
    """
    report = verify()
    found = sorted(incomplete(report))
    counts = report["typeCompleteness"]["exportedSymbolCounts"]
    for line in found:
        print(line)
    unknown = counts["withUnknownType"]
    known = counts["withKnownType"] + counts["withAmbiguousType"]
    print(f"{known} of {known + unknown} public names have a complete type")
    return 1 if found or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
