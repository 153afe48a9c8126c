"""Charts say in text what they show, keep names harmless, and stay within their frame."""

import math
import re
from xml.etree import ElementTree

import pytest

from serai.arena import charts

ROWS = [("caliph", 120.0, 100.0, 140.0), ("random", -120.0, -140.0, -100.0)]
NASTY = '<script>alert("1")</script>&'
SVG = "{http://www.w3.org/2000/svg}"


def drawings(name: str = "caliph") -> dict[str, str]:
    """One of each kind, all with the same name in it."""
    return {
        "intervals": charts.intervals("Ratings", [(name, 1.5, 1.0, 2.0)], "Elo", 0),
        "matrix": charts.matrix("Pairs", [name, "b"], [[None, 0.75], [0.25, None]], [["", "75 %"], ["25 %", ""]]),
        "histogram": charts.histogram("Points", {name: [1, 2, 2, 3], "b": [5, 5]}, "points"),
        "bars": charts.bars("Seats", ["seat 1", "seat 2"], {name: [0.5, -0.25], "b": [1, 2]}),
        "one bar": charts.bars("Seats", [name, "b"], {"share": [0.5, 0.25]}, "%"),
    }


def texts(svg: str) -> list[str]:
    """What is written in a drawing."""
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("kind", drawings())
def test_a_drawing_is_a_whole_file_with_title_and_spoken_values(kind: str) -> None:
    root = ElementTree.fromstring(drawings()[kind])
    assert root.tag == f"{SVG}svg" and root.find(f"{SVG}title") is not None
    assert root.get("role") == "img" and "caliph" in str(root.get("aria-label"))
    assert "prefers-color-scheme:dark" in drawings()[kind]


@pytest.mark.parametrize("kind", drawings())
def test_names_are_text_and_never_markup(kind: str) -> None:
    svg = drawings(NASTY)[kind]
    assert "<script" not in svg and NASTY in str(ElementTree.fromstring(svg).get("aria-label"))
    assert any(text.lstrip("1 ").startswith("<scri") for text in texts(svg))


@pytest.mark.parametrize("kind", drawings())
def test_nothing_is_drawn_outside_the_frame(kind: str) -> None:
    root = ElementTree.fromstring(drawings("a name that is far too long for any picture of this width" * 2)[kind])
    _, _, width, height = map(float, str(root.get("viewBox")).split())
    for element in root.iter():
        assert 0 <= float(element.get("x", 0)) <= width and 0 <= float(element.get("y", 0)) <= height
        assert float(element.get("x", 0)) + float(element.get("width", 0)) <= width + (element is root)
        assert len(element.text or "") < 70 or element.tag in (f"{SVG}style", f"{SVG}title")


def test_values_can_be_read_without_a_pointer() -> None:
    assert "120 (100 to 140)" in texts(charts.intervals("Ratings", ROWS, "Elo"))
    assert {"75 %", "25 %"} <= set(texts(drawings()["matrix"]))
    assert "mean 2, sd 0.71, 1 to 3" in texts(drawings()["histogram"])
    assert {"0.5", "−0.25", "1", "2"} <= set(texts(drawings()["bars"]))


def test_a_dot_lies_between_the_ends_of_its_bar_and_a_better_one_to_the_right() -> None:
    svg = charts.intervals("Ratings", ROWS, line=0)
    dots = [float(place) for place in re.findall(r'cx="([\d.]+)"', svg)]
    ends = [tuple(map(float, found)) for found in re.findall(r'd="M([\d.]+) \d+H([\d.]+)"', svg)]
    assert all(left < dot < right for dot, (left, right) in zip(dots, ends, strict=True)) and dots[0] > dots[1]
    [zero] = re.findall(r'class="mark" d="M([\d.]+)', svg)
    assert dots[1] < float(zero) < dots[0]


def test_an_interval_without_end_is_drawn_open_and_told_so() -> None:
    svg = charts.intervals("Difference", [("a", math.inf, 20.0, math.inf), ("b", 5.0, -10.0, 30.0)])
    assert "∞ (20 to ∞)" in texts(svg) and "nan" not in svg and "inf" not in svg.replace("infinite", "")
    assert svg.count("<circle") == 1 and svg.count('fill-opacity=".6"') == 1


def test_cells_below_the_middle_have_the_other_colour_and_the_farthest_the_strongest() -> None:
    svg = charts.matrix("Pairs", ["a", "b"], [[0.5, 0.6], [0.1, None]], [["50", "60"], ["10", ""]], middle=0.5)
    covers = re.findall(r'fill="var\(--c(\d)\)" fill-opacity="([\d.]+)"', svg)
    assert covers == [("0", "0.00"), ("0", "0.15"), ("1", "0.62"), ("0", "0.00")]


def test_every_value_is_in_some_column_and_columns_are_shares_of_their_own_series() -> None:
    assert charts.bin_counts([0, 1, 2, 3, 3, 9.9], 0, 2) == {0: 2, 1: 3, 4: 1}
    svg = charts.histogram("Length", {"few": [1.0, 2.0], "many": [1.0, 2.0] * 50})
    heights = re.findall(r'height="([\d.]+)" fill="var', svg)
    assert len(heights) == 4 and len(set(heights)) == 1


@pytest.mark.parametrize(
    ("value", "written"),
    [(0, "0"), (-0.001, "0"), (1.5, "1.5"), (12.34, "12.3"), (-123.4, "−123"), (12345, "12,345"), (math.nan, "none")],
)
def test_numbers_have_as_many_places_as_they_need(value: float, written: str) -> None:
    assert charts.format_number(value) == written


@pytest.mark.parametrize("ends", [(0, 1), (-340, 260), (0.001, 0.0042), (7, 7), (98, 1203)])
def test_an_axis_has_a_few_round_numbers_that_hold_every_value(ends: tuple[float, float]) -> None:
    scale = charts.Scale(ends, 0, 100)
    ticks = scale.ticks()
    assert 3 <= len(ticks) <= 8 and ticks[0] <= ends[0] and ticks[-1] >= ends[1] - 1e-12
    assert len({charts.format_number(tick, scale.step) for tick in ticks}) == len(ticks)


def test_charts_of_nothing_are_drawn_all_the_same() -> None:
    for svg in (
        charts.intervals("a", []),
        charts.matrix("a", [], [], []),
        charts.histogram("a", {"b": []}),
        charts.bars("a", [], {"b": []}),
    ):
        assert ElementTree.fromstring(svg).tag == f"{SVG}svg"


def test_a_page_holds_everything_runs_nothing_and_fetches_nothing() -> None:
    table = charts.grid(["bot", NASTY], [[NASTY, "1"]])
    text = charts.page(NASTY, [("First", drawings()["bars"]), (NASTY, table)])
    assert "<script" not in text and "http:" not in text and "https:" not in text and "src=" not in text
    assert "default-src 'none'" in text and text.count("<section>") == 2 and text.count("&lt;script&gt;") == 5
