"""Logs as one JSON object a line: when, how grave, who says it, what, and what belongs to it. Never a key or a seed."""

import json
import logging
import sys
from datetime import UTC, datetime

STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}
OWN = frozenset({"at", "level", "from", "message", "error"})  # a line's own, which nothing that is added replaces


class JsonFormatter(logging.Formatter):
    """A record as a line."""

    def format(self, record: logging.LogRecord) -> str:
        """When, level, logger, message, whatever was added, and the traceback of an error."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        added = {key: value for key, value in vars(record).items() if key not in STANDARD}
        line |= {f"extra.{key}" if key in OWN else key: value for key, value in added.items()}
        return json.dumps(line, ensure_ascii=False, default=str)


def log_to_stderr(level: str) -> None:
    """Every logger of this process writes such lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    logging.captureWarnings(True)
    logging.getLogger("sqlalchemy").setLevel(logging.WARNING)  # at lower levels it writes rows, with seeds in them
