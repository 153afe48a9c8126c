"""Write the locks in `requirements`: `make lock`. It needs uv, and no other package.

A lock names each package by its version, with the hash of every file that the registry has of that version, so that one
lock serves every system. Versions stay while they fit `pyproject.toml`; `make lock OPTIONS=--upgrade` takes the newest.
Then a trial for each system and Python shows that every package has a wheel there.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
FOLDER = Path("requirements")
PLAY, DEVELOP = FOLDER / "play.txt", FOLDER / "develop.txt"
SOURCES = {
    "play": ("pyproject.toml", "--group=build"),
    "develop": ("pyproject.toml", "--extra=dev", "--extra=research", f"--constraints={PLAY}"),
    "bench": ("pyproject.toml", "--extra=bench", f"--constraints={PLAY}", f"--constraints={DEVELOP}"),
    "node": ("--group=node",),
    "lock": ("--group=lock",),
}
COMPILE = (
    *("pip", "compile", "--quiet", "--universal", "--python-version=3.11", "--generate-hashes", "--only-binary=:all:"),
    *("--no-annotate", "--custom-compile-command=make lock"),
)
TRIAL = ("pip", "install", "--quiet", "--dry-run", "--require-hashes", "--only-binary=:all:")

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
MAIN = ("x86_64-manylinux_2_28", "aarch64-manylinux_2_28", "aarch64-apple-darwin", "x86_64-pc-windows-msvc")
DEVELOPERS: dict[str, tuple[str, ...]] = dict.fromkeys(MAIN, PYTHONS)
PLAYERS = {
    **DEVELOPERS,
    "x86_64-apple-darwin": PYTHONS[:-1],  # Numba's last release for it knows no newer Python
    "aarch64-pc-windows-msvc": PYTHONS[1:],  # Numba has none for an older one
}
SYSTEMS = {"play": PLAYERS, "node": PLAYERS, "develop": DEVELOPERS}


def run_uv(*arguments: str) -> None:
    """Run uv in the project's folder; its own words say what failed."""
    if subprocess.run([sys.executable, "-m", "uv", *arguments], cwd=ROOT, check=False).returncode != 0:
        sys.exit(f"uv {' '.join(arguments)} failed (see above)")


def write(name: str, *options: str) -> None:
    """Write one lock, with the versions that it has already unless options say otherwise."""
    run_uv(*COMPILE, *SOURCES[name], *options, f"--output-file={FOLDER / name}.txt")


def places() -> Iterator[tuple[str, str, str]]:
    """Each lock with each system and Python that it has to serve."""
    for name, systems in SYSTEMS.items():
        for system, pythons in systems.items():
            for python in pythons:
                yield name, system, python


def try_out(name: str, system: str, python: str) -> None:
    """Let uv find every file that would be installed there."""
    with TemporaryDirectory() as folder:
        place = (f"--python-platform={system}", f"--python-version={python}", f"--target={folder}")
        run_uv(*TRIAL, *place, f"--requirements={FOLDER / name}.txt")


def main(options: list[str]) -> None:
    """Write every lock, then try out those that have to serve several systems."""
    for name in SOURCES:
        write(name, *options)
    for name, system, python in places():
        try_out(name, system, python)
        sys.stdout.write(f"{name}: everything is there for {system}, Python {python}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
