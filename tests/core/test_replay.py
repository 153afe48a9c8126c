"""Verifying recomputes a whole record: whatever is changed in it is found, and where."""

import copy
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from serai.core import game as games
from serai.core import receipt, record, replay
from serai.core.errors import BadEdition, BadOptions, BadRecord, IllegalMove, UnknownGame
from serai.core.match import Match
from serai.core.randomness import Committed, Nonce
from serai.core.replay import Verdict

Begin = Callable[..., Match]
PlayOut = Callable[..., Match]
Data = dict[str, Any]
NONCES = tuple(Nonce(bytes([seat]) * 32) for seat in range(3))


def seats(players: int) -> list[dict[str, str]]:
    """Some people."""
    return [{"name": f"Player {seat}", "by": "person"} for seat in range(players)]


@pytest.fixture
def data(new_match: Begin, play_out: PlayOut) -> Data:
    """A record of three players."""
    return copy.deepcopy(play_out(new_match(players=3)).record(seats(3)))


def verdict_on(data: Data) -> Verdict:
    """What verifying says."""
    return replay.verify(record.check(data))


def committed(play_out: PlayOut) -> Data:
    """A record with committed chance."""
    toy = games.load("toy")
    match = Match(toy, toy.read_edition(), toy.options(3), Committed(b"s" * 32, NONCES))
    return copy.deepcopy(play_out(match).record(seats(3)))


@pytest.mark.parametrize(("name", "players"), [("toy", 2), ("asara", 2), ("pasha", 3)])
def test_a_true_record_is_verified(new_match: Begin, play_out: PlayOut, name: str, players: int) -> None:
    match = play_out(new_match(name, players))
    verdict = verdict_on(match.record(seats(players)))
    assert verdict.is_fine and verdict.remarks == [] and verdict.decisions == len(match.moves)


def test_replaying_gives_the_same_match(new_match: Begin, play_out: PlayOut) -> None:
    match = play_out(new_match())
    again = replay.replay(record.check(match.record(seats(2))))
    assert again.events == match.events and again.digest() == match.digest()


def test_every_changed_event_is_found_at_its_place(data: Data) -> None:
    for place, event in enumerate(data["events"]):
        changed = copy.deepcopy(data)
        for key in event.keys() - {"type", "move"}:
            changed["events"][place][key] = 99 if isinstance(event[key], int) else [9]
        if changed == data:
            continue
        verdict = verdict_on(changed)
        assert f"events[{place}]" in [difference.where for difference in verdict.differences]


def test_a_changed_die_is_told_with_both_numbers(data: Data) -> None:
    place, roll = next((place, event) for place, event in enumerate(data["events"]) if event["type"] == "roll")
    before, roll["die"] = roll["die"], 9
    [difference] = verdict_on(data).differences
    assert difference.where == f"events[{place}]"
    assert f'"die":9,"seat":{roll["seat"]}' in str(difference) and f'recomputing gives {{"die":{before}' in str(
        difference
    )


def test_another_seed_is_found(data: Data) -> None:
    data["randomness"]["seed"] = "00000000000000ff"
    assert not verdict_on(data).is_fine


@pytest.mark.parametrize(
    ("key", "value"),
    [("result", {"scores": [0, 0, 0], "winners": [0]}), ("result", None), ("digest", "0" * 64)],
)
def test_a_changed_result_or_digest_is_found(data: Data, key: str, value: object) -> None:
    data[key] = value
    assert [difference.where for difference in verdict_on(data).differences] == [key]


def test_missing_and_added_events_are_found(data: Data) -> None:
    cut = data | {"events": data["events"][:-1]}
    assert str(verdict_on(cut).differences[0]).endswith(
        'the record says nothing more, recomputing gives {"type":"end"}'
    )
    longer = data | {"events": [*data["events"], {"type": "end"}]}
    assert "recomputing gives nothing, the game has ended" in str(verdict_on(longer).differences[0])
    short = data | {"events": data["events"][:4]}
    assert "recomputing gives a move, or a stop" in str(verdict_on(short).differences[0])


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("dance", "no such move: 'dance' is no move"),
        (7, "a move of seat"),
        (None, "a move of seat"),
    ],
)
def test_a_move_that_is_none_is_found(data: Data, move: object, said: str) -> None:
    place = next(place for place, event in enumerate(data["events"]) if event["type"] == "move")
    data["events"][place]["move"] = move
    difference = verdict_on(data).differences[0]
    assert difference.where == f"events[{place}]" and said in str(difference)


def test_an_illegal_move_is_found_with_its_rule(data: Data) -> None:
    place = next(place for place, event in enumerate(data["events"]) if event["type"] == "move")
    moves = [f"play {card}" for card in range(1, 6)]
    found = []
    for move in moves:
        data["events"][place]["move"] = move
        found.append(str(verdict_on(data).differences[:1]))
    assert any("an illegal move: no such card is held (T2)" in each for each in found)


def test_a_move_of_the_wrong_seat_is_found(data: Data) -> None:
    move = next(event for event in data["events"] if event["type"] == "move")
    move["seat"] = (move["seat"] + 1) % 3
    assert not verdict_on(data).is_fine


def test_committed_chance_is_recomputed(play_out: PlayOut) -> None:
    data = committed(play_out)
    assert verdict_on(data).is_fine
    data["randomness"]["commitment"] = "0" * 64
    assert [difference.where for difference in verdict_on(data).differences] == ["randomness.commitment"]
    data = committed(play_out)
    data["randomness"]["nonces"][1]["nonce"] = "ff" * 32
    assert not verdict_on(data).is_fine


def write_receipt(path: Path, **changes: object) -> receipt.Receipt:
    """What seat 1's page kept."""
    kept: dict[str, object] = {
        "format": "serai-receipt/1",
        "table": "t1",
        "commitment": hashlib.sha256(b"s" * 32).hexdigest(),
        "nonce_commitments": [hashlib.sha256(nonce.nonce).hexdigest() for nonce in NONCES],
        "seat": 1,
        "nonce": NONCES[1].nonce.hex(),
    }
    path.write_bytes(record.canonical(kept | changes))
    return receipt.read(path)


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({}, []),
        ({"commitment": "0" * 64}, ["the receipt's commitment"]),
        ({"nonce": "ff" * 32}, ["the receipt's own nonce"]),
        ({"nonce_commitments": ["0" * 64] * 3}, [f"the receipt's commitment of seat {seat}" for seat in range(3)]),
    ],
)
def test_a_receipt_is_compared(play_out: PlayOut, tmp_path: Path, changes: Data, where: list[str]) -> None:
    found = record.check(committed(play_out))
    verdict = replay.verify(found)
    receipt.compare_receipt(found, write_receipt(tmp_path / "r.json", **changes), verdict)
    assert [difference.where for difference in verdict.differences] == where


def test_a_receipt_for_another_sort_of_record_is_refused(data: Data, play_out: PlayOut, tmp_path: Path) -> None:
    kept = write_receipt(tmp_path / "r.json")
    with pytest.raises(BadRecord, match="was not committed to"):
        receipt.compare_receipt(record.check(data), kept, Verdict())
    fewer = write_receipt(tmp_path / "r.json", nonce_commitments=["0" * 64] * 2)
    with pytest.raises(BadRecord, match="3 seats, the receipt has 2"):
        receipt.compare_receipt(record.check(committed(play_out)), fewer, Verdict())


@pytest.mark.parametrize(
    "changes", [{"format": "x"}, {"seat": 3}, {"nonce": "0"}, {"table": 1}, {"nonce_commitments": "0"}, {"more": 1}]
)
def test_a_damaged_receipt_is_refused(tmp_path: Path, changes: Data) -> None:
    with pytest.raises(BadRecord, match=r"r\.json: "):
        write_receipt(tmp_path / "r.json", **changes)


def test_a_stopped_game_is_verified(new_match: Begin, play_out: PlayOut) -> None:
    match = play_out(new_match(players=3), 3)
    match.change_player(1, "random")
    match.stop("no time")
    data = match.record(seats(3))
    assert data["result"] is None and verdict_on(data).is_fine
    assert not verdict_on(data | {"result": {"scores": None, "winners": [0]}}).is_fine


def test_a_resignation_of_two_is_verified(new_match: Begin, play_out: PlayOut) -> None:
    match = play_out(new_match(), 3)
    match.resign(1)
    data = copy.deepcopy(match.record(seats(2)))
    assert data["result"] == {"scores": None, "winners": [0]} and verdict_on(data).is_fine
    without_stop = data | {"events": data["events"][:-1]}
    assert not verdict_on(without_stop).is_fine
    played_on = data | {"events": [*data["events"][:-1], {"type": "move", "seat": 0, "move": "play 1"}]}
    assert "a stop: with two players a resignation ends the game" in str(verdict_on(played_on).differences[0])


def test_a_resignation_of_three_is_verified_to_the_end(new_match: Begin, play_out: PlayOut) -> None:
    match = play_out(new_match(players=3), 3)
    match.resign(1)
    data = play_out(match).record(seats(3))
    assert verdict_on(data).is_fine and 1 not in data["result"]["winners"]


def test_people_can_do_nothing_after_the_end_or_amid_events(data: Data) -> None:
    ended = data | {"events": [*data["events"], {"type": "resign", "seat": 0}]}
    assert "nothing, the game has ended" in str(verdict_on(ended).differences[0])
    stop = {"type": "stop", "why": "no time"}
    amid = data | {"events": [data["events"][0], stop]}
    assert "something else first" in str(verdict_on(amid).differences[0])
    twice = data | {"events": [*data["events"][:4], stop, stop]}
    assert "the game has been stopped" in str(verdict_on(twice).differences[0])


@pytest.mark.parametrize(
    "event", [{"type": "stop"}, {"type": "resign", "seat": 3}, {"type": "seat", "seat": 0}, {"type": "stop", "why": 1}]
)
def test_what_people_did_must_be_whole(data: Data, event: Data) -> None:
    data["events"].insert(4, event)
    with pytest.raises(BadRecord, match=r"events\[4\]"):
        verdict_on(data)


def test_a_record_of_other_rules_that_agrees_is_fine(data: Data) -> None:
    data["rules_version"] = 99
    verdict = verdict_on(data)
    assert verdict.is_fine and verdict.remarks == ["recorded by rules version 99; version 1 gives the same"]


def test_a_record_of_other_rules_that_differs_says_that_only_events_could_be_checked(data: Data) -> None:
    data["rules_version"] = 99
    data["digest"] = "0" * 64
    verdict = verdict_on(data)
    assert not verdict.is_fine and "only its events could be checked" in verdict.remarks[0]


def test_unknown_games_options_and_editions_are_refused(data: Data) -> None:
    with pytest.raises(UnknownGame):
        verdict_on(data | {"game": "chess"})
    with pytest.raises(BadOptions):
        verdict_on(data | {"options": {"players": 3, "expert": True}})
    with pytest.raises(BadEdition, match="the record: edition: "):
        verdict_on(data | {"edition": {}})


def test_replaying_an_illegal_move_raises(data: Data) -> None:
    moves = [event for event in data["events"] if event["type"] == "move"]
    for move in moves:
        move["move"] = moves[0]["move"]
    with pytest.raises(IllegalMove):
        replay.replay(record.check(data))
