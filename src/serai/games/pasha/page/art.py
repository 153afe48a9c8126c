"""Pasha's drawings: the symbols that a page holds once, and how the others refer to them.

Colours are classes, so that the style sheet can choose them for light and dark; every one of them comes with a shape.
"""

from markupsafe import Markup

from serai.core.page.sketching import SIGNS

PIPS = {
    1: ((30, 30),),
    2: ((18, 18), (42, 42)),
    3: ((17, 17), (30, 30), (43, 43)),
    4: ((18, 18), (42, 18), (18, 42), (42, 42)),
    5: ((17, 17), (43, 17), (30, 30), (17, 43), (43, 43)),
    6: ((18, 16), (42, 16), (18, 30), (42, 30), (18, 44), (42, 44)),
}
CUBE = (
    '<path class="pasha-cube-top" d="M12 1.5 22 6.8 12 12.2 2 6.8z"/>'
    '<path class="pasha-cube-left" d="M2 6.8 12 12.2V23L2 17.4z"/>'
    '<path class="pasha-cube-right" d="M22 6.8 12 12.2V23l10-5.6z"/>'
)
LAMP = (
    '<path class="pasha-flame" d="M7 4c3 4 5 6 5 9a5 5 0 0 1-10 0c0-4 4-5 5-9z"/>'
    '<path class="pasha-flame-heart" d="M7 10c1 2 2 3 2 4a2 2 0 0 1-4 0c0-2 2-2 2-4z"/>'
    '<path class="pasha-brass-line" d="M49 27c8-9 13-2 10 4-3 5-9 6-14 7"/>'
    '<path class="pasha-brass" d="M3 19c6 0 9 5 16 5h28c3 0 5-1 7-2-1 9-8 16-18 17H28C16 39 11 28 3 22z"/>'
    '<path class="pasha-brass-light" d="M12 25c4 2 7 2 10 2h22c-3 4-8 5-13 5-8 0-14-3-19-7z"/>'
    '<path class="pasha-brass" d="M24 23c1-6 5-8 11-8s10 2 11 8z"/>'
    '<circle class="pasha-brass-light" cx="35" cy="12" r="3.4"/>'
    '<path class="pasha-brass" d="M29 39h12l4 6H25z"/>'
)
TURBAN = (
    '<path class="pasha-red" d="M20 24C20 8 26 3 32 3s12 5 12 21z"/>'
    '<path class="pasha-linen" d="M6 34c0-12 10-17 26-17s26 5 26 17c0 8-8 13-26 13S6 42 6 34z"/>'
    '<path class="pasha-fold" d="M9 29c10-8 22-8 32-2 6 4 10 9 14 12M7 36c10-6 20-5 28 0 5 3 8 6 11 10M20 19c10 '
    '1 24 6 36 12"/>'
    '<path class="pasha-feather" d="M33 24C28 14 33 5 43 1c-1 4 0 5 3 7-3 0-4 2-4 4-3 0-4 2-4 4-3 1-4 4-5 8z"/>'
    '<path class="pasha-gold" d="M33 20l6 7-6 8-6-8z"/><circle class="pasha-jade" cx="33" cy="27.3" r="2.8"/>'
)
SCORPION = (
    '<path class="pasha-line" stroke-width="5" d="M31 38c-2 10-14 10-17 3-3-8 4-13 4-20 0-5-3-8-7-9"/>'
    '<path class="pasha-venom" d="M14 15 4 11l9-5z"/>'
    '<path class="pasha-line" stroke-width="2.2" d="M27 27l-9-3m8 8-9 3m12 2-5 8m15-16 8-5m-7 9 10 1m-11 3 7 7"/>'
    '<path class="pasha-line" stroke-width="3.4" d="M35 20c2-6 8-6 10-11m-4 13c7-1 8-6 14-6"/>'
    '<path class="pasha-venom" d="M45 10c-5-2-4-8 1-9 0 3 2 3 4 2 1 5-1 7-5 7zM54 17c-1-5 4-8 8-5-2 2-1 4 1 5-3 '
    '4-7 4-9 0z"/>'
    '<path class="pasha-venom" d="M28 40c-5-4-4-14 3-19 5-4 11-2 12 3 1 8-8 19-15 16z"/>'
)
TULIP = (
    '<path class="pasha-stem" d="M32 26c-1 8-1 14 0 21"/>'
    '<path class="pasha-leaf" d="M31 46C20 44 15 36 14 27c9 3 15 9 17 19zM33 46c11-2 16-10 17-19-9 3-15 9-17 19z"/>'
    '<path class="pasha-red" d="M32 31C20 30 16 20 20 6c4 3 6 6 7 9 1-5 2-9 5-14 3 5 4 9 5 14 1-3 3-6 7-9 4 14 0 '
    '24-12 25z"/>'
    '<path class="pasha-petal" d="M32 3c4 8 4 17 0 26-4-9-4-18 0-26z"/>'
)
POMEGRANATE = (
    '<path class="pasha-leaf" d="M36 9c5-6 12-7 18-5-3 6-10 9-18 5z"/>'
    '<path class="pasha-red" d="M26 12l-4-9 6 3 4-5 4 5 6-3-4 9c10 3 15 10 15 18 0 10-9 17-21 17S11 40 11 30c0-8 '
    '5-15 15-18z"/>'
    '<path class="pasha-linen" d="M32 18c8 0 13 5 13 12s-5 11-13 11-13-4-13-11 5-12 13-12z"/>'
    '<path class="pasha-seed" d="M32 21l3 4-3 4-3-4zm-7 3 3 4-3 4-3-4zm14 0 3 4-3 4-3-4zm-7 7 3 4-3 4-3-4zm-6 3 '
    '3 2-2 3-3-2zm12 0 3 3-3 2-2-3z"/>'
)
EWER = (
    '<path class="pasha-brass-line" d="M40 17c12-3 15 8 4 16"/>'
    '<path class="pasha-brass-line" d="M24 33C14 30 16 20 8 16"/>'
    '<path class="pasha-sea" d="M27 14h10c-1 6 8 10 8 19 0 6-5 10-13 10s-13-4-13-10c0-9 9-13 8-19z"/>'
    '<path class="pasha-linen" d="M32 22c3 4 7 7 7 11s-3 6-7 6-7-2-7-6 4-7 7-11z"/>'
    '<path class="pasha-red" d="M32 26l4 6-4 6-4-6z"/>'
    '<path class="pasha-brass" d="M25 14c0-3 3-5 7-5s7 2 7 5zM24 43h16l3 4H21z"/>'
    '<circle class="pasha-brass" cx="32" cy="6" r="3"/>'
)
AGAIN = (
    '<rect class="pasha-ivory-edge" x="18" y="12" width="28" height="28" rx="7"/>'
    '<rect class="pasha-ivory" x="19.5" y="13" width="25" height="24.5" rx="6"/>'
    '<g class="pasha-pip"><circle cx="26" cy="20" r="2.7"/><circle cx="32" cy="25.5" r="2.7"/>'
    '<circle cx="38" cy="31" r="2.7"/></g>'
    '<path class="pasha-line" stroke-width="3.4" d="M10 34A24 22 0 0 1 25 5M54 17A24 22 0 0 1 39 46"/>'
    '<path class="pasha-venom" d="M21 0l9 4-7 7zM43 51l-9-4 7-7z"/>'
)
DISCARD = f'{SCORPION}<path class="pasha-slash" d="M8 46 56 4"/>'
STAR = '<path class="pasha-gold" d="M12 1l3 7 8-1-5 6 5 6-8-1-3 7-3-7-8 1 5-6-5-6 8 1z"/>'
MOTIFS = {
    "lamp": LAMP,
    "turban": TURBAN,
    "scorpion": SCORPION,
    "discard": DISCARD,
    "tulip": TULIP,
    "pomegranate": POMEGRANATE,
    "ewer": EWER,
    "again": AGAIN,
}
ORDINARY = ("tulip", "pomegranate", "ewer")  # of cards that are nothing but prizes, the lowest first


def sprite() -> Markup:
    """The symbols that the drawings use, once in a page."""
    symbols = [_symbol(f"face-{face}", "0 0 60 60", _die(face)) for face in PIPS]
    symbols += [_symbol(f"sign-{seat}", "-10 -10 20 20", sign) for seat, sign in enumerate(SIGNS)]
    symbols += [_symbol(name, "0 0 64 50", drawing) for name, drawing in MOTIFS.items()]
    symbols += [_symbol("cube", "0 0 24 24", CUBE), _symbol("star", "0 0 24 26", STAR)]
    whole = f'<svg aria-hidden="true" class="sprite" width="0" height="0"><defs>{"".join(symbols)}</defs></svg>'
    return Markup(whole)


def use(name: str, css: str = "", key: str = "") -> str:
    """One of the symbols, in a drawing of its own; `key` is its id."""
    classes = f' class="{css}"' if css else ""
    name_of_it = f' id="{key}"' if key else ""
    return f'<svg aria-hidden="true" focusable="false"{name_of_it}{classes}><use href="#pasha-{name}"/></svg>'


def sign(seat: int) -> str:
    """A seat's sign in its colour."""
    return use(f"sign-{seat}", f"pasha-sign pasha-of-{seat}")


def _symbol(name: str, box: str, drawing: str) -> str:
    return f'<symbol id="pasha-{name}" viewBox="{box}">{drawing}</symbol>'


def _die(face: int) -> str:
    """An ivory die from above; the single pip is red and larger."""
    radius, css = (8, "pasha-pip-one") if face == 1 else (5.4, "pasha-pip")
    pips = "".join(f'<circle cx="{x}" cy="{y}" r="{radius}"/>' for x, y in PIPS[face])
    return (
        '<rect class="pasha-ivory-edge" x="1" y="2" width="58" height="57" rx="14"/>'
        '<rect class="pasha-ivory" x="2" y="1.5" width="56" height="53.5" rx="13"/>'
        f'<g class="{css}">{pips}</g>'
    )
