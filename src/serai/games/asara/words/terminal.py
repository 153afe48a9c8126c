"""Asara's table drawn for a terminal: 80 columns, colours doubled by symbols, from an observation only.

What the table shows is less than what a seat knows (A33): without open screens, others' money and pieces stay
behind them.
"""

from collections.abc import Sequence
from textwrap import wrap

from rich.text import Text

from serai.core.compiled import bag
from serai.core.edition import Edition
from serai.core.words.language import SOURCE, later_in, ngettext, pgettext, spoken
from serai.core.words.language import gettext as _
from serai.games.asara.rules import towers
from serai.games.asara.rules.state import (
    AREAS,
    BANK,
    BUILD,
    BUYERS,
    CIRCLE,
    COLOURS,
    FAVOUR,
    FIRST_SPACE,
    HOUSE,
    HOUSE_SPACE,
    LIT,
    LIT_HOUSE,
    NO_COLOUR,
    OVER,
    SPIES,
    SPY_BUY,
    TENT,
    UNDER,
    Game,
)
from serai.games.asara.words import names as words
from serai.games.asara.words.narration import towers_of
from serai.games.asara.words.notation import piece_name
from serai.games.asara.words.sentences import piece_in_short

TOWER_SIGNS = ("▤", "◆", "●", "■", "○")
TOWER_STYLES = ("orange4", "green3", "red", "bright_black", "bright_white")
BUYER_SIGNS = ("≈", "☼", "♦", "♣", "▲")
BUYER_STYLES = ("blue", "yellow", "magenta", "green", "dark_orange")
PAIR = "▒"  # two buyers face down
FREE = "[dim]·[/]"
WIDTH = 80
LABEL = 9  # columns for what a line is about, at least
LABELS = (  # in English as moves are typed
    later_in("terminal", "base"),
    later_in("terminal", "middle"),
    later_in("terminal", "window"),
    later_in("terminal", "top"),
    later_in("terminal", "circle"),
    later_in("terminal", "bank"),
    later_in("terminal", "spies"),
    later_in("terminal", "favour"),
    later_in("terminal", "tent"),
    later_in("terminal", "lit"),
    later_in("terminal", "house"),
)


def draw(view: Game, edition: Edition, names: Sequence[str]) -> str:
    """The whole table as the viewer may see it."""
    lines = [_heading(view, edition, names), "", *_markets(view, edition), "", *_areas(view, edition), ""]
    for seat in range(view.players):
        lines += _player(view, names, seat)
    if view.viewer < view.players:
        lines += ["", *_own_screen(view, int(view.viewer))]
    return "\n".join(lines)


def _heading(view: Game, edition: Edition, names: Sequence[str]) -> str:
    title = f"[bold]Asara[/], {_('expert game') if view.expert else _('basic game')}"
    if view.phase == OVER:
        return f"{title} · {_('the game is over')}"
    year = _("year {year} of {years}", year=view.year, years=edition.record[0].years)
    return f"{title} · {year} · {_('to act: {who}', who=f'[bold]{names[view.turn_of]}[/]')}"


def tower_sign(colour: int) -> str:
    """A tower colour's symbol, coloured."""
    return f"[{TOWER_STYLES[colour]}]{TOWER_SIGNS[colour]}[/]"


def buyer_sign(buyer: int) -> str:
    """A buyer colour's symbol, coloured."""
    return f"[{BUYER_STYLES[buyer]}]{BUYER_SIGNS[buyer]}[/]"


def _pad(text: str, width: int, seen: int) -> str:
    """Text of `seen` visible characters, filled up with spaces."""
    return text + " " * max(1, width - seen)


def _markets(view: Game, edition: Edition) -> list[str]:
    markets, buyers = [_area_name(kind) for kind in range(4)], pgettext("terminal", "buyers")
    prices = [f"{words.tower_colour(colour)} {edition.record[0].price[colour]}" for colour in range(len(COLOURS))]
    widths = [max(len(price) + 3, 10) for price in prices]
    lines = [_buyers(view, edition, kind) for kind in range(4)]
    label = _label_width(view)
    room = max(len(buyers), *(seen for _line, seen in lines)) + 2
    header = f"[dim]{_('market'):{label}}{buyers:{room}}[/]"
    for colour, price in enumerate(prices):
        header += _pad(f"{tower_sign(colour)} {price}", widths[colour], 2 + len(price))
    rows = [header.rstrip()]
    for kind, (line, seen) in enumerate(lines):
        row = f"{markets[kind]:{label}}" + _pad(line, room, seen)
        for colour in range(5):
            cell, seen = _pieces_cell(int(view.display[kind]), colour)
            row += _pad(cell, widths[colour], seen)
        rows.append(row.rstrip())
    left = ", ".join(f"{markets[kind]} {bag.total(int(view.stack[kind]))}" for kind in range(4))
    stacks = wrap(_("stacks: {left}; * is gold", left=left), WIDTH, subsequent_indent="  ")
    return [*rows, *(f"[dim]{line}[/]" for line in stacks)]


def _area_name(area: int) -> str:
    """An area in short, with room in a line's label."""
    return pgettext("terminal", LABELS[area])


def _label_width(view: Game) -> int:
    """Room for the longest of the names before the lines."""
    areas = range(HOUSE if view.expert else LIT_HOUSE)
    return max(LABEL, *(len(_area_name(area)) + 1 for area in areas), len(_("market")) + 1)


def _pieces_cell(pieces: int, colour: int) -> tuple[str, int]:
    """Pieces of one colour as symbols, gold ones starred, and the width they take."""
    plain, gold = bag.count(pieces, 2 * colour), bag.count(pieces, 2 * colour + 1)
    sign = TOWER_SIGNS[colour]
    parts = [f"{plain}×{sign}" if plain > 4 else sign * plain, f"{gold}×{sign}*" if gold > 2 else f"{sign}*" * gold]
    text = " ".join(part for part in parts if part)
    return (f"[{TOWER_STYLES[colour]}]{text}[/]", len(text)) if text else ("", 0)


def _buyers(view: Game, edition: Edition, area: int) -> tuple[str, int]:
    """What lies on an area's equal spaces: buyers, pairs, free places."""
    space = FIRST_SPACE[area]
    places, taken, pairs = (int(field[space]) for field in (edition.record[0].places, view.taken, view.pairs))
    signs = [buyer_sign(int(view.colour[area]))] * (taken - pairs) + [PAIR] * pairs + [FREE] * (places - taken)
    return "".join(signs), places


def _areas(view: Game, edition: Edition) -> list[str]:
    label = _label_width(view)
    areas = [CIRCLE, BANK, SPIES, *([TENT] if view.expert else [])]
    rows = [f"{_area_name(area):{label}}" + _valued(view, edition, area) for area in areas]
    favour, _seen = _buyers(view, edition, FAVOUR)
    house = f"[dim]{_area_name(HOUSE)}:[/] {words.heap(int(view.taken[HOUSE_SPACE]))}"
    rows.append(f"{_area_name(FAVOUR):{label}}{favour}   {house}")
    if view.expert:
        lit, _seen = _buyers(view, edition, LIT_HOUSE)
        stack = _("stack: {number}", number=int(view.lit_unseen + view.under_count))
        pile = _("draw pile: {number}", number=view.pile_size)
        rows.append(f"{_area_name(LIT_HOUSE):{label}}{lit}   {stack}   {pile}")
    return rows


def _valued(view: Game, edition: Edition, area: int) -> str:
    """An area whose spaces have values: the free ones' values, and what lies on the others."""
    record = edition.record[0]
    colour = int(view.colour[area])
    signs: list[str] = []
    for space in range(FIRST_SPACE[area], FIRST_SPACE[area] + int(record.spaces[area])):
        taken, pairs = int(view.taken[space]), int(view.pairs[space])
        signs += [f"[bold]{record.value[space]}[/]"] * (int(record.places[space]) - taken)
        signs += [f"{record.value[space]}{buyer_sign(colour)}"] * (taken - pairs)
        signs += [f"{record.value[space]}{PAIR}"] * pairs
    room = max(len(words.buyer(buyer)) for buyer in range(len(BUYERS))) + 4
    name = "" if colour == NO_COLOUR else words.buyer(colour)
    sign = f"{buyer_sign(colour)} {name}" if name else "  "
    return _pad(sign, room, len(name) + 2) + "  ".join(signs)


def _player(view: Game, names: Sequence[str], seat: int) -> list[str]:
    size = int(view.hand_size[seat])
    facts = [
        _("{number} prestige", number=view.prestige[seat]),
        ngettext("{number} card", "{number} cards", size),
        *([_("{number} Asari", number=view.money[seat])] if _is_open(view, seat) else []),
        *([f"[gold1]{_('holds the favour')}[/]"] if view.favour_holder == seat else []),
    ]
    lines = [f"[bold]{names[seat]}[/]: {' · '.join(facts)}"]
    lines += _filled("  ", [_tower(number, tower) for number, tower in enumerate(towers_of(view, seat), 1)])
    if _is_open(view, seat) and seat != view.viewer:
        lines += _filled(f"  {_('screen:'):{_room()}}", _stock(view, seat))
    return lines


def _filled(heading: str, parts: list[str]) -> list[str]:
    """Parts one after another in as many lines as they need, under one heading."""
    lines: list[Text] = []
    for part in map(Text.from_markup, parts):
        if lines and lines[-1].cell_len + 3 + part.cell_len <= WIDTH - len(heading):
            lines[-1] += Text("   ") + part
        else:
            lines.append(part)
    indents = [heading] + [" " * len(heading)] * len(lines)
    return [indent + line.markup for indent, line in zip(indents, lines, strict=False)]


def _room() -> int:
    """Columns for the headings of what is behind screens."""
    headings = (_("Your hand:"), _("Your pieces:"), _("The stack:"), _("Building:"), _("You see:"), _("screen:"))
    return max(map(len, headings)) + 1


def _is_open(view: Game, seat: int) -> bool:
    return bool(view.open_screens or seat == view.viewer or view.phase == OVER)


def _tower(number: int, tower: int) -> str:
    """A tower in short: its number, colour, height, visible gold, lit windows."""
    colour = towers.colour(tower)
    parts = [f"{number} {tower_sign(colour)} {words.tower_colour(colour)}"]
    parts.append(_("{height} high", height=towers.height(tower)))
    if gold := towers.visible_gold(tower):
        parts.append(f"[gold1]{_('{number} gold', number=gold)}[/]")
    if lit := towers.lit(tower):
        parts.append(f"[yellow1]{_('{number} lit', number=lit)}[/]")
    return ", ".join(parts)


def _stock(view: Game, seat: int) -> list[str]:
    """The pieces behind a screen, kind by kind; of another's lit windows only how many."""
    held = [int(view.pieces[seat, kind]) for kind in range(5)]
    parts: list[str] = []
    for kind in range(5):
        first, *others = _pieces(held[kind]) or [""]
        parts += [f"[bold]{words.kind(kind)}[/] {first}", *others] if first else []
    if view.lit_held[seat] and not held[LIT]:
        parts.append(f"[bold]{words.kind(LIT)}[/] {view.lit_held[seat]}")
    return parts or [_("no pieces")]


def _pieces(pieces: int) -> list[str]:
    """Pieces as symbol, name and how many."""
    counts = [(piece, bag.count(pieces, piece)) for piece in range(10) if bag.count(pieces, piece)]
    return [
        f"{tower_sign(p // 2)} {piece_in_short(piece_name(p))}{f' ×{count}' if count > 1 else ''}"
        for p, count in counts
    ]


def _own_screen(view: Game, seat: int) -> list[str]:
    room = _room()
    hand = [f"{buyer_sign(b)} {words.buyer(b)} ×{view.hand[seat, b]}" for b in range(5) if view.hand[seat, b]]
    lines = _filled(f"{_('Your hand:'):{room}}", hand or [_("no cards")])
    lines += _filled(f"{_('Your pieces:'):{room}}", _stock(view, seat))
    if view.turn_of == seat and view.phase == SPY_BUY:
        lines += _filled(f"{_('The stack:'):{room}}", _pieces(int(view.stack[view.spied])))
    if view.turn_of == seat and view.phase == BUILD:
        built = _("{built} of {most} built", built=view.built, most=view.most_built)
        lines.append(f"{_('Building:'):{room}}{built}")
    if view.turn_of == seat and view.seen_count:
        seen = [f"{tower_sign(c)} {words.tower_colour(c)}" for c in view.seen[: view.seen_count]]
        what = _("go under the stack") if view.phase == UNDER else _("keep {number}", number=view.keep)
        lines += _filled(f"{_('You see:'):{room}}", [*seen, f"[dim]({what})[/]"])
    return lines


def meanings() -> dict[str, str]:
    """The words of moves, as they are typed, and what they stand for."""
    verbs = {
        "place": _("place a buyer, or two face down"),
        "buy": _("buy a piece"),
        "decline": _("buy nothing"),
        "spy": _("look through a stack"),
        "found": _("found a tower"),
        "add": _("add a piece to a tower"),
        "light": _("light a window"),
        "done": _("stop building"),
        "look": _("look at lit windows"),
        "keep": _("keep lit windows"),
        "under": _("put the other lit windows under the stack, the next to be drawn first"),
    }
    spaces = {name: words.area(area) for area, name in enumerate(AREAS)}
    buyers = [f"{name}={words.buyer(buyer)}" for buyer, name in enumerate(BUYERS)]
    pieces = [f"{name}={words.tower_colour(colour)}" for colour, name in enumerate(COLOURS)]
    colours = {} if spoken() == SOURCE else {_("buyers"): ", ".join(buyers), _("pieces"): ", ".join(pieces)}
    return verbs | spaces | colours
