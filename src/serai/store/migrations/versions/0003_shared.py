"""What all servers of a database share: the time that one of them kept last, and a secret for hashing addresses."""

from secrets import token_bytes

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002_signed_cookies"
branch_labels = None
depends_on = None

SECRET_BYTES = 32


def upgrade() -> None:
    """Add the time's one row, and the secret."""
    shared = op.create_table(
        "shared",
        sa.Column("id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_shared"),
    )
    op.bulk_insert(shared, [{"id": 1, "at": 0}])
    secrets = sa.table("secrets", sa.column("name", sa.String(32)), sa.column("value", sa.LargeBinary(64)))
    op.bulk_insert(secrets, [{"name": "addresses", "value": token_bytes(SECRET_BYTES)}])
