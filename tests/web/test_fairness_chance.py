"""What the page that checks games recomputes of whole ones, under Node.js: every draw, and the first that differs."""

import copy
import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from serai.core import conformance
from serai.core import game as games
from serai.core.edition import Edition
from serai.core.match import Match
from serai.core.records import record, replay
from serai.core.records.randomness import player_stream
from serai.core.simulate import RandomPlay
from tests import earlier
from tests.fairness import DRAWN, Data, first_difference, played, recorded
from tests.node import verdicts
from tests.test_other_editions import MAKERS

GAMES = list(DRAWN)


def played_out(match: Match, seed: int = 1) -> Match:
    """The match after random moves to its end."""
    players, stream = RandomPlay(match.game, match.edition, match.options), player_stream(seed)
    while not match.is_over:
        match.play(players.choose(match, stream))
    return match


def edition(name: str, change: Callable[[Data], object]) -> Edition:
    """The standard edition with changes."""
    game = games.load(name)
    data = copy.deepcopy(game.read_edition().data)
    change(data)
    data["known"] = {key: "assumed" for key in data if key not in ("name", "known")}
    return game.edition_of(data, "changed.toml")


def odd_game(name: str, number: int) -> Data:
    """A whole game of an edition of random sizes, with any of its options."""
    chance, game = random.Random(number), games.load(name)
    flags = {flag: chance.random() < 0.8 for flag in game.flags}
    odd = edition(name, lambda data: MAKERS[name](chance, data))
    return recorded(played_out(played(name, chance.choice(game.player_counts), flags, odd), number))


def game_of_few_lit_windows(seed: int) -> Data:
    """A whole game in which five lit windows are looked at again and again."""

    def change(data: Data) -> None:
        data["pieces_per_colour"]["lit"] = 1
        data["lit_spaces"] = 8
        data["lit_looks"] = [{"price": 0, "seen": seen, "kept": 1} for seen in (4, 9)]

    return recorded(played_out(played("asara", 3, {"expert": True}, edition("asara", change)), seed))


def drawn_in(data: Data) -> int:
    """How many events tell of chance."""
    return sum(event["type"] in DRAWN[data["game"]] for event in data["events"])


def assert_true(records: list[Data]) -> None:
    """Every draw of every record was compared, and agrees."""
    for found, data in zip(verdicts(records), records, strict=True):
        assert found.get("is_fine"), (data["options"], first_difference(found) if "checks" in found else found)
        assert len(found["checks"]) == 1 + drawn_in(data)  # one is the server seed's


# True games


@pytest.mark.parametrize("name", GAMES)
def test_every_draw_of_a_true_game_is_recomputed_with_any_options(name: str) -> None:
    game = games.load(name)
    flags = [{flag: bool(case.options[flag]) for flag in game.flags} for case in conformance.cases(game)]
    players = [int(case.options["players"]) for case in conformance.cases(game)]
    assert_true([recorded(played_out(played(name, *asked))) for asked in zip(players, flags, strict=True)])


@pytest.mark.parametrize("name", GAMES)
def test_every_draw_is_recomputed_with_any_edition(name: str) -> None:
    assert_true([odd_game(name, number) for number in range(40)])


def test_lit_windows_come_again_from_under_the_stack() -> None:
    records = [game_of_few_lit_windows(seed) for seed in range(20)]
    seen = [sum(len(event["pieces"]) for event in data["events"] if event["type"] == "look") for data in records]
    assert max(seen) > 2 * 5 and '"move": "under ' in json.dumps(records)
    assert_true(records)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_was_stopped_anywhere_is_recomputed_so_far(name: str) -> None:
    whole = played_out(played(name, 3))
    records = []
    for decisions in range(0, len(whole.moves), 4):
        match = played(name, 3)
        for move in whole.moves[:decisions]:
            match.play(move)
        match.stop("enough")
        records.append(recorded(match))
    assert_true(records)


@pytest.mark.parametrize("name", GAMES)
def test_what_people_do_around_a_game_is_no_decision(name: str) -> None:
    match, people, stream = played(name, 3), random.Random(1), player_stream(1)
    players = RandomPlay(match.game, match.edition, match.options)
    while not match.is_over:
        match.play(players.choose(match, stream))
        if people.random() < 0.3:
            match.change_player(people.randrange(3), "vizier")
        if len(match.moves) == 9:
            match.resign(2)
    assert_true([recorded(match)])


@pytest.mark.parametrize("name", ["finished", "finished-basic"])
def test_a_game_of_earlier_rules_is_recomputed_to_its_end(name: str) -> None:
    data = earlier.played(name)["record"]
    assert data["rules_version"] == 1
    assert_true([data])


# Changed games


def nth(data: Data, kind: str, number: int) -> Data:
    """The nth event of a kind, or of all from the end."""
    event: Data = [event for event in data["events"] if event["type"] == kind][number]
    return event


def other(values: list[Any], choices: list[Any]) -> None:
    """Change one of some values."""
    values[0] = next(choice for choice in choices if choice != values[0])


def of_year(data: Data, number: int, kind: str) -> list[Data]:
    """The events of a kind in one year of Asara."""
    year = 0
    found = []
    for event in data["events"]:
        year = event["number"] if event["type"] == "year" else year
        if year == number and event["type"] == kind:
            found.append(event)
    return found


def after_move(data: Data, verb: str, number: int = 0) -> int:
    """Where in a record the events of the nth move of that verb begin."""
    moves = [
        place
        for place, event in enumerate(data["events"])
        if event["type"] == "move" and event["move"].startswith(verb + " " * (verb != "lamp"))
    ]
    return moves[number] + 1


JUNK: list[Any] = [0, 1, 7, [], [1], "blue", None, {}]
BUYERS = ["blue", "yellow"]
PIECES = ["brown", "white*"]
CHANGES: dict[str, dict[str, Callable[[Data], object]]] = {
    "asara": {
        "a buyer drawn in the tent": lambda data: other(nth(data, "draw", 1)["cards"], BUYERS),
        "a buyer more in the tent": lambda data: nth(data, "draw", 1)["cards"].append("orange"),
        "who drew in the tent": lambda data: nth(data, "draw", 1).update(seat=(nth(data, "draw", 1)["seat"] + 1) % 3),
        "a display in year 3": lambda data: other(of_year(data, 3, "display")[0]["pieces"], PIECES),
        "a hand in year 4": lambda data: other(of_year(data, 4, "deal")[1]["cards"], BUYERS),
        "money in year 2": lambda data: of_year(data, 2, "money")[2].update(amount=21),
        "lit windows looked at": lambda data: other(nth(data, "look", -1)["pieces"], ["brown", "white"]),
        "the order of lit windows": lambda data: nth(data, "look", 0)["pieces"].reverse(),
        "a draw that is left out": lambda data: data["events"].remove(nth(data, "draw", 0)),
        "a draw that never was": lambda data: data["events"].insert(
            after_move(data, "buy"), {"type": "draw", "seat": 0, "cards": ["blue"]}
        ),
        "a year that is left out": lambda data: data["events"].remove(nth(data, "year", 2)),
    },
    "pasha": {
        "a die": lambda data: other(nth(data, "roll", 20)["dice"], [1, 6]),
        "the last die": lambda data: other(nth(data, "roll", -1)["dice"], [1, 6]),
        "a die rolled again": lambda data: other(data["events"][after_move(data, "reroll", 5)]["dice"], [1, 6]),
        "a die for a cube": lambda data: other(data["events"][after_move(data, "cube reroll")]["dice"], [1, 6]),
        "a die by the lamp": lambda data: other(data["events"][after_move(data, "lamp")]["dice"], [1, 6]),
        "who rolled": lambda data: nth(data, "roll", 9).update(seat=(nth(data, "roll", 9)["seat"] + 1) % 3),
        "a bonus tile": lambda data: nth(data, "bonus", 4)["tile"].update(amount=9),
        "bonus tiles swapped": lambda data: nth(data, "bonus", 3).update(tile=nth(data, "bonus", 4)["tile"]),
        "a roll that is left out": lambda data: data["events"].remove(nth(data, "roll", 3)),
        "a roll that never was": lambda data: data["events"].insert(
            after_move(data, "mark"), {"type": "roll", "seat": 0, "dice": [1, 1, 1, 1, 1]}
        ),
        "a round that is left out": lambda data: data["events"].remove(nth(data, "round", 5)),
    },
}


def eventful(name: str) -> Data:
    """A whole game of three in which everything happens that chance decides; anew each time, to be changed."""
    return copy.deepcopy(found_eventful(name))


@cache
def found_eventful(name: str) -> Data:
    """The first such game."""
    flags = {"expert": True} if name == "asara" else {}
    for seed in range(100):
        data = recorded(played_out(played(name, 3, flags), seed))
        verbs = {" ".join(event["move"].split()[:-1]) for event in data["events"] if event["type"] == "move"}
        types = [event["type"] for event in data["events"]]
        looks = [event["pieces"] for event in data["events"] if event["type"] == "look"]
        if name == "asara" and types.count("draw") > 2 and looks and looks[0] != looks[0][::-1]:
            return data
        if name == "pasha" and "lamp" in str(data["events"]) and any(verb.startswith("cube reroll") for verb in verbs):
            return data
    raise AssertionError("no such game")


@pytest.mark.parametrize(("name", "changed"), [(name, changed) for name in GAMES for changed in CHANGES[name]])
def test_a_changed_draw_is_found_at_its_event_by_the_page_and_the_command(name: str, changed: str) -> None:
    data = eventful(name)
    CHANGES[name][changed](data)
    assert data != eventful(name)
    [found] = verdicts([data])
    where = replay.verify(record.check(data)).differences[0].where
    assert first_difference(found)["name"].startswith(f"{where}: ")
    assert first_difference(found)["detail"].count("“") in (1, 2) and found["remark"] is None


@pytest.mark.parametrize("kind", ["draw", "look", "display"])
def test_the_version_is_no_excuse_for_a_draw_changed_in_a_game_of_earlier_rules(kind: str) -> None:
    data = earlier.played("finished")["record"]
    event = nth(data, kind, -1)
    other(event["cards"] if kind == "draw" else event["pieces"], ["blue", "white"])
    [found] = verdicts([data])
    assert first_difference(found)["name"] == f"events[{data['events'].index(event)}]: {kind}"
    assert found["remark"] is None


@pytest.mark.parametrize("name", GAMES)
def test_any_draw_changed_in_any_way_is_found_by_both_at_the_same_event(name: str) -> None:
    chance, true = random.Random(name), eventful(name)
    drawn = [place for place, event in enumerate(true["events"]) if event["type"] in DRAWN[name]]
    changed = []
    for place in drawn:
        data = eventful(name)
        event = data["events"][place]
        key = chance.choice(sorted(set(event) - {"type"}))
        event[key] = chance.choice([value for value in JUNK if value != event[key]])
        changed.append((place, data))
    for (place, data), found in zip(changed, verdicts([data for _, data in changed]), strict=True):
        assert replay.verify(record.check(data)).differences[0].where == f"events[{place}]"
        assert first_difference(found)["name"].startswith(f"events[{place}]: ")


def renamed(data: Data, verb: str, change: Callable[[str], str | None]) -> None:
    """Change the first move of a verb that can be changed so; chance is all that tells."""
    for event in data["events"]:
        if event["type"] == "move" and event["move"].startswith(verb) and (move := change(event["move"])):
            event["move"] = move
            return
    raise AssertionError(f"no {verb}")


def always(move: str) -> Callable[[str], str]:
    """This move for any."""
    return lambda _: move


def other_faces(move: str) -> str:
    """One die more is rolled again, or one less."""
    words = move.split()
    return " ".join(words[:-1]) if len(words) > 2 else f"{move} {words[-1]}"


def backwards(move: str) -> str | None:
    """The windows in the other order, where that is another."""
    verb, *colours = move.split()
    return f"{verb} {' '.join(colours[::-1])}" if colours != colours[::-1] else None


@pytest.mark.parametrize("seed", range(4))
def test_a_move_changed_to_one_that_draws_otherwise_is_found_by_both(seed: int) -> None:
    data = recorded(played_out(played("pasha", 3), seed))
    renamed(data, "reroll", other_faces)
    [found] = verdicts([data])
    assert not replay.verify(record.check(data)).is_fine and not found["is_fine"]


def test_lit_windows_put_under_the_stack_in_another_order_are_found_by_both() -> None:
    records = [game_of_few_lit_windows(seed) for seed in range(20)]
    changed = [data for data in records if sum(event["type"] == "look" for event in data["events"]) > 2]
    for data in changed:
        renamed(data, "under", backwards)
    assert len(changed) > 3
    for found, data in zip(verdicts(changed), changed, strict=True):
        assert first_difference(found)["name"].endswith(": look")
        assert not replay.verify(record.check(data)).is_fine


def test_a_move_that_cannot_follow_from_what_was_drawn_is_named() -> None:
    tried = [
        ("asara", "buy", "buy pink"),
        ("asara", "keep", "keep brown brown brown brown"),
        ("asara", "place", "fly"),
        ("asara", "place", "place blue+blue+blue base"),
        ("asara", "look", "look many"),
        ("pasha", "reroll", "reroll 1 1 1 1 1 1"),
        ("pasha", "mark", "rest"),
        ("pasha", "cube", "cube 6+"),
    ]
    records, places = [], []
    for name, verb, move in tried:
        data = eventful(name)
        renamed(data, verb, always(move))
        records.append(data)
        places.append(next(place for place, event in enumerate(data["events"]) if event.get("move") == move))
    for found, data, place in zip(verdicts(records), records, places, strict=True):
        assert replay.verify(record.check(data)).differences[0].where == f"events[{place}]"
        assert first_difference(found)["name"] == f"events[{place}]: move"
        assert data["events"][place]["move"] in first_difference(found)["detail"]


def test_a_move_that_no_draw_depends_on_is_for_the_command_alone() -> None:
    data = eventful("asara")
    renamed(data, "place", lambda move: "place blue bank.12" if move.endswith("bank.6") else None)
    [found] = verdicts([data])
    assert found["is_fine"] and not replay.verify(record.check(data)).is_fine


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_compared_after_the_first_difference(name: str) -> None:
    true = eventful(name)
    data = json.loads(json.dumps(true).replace(true["randomness"]["server_seed"], "0" * 64))
    data["randomness"]["commitment"] = true["randomness"]["commitment"]
    [found] = verdicts([data])
    assert {one["part"] for one in found["checks"]} == {"seeds", "opening"}
    assert [one["is_fine"] for one in found["checks"] if one["part"] == "opening"].count(False) > 1
