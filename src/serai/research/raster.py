"""A game's picture as pixels: its SVG drawn by resvg, without fonts, and read into an array.

resvg hands out a PNG; reading one takes a page, so that no library for images is needed.
"""

import struct
import zlib

import numpy as np
import numpy.typing as npt
import resvg_py

from serai.core.jit import rule

Pixels = npt.NDArray[np.uint8]
SIGNATURE = 8  # bytes before the first chunk
CHANNELS = 4  # red, green, blue, how opaque
SUB, UP, AVERAGE, PAETH = 1, 2, 3, 4  # how a row was filtered, by the byte before it


def pixels(svg: str) -> Pixels:
    """An SVG as an array of height, width, and red, green, blue."""
    return read_png(bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)))


def read_png(png: bytes) -> Pixels:
    """The pixels of a PNG as resvg writes them: 8 bits, four channels, not interlaced."""
    wide, high, packed, place = 0, 0, b"", SIGNATURE
    while place < len(png):
        (length,) = struct.unpack_from(">I", png, place)
        kind, body = png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        if kind == b"IHDR":
            wide, high = struct.unpack_from(">II", body)
        elif kind == b"IDAT":
            packed += body
        place += length + 12
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(high, 1 + wide * CHANNELS).copy()
    unfilter(rows)
    return np.ascontiguousarray(rows[:, 1:].reshape(high, wide, CHANNELS)[:, :, :3])


@rule
def unfilter(rows: Pixels) -> None:
    """Undo what PNG does to rows: each byte was written as its difference from the bytes around it."""
    for y in range(rows.shape[0]):
        kind = rows[y, 0]
        for x in range(1, rows.shape[1]):
            left = int(rows[y, x - CHANNELS]) if x > CHANNELS else 0
            above = int(rows[y - 1, x]) if y > 0 else 0
            corner = int(rows[y - 1, x - CHANNELS]) if y > 0 and x > CHANNELS else 0
            rows[y, x] = (int(rows[y, x]) + expected(kind, left, above, corner)) & 255


@rule
def expected(kind: int, left: int, above: int, corner: int) -> int:
    """What a byte was compared with."""
    if kind == SUB:
        return left
    if kind == UP:
        return above
    if kind == AVERAGE:
        return (left + above) // 2
    return nearest(left, above, corner) if kind == PAETH else 0


@rule
def nearest(left: int, above: int, corner: int) -> int:
    """Paeth's choice: the neighbour that is nearest to left + above - corner."""
    guess = left + above - corner
    if abs(guess - left) <= abs(guess - above) and abs(guess - left) <= abs(guess - corner):
        return left
    return above if abs(guess - above) <= abs(guess - corner) else corner
