"""Lines of text in pictures: placed and cut where they are asked to be, in any letters, never without their font."""

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from serai.core.errors import BadOptions
from serai.core.page import lettering
from serai.core.page.lettering import width, write
from serai.core.page.sketching import coloured, colours, document, paints


def words(drawing: str) -> str:
    """What is written, as whoever reads the SVG gets it."""
    return "".join(ElementTree.fromstring(document(drawing)).itertext())


@pytest.mark.parametrize(("align", "anchor"), [(0, None), (0.5, "middle"), (1, "end")])
def test_a_line_begins_is_centred_or_ends_where_it_is_put(align: float, anchor: str | None) -> None:
    line = ElementTree.fromstring(write("42", 100, 7, 20, "black", align))
    assert (line.get("x"), line.get("y"), line.get("text-anchor")) == ("100.00", "27.00", anchor)


def test_a_line_is_as_wide_as_its_letters_and_its_height() -> None:
    assert width("", 10) == 0 < width("i", 10) < width("m", 10)
    assert width("m", 20) == pytest.approx(2 * width("m", 10))
    assert width("mm", 10) == pytest.approx(2 * width("m", 10), rel=0.01)


@pytest.mark.parametrize("name", ["scheherazade", "Шехерезада и тысяча ночей"])
def test_a_line_that_is_too_wide_is_cut_and_says_so(name: str) -> None:
    cut = words(write(name, 0, 0, 10, "black", most=50))
    assert cut.endswith("…") and name.startswith(cut[:-1]) and 35 < width(cut, 10) <= 50
    assert words(write(name, 0, 0, 10, "black", most=500)) == name


def test_a_name_is_text_and_never_markup() -> None:
    assert words(write('<Ann & "Bob">', 0, 0, 10, "black")) == '<Ann & "Bob">'


def test_what_can_not_be_seen_is_left_out_and_nothing_else() -> None:
    assert words(write("\0A\ud800n\N{COMBINING DIAERESIS}\ufffe", 0, 0, 10, "black")) == "A n\N{COMBINING DIAERESIS}"
    assert write("\0 \n", 0, 0, 10, "black") == ""


def test_without_the_font_of_set_up_an_error_says_what_to_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(lettering, "FONT", tmp_path / "face.ttf")
    with pytest.raises(BadOptions, match=r"pictures need the font face\.ttf, which `make setup` fetches"):
        lettering.font()


def test_without_pillow_an_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    lettering._face.cache_clear()
    with pytest.raises(BadOptions, match=re.escape("Pillow, which is not installed (pip install 'serai[research]')")):
        width("42", 10)


def test_a_style_sheets_colours_by_day_are_written_into_a_drawing() -> None:
    day = ".a { --ink: #111; --red: var(--ink); }\n"
    night = "@media dark {\n  .a { --ink: #eee; }\n}\n"
    sheet = f"{day}{night}.b {{\n  fill: var(--red);\n  margin: 0;\n}}"
    assert paints(sheet) == ".b{fill: var(--red)}"
    assert coloured(paints(sheet), colours(sheet)) == ".b{fill: #111}"
    assert coloured('fill="var(--none, #333)"', {}) == 'fill="#333"'
