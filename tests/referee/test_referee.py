"""The referees accept right play and call a foul on forged records; each game here was worked out by hand."""

from __future__ import annotations

import copy
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from . import OUTSIDE_EVENTS, Events, Foul, asara, check, check_result, pasha
from .__main__ import main

Record = dict[str, Any]
Event = dict[str, Any]

ASARA_EDITION: Record = {
    "name": "tiny",
    "price": {"brown": 3, "green": 4, "red": 5, "black": 6, "white": 8},
    "pieces_per_colour": {"base": 2, "middle": 2, "window": 2, "top": 2, "lit": 1},
    "gold_per_colour": {"base": 1, "middle": 1, "window": 1, "top": 1, "lit": 0},
    "display": {"base": 2, "middle": 2, "window": 2, "top": 2},
    "buyers": {"blue": 4, "yellow": 4, "purple": 4, "green": 4, "orange": 4},
    "market_spaces": {"base": 2, "middle": 2, "window": 2, "top": 2},
    "circle": [1, 2, 3],
    "bank": [10, 10],
    "house": 5,
    "spies": [3],
    "favour_spaces": 1,
    "tent": [1],
    "tent_draws": 2,
    "lit_spaces": 2,
    "lit_looks": [{"price": 4, "seen": 3, "kept": 1}, {"price": 10, "seen": 5, "kept": 2}],
    "favour_area": "own",
    "hand": {"2": 5, "3": 4, "4": 3},
    "start_money": [20, 21, 22, 23],
    "year_money": 20,
    "years": 2,
    "final_colour": {"brown": [4, 2], "green": [6, 3], "red": [8, 4], "black": [10, 5], "white": [12, 6]},
    "final_highest": [8, 4],
    "final_most": [12, 6],
    "asari_per_prestige": 10,
    "known": {},
}
PASHA_EDITION: Record = {
    "name": "tiny",
    "cards": [-1, 1, 2],
    "pack_size": 3,
    "extra_roll_card": 1,
    "lamp_card": 2,
    "rolls": 3,
    "own_cubes": 3,
    "white_cubes": 1,
    "tiles": [
        {"set": "A", "face": 6, "reward": "points", "amount": 3},
        {"set": "A", "face": 5, "reward": "cubes", "amount": 2},
        {"set": "B", "face": 2, "reward": "discard", "amount": None},
    ],
    "known": {},
}
RULES_VERSIONS = {"asara": 2, "pasha": 1}


def record(game: str, edition: Record, options: Record, events: list[Event], scores: list[int]) -> Record:
    """A record of two seats around these events."""
    return {
        "format": "serai-record/1",
        "game": game,
        "rules_version": RULES_VERSIONS[game],
        "edition": edition,
        "options": {"players": 2} | options,
        "seats": [{"name": "Tina", "by": "person"}, {"name": "Wolfgang", "by": "person"}],
        "randomness": {"scheme": "stream/1", "seed": "00"},
        "events": events,
        "result": {"scores": scores, "winners": [scores.index(max(scores))]},
        "digest": "",
    }


def event(kind: str, **fields: Any) -> Event:
    return {"type": kind} | fields


def moves(seat: int, *texts: str) -> list[Event]:
    return [event("move", seat=seat, move=text) for text in texts]


def score(seat: int, points: int, why: str) -> Event:
    return event("score", seat=seat, points=points, why=why)


@pytest.fixture
def asara_game() -> Record:
    """Two expert years: markets, one of them too dear, a pair, the circle with `done`, and every other area."""
    events = [
        event("start", seat=1),
        event("money", seat=1, amount=20, why="start"),
        event("money", seat=0, amount=21, why="start"),
        event("year", number=1),
        event("deal", seat=1, cards=["blue", "blue", "yellow", "green", "orange"]),
        event("deal", seat=0, cards=["blue", "yellow", "yellow", "green", "orange"]),
        event("display", market="base", pieces=["black", "white"]),
        event("display", market="middle", pieces=["red", "black"]),
        event("display", market="window", pieces=["black", "white*"]),
        event("display", market="top", pieces=["brown", "white*"]),
        *moves(1, "place blue base", "buy white"),
        *moves(0, "place yellow bank.10"),
        *moves(1, "place blue top", "buy white*"),
        *moves(0, "place blue+orange base", "buy black"),
        *moves(1, "place green circle.2", "found white white*"),
        score(1, 2, "built"),
        *moves(0, "place yellow bank.10"),
        *moves(1, "place yellow tent.1"),
        event("draw", seat=1, cards=["purple", "purple"]),
        *moves(0, "place green house"),
        *moves(1, "place purple favour", "place purple middle", "place orange house"),
        score(1, 1, "towers"),
        score(1, 1, "gold"),
        score(1, 1, "favour"),
        event("year", number=2),
        event("money", seat=1, amount=20, why="year"),
        event("money", seat=0, amount=20, why="year"),
        event("deal", seat=1, cards=["blue", "yellow", "yellow", "green", "orange"]),
        event("deal", seat=0, cards=["purple", "purple", "purple", "purple", "green"]),
        event("display", market="base", pieces=["red", "red*"]),
        event("display", market="top", pieces=["white"]),
        *moves(1, "place blue window", "buy white*"),
        *moves(0, "place purple lit", "look 5"),
        event("look", seat=0, pieces=["white", "green", "brown", "red", "black"]),
        *moves(0, "keep brown green", "under red black white"),
        *moves(1, "place yellow circle.1", "add window white* to 1"),
        score(1, 1, "built"),
        *moves(0, "place purple spies.3", "spy top", "buy black"),
        *moves(1, "place green+orange lit", "look 3"),
        event("look", seat=1, pieces=["red", "black", "white"]),
        *moves(1, "keep white", "under black red"),
        *moves(0, "place purple+green circle.2", "found black black"),
        score(0, 2, "built"),
        *moves(1, "place yellow circle.3", "light white to 1 *"),
        score(1, 1, "built"),
        *moves(1, "done"),
        *moves(0, "place purple house"),
        score(0, 1, "towers"),
        *(score(1, 1, why) for why in ("towers", "gold", "lit", "favour")),
        *(score(0, *final) for final in ((10, "black"), (4, "highest"), (6, "most"), (4, "money"))),
        *(score(1, *final) for final in ((12, "white"), (8, "highest"), (12, "most"), (1, "money"))),
        event("end"),
    ]
    return record("asara", copy.deepcopy(ASARA_EDITION), {"expert": True, "open_screens": False}, events, [27, 44])


@pytest.fixture
def pasha_game() -> Record:
    """Three rounds: rerolls, cubes of all kinds, the extra roll, the lamp, and a tile of each reward."""
    tiles = PASHA_EDITION["tiles"]
    events = [
        event("start", seat=0),
        event("packs", seat=0, cards=[-1, 1, 2]),
        event("packs", seat=1, cards=[2, 1, -1]),
        event("round", number=1),
        event("bonus", tile=tiles[0]),
        *moves(0, "play -1"),
        event("roll", seat=0, dice=[2, 3, 4, 4, 5]),
        *moves(0, "reroll 2 3 5"),
        event("roll", seat=0, dice=[2, 4, 4, 6, 6]),
        *moves(0, "reroll 2 4 4"),
        event("roll", seat=0, dice=[4, 5, 6, 6, 6]),
        *moves(0, "mark"),
        event("disc", seat=0, row="three", column=6),
        *moves(1, "play 2"),
        event("roll", seat=1, dice=[2, 3, 5, 5, 6]),
        *moves(1, "cube 3+", "cube 4+", "cube 6-", "mark"),
        event("disc", seat=1, row="four", column=5),
        event("win", seat=1, cards=[2]),
        event("win", seat=0, cards=[-1]),
        event("tile", seat=0, tile=tiles[0]),
        event("round", number=2),
        event("bonus", tile=tiles[1]),
        *moves(1, "play 1"),
        event("roll", seat=1, dice=[1, 1, 2, 2, 3]),
        *moves(1, "reroll 3"),
        event("roll", seat=1, dice=[1, 1, 2, 2, 4]),
        *moves(1, "reroll 4"),
        event("roll", seat=1, dice=[1, 1, 2, 2, 6]),
        *moves(1, "reroll 6"),
        event("roll", seat=1, dice=[1, 1, 2, 2, 5]),
        *moves(1, "mark 2"),
        event("disc", seat=1, row="two pairs", column=2),
        *moves(0, "play 2"),
        event("roll", seat=0, dice=[1, 2, 3, 4, 6]),
        *moves(0, "reroll 1 2 3 4 6"),
        event("roll", seat=0, dice=[1, 2, 3, 4, 5]),
        *moves(0, "reroll 1"),
        event("roll", seat=0, dice=[2, 2, 3, 4, 5]),
        *moves(0, "lamp"),
        event("roll", seat=0, dice=[1, 2, 3, 5, 5]),
        *moves(0, "mark"),
        event("disc", seat=0, row="pair", column=5),
        event("win", seat=1, cards=[2]),
        event("win", seat=0, cards=[1]),
        event("tile", seat=0, tile=tiles[1]),
        event("round", number=3),
        event("bonus", tile=tiles[2]),
        *moves(1, "play -1"),
        event("roll", seat=1, dice=[1, 2, 3, 4, 6]),
        *moves(1, "mark"),
        event("disc", seat=1, row="none", column=None),
        *moves(0, "play 1"),
        event("roll", seat=0, dice=[2, 2, 3, 4, 6]),
        *moves(0, "cube reroll 6"),
        event("roll", seat=0, dice=[2, 2, 3, 4, 5]),
        *moves(0, "mark"),
        event("disc", seat=0, row="pair", column=2),
        event("win", seat=0, cards=[1]),
        event("win", seat=1, cards=[-1]),
        event("tile", seat=0, tile=tiles[2]),
        *(score(0, *final) for final in ((2, "cards"), (3, "tiles"), (3, "cubes"))),
        *(score(1, *final) for final in ((3, "cards"), (0, "tiles"), (0, "cubes"))),
        event("end"),
    ]
    return record("pasha", copy.deepcopy(PASHA_EDITION), {}, events, [8, 3])


def find(game: Record, **fields: Any) -> int:
    """The index of the first event that has these fields."""
    return next(i for i, entry in enumerate(game["events"]) if fields.items() <= entry.items())


def foul_in(game: Record) -> Foul:
    with pytest.raises(Foul) as caught:
        check(game)
    return caught.value


def begin(game: Record, *events: Event) -> asara.Game:
    """A game of Asara after its set-up, with these events to come (from number 3 on)."""
    to_come = Events(game["events"][:3] + list(events), asara.EVENT_KEYS, 2)
    return asara.set_up(game["edition"], game["options"], to_come)


def assert_move_is_foul(game: Record, right: str, wrong: str, rule: str) -> None:
    """With one move replaced the referee calls a foul there and cites the rule."""
    index = find(game, move=right)
    game["events"][index]["move"] = wrong
    foul = foul_in(game)
    assert (foul.event_index, rule in foul.message) == (index, True), foul


def test_right_play_is_accepted(asara_game: Record, pasha_game: Record) -> None:
    check(asara_game)
    check(pasha_game)


def test_unordered_lists_are_read_in_any_order(asara_game: Record, pasha_game: Record) -> None:
    for entry in asara_game["events"] + pasha_game["events"]:
        if entry["type"] in ("deal", "display", "roll"):
            entry[{"deal": "cards", "display": "pieces", "roll": "dice"}[entry["type"]]].reverse()
    check(asara_game)
    check(pasha_game)


@pytest.mark.parametrize(
    ("right", "wrong", "rule"),
    [
        ("place blue+orange base", "place orange base", "A10"),
        ("place blue+orange base", "place blue+orange window", "A10"),
        ("place blue+orange base", "place orange+orange base", "has not got"),
        ("place blue base", "place blue circle.4", "A9"),
        ("place green house", "place green bank.10", "A9"),
        ("place purple favour", "place purple+orange house", "A18"),
        ("place purple middle", "place purple base", "A9"),
        ("buy white", "buy red", "A13"),
        ("found white white*", "found white white", "has no top white"),
        ("found white white*", "done", "A14"),
        ("add window white* to 1", "add window white* to 2", "no tower 2"),
        ("light white to 1 *", "light white to 1", "A23"),
        ("look 3", "look 4", "A22"),
        ("keep brown green", "keep brown", "A22"),
        ("under red black white", "under red black black", "A22"),
        ("under red black white", "under red green white", "A22"),
        ("under red black white", "under red black", "A22"),
        ("under red black white", "under red black white brown", "A22"),
        ("under red black white", "under red,black,white", "A22"),
        ("under red black white", "keep red black white", "A22"),
        ("spy top", "spy lit", "A19"),
    ],
)
def test_an_illegal_move_of_asara_is_a_foul(asara_game: Record, right: str, wrong: str, rule: str) -> None:
    assert_move_is_foul(asara_game, right, wrong, rule)


def test_a_higher_circle_space_needs_exactly_its_pieces_while_the_lower_is_free_a14(asara_game: Record) -> None:
    index = find(asara_game, move="place green circle.2")
    asara_game["events"][index]["move"] = "place green circle.3"
    asara_game["events"].insert(index + 3, moves(1, "done")[0])
    foul = foul_in(asara_game)
    assert foul.event_index == index + 3
    assert "at least 3" in foul.message


def test_what_costs_too_much_is_a_foul_a11(asara_game: Record) -> None:
    asara_game["edition"]["price"]["white"] = 11
    foul = foul_in(asara_game)
    assert foul.event_index == find(asara_game, move="buy white*")
    assert "11 Asari needed, 9 held" in foul.message


@pytest.mark.parametrize("answer", ["buy red", "decline"])
def test_nothing_is_asked_at_a_market_where_nothing_can_be_paid_a13(asara_game: Record, answer: str) -> None:
    index = find(asara_game, move="place purple middle")
    asara_game["events"].insert(index + 1, moves(1, answer)[0])
    foul = foul_in(asara_game)
    assert (foul.event_index, "A9" in foul.message) == (index + 1, True), foul


def test_a_piece_that_costs_all_the_money_can_be_paid_a13(asara_game: Record) -> None:
    asara_game["edition"]["price"]["red"] = 1
    index = find(asara_game, move="place purple middle")
    foul = foul_in(asara_game)
    assert (foul.event_index, "A13" in foul.message) == (index + 1, True), foul


def test_a_buyer_may_stand_before_an_empty_display_a11(asara_game: Record) -> None:
    game = begin(asara_game, *moves(0, "place blue base"))
    game.players[0].hand.update(["blue"])
    asara.take_turn(game, 0)
    game.events.finish()
    assert game.taken["base"] == 1


def test_the_spaces_of_a_market_run_out_all_the_same_a11(asara_game: Record) -> None:
    game = begin(asara_game, *moves(0, *["place blue base"] * 3))
    game.players[0].hand.update(["blue"] * 3)
    asara.take_turn(game, 0)
    asara.take_turn(game, 0)
    with pytest.raises(Foul, match=r"event 5: .* no free space 'base'"):
        asara.take_turn(game, 0)


def test_lit_windows_put_under_the_stack_come_up_in_the_order_named_a22(asara_game: Record) -> None:
    index = find(asara_game, type="look", seat=1)
    asara_game["events"][index]["pieces"] = ["white", "red", "black"]  # as they were drawn
    foul = foul_in(asara_game)
    assert foul.event_index == index
    assert "A22" in foul.message


@pytest.mark.parametrize("order", ["under red black white", "under black red"])
def test_the_order_must_be_named_a22(asara_game: Record, order: str) -> None:
    index = find(asara_game, move=order)
    del asara_game["events"][index]
    assert foul_in(asara_game).event_index == index


def look_and_keep_one(game: Record, *back: str) -> asara.Game:
    """A look at one brown lit window, which is kept, and at these; then perhaps their order, which is put last."""
    game["edition"]["lit_looks"] = [{"price": 0, "seen": 1 + len(back), "kept": 1}]
    seen = event("look", seat=0, pieces=["brown", *back])
    position = begin(game, *moves(0, f"look {1 + len(back)}"), seen, *moves(0, "keep brown", f"under {' '.join(back)}"))
    position.lit_on_top = Counter(["brown", *back])
    asara.visit_house_of_lit_windows(position, 0)
    return position


@pytest.mark.parametrize("back", [["red", "red"], ["red", "green", "red"], ["red"] * 4])
def test_the_order_of_two_to_four_windows_is_asked_for_equal_ones_too_a22(asara_game: Record, back: list[str]) -> None:
    position = look_and_keep_one(asara_game, *back)
    position.events.finish()
    assert position.lit_below == back


@pytest.mark.parametrize("back", [["red"], ["red", "green", "red", "white", "white"], ["black"] * 6])
def test_one_window_and_more_than_four_go_under_as_drawn_unasked_a22(asara_game: Record, back: list[str]) -> None:
    position = look_and_keep_one(asara_game, *back)
    assert position.lit_below == back
    with pytest.raises(Foul, match=r"event 6: 'under .* where a buyer must be placed"):
        asara.take_turn(position, 0)


def test_what_few_windows_are_left_decides_whether_an_order_is_asked_for_a22(asara_game: Record) -> None:
    seen = event("look", seat=0, pieces=["red", "green"])
    game = begin(asara_game, *moves(0, "look 3"), seen, *moves(0, "keep red"))
    game.lit_on_top, game.lit_below = Counter(), ["red", "green"]
    asara.visit_house_of_lit_windows(game, 0)
    game.events.finish()
    assert game.lit_below == ["green"]


def place_at_favour_and_spies(game: Record, favour_area: str, *places: str) -> None:
    """Seat 0, who has two buyers of each colour, lays these in an edition of this kind."""
    game["edition"]["favour_area"] = favour_area
    answers = {"spies.3": ("spy top", "decline"), "favour": ()}
    texts = [text for place in places for text in (f"place {place}", *answers[place.split()[1]])]
    position = begin(game, *moves(0, *texts))
    position.players[0].hand.update(asara.BUYERS * 2)
    for _ in places:
        asara.take_turn(position, 0)
    position.events.finish()


@pytest.mark.parametrize(("first", "second"), [("blue favour", "spies.3"), ("blue spies.3", "favour")])
def test_favour_and_spies_have_a_colour_each_where_the_edition_says_own_a12(
    asara_game: Record, first: str, second: str
) -> None:
    place_at_favour_and_spies(asara_game, "own", first, f"yellow {second}")
    with pytest.raises(Foul, match=r"first in an area \(A10\)"):
        place_at_favour_and_spies(asara_game, "own", first, f"yellow+green {second}")


@pytest.mark.parametrize(("first", "second"), [("blue favour", "spies.3"), ("blue spies.3", "favour")])
def test_favour_and_spies_share_a_colour_where_the_edition_says_spies_a12(
    asara_game: Record, first: str, second: str
) -> None:
    place_at_favour_and_spies(asara_game, "spies", first, f"blue {second}")
    place_at_favour_and_spies(asara_game, "spies", first, f"yellow+green {second}")
    with pytest.raises(Foul, match=r"yellow laid where the colour is blue \(A10\)"):
        place_at_favour_and_spies(asara_game, "spies", first, f"yellow {second}")


def test_a_shared_colour_is_cleared_with_the_year_a25(asara_game: Record) -> None:
    asara_game["edition"]["favour_area"] = "spies"
    right, wrong = "place green+orange lit", "place yellow favour"
    check(asara_game)
    asara_game["events"][find(asara_game, move=right)]["move"] = wrong
    assert "the colour is purple" in foul_in(asara_game).message


def test_an_edition_without_the_key_has_a_favour_of_its_own_a12(asara_game: Record) -> None:
    del asara_game["edition"]["favour_area"]
    check(asara_game)
    asara_game["edition"]["favour_area"] = "bank"
    assert foul_in(asara_game).event_index == OUTSIDE_EVENTS


@pytest.mark.parametrize("version", [1, 3, "2"])
def test_a_record_by_other_rules_is_a_foul(asara_game: Record, version: int | str) -> None:
    asara_game["rules_version"] = version
    assert "rules_version" in foul_in(asara_game).message


def test_a_lit_window_needs_a_window_that_stood_before_a23(asara_game: Record) -> None:
    built = [*moves(0, "add window white to 1"), score(0, 1, "built"), *moves(0, "light white to 1")]
    game = begin(asara_game, *built)
    game.players[0].towers.append(asara.Tower("white"))
    game.players[0].unbuilt.update([("window", "white"), ("lit", "white")])
    with pytest.raises(Foul, match=r"event 5: .* before this action"):
        asara.build_in_circle(game, 0, 2)


@pytest.mark.parametrize(
    ("fields", "change"),
    [
        ({"type": "money", "why": "year"}, {"amount": 21}),
        ({"type": "deal"}, {"cards": ["blue", "blue", "blue", "blue", "blue"]}),
        ({"type": "deal"}, {"cards": ["blue"]}),
        ({"type": "display", "market": "top"}, {"pieces": ["white*", "white*"]}),
        ({"type": "draw"}, {"cards": ["purple"]}),
        ({"type": "score", "why": "built"}, {"points": 1}),
        ({"type": "score", "why": "gold"}, {"points": 2}),
        ({"type": "score", "why": "most"}, {"points": 9}),
        ({"type": "score", "why": "money"}, {"points": 4.0}),
        ({"type": "move", "seat": 0}, {"seat": 1}),
        ({"type": "year", "number": 2}, {"number": 3}),
    ],
)
def test_a_forged_event_of_asara_is_a_foul(asara_game: Record, fields: Event, change: Event) -> None:
    index = find(asara_game, **fields)
    asara_game["events"][index].update(change)
    assert foul_in(asara_game).event_index == index


def test_the_rulebooks_final_scoring_example_e6() -> None:
    heights = {
        "brown": [(4, 0), (3, 1), (2, 2)],
        "green": [(6, 0), (3, 1)],
        "red": [(3, 1), (3, 2), (3, 2)],
        "black": [(5, 0), (3, 1), (5, 2)],
        "white": [(3, 0), (4, 1), (3, 2)],
    }
    prizes = ASARA_EDITION["final_colour"]
    total: Counter[int] = Counter()
    for colour, towers in heights.items():
        total.update(asara.share_places([((height, 0), seat) for height, seat in towers], *prizes[colour]))
    every = [((height, 0), seat) for towers in heights.values() for height, seat in towers]
    total.update(asara.share_places(every, 8, 4))
    total.update(asara.share_places([((4, 0), 0), ((5, 0), 1), ((5, 0), 2)], 12, 6))
    assert total == {0: 31, 1: 30, 2: 30}


@pytest.mark.parametrize(
    ("right", "wrong", "rule"),
    [
        ("play -1", "play 7", "P11"),
        ("reroll 2 3 5", "reroll", "P11"),
        ("reroll 2 3 5", "reroll 6", "P11"),
        ("reroll 2 3 5", "reroll 7", "P1"),
        ("reroll 2 3 5", "lamp", "P13"),
        ("cube 6-", "cube 6+", "P12"),
        ("cube 3+", "cube 4+", "P12"),
        ("mark 2", "mark", "P14"),
        ("mark 2", "mark 5", "P14"),
        ("mark", "mark 6", "P14"),
        ("lamp", "reroll 2", "P11"),
        ("lamp", "straight", "P11"),
    ],
)
def test_an_illegal_move_of_pasha_is_a_foul(pasha_game: Record, right: str, wrong: str, rule: str) -> None:
    assert_move_is_foul(pasha_game, right, wrong, rule)


@pytest.mark.parametrize(
    ("fields", "change"),
    [
        ({"type": "packs"}, {"cards": [2, 2, 2]}),
        ({"type": "bonus"}, {"tile": PASHA_EDITION["tiles"][2]}),
        ({"type": "roll"}, {"dice": [2, 3, 4, 4, 7]}),
        ({"dice": [2, 4, 4, 6, 6]}, {"dice": [2, 4, 5, 6, 6]}),
        ({"type": "roll"}, {"dice": [2, 3, 4, 4]}),
        ({"type": "disc"}, {"row": "pair"}),
        ({"type": "disc", "row": "none"}, {"column": 6}),
        ({"type": "win"}, {"seat": 0}),
        ({"type": "win"}, {"cards": [-1]}),
        ({"type": "tile"}, {"seat": 1}),
        ({"type": "score", "why": "cubes"}, {"points": 4}),
        ({"type": "move", "seat": 1}, {"seat": 0}),
    ],
)
def test_a_forged_event_of_pasha_is_a_foul(pasha_game: Record, fields: Event, change: Event) -> None:
    index = find(pasha_game, **fields)
    pasha_game["events"][index].update(change)
    assert foul_in(pasha_game).event_index == index


def test_a_card_of_a_pack_not_yet_taken_is_a_foul_p7(pasha_game: Record) -> None:
    pasha_game["edition"]["pack_size"] = 1
    assert foul_in(pasha_game).event_index == find(pasha_game, seat=0, move="play 2")


def test_a_cube_must_be_there_to_be_spent_p12(pasha_game: Record) -> None:
    pasha_game["edition"]["own_cubes"] = 2
    assert foul_in(pasha_game).event_index == find(pasha_game, move="cube 6-")


def test_the_last_takes_all_minus_ones_and_the_best_the_highest_card_e3() -> None:
    tile = {"set": "A", "face": 2, "reward": "points", "amount": 3}
    wins = [event("win", seat=seat, cards=cards) for seat, cards in ((2, [7]), (3, [4]), (0, [-1, -1]))]
    events = Events([*wins, event("tile", seat=1, tile=tile)], pasha.EVENT_KEYS, 4)
    players = [pasha.Player(5, []) for _ in range(4)]
    game = pasha.Game({}, events, players, 0, 6, [], [tile])
    discs = [pasha.Disc(2, 6, 1, 0), pasha.Disc(3, 5, 6, 1), pasha.Disc(1, 3, 2, 2), pasha.Disc(0, 0, 0, 3)]
    pasha.give_cards(game, [-1, -1, 7, 4], [disc.seat for disc in discs])
    pasha.give_tiles(game, discs)
    events.finish()
    assert [player.won for player in players] == [[-1, -1], [], [7], [4]]
    assert players[1].tile_points == 3


def test_more_cubes_break_a_tie_and_nothing_else_does_p20() -> None:
    standings: list[tuple[int, ...]] = [(9, 1), (9, 2), (9, 2)]
    check_result({"scores": [9, 9, 9], "winners": [1, 2]}, standings, resigned=set())
    with pytest.raises(Foul):
        check_result({"scores": [9, 9, 9], "winners": [0, 1, 2]}, standings, resigned=set())


def test_a_seat_that_resigned_cannot_win() -> None:
    check_result({"scores": [9, 5, 5], "winners": [1, 2]}, [(9,), (5,), (5,)], resigned={0})


@pytest.mark.parametrize("name", ["asara_game", "pasha_game"])
def test_every_event_counts(name: str, request: pytest.FixtureRequest) -> None:
    """Without any one event, with one doubled, and with an extra key or a key less, a record is foul."""
    game: Record = request.getfixturevalue(name)
    events = game["events"]
    for index, entry in enumerate(events):
        extra, less = entry | {"note": "?"}, dict(list(entry.items())[:-1])
        for forged in ([], [entry, entry], [extra], [less]):
            game["events"] = events[:index] + forged + events[index + 1 :]
            assert foul_in(game).event_index >= index


@pytest.mark.parametrize(
    "key", ["format", "game", "rules_version", "edition", "options", "seats", "randomness", "result", "digest"]
)
def test_every_key_of_the_record_counts(pasha_game: Record, key: str) -> None:
    assert foul_in(pasha_game | {key: 7}).event_index == OUTSIDE_EVENTS
    assert foul_in(pasha_game | {"more": 7}).event_index == OUTSIDE_EVENTS
    del pasha_game[key]
    assert foul_in(pasha_game).event_index == OUTSIDE_EVENTS


@pytest.mark.parametrize("result", [{"scores": [8, 4], "winners": [0]}, {"scores": [8, 3], "winners": [1]}, None])
def test_a_wrong_result_is_a_foul(pasha_game: Record, result: Any) -> None:
    assert foul_in(pasha_game | {"result": result}).event_index == OUTSIDE_EVENTS


def test_a_change_of_player_is_passed_over(pasha_game: Record) -> None:
    pasha_game["events"].insert(7, event("seat", seat=1, by="bot"))
    check(pasha_game)


def test_a_stopped_game_has_no_result(pasha_game: Record) -> None:
    del pasha_game["events"][7:]
    pasha_game["events"].append(event("stop", why="closed"))
    assert "no scores" in foul_in(pasha_game).message
    check(pasha_game | {"result": None})


def test_a_resignation_ends_a_game_of_two(pasha_game: Record) -> None:
    del pasha_game["events"][7:]
    pasha_game["events"] += [event("resign", seat=0), event("stop", why="resigned")]
    check(pasha_game | {"result": {"winners": [1], "scores": None}})
    assert "resigned" in foul_in(pasha_game | {"result": {"winners": [0], "scores": None}}).message


def test_the_command_names_the_line_and_the_event(
    pasha_game: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    right = json.dumps(pasha_game)
    pasha_game["events"][6]["dice"] = [1, 1, 1, 1, 1]
    path.write_text(f"{right}\n{json.dumps(pasha_game)}\n", encoding="utf-8")
    assert main([str(path)]) == 1
    assert f"{path}:2: event 7: " in capsys.readouterr().out
