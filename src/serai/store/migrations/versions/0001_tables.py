"""Tables, their changes, records, links and guests."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create everything."""
    op.create_table(
        "tables",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("server_seed", sa.LargeBinary(32), nullable=False),
        sa.Column("rules_version", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("is_listed", sa.Boolean(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger()),
        sa.Column("worker", sa.String(64)),
        sa.Column("leased_until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_tables"),
    )
    op.create_index("ix_tables_due", "tables", ["due_at"])
    op.create_index("ix_tables_listed", "tables", ["is_listed", "changed_at"])
    op.create_table(
        "changes",
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("table", "version", name="pk_changes"),
        sa.ForeignKeyConstraint(["table"], ["tables.name"], name="fk_changes_table", ondelete="CASCADE"),
    )
    op.create_table(
        "records",
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_records"),
        sa.ForeignKeyConstraint(["table"], ["tables.name"], name="fk_records_table", ondelete="CASCADE"),
    )
    op.create_table(
        "links",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("seat", sa.BigInteger()),
        sa.PrimaryKeyConstraint("hash", name="pk_links"),
        sa.ForeignKeyConstraint(["table"], ["tables.name"], name="fk_links_table", ondelete="CASCADE"),
    )
    op.create_table(
        "guests",
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("table", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("player", "table", name="pk_guests"),
        sa.ForeignKeyConstraint(["table"], ["tables.name"], name="fk_guests_table", ondelete="CASCADE"),
    )
    op.create_index("ix_guests_table", "guests", ["table"])
