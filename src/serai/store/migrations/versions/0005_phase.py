"""Tables are looked up by their phase: those that are played, and those that did not begin."""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add an index."""
    op.create_index("ix_tables_phase", "tables", ["phase", "changed_at"])
