"""Node.js for tests: the one on PATH, else the one that comes with npm for the pages."""

import shutil
from functools import cache

from serai.web import assets


@cache
def node() -> str:
    """Where Node.js is."""
    return shutil.which("node") or str(assets.node_of_pypi())
