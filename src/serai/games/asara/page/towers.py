"""Towers drawn: pieces one above the other, all at one scale, so that heights can be compared across the table."""

from markupsafe import escape

from serai.core.page.scene import Parts, Picker
from serai.games.asara.page.drawing import SKIP
from serai.games.asara.page.pieces import HEIGHTS, WIDTH, icon, name
from serai.games.asara.page.position import Position, Tower
from serai.games.asara.rules.state import BASE, LIT, MIDDLE, TOP, WINDOW
from serai.games.asara.words import names as words

STOREY = HEIGHTS[MIDDLE]  # windows are as high
TALL = 14  # pieces; higher ones are drawn smaller

Storey = tuple[int, int, str]  # kind, piece, and a name that stays the piece's own


def tower_row(position: Position, picker: Picker, seat: int, held: Parts) -> str:
    """A player's towers side by side; the viewer's own can be touched."""
    standing = position.towers[seat]
    if seat != position.scene.seat:
        return "".join(looked_at(seat, tower) for tower in standing)
    choices = position.scene.choices.values()
    lightable = {part for parts in (*choices, held) for part in parts if part.startswith("window.")}
    return "".join(_own(picker, seat, tower, lightable, held) for tower in standing)


def looked_at(seat: int, tower: Tower) -> str:
    """Somebody else's tower."""
    label = escape(_label(tower))
    key = f"tower-{seat}-{tower.number}"
    return f'<div class="a-tower{_size(tower)}" role="img" aria-label="{label}" id="{key}">{_body(seat, tower)}</div>'


def _own(picker: Picker, seat: int, tower: Tower, lightable: set[str], held: Parts) -> str:
    """An own tower, and above it its dark windows while they can be lit (A23)."""
    part = f"tower.{tower.number}"
    css = f"a-tower{_size(tower)}{_held(part, held)}"
    key = f"tower-{seat}-{tower.number}"
    button = picker.part(part, _body(seat, tower), key=key, label=_label(tower), css=css)
    dark = [gold for gold in (False, True) if f"window.{tower.number}{'*' * gold}" in lightable]
    if not dark:
        return button
    windows = "".join(_dark_window(picker, tower, gold, held) for gold in dark)
    return f'<div class="a-lightable"><div class="a-dark">{windows}</div>{button}</div>'


def _dark_window(picker: Picker, tower: Tower, gold: bool, held: Parts) -> str:
    part = f"window.{tower.number}{'*' * gold}"
    body = icon(WINDOW, 2 * tower.colour + gold)
    key = f"window-{tower.number}{'-gold' * gold}"
    label = words.dark_window(tower.number, gold)
    return picker.part(part, body, key=key, label=label, css=f"a-pane{_held(part, held)}")


def _held(part: str, held: Parts) -> str:
    return " is-held" if part in held else ""


def _label(tower: Tower) -> str:
    return words.tower(tower.number, tower.colour, tower.height, tower.gold, sum(tower.lit))


def _size(tower: Tower) -> str:
    """All towers are drawn at one scale, but for those that no usual edition has pieces for."""
    return "" if tower.height <= TALL else " a-tall" if tower.height <= 2 * TALL else " a-taller"


def storeys(tower: Tower) -> list[Storey]:
    """What stands between base and top, from below.

    The rules keep no order, so middles and windows take turns; gold ones come last of their kind.
    """
    plain, gold = 2 * tower.colour, 2 * tower.colour + 1
    middles = [(MIDDLE, plain, f"m{number}") for number in range(tower.middles[0])]
    middles += [(MIDDLE, gold, f"n{number}") for number in range(tower.middles[1])]
    windows = [_pane(number, tower.lit[0], plain, "w") for number in range(tower.windows[0])]
    windows += [_pane(number, tower.lit[1], gold, "v") for number in range(tower.windows[1])]
    both = min(len(middles), len(windows))
    turns = [storey for pair in zip(middles, windows, strict=False) for storey in pair]
    return turns + middles[both:] + windows[both:]


def _pane(place: int, lit: int, piece: int, letter: str) -> Storey:
    """A window, lit from the first on; a lit one hides what is beneath and is a thing of its own."""
    return (LIT, piece, f"l{letter}{place}") if place < lit else (WINDOW, piece, f"{letter}{place}")


def _body(seat: int, tower: Tower) -> str:
    """The tower's drawing, measured from the ground up so that what stands stays, with its height in pieces below."""
    between = storeys(tower)
    plain, key = 2 * tower.colour, f"t{seat}-{tower.number}"
    uses = [_use(BASE, plain + tower.gold_base, 0, f"{key}b")]
    whole = HEIGHTS[BASE]
    for kind, piece, own in between:
        uses.append(_use(kind, piece, whole, key + own))
        whole += STOREY
    uses.append(_use(TOP, plain + tower.gold_top, whole, f"{key}t"))
    whole += HEIGHTS[TOP]
    box = f'viewBox="0 {-whole} {WIDTH} {whole}"'
    return f'<svg {box} {SKIP}>{"".join(uses)}</svg><i class="a-height">{tower.height}</i>'


def _use(kind: int, piece: int, above: int, key: str) -> str:
    """A piece at its height above the ground, with the symbol's own size."""
    height = HEIGHTS[kind]
    y = -above - height
    return f'<use href="#asara-{name(kind, piece)}" id="{key}" y="{y}" width="{WIDTH}" height="{height}"/>'
