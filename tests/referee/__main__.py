"""Check every record of a file, one JSON document a line: `python -m tests.referee FILE.jsonl`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from . import Foul, check


def main(arguments: list[str]) -> int:
    """Print each foul with its line; 0 when there is none, 1 when there is, 2 when no file is named."""
    if len(arguments) != 1:
        print("usage: python -m tests.referee FILE.jsonl", file=sys.stderr)
        return 2
    path = Path(arguments[0])
    checked = fouls = 0
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                checked += 1
                fouls += report_foul(line, f"{path}:{number}")
    print(f"{checked} records, {fouls} with a foul")
    return 1 if fouls else 0


def report_foul(line: str, where: str) -> bool:
    """Whether this line's record has a foul, which is printed."""
    try:
        check(json.loads(line))
    except (Foul, json.JSONDecodeError) as foul:
        print(f"{where}: {foul}")
        return True
    return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
