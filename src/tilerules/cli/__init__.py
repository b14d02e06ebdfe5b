"""
The ``tilerules`` command.

One module a command: each adds its arguments to a parser and runs. Exit status: 0; 2 for wrong
input, told in one line; 1 for an illegal move in ``explain`` and for a broken record in
``replay``; 130 after Ctrl-C.
"""

from tilerules.cli.program import main

__all__ = ["main"]
