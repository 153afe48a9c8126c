"""What is installed has everything that the sources have."""

import tomllib
from fnmatch import fnmatch
from pathlib import Path

from tests.conftest import Run

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "serai"


def test_every_data_file_belongs_to_the_package() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    patterns = settings["tool"]["setuptools"]["package-data"]["*"]
    data = [path for path in SOURCES.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")]
    assert SOURCES / "games" / "asara" / "bot" / "weights.json" in data
    assert [path for path in data if not any(fnmatch(path.name, pattern) for pattern in patterns)] == []


def test_the_server_loads_without_a_library_for_postgresql(run_python: Run) -> None:
    answer = run_python("-c", "import sys; sys.modules['psycopg'] = None; import serai.web.app, serai.cli.main")
    assert answer.returncode == 0, answer.stderr
