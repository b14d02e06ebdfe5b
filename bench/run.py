"""
Runs the benches, each in a process of its own, and prints their ratios.

``python3 dev.py bench`` runs all of them, ``python3 dev.py bench gaple trains`` some. With
``--quick`` all of them take less than two minutes; ``--base`` names what the bench of users
compares with, a folder or a revision, and ``--only`` its cases. Nothing here is a test: the figures
depend on the machine, the ratios much less.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from options import parser

BENCHES = (
    "imports",
    "gaple",
    "trains",
    "mexican_train",
    "melds",
    "pictures",
    "hostile",
    "studies",
    "users",
)


def main(arguments: Sequence[str]) -> int:
    """Run benches by name; give the exit status."""
    reader = parser()
    reader.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHES)}")
    options = reader.parse_args(arguments)
    unknown = [name for name in options.names if name not in BENCHES]
    if unknown:
        print(f"no bench {', '.join(unknown)}; there are {', '.join(BENCHES)}", file=sys.stderr)
        return 2
    passed = [f"--base={options.base}", f"--only={options.only}"]
    if options.quick:
        passed.append("--quick")
    status = 0
    for name in options.names or BENCHES:
        script = Path(__file__).parent / f"{name}.py"
        print(f"\n== {name} ==", flush=True)
        done = subprocess.run([sys.executable, str(script), *passed], check=False)
        status = status or done.returncode
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
