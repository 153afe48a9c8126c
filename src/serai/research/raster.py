"""A game's picture as pixels: its SVG drawn by resvg, without fonts, and read into an array by Pillow."""

from io import BytesIO

import numpy as np
import numpy.typing as npt
import resvg_py
from PIL import Image

Pixels = npt.NDArray[np.uint8]


def pixels(svg: str) -> Pixels:
    """An SVG as an array of height, width, and red, green, blue."""
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    with Image.open(BytesIO(png), formats=("PNG",)) as image:
        return np.array(image.convert("RGB"))
