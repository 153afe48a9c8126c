"""Past positions: of a table that is being played, and of recorded games, each found by playing the moves again."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from serai.core.edition import Edition
from serai.core.errors import SeraiError
from serai.core.game import Game, Games
from serai.core.match import Match
from serai.core.position import Position
from serai.core.records import record, replay
from serai.core.records.record import Event
from serai.core.search.mind import Views


@dataclass(frozen=True)
class FinishedGame:
    """A finished game, decision by decision; without positions where the rules of today make another game of it."""

    game: Game | None
    edition: Edition | None
    title: str
    seats: tuple[tuple[str, str], ...]  # each with its name and by whom it was played
    winners: tuple[int, ...]
    blocks: list[list[Event]]  # what happened before the first decision, then with each
    positions: Games | None

    @property
    def decisions(self) -> int:
        """How many there were."""
        return len(self.blocks) - 1


def positions(match: Match, moves: Sequence[int]) -> Games:
    """The position before any decision of a match like this, and after each of the moves."""
    again = Position(match.game, match.edition, match.options, match.randomness)
    found: Games = np.zeros(len(moves) + 1, match.game.rules.STATE)
    found[0] = again.games[0]
    for number, move in enumerate(moves, 1):
        again.apply(move)
        found[number] = again.games[0]
    return found


def observation(game: Game, edition: Edition, found: Games, place: int, seat: int | None) -> Views:
    """What a seat (None: a spectator) knew at one of the positions."""
    view: Views = np.zeros(1, game.rules.STATE)
    eyes = int(found[place]["players"]) if seat is None else seat
    game.kernel.observe(found, place, edition.record, eyes, view, 0)
    return view


def scores(game: Game, edition: Edition, observation: Views, players: int) -> list[int]:
    """Each seat's points as a position, or what is known of it, shows them."""
    points = np.zeros(players, np.int64)
    game.kernel.scores(observation, 0, edition.record, points)
    return [int(score) for score in points]


def blocks(events: Sequence[Event]) -> list[list[Event]]:
    """Events by decision; the first block is what came before any."""
    found: list[list[Event]] = [[]]
    for event in events:
        if event["type"] == "move":
            found.append([])
        found[-1].append(event)
    return found


def finished_game(data: object) -> FinishedGame:
    """A record as a game to be shown; its events are there whatever the rules of today are."""
    found = record.check(data)
    result = found.data["result"]
    game, edition, drawn = _replay(found)
    return FinishedGame(
        game=game,
        edition=edition,
        title=found.game.capitalize(),
        seats=tuple((str(seat["name"]), str(seat["by"])) for seat in found.data["seats"]),
        winners=tuple(result["winners"]) if result else (),
        blocks=blocks(found.events),
        positions=drawn,
    )


def _replay(found: record.Record) -> tuple[Game | None, Edition | None, Games | None]:
    """The game and its positions, as far as today's rules can make them."""
    try:
        match = replay.begin(found)
    except SeraiError:
        return None, None, None
    try:
        is_same = found.data["rules_version"] == match.game.rules.RULES_VERSION or replay.verify(found).is_fine
        moves = [match.parse(event["move"]) for event in found.events if event["type"] == "move"]
        return match.game, match.edition, positions(match, moves) if is_same else None
    except SeraiError:
        return match.game, match.edition, None
