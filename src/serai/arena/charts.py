"""Charts as SVG and the page that holds them: data in, text out, nothing fetched and nothing to run.

Drawings are narrow, so that they can be read on a phone, and grow on a wide screen. Every value is written beside its
mark and every mark has its name, so that neither colours nor a pointer are needed. Each drawing has its own style and
follows the reader's choice of light or dark; it can stand in a page or in a file of its own.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape

WIDTH = 400
EDGE = 4  # left free on either side
LETTER = 6.9  # the width of one, on average
TOP = 34  # where a chart begins below its title
AXIS = 26  # the height of an axis with its numbers
COLOURS = 6
LONGEST = 18  # letters of a name before a bar
BINS = 24  # in a histogram, about
STRONGEST = 0.62  # cover of a heat map's cell: the text on it stays readable
NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'

LIGHT = (
    "--ink:#2b1f15;--quiet:#66574a;--line:#dccbaf;--card:#fffaf0;"
    "--c0:#0e5566;--c1:#b4531d;--c2:#96690c;--c3:#2a6636;--c4:#7a3f7d;--c5:#66574a"
)
DARK = (
    "--ink:#f3e9d8;--quiet:#c0b09a;--line:#46392b;--card:#221b14;"
    "--c0:#72c5d3;--c1:#f09a6b;--c2:#e2b24c;--c3:#88d097;--c4:#d5a3d8;--c5:#c0b09a"
)
STYLE = f"""
.chart{{{LIGHT};font:12.5px "Source Sans 3",system-ui,sans-serif;color:var(--ink);display:block;width:100%;height:auto;\
max-width:36rem;font-variant-numeric:tabular-nums}}
@media(prefers-color-scheme:dark){{.chart{{{DARK}}}}}
.chart text{{fill:var(--ink)}}.chart .head{{font:600 15px Alegreya,Georgia,serif}}
.chart .quiet{{fill:var(--quiet);font-size:11.5px}}.chart .value{{font-weight:600}}
.chart .rule{{stroke:var(--line)}}.chart .mark{{stroke:var(--ink);stroke-dasharray:3 3}}
"""
PAGE_STYLE = f"""
:root{{{LIGHT};--paper:#f6eedf;--band:#c9a961;color-scheme:light dark}}
@media(prefers-color-scheme:dark){{:root{{{DARK};--paper:#17120d;--band:#7d6330}}}}
*{{box-sizing:border-box}}
body{{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 "Source Sans 3",system-ui,sans-serif}}
header,main{{max-width:78rem;margin:0 auto;padding:0 clamp(.75rem,3vw,2rem)}}
body::before{{content:"";display:block;height:12px;background:\
conic-gradient(from 135deg at 50% 50%,var(--band) 90deg,transparent 0) 0 0/24px 12px,\
conic-gradient(from -45deg at 50% 50%,var(--c0) 90deg,transparent 0) 12px 0/24px 12px}}
h1,h2{{font-family:Alegreya,Georgia,serif;line-height:1.2;text-wrap:balance}}
h1{{font-size:clamp(1.6rem,4vw,2.3rem);margin:1.4rem 0 1rem}}h2{{font-size:1.25rem;margin:0 0 .6rem}}
main{{columns:2 26rem;column-gap:1.25rem;padding-bottom:2rem}}
section{{break-inside:avoid;background:var(--card);border:1px solid var(--line);border-radius:10px;\
padding:clamp(.8rem,2.5vw,1.25rem);margin:0 0 1.25rem}}
section:first-child{{column-span:all}}
section>:last-child{{margin-bottom:0}}section>p{{max-width:44rem;margin:0 0 .8rem}}section>.chart{{margin:0 auto .9rem}}
.scroll{{overflow-x:auto;margin:0 0 .8rem}}
table{{border-collapse:collapse;width:100%;font-size:.93rem;font-variant-numeric:tabular-nums}}
th{{font-weight:600;color:var(--quiet);white-space:nowrap}}th,td{{padding:.3rem .6rem;text-align:right;\
border-bottom:1px solid var(--line);vertical-align:top;white-space:nowrap}}
.words{{text-align:left}}td.words{{min-width:7rem;white-space:normal;overflow-wrap:anywhere}}
th:first-child,td:first-child{{text-align:left;padding-left:0}}
th:last-child,td:last-child{{padding-right:0}}tbody tr:last-child td{{border-bottom:0}}
@media print{{body{{background:none}}section{{border-color:#999}}}}
"""

Rows = Sequence[tuple[str, float, float, float]]  # name, value, and the ends of its interval


class Scale:
    """Numbers along the width of a chart."""

    def __init__(self, values: Iterable[float], left: float, right: float) -> None:
        finite = [value for value in values if math.isfinite(value)] or [0.0]
        least, most = min(finite), max(finite)
        if least == most:
            least, most = least - 1, most + 1
        self.step = step_of((most - least) / 5)
        self.least = self.step * math.floor(least / self.step + 1e-9)
        self.most = self.step * math.ceil(most / self.step - 1e-9)
        self._left, self._right = left, right

    def __call__(self, value: float) -> float:
        """The position of a number; one beyond an end is drawn at that end."""
        inside = min(max(value, self.least), self.most)
        return self._left + (self._right - self._left) * (inside - self.least) / (self.most - self.least)

    def ticks(self) -> list[float]:
        """Round numbers from end to end."""
        count = round((self.most - self.least) / self.step)
        return [self.least + place * self.step for place in range(count + 1)]

    def axis(self, top: float, bottom: float, unit: str) -> str:
        """Lines at round numbers, with the numbers below them."""
        parts = [line(self(tick), top, self(tick), bottom) for tick in self.ticks()]
        labels = [format_number(tick, self.step) for tick in self.ticks()]
        labels[-1] += f" {unit}" if unit else ""
        for tick, label in zip(self.ticks(), labels, strict=True):
            parts.append(text(keep_inside(self(tick), label), bottom + 16, label, "quiet", "middle"))
        return "".join(parts)


def intervals(title: str, rows: Rows, unit: str = "", line: float | None = None) -> str:
    """A dot for each value on a bar from end to end of its interval; a dashed line at `line`."""
    marks = [] if line is None else [line]
    scale = Scale([*marks, *(number for _, *numbers in rows for number in numbers)], EDGE + 12, WIDTH - EDGE - 12)
    bottom, texts = TOP + 38 * len(rows) + 4, interval_words(rows)
    parts = [scale.axis(TOP, bottom, unit)]
    parts += [f'<path class="mark" d="M{scale(mark):.1f} {TOP}V{bottom}"/>' for mark in marks]
    for place, row in enumerate(rows):
        parts.append(interval(scale, TOP + 38 * place, row, texts[place]))
    descriptions = [f"{row[0]}: {words} {unit}".strip() for row, words in zip(rows, texts, strict=True)]
    return drawing(title, bottom + AXIS, parts, descriptions)


def interval(scale: Scale, top: float, row: tuple[str, float, float, float], words: str) -> str:
    """One row: its name and numbers, and below them the bar."""
    name, value, low, high = row
    y, (left, right) = top + 27, (scale(low), scale(high))
    parts = [text(EDGE, top + 14, shorten(name, WIDTH - 3 * EDGE - LETTER * len(words)), "", halo=True)]
    parts.append(text(WIDTH - EDGE, top + 14, words, "value", "end", halo=True))
    parts.append(f'<path d="M{left:.1f} {y}H{right:.1f}" stroke="var(--c0)" stroke-width="6" stroke-opacity=".4"/>')
    for place, is_open, way in ((left, math.isinf(low), -7), (right, math.isinf(high), 7)):
        if is_open:
            parts.append(f'<path d="M{place:.1f} {y - 5}l{way} 5l{-way} 5z" fill="var(--c0)" fill-opacity=".6"/>')
    if math.isfinite(value):
        parts.append(f'<circle cx="{scale(value):.1f}" cy="{y}" r="5.5" fill="var(--c0)"/>')
    return "".join(parts)


def interval_words(rows: Rows) -> list[str]:
    """Values and their intervals, with as many places as the narrowest makes sense of."""
    narrowest = min((high - low for *_, low, high in rows if 0 < high - low < math.inf), default=0.0)
    step = min(1.0, 10.0 ** math.floor(math.log10(narrowest / 30))) if narrowest else None
    return [
        f"{format_number(value, step)} ({format_number(low, step)} to {format_number(high, step)})"
        for _, value, low, high in rows
    ]


def matrix(
    title: str,
    names: Sequence[str],
    values: Sequence[Sequence[float | None]],
    texts: Sequence[Sequence[str]],
    columns: Sequence[str] | None = None,
    middle: float | None = None,
) -> str:
    """A heat map with a text in each cell; values below `middle` have another colour.

    Without `columns` the columns repeat the rows' names, by number.
    """
    heads = [str(place + 1) for place in range(len(names))] if columns is None else list(columns)
    labels = [f"{place + 1} {name}" for place, name in enumerate(names)] if columns is None else list(names)
    left = EDGE + 14 + LETTER * min(17 if len(heads) > 5 else 24, max(map(len, labels), default=0))
    wide, high = (WIDTH - EDGE - left) / max(1, len(heads)), 34
    numbers = [value for row in values for value in row if value is not None and math.isfinite(value)]
    parts = [
        text(left + (place + 0.5) * wide, TOP + 10, shorten(head, wide), "quiet", "middle")
        for place, head in enumerate(heads)
    ]
    for row_number, (label, row, words) in enumerate(zip(labels, values, texts, strict=True)):
        y = TOP + 16 + high * row_number
        parts += name_lines(label, y + high / 2, left - EDGE - 6)
        for column_number, (value, word) in enumerate(zip(row, words, strict=True)):
            parts.append(cell(left + column_number * wide, y, wide, high, opacity_of(value, numbers, middle), word))
    descriptions = [
        f"{label}: {', '.join(word or '-' for word in row)}" for label, row in zip(names, texts, strict=True)
    ]
    return drawing(title, TOP + 16 + high * len(names) + EDGE, parts, descriptions)


def cell(x: float, y: float, wide: float, high: float, opacity: float, word: str) -> str:
    """A rectangle with a word; below 0 the cover is of the other colour."""
    colour = "var(--c0)" if opacity >= 0 else "var(--c1)"
    place = f'x="{x + 1:.1f}" y="{y + 1:.1f}" width="{max(1, wide - 2):.1f}" height="{high - 2}" rx="4"'
    size = min(12.5, 1.6 * (wide - 4) / max(1, len(word)))
    style = f' style="font-size:{size:.1f}px"' if size < 12.5 else ""
    rectangle = f'<rect {place} fill="{colour}" fill-opacity="{abs(opacity):.2f}"/>'
    middle = f'x="{x + wide / 2:.1f}" y="{y + high / 2 + 4:.1f}" text-anchor="middle"{style}'
    return f"{rectangle}<text {middle}>{escape(word)}</text>" if word else rectangle


def opacity_of(value: float | None, numbers: Sequence[float], middle: float | None) -> float:
    """How strongly a cell is coloured, compared with all the values."""
    if value is None or not math.isfinite(value):
        return 0.0
    if middle is None:
        span = max(numbers) - min(numbers)
        return STRONGEST * (0.1 + 0.9 * (value - min(numbers)) / span if span else 0.5)
    farthest = max(abs(other - middle) for other in numbers)
    return STRONGEST * (value - middle) / farthest if farthest else 0.0


def histogram(title: str, series: Mapping[str, Sequence[float]], unit: str = "") -> str:
    """Distributions one below the other over the same numbers, each with its mean, spread and ends."""
    everything = [value for values in series.values() for value in values]
    are_whole = all(float(value).is_integer() for value in everything)
    scale = Scale([*everything, *beyond_last(everything, are_whole)], EDGE + 12, WIDTH - EDGE - 12)
    size = max(step_of((scale.most - scale.least) / BINS), 1.0 if are_whole else 0.0)
    counts = [bin_counts(values, scale.least, size) for values in series.values()]
    tallest = max((count / max(1, sum(row.values())) for row in counts for count in row.values()), default=1.0)
    row_height = 74
    bottom = TOP + row_height * len(series)
    parts = [scale.axis(TOP, bottom, unit)]
    descriptions = [distribution_words(name, values) for name, values in series.items()]
    for place, (name, values) in enumerate(series.items()):
        top = TOP + row_height * place
        parts.append(steps(scale, counts[place], size, top + row_height, 48 / tallest, place))
        words = distribution_words("", values)
        parts.append(text(EDGE, top + 15, shorten(name, WIDTH - 3 * EDGE - 5.9 * len(words)), "", halo=True))
        parts.append(text(WIDTH - EDGE, top + 15, words, "quiet", "end", halo=True))
    return drawing(title, bottom + AXIS, parts, descriptions)


def beyond_last(values: Sequence[float], are_whole: bool) -> list[float]:
    """A number beyond the largest, so that the largest has a column too."""
    if not values:
        return []
    return [max(values) + (1 if are_whole else 1e-6 * (max(values) - min(values)))]


def bin_counts(values: Sequence[float], least: float, size: float) -> dict[int, int]:
    """How many values are in each bin, by its number."""
    counts: dict[int, int] = {}
    for value in values:
        place = math.floor((value - least) / size + 1e-9)
        counts[place] = counts.get(place, 0) + 1
    return dict(sorted(counts.items()))


def steps(scale: Scale, counts: Mapping[int, int], size: float, bottom: float, height: float, colour: int) -> str:
    """A distribution as columns on the bottom line, scaled so that the whole is 1."""
    total, parts = max(1, sum(counts.values())), []
    for place, count in counts.items():
        left, right = scale(scale.least + place * size), scale(scale.least + (place + 1) * size)
        tall = height * count / total
        shape = f'x="{left:.1f}" y="{bottom - tall:.1f}" width="{max(1, right - left - 0.6):.1f}" height="{tall:.1f}"'
        parts.append(f'<rect {shape} fill="var(--c{colour % COLOURS})" fill-opacity=".8"/>')
    return "".join(parts) + line(EDGE, bottom, WIDTH - EDGE, bottom)


def distribution_words(name: str, values: Sequence[float]) -> str:
    """The mean, spread and ends of a distribution, in words."""
    before = f"{name}: " if name else ""
    if not values:
        return f"{before}none"
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    least, most = format_number(min(values)), format_number(max(values))
    return f"{before}mean {format_number(mean)}, sd {format_number(spread)}, {least} to {most}"


def bars(title: str, groups: Sequence[str], series: Mapping[str, Sequence[float]], unit: str = "") -> str:
    """Bars in groups, a bar for each series, with its value at its end."""
    is_single = len(series) == 1 and max(map(len, groups), default=0) <= LONGEST
    names = list(groups) if is_single else list(series)
    gutter = EDGE + 8 + LETTER * min(LONGEST, max(map(len, names), default=0))
    numbers = [value for values in series.values() for value in values]
    scale = Scale([0.0, *numbers], gutter + (34 if min(numbers, default=0) < 0 else 0), WIDTH - EDGE - 44)
    y, parts, descriptions = TOP + 0.0, [], []
    for place, group in enumerate(groups):
        if not is_single:
            parts.append(text(EDGE, y + 14, shorten(group, WIDTH - 2 * EDGE), "value", halo=True))
            y += 20
        for number, (name, values) in enumerate(series.items()):
            label, value = group if is_single else name, values[place]
            parts.append(bar(scale, y, label, gutter, value, number))
            descriptions.append(f"{group}, {name}: {format_number(value)}{' ' + unit if unit else ''}")
            y += 21
        y += 0 if is_single else 8
    zero = f'<path class="rule" d="M{scale(0):.1f} {TOP}V{y:.0f}"/>'
    unit_words = [text(WIDTH - EDGE, 20, unit, "quiet", "end")] if unit else []
    return drawing(title, y + EDGE, [zero, *parts, *unit_words], descriptions)


def bar(scale: Scale, y: float, name: str, gutter: float, value: float, colour: int) -> str:
    """A name, its bar from 0, and its value."""
    if not math.isfinite(value):
        return text(EDGE, y + 14, shorten(name, gutter - EDGE - 6)) + text(scale(0) + 6, y + 14, "none", "quiet")
    left, right = sorted((scale(0), scale(value)))
    shape = f'x="{left:.1f}" y="{y + 3:.1f}" width="{right - left:.1f}" height="14" rx="2"'
    rectangle = f'<rect {shape} fill="var(--c{colour % COLOURS})" fill-opacity=".85"/>'
    side, anchor = (right + 5, "start") if value >= 0 else (left - 5, "end")
    return (
        text(EDGE, y + 14, shorten(name, gutter - EDGE - 6))
        + rectangle
        + text(side, y + 14, format_number(value), "", anchor)
    )


def page(title: str, sections: Sequence[tuple[str, str]]) -> str:
    """One HTML page of (heading, HTML) sections, the first across its whole width."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    body = "\n".join(
        f"<section>\n<h2>{escape(heading)}</h2>\n{content.replace(NAMESPACE, '')}\n</section>"
        for heading, content in sections
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{escape(title)}</title>
<style>{PAGE_STYLE}</style>
</head>
<body>
<header><h1>{escape(title)}</h1></header>
<main>
{body}
</main>
</body>
</html>
"""


def grid(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """An HTML table: words are left-aligned and may wrap, numbers are right-aligned."""
    kinds = [' class="words"' if is_wordy(column) else "" for column in zip(*rows, strict=True)] or [""] * len(head)
    top = "".join(f'<th scope="col"{kind}>{escape(word)}</th>' for kind, word in zip(kinds, head, strict=True))
    lines = [
        "<tr>" + "".join(f"<td{kind}>{escape(word)}</td>" for kind, word in zip(kinds, row, strict=True)) + "</tr>"
        for row in rows
    ]
    inside = f"<thead><tr>{top}</tr></thead>\n<tbody>\n" + "\n".join(lines) + "\n</tbody>"
    return f'<div class="scroll" tabindex="0"><table>{inside}</table></div>'


def is_wordy(column: Sequence[str]) -> bool:
    """Whether a column has words in it, not only numbers."""
    return any(word[:1].isalpha() for word in column)


def drawing(title: str, height: float, parts: Iterable[str], descriptions: Iterable[str]) -> str:
    """A whole SVG with its title, and its values for screen readers."""
    size = f'viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" height="{height:.0f}"'
    label = escape(f"{title}. {'; '.join(descriptions)}", quote=True)
    head = text(EDGE, 20, shorten(title, 1.1 * WIDTH), "head")
    body = "".join(parts)
    return (
        f'<svg{NAMESPACE} class="chart" {size} role="img" aria-label="{label}"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style>{head}{body}</svg>"
    )


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start", halo: bool = False) -> str:
    """A few words; with a halo they are readable upon lines."""
    extra = f' class="{kind}"' if kind else ""
    extra += "" if anchor == "start" else f' text-anchor="{anchor}"'
    extra += ' stroke="var(--card)" stroke-width="4" paint-order="stroke"' if halo else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{extra}>{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    """A quiet line."""
    return f'<path class="rule" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"/>'


def name_lines(name: str, y: float, width: float) -> list[str]:
    """A name beside its row, on two lines where one is too short."""
    room = int(width / LETTER)
    if len(name) <= room:
        return [text(EDGE, y + 4, name)]
    cut = max((place + 1 for place in range(room) if name[place] in ": -"), default=room)
    return [text(EDGE, y - 3, name[:cut]), text(EDGE, y + 12, shorten(name[cut:], width))]


def shorten(name: str, width: float) -> str:
    """The start of a name, as far as there is room for it."""
    room = max(1, int(width / LETTER))
    return name if len(name) <= room else name[: room - 1] + "…"


def keep_inside(x: float, words: str) -> float:
    """The middle of a text, moved so that the whole text stays in the picture."""
    half = LETTER * len(words) / 2
    return min(max(x, half + 2), WIDTH - half - 2)


def step_of(rough: float) -> float:
    """The next round number: 1, 2 or 5 times a power of ten."""
    if rough <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    return next((size * power for size in (1, 2, 5) if size * power >= rough * (1 - 1e-9)), 10 * power)


def format_number(value: float, step: float | None = None) -> str:
    """A number with as many places as it needs, or as a step along an axis does."""
    if not math.isfinite(value):
        return "none" if math.isnan(value) else "∞" if value > 0 else "−∞"
    if step is None:
        places = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    else:
        places = max(0, -math.floor(math.log10(step) + 1e-9))
    digits = f"{value:,.{places}f}"
    if step is None and "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return "0" if float(digits.replace(",", "")) == 0 else digits.replace("-", "−")
