"""Whether people are at a table, who opened it, and how often its work has failed."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; tables where bots play alone count as such from their next move on."""
    op.add_column("tables", sa.Column("has_people", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("tables", sa.Column("opened_by", sa.String(64)))
    op.add_column("tables", sa.Column("opened_from", sa.String(64)))
    op.add_column("tables", sa.Column("failures", sa.BigInteger(), nullable=False, server_default="0"))
    op.create_index("ix_tables_opened_by", "tables", ["opened_by"])
    op.create_index("ix_tables_opened_from", "tables", ["opened_from"])
