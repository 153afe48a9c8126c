"""`docs/records.md` tells every key of a position and every sort of move, and its digests can be recomputed."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from serai.core import game as games
from serai.core.match import Match
from serai.core.records import randomness, receipt
from serai.core.records.randomness import StreamSeed, player_stream
from serai.core.records.record import canonical
from serai.core.simulate import RandomPlay

PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text("utf-8")
Data = dict[str, Any]

CASES = [("asara", False), ("asara", True), ("pasha", False)]
CHOSEN = {"pieces": "KIND", "displays": "KIND", "stacks": "KIND", "spaces": "SPACE"}  # objects whose keys are filled in
TILE = re.compile(r"^(bonus|stack|seats\[\]\.tiles)\[\]")
EXAMPLES = {"asara": (124, 112), "pasha": (9, 68)}  # the seed, and how many moves were made at random

TYPES: dict[str, Callable[[object], bool]] = {
    "number": lambda found: type(found) is int,
    "boolean": lambda found: type(found) is bool,
    "text": lambda found: type(found) is str,
    "object": lambda found: type(found) is dict,
    "null": lambda found: found is None,
    "list": lambda found: type(found) is list,
    "list of texts": lambda found: type(found) is list and all(type(each) is str for each in found),
    "list of numbers": lambda found: type(found) is list and all(type(each) is int for each in found),
}

COLOURS = ["brown", "green", "red", "black", "white"]
PIECES = [colour + gold for colour in COLOURS for gold in ("", "*")]
BUYERS = ["blue", "yellow", "purple", "green", "orange"]


def rows(head: str) -> list[list[str]]:
    """The rows of the table with this head."""
    [table] = [part for part in PAGE.split("\n\n") if part.startswith(f"| {head} |")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in table.splitlines()[2:]]


def played(name: str, players: int, seed: int, is_expert: bool) -> Iterator[Match]:
    """A game played at random, before each move and at the end."""
    game = games.load(name)
    flags = {"expert": True} if is_expert else {}
    match = Match(game, game.read_edition(), game.options(players, **flags), StreamSeed(seed))
    chooser, stream = RandomPlay(match.game, match.edition, match.options), player_stream(seed)
    yield match
    while not match.is_over:
        match.play(chooser.choose(match, stream))
        yield match


def position(match: Match) -> Data:
    """What its digest is made of."""
    found: Data = match.game.words.position(match.games[0], match.edition)
    return found


def walk(found: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Every value with its path in the words of the page."""
    if path:
        yield TILE.sub("TILE", path), found
    if isinstance(found, dict):
        for key, value in found.items():
            name = CHOSEN.get(path.split(".")[-1], str(key))
            yield from walk(value, f"{path}.{name}" if path else name)
    elif isinstance(found, list) and found and isinstance(found[0], dict | list):
        for value in found:
            yield from walk(value, f"{path}[]")


@pytest.mark.parametrize(("name", "is_expert"), CASES)
def test_every_key_of_a_position_is_told_with_its_type(name: str, is_expert: bool) -> None:
    told = {key.strip("`"): kinds for key, kinds, _ in rows(f"key of {name.capitalize()} | type | holds")}
    seen, phases = set(), set()
    for players in games.load(name).player_counts:
        for match in played(name, players, players, is_expert):
            phases.add(int(match.games[0]["phase"]))
            for path, value in walk(position(match)):
                if path in ("TILE", "seats[]", "seats[].towers[]"):
                    continue
                assert any(TYPES[kind](value) for kind in told[path].split(" or ")), (path, value)
                seen.add(path)
    assert seen == told.keys()
    basic = {0, 1, 2, 3, 4, 8}  # no house of lit windows
    assert phases == ({0, 1, 2} if name == "pasha" else set(range(9)) if is_expert else basic)


@pytest.mark.parametrize("is_expert", [False, True])
def test_asaras_lists_have_the_order_and_the_kinds_that_the_page_tells(is_expert: bool) -> None:
    kinds = ["base", "middle", "window", "top", "lit"]
    for match in played("asara", 3, 5, is_expert):
        found = position(match)
        assert list(found["displays"]) == kinds[:4] and list(found["stacks"]) == kinds
        cards = [found["pile"], *(seat[key] for seat in found["seats"] for key in ("hand", "face_down"))]
        assert all(each == sorted(each, key=BUYERS.index) for each in cards)
        bags = [found["displays"], found["stacks"], *(seat["pieces"] for seat in found["seats"])]
        assert all(each == sorted(each, key=PIECES.index) for bag in bags for each in bag.values())
        assert is_expert or not found["stacks"]["lit"] + found["under"]
        for space, lying in found["spaces"].items():
            assert lying == sorted(lying, key=lambda each: each == "?+?")
            assert space != "house" or set(lying) == {"?"}


def test_pashas_lists_have_the_order_that_the_page_tells() -> None:
    for match in played("pasha", 3, 5, False):
        found, tiles = position(match), match.edition.data["tiles"]
        assert found["dice"] == sorted(found["dice"]) and len(found["dice"]) in (0, 5)
        assert all(pack == sorted(pack) for seat in found["seats"] for pack in [*seat["packs"], seat["won"]])
        assert found["stack"] == [tile for tile in tiles if tile in found["stack"]]


def test_after_the_game_a_position_is_as_the_page_tells() -> None:
    for seed in range(5):
        *_, asara = played("asara", 3, seed, True)
        mover = [event["seat"] for event in asara.events if event["type"] == "move"][-1]
        found = position(asara)
        assert found["over"] and found["turn"] == mover and found["year"] == asara.edition.data["years"]
        *_, pasha = played("pasha", 3, seed, False)
        found = position(pasha)
        assert found["over"] and found["turn"] == found["first"] and found["round"] == 9
        assert found["dice"] == [] and all(seat["packs"] == [[]] for seat in found["seats"])


def examples() -> dict[str, tuple[int, str, Data]]:
    """By game: how many bytes, the digest, and the position."""
    form = r"\*\*(\w+)\*\*, two players: (\d+) bytes .*?`(\w{64})`\.\n\n```json\n(.*?)```"
    found = re.findall(form, PAGE, re.DOTALL)
    return {name.lower(): (int(size), digest, json.loads(block)) for name, size, digest, block in found}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_digest_can_be_recomputed_from_the_page(name: str) -> None:
    size, digest, found = examples()[name]
    written = json.dumps(found, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert len(written) == size and hashlib.sha256(written).hexdigest() == digest


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_are_of_real_games(name: str) -> None:
    seed, moves = EXAMPLES[name]
    match = next(match for match in played(name, 2, seed, name == "asara") if len(match.moves) == moves)
    _, digest, found = examples()[name]
    assert position(match) == found and match.digest() == digest
    assert canonical(found) == canonical(position(match))


# Moves

FILLED = {
    "BUYER": f"(?:{'|'.join(BUYERS)})",
    "PIECE": f"(?:{'|'.join(COLOURS)})\\*?",
    "COLOUR …": f"(?:{'|'.join(COLOURS)})(?: (?:{'|'.join(COLOURS)})){{0,3}}",
    "COLOUR": f"(?:{'|'.join(COLOURS)})",
    "SPACE": r"(?:base|middle|window|top|favour|lit|house|circle\.\d+|bank\.\d+|spies\.\d+|tent\.\d+)",
    "KIND": "(?:base|middle|window|top)",
    "F …": "[1-6](?: [1-6]){0,4}",
    "F": "[1-6]",
    "T": r"\d+",
    "N": r"\d+",
    "V": r"-?\d+",
}


def pattern(form: str) -> str:
    """A form of move as a regular expression."""
    words = re.split(f"({'|'.join(map(re.escape, FILLED))})", form)
    return "".join(FILLED.get(word, re.escape(word)) for word in words)


@pytest.mark.parametrize("name", ["asara", "pasha"])
def test_every_move_has_one_form_that_the_page_tells_and_every_form_a_move(name: str) -> None:
    tables = [part for part in PAGE.split("\n\n") if part.startswith("| move | what is done |")]
    forms = re.findall(r"`([^`]+)`", "\n".join(line.split("|")[1] for line in tables[name == "pasha"].splitlines()[2:]))
    game = games.load(name)
    edition = game.read_edition()
    used = Counter[str]()
    for move in game.words.every_move(edition):
        written = game.words.move_name(move, edition)
        fitting = [form for form in forms if re.fullmatch(pattern(form), written)]
        assert len(fitting) == 1, written
        used[fitting[0]] += 1
    assert sorted(used) == sorted(forms)


# Seeds and receipts


def test_every_key_of_a_receipts_round_is_told() -> None:
    tables = [part for part in PAGE.split("\n\n") if part.startswith("| key | holds |")]
    told = {key for table in tables for key in re.findall(r"^\| `rounds\[\]\.(\w+)`", table, re.MULTILINE)}
    assert told == {"after", "kept", *receipt.ROUND_KEYS}
    assert all(f'`"{kept}"`' in PAGE for kept in receipt.KEPT)


@pytest.mark.parametrize(
    "word", [receipt.FORMAT, receipt.ONE_ROUND, randomness.COMMITTED, randomness.COMMITTED_IN_ROUNDS]
)
def test_every_format_of_seeds_and_receipts_is_told(word: str) -> None:
    assert f'"{word}"' in PAGE and f"`{word}`" in PAGE
