"""What is saved: tables, the changes that made them, records, and keys as hashes.

Times are milliseconds: 1970 and as many more as `serai.tables.clock` counts.
"""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, LargeBinary, MetaData, String, Table
from sqlalchemy.types import JSON

metadata = MetaData(naming_convention={"pk": "pk_%(table_name)s", "fk": "fk_%(table_name)s_%(column_0_name)s"})

tables = Table(
    "tables",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("setup", JSON, nullable=False),
    Column("server_seed", LargeBinary(32), nullable=False),
    Column("rules_version", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),  # of the last change
    Column("phase", String(16), nullable=False),
    Column("is_listed", Boolean, nullable=False),  # and has a free seat
    Column("changed_at", BigInteger, nullable=False),
    Column("due_at", BigInteger),  # when the server has something to do here; null when never
    Column("has_people", Boolean, nullable=False),  # and not bots alone
    Column("opened_by", String(64)),  # the player, as the hash of a key; null: not known
    Column("opened_from", String(64)),  # the address, as a hash, while there is something to do; null: not known
    Column("worker", String(64)),  # the process that is doing what is due
    Column("leased_until", BigInteger, nullable=False, default=0),  # by that process; without one, nobody may before
    Column("failures", BigInteger, nullable=False, default=0),  # one after another, of what is due
    Index("ix_tables_due", "due_at"),
    Index("ix_tables_listed", "is_listed", "changed_at"),
    Index("ix_tables_phase", "phase", "changed_at"),
    Index("ix_tables_opened_by", "opened_by"),
    Index("ix_tables_opened_from", "opened_from"),
)

# One row, which all servers of the database share.
shared = Table(
    "shared",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # 1
    Column("at", BigInteger, nullable=False),  # the last time that a server saved; 0 before the first
)

changes = Table(
    "changes",
    metadata,
    Column("table", ForeignKey("tables.name", ondelete="CASCADE"), primary_key=True),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("data", JSON, nullable=False),
)

# Games that are over, whole and for good: a later version of the rules may not be able to build them any more.
records = Table(
    "records",
    metadata,
    Column("table", ForeignKey("tables.name", ondelete="CASCADE"), primary_key=True),
    Column("data", JSON, nullable=False),
)

# Links that open something, by the SHA-256 of their secret: a table to whoever has it, a seat to its player.
links = Table(
    "links",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("table", ForeignKey("tables.name", ondelete="CASCADE"), nullable=False),
    Column("seat", BigInteger),  # null: any free one
)

# Which tables a player sits at, by the hash of the player's key.
guests = Table(
    "guests",
    metadata,
    Column("player", String(64), primary_key=True),
    Column("table", ForeignKey("tables.name", ondelete="CASCADE"), primary_key=True),
    Index("ix_guests_table", "table"),
)

# Secrets of the server, by name: `cookies` signs the keys in them, `addresses` hashes who opened a table.
secrets = Table(
    "secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", LargeBinary(64), nullable=False),
)

# Players who had a seat before keys in cookies were signed: cookies with their keys need no signature.
unsigned_players = Table("unsigned_players", metadata, Column("player", String(64), primary_key=True))

# One row that is written to see whether it can be.
heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)
