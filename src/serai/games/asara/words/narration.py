"""What happened, as events; what each seat may see of them; a position in the record's own names.

`narrate` compares a game before and after a decision. The record holds whole events; `visible_to` is the only way
in which one leaves for a player or spectator before the game has ended. `sentences.py` tells an event in words.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from serai.core.compiled import bag
from serai.core.edition import Edition
from serai.games.asara.rules import moves, scoring, towers
from serai.games.asara.rules.state import BUYERS, COLOURS, HOUSE_SPACE, KINDS, OVER, SPY_BUY, TENT, Game
from serai.games.asara.words import notation

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
    events: list[Event] = [{"type": "move", "seat": seat, "move": notation.move_name(move, edition)}]
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


def visible_to(event: Event, seat: int | None, edition: Edition) -> list[Event]:
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
    return list(_names_in(int(pieces)))


@lru_cache(4096)
def _names_in(pieces: int) -> tuple[str, ...]:
    return tuple(notation.piece_name(piece) for piece in range(10) for _ in range(bag.count(pieces, piece)))


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
    standing = game.towers[: game.tower_count].tolist()
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
    all_taken, all_pairs = game.taken.tolist(), game.pairs.tolist()
    for space in notation.spaces(edition):
        taken, pairs = all_taken[space], all_pairs[space]
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
    """A move without the cards that lie face down, and without the windows kept or put under the stack."""
    words = move.split()
    if words[0] == "place" and "+" in words[1]:
        return f"place ?+? {words[2]}"
    if words[0] == "place" and words[2] == "house":
        return "place ? house"
    if words[0] in ("keep", "under"):
        return words[0] + " ?" * len(words[1:])
    return move
