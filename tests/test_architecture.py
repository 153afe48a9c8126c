"""The diagram of `docs/architecture.md` is made from the imports: what is left out, and what is drawn upwards."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.architecture import __main__ as command
from tests.architecture.drawing import svg
from tests.architecture.imports import Modules, in_order, layers, levels, reduced
from tests.architecture.layout import diagram


@pytest.fixture(scope="module")
def modules() -> Modules:
    return Modules()


def folder_of(path: Path, texts: dict[str, str]) -> Modules:
    """A small package with these files."""
    for name, text in texts.items():
        file = path / "serai" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return Modules(path)


def test_an_arrow_that_a_way_around_replaces_is_left_out() -> None:
    assert reduced({("a", "b"), ("b", "c"), ("a", "c")}) == [("a", "b"), ("b", "c")]


def test_the_weaker_import_of_a_circle_is_drawn_upwards() -> None:
    order = in_order(["a", "b", "c"], {("c", "b"): 3, ("b", "a"): 3, ("a", "c"): 1})
    assert order == ["c", "b", "a"]
    assert levels(order, {("c", "b"), ("b", "a")}) == {"c": 0, "b": 1, "a": 2}


def test_every_package_stands_in_the_layers_and_is_drawn_once(modules: Modules) -> None:
    drawn = [package.name for package in diagram(modules).packages]
    assert sorted(drawn) == sorted(name for layer in layers() for name in layer)
    assert {name for edge in modules.packages for name in edge} <= set(drawn)


def test_arrows_between_packages_lead_down(modules: Modules) -> None:
    for arrow in diagram(modules).arrows:
        heights = [y for _, y in arrow.points]
        assert heights == sorted(heights), arrow.ends


def test_the_picture_is_whole_xml_and_asks_for_nothing_else(modules: Modules) -> None:
    text = svg(diagram(modules))
    ElementTree.fromstring(text)
    assert "href" not in text and "url(" not in text and "prefers-color-scheme: dark" in text


def test_imports_are_read_from_the_source(tmp_path: Path) -> None:
    found = folder_of(
        tmp_path,
        {
            "__init__.py": "",
            "core/__init__.py": "",
            "core/game.py": "import_module(f'serai.games.{name}')",
            "core/records/__init__.py": "",
            "core/records/record.py": "def read():\n    from serai.core import game",
            "web/__init__.py": "import json\nfrom serai.core.records.record import read",
            "games/go/tests/test_go.py": "import serai.web",
        },
    )
    assert found.packages == {("web", "core")} and found.finds_games == {"serai.core.game"}
    assert found.folders["core.records"] == {"core"} and found.folders["web"] == {"core.records"}
    assert [each.is_at_top for each in found.imports] == [False, True]


def test_the_check_names_what_is_stale_and_the_command_that_helps(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "picture.svg"
    picture.write_text("old", "utf-8")
    monkeypatch.setattr(command, "PICTURE", picture)
    monkeypatch.setattr(command, "ROOT", tmp_path)
    monkeypatch.setattr(command, "written", lambda modules: {picture: "new"})
    assert command.main(["--check"]) == 1
    assert capsys.readouterr().err == "picture.svg: out of date with the imports; run `make architecture`\n"
    assert command.main([]) == 0 and picture.read_text("utf-8") == "new"
    assert command.main(["--check"]) == 0
