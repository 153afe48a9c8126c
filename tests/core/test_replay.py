"""Verifying recomputes a whole record: whatever is changed in it is found, and where."""

import copy
import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from serai.core import game as games
from serai.core.errors import BadEdition, BadOptions, BadRecord, IllegalMove, UnknownGame
from serai.core.match import Match
from serai.core.records import event_shapes as reading
from serai.core.records import receipt, record, replay
from serai.core.records.randomness import Nonce, one_round
from serai.core.records.replay import Verdict
from tests import earlier

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
    match = Match(toy, toy.read_edition(), toy.options(3), one_round(b"s" * 32, NONCES))
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


def test_renewed_chance_is_recomputed_round_by_round(play_out: PlayOut) -> None:
    toy = games.load("toy")
    match = Match(toy, toy.read_edition(), toy.options(3), one_round(b"s" * 32, NONCES))
    match.play(match.legal()[0])
    match.renew_chance(b"t" * 32, reversed(NONCES))
    data = copy.deepcopy(play_out(match).record(seats(3)))
    assert [found["after"] for found in data["randomness"]["rounds"]] == [0, 1]
    assert verdict_on(data).is_fine
    data["randomness"]["rounds"][1]["nonces"][0]["nonce"] = "ff" * 32
    assert not verdict_on(data).is_fine


def test_chance_renewed_twice_between_two_moves_is_recorded_once(play_out: PlayOut) -> None:
    toy = games.load("toy")
    match = Match(toy, toy.read_edition(), toy.options(3), one_round(b"s" * 32, NONCES))
    match.play(match.legal()[0])
    match.renew_chance(b"t" * 32, NONCES)
    match.renew_chance(b"u" * 32, NONCES)
    data = copy.deepcopy(play_out(match).record(seats(3)))
    assert [found["server_seed"] for found in data["randomness"]["rounds"]] == [b"s".hex() * 32, b"u".hex() * 32]
    assert verdict_on(data).is_fine


def test_every_round_has_its_commitment(play_out: PlayOut) -> None:
    toy = games.load("toy")
    match = Match(toy, toy.read_edition(), toy.options(3), one_round(b"s" * 32, NONCES))
    match.play(match.legal()[0])
    match.renew_chance(b"t" * 32, NONCES)
    data = copy.deepcopy(play_out(match).record(seats(3)))
    data["randomness"]["rounds"][1]["commitment"] = "0" * 64
    assert [found.where for found in verdict_on(data).differences] == ["randomness.rounds[1].commitment"]


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
        (
            {"nonce_commitments": [f"{seat}" * 64 for seat in range(3)]},
            [f"the receipt's commitment of seat {seat}" for seat in range(3)],
        ),
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


def in_rounds(*rounds: Data) -> Data:
    """What seat 1's page kept in several rounds, each changed somehow."""
    kept = {
        "after": 0,
        "kept": "before",
        "commitment": hashlib.sha256(b"s" * 32).hexdigest(),
        "nonce_commitments": [nonce.commitment for nonce in NONCES],
        "nonce": NONCES[1].nonce.hex(),
    }
    return {"format": "serai-receipt/2", "table": "t1", "seat": 1, "rounds": [kept | change for change in rounds]}


def test_a_receipt_kept_before_the_opening_makes_a_consistent_record_true(play_out: PlayOut) -> None:
    found = record.check(committed(play_out))
    verdict = replay.verify(found)
    assert verdict.is_fine and not verdict.is_true
    receipt.compare_receipt(found, receipt.check(in_rounds({})), verdict)
    assert verdict.is_true and verdict.remarks == []
    late = replay.verify(found)
    receipt.compare_receipt(found, receipt.check(in_rounds({"kept": "later"})), late)
    assert late.is_fine and not late.is_true


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        ([], "rounds is []; expected: a list of one or more rounds"),
        ([{"after": -1}], "rounds[0].after is -1; expected: 0 or more"),
        ([{}, {}], "rounds[1].after is 0; expected: 1 or more"),
        ([{"after": True}], "rounds[0].after is True; expected: a whole number"),
        ([{"kept": None}], "rounds[0].kept is None; expected: 'before' or 'later'"),
        ([{"nonce": "0"}], "rounds[0].nonce is '0'; expected: 64 hexadecimal digits"),
        ([{"more": 1}], "unknown key rounds[0].more"),
        ([{}, {"after": 3, "nonce_commitments": []}], "rounds[1].nonce_commitments is []; expected: a list of 3"),
    ],
)
def test_a_damaged_round_of_a_receipt_is_named(rounds: list[Data], said: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(f"the receipt: {said}")):
        receipt.check(in_rounds(*rounds))


def test_what_is_no_receipt_is_refused() -> None:
    with pytest.raises(BadRecord, match="the document is "):
        receipt.check([])
    with pytest.raises(BadRecord, match="format is None; expected: 'serai-receipt/2' or 'serai-receipt/1'"):
        receipt.check({})


def test_two_seats_with_the_same_nonce_are_named(play_out: PlayOut) -> None:
    toy = games.load("toy")
    match = Match(toy, toy.read_edition(), toy.options(3), one_round(b"s" * 32, [*NONCES[:2], NONCES[0]]))
    data = play_out(match).record(seats(3))
    [difference] = verdict_on(data).differences
    assert str(difference) == "randomness.nonces[2].nonce: seats 0 and 2 have the same nonce"


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


@pytest.mark.parametrize("name", earlier.WHOLE)
def test_a_record_of_asaras_version_1_is_verified_where_the_rules_are_still_the_same(name: str) -> None:
    data = earlier.recorded(name)
    assert data["rules_version"] == 1 and "favour_area" not in data["edition"]
    verdict = verdict_on(data)
    assert verdict.is_fine and verdict.remarks == ["recorded by rules version 1; version 2 gives the same"]


@pytest.mark.parametrize(("name", "place"), earlier.PARTED.items())
def test_a_record_is_recomputed_up_to_where_the_rules_have_changed_and_read_from_there(name: str, place: int) -> None:
    data = earlier.recorded(name)
    verdict = verdict_on(data)
    assert data["events"][place - 1]["move"].startswith("keep ") and data["events"][place]["type"] == "move"
    assert verdict.differences == [] and not verdict.is_fine and verdict.parting and verdict.parting.place == place
    assert verdict.decisions == sum(event["type"] == "move" for event in data["events"][:place])
    first, second = verdict.remarks
    assert f"recorded by rules version 1; from events[{place}] on the rules have changed since" in first
    assert "which is no fault of the record" in first and "under the stack (A22)" in first
    assert "its events were only read" in second and "could not be checked" in second


def test_what_a_table_of_version_1_recorded_is_checked_with_its_commitment() -> None:
    data = earlier.played("finished")["record"]
    verdict = verdict_on(data)
    assert verdict.parting and verdict.differences == [] and data["randomness"]["scheme"] == "committed/1"
    data["randomness"]["commitment"] = "0" * 64
    assert [difference.where for difference in verdict_on(data).differences] == ["randomness.commitment"]


def test_every_change_before_the_rules_part_is_found_and_the_version_is_no_excuse() -> None:
    data, place = earlier.recorded("expert"), earlier.PARTED["expert"]
    for number, event in enumerate(data["events"][:place]):
        for key in event.keys() - {"type", "move"}:
            changed = copy.deepcopy(data)
            changed["events"][number][key] = 99 if isinstance(event[key], int) else [9]
            verdict = verdict_on(changed)
            assert f"events[{number}]" in [difference.where for difference in verdict.differences]
            assert verdict.remarks[-1] == "recorded by rules version 1, by which it is wrong as well"
            assert not any("no fault" in remark for remark in verdict.remarks)


def test_a_changed_record_of_version_1_that_does_not_part_has_no_excuse_either() -> None:
    data = earlier.recorded("basic")
    data["digest"] = "0" * 64
    verdict = verdict_on(data)
    assert [difference.where for difference in verdict.differences] == ["digest"]
    assert verdict.remarks == ["recorded by rules version 1, by which it is wrong as well"]


def test_after_the_parting_points_that_do_not_come_to_the_result_are_found() -> None:
    data = earlier.recorded("expert")
    score = next(event for event in data["events"] if event["type"] == "score")
    assert data["events"].index(score) > earlier.PARTED["expert"]
    score["points"] += 7
    [difference] = verdict_on(data).differences
    assert difference.where == "result" and "reading its events gives" in str(difference)
    assert difference.recomputed["scores"] != data["result"]["scores"]


@pytest.mark.parametrize("result", [{"scores": [5, 4, 1], "winners": [1]}, {"scores": [5, 4, 2], "winners": [0]}, None])
def test_after_the_parting_a_changed_result_is_found(result: object) -> None:
    data = earlier.recorded("expert")
    assert data["result"] == {"scores": [5, 4, 1], "winners": [0]}
    assert [difference.where for difference in verdict_on(data | {"result": result}).differences] == ["result"]


def test_after_the_parting_a_seat_that_resigned_has_not_won() -> None:
    data = earlier.recorded("expert")
    data["events"].insert(40, {"type": "resign", "seat": 0})
    [difference] = verdict_on(data).differences
    assert difference.recomputed == {"scores": [5, 4, 1], "winners": [1]}


def test_after_the_parting_missing_and_added_events_are_found() -> None:
    data = earlier.recorded("expert")
    whole = data["events"]
    assert "a move, or a stop" in str(verdict_on(data | {"events": whole[:-1]}).differences[0])
    assert "nothing, the game has ended" in str(verdict_on(data | {"events": [*whole, whole[-2]]}).differences[0])
    stopped = data | {"events": [*whole[:50], {"type": "stop", "why": "no time"}], "result": None}
    assert verdict_on(stopped).differences == []
    assert "no such move" in str(verdict_on(data | {"events": with_move(whole, "dance")}).differences[0])


def with_move(events: list[Data], move: str) -> list[Data]:
    """The same events, but the last move is another one."""
    last = max(place for place, event in enumerate(events) if event["type"] == "move")
    return [*events[:last], events[last] | {"move": move}, *events[last + 1 :]]


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"type": "miracle"}, "events[50].type is 'miracle'; expected: one of start, year, "),
        ({"type": "move", "seat": 3, "move": "done"}, "events[50].seat is 3; expected: a seat from 0 to 2"),
        ({"type": "move", "seat": 0, "move": 7}, "events[50].move is 7; expected: a text"),
        ({"type": "score", "seat": 0, "points": "7", "why": "gold"}, "events[50].points is '7'"),
        ({"type": "score", "seat": 0, "points": 7}, "key events[50].why is missing"),
        ({"type": "draw", "seat": 0, "cards": [1]}, "events[50].cards[0] is 1; expected: a text"),
        ({"type": "year", "number": 2, "seat": 0}, "unknown key events[50].seat"),
    ],
)
def test_after_the_parting_an_event_of_another_shape_is_refused(event: Data, said: str) -> None:
    data = earlier.recorded("expert")
    data["events"][50] = event
    with pytest.raises(BadRecord, match=re.escape(said)):
        verdict_on(data)


@pytest.mark.parametrize("seed", range(4))
def test_what_a_game_knows_of_its_events_holds_for_whole_games(new_match: Begin, play_out: PlayOut, seed: int) -> None:
    match = play_out(new_match("asara", 4, seed, expert=True))
    found, versions = record.check(copy.deepcopy(match.record(seats(4)))), match.game.rules.versions
    assert versions and match.game.rules.RULES_VERSION not in versions.KNOWN
    reading.check_events(found, 0, versions.EVENTS)
    assert reading.result_of(found) == match.result() and list(reading.contradictions(found)) == []


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
