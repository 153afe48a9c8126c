"""The database behind the tables, as far as a server that is put together has to know it.

Everything that is asked of it goes through `Service`.
"""

from serai.store.database import BotTableLimits, is_unavailable, sqlite_url

__all__ = ["DEFAULT_BOT_TABLES", "BotTableLimits", "is_unavailable", "sqlite_url"]

DEFAULT_BOT_TABLES = BotTableLimits(of_player=8, of_address=32)
