"""Score pads as links, written as `static/pad-link.js` writes them, and positions of the engine as pads hold them."""

import json
from base64 import urlsafe_b64encode
from typing import Any

from serai.core.edition import Edition
from serai.games.asara.rules import towers
from serai.games.asara.words.narration import towers_of
from serai.games.pasha.rules.state import NO_TILE, POINTS

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
VERSION = 1


def link(game: str, names: list[str], packed: Any, title: str = "A game", version: int = VERSION) -> str:
    """The address of a pad."""
    whole = json.dumps([game, title, names, packed], ensure_ascii=False).encode()
    body = urlsafe_b64encode(whole).decode().rstrip("=")
    return f"/pad/{game}#{version}.{body}.{checksum(body)}"


def checksum(body: str) -> str:
    """FNV-1a, in base 36."""
    found = 0x811C9DC5
    for sign in body.encode():
        found = (found ^ sign) * 0x01000193 % 2**32
    digits = ""
    while found:
        found, digit = divmod(found, 36)
        digits = DIGITS[digit] + digits
    return digits or "0"


def asara_sheet(game: Any, years: list[list[list[int]]]) -> dict[str, Any]:
    """A position of Asara as its pad holds it, with the years that were scored."""
    seats = [
        {"towers": [tower_of(tower) for tower in towers_of(game, seat)], "money": int(game.money[seat]), "track": 0}
        for seat in range(game.players)
    ]
    expert, favour = bool(game.expert), int(game.favour_holder)
    return {"expert": expert, "onTrack": False, "favour": favour, "seats": seats, "years": years}


def tower_of(tower: int) -> list[int]:
    """A tower as the pad's nine numbers."""
    found = [towers.colour(tower), towers.gold_base(tower), towers.gold_top(tower)]
    for count in (towers.middles, towers.windows, towers.lit_on):
        found += [count(tower, 0), count(tower, 1)]
    return [int(number) for number in found]


def pasha_sheet(game: Any, edition: Edition) -> dict[str, Any]:
    """A position of Pasha as its pad holds it."""
    record = edition.record[0]
    kinds = int(record.kinds)
    with_points = [tile for tile in range(record.tiles) if record.tile_reward[tile] == POINTS]
    return {
        "seats": [
            {
                "won": [int(game.won[seat, kind]) for kind in range(kinds - 1, -1, -1)],
                "tiles": [
                    with_points.index(tile)
                    for tile, holder in zip(game.revealed, game.holder, strict=True)
                    if tile != NO_TILE and holder == seat and tile in with_points
                ],
                "cubes": int(game.cubes[seat]),
            }
            for seat in range(game.players)
        ]
    }


LONG = ["Scheherazade", "Bo", "Maximilian-Alexander", "Эмиль"]
ASARA = link(
    "asara",
    LONG,
    [
        1,
        0,
        2,
        [
            ["011213310 110000000 400011000", 27, 0],
            ["200110100 211000000", 3, 0],
            ["300223321 401001100 410011000 111000000", 110, 0],
            ["", 8, 0],
        ],
        [[[2, 2, 0, 0], [1, 0, 0, 0], [3, 2, 1, 1], [0, 0, 0, 0]]] * 4,
    ],
)
PASHA = link(
    "pasha",
    [*LONG, "Ana"],
    [
        [[1, 2, 0, 3, 0, 0, 4], [0, 2], 3],
        [[1, 1, 1, 1, 1, 0, 0], [], 0],
        [[2, 0, 1, 0, 1, 0, 2], [1], 11],
        [[0, 0, 0, 0, 0, 0, 9], [], 1],
        [[1, 0, 1, 1, 1, 1, 0], [3], 5],
    ],
)
