"""Asara's edition: what an edition file may say, and how it is packed for the rules."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from serai.core.edition import Checker, frozen
from serai.games.asara.rules.state import (
    BANK,
    BUYERS,
    CIRCLE,
    COLOURS,
    EDITION,
    FAVOUR,
    FIRST_SPACE,
    HOUSE,
    KINDS,
    LIT_HOUSE,
    MOST_CIRCLE,
    MOST_DISPLAY,
    MOST_KEPT,
    MOST_LOOKS,
    MOST_PER_COLOUR,
    MOST_SEEN,
    MOST_SPACES,
    SPIES,
    TENT,
)

KEYS = (
    "name",
    "price",
    "pieces_per_colour",
    "gold_per_colour",
    "display",
    "buyers",
    "market_spaces",
    "circle",
    "bank",
    "house",
    "spies",
    "favour_spaces",
    "favour_area",
    "tent",
    "tent_draws",
    "lit_spaces",
    "lit_looks",
    "hand",
    "start_money",
    "year_money",
    "years",
    "final_colour",
    "final_highest",
    "final_most",
    "asari_per_prestige",
    "known",
)
MOST_ASARI = 200  # in any one price or payment
MOST_POINTS = 200
MOST_BUYERS = 24  # of a colour
MOST_YEARS = 8
MOST_TOGETHER = 30_000  # Asari or prestige that could come together
HANDS = ("2", "3", "4")
FAVOUR_AREAS = ("own", "spies")  # whose colour the favour's space has (A12)


def read_edition(data: Mapping[str, Any], source: str) -> npt.NDArray[np.void]:
    """The packed record of a checked edition, or an error that says what is wrong with which key."""
    check = Checker(source)
    data = complete(data)
    check.keys("", data, KEYS)
    check.text("name", data["name"])
    packed = np.zeros(1, EDITION)
    edition = packed[0]
    _read_pieces(check, data, edition)
    _read_spaces(check, data, edition)
    _read_lit_looks(check, data, edition)
    _read_money(check, data, edition)
    _read_buyers(check, data, edition)
    _read_scoring(check, data, edition)
    check.known(data)
    _refuse_riches(check, data)
    return frozen(packed)


def inline_edition(data: Mapping[str, Any]) -> dict[str, Any]:
    """A checked edition as records inline it."""
    return dict(complete(data))


def complete(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """An edition from before `favour_area` could be chosen: the favour's space is an area of its own (A12)."""
    if not isinstance(data, dict) or "favour_area" in data:
        return data
    known = data.get("known")
    if isinstance(known, dict):
        known = {"favour_area": "assumed: the file does not say"} | known
    return data | {"favour_area": "own"} | ({"known": known} if "known" in data else {})


def _read_pieces(check: Checker, data: Mapping[str, Any], edition: np.record) -> None:
    edition.price[:] = check.table("price", data["price"], COLOURS, 0, MOST_ASARI)
    edition.pieces[:] = check.table("pieces_per_colour", data["pieces_per_colour"], KINDS, 0, MOST_PER_COLOUR)
    edition.gold[:] = check.table("gold_per_colour", data["gold_per_colour"], KINDS, 0, MOST_PER_COLOUR)
    for kind, pieces, gold in zip(KINDS, edition.pieces, edition.gold, strict=True):
        most = 0 if kind == "lit" else int(pieces)
        check.number(f"gold_per_colour.{kind}", int(gold), 0, most)
    edition.display[:] = check.table("display", data["display"], KINDS[:4], 0, MOST_DISPLAY)


def _read_spaces(check: Checker, data: Mapping[str, Any], edition: np.record) -> None:
    markets = check.table("market_spaces", data["market_spaces"], KINDS[:4], 0, MOST_SPACES)
    for market, places in enumerate(markets):
        _one_space(edition, market, places)
    _values(edition, CIRCLE, check.numbers("circle", data["circle"], 1, 60, range(0, MOST_CIRCLE + 1)))
    for area, key in ((BANK, "bank"), (SPIES, "spies"), (TENT, "tent")):
        _values(edition, area, check.numbers(key, data[key], 0, MOST_ASARI, range(0, MOST_SPACES + 1)))
    _one_space(edition, FAVOUR, check.number("favour_spaces", data["favour_spaces"], 0, MOST_SPACES))
    _one_space(edition, LIT_HOUSE, check.number("lit_spaces", data["lit_spaces"], 0, MOST_SPACES))
    edition.favour_like_spies = FAVOUR_AREAS.index(_favour_area(check, data))
    edition.spaces[HOUSE] = 1
    edition.house = check.number("house", data["house"], 0, MOST_ASARI)


def _favour_area(check: Checker, data: Mapping[str, Any]) -> str:
    found = data["favour_area"]
    if found not in FAVOUR_AREAS:
        raise check.fail("favour_area", found, f"one of {', '.join(FAVOUR_AREAS)}")
    return str(found)


def _one_space(edition: np.record, area: int, places: int) -> None:
    edition.spaces[area] = 1 if places else 0
    edition.places[FIRST_SPACE[area]] = places


def _values(edition: np.record, area: int, values: list[int]) -> None:
    """Equal values in one area are one space with several places."""
    places = Counter(values)
    edition.spaces[area] = len(places)
    for space, value in enumerate(sorted(places), FIRST_SPACE[area]):
        edition.value[space] = value
        edition.places[space] = places[value]


def _read_lit_looks(check: Checker, data: Mapping[str, Any], edition: np.record) -> None:
    looks = data["lit_looks"]
    if not isinstance(looks, list) or not 1 <= len(looks) <= MOST_LOOKS:
        raise check.fail("lit_looks", looks, f"a list of 1 to {MOST_LOOKS} tables with price, seen and kept")
    edition.looks = len(looks)
    for number, look in enumerate(looks):
        key = f"lit_looks[{number}]"
        check.keys(key, look, ("price", "seen", "kept"))
        edition.look_price[number] = check.number(f"{key}.price", look["price"], 0, MOST_ASARI)
        edition.look_seen[number] = check.number(f"{key}.seen", look["seen"], 1, MOST_SEEN)
        most = min(MOST_KEPT, look["seen"])
        edition.look_kept[number] = check.number(f"{key}.kept", look["kept"], 1, most)
        if look["seen"] in edition.look_seen[:number]:
            raise check.fail(f"{key}.seen", look["seen"], "another number than in the looks before it")


def _read_money(check: Checker, data: Mapping[str, Any], edition: np.record) -> None:
    edition.tent_draws = check.number("tent_draws", data["tent_draws"], 1, 10)
    edition.start_money[:] = check.numbers("start_money", data["start_money"], 0, MOST_ASARI, range(4, 5))
    edition.year_money = check.number("year_money", data["year_money"], 0, MOST_ASARI)
    edition.years = check.number("years", data["years"], 1, MOST_YEARS)
    edition.asari_per_prestige = check.number("asari_per_prestige", data["asari_per_prestige"], 1, 1000)


def _read_buyers(check: Checker, data: Mapping[str, Any], edition: np.record) -> None:
    edition.buyers[:] = check.table("buyers", data["buyers"], BUYERS, 0, MOST_BUYERS)
    edition.buyer_total = total = sum(data["buyers"].values())
    check.keys("hand", data["hand"], HANDS)
    for players in HANDS:
        most = total // int(players)
        key = f"hand.{players}"
        size = data["hand"][players]
        if isinstance(size, bool) or not isinstance(size, int) or not 1 <= size <= most:
            raise check.fail(key, size, f"a whole number from 1 to {most} ({total} buyers dealt to {players} players)")
        edition.hand[int(players)] = size


def _read_scoring(check: Checker, data: Mapping[str, Any], edition: np.record) -> None:
    places = check.keys("final_colour", data["final_colour"], COLOURS)
    rows = [(f"final_colour.{colour}", places[colour]) for colour in COLOURS]
    rows += [(key, data[key]) for key in ("final_highest", "final_most")]
    for category, (key, value) in enumerate(rows):
        first, second = check.numbers(key, value, 0, MOST_POINTS, range(2, 3))
        edition.final_first[category] = first
        edition.final_second[category] = second


def _refuse_riches(check: Checker, data: Mapping[str, Any]) -> None:
    """Money and prestige are 16-bit numbers: refuse an edition in which they might not fit."""
    cards = sum(data["buyers"].values())
    yearly = data["year_money"] + cards * max([data["house"], *data["bank"]])
    riches = max(data["start_money"]) + data["years"] * yearly
    if riches > MOST_TOGETHER:
        raise check.fail("the most Asari that could come together", riches, f"at most {MOST_TOGETHER}")
    pieces = 5 * sum(data["pieces_per_colour"].values())
    places = sum(sum(value) for value in [*data["final_colour"].values(), data["final_highest"], data["final_most"]])
    prestige = pieces * (1 + data["years"]) + places + riches // data["asari_per_prestige"]
    if prestige > MOST_TOGETHER:
        raise check.fail("the most prestige that could come together", prestige, f"at most {MOST_TOGETHER}")
