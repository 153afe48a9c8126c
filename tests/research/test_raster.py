"""Pictures as pixels: PNG rows of every filter are read as they were written, and colours come out as drawn."""

import struct
import zlib
from importlib.resources import files

import numpy as np
import pytest

from serai.core.sketching import SEATS, colours
from serai.research.raster import nearest, pixels, read_png


def filtered(rows: np.ndarray, kind: int) -> bytes:
    """Rows of bytes as a PNG writes them, all by one filter; by the book, byte after byte."""
    written = bytearray()
    for y, row in enumerate(rows.tolist()):
        written.append(kind)
        for x, byte in enumerate(row):
            left = row[x - 4] if x >= 4 else 0
            above = int(rows[y - 1, x]) if y else 0
            corner = int(rows[y - 1, x - 4]) if y and x >= 4 else 0
            guess = (0, left, above, (left + above) // 2, nearest(left, above, corner))[kind]
            written.append((byte - guess) % 256)
    return bytes(written)


def png(rows: np.ndarray, kind: int) -> bytes:
    """A PNG of four channels."""
    packed = zlib.compress(filtered(rows, kind))
    head = struct.pack(">IIBBBBB", rows.shape[1] // 4, rows.shape[0], 8, 6, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", packed[:20]), (b"IDAT", packed[20:]), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + bytes(4) for name, body in parts
    )


@pytest.mark.parametrize("kind", range(5))
def test_rows_of_every_filter_are_read_as_they_were_written(kind: int) -> None:
    rows = np.random.default_rng(kind).integers(0, 256, (7, 5 * 4), np.uint8)
    assert np.array_equal(read_png(png(rows, kind)), rows.reshape(7, 5, 4)[:, :, :3])


@pytest.mark.parametrize(
    ("around", "chosen"), [((10, 20, 10), 20), ((10, 20, 20), 10), ((10, 20, 15), 15), ((5, 5, 5), 5)]
)
def test_paeths_neighbour_is_the_nearest_one(around: tuple[int, int, int], chosen: int) -> None:
    assert nearest(*around) == chosen


def test_a_drawing_is_seen_in_its_colours() -> None:
    half = '<rect width="4" height="6" fill="#c4483a"/><rect x="4" width="4" height="6" fill="#102030"/>'
    seen = pixels(f'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6">{half}</svg>')
    assert seen.shape == (6, 8, 3) and seen.dtype == np.uint8
    assert (seen[:, :4] == (0xC4, 0x48, 0x3A)).all() and (seen[:, 4:] == (0x10, 0x20, 0x30)).all()


def test_seats_have_the_colours_that_they_have_on_pages() -> None:
    sheet = colours((files("serai.web") / "static" / "shell.css").read_text("utf-8"))
    assert tuple(sheet[f"--seat-{seat}"] for seat in range(len(SEATS))) == SEATS
