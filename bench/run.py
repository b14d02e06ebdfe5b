"""
Runs the benches, each in a process of its own, and prints their ratios.

``python3 dev.py bench`` runs all of them, ``python3 dev.py bench gaple trains`` some. Nothing
here is a test: the figures depend on the machine, the ratios much less.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BENCHES = ("imports", "gaple", "trains", "mexican_train", "melds")


def main(names: list[str]) -> int:
    """Run benches by name; give the exit status."""
    here = Path(__file__).parent
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        print(f"no bench {', '.join(unknown)}; there are {', '.join(BENCHES)}", file=sys.stderr)
        return 2
    status = 0
    for name in names or BENCHES:
        script = here / f"{name}.py"
        print(f"\n== {name} ==", flush=True)
        done = subprocess.run([sys.executable, str(script)], check=False)
        status = status or done.returncode
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
