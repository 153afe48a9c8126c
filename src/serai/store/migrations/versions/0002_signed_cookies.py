"""A secret that signs the keys in cookies, who had a seat without it, and a row that health checks write."""

from secrets import token_bytes

import sqlalchemy as sa
from alembic import op

revision = "0002_signed_cookies"
down_revision = "0001"
branch_labels = None
depends_on = None

SECRET_BYTES = 32


def upgrade() -> None:
    """Keys that browsers have by now stay good; from now on only signed ones are given."""
    secrets = op.create_table(
        "secrets",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", sa.LargeBinary(64), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secrets"),
    )
    op.bulk_insert(secrets, [{"name": "cookies", "value": token_bytes(SECRET_BYTES)}])
    op.create_table(
        "unsigned_players",
        sa.Column("player", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_unsigned_players"),
    )
    op.execute("INSERT INTO unsigned_players (player) SELECT DISTINCT player FROM guests")
    heartbeat = op.create_table(
        "heartbeat",
        sa.Column("id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeat"),
    )
    op.bulk_insert(heartbeat, [{"id": 1, "at": 0}])
