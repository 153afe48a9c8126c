"""Tables in memory: built from what is saved, kept up to date, and dropped where memory and database differ."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from cachetools import LRUCache

from serai.core import game as games
from serai.core.words.language import gettext
from serai.store.database import Head, Store
from serai.tables import archive
from serai.tables.commands import marks
from serai.tables.errors import Archived, BadRequest, NoTable
from serai.tables.state import setup
from serai.tables.state.game import Disagreement
from serai.tables.state.saved_changes import SavedChange, read
from serai.tables.state.setup import Setup
from serai.tables.state.table import Table

CACHE_SIZE = 4096  # tables


@dataclass(frozen=True)
class CachedTable:
    """A table in memory; whoever reads or changes it holds the lock."""

    table: Table
    lock: threading.RLock


class TableCache:
    """The tables that were asked for last; any thread may ask."""

    def __init__(self, store: Store, mark_key: bytes, report: Callable[[str, str], None]) -> None:
        self._store, self._mark_key = store, mark_key
        self._report = report  # a table by its name, and a mark of what is not in the database any more
        self._tables: LRUCache[str, CachedTable] = LRUCache(CACHE_SIZE)
        self._lock = threading.Lock()  # a look into the cache changes the order in which tables are dropped

    @contextmanager
    def reading(self, name: str) -> Iterator[Table]:
        """The table at its newest version; nobody changes it meanwhile."""
        while True:
            cached = self._find(name)
            with cached.lock:
                if self._is_current(name, cached) and self._catch_up(cached.table):
                    yield cached.table
                    return

    def new_table(self, head: Head, plan: Setup) -> Table:
        """A table as it was when it was opened."""
        table = Table(head.name, plan, head.server_seed, head.opened_by)
        table.mark_key = self._mark_key
        return table

    def saved(self, name: str, after: int = 0) -> Iterator[SavedChange]:
        """The changes of a table that were saved after a version."""
        for version, data in enumerate(self._store.changes_after(name, after), after + 1):
            yield read(data, f"table {name}, change {version}")

    def drop(self, name: str) -> None:
        """Forget a table, which is built again when somebody asks for it."""
        with self._lock:
            self._tables.pop(name, None)

    def _find(self, name: str) -> CachedTable:
        with self._lock:
            if cached := self._tables.get(name):
                return cached
        cached = CachedTable(self._load(name), threading.RLock())
        with self._lock:
            return self._tables.setdefault(name, cached)

    def _is_current(self, name: str, cached: CachedTable) -> bool:
        """Whether a table is still in the cache: it may have been dropped while somebody waited for its lock."""
        with self._lock:
            return self._tables.get(name) is cached

    def _load(self, name: str) -> Table:
        head = self._store.head(name)
        if head is None:
            raise NoTable(gettext("there is no table {name}", name=repr(name)))
        is_ours = head.rules_version == rules_version(head.setup["game"])
        try:
            table = self.new_table(head, setup.read(head.setup, f"table {name}"))
            self._catch_up(table)
            if not is_ours:
                self._compare_position(table)
        except (Disagreement, BadRequest):
            if is_ours:
                raise
            sentence = gettext("table {name} was played by rules version {version}; what is left is its record")
            raise Archived(sentence.format(name=name, version=head.rules_version)) from None
        return table

    def _compare_position(self, table: Table) -> None:
        """The position must be the one that other rules came to: the last events need not show where they differ."""
        digest = archive.last_digest(list(self.saved(table.name)))
        if digest and table.match and table.match.digest() != digest:
            raise Disagreement(f"table {table.name}, version {table.version}: another position")

    def _catch_up(self, table: Table) -> bool:
        """Make the changes that others saved; False where the database was set back behind what is in memory."""
        try:
            newest = self._store.version(table.name)
            if newest > table.version:
                for saved in self.saved(table.name, table.version):
                    table.replay(saved)
        except BaseException:
            self.drop(table.name)
            raise
        if newest < table.version:
            self.drop(table.name)
            self._report(table.name, marks.mark(table))
        return newest >= table.version


def rules_version(game: str) -> int:
    """The version of a game's rules."""
    return int(games.load(game).rules.RULES_VERSION)
