"""The only use of Numba: `rule` compiles a function, and its machine code is kept on disk.

Numba's own cache would trust stale entries, so ours guards against four traps:
- an edit in an imported file goes unnoticed: each folder is keyed by a hash of all sources a module reaches;
- module-level arrays are frozen into the code: a rule that reads one is refused;
- bounds checking is not part of Numba's key: it is part of ours;
- entries are named by file and function only: each module *name* has a folder of its own, so one source file
  that is loaded for two games (`bind`) never runs the other game's code.

With `NUMBA_DISABLE_JIT=1` rules are plain Python. Functions passed as arguments and closures never hit the cache,
so rules are module-level functions.
"""

import functools
import hashlib
import importlib.util
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, ParamSpec, TypeVar, cast

import llvmlite.binding  # type: ignore[import-untyped]
import numba
import numpy as np
import platformdirs
from numba.core.caching import CompileResultCacheImpl, FunctionCache

from serai.core.compiled import source_hash as sources

config: Any = numba.config

P = ParamSpec("P")
R = TypeVar("R")

KEPT_FOLDERS = 6  # older builds of a module that stay on disk


def is_compiled() -> bool:
    """Whether rules run as machine code in this process."""
    return not config.DISABLE_JIT


def has_bounds_checks() -> bool:
    """Whether compiled rules check every index (NUMBA_BOUNDSCHECK=1)."""
    return bool(config.BOUNDSCHECK)


def cache_root() -> Path:
    """Where machine code is kept: `SERAI_CACHE_DIR`, or the user's cache folder."""
    chosen = os.environ.get("SERAI_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("serai")) / "compiled"


def cache_folder(module: ModuleType) -> Path:
    """The folder of one module's machine code: its name, then the key of everything it depends on."""
    bound: tuple[ModuleType, ...] = getattr(module, "BOUND", ())
    key = hashlib.sha256()
    key.update(sources.digest_of(Path(str(module.__file__)), bound).encode())
    key.update(f"numba {numba.__version__} numpy {np.__version__} boundscheck {has_bounds_checks()}".encode())
    key.update(f"python {sys.version_info[:2]} on {llvmlite.binding.get_host_cpu_name()}".encode())
    return cache_root() / module.__name__ / key.hexdigest()[:20]


class _Locator:
    """Tells Numba's cache which folder is ours; freshness is the folder's name, so the stamp is constant."""

    def __init__(self, function: FunctionType) -> None:
        self._py_file = function.__code__.co_filename
        self._folder = cache_folder(sys.modules[function.__module__])

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name

    def get_disambiguator(self) -> str:
        return "rule"

    @classmethod
    def from_function(cls, function: FunctionType, _file: str) -> "_Locator":
        return cls(function)


class _CacheFiles(CompileResultCacheImpl):
    _locator_classes = [_Locator]  # type: ignore[list-item]  # noqa: RUF012


class _Cache(FunctionCache):
    _impl_class = _CacheFiles

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Before anything is compiled: arrays that the module defines below the rule are there by now."""
        refuse_frozen_arrays(self._py_func)
        return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a rule, without the interpreter's lock, and keep its machine code."""
    plain = cast(FunctionType, function)
    refuse_frozen_arrays(plain)
    if not is_compiled():
        return function
    dispatcher: Any = numba.njit(nogil=True, error_model="numpy")(plain)
    dispatcher._cache = _Cache(plain)  # type: ignore[no-untyped-call]
    return cast(Callable[P, R], dispatcher)


def part(function: Callable[P, R]) -> Callable[P, R]:
    """A rule that is compiled as a part of each caller, not on its own.

    LLVM optimises all code that a function reaches anew for that function. Where functions that reach a whole game's
    rules call one another, those in between are better parts: it compiles several times faster.
    """
    plain = cast(FunctionType, function)
    refuse_frozen_arrays(plain)
    if not is_compiled():
        return function
    return cast(Callable[P, R], numba.njit(nogil=True, error_model="numpy", inline="always")(plain))


def wrapping(function: Callable[P, R]) -> Callable[P, R]:
    """A rule whose 64-bit arithmetic is meant to wrap; uncompiled, NumPy is told not to warn."""
    if is_compiled():
        return rule(function)

    @functools.wraps(function)
    def quietly(*args: P.args, **kwargs: P.kwargs) -> R:
        with np.errstate(over="ignore"):
            return function(*args, **kwargs)

    return quietly


def refuse_frozen_arrays(function: FunctionType) -> None:
    """Numba copies a global array into the code once and for all; a rule must be given its arrays."""
    names = function.__code__.co_names
    reached = [value for name in names if isinstance(value := function.__globals__.get(name), ModuleType)]
    for name in names:
        if any(isinstance(place.get(name), np.ndarray) for place in (function.__globals__, *map(vars, reached))):
            raise TypeError(
                f"rule {function.__module__}.{function.__name__} reads the module-level array {name!r}: "
                "it would be frozen into compiled code; pass it as an argument or use a tuple"
            )


@part
def wide(number: int) -> int:
    """A number with 64 bits, whatever field it comes from: functions are compiled anew for each type they are given."""
    return int(np.int64(number))


def bind(template: str, name: str, **modules: ModuleType) -> ModuleType:
    """Load a generic source once more under its own module name, with a game's modules bound into it."""
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.find_spec(template)
    assert spec and spec.origin, template
    module = ModuleType(name)
    module.__file__ = spec.origin
    vars(module).update(modules, BOUND=tuple(modules.values()))
    sys.modules[name] = module
    try:
        exec(compile(Path(spec.origin).read_bytes(), spec.origin, "exec"), vars(module))
    except BaseException:
        del sys.modules[name]
        raise
    return module


def prune(module: ModuleType) -> None:
    """Remove all but the newest builds of a module from the disk."""
    folders = sorted(cache_folder(module).parent.glob("*"), key=lambda path: path.stat().st_mtime)
    for folder in folders[:-KEPT_FOLDERS]:
        shutil.rmtree(folder, ignore_errors=True)


def compilations(function: Any) -> int:
    """How often this process really compiled the rule (0 = all came from the cache)."""
    return sum(function.stats.cache_misses.values())
