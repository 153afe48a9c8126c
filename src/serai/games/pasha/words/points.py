"""Each point of a game with its reason, in words (P19), and what decides who wins (P20)."""

from collections import Counter

from serai.core.edition import Edition
from serai.core.words.language import gettext as _
from serai.core.words.language import ngettext
from serai.core.words.reasons import Point
from serai.games.pasha.rules.play import card_points, points_of, tile_points
from serai.games.pasha.rules.state import NO_TILE, POINTS, Game


def explain(game: Game, edition: Edition) -> list[Point]:
    """Every seat's points: cards, tiles, cubes (P19)."""
    words = {"cards": _cards, "tiles": _tiles, "cubes": _cubes}
    return [
        Point(seat, points, why, words[why](game, edition, seat))
        for seat in range(game.players)
        for why, points in parts(game, edition, seat)
        if points
    ]


def parts(game: Game, edition: Edition, seat: int) -> list[tuple[str, int]]:
    """What a seat's points are made of, in the record's names (P19)."""
    return [
        ("cards", int(card_points(game, edition.record[0], seat))),
        ("tiles", int(tile_points(game, edition.record[0], seat))),
        ("cubes", int(game.cubes[seat])),
    ]


def standing(game: Game, edition: Edition, seat: int) -> tuple[int, int]:
    """What decides who wins: points, then cubes left (P20)."""
    return int(points_of(game, edition.record[0], seat)), int(game.cubes[seat])


def _cards(game: Game, edition: Edition, seat: int) -> str:
    """`7, 3 times 4, 2 times -1`: the cards won, highest first."""
    values = [int(value) for value in edition.record[0].value]
    won = [(value, int(number)) for value, number in zip(values, game.won[seat], strict=True) if number]
    return _("cards won: {cards} (P19)", cards=_counted(won[::-1]))


def _tiles(game: Game, edition: Edition, seat: int) -> str:
    record = edition.record[0]
    kept = [
        int(record.tile_amount[tile])
        for tile, holder in zip(game.revealed, game.holder, strict=True)
        if tile != NO_TILE and holder == seat and record.tile_reward[tile] == POINTS
    ]
    return _("bonus tiles: {points} (P17, P19)", points=_counted(sorted(Counter(kept).items(), reverse=True)))


def _cubes(game: Game, edition: Edition, seat: int) -> str:
    return _("action cubes left: {cubes}, 1 point each (P19)", cubes=int(game.cubes[seat]))


def _counted(values: list[tuple[int, int]]) -> str:
    return ", ".join(_times(number, value) if number > 1 else str(value) for value, number in values)


def _times(number: int, value: int) -> str:
    return ngettext("{number} times {value}", "{number} times {value}", number, value=value)
