"""Asara's table drawn for a terminal: 80 columns, colours doubled by symbols, from an observation only.

What the table shows is less than what a seat knows (A33): without open screens, others' money and pieces stay
behind them.
"""

from rich.text import Text

from serai.core import bag
from serai.core.edition import Edition
from serai.games.asara import towers
from serai.games.asara.narration import towers_of
from serai.games.asara.notation import piece_name
from serai.games.asara.state import (
    BANK,
    BUILD,
    BUYERS,
    CIRCLE,
    COLOURS,
    FAVOUR,
    FIRST_SPACE,
    HOUSE_SPACE,
    KINDS,
    LIT,
    LIT_HOUSE,
    NO_COLOUR,
    OVER,
    SPIES,
    SPY_BUY,
    TENT,
    Game,
)

TOWER_SIGNS = ("▤", "◆", "●", "■", "○")
TOWER_STYLES = ("orange4", "green3", "red", "bright_black", "bright_white")
BUYER_SIGNS = ("≈", "☼", "♦", "♣", "▲")
BUYER_STYLES = ("blue", "yellow", "magenta", "green", "dark_orange")
PAIR = "▒"  # two buyers face down
FREE = "[dim]·[/]"
WIDTH = 80


def draw(view: Game, edition: Edition, names: list[str]) -> str:
    """The whole table as the viewer may see it."""
    lines = [_heading(view, edition, names), "", *_markets(view, edition), "", *_areas(view, edition), ""]
    for seat in range(view.players):
        lines += _player(view, names, seat)
    if view.viewer < view.players:
        lines += ["", *_own_screen(view, int(view.viewer))]
    return "\n".join(lines)


def _heading(view: Game, edition: Edition, names: list[str]) -> str:
    level = "expert" if view.expert else "basic"
    if view.phase == OVER:
        return f"[bold]Asara[/], {level} game · the game is over"
    return (
        f"[bold]Asara[/], {level} game · year {view.year} of {edition.record[0].years} · "
        f"to act: [bold]{names[view.turn_of]}[/]"
    )


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
    record = edition.record[0]
    header = _pad("[dim]market   buyers[/]", 21, 15)
    for colour, name in enumerate(COLOURS):
        header += _pad(
            f"{tower_sign(colour)} {name} {record.price[colour]}", 12, 3 + len(name + str(record.price[colour]))
        )
    rows = [header.rstrip()]
    for kind in range(4):
        buyers, width = _buyers(view, edition, kind)
        row = _pad(KINDS[kind], 9, len(KINDS[kind])) + _pad(buyers, 12, width)
        for colour in range(5):
            cell, seen = _pieces_cell(int(view.display[kind]), colour)
            row += _pad(cell, 12, seen)
        rows.append(row.rstrip())
    left = ", ".join(f"{KINDS[kind]} {bag.total(int(view.stack[kind]))}" for kind in range(4))
    return [*rows, f"[dim]stacks   {left}; * is gold[/]"]


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
    areas = [("circle", CIRCLE), ("bank", BANK), ("spies", SPIES)] + ([("tent", TENT)] if view.expert else [])
    rows = [_pad(name, 9, len(name)) + _valued(view, edition, area) for name, area in areas]
    favour, _ = _buyers(view, edition, FAVOUR)
    rows.append(f"favour   {favour}   [dim]coloured house:[/] {_cards(int(view.taken[HOUSE_SPACE]))} face down")
    if view.expert:
        lit, _ = _buyers(view, edition, LIT_HOUSE)
        left = int(view.lit_unseen + view.under_count)
        rows.append(f"lit      {lit}   [dim]lit windows in the stack:[/] {left}   [dim]draw pile:[/] {view.pile_size}")
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
    name = "" if colour == NO_COLOUR else f"{buyer_sign(colour)} {BUYERS[colour]}"
    return _pad(name, 10, len(name and BUYERS[colour]) + 2) + "  ".join(signs)


def _player(view: Game, names: list[str], seat: int) -> list[str]:
    favour = " · [gold1]holds the favour[/]" if view.favour_holder == seat else ""
    money = f" · {view.money[seat]} Asari" if _is_open(view, seat) else ""
    line = (
        f"[bold]{names[seat]}[/]: {view.prestige[seat]} prestige · {_cards(int(view.hand_size[seat]))}{money}{favour}"
    )
    lines = [line]
    lines += _filled("  ", [_tower(number, tower) for number, tower in enumerate(towers_of(view, seat), 1)])
    if _is_open(view, seat) and seat != view.viewer:
        lines += _filled("  screen:    ", _stock(view, seat))
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


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


def _is_open(view: Game, seat: int) -> bool:
    return bool(view.open_screens or seat == view.viewer or view.phase == OVER)


def _tower(number: int, tower: int) -> str:
    """A tower in short: its number, colour, height, visible gold, lit windows."""
    colour = towers.colour(tower)
    gold = f", [gold1]{towers.visible_gold(tower)} gold[/]" if towers.visible_gold(tower) else ""
    lit = f", [yellow1]{towers.lit(tower)} lit[/]" if towers.lit(tower) else ""
    return f"{number} {tower_sign(colour)} {COLOURS[colour]}, {towers.height(tower)} high{gold}{lit}"


def _stock(view: Game, seat: int) -> list[str]:
    """The pieces behind a screen, kind by kind; of another's lit windows only how many."""
    held = [int(view.pieces[seat, kind]) for kind in range(5)]
    parts: list[str] = []
    for kind in range(5):
        first, *others = _pieces(held[kind]) or [""]
        parts += [f"[bold]{KINDS[kind]}[/] {first}", *others] if first else []
    if view.lit_held[seat] and not held[LIT]:
        parts.append(f"[bold]lit[/] {view.lit_held[seat]}")
    return parts or ["no pieces"]


def _pieces(pieces: int) -> list[str]:
    """Pieces as symbol, name and how many."""
    counts = [(piece, bag.count(pieces, piece)) for piece in range(10) if bag.count(pieces, piece)]
    return [f"{tower_sign(p // 2)} {piece_name(p)}{f' ×{count}' if count > 1 else ''}" for p, count in counts]


def _own_screen(view: Game, seat: int) -> list[str]:
    hand = [f"{buyer_sign(b)} {BUYERS[b]} ×{view.hand[seat, b]}" for b in range(5) if view.hand[seat, b]]
    lines = [f"Your hand:   {'   '.join(hand) or 'no cards'}", *_filled("Your pieces: ", _stock(view, seat))]
    if view.turn_of == seat and view.phase == SPY_BUY:
        lines += _filled("The stack:   ", _pieces(int(view.stack[view.spied])))
    if view.turn_of == seat and view.phase == BUILD:
        lines.append(f"Building:    {view.built} of {view.most_built}")
    if view.turn_of == seat and view.seen_count:
        seen = [f"{tower_sign(c)} {COLOURS[c]}" for c in view.seen[: view.seen_count]]
        lines += _filled("You see:     ", [*seen, f"[dim](keep {view.keep})[/]"])
    return lines
