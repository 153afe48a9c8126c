"""Asara's moves as text, both ways: `place blue+green bank.10`, `under red white red`."""

from collections.abc import Iterator

from serai.core.compiled import bag
from serai.core.edition import Edition
from serai.core.errors import BadNotation
from serai.core.words.language import gettext as _
from serai.core.words.language import later
from serai.games.asara.rules import moves
from serai.games.asara.rules.state import (
    AREAS,
    BANK,
    BUYERS,
    CIRCLE,
    COLOURS,
    FIRST_SPACE,
    KINDS,
    MOST_KEPT,
    MOST_ORDERED,
    MOST_TOWERS,
    SPIES,
    TENT,
)

VALUED = (CIRCLE, BANK, SPIES, TENT)  # areas whose spaces are told apart by what is printed on them
MOVES = (
    "place PAY SPACE, buy COLOUR, decline, spy KIND, found BASE TOP, add KIND COLOUR to T, light COLOUR to T, done, "
    "look N, keep COLOUR …, under COLOUR …"
)
NO_KIND = later("{text} is not a kind of piece; expected one of {names}")
NOT_ADDED = later("{text} is not a kind of piece to add; expected one of {names}")
NOT_A_COLOUR = later("{text} is not a tower colour; expected one of {names}")
NO_BUYER = later("{text} is not a buyer; expected one of {names}")
NO_LOOK = later("{text} is not a number of lit windows to look at; expected one of {names}")


def move_name(move: int, edition: Edition) -> str:
    """The move in the record's notation."""
    if move < moves.BUYS:
        return f"place {payment_name(move % moves.PAYMENTS)} {space_name(move // moves.PAYMENTS, edition)}"
    if move < moves.DECLINE:
        return f"buy {piece_name(move - moves.BUYS)}"
    if move == moves.DECLINE:
        return "decline"
    if move < moves.FOUNDS:
        return f"spy {KINDS[move - moves.SPIES_ON]}"
    if move < moves.ADDS:
        base, top = divmod(move - moves.FOUNDS, 10)
        return f"found {piece_name(base)} {piece_name(top)}"
    if move < moves.LIGHTS:
        tower, what = divmod(move - moves.ADDS, 20)
        return f"add {'middle' if what < 10 else 'window'} {piece_name(what % 10)} to {tower + 1}"
    if move < moves.DONE:
        tower, what = divmod(move - moves.LIGHTS, 10)
        return f"light {COLOURS[what // 2]} to {tower + 1}{' *' if what % 2 else ''}"
    if move == moves.DONE:
        return "done"
    if move < moves.KEEPINGS:
        return f"look {edition.record[0].look_seen[move - moves.LOOKS]}"
    if move < moves.UNDERS:
        return "keep " + " ".join(kept_names(move - moves.KEEPINGS))
    return "under " + " ".join(ordered_names(move - moves.UNDERS))


def parse_move(text: str, edition: Edition) -> int:
    """The move that the text stands for."""
    words = text.split()
    verb, rest = (words[0], words[1:]) if words else ("", [])
    match verb, len(rest):
        case "place", 2:
            return moves.PLACES + space(rest[1], edition) * moves.PAYMENTS + payment(rest[0])
        case "buy", 1:
            return moves.BUYS + piece(rest[0])
        case "decline", 0:
            return moves.DECLINE
        case "spy", 1:
            return moves.SPIES_ON + _index(rest[0], KINDS[:4], NO_KIND)
        case "found", 2:
            return moves.FOUNDS + piece(rest[0]) * 10 + piece(rest[1])
        case "add", 4 if rest[2] == "to":
            kind = _index(rest[0], ("middle", "window"), NOT_ADDED)
            return moves.ADDS + tower(rest[3]) * 20 + kind * 10 + piece(rest[1])
        case "light", (3 | 4) if rest[1] == "to" and rest[3:] in ([], ["*"]):
            colour = _index(rest[0], COLOURS, NOT_A_COLOUR)
            return moves.LIGHTS + tower(rest[2]) * 10 + colour * 2 + len(rest[3:])
        case "done", 0:
            return moves.DONE
        case "look", 1:
            return moves.LOOKS + _look(rest[0], edition)
        case "keep", number if 1 <= number <= MOST_KEPT:
            return moves.KEEPINGS + _kept_rank(rest)
        case "under", number if 2 <= number <= MOST_ORDERED:
            return moves.UNDERS + _order_rank(rest)
    raise BadNotation(_("{text} is no move of {game}; expected: {moves}", text=repr(text), game="Asara", moves=MOVES))


def every_move(edition: Edition) -> Iterator[int]:
    """Each move that can be written in this edition."""
    record = edition.record[0]
    for move in range(moves.EVERY_MOVE):
        if move < moves.BUYS:
            place = move // moves.PAYMENTS
            area = moves.area_of(place)
            if place >= FIRST_SPACE[area] + record.spaces[area]:
                continue
        if moves.LOOKS + int(record.looks) <= move < moves.KEEPINGS:
            continue
        yield move


def piece_name(piece: int) -> str:
    """A colour, with `*` for gold."""
    return COLOURS[piece // 2] + "*" * (piece % 2)


def piece(text: str) -> int:
    """The piece of a colour, with `*` for gold."""
    colour = text.removesuffix("*")
    return _index(colour if colour in COLOURS else text, COLOURS, NOT_A_COLOUR) * 2 + text.endswith("*")


def payment_name(payment: int) -> str:
    """One buyer, or two face down."""
    if payment < 5:
        return BUYERS[payment]
    first, second = moves.colours_of_pair(payment)
    return f"{BUYERS[first]}+{BUYERS[second]}"


def payment(text: str) -> int:
    """The payment of one buyer or of two, in any order."""
    buyers = sorted(_index(word, BUYERS, NO_BUYER) for word in text.split("+"))
    if len(buyers) > 2:
        raise BadNotation(_("{text}: expected one buyer or two", text=repr(text)))
    return buyers[0] if len(buyers) == 1 else moves.pair(buyers[0], buyers[1])


def space_name(space: int, edition: Edition) -> str:
    """The area, with the printed value where it has several."""
    area = moves.area_of(space)
    return f"{AREAS[area]}.{edition.record[0].value[space]}" if area in VALUED else AREAS[area]


def space(text: str, edition: Edition) -> int:
    """The space of this name in this edition."""
    names = {space_name(space, edition): space for space in spaces(edition)}
    if text not in names:
        raise BadNotation(_("{text} is no space; expected one of {names}", text=repr(text), names=", ".join(names)))
    return names[text]


def spaces(edition: Edition) -> Iterator[int]:
    """The spaces that this edition has."""
    for area, count in enumerate(edition.record[0].spaces.tolist()):
        yield from range(FIRST_SPACE[area], FIRST_SPACE[area] + count)


def kept_names(rank: int) -> list[str]:
    """The colours of a choice of lit windows."""
    kept = moves.kept_of(rank)
    return [colour for number, colour in enumerate(COLOURS) for _ in range(bag.count(kept, number))]


def ordered_names(rank: int) -> list[str]:
    """The colours of an order of lit windows, the next to be drawn first."""
    return [COLOURS[moves.colour_in_order(rank, place)] for place in range(moves.order_size(rank))]


def tower(text: str) -> int:
    """The number of a player's tower, counted from 0."""
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text) <= MOST_TOWERS:
        raise BadNotation(_("{text} is no tower; expected its number, 1 for the first founded", text=repr(text)))
    return int(text) - 1


def _kept_rank(names: list[str]) -> int:
    wanted = sorted(_index(name, COLOURS, NOT_A_COLOUR) for name in names)
    bags = sum(1 << 4 * colour for colour in wanted)
    first, last = moves.first_keep(len(names)), moves.first_keep(len(names) + 1)
    return next(rank for rank in range(first, last) if moves.kept_of(rank) == bags)


def _order_rank(names: list[str]) -> int:
    rank = moves.first_order(len(names))
    for place, name in enumerate(reversed(names)):
        rank += 5**place * _index(name, COLOURS, NOT_A_COLOUR)
    return rank


def _look(text: str, edition: Edition) -> int:
    record = edition.record[0]
    seen = [str(number) for number in record.look_seen[: record.looks]]
    return _index(text, tuple(seen), NO_LOOK)


def _index(text: str, names: tuple[str, ...], refusal: str) -> int:
    if text not in names:
        raise BadNotation(_(refusal, text=repr(text), names=", ".join(names)))
    return names.index(text)
