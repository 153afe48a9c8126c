"""A scene in plain numbers and lists, taken from the observation once for all drawings of it."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from serai.core.edition import Edition
from serai.core.page.scene import Scene
from serai.games.pasha.page.standing import Prize, piles, standings, targets
from serai.games.pasha.rules.edition import tiles_in_order
from serai.games.pasha.rules.play import winners
from serai.games.pasha.rules.state import NO_CARD, NOBODY, OVER, PLAY, ROLL, Game
from serai.games.pasha.words.narration import packs_of, tiles_of
from serai.games.pasha.words.notation import card_values, faces_of
from serai.games.pasha.words.points import parts


@dataclass(frozen=True)
class Player:
    """What can be seen of a seat."""

    seat: int
    name: str
    is_viewer: bool
    is_first: bool  # of this round
    is_to_act: bool
    is_winner: bool
    points: int
    made_of: list[tuple[str, int]]  # its points, by what they are given for
    cubes: int
    played: int | None  # the card's value
    won: list[int]
    tiles: list[dict[str, Any]]
    unplayed: list[int]
    packs: list[list[int]]  # the hand and the packs not taken, where they are known


@dataclass(frozen=True)
class Position:
    """The table as the viewer sees it."""

    edition: Edition
    round: int
    rounds: int
    is_playing: bool  # a card is to be played
    is_rolling: bool
    is_over: bool
    turn_of: int
    dice: list[int]
    rolls_left: int
    has_lamp: bool
    white_cubes: int
    bonus: list[dict[str, Any]]  # tiles above their columns, in the order revealed
    to_come: dict[str, int]  # tiles in the stack, by set
    players: list[Player]
    discs: dict[int, list[int]]  # by field, the seats from the lowest disc to the one on top
    targets: dict[str, int]  # ways to mark the dice, each with its field
    prizes: list[Prize]  # if the round ended now, best first
    viewer: int | None
    is_viewers: bool  # the viewer's own turn
    is_deciding: bool  # and something can be chosen now
    is_held: bool  # a decision waits to be confirmed

    @property
    def actor(self) -> Player:
        """Whose turn it is."""
        return self.players[self.turn_of]

    @property
    def own(self) -> Player | None:
        """The viewer's seat."""
        return None if self.viewer is None else self.players[self.viewer]

    def sort(self, value: int) -> str:
        """What is special about a card: `extra`, `lamp`, `negative`, or nothing (P5, P16)."""
        data = self.edition.data
        if value < 0:
            return "negative"
        return {data["extra_roll_card"]: "extra", data["lamp_card"]: "lamp"}.get(value, "")


def position_of(scene: Scene) -> Position:
    """Everything that is drawn of a scene."""
    seen, edition = scene.seen, scene.edition
    fields = targets(seen, edition, scene.held)
    prizes = standings(seen, edition, max(fields.values(), default=None))
    turn_of, phase = int(seen.turn_of), int(seen.phase)
    return Position(
        edition=edition,
        round=int(seen.round_number),
        rounds=int(edition.record["rounds"][0]),
        is_playing=phase == PLAY,
        is_rolling=phase == ROLL,
        is_over=phase == OVER,
        turn_of=turn_of,
        dice=faces_of(seen.dice),
        rolls_left=int(seen.rolls_left),
        has_lamp=bool(seen.lamp),
        white_cubes=int(seen.white_cubes),
        bonus=tiles_of(seen, edition, NOBODY),
        to_come=_to_come(seen, edition),
        players=_players(scene),
        discs=_discs(prizes, turn_of if fields else NOBODY),
        targets=fields,
        prizes=prizes,
        viewer=scene.seat,
        is_viewers=scene.seat == turn_of and phase != OVER,
        is_deciding=scene.is_deciding,
        is_held=scene.held is not None,
    )


def _players(scene: Scene) -> list[Player]:
    seen, edition = scene.seen, scene.edition
    record = edition.record[0]
    is_over = seen.phase == OVER
    best = int(winners(seen, record)) if is_over else 0
    to_act = NOBODY if is_over else int(seen.turn_of)
    first, won = int(seen.first), piles(seen, edition)
    cubes, played, unplayed = seen.cubes.tolist(), seen.played.tolist(), seen.unplayed.tolist()
    return [
        Player(
            seat=seat,
            name=name,
            is_viewer=seat == scene.seat,
            is_first=seat == first,
            is_to_act=seat == to_act,
            is_winner=bool(best >> seat & 1),
            points=sum(points for _why, points in made_of),
            made_of=made_of,
            cubes=cubes[seat],
            played=None if played[seat] == NO_CARD else int(record.value[played[seat]]),
            won=won[seat],
            tiles=tiles_of(seen, edition, seat),
            unplayed=card_values(unplayed[seat], edition),
            packs=packs_of(seen, edition, seat) if scene.is_open or seat == scene.seat else [],
        )
        for seat, name in enumerate(scene.names[: int(seen.players)])
        for made_of in [parts(seen, edition, seat)]
    ]


def _to_come(seen: Game, edition: Edition) -> dict[str, int]:
    """How many tiles of each set are still in the stack (P8)."""
    stack = int(seen.stack)
    return Counter(tile["set"] for place, tile in enumerate(tiles_in_order(edition.data)) if stack >> place & 1)


def _discs(prizes: list[Prize], marking: int) -> dict[int, list[int]]:
    """The discs that lie on each field; the ranking has the one on top first, and also who has not marked yet (P15)."""
    fields: dict[int, list[int]] = {}
    for prize in reversed(prizes):
        if prize.seat != marking:
            fields.setdefault(prize.field, []).append(prize.seat)
    return fields
