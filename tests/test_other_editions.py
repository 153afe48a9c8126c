"""Editions of any allowed size can be played: random ones are read, played, drawn, verified and refereed."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from serai.core import conformance, simulate
from serai.core import game as games
from serai.core.conformance import rules, words
from serai.core.records import record, replay
from tests import referee

Data = dict[str, Any]
MARKETS = ("base", "middle", "window", "top")


def random_asara(chance: random.Random, data: Data) -> None:
    """Sizes and prices from nothing to the limits."""
    draw = chance.randint
    data["price"] = {colour: draw(0, 12) for colour in data["price"]}
    data["pieces_per_colour"] = {kind: draw(0, 12) for kind in (*MARKETS, "lit")}
    gold = {kind: draw(0, data["pieces_per_colour"][kind]) for kind in MARKETS}
    data["gold_per_colour"] = gold | {"lit": 0}
    data["display"] = {kind: draw(0, 12) for kind in MARKETS}
    data["market_spaces"] = {kind: draw(0, 8) for kind in MARKETS}
    data["circle"] = [draw(1, 12) for _ in range(draw(0, 12))]
    data |= {area: [draw(0, 15) for _ in range(draw(0, 8))] for area in ("bank", "spies", "tent")}
    data |= {key: draw(0, 8) for key in ("house", "favour_spaces", "lit_spaces")}
    seen = chance.sample(range(1, 13), draw(1, 4))
    data["lit_looks"] = [{"price": draw(0, 9), "seen": number, "kept": draw(1, min(4, number))} for number in seen]
    data["buyers"] = {colour: draw(3, 14) for colour in data["buyers"]}
    total = sum(data["buyers"].values())
    data["hand"] = {players: draw(1, total // int(players)) for players in "234"}
    data |= {"start_money": [draw(0, 60) for _ in range(4)], "year_money": draw(0, 60), "years": draw(1, 5)}
    data |= {
        "tent_draws": draw(1, 10),
        "asari_per_prestige": draw(1, 12),
        "favour_area": chance.choice(("own", "spies")),
    }


def random_pasha(chance: random.Random, data: Data) -> None:
    """Cards, packs, special cards, cubes and tiles from few to the limits."""
    draw = chance.randint
    data["pack_size"] = size = draw(1, 5)
    data["cards"] = cards = [chance.choice((-3, -1, -1, 1, 2, 3, 5, 7, 9)) for _ in range(size * draw(2, 15 // size))]
    special = [card for card in cards if cards.count(card) == 1]
    data |= {key: chance.choice([0, *special]) for key in ("extra_roll_card", "lamp_card")}
    data |= {"rolls": draw(1, 6), "own_cubes": draw(0, 9), "white_cubes": draw(0, 9)}
    data["tiles"] = [random_tile(chance) for _ in range(draw(0, 30))]


def random_tile(chance: random.Random) -> Data:
    """A bonus tile; a discard has no amount."""
    reward = chance.choice(("points", "cubes", "discard"))
    amount = {} if reward == "discard" else {"amount": chance.randint(1, 6)}
    return {"set": chance.choice("ABZ"), "face": chance.randint(1, 6), "reward": reward} | amount


MAKERS: dict[str, Callable[[random.Random, Data], None]] = {"asara": random_asara, "pasha": random_pasha}


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("name", MAKERS)
def test_an_edition_of_other_sizes_is_played_by_the_same_rules(name: str, number: int) -> None:
    chance = random.Random(number)
    game = games.load(name)
    data = copy.deepcopy(game.read_edition().data)
    MAKERS[name](chance, data)
    data["known"] = {key: "assumed" for key in data if key not in ("name", "known")}
    case = chance.choice(conformance.cases(game, game.edition_of(data, "random.toml")))
    match = simulate.recorded(game, case.edition, case.options, number, 0)
    line = record.canonical(match.record(simulate.random_seats(match.players)))
    assert replay.verify(record.parse(line, "record")).is_fine
    referee.check(json.loads(line))
    for check in (words.check_reasons, rules.check_observation, rules.check_random_move):
        check(case, number)
    words.check_board(case, number)
