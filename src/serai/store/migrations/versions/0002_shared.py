"""What all servers of a database share: the time that one of them kept last, and a secret."""

from secrets import token_bytes

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

SECRET_BYTES = 32


def upgrade() -> None:
    """Add the one row."""
    shared = op.create_table(
        "shared",
        sa.Column("id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_shared"),
    )
    op.bulk_insert(shared, [{"id": 1, "at": 0, "secret": token_bytes(SECRET_BYTES)}])
