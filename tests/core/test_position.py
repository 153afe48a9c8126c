"""A position plays, goes back, branches and is saved: exactly where that is meant, with chance of its own otherwise."""

import copy
import json
import pickle
from collections import Counter
from collections.abc import Callable
from itertools import product
from math import comb, prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from serai.core import game as games
from serai.core.compiled.rng import below
from serai.core.errors import (
    BadEdition,
    BadNotation,
    BadOptions,
    BadRecord,
    BadSeed,
    IllegalMove,
    NoMove,
    SeraiError,
    UnknownGame,
)
from serai.core.match import start
from serai.core.position import Observation, Position, new
from serai.core.records.randomness import Nonce, Randomness, StreamSeed, one_round, player_stream
from serai.core.records.record import Event

AMID = {"toy": 4, "asara": 12, "pasha": 12}  # decisions to the midst of a game
NAMES = tuple(AMID)
PLAYOUTS = 1_000
DECISIONS = 25  # of a playout; many dice or cards in either game

Way = Callable[[Position], Position]


def committed(name: str, players: int = 3) -> Position:
    """A first position whose streams are set before each decision."""
    game = games.load(name)
    nonces = [Nonce(bytes([seat]) * 32) for seat in range(players)]
    return Position(game, game.read_edition(), game.options(players), one_round(b"s" * 32, nonces))


def played(position: Position, decisions: int = DECISIONS) -> Position:
    """The position after some random moves, always the same."""
    stream = player_stream(1)
    for _ in range(decisions):
        if moves := position.legal_numbers():
            position.apply(moves[below(stream, len(moves))])
    return position


def begun(name: str, decisions: int | None = None) -> Position:
    """A position of three players amid a game."""
    return played(new(name, players=3, seed=5), AMID[name] if decisions is None else decisions)


def begun_committed(name: str) -> Position:
    """The same with committed chance."""
    return played(committed(name), AMID[name])


def bytes_of(position: Position) -> bytes:
    """All of the record, chance to come included."""
    return position.games.tobytes()


def course(position: Position, decisions: int = DECISIONS) -> list[bytes]:
    """Every record on the way through some decisions of one policy, which knows no chance: the first legal move."""
    found = []
    for _ in range(decisions):
        if moves := position.legal_numbers():
            position.apply(moves[0])
            found.append(bytes_of(position))
    return found


def dice(position: Position, decisions: int = DECISIONS) -> tuple[int, ...]:
    """All that Pasha's dice show on the way through some decisions of one policy."""
    shown = []
    for _ in range(decisions):
        if moves := position.legal_numbers():
            position.apply(moves[-1])
            shown.append(int(position.games["dice"][0]))
    return tuple(shown)


# Playing


@pytest.mark.parametrize("name", NAMES)
def test_a_position_tells_what_a_match_tells(name: str) -> None:
    position, match = new(name, players=3, seed=8), start(name, players=3, seed=8)
    events = list(match.events)
    while not position.is_over:
        move = position.legal()[-1]
        events += position.play(move)
        match.play(move)
    assert events == match.events and position.scores() == match.scores() and position.winners() == match.winners()
    assert bytes_of(position) == match.games.tobytes()


def test_text_and_number_play_the_same_with_and_without_words() -> None:
    by_text, by_number, silent = (new("asara", players=2, seed=3) for _ in range(3))
    text, number = by_text.legal()[4], by_text.legal_numbers()[4]
    assert by_text.parse(text) == number and by_text.name(number) == text
    assert by_text.play(text) == by_number.play(number)
    assert silent.apply(text) == number
    assert bytes_of(by_text) == bytes_of(by_number) == bytes_of(silent)
    assert by_text.moves == by_number.moves == silent.moves == [number]


def test_an_illegal_move_names_move_decision_seat_and_rule_and_changes_nothing() -> None:
    position = begun("toy", 3)
    before, moves = bytes_of(position), list(position.moves)
    missing = next(f"play {card}" for card in range(1, 6) if f"play {card}" not in position.legal())
    reason = position.why_illegal(missing)
    assert reason and reason.rule == "T2" and position.why_illegal(position.legal()[0]) is None
    for way in (position.play, position.apply):
        with pytest.raises(IllegalMove) as error:
            way(missing)
        asked = f"(decision 4, seat {position.to_act})"
        assert str(error.value) == f"illegal move {missing!r} {asked}: no such card is held (T2)"
    assert bytes_of(position) == before and position.moves == moves


@pytest.mark.parametrize("move", ["", "dance", "play 9", -1, 10**9])
def test_what_is_no_move_is_refused(move: str | int) -> None:
    position = begun("toy")
    with pytest.raises(BadNotation):
        position.play(move)
    assert len(position.moves) == AMID["toy"]


def test_nothing_can_be_played_after_the_end() -> None:
    position = played(new("toy", players=2, seed=1), 1_000)
    assert position.is_over and position.legal() == [] and position.legal_numbers() == []
    with pytest.raises(IllegalMove, match="the game is over"):
        position.play("play 1")


# Undo


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("begin", [lambda name: new(name, players=3, seed=5), committed], ids=["seed", "committed"])
def test_undo_goes_back_to_the_start_and_the_same_moves_lead_forth(name: str, begin: Callable[[str], Position]) -> None:
    position = begin(name)
    before = [bytes_of(position)]
    while len(before) <= 40 and not position.is_over:
        before.append(bytes_of(played(position, 1)))
    moves = list(position.moves)
    for number in reversed(range(len(moves))):
        assert position.undo() == moves[number]
        assert bytes_of(position) == before[number] and position.moves == moves[:number]
    for number, move in enumerate(moves):
        position.apply(move)
        assert bytes_of(position) == before[number + 1]


def test_with_no_move_there_is_nothing_to_take_back() -> None:
    position = new("toy", players=2, seed=1)
    position.reseed(3)
    with pytest.raises(NoMove, match="no move to take back: none has been played") as error:
        position.undo()
    assert error.value.code == "no-move" and isinstance(error.value, SeraiError)


def test_undo_takes_back_new_chance_that_came_after_the_move_and_keeps_what_came_before() -> None:
    plain, position = begun("pasha"), begun("pasha")
    position.reseed(1)
    reseeded = bytes_of(position)
    played(position, 1)
    position.redeal(0, 2)
    position.undo()
    assert bytes_of(position) == reseeded
    position.undo()
    plain.undo()
    assert bytes_of(position) == bytes_of(plain) and course(position) == course(plain)


# Copies and their chance


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_is_apart_from_its_original(name: str) -> None:
    position = begun(name)
    before, moves = bytes_of(position), list(position.moves)
    for branch in (position.copy(), position.copy(same_chance=True), copy.copy(position), copy.deepcopy(position)):
        played(branch, 5)
        branch.undo()
        assert bytes_of(position) == before and position.moves == moves


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("begin", [begun, begun_committed], ids=["seed", "committed"])
def test_an_exact_copy_goes_the_same_way_and_other_copies_each_their_own(
    name: str, begin: Callable[[str], Position]
) -> None:
    position = begin(name)
    exact, ways = position.copy(same_chance=True), [course(position.copy(), 40) for _ in range(8)]
    way = course(position, 40)
    assert course(exact, 40) == way
    assert len({b"".join(each) for each in [*ways, way]}) == 9


@pytest.mark.parametrize("begin", [begun, begun_committed], ids=["seed", "committed"])
def test_a_thousand_branches_roll_a_thousand_ways_the_same_in_every_run(begin: Callable[[str], Position]) -> None:
    position, again = begin("pasha"), begin("pasha")
    rolls = [dice(position.copy()) for _ in range(PLAYOUTS)]
    assert len(set(rolls)) == PLAYOUTS
    assert [dice(again.copy()) for _ in range(PLAYOUTS)] == rolls


def test_copies_of_copies_have_chance_of_their_own_too() -> None:
    position = begun("pasha")
    first, second = position.copy(), position.copy()
    assert len({dice(each.copy()) for each in (position, first, second, first, second)}) == 5


def test_a_match_branches_as_its_position_does() -> None:
    match = start("pasha", players=3, seed=4)
    for _ in range(12):
        match.play(match.legal()[0])
    exact, branches = match.copy(same_chance=True), [match.copy() for _ in range(20)]
    rolls = {dice(branch.position) for branch in branches}
    assert len(rolls) == 20 and dice(exact.position) == dice(match.position) not in rolls
    with pytest.raises(ValueError, match="chance was made new has no record"):
        branches[0].record([])


def test_the_same_seed_gives_the_same_chance_and_another_seed_another() -> None:
    position = begun("pasha")
    ways = []
    for seed in (1, 1, 2):
        branch = position.copy(same_chance=True)
        branch.reseed(seed)
        assert bytes_of(branch)[64:] == bytes_of(position)[64:], "nothing but the two streams changes"
        ways.append(dice(branch))
    assert ways[0] == ways[1] != ways[2] and dice(position) not in ways


def test_only_the_last_new_chance_is_remembered() -> None:
    position = begun("pasha")
    for seed in range(100):
        position.reseed(seed)
        position.redeal(1, seed)
    position.redeal(0, 3)
    position.reseed(4)
    position.reseed(5)
    fresh = [step for step in position.as_data()["steps"] if "move" not in step]
    assert fresh == [{"redeal": f"{99:016x}", "seat": 1}, {"redeal": f"{3:016x}", "seat": 0}, {"reseed": f"{5:016x}"}]


# What can't be known


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_a_redeal_changes_what_the_seat_cannot_know_and_nothing_else(name: str, seat: int | None) -> None:
    position = begun(name)
    view = position.observe(seat)
    dealt = [position.copy(same_chance=True) for _ in range(6)]
    for seed, branch in enumerate(dealt):
        branch.redeal(seat, seed)
        assert branch.observe(seat).games.tobytes() == view.games.tobytes()
        assert bytes_of(view.redeal(seed)) == bytes_of(branch)
    assert len({bytes_of(branch)[64:] for branch in dealt}) > 1
    if position.to_act == seat:
        assert all(branch.legal() == position.legal() for branch in dealt)


def test_hidden_cards_are_dealt_as_likely_as_chance_deals_them() -> None:
    """Of Pasha's cards left, each hand of three is as likely as drawing it; chi-squared, at 1 in 1,000."""
    position = new("pasha", players=2, seed=6)
    while len(position.moves) < 8 or position.games["hand"][0][0] == 0:
        position.apply(position.legal_numbers()[0])
    bags = [int(position.games[field][0][0]) for field in ("unplayed", "hand")]
    left, held = ([bag >> 4 * kind & 15 for kind in range(15)] for bag in bags)
    hands = [each for each in product(*(range(count + 1) for count in left)) if sum(each) == sum(held)]
    chances = {each: prod(map(comb, left, each)) / comb(sum(left), sum(held)) for each in hands}
    draws = 6_000
    found: Counter[tuple[int, ...]] = Counter()
    seen = position.observe(1)
    for seed in range(draws):
        bag = int(seen.redeal(seed).games["hand"][0][0])
        found[tuple(bag >> 4 * kind & 15 for kind in range(15))] += 1
    assert set(found) <= set(chances) and len(hands) > 20 and abs(sum(chances.values()) - 1) < 1e-9
    distance = sum((found[each] - draws * chance) ** 2 / (draws * chance) for each, chance in chances.items())
    freedom = len(hands) - 1
    limit = freedom * (1 - 2 / (9 * freedom) + 3.09 * (2 / (9 * freedom)) ** 0.5) ** 3  # Wilson and Hilferty
    assert distance < limit


def test_an_observation_is_what_a_seat_knows() -> None:
    position = begun("pasha")
    seat = position.to_act
    own, other = position.observe(seat), position.observe((seat + 1) % 3)
    assert own.legal() == position.legal() and own.legal_numbers() == position.legal_numbers()
    assert other.legal() == [] and position.observe(None).legal() == []
    assert (own.viewer, own.to_act, own.is_over, own.players) == (seat, seat, False, 3)
    assert own.scores() == position.scores() and own.why_illegal(own.legal()[0]) is None
    assert not own.games["open"].any() and not own.games["hidden"].any()
    assert own.as_data()["seats"][seat]["hand"] and other.as_data()["seats"][seat]["hand"] is None
    assert json.loads(json.dumps(own.as_data())) == own.as_data()
    played(position, 3)
    assert own.legal() != position.legal(), "an observation stays as it was"


def test_a_position_from_an_observation_plays_branches_and_is_pickled_but_has_no_past() -> None:
    seen = begun("asara").observe(0)
    dealt = seen.redeal(3)
    assert bytes_of(dealt) == bytes_of(seen.redeal(3)) != bytes_of(seen.redeal(4))
    assert dealt.moves == [] and course(dealt.copy(same_chance=True)) == course(pickle.loads(pickle.dumps(dealt)))
    with pytest.raises(NoMove):
        dealt.undo()
    with pytest.raises(BadRecord, match="dealt from an observation has no JSON"):
        dealt.to_json()


def test_there_is_nobody_beyond_the_last_seat() -> None:
    with pytest.raises(BadOptions, match="there is no seat 3; allowed: 0 to 2, or None for a spectator"):
        begun("toy").observe(3)


# Saving


def branch_of(position: Position) -> Position:
    """A branch with new chance in many places."""
    branch = played(position.copy(), 2)
    branch.redeal(1, 7)
    branch.reseed(2**64 - 1)
    played(branch, 2)
    branch.redeal(None, 8)
    branch.copy()
    return branch


POSITIONS: dict[str, Callable[[str], Position]] = {
    "first": lambda name: new(name, players=3, seed=5),
    "amid": begun,
    "committed": begun_committed,
    "branch": lambda name: branch_of(begun(name)),
    "committed branch": lambda name: branch_of(begun_committed(name)),
    "over": lambda name: begun(name, 1_000),
}
WAYS: dict[str, Way] = {
    "json": lambda position: Position.from_json(position.to_json()),
    "data": lambda position: Position.from_data(json.loads(json.dumps(position.as_data()))),
    "pickle": lambda position: pickle.loads(pickle.dumps(position)),
    "deepcopy": copy.deepcopy,
    "copy": lambda position: position.copy(same_chance=True),
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", POSITIONS)
@pytest.mark.parametrize("way", WAYS)
def test_what_is_saved_comes_back_whole(name: str, kind: str, way: str) -> None:
    position = POSITIONS[kind](name)
    other = WAYS[way](position)
    assert repr(other) == repr(position) and other.moves == position.moves
    assert bytes_of(other) == bytes_of(position) and other.edition.data == position.edition.data
    assert course(other.copy()) == course(position.copy()), "the next copy has the same chance"
    for _ in range(DECISIONS):
        if moves := position.legal():
            assert other.play(moves[-1]) == position.play(moves[-1])
            assert bytes_of(other) == bytes_of(position)
    while position.moves:
        assert other.undo() == position.undo() and bytes_of(other) == bytes_of(position)


def test_a_copy_keeps_to_the_machine_code_that_is_there() -> None:
    """A writable edition, or another layout, would have the rules compiled once more."""
    position = begun("toy")
    for way in WAYS.values():
        other = way(position)
        assert other.game is position.game and not other.edition.record.flags.writeable
        assert other.games.dtype == position.games.dtype and other.games.flags.writeable


def test_an_edition_of_ones_own_comes_back_whole(tmp_path: Path) -> None:
    game = games.load("toy")
    path = tmp_path / "long.toml"
    path.write_text((game.folder / "standard.toml").read_text("utf-8").replace("faces = 6", "faces = 12"), "utf-8")
    position = played(new("toy", players=2, seed=1, edition=path), 5)
    assert position.edition.data["faces"] == 12
    assert bytes_of(played(new("toy", players=2, seed=1, edition=game.read_edition(path)), 5)) == bytes_of(position)
    for way in WAYS.values():
        assert course(way(position)) == course(position.copy(same_chance=True))


def damaged(**changes: Any) -> dict[str, Any]:
    """A toy position as data, in which some keys hold something else."""
    position = begun("toy", 3)
    position.redeal(1, 7)
    return copy.deepcopy(position.as_data()) | changes


DAMAGES: list[tuple[dict[str, Any], str]] = [
    ({"format": "serai-position/2"}, "p: format is 'serai-position/2'; expected: 'serai-position/1'"),
    ({"more": 1}, "p: unknown key more; expected: format, game"),
    ({"copies": -1}, "p: copies is -1; expected: a whole number from 0"),
    ({"copies": "1"}, "p: copies is '1'; expected: a whole number"),
    ({"rules_version": None}, "p: rules_version is None; expected: a whole number or a text"),
    ({"steps": 3}, "p: steps is 3; expected: a list"),
    ({"steps": [{"undo": 1}]}, "p: unknown key steps[0].undo; expected: move"),
    ({"steps": [{"move": 1}]}, "p: steps[0].move is 1; expected: a text"),
    ({"steps": [{"move": "dance"}]}, "p: steps[0].move is no move that can be played there: 'dance'"),
    ({"steps": [{"reseed": "7"}]}, "p: steps[0].reseed is '7'; expected: 16 hexadecimal digits"),
    ({"steps": [{"redeal": "0" * 16}]}, "p: key steps[0].seat is missing"),
    ({"steps": [{"redeal": "0" * 16, "seat": 3}]}, "p: steps[0].seat is 3; expected: a seat from 0 to 2"),
    ({"steps": []}, "p: position."),
    ({"randomness": {"scheme": "dice"}}, "p: randomness is {'scheme': 'dice'}; expected: a table with the scheme"),
    ({"options": {"players": 3}}, "p: key options.double is missing; expected: players, double"),
    ({"streams": {"open": "0" * 64}}, "p: key streams.hidden is missing"),
    ({"streams": {"open": "0" * 64, "hidden": "0" * 64}}, "p: streams.open is '000"),
]


@pytest.mark.parametrize(("changes", "message"), DAMAGES, ids=[message[3:40] for _changes, message in DAMAGES])
def test_damaged_data_is_refused_by_name(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(BadRecord) as error:
        Position.from_data(damaged(**changes), "p")
    assert str(error.value).startswith(message)


def test_a_position_other_than_the_steps_lead_to_is_refused_by_name() -> None:
    data = damaged()
    points = data["position"]["points"][1]
    data["position"]["points"][1] += 1
    with pytest.raises(BadRecord) as error:
        Position.from_data(data, "saved.json")
    assert str(error.value) == f"saved.json: position.points[1] is {points + 1}; expected: {points}"


def test_a_position_of_another_rules_version_is_taken_where_it_comes_to_the_same() -> None:
    data = damaged(rules_version=0)
    assert Position.from_data(data).moves == begun("toy", 3).moves
    data["position"]["to_act"] = 9
    with pytest.raises(BadRecord, match=r"of rules version 0 \(ours is 1\): position.to_act is 9"):
        Position.from_data(data)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"game": "chess"}, UnknownGame),
        ({"options": {"players": 9, "double": False}}, BadOptions),
        ({"options": {"players": 3, "double": 1}}, BadOptions),
        ({"edition": {}}, BadEdition),
    ],
)
def test_a_game_that_is_not_ours_is_refused_as_elsewhere(changes: dict[str, Any], error: type[SeraiError]) -> None:
    with pytest.raises(error):
        Position.from_data(damaged(**changes))


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '{"format": 1.5}', '{"a": 1, "a": 2}', b"\xff"])
def test_what_is_no_json_of_ours_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadRecord, match=r"^saved\.json: "):
        Position.from_json(text, "saved.json")


def test_a_pickle_with_another_layout_is_refused() -> None:
    position = begun("toy")
    position.games = np.zeros(1, games.load("pasha").rules.STATE)
    with pytest.raises(BadRecord, match="another layout"):
        pickle.loads(pickle.dumps(position))


# Beginning, and how it looks


def test_a_new_game_is_the_one_of_its_seed_or_one_that_nobody_can_guess() -> None:
    assert bytes_of(new("toy", players=2, seed=3)) == bytes_of(new("toy", players=2, seed=3))
    assert bytes_of(new("toy", players=2)) != bytes_of(new("toy", players=2))
    with pytest.raises(BadSeed, match="-1 is no seed"):
        new("toy", players=2, seed=-1)
    with pytest.raises(BadSeed):
        begun("toy").reseed(2**64)
    with pytest.raises(BadOptions, match="no option 'expert'"):
        new("toy", players=2, expert=True)


def test_one_line_says_what_it_is() -> None:
    position = new("asara", players=4, expert=True, open_screens=True, seed=2)
    seat = position.to_act
    asara = "asara, 4 players, expert, open screens"
    assert repr(position) == f"<Position: {asara}, seat {seat} decides, 0 moves>"
    played(position, 1)
    assert repr(position) == f"<Position: {asara}, seat {position.to_act} decides, 1 move>"
    assert repr(begun("toy", 1_000)).startswith("<Position: toy, 3 players, over, ")
    seen = begun("toy").observe(1)
    assert repr(seen) == f"<Observation: toy, 3 players, seat {seen.to_act} decides, as seat 1 sees it>"
    assert repr(begun("toy").observe(None)).endswith("as a spectator sees it>")


@pytest.mark.parametrize("name", NAMES)
def test_its_text_is_the_board_as_the_deciding_seat_sees_it(name: str) -> None:
    position = begun(name)
    assert str(position) == str(position.observe(position.to_act)) != str(position.observe(None))
    assert all(f"Seat {seat}" in str(position) for seat in range(3)) and "[/]" not in str(position)
    assert str(begun(name, 1_000)) == str(begun(name, 1_000).observe(None))


def test_what_a_match_begins_with_is_a_position() -> None:
    match = start("toy", players=2, seed=3)
    assert isinstance(match.position, Position) and isinstance(match.position.observe(0), Observation)
    assert match.games is match.position.games and match.moves is match.position.moves
    randomness: Randomness = StreamSeed(3)
    assert match.randomness == randomness
    events: list[Event] = match.position.copy().play(match.legal()[0])
    assert events[0]["type"] == "move" and match.moves == []
