"""Logs as one JSON object a line: time, level, logger, message and extra fields. Never a key or a seed."""

import json
import logging
import sys
from datetime import UTC, datetime

STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}
RESERVED = frozenset({"at", "level", "from", "message", "error"})  # a line's own fields, which no extra field replaces


class JsonFormatter(logging.Formatter):
    """Formats a log record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The time, level, logger, message, extra fields, and the traceback of an error."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        extra = {key: value for key, value in vars(record).items() if key not in STANDARD}
        line |= {f"extra.{key}" if key in RESERVED else key: value for key, value in extra.items()}
        return json.dumps(line, ensure_ascii=False, default=str)


def log_to_stderr(level: str) -> None:
    """Let every logger of this process write such lines to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    logging.captureWarnings(True)
    logging.getLogger("sqlalchemy").setLevel(logging.WARNING)  # at lower levels it writes rows, with seeds in them
