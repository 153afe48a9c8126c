"""How drawings are written down. Strings in this package are markup; words come in through `escape`."""

SKIP = 'aria-hidden="true"'  # what is drawn is said elsewhere
EDGE = "var(--a-edge, #33210f)"  # outlines; the fallback is for pictures outside the table


def path(d: str, fill: str = "none", stroke: str = "", width: float = 1, more: str = "") -> str:
    """A shape, filled or outlined or both."""
    line = f' stroke="{stroke}"' if stroke else ""
    thick = f' stroke-width="{width:g}"' if stroke and width != 1 else ""
    return f'<path d="{d}" fill="{fill}"{line}{thick}{f" {more}" if more else ""}/>'


def shade(d: str, opacity: float) -> str:
    """A shadow upon a shape."""
    return f'<path d="{d}" opacity="{opacity:g}"/>'


def dots(d: str, colour: str, size: float) -> str:
    """Round dots: every `h0` of the path is one."""
    return f'<path d="{d}" stroke="{colour}" stroke-width="{size:g}" stroke-linecap="round"/>'


def disc(x: float, y: float, radius: float) -> str:
    """A path's circle."""
    half, across = f"{radius:g} {radius:g} 0 0 1 0", f"{2 * radius:g}"
    return f"M{x:g} {y - radius:g}a{half} {across} {half}-{across}z"


def symbol(name: str, width: float, height: float, body: str) -> str:
    """Something that is drawn in many places."""
    return f'<symbol id="asara-{name}" viewBox="0 0 {width:g} {height:g}">{body}</symbol>'


def drawn(name: str, width: float, height: float, css: str) -> str:
    """A symbol as a drawing of its own."""
    return f'<svg class="{css}" viewBox="0 0 {width:g} {height:g}" {SKIP}><use href="#asara-{name}"/></svg>'
