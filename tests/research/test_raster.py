"""Pictures as pixels: an array that can be written to, in which colours and letters come out as drawn."""

import string
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from serai.core.errors import BadOptions
from serai.core.page import lettering
from serai.core.page.lettering import width, write
from serai.core.page.sketching import PAPER, SEATS, box, colours, document
from serai.research.raster import Pixels, pixels

NOBODYS = "\N{CJK UNIFIED IDEOGRAPH-6F22}"  # which the face lacks
LETTERS = string.ascii_letters + string.digits + "ÄÖÜäöüßÉéçœľščťžýŕŁł" + "БДЖЗИЙЛФЦЧШЩЪЫЬЭЮЯбвгджзийклмнптфцчшщъыьэюя"


def test_a_drawing_is_seen_in_its_colours() -> None:
    half = '<rect width="4" height="6" fill="#c4483a"/><rect x="4" width="4" height="6" fill="#102030"/>'
    seen = pixels(f'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6">{half}</svg>')
    assert seen.shape == (6, 8, 3) and seen.dtype == np.uint8 and seen.flags.writeable
    assert (seen[:, :4] == (0xC4, 0x48, 0x3A)).all() and (seen[:, 4:] == (0x10, 0x20, 0x30)).all()


def test_seats_have_the_colours_that_they_have_on_pages() -> None:
    sheet = colours((files("serai.web") / "static" / "shell.css").read_text("utf-8"))
    assert tuple(sheet[f"--seat-{seat}"] for seat in range(len(SEATS))) == SEATS


def line(text: str) -> Pixels:
    """A line as it is drawn, on a strip of paper."""
    return pixels(document(write(text, 20, 40, 40, "black")))[:120]


def columns_with_ink(seen: Pixels) -> np.ndarray:
    """Where anything but paper is, from left to right."""
    paper = pixels(document(box(0, 0, 9, 9, PAPER)))[0, 0]
    return np.flatnonzero((seen != paper).any(axis=(0, 2)))


def test_every_letter_of_our_languages_is_drawn_and_has_a_shape_of_its_own() -> None:
    shapes = {letter: line(letter).tobytes() for letter in (*LETTERS, NOBODYS, " ")}
    assert len(set(shapes.values())) == len(shapes)


@pytest.mark.parametrize("name", ["Вольфганг", "Jürgen Äöß", "Ľubomír Štúr"])
def test_a_name_is_drawn_letter_by_letter_as_wide_as_it_is_measured(name: str) -> None:
    inked = columns_with_ink(line(name))
    assert inked[-1] - inked[0] == pytest.approx(width(name, 40), rel=0.05) and abs(int(inked[0]) - 20) < 6
    assert not np.array_equal(line(name), line(NOBODYS * len(name)))
    assert not np.array_equal(line(name), line(name.replace("ü", "u").replace("ф", "о").replace("í", "i")))


def test_pictures_are_drawn_with_the_font_of_set_up_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(lettering, "FONT", tmp_path / "face.ttf")
    with pytest.raises(BadOptions, match="`make setup` fetches"):
        pixels(document(""))
