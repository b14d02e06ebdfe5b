"""
Where tables are kept: SQLite, one row a table.
"""

from __future__ import annotations

import sqlite3

from table import Table


class Store:
    """
    A database of tables.
    """

    def __init__(self, path: str) -> None:
        # Each statement is a transaction of its own, written through before it returns.
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS tables"
            " (key TEXT PRIMARY KEY, version INTEGER, record TEXT, rest TEXT)"
        )

    def add(self, key: str, table: Table) -> None:
        """Keep a new table."""
        row = (key, table.version, *table.save())
        self._db.execute("INSERT INTO tables VALUES (?, ?, ?, ?)", row)

    def replace(self, key: str, before: Table, after: Table) -> bool:
        """Keep a change; False: another process has changed the table in the meantime."""
        row = (after.version, *after.save(), key, before.version)
        done = self._db.execute(
            "UPDATE tables SET version = ?, record = ?, rest = ? WHERE key = ? AND version = ?", row
        )
        return done.rowcount == 1

    def find(self, key: str) -> Table | None:
        """Give a table as it was kept."""
        found = self._db.execute("SELECT record, rest FROM tables WHERE key = ?", (key,)).fetchone()
        return found and Table.load(*found)

    def close(self) -> None:
        """Let the file go."""
        self._db.close()
