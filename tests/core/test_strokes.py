"""Letters as strokes: every digit and letter has one, lines are placed and cut where they are asked to be."""

import re
import string

import pytest

from serai.core.sketching import coloured, colours, paints
from serai.core.strokes import GLYPHS, width, write


def places(drawing: str) -> list[float]:
    """Where the glyphs of a line stand, in units."""
    return [float(x) for x in re.findall(r'<path d="[^"]+" transform="translate\(([\d.]+)\)"/>', drawing)]


def test_every_digit_and_letter_has_a_glyph_of_its_own() -> None:
    letters = string.digits + string.ascii_uppercase
    assert len({GLYPHS[letter][1] for letter in letters}) == 36


def test_small_letters_and_accents_are_written_in_capitals() -> None:
    assert write("Éva", 0, 0, 10, "black") == write("EVA", 0, 0, 10, "black")


def test_what_has_no_glyph_is_a_box_and_not_nothing() -> None:
    assert len(places(write("Ы", 0, 0, 10, "black"))) == 1


@pytest.mark.parametrize(("align", "left"), [(0, 100), (0.5, 100 - width("42", 20) / 2), (1, 100 - width("42", 20))])
def test_a_line_begins_is_centred_or_ends_where_it_is_put(align: float, left: float) -> None:
    assert f"translate({left:.2f} 7.00)" in write("42", 100, 7, 20, "black", align)


def test_a_line_that_is_too_wide_is_cut_and_says_so() -> None:
    whole, cut = write("scheherazade", 0, 0, 10, "black"), write("scheherazade", 0, 0, 10, "black", most=50)
    assert len(places(cut)) < len(places(whole)) and cut.endswith(
        f'<path d="{GLYPHS["."][1]}" transform="translate({places(cut)[-1]:g})"/></g>'
    )
    assert places(cut)[-1] <= 50


def test_a_style_sheets_colours_by_day_are_written_into_a_drawing() -> None:
    day = ".a { --ink: #111; --red: var(--ink); }\n"
    night = "@media dark {\n  .a { --ink: #eee; }\n}\n"
    sheet = f"{day}{night}.b {{\n  fill: var(--red);\n  margin: 0;\n}}"
    assert paints(sheet) == ".b{fill: var(--red)}"
    assert coloured(paints(sheet), colours(sheet)) == ".b{fill: #111}"
    assert coloured('fill="var(--none, #333)"', {}) == 'fill="#333"'
