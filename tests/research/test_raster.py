"""Pictures as pixels: an array that can be written to, in which colours come out as drawn."""

from importlib.resources import files

import numpy as np

from serai.core.sketching import SEATS, colours
from serai.research.raster import pixels


def test_a_drawing_is_seen_in_its_colours() -> None:
    half = '<rect width="4" height="6" fill="#c4483a"/><rect x="4" width="4" height="6" fill="#102030"/>'
    seen = pixels(f'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6">{half}</svg>')
    assert seen.shape == (6, 8, 3) and seen.dtype == np.uint8 and seen.flags.writeable
    assert (seen[:, :4] == (0xC4, 0x48, 0x3A)).all() and (seen[:, 4:] == (0x10, 0x20, 0x30)).all()


def test_seats_have_the_colours_that_they_have_on_pages() -> None:
    sheet = colours((files("serai.web") / "static" / "shell.css").read_text("utf-8"))
    assert tuple(sheet[f"--seat-{seat}"] for seat in range(len(SEATS))) == SEATS
