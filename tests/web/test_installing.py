"""Serai as an app: what is told to who installs it, and that all that is said to be kept is there."""

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import httpx
import pytest
from PIL import Image

from serai.core.words.language import PACKAGE, languages
from serai.web.pages import app_install as installing
from tests.databases import new_database
from tests.guests import Running, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("house"))) as server:
        yield server


def test_the_manifest_names_icons_that_are_there_in_their_sizes(house: Running) -> None:
    answer = httpx.get(f"{house.url}/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    told = answer.json()
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        found = httpx.get(house.url + icon["src"])
        assert found.status_code == 200 and found.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = Image.open(BytesIO(found.content)).size
            assert icon["sizes"] == f"{width}x{height}"
    for shortcut in told["shortcuts"]:
        assert httpx.get(house.url + shortcut["url"]).status_code == 200


@pytest.mark.parametrize("language", list(languages()))
def test_the_manifest_and_the_kept_pages_speak_the_language_chosen(house: Running, language: str) -> None:
    with httpx.Client(base_url=house.url, cookies={"serai_language": language}) as client:
        told = client.get("/manifest.webmanifest").json()
        assert told["lang"] == language
        assert (told["description"] == told_in_english(house)) == (language == "en")
        for path in installing.cached_pages():
            page = client.get(path)
            assert page.status_code == 200 and f'<html lang="{language}"' in page.text


def told_in_english(house: Running) -> str:
    """What the English manifest says of Serai."""
    return str(httpx.get(f"{house.url}/manifest.webmanifest").json()["description"])


def test_all_that_is_kept_is_there_and_makes_the_pages_whole(house: Running) -> None:
    script = httpx.get(f"{house.url}/sw.js")
    assert script.headers["content-type"].startswith("text/javascript")
    first = script.text.partition("\n")[0]
    told = json.loads(first.removeprefix("const KEPT = ").removesuffix(";"))
    assert told["version"] == installing.version()
    for path in told["files"]:
        assert httpx.get(house.url + path).status_code == 200, path
    assert needed(house, told["pages"]) <= {*told["files"]}


def needed(house: Running, pages: list[str]) -> set[str]:
    """Every style and script that pages name, and every script and file that these name in turn."""
    texts = [httpx.get(house.url + path).text for path in pages]
    found: set[str] = set()
    while texts:
        parts = texts.pop().replace("'", '"').split('"')
        for path in parts:
            if path.startswith("/static/") and path.endswith((".js", ".css", ".woff2")) and path not in found:
                found.add(path)
                if not path.endswith(".woff2"):
                    texts.append(httpx.get(house.url + path).text)
    return found


@pytest.mark.parametrize("name", ["web/static/shell.css", "web/templates/pad.html", "games/pasha/page/pad.js"])
def test_the_version_is_another_one_when_a_kept_file_changes(tmp_path: Path, name: str) -> None:
    paths = installing.sources()
    place = paths.index(PACKAGE / name)
    changed = tmp_path / "changed"
    changed.write_bytes(paths[place].read_bytes() + b"\n")
    assert installing.version_of(paths) == installing.version()
    assert installing.version_of([*paths[:place], changed, *paths[place + 1 :]]) != installing.version()


def test_there_is_no_pad_of_a_game_that_has_none(house: Running) -> None:
    for path in ("/pad/toy", "/pad/nothing"):
        assert httpx.get(house.url + path).status_code == 404
    lobby = httpx.get(house.url).text
    assert 'href="/pad/asara"' in lobby and 'href="/pad/toy"' not in lobby
    assert 'href="/pad/pasha"' in httpx.get(f"{house.url}/rules/pasha").text
    assert "/pad/" not in httpx.get(f"{house.url}/rules/toy").text
