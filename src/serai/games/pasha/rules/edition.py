"""Pasha's edition (P6): checked value by value, then packed into the record that the rules read.

The data come from a TOML file or from a game's record; in a record every tile has an `amount`, null for `discard`.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from serai.core.edition import Checker, frozen
from serai.games.pasha.rules.state import DICE, EDITION, FACES, MOST_CARDS, MOST_TILES, NO_CARD, REWARDS

KEYS = (
    "name",
    "cards",
    "pack_size",
    "extra_roll_card",
    "lamp_card",
    "rolls",
    "own_cubes",
    "white_cubes",
    "tiles",
    "known",
)
SETS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def read_edition(data: Mapping[str, Any], source: str) -> npt.NDArray[np.void]:
    """Check an edition and pack it; what can't be played is refused by name."""
    check = Checker(source)
    check.keys("", data, KEYS)
    check.text("name", data["name"])
    record = np.zeros(1, EDITION)
    pack_cards(check, data, record)
    record["rolls"] = check.number("rolls", data["rolls"], 1, 6)
    record["own_cubes"] = check.number("own_cubes", data["own_cubes"], 0, 20)
    record["white_cubes"] = check.number("white_cubes", data["white_cubes"], 0, 20)
    pack_tiles(check, data["tiles"], record)
    check.known({**data, "tiles": [without_null(tile) for tile in data["tiles"]]})
    number_choices(record)
    return frozen(record)


def inline_edition(data: Mapping[str, Any]) -> dict[str, Any]:
    """A checked edition's data as records inline it: every tile has all four keys."""
    return {**data, "tiles": [{**tile, "amount": tile.get("amount")} for tile in data["tiles"]]}


def tiles_in_order(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The tiles as the packed record numbers them, set after set, with keys in the record's order (P8)."""
    tiles = sorted(data["tiles"], key=lambda tile: str(tile["set"]))
    return [{key: tile.get(key) for key in ("set", "face", "reward", "amount")} for tile in tiles]


def without_null(tile: dict[str, Any]) -> dict[str, Any]:
    """The tile as a TOML file would have it."""
    return {key: value for key, value in tile.items() if value is not None}


def pack_cards(check: Checker, data: Mapping[str, Any], record: npt.NDArray[np.void]) -> None:
    """A player's cards, their packs and the special ones among them (P2, P5, P7)."""
    cards = check.numbers("cards", data["cards"], -9, 30, range(1, MOST_CARDS + 1))
    for place, value in enumerate(cards):
        if value == 0:
            raise check.fail(f"cards[{place}]", value, "a whole number from -9 to 30 that is not 0")
    pack_size = check.number("pack_size", data["pack_size"], 1, MOST_CARDS)
    if len(cards) % pack_size:
        raise check.fail("pack_size", pack_size, f"a number that divides the {len(cards)} cards into equal packs")
    values = sorted(set(cards))
    record["cards"] = sum(1 << 4 * values.index(value) for value in cards)
    record["rounds"] = len(cards)
    record["kinds"] = len(values)
    record["value"][0, : len(values)] = values
    record["positive"] = sum(value < 0 for value in values)
    record["pack_size"] = pack_size
    record["extra_roll"] = special_kind(check, "extra_roll_card", data["extra_roll_card"], cards)
    record["lamp"] = special_kind(check, "lamp_card", data["lamp_card"], cards)


def special_kind(check: Checker, key: str, found: object, cards: list[int]) -> int:
    """The kind of a special card, which every player has once; 0 stands for no such card (P5)."""
    single = [value for value in sorted(set(cards)) if cards.count(value) == 1]
    if isinstance(found, bool) or not isinstance(found, int) or found not in [0, *single]:
        raise check.fail(key, found, f"a card that each player has once ({shown(single)}), or 0 for none")
    return sorted(set(cards)).index(found) if found else NO_CARD


def shown(values: list[int]) -> str:
    """Numbers in a row."""
    return ", ".join(str(value) for value in values) or "there is none"


def pack_tiles(check: Checker, found: object, record: npt.NDArray[np.void]) -> None:
    """The bonus tiles, set after set (P4, P8)."""
    if not isinstance(found, list) or len(found) > MOST_TILES:
        raise check.fail("tiles", found, f"a list of 0 to {MOST_TILES} tiles")
    for place, tile in enumerate(found):
        check_tile(check, f"tiles[{place}]", tile)
    record["tiles"] = len(found)
    for place, tile in enumerate(tiles_in_order({"tiles": found})):
        record["tile_set"][0, place] = SETS.index(tile["set"])
        record["tile_face"][0, place] = tile["face"]
        record["tile_reward"][0, place] = REWARDS.index(tile["reward"])
        record["tile_amount"][0, place] = tile["amount"] or 0


def check_tile(check: Checker, key: str, tile: object) -> None:
    """A tile has a set, a face and a reward, and an amount unless it is for discarding (P4)."""
    checked = check.keys(key, tile, ("set", "face", "reward"), ("amount",))
    letter, reward, amount = checked["set"], checked["reward"], checked.get("amount")
    if not isinstance(letter, str) or len(letter) != 1 or letter not in SETS:
        raise check.fail(f"{key}.set", letter, "one letter from A to Z")
    check.number(f"{key}.face", checked["face"], 1, FACES)
    if reward not in REWARDS:
        raise check.fail(f"{key}.reward", reward, ", ".join(REWARDS))
    if reward == "discard":
        if amount is not None:
            raise check.fail(f"{key}.amount", amount, "no amount, as the reward is discard")
    else:
        check.number(f"{key}.amount", amount, 1, 50)


def number_choices(record: npt.NDArray[np.void]) -> None:
    """The tables behind `dice.number_of`: what each face adds to a number, and the dice of each number."""
    for face in range(1, FACES + 1):
        for number in range(DICE + 1):
            record["choice_rank"][0, face - 1, number] = comb(number + face - 1, face)
    for number in range(1, DICE + 1):
        for faces in combinations_with_replacement(range(1, FACES + 1), number):
            record["choice"][0, choice_number(faces)] = sum(1 << 4 * (face - 1) for face in faces)


def choice_number(faces: Sequence[int]) -> int:
    """The number of one to five dice with these faces, as `dice.number_of` counts them."""
    up_to = [sum(face <= last for face in faces) for last in range(1, FACES + 1)]
    return sum(comb(dice + last - 1, last) for last, dice in enumerate(up_to, 1)) - 1
