"""Node.js for tests: the one on PATH, else the one that comes with npm for the pages."""

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from serai.core.words.language import PACKAGE
from serai.web import assets
from serai.web.pages import fairness as checking

CHECK = Path(__file__).parent / "fairness.mjs"


@cache
def node() -> str:
    """Where Node.js is."""
    return shutil.which("node") or str(assets.node_of_pypi())


def verdicts(records: Sequence[Any], receipts: Sequence[Any] | None = None) -> list[dict[str, Any]]:
    """What the scripts of the page that checks games find in each record, with its receipt where there are some."""
    pairs = zip(records, receipts or [None] * len(records), strict=True)
    done = subprocess.run(
        [node(), str(CHECK), PACKAGE.as_uri() + "/"],
        input="".join(json.dumps(pair) + "\n" for pair in pairs),
        env=os.environ | {"WORDS": json.dumps(checking.words())},
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
