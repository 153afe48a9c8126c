"""Whatever is added to a line of the log, who wrote it, when and how grave it was can't be forged by it."""

import json
import logging
import sys

from serai.web.requests.logs import JsonFormatter

FORGED = {"at": "yesterday", "level": "debug", "from": "nobody", "error": "none", "worker": "w1"}


def line_of(**forged: str) -> dict[str, str]:
    """A line with an error, to which something was added."""
    try:
        raise ValueError("the error itself")
    except ValueError:
        made = logging.getLogger("serai.test").makeRecord(
            "serai.test", logging.ERROR, "", 0, "what happened", (), sys.exc_info(), extra=forged
        )
    found: dict[str, str] = json.loads(JsonFormatter().format(made))
    return found


def test_what_is_added_replaces_nothing() -> None:
    line, honest = line_of(**FORGED), line_of()
    assert (line["level"], line["from"], line["message"]) == ("error", "serai.test", "what happened")
    assert line["at"][:4] == honest["at"][:4] and "the error itself" in line["error"]
    assert {name: line[f"extra.{name}"] for name in FORGED if name != "worker"} == {
        name: value for name, value in FORGED.items() if name != "worker"
    }
    assert line["worker"] == "w1"
