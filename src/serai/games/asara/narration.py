"""What happened, as events; what each seat may see of them; a position in the record's own names.

`narrate` compares a game before and after a decision. The record holds whole events; `for_seat` is the only way
in which one leaves for a player or spectator before the game has ended.
"""

from typing import Any

import numpy as np

from serai.core import bag
from serai.core.edition import Edition
from serai.games.asara import moves, notation, scoring, towers
from serai.games.asara.state import (
    BUYERS,
    COLOURS,
    HOUSE_SPACE,
    KINDS,
    OVER,
    SPY_BUY,
    TENT,
    Game,
)

Event = dict[str, Any]

FINAL = (*COLOURS, "highest", "most", "money")


def opening(game: Game, edition: Edition) -> list[Event]:
    """Start, money, and the first year's deal."""
    events: list[Event] = [{"type": "start", "seat": int(game.starter)}]
    events += [
        {"type": "money", "seat": seat, "amount": int(game.money[seat]), "why": "start"} for seat in _from_starter(game)
    ]
    events.append({"type": "year", "number": 1})
    return events + _deal(game, [int(laid) for laid in game.display])


def narrate(before: Game, move: int, after: Game, edition: Edition) -> list[Event]:
    """The move, what it drew or scored, and the year's end if it brought that."""
    seat = int(before.turn_of)
    events: list[Event] = [{"type": "move", "seat": seat, "move": notation.name(move, edition)}]
    if moves.FOUNDS <= move < moves.DONE:
        events.append({"type": "score", "seat": seat, "points": 2 if move < moves.ADDS else 1, "why": "built"})
    elif moves.LOOKS <= move < moves.KEEPINGS:
        seen = [COLOURS[colour] for colour in after.seen[: after.seen_count]]
        events.append({"type": "look", "seat": seat, "pieces": seen})
    elif move < moves.BUYS and moves.area_of(move // moves.PAYMENTS) == TENT:
        events.append({"type": "draw", "seat": seat, "cards": _drawn(before, move, after, seat)})
    if after.phase == OVER or after.year != before.year:
        events += _year_scores(after)
    if after.phase == OVER:
        events += _final_scores(after, edition)
        events.append({"type": "end"})
    elif after.year != before.year:
        events += _year_money(after, edition)
        events += _deal(after, _newly_laid(before, move, after))
    return events


def for_seat(event: Event, seat: int | None, edition: Edition) -> list[Event]:
    """The event as this seat, or with None a spectator, may see it (A33)."""
    if event.get("seat") == seat:
        return [event]
    match event["type"]:
        case "deal" | "draw":
            return [{"type": event["type"], "seat": event["seat"], "count": len(event["cards"])}]
        case "look":
            return [{"type": "look", "seat": event["seat"], "count": len(event["pieces"])}]
        case "move":
            return [event | {"move": _masked(event["move"])}]
    return [event]


def position(game: Game, edition: Edition) -> dict[str, Any]:
    """The whole position in the record's names."""
    return {
        "year": int(game.year),
        "starter": int(game.starter),
        "favour": int(game.favour_holder),
        "turn": int(game.turn_of),
        "over": bool(game.phase == OVER),
        "seats": [_seat_position(game, seat) for seat in range(game.players)],
        "displays": {KINDS[kind]: piece_names(game.display[kind]) for kind in range(4)},
        "stacks": {KINDS[kind]: piece_names(game.stack[kind]) for kind in range(5)},
        "under": [COLOURS[colour] for colour in game.under[: game.under_count]],
        "pile": _cards(game.pile),
        "spaces": _spaces_position(game, edition),
    }


def piece_names(pieces: int) -> list[str]:
    """The pieces of a bag, in the order of names."""
    return [notation.piece_name(piece) for piece in range(10) for _ in range(bag.count(int(pieces), piece))]


def tower_position(tower: int) -> dict[str, Any]:
    """A tower in the record's names; counts are plain and gold."""
    colour = COLOURS[towers.colour(tower)]
    return {
        "base": colour + "*" * towers.gold_base(tower),
        "top": colour + "*" * towers.gold_top(tower),
        "middles": [towers.middles(tower, 0), towers.middles(tower, 1)],
        "windows": [towers.windows(tower, 0), towers.windows(tower, 1)],
        "lit": [towers.lit_on(tower, 0), towers.lit_on(tower, 1)],
    }


def towers_of(game: Game, seat: int) -> list[int]:
    """A player's towers, in the order founded."""
    standing = [int(tower) for tower in game.towers[: game.tower_count]]
    return [tower for tower in standing if towers.owner(tower) == seat]


def _seat_position(game: Game, seat: int) -> dict[str, Any]:
    return {
        "money": int(game.money[seat]),
        "prestige": int(game.prestige[seat]),
        "hand": _cards(game.hand[seat]),
        "face_down": _cards(game.face_down[seat]),
        "pieces": {KINDS[kind]: piece_names(game.pieces[seat, kind]) for kind in range(5)},
        "towers": [tower_position(tower) for tower in towers_of(game, seat)],
    }


def _spaces_position(game: Game, edition: Edition) -> dict[str, list[str]]:
    """What lies on each space that is not empty: `?+?` for a pair, else the area's colour; in the house how many."""
    lying: dict[str, list[str]] = {}
    for space in notation.spaces(edition):
        taken, pairs = int(game.taken[space]), int(game.pairs[space])
        if taken and space == HOUSE_SPACE:
            lying["house"] = ["?"] * taken
        elif taken:
            colour = BUYERS[game.colour[moves.area_of(space)]]
            lying[notation.space_name(space, edition)] = [colour] * (taken - pairs) + ["?+?"] * pairs
    return lying


def _from_starter(game: Game) -> list[int]:
    return [(int(game.starter) + turn) % int(game.players) for turn in range(game.players)]


def _cards(counts: np.ndarray[Any, Any]) -> list[str]:
    return [BUYERS[buyer] for buyer in range(5) for _ in range(int(counts[buyer]))]


def _deal(game: Game, laid: list[int]) -> list[Event]:
    """The hands of a new year and the pieces newly laid out."""
    deals = [{"type": "deal", "seat": seat, "cards": _cards(game.hand[seat])} for seat in _from_starter(game)]
    return deals + [
        {"type": "display", "market": KINDS[kind], "pieces": piece_names(laid[kind])} for kind in range(4) if laid[kind]
    ]


def _year_money(game: Game, edition: Edition) -> list[Event]:
    events: list[Event] = [{"type": "year", "number": int(game.year)}]
    amount = int(edition.record[0].year_money)
    return events + [{"type": "money", "seat": seat, "amount": amount, "why": "year"} for seat in _from_starter(game)]


def _drawn(before: Game, move: int, after: Game, seat: int) -> list[str]:
    """The cards drawn in the tent: what is in hand now beyond what was kept."""
    kept = before.hand[seat].copy()
    payment = move % moves.PAYMENTS
    for buyer in (payment,) if payment < 5 else moves.colours_of_pair(payment):
        kept[buyer] -= 1
    return _cards(after.hand[seat] - kept)


def _newly_laid(before: Game, move: int, after: Game) -> list[int]:
    """What left the stacks for the displays, without a piece that the last move bought from a stack."""
    laid = [int(before.stack[kind]) - int(after.stack[kind]) for kind in range(4)]
    if before.phase == SPY_BUY and moves.BUYS <= move < moves.DECLINE:
        laid[before.spied] -= bag.one(move - moves.BUYS)
    return laid


def _score(seat: int, points: int, why: str) -> list[Event]:
    return [{"type": "score", "seat": seat, "points": int(points), "why": why}] if points else []


def _year_scores(after: Game) -> list[Event]:
    """What stood at the year's end; neither towers nor the favour have changed since."""
    events: list[Event] = []
    for seat in range(after.players):
        for points, why in zip(scoring.year_points(after, seat), ("towers", "gold", "lit", "favour"), strict=True):
            events += _score(seat, points, why)
    return events


def _final_scores(game: Game, edition: Edition) -> list[Event]:
    return [
        event
        for seat in range(game.players)
        for category, why in enumerate(FINAL)
        for event in _score(seat, scoring.final_points(game, edition.record[0], seat, category), why)
    ]


def _masked(move: str) -> str:
    """A move without the cards that lie face down, and without the windows kept."""
    words = move.split()
    if words[0] == "place" and "+" in words[1]:
        return f"place ?+? {words[2]}"
    if words[0] == "place" and words[2] == "house":
        return "place ? house"
    if words[0] == "keep":
        return "keep" + " ?" * len(words[1:])
    return move


def sentence(event: Event, names: list[str], edition: Edition) -> str:
    """An event in words; whole or as a seat may see it."""
    who = names[event["seat"]] if "seat" in event else ""
    match event["type"]:
        case "start":
            return f"{who} starts and holds the Caliph's favour."
        case "year":
            return f"Year {event['number']} begins."
        case "money":
            return f"{who} gets {event['amount']} Asari."
        case "deal" | "draw":
            verb = "is dealt" if event["type"] == "deal" else "draws"
            return f"{who} {verb} {_things(event, 'cards', 'buyer')}."
        case "display":
            return f"On display in the market of {event['market']} pieces: {', '.join(event['pieces'])}."
        case "look":
            return f"{who} looks at {_things(event, 'pieces', 'lit window')}."
        case "score":
            return f"{who} scores {event['points']} ({WHY[event['why']]})."
        case "end":
            return "The game is over."
        case _:
            return f"{who} {_move_words(event['move'].split(), edition)}."


WHY = {
    "built": "built",
    "towers": "towers standing",
    "gold": "visible gold",
    "lit": "lit windows",
    "favour": "the Caliph's favour",
    **{colour: f"places among the {colour} towers" for colour in COLOURS},
    "highest": "places among the highest towers",
    "most": "place for most towers",
    "money": "money left",
}


def _things(event: Event, key: str, thing: str) -> str:
    if key in event:
        return ", ".join(event[key])
    return f"{event['count']} {thing}{'' if event['count'] == 1 else 's'}"


def _move_words(words: list[str], edition: Edition) -> str:
    match words:
        case ["place", pay, space]:
            return f"places {_buyer_words(pay, space)} {_space_words(space, edition)}"
        case ["buy", piece]:
            return f"buys a piece: {_piece_words(piece)}"
        case ["decline"]:
            return "buys nothing"
        case ["spy", kind]:
            return f"looks through the stack of {kind} pieces"
        case ["found", base, top]:
            return f"founds a tower of {_piece_words(base)} base and {_piece_words(top)} top"
        case ["add", kind, piece, "to", tower]:
            return f"adds {_piece_words(piece)} {kind} to tower {tower}"
        case ["light", colour, "to", tower, *gold]:
            return f"lights a {'gold' if gold else 'plain'} {colour} window of tower {tower}"
        case ["done"]:
            return "stops building"
        case ["look", number]:
            return f"pays for a look at {number} lit windows"
        case _:
            return f"keeps {', '.join(words[1:])}" if "?" not in words else f"keeps {len(words) - 1}"


def _piece_words(piece: str) -> str:
    return f"{piece.removesuffix('*')} with gold" if piece.endswith("*") else piece


def _buyer_words(pay: str, space: str) -> str:
    if "+" in pay:
        return "two buyers face down" if "?" in pay else f"{pay.replace('+', ' and ')} face down"
    return f"{'a buyer' if pay == '?' else pay} face down" if space == "house" else pay


def _space_words(space: str, edition: Edition) -> str:
    area, _, value = space.partition(".")
    match area:
        case "circle":
            return f"on {value} of the builders' circle"
        case "bank":
            return f"in the bank and takes {value} Asari"
        case "house":
            return f"in the coloured house and takes {edition.record[0].house} Asari"
        case "spies":
            return f"with the spies for {value} Asari"
        case "favour":
            return "and takes the Caliph's favour"
        case "tent":
            return f"in the tent for {value} Asari"
        case "lit":
            return "in the house of lit windows"
        case _:
            return f"in the market of {area} pieces"
