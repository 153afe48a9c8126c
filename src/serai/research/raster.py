"""A game's picture as pixels: its SVG drawn by resvg, with the font of set-up alone, and read by Pillow."""

from io import BytesIO

import numpy as np
import numpy.typing as npt
import resvg_py
from PIL import Image

from serai.core.page.lettering import FAMILY, font

Pixels = npt.NDArray[np.uint8]


def pixels(svg: str) -> Pixels:
    """An SVG as an array of height, width, and red, green, blue."""
    png = resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=[str(font())], font_family=FAMILY, sans_serif_family=FAMILY
    )
    with Image.open(BytesIO(png), formats=("PNG",)) as image:
        return np.array(image.convert("RGB"))
