"""An observation as numbers says what the view says, from the viewer's side (P21)."""

from typing import Any

import numpy as np
import pytest

from serai.core.match import Match, start
from serai.core.records.randomness import player_stream
from serai.core.simulate import RandomPlay
from serai.games.pasha.rules.state import REWARDS, ROWS
from serai.games.pasha.study import observation
from serai.games.pasha.study.observation import ACTIONS, LAYOUT
from serai.games.pasha.words import json_view

pytestmark = pytest.mark.three_modes

PLAYERS = 3
PLACES = (0, 7, 30, 50, 70)  # decisions after which a game is looked at


def matches() -> list[Match]:
    """Positions of a random game, the end included."""
    match, found = start("pasha", players=PLAYERS, seed=4), []
    stream = player_stream(4)
    while not match.is_over:
        if len(match.moves) in PLACES:
            found.append(match.copy(same_chance=True))
        match.play(RandomPlay(match.game, match.edition, match.options).choose(match, stream))
    assert len(found) == len(PLACES)
    return [*found, match]


def told(match: Match, viewer: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The numbers by name, and the view."""
    seen, row = match.view(viewer), np.full(LAYOUT.size, -5, np.int16)
    observation.write_numbers(seen[0], match.edition.record[0], row)
    return {name: part.tolist() for name, part in LAYOUT.named(row).items()}, json_view.view(seen[0], match.edition)


def values(match: Match, counts: list[int]) -> list[int]:
    """The values of cards that are counted by kind."""
    return [int(match.edition.record[0].value[kind]) for kind, count in enumerate(counts) for _ in range(count)]


def test_the_table_is_told() -> None:
    for match in matches():
        for viewer in range(PLAYERS):
            row, seen = told(match, viewer)
            assert json_view.PHASES[row["phase"].index(1)] == seen["phase"]
            assert row["round"] == [seen["round"]]
            assert row["rounds_left"] == [9 - seen["round"]]
            assert row["players"] == [PLAYERS]
            assert row["turn"].index(1) == (seen["turn"] - viewer) % PLAYERS
            assert row["first"].index(1) == (seen["first"] - viewer) % PLAYERS
            assert [face for face in range(1, 7) for _ in range(row["dice"][face - 1])] == seen["dice"]
            assert row["rolls_left"] == [seen["rolls_left"]]
            assert row["lamp"] == [seen["lamp"]]
            assert row["white_cubes"] == [seen["white_cubes"]]


def test_every_seat_is_told_from_the_viewer_on() -> None:
    for match in matches():
        for viewer in range(PLAYERS):
            row, seen = told(match, viewer)
            assert values(match, row["hand"]) == seen["seats"][viewer]["hand"]
            for place in range(PLAYERS):
                seat = seen["seats"][(viewer + place) % PLAYERS]
                assert row["cubes"][place] == seat["cubes"]
                assert values(match, row["unplayed"][place]) == seat["unplayed"]
                assert values(match, row["won"][place]) == sorted(seat["won"])
                assert values(match, row["played"][place]) == ([] if seat["played"] is None else [seat["played"]])
                assert row["points"][place] == match.scores()[(viewer + place) % PLAYERS]


def test_discs_are_told_by_strength_and_column() -> None:
    marked = 0
    for match in matches():
        row, seen = told(match, 0)
        for place, seat in enumerate(seen["seats"]):
            if seat["disc"] is None:
                assert (row["disc"][place], row["column"][place]) == (0, [0] * 6)
                continue
            marked += 1
            found, column = seat["disc"]["row"], seat["disc"]["column"]
            assert row["column"][place] == [int(face == column) for face in range(1, 7)]
            assert row["disc"][place] == (1 if column is None else 1 + 6 * (ROWS.index(found) - 1) + column)
    assert marked > 1


def test_tiles_are_told_by_column_and_those_to_come_one_by_one() -> None:
    for match in matches():
        row, seen = told(match, 1)
        above = [[0] * 3 for _ in range(6)]
        for tile in seen["bonus"]:
            above[tile["face"] - 1][REWARDS.index(tile["reward"])] += tile["amount"] or 1
        assert row["tiles"] == above
        assert sum(row["unrevealed"]) == len(seen["stack"])


def test_a_spectator_sees_from_seat_0_on_and_has_no_hand() -> None:
    match = matches()[2]
    row, seat = told(match, PLAYERS)[0], told(match, 0)[0]
    assert row == seat | {"hand": [0] * 15}
    assert sum(seat["hand"]) > 0


@pytest.mark.parametrize(
    ("move", "name", "place"),
    [
        ("play -1", "play", (0,)),
        ("play 7", "play", (6,)),
        ("reroll 1", "reroll", (5,)),
        ("cube reroll 6", "cube_reroll", (0,)),
        ("cube 5+", "turn_up", (4,)),
        ("cube 2-", "turn_down", (0,)),
        ("lamp", "lamp", (0,)),
        ("mark", "mark", (0,)),
        ("mark 4", "mark_pair", (3,)),
    ],
)
def test_a_move_is_found_in_its_part(move: str, name: str, place: tuple[int, ...]) -> None:
    match = start("pasha", players=2, seed=1)
    part, where = ACTIONS.part_at(match.parse(move))
    assert (part.name, where) == (name, place)
