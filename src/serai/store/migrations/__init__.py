"""Bringing a database to the present form, step by step (Alembic), whenever a server starts."""

import threading
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine

_one_at_a_time = threading.Lock()  # Alembic's context belongs to the whole process


def upgrade(engine: Engine, to: str = "head") -> None:
    """Take all steps that this database has not taken yet, up to a certain one or the last."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    with _one_at_a_time, engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, to)
