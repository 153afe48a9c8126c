"""What happened, as events; what each seat may see of them; a position in the record's own names.

`narrate` compares a game before and after a decision. The record holds whole events; `visible_to` is the only way in
which one leaves for a player or spectator before the game has ended. `private_events` are those that no record needs.
`sentences.py` tells an event in words.
"""

from typing import Any

from serai.core.edition import Edition
from serai.core.records.record import Event
from serai.games.pasha.rules import moves
from serai.games.pasha.rules.dice import field_of
from serai.games.pasha.rules.edition import tiles_in_order
from serai.games.pasha.rules.state import FACES, NO_CARD, NO_TILE, NOBODY, NOT_MARKED, OVER, ROWS, Game
from serai.games.pasha.words import notation
from serai.games.pasha.words.points import parts


def opening(game: Game, edition: Edition) -> list[Event]:
    """The first player, everyone's packs, and the first round (P7, P9, P10)."""
    events: list[Event] = [{"type": "start", "seat": int(game.first)}]
    for seat in _in_turn_order(game):
        cards = [card for pack in packs_of(game, edition, seat) for card in pack]
        events.append({"type": "packs", "seat": seat, "cards": cards})
    return events + _new_round(game, edition)


def narrate(before: Game, move: int, after: Game, edition: Edition) -> list[Event]:
    """The move, its roll or disc, and the round's end if it brought that."""
    seat = int(before.turn_of)
    events: list[Event] = [{"type": "move", "seat": seat, "move": notation.move_name(move, edition)}]
    if move >= moves.MARK:
        field = field_of(int(before.dice), move - moves.MARK)
        events.append({"type": "disc", "seat": seat, **place_of(field)})
        if (seat + 1) % before.players == before.first:
            events += _end_of_round(before, field, after, edition)
    elif not moves.TURNS_UP <= move < moves.LAMP:
        events.append({"type": "roll", "seat": seat, "dice": notation.faces_of(after.dice)})
    return events


def private_events(before: Game, move: int, after: Game, edition: Edition) -> list[tuple[int, Event]]:
    """The next pack, which only the seat that takes it sees; with the seat that each event is for (P11, P21)."""
    seat = int(before.turn_of)
    if before.packs[seat].tolist() == after.packs[seat].tolist():
        return []
    cards = notation.card_values(after.hand[seat], edition)
    return [(seat, {"type": "pack", "seat": seat, "cards": cards})]


def visible_to(event: Event, seat: int | None, edition: Edition) -> list[Event]:
    """The event as this seat, or with None a spectator, may see it (P21)."""
    if event["type"] not in ("packs", "pack"):
        return [event]
    if event["seat"] != seat:
        return [{"type": event["type"], "seat": event["seat"]}]
    return [event | {"cards": event["cards"][: int(edition.record[0].pack_size)]}]


def position(game: Game, edition: Edition) -> dict[str, Any]:
    """The whole position in the record's names."""
    tiles = tiles_in_order(edition.data)
    return {
        "round": int(game.round_number),
        "first": int(game.first),
        "turn": int(game.turn_of),
        "over": bool(game.phase == OVER),
        "dice": notation.faces_of(game.dice),
        "rolls_left": int(game.rolls_left),
        "lamp": bool(game.lamp),
        "white_cubes": int(game.white_cubes),
        "bonus": tiles_of(game, edition, NOBODY),
        "stack": [tile for number, tile in enumerate(tiles) if int(game.stack) >> number & 1],
        "seats": [_seat_position(game, edition, seat) for seat in range(game.players)],
    }


def _seat_position(game: Game, edition: Edition, seat: int) -> dict[str, Any]:
    field, played = int(game.disc[seat]), int(game.played[seat])
    return {
        "cubes": int(game.cubes[seat]),
        "packs": packs_of(game, edition, seat),
        "played": None if played == NO_CARD else int(edition.record[0].value[played]),
        "disc": None if field == NOT_MARKED else place_of(field),
        "won": won_by(game, edition, seat),
        "tiles": tiles_of(game, edition, seat),
    }


def packs_of(game: Game, edition: Edition, seat: int) -> list[list[int]]:
    """The hand, then each pack not taken yet; a pack's cards are in no order and told ascending (P7)."""
    record = edition.record[0]
    size = int(record.pack_size)
    packed = [int(record.value[kind]) for kind in game.packs[seat] if kind != NO_CARD]
    packs = [sorted(packed[start : start + size]) for start in range(0, len(packed), size)]
    return [notation.card_values(game.hand[seat], edition), *packs]


def won_by(game: Game, edition: Edition, seat: int) -> list[int]:
    """The cards in the seat's pile, ascending."""
    return [int(value) for kind, value in enumerate(edition.record[0].value) for _ in range(int(game.won[seat, kind]))]


def tiles_of(game: Game, edition: Edition, holder: int) -> list[dict[str, Any]]:
    """The tiles that a seat keeps, or with NOBODY those above the columns, in the order revealed (P10, P17)."""
    tiles = tiles_in_order(edition.data)
    return [
        tiles[tile]
        for tile, held_by in zip(game.revealed, game.holder, strict=True)
        if tile != NO_TILE and held_by == holder
    ]


def place_of(field: int) -> dict[str, Any]:
    """A field's row and column; beside the board there is no column (P14)."""
    if field == 0:
        return {"row": ROWS[0], "column": None}
    row, column = divmod(field - 1, FACES)
    return {"row": ROWS[row + 1], "column": column + 1}


def discs_of(game: Game) -> dict[int, int]:
    """The field of each disc on the board, by seat, in the order in which they were laid."""
    return {seat: int(game.disc[seat]) for seat in _in_turn_order(game) if game.disc[seat] != NOT_MARKED}


def ranked(fields: dict[int, int]) -> list[int]:
    """The seats of these discs from best to worst: the stronger field, then the later disc, which is on top (P15)."""
    laid = list(fields)
    return sorted(laid, key=lambda seat: (fields[seat], laid.index(seat)), reverse=True)


def _in_turn_order(game: Game) -> list[int]:
    return [(int(game.first) + step) % int(game.players) for step in range(game.players)]


def _new_round(game: Game, edition: Edition) -> list[Event]:
    """The round and its tile, if there is one left (P10, PR3)."""
    events: list[Event] = [{"type": "round", "number": int(game.round_number)}]
    tile = int(game.revealed[game.round_number - 1])
    if tile != NO_TILE:
        events.append({"type": "bonus", "tile": tiles_in_order(edition.data)[tile]})
    return events


def _end_of_round(before: Game, last_field: int, after: Game, edition: Edition) -> list[Event]:
    """Who wins which cards and tiles; then the next round or the scores (P16-P19)."""
    fields = discs_of(before) | {int(before.turn_of): last_field}
    ranking = ranked(fields)
    events = _cards_won(before, ranking, edition) + _tiles_won(before, fields, ranking, edition)
    if after.phase != OVER:
        return events + _new_round(after, edition)
    return events + _final_scores(after, edition) + [{"type": "end"}]


def _cards_won(before: Game, ranking: list[int], edition: Edition) -> list[Event]:
    """From the best to the worst the highest cards; at last all negative ones for the last-ranked (P16)."""
    played = sorted((int(edition.record[0].value[before.played[seat]]) for seat in ranking), reverse=True)
    positive = [value for value in played if value > 0]
    events: list[Event] = [
        {"type": "win", "seat": seat, "cards": [value]} for seat, value in zip(ranking, positive, strict=False)
    ]
    if len(positive) < len(played):
        events.append({"type": "win", "seat": ranking[-1], "cards": sorted(played[len(positive) :])})
    return events


def _tiles_won(before: Game, fields: dict[int, int], ranking: list[int], edition: Edition) -> list[Event]:
    """In the order revealed, each tile whose column has a disc (P17)."""
    best = {place_of(fields[seat])["column"]: seat for seat in reversed(ranking)}
    lying = tiles_of(before, edition, NOBODY)
    return [{"type": "tile", "seat": best[tile["face"]], "tile": tile} for tile in lying if tile["face"] in best]


def _final_scores(game: Game, edition: Edition) -> list[Event]:
    return [
        {"type": "score", "seat": seat, "points": points, "why": why}
        for seat in range(game.players)
        for why, points in parts(game, edition, seat)
    ]
