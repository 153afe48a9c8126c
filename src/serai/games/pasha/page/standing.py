"""What the page says beyond the position itself: which fields the dice would take, and who would win which prizes.

The rules decide that: they are asked on a copy of the observation, as if the round ended with the discs that lie.
"""

from dataclasses import dataclass
from typing import Any

from serai.core.edition import Edition
from serai.games.pasha.rules import dice, rounds
from serai.games.pasha.rules.choices import count_marks, nth_mark
from serai.games.pasha.rules.moves import MARK
from serai.games.pasha.rules.state import NO_CARD, NOBODY, ROLL, Game
from serai.games.pasha.words import notation
from serai.games.pasha.words.narration import discs_of, ranked, tiles_of


@dataclass(frozen=True)
class Prize:
    """A seat's place in the round's ranking, and what it takes if the round ends so."""

    seat: int
    field: int
    cards: list[int]
    tiles: list[dict[str, Any]]


def targets(seen: Game, edition: Edition, held: str | None = None) -> dict[str, int]:
    """Each way to mark the dice on the table, with its field; only one when a decision is held (P14)."""
    if seen.phase != ROLL:
        return {}
    shown = int(seen.dice)
    marks = [int(nth_mark(shown, nth)) for nth in range(count_marks(shown))]
    fields = {notation.move_name(mark, edition): int(dice.field_of(shown, mark - MARK)) for mark in marks}
    return {held: fields[held]} if held in fields else fields


def piles(game: Game, edition: Edition) -> list[list[int]]:
    """The cards in every seat's pile, ascending: as `narration.won_by` tells one, but all at once."""
    values = edition.record["value"][0].tolist()
    return [
        [value for value, number in zip(values, numbers, strict=True) for _ in range(number)]
        for numbers in game.won.tolist()
    ]


def standings(seen: Game, edition: Edition, field: int | None) -> list[Prize]:
    """The ranking from best to worst, with the prizes; `field` is where the seat to act would mark (P15-P17)."""
    fields = discs_of(seen) | ({} if field is None else {int(seen.turn_of): field})
    if not fields:
        return []
    order = list(fields)
    game = _as_a_round_of(seen, fields)
    takers = [(int(rounds.best_in_column(game, tile["face"])), tile) for tile in tiles_of(seen, edition, NOBODY)]
    rounds.give_cards(game, edition.record[0])
    won = piles(game, edition)
    prizes = {
        seat: Prize(
            seat,
            fields[seat],
            won[place][::-1],
            [tile for taker, tile in takers if taker == place],
        )
        for place, seat in enumerate(order)
    }
    return [prizes[seat] for seat in ranked(fields)]


def _as_a_round_of(seen: Game, fields: dict[int, int]) -> Game:
    """A game of only those whose discs lie, numbered in the order of their turns, with nothing won before."""
    game = seen.copy()
    game.players = len(fields)
    game.first = 0
    game.won[:] = 0
    game.played[:] = NO_CARD
    for place, (seat, field) in enumerate(fields.items()):
        game.disc[place] = field
        game.played[place] = seen.played[seat]
    return game
