"""An observation as numbers says what the view says, from the viewer's side (A33)."""

from typing import Any

import numpy as np
import pytest

from serai.core.match import Match, start
from serai.core.records.randomness import player_stream
from serai.core.simulate import RandomPlay
from serai.games.asara.rules.state import AREAS, BUYERS, COLOURS, KINDS
from serai.games.asara.study import observation
from serai.games.asara.study.observation import ACTIONS, LAYOUT, UNKNOWN_COLOUR
from serai.games.asara.study.observation import TOWERS as TOWERS_TOLD
from serai.games.asara.tests.table import Table
from serai.games.asara.words import json_view, notation

pytestmark = pytest.mark.three_modes

PLAYERS = 3
PLACES = range(0, 160, 13)  # decisions after which a game is looked at
TOWERS = [
    (0, "red base top"),
    (2, "white base* top middle* window* window lit"),
    (1, "black base top* middle middle window* lit*"),
    (0, "red base* top* middle window window lit lit"),
    (0, "brown base top window*"),
    (2, "green base top"),
]


def matches() -> list[Match]:
    """Positions of a random expert game, the end included."""
    match, found = start("asara", players=PLAYERS, seed=8, expert=True), []
    stream = player_stream(8)
    while not match.is_over:
        if len(match.moves) in PLACES:
            found.append(match.copy(same_chance=True))
        match.play(RandomPlay(match.game, match.edition, match.options).choose(match, stream))
    return [*found, match]


def told(match: Match, viewer: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The numbers by name, and the view."""
    seen = match.view(viewer)
    return numbers(seen[0], match.edition.record[0]), json_view.view(seen[0], match.edition)


def numbers(seen: np.record, edition: np.record) -> dict[str, Any]:
    """An observation's numbers by name."""
    row = np.full(LAYOUT.size, -5, np.int16)
    observation.write_numbers(seen, edition, row)
    return {name: part.tolist() for name, part in LAYOUT.named(row).items()}


def buyers(counts: list[int]) -> list[str]:
    """The names of counted buyers."""
    return [BUYERS[buyer] for buyer, count in enumerate(counts) for _ in range(count)]


def pieces(counts: list[int]) -> list[str]:
    """The names of counted pieces."""
    return [notation.piece_name(piece) for piece, count in enumerate(counts) for _ in range(count)]


def colours(counts: list[int]) -> list[str]:
    """The names of counted colours."""
    return [COLOURS[colour] for colour, count in enumerate(counts) for _ in range(count)]


def windows(told_colours: list[int]) -> list[str | None]:
    """The colours of lit windows in order."""
    return [None if colour == UNKNOWN_COLOUR else COLOURS[colour - 1] for colour in told_colours if colour]


def test_time_and_turn_are_told() -> None:
    phases = set()
    for match in matches():
        for viewer in range(PLAYERS):
            row, seen = told(match, viewer)
            phases.add(seen["phase"])
            assert json_view.PHASES[row["phase"].index(1)] == seen["phase"]
            assert (row["year"], row["players"], row["expert"]) == ([seen["year"]], [PLAYERS], [1])
            for name in ("turn", "starter", "favour"):
                assert row[name].index(1) == (seen[name] - viewer) % PLAYERS
    assert {"place", "over"} < phases


def test_every_seat_is_told_from_the_viewer_on() -> None:
    for match in matches():
        for viewer in range(PLAYERS):
            row, seen = told(match, viewer)
            own = seen["seats"][viewer]
            assert (buyers(row["hand"]), buyers(row["face_down"])) == (own["hand"], own["face_down"])
            assert colours(row["lit"]) == own["pieces"]["lit"]
            for place in range(PLAYERS):
                seat = seen["seats"][(viewer + place) % PLAYERS]
                for name in ("hand_size", "face_down_size", "money", "prestige"):
                    assert row[name][place] == seat[name]
                for kind in range(4):
                    assert pieces(row["pieces"][place][kind]) == seat["pieces"][KINDS[kind]]
                assert row["lit_held"][place] == (seat["lit_held"] if place else len(own["pieces"]["lit"]))


def test_heaps_and_areas_are_told() -> None:
    for match in matches():
        row, seen = told(match, 1)
        for kind in range(4):
            assert pieces(row["display"][kind]) == seen["displays"][KINDS[kind]]
            assert pieces(row["stack"][kind]) == seen["stacks"][KINDS[kind]]
        assert row["pile_size"] == [seen["pile"]]
        assert {AREAS[area]: buyers(one)[0] for area, one in enumerate(row["colour"]) if any(one)} == seen["colours"]
        assert windows(row["under"]) == seen["under"]
        assert row["lit_unseen"][0] + len(seen["under"]) == seen["lit_stack"]
        lying = {notation.space_name(space, match.edition): count for space, count in enumerate(row["taken"]) if count}
        assert lying == {name: len(cards) for name, cards in seen["spaces"].items()}
        pairs = {notation.space_name(space, match.edition): count for space, count in enumerate(row["pairs"]) if count}
        assert pairs == {name: count for name, cards in seen["spaces"].items() if (count := cards.count("?+?"))}


def test_buyers_and_lit_windows_out_of_sight_are_counted_together() -> None:
    for match in matches():
        row, seen = told(match, 2)
        others = sum(seat["hand_size"] + seat["face_down_size"] for seat in seen["seats"][:2])
        assert sum(row["unknown_buyers"]) == seen["pile"] + others
        looked_at = row["seen"].count(UNKNOWN_COLOUR)
        unknown = row["lit_unseen"][0] + seen["under"].count(None) + sum(row["lit_held"][1:]) + looked_at
        assert sum(row["unknown_lit"]) == unknown


def test_towers_are_told_in_the_order_of_the_moves_that_build_on_them() -> None:
    table = Table(PLAYERS, expert=True)
    for seat, tower in TOWERS:
        table.tower(tower, seat=seat)
    for viewer in range(PLAYERS):
        seen = table.view(viewer).game
        row, seats = numbers(seen, table.edition.record[0]), json_view.view(seen, table.edition)["seats"]
        for place in range(PLAYERS):
            built = [summary(tower) for tower in seats[(viewer + place) % PLAYERS]["towers"]]
            assert [tower for tower in row["towers"][place] if any(tower)] == built
            assert row["standing"][place] == len(built)
            for colour in range(5):
                heights = [height for number, height, *_ in built if number == colour + 1]
                assert row["tower_number"][place][colour] == len(heights)
                assert row["tallest"][place][colour] == max(heights, default=0)


def test_of_a_seats_towers_beyond_those_that_have_room_only_the_number_is_told() -> None:
    table = Table(2)
    for _ in range(TOWERS_TOLD + 3):
        table.tower("red base top")
    row = numbers(table.view(0).game, table.edition.record[0])
    assert row["standing"] == [TOWERS_TOLD + 3, 0, 0, 0]
    assert all(tower[0] == 3 for tower in row["towers"][0])
    assert not np.any(row["towers"][1:])


def summary(tower: dict[str, Any]) -> list[int]:
    """A tower of a view: colour from 1, height, visible gold, dark plain and gold windows, lit windows."""
    dark = [windows - lit for windows, lit in zip(tower["windows"], tower["lit"], strict=True)]
    ends = [tower["base"], tower["top"]]
    gold = sum(end.endswith("*") for end in ends) + tower["middles"][1] + dark[1]
    colour = COLOURS.index(tower["base"].removesuffix("*"))
    return [colour + 1, 2 + sum(tower["middles"]) + sum(tower["windows"]), gold, *dark, sum(tower["lit"])]


def test_windows_of_this_action_are_told_apart_and_how_much_is_built() -> None:
    """A14, A23"""
    table = Table(2, expert=True)
    table.hand("blue")
    table.pieces("red* window", "red window")
    table.tower("white base top")
    table.tower("red base top")
    table.play("place blue circle.2")
    table.play("add window red* to 2")
    row = numbers(table.view(0).game, table.edition.record[0])
    assert row["towers"][0][1] == [3, 3, 1, 0, 1, 0]
    assert row["fresh"][:3] == [[0, 0], [0, 1], [0, 0]]
    assert numbers(table.view(1).game, table.edition.record[0])["fresh"] == row["fresh"]
    assert row["building"] == [1, 2, 2]
    assert AREAS[row["area"].index(1)] == "circle"


def test_a_spied_stack_and_windows_looked_at_are_told() -> None:
    """A19, A22"""
    spied = seen_looking = 0
    for seed in range(6):
        match = start("asara", players=2, seed=seed, expert=True)
        stream = player_stream(seed)
        while not match.is_over and spied * seen_looking == 0:
            row, seen = told(match, match.to_act)
            if seen["phase"] == "spy buy":
                spied += 1
                assert KINDS[row["spied"].index(1)] == seen["action"]["spied"]
            if seen["phase"] == "keep":
                seen_looking += 1
                assert windows(row["seen"]) == seen["action"]["seen"]
                assert row["keep"] == [seen["action"]["keep"]]
                assert set(told(match, 1 - match.to_act)[0]["seen"]) == {0, UNKNOWN_COLOUR}
            match.play(RandomPlay(match.game, match.edition, match.options).choose(match, stream))
    assert spied
    assert seen_looking


def test_a_spectator_sees_from_seat_0_on_and_nothing_of_its_own() -> None:
    match = matches()[3]
    row, seat = told(match, PLAYERS)[0], told(match, 0)[0]
    own = ("hand", "face_down", "lit", "unknown_buyers", "unknown_lit", "under", "seen")
    assert not any(row["hand"] + row["face_down"] + row["lit"])
    assert {name: part for name, part in row.items() if name not in own} == {
        name: part for name, part in seat.items() if name not in own
    }


@pytest.mark.parametrize(
    ("move", "name", "place"),
    [
        ("place blue base", "place", (0, 0)),
        ("place orange+orange house", "place", (42, 19)),
        ("buy red*", "buy", (5,)),
        ("decline", "decline", (0,)),
        ("spy top", "spy", (3,)),
        ("found white white*", "found", (8, 9)),
        ("add window red* to 3", "add", (2, 1, 5)),
        ("light red to 2 *", "light", (1, 2, 1)),
        ("done", "done", (0,)),
        ("look 5", "look", (1,)),
        ("keep white", "keep", (0,)),
    ],
)
def test_a_move_is_found_in_its_part(move: str, name: str, place: tuple[int, ...]) -> None:
    match = start("asara", players=2, seed=1)
    part, where = ACTIONS.part_at(match.parse(move))
    assert (part.name, where) == (name, place)


def test_every_move_has_the_name_of_its_part() -> None:
    edition = start("asara", players=2, seed=1).edition
    for move in notation.every_move(edition):
        assert ACTIONS.part_at(move)[0].name == notation.move_name(move, edition).split()[0]
