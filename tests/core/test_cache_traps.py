"""The four traps of Numba's cache, each sprung in throw-away packages and fresh processes."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from serai.core.compiled import jit

pytestmark = pytest.mark.skipif(not jit.is_compiled(), reason="nothing is cached in this mode")

Run = Callable[..., CompletedProcess[str]]

PRELUDE = "import importlib, sys; importlib.import_module('serai.games').__path__.append(sys.argv[1])\n"


@pytest.fixture
def run(run_python: Run, tmp_path: Path) -> Callable[..., str]:
    """`run(code, **environment)` gives what the code prints (or its error) in a process that shares one cache."""

    def run_code(code: str, **environment: str) -> str:
        cache = {"SERAI_CACHE_DIR": str(tmp_path / "cache")}
        answer = run_python("-c", PRELUDE + code, str(tmp_path / "games"), **cache | environment)
        return (answer.stdout or answer.stderr.strip().splitlines()[-1]).strip()

    return run_code


def write(folder: Path, **sources: str) -> None:
    """A package with these modules."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "__init__.py").touch()
    for name, source in sources.items():
        (folder / f"{name}.py").write_text(source, "utf-8")


RULES = """
from serai.core.compiled.jit import rule
from serai.games.trap.helper import two

@rule
def four(x):
    return 2 * two(x)
"""
HELPER = """
from serai.core.compiled.jit import rule

@rule
def two(x):
    return x + {number}
"""
CALL = (
    "from serai.core.compiled import jit; from serai.games.trap import rules\n"
    "print(rules.four(1), jit.compilations(rules.four))"
)


@pytest.mark.parametrize("line", ["from serai.games.trap.helper import two", "from .helper import two"])
def test_an_edit_in_an_imported_file_is_noticed(tmp_path: Path, run: Callable[..., str], line: str) -> None:
    folder = tmp_path / "games" / "trap"
    rules = RULES.replace("from serai.games.trap.helper import two", line)
    write(folder, rules=rules, helper=HELPER.format(number=1))
    assert run(CALL) == "4 1"
    assert run(CALL) == "4 0", "the cache was not used at all"
    write(folder, helper=HELPER.format(number=5))
    assert run(CALL) == "12 1"


def test_an_edit_in_a_bound_module_is_noticed(tmp_path: Path, run: Callable[..., str]) -> None:
    folder = tmp_path / "games"
    write(folder / "trap", generic=GENERIC)
    write(folder / "one", rules="VALUE = 1")
    assert run(BIND.format(name="one")) == "1 1"
    write(folder / "one", rules="VALUE = 7")
    assert run(BIND.format(name="one")) == "7 1"


READ = "@rule\ndef read(x):\n    return TABLE[x]\n"
HEAD = "import numpy as np\nfrom serai.core.compiled.jit import rule\n"
TABLE = "TABLE = np.arange(3)\n"
REFUSAL = "TypeError: rule serai.games.trap.rules.read reads the module-level array 'TABLE'"


@pytest.mark.parametrize(
    "source",
    [TABLE + READ, READ + TABLE, "from serai.games.trap import data\n" + READ.replace("TABLE", "data.TABLE")],
    ids=["above", "below", "in another module"],
)
def test_a_module_level_array_is_refused(tmp_path: Path, run: Callable[..., str], source: str) -> None:
    write(tmp_path / "games" / "trap", rules=HEAD + source, data="import numpy as np\n" + TABLE)
    assert run("from serai.games.trap import rules; print(rules.read(1))").startswith(REFUSAL)


def test_a_module_level_array_is_refused_in_plain_python_too(tmp_path: Path, run: Callable[..., str]) -> None:
    write(tmp_path / "games" / "trap", rules=HEAD + TABLE + READ)
    assert run("from serai.games.trap import rules", NUMBA_DISABLE_JIT="1").startswith(REFUSAL)


READER = """
from serai.core.compiled.jit import rule

@rule
def read(numbers, x):
    return numbers[x]
"""
READ_PAST_THE_END = """
import numpy as np
from serai.games.trap import rules
try:
    rules.read(np.zeros(3, np.int64), 3)
    print("read past the end")
except IndexError:
    print("IndexError")
"""


def test_bounds_checking_has_a_cache_of_its_own(tmp_path: Path, run: Callable[..., str]) -> None:
    write(tmp_path / "games" / "trap", rules=READER)
    assert run(READ_PAST_THE_END) == "read past the end"
    assert run(READ_PAST_THE_END, NUMBA_BOUNDSCHECK="1") == "IndexError"
    assert run(READ_PAST_THE_END) == "read past the end"


GENERIC = """
from serai.core.compiled.jit import rule

@rule
def value(x):
    return rules.VALUE + x
"""
BIND = """
from importlib import import_module
from serai.core.compiled import jit
rules = import_module("serai.games.{name}.rules")
generic = jit.bind("serai.games.trap.generic", "serai.games.{name}.generic", rules=rules)
print(generic.value(0), jit.compilations(generic.value))
"""


def test_one_source_bound_for_two_games_keeps_two_caches(tmp_path: Path, run: Callable[..., str]) -> None:
    folder = tmp_path / "games"
    write(folder / "trap", generic=GENERIC)
    for name in ("one", "other"):  # the same text, so that only the modules' names tell them apart
        write(folder / name, rules='VALUE = 2 if "other" in __name__ else 1')
    assert run(BIND.format(name="one")) == "1 1"
    assert run(BIND.format(name="other")) == "2 1"
    assert run(BIND.format(name="one")) == "1 0"
