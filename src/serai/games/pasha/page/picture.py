"""The lobby's picture of Pasha: cards, dice and a lamp before a palace at dusk, drawn with colours of its own."""

from markupsafe import Markup

from serai.games.pasha.page.art import PIPS

SKY = (
    '<rect width="320" height="180" fill="#12393f"/>'
    '<rect y="42" width="320" height="60" fill="#1d5558"/><rect y="84" width="320" height="40" fill="#2d6f69"/>'
    '<circle cx="258" cy="38" r="19" fill="#f6dc93"/><circle cx="266" cy="33" r="17" fill="#12393f"/>'
    '<path fill="#f6dc93" d="M36 24l2 5 5 2-5 2-2 5-2-5-5-2 5-2zM92 12l1.5 3.5 3.5 1.5-3.5 1.5-1.5 3.5'
    '-1.5-3.5-3.5-1.5 3.5-1.5zM206 20l1.5 3.5 3.5 1.5-3.5 1.5-1.5 3.5-1.5-3.5-3.5-1.5 3.5-1.5z"/>'
)
PALACE = (
    '<g fill="#0d2d33"><path d="M112 124V84c0-26 20-40 48-46 28 6 48 20 48 46v40z"/>'
    '<path d="M159 26h2v14h-2z"/><path d="M64 124V98c0-14 11-22 26-25 15 3 26 11 26 25v26zM204 124V98c0-14 11-22 '
    "26-25 15 3 "
    '26 11 26 25v26z"/><path d="M40 124V58l6-16 6 16v66zM268 124V58l6-16 6 16v66z"/></g>'
    '<g fill="#e9ae49"><path d="M152 116V94c0-7 4-11 8-13 4 2 8 6 8 13v22zM128 116V98c0-5 3-8 6-10 3 2 6 5 6 '
    "10v18zM180 116V98"
    'c0-5 3-8 6-10 3 2 6 5 6 10v18z"/><path d="M84 118v-12c0-4 3-7 6-8 3 1 6 4 6 8v12zM224 118v-12c0-4 3-7 6-8 3 '
    '1 6 4 6 8v12z"/></g>'
)
GROUND = '<path fill="#8a2f2a" d="M0 122h320v58H0z"/><path fill="#a84536" d="M0 122h320v5H0z"/>'
FRINGE = '<path fill="none" stroke="#d9a441" stroke-width="2" stroke-dasharray="6 5" d="M0 134h320"/>'
LAMP = (
    '<g transform="translate(222 112) scale(1.35)">'
    '<path fill="#f2a33c" d="M7 3c3 4 6 7 6 10a6 6 0 0 1-12 0c0-4 5-6 6-10z"/>'
    '<path fill="#fff0b0" d="M7 9c1 2 3 3 3 5a3 3 0 0 1-6 0c0-2 3-3 3-5z"/>'
    '<path fill="none" stroke="#b8791f" stroke-width="3.6" stroke-linecap="round" d="M49 27c8-9 13-2 10 4-3 5-9 '
    '6-14 7"/>'
    '<path fill="#cf932f" d="M3 19c6 0 9 5 16 5h28c3 0 5-1 7-2-1 9-8 16-18 17H28C16 39 11 28 3 22z"/>'
    '<path fill="#f2cd74" d="M12 25c4 2 7 2 10 2h22c-3 4-8 5-13 5-8 0-14-3-19-7z"/>'
    '<path fill="#cf932f" d="M24 23c1-6 5-8 11-8s10 2 11 8z"/><circle fill="#f2cd74" cx="35" cy="12" r="3.4"/>'
    '<path fill="#b8791f" d="M29 39h12l4 6H25z"/></g>'
)
TURBAN = (
    '<path fill="#b3382c" d="M20 24C20 8 26 3 32 3s12 5 12 21z"/>'
    '<path fill="#fff6e4" stroke="#c4ad80" d="M6 34c0-12 10-17 26-17s26 5 26 17c0 8-8 13-26 13S6 42 6 34z"/>'
    '<path fill="none" stroke="#c4ad80" stroke-width="1.8" d="M9 29c10-8 22-8 32-2 6 4 10 9 14 12M7 36c10-6 20-5 '
    "28 0 5 3 8 "
    '6 11 10"/><path fill="#1f7f8c" d="M33 24C28 14 33 5 43 1c-1 4 0 5 3 7-3 0-4 2-4 4-3 0-4 2-4 4-3 1-4 4-5 8z"/>'
    '<path fill="#f2cd74" stroke="#7c5210" d="M33 20l6 7-6 8-6-8z"/>'
)
MINUS_ONE = '<path fill="#ffe9d6" d="M12 22h18v6H12zM36 12l10-5h4v34h-7V16l-7 3z"/>'
STARS = '<path fill="#f2cd74" d="M32 1l6 15 16-2-10 12 10 12-16-2-6 15-6-15-16 2 10-12L10 14l16 2z"/>'


def picture() -> Markup:
    """A small picture of the game for the lobby."""
    cards = _card(60, 96, -16, "#5d1626", MINUS_ONE) + _card(97, 88, -3, "#1f3454", STARS)
    cards += _card(136, 90, 10, "#fff8e8", TURBAN)
    dice = _die(40, 134, -12, 5) + _die(92, 140, 6, 5) + _die(146, 132, -5, 5) + _die(196, 142, 14, 1)
    return Markup(
        '<svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">'
        f"{SKY}{PALACE}{GROUND}{FRINGE}{cards}{LAMP}{dice}</svg>"
    )


def _card(x: int, y: int, turned: int, paint: str, drawing: str) -> str:
    """A card of a fan."""
    return (
        f'<g transform="translate({x} {y}) rotate({turned})"><rect x="-24" y="-34" width="48" height="68" rx="6" '
        f'fill="{paint}" stroke="#cf932f" stroke-width="2"/>'
        f'<rect x="-20" y="-30" width="40" height="60" rx="4" fill="none" '
        f'stroke="#cf932f"/><g transform="translate(-19 -22) scale(0.6)">{drawing}</g></g>'
    )


def _die(x: int, y: int, turned: int, face: int) -> str:
    """A die that has just come to rest."""
    paint, radius = ("#b3382c", 8) if face == 1 else ("#2b2118", 5.4)
    pips = "".join(f'<circle cx="{left}" cy="{top}" r="{radius}"/>' for left, top in PIPS[face])
    return (
        f'<g transform="translate({x} {y}) rotate({turned}) scale(0.72) translate(-30 -30)">'
        '<rect x="3" y="6" width="58" height="58" rx="14" fill="#5b1b19"/>'
        '<rect x="1" y="2" width="58" height="57" rx="14" '
        'fill="#d8c49c"/><rect x="2" y="1.5" width="56" height="53.5" rx="13" fill="#fffaf0"/>'
        f'<g fill="{paint}">{pips}</g></g>'
    )
