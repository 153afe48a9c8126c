"""What can be built, compared with a search through every way to build (A14, A15, A23).

The model below knows only the words of the rules: it builds piece by piece, colour by colour, and never reasons. The
rules' short cuts (`building.py`) must agree with it: about which circle spaces may be used, about every single building
move, and that no legal building move leads to a dead end.
"""

import random
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

import pytest

from serai.games.asara.rules import building
from serai.games.asara.rules.state import BUILD, COLOURS
from serai.games.asara.tests.table import Table, edition, scaled

pytestmark = pytest.mark.three_modes


@dataclass(frozen=True)
class Colour:
    """What a player has in one colour."""

    bases: int = 0
    tops: int = 0
    between: int = 0  # middles and windows behind the screen
    lit: int = 0  # lit windows behind the screen
    dark: int = 0  # windows not lit that stood before this action
    has_tower: bool = False

    def after(self) -> "list[tuple[int, Colour]]":
        """Each way to build on: how many pieces, and what is left."""
        ways = []
        if self.bases and self.tops:
            ways.append((2, replace(self, bases=self.bases - 1, tops=self.tops - 1, has_tower=True)))
        if self.has_tower and self.between:
            ways.append((1, replace(self, between=self.between - 1)))
        if self.lit and self.dark:
            ways.append((1, replace(self, lit=self.lit - 1, dark=self.dark - 1)))
        return ways


@cache
def numbers_in(colour: Colour) -> frozenset[int]:
    """Every number of pieces that can be built in one colour."""
    return frozenset({0} | {built + more for built, left in colour.after() for more in numbers_in(left)})


@cache
def numbers(colours: tuple[Colour, ...]) -> frozenset[int]:
    """Every number of pieces that can be built altogether."""
    if not colours:
        return frozenset({0})
    return frozenset(first + rest for first in numbers_in(colours[0]) for rest in numbers(colours[1:]))


def screen(table: Table, seat: int = 0) -> tuple[Colour, ...]:
    """What a player could build with, read from the table; windows of this action are known by `fresh`."""
    held = Counter(text.replace("*", "") for text in table.pieces_of(seat))
    standing = Counter[str]()
    dark = Counter[str]()
    slots = [slot for slot in range(table.game.tower_count) if table.game.towers[slot] & 3 == seat]
    for slot, text in zip(slots, table.towers_of(seat), strict=True):
        colour, *parts = text.replace("*", "").split()
        standing[colour] += 1
        dark[colour] += parts.count("window") - parts.count("lit") - int(table.game.fresh[slot].sum())
    return tuple(
        Colour(
            held[f"{colour} base"],
            held[f"{colour} top"],
            held[f"{colour} middle"] + held[f"{colour} window"],
            held[f"{colour} lit"],
            dark[colour],
            standing[colour] > 0,
        )
        for colour in COLOURS
    )


def allowed_on(table: Table, number: int) -> set[int]:
    """The numbers that may be built on a circle space, in the words of A14 and AR1."""
    places = Counter(table.edition.data["circle"])
    is_taken = {each: table.buyers_on(f"circle.{each}") == count for each, count in places.items()}
    fewer = {m for m in range(1, number) if all(is_taken.get(between, True) for between in range(m, number))}
    return fewer | {number}


def usable_circle_spaces(table: Table) -> set[int]:
    """The free, payable circle spaces on which an allowed number can be built."""
    possible = numbers(screen(table))
    free = {
        number
        for number, places in Counter(table.edition.data["circle"]).items()
        if table.buyers_on(f"circle.{number}") < places and number <= table.money_of(0)
    }
    return {number for number in free if allowed_on(table, number) & possible}


def expected_building_moves(table: Table, goals: set[int]) -> set[str]:
    """Every building move after which some allowed number can still be reached, and `done` where one is reached."""
    built = int(table.game.built)
    held = set(table.pieces_of(0))
    colours = screen(table)
    moves = {"done"} if built in goals else set()

    def finishable(place: int, pieces: int, left: Colour) -> bool:
        after = (*colours[:place], left, *colours[place + 1 :])
        return any(built + pieces + more in goals for more in numbers(after))

    for place, colour in enumerate(COLOURS):
        mine = colours[place]
        founded = replace(mine, bases=mine.bases - 1, tops=mine.tops - 1, has_tower=True)
        for base, top in product((colour, f"{colour}*"), repeat=2):
            if {f"{base} base", f"{top} top"} <= held and finishable(place, 2, founded):
                moves.add(f"found {base} {top}")
        lighter = replace(mine, lit=mine.lit - 1, dark=mine.dark - 1)
        for number, text in enumerate(table.towers_of(0), 1):
            tower = text.split()
            if tower[0] != colour:
                continue
            for piece, kind in product((colour, f"{colour}*"), ("middle", "window")):
                if f"{piece} {kind}" in held and finishable(place, 1, replace(mine, between=mine.between - 1)):
                    moves.add(f"add {kind} {piece} to {number}")
            slot = [slot for slot in range(table.game.tower_count) if table.game.towers[slot] & 3 == 0][number - 1]
            for gold, star in enumerate(("", "*")):
                dark = tower.count(f"window{star}") - tower.count(f"lit{star}") - int(table.game.fresh[slot, gold])
                if f"{colour} lit" in held and dark > 0 and finishable(place, 1, lighter):
                    moves.add(f"light {colour} to {number}{' *' if gold else ''}")
    return moves


def random_position(chance: random.Random, table: Table) -> None:
    """Some pieces, towers, taken spaces and money."""
    colours = chance.sample(COLOURS, chance.randint(1, 3))

    def piece(kind: str) -> str:
        return f"{chance.choice(colours)}{'*' if kind != 'lit' and chance.random() < 0.3 else ''} {kind}"

    kinds = ["base", "top", "middle", "window", "window", "lit", "lit"]
    table.pieces(*[piece(chance.choice(kinds)) for _ in range(chance.randint(0, 7))])
    for _ in range(chance.randint(0, 3)):
        plain, gold = chance.choice((0, 0, 1, 2)), chance.choice((0, 0, 1))
        parts = ["base", "top", *["window"] * plain, *["window*"] * gold]
        parts += ["lit"] * chance.randint(0, plain) + ["lit*"] * chance.randint(0, gold)
        table.tower(" ".join([chance.choice(colours), *parts]), seat=chance.choice((0, 0, 1)))
    for number in table.edition.data["circle"]:
        if chance.random() < 0.4:
            table.taken(f"circle.{number}")
    table.hand("blue", "blue")
    table.money(chance.choice((2, 5, 20)))


CIRCLES = ([1, 2, 3, 4, 5, 6, 7], [2, 4, 5], [1, 1, 3, 3, 6], [3], [2, 2, 7])


def test_can_build_agrees_with_every_way_to_build() -> None:
    """A14: for all small amounts of pieces in two colours and loose lit windows, and all numbers from and to."""
    choices = [
        Colour(pairs, pairs, between, has_tower=tower)
        for pairs in range(3)
        for between in range(3)
        for tower in (False, True)
    ]
    cases: dict[tuple[int, int, int], set[frozenset[int]]] = {}
    for first, second, lit in product(choices, choices, range(2)):
        both = (first, second, Colour(lit=lit, dark=lit))
        loose = lit + sum(each.between for each in (first, second) if each.has_tower)
        waiting = sum(each.between for each in (first, second) if not each.has_tower and each.bases)
        cases.setdefault((loose, waiting, first.bases + second.bases), set()).add(numbers(both))
    assert len(cases) > 50
    for (loose, waiting, pairs), found in cases.items():
        assert len(found) == 1, "the three numbers decide what can be built"
        (possible,) = found
        for least in range(-1, 11):
            for most in range(max(least, 0), 12):
                expected = least <= 0 or any(least <= number <= most for number in possible)
                asked = (loose, waiting, pairs, least, most)
                assert building.can_build(*asked) == expected, asked


def test_a_circle_space_is_usable_just_when_some_allowed_number_can_be_built_and_paid() -> None:
    """A14, A11, AR1: in random positions, with circles that lack numbers or have one several times."""
    chance = random.Random(14)
    usable = 0
    for circle in CIRCLES:
        variant = edition(circle=circle)
        fresh = Table(expert=True, edition=variant)
        for _ in range(scaled(120, 40)):
            table = fresh.copy()
            random_position(chance, table)
            legal = [name for move in table.moves() if (name := table.name(move)).startswith("place blue circle.")]
            expected = usable_circle_spaces(table)
            assert set(legal) == {f"place blue circle.{number}" for number in expected}, table.pieces_of(0)
            usable += len(expected)
    assert usable > scaled(120, 40)


def check_every_way_to_build(table: Table, goals: set[int], visited: set[bytes]) -> set[int]:
    """All numbers of pieces with which the action can end; at each step the moves are those expected."""
    record = table.game
    key = b"".join(part.tobytes() for part in (record.towers, record.pieces, record.fresh))
    if key in visited:
        return set()
    visited.add(key)
    moves = table.moves()
    names = {table.name(move) for move in moves}
    assert names == expected_building_moves(table, goals), (table.pieces_of(0), table.towers_of(0), goals)
    assert moves, "a legal decision never leads to a dead end"
    ends: set[int] = set()
    for move in moves:
        after = table.copy()
        after.apply(move)
        if after.game.phase == BUILD:
            ends |= check_every_way_to_build(after, goals, visited)
        else:
            ends.add(after.prestige_of(0))
    return ends


def test_every_building_move_is_legal_just_when_the_action_can_still_be_finished() -> None:
    """A14, A15, A23: every way to build is followed to its end, in random positions."""
    chance = random.Random(15)
    positions = scaled(250, 100)
    for number in range(positions):
        variant = edition(circle=CIRCLES[number % len(CIRCLES)])
        table = Table(expert=True, edition=variant)
        while True:
            random_position(chance, table)
            if spaces := usable_circle_spaces(table):
                break
            table = Table(expert=True, edition=variant)
        space = chance.choice(sorted(spaces))
        goals = allowed_on(table, space)
        possible = numbers(screen(table))
        table.play(f"place blue circle.{space}")
        visited: set[bytes] = set()
        assert check_every_way_to_build(table, goals, visited) == goals & possible
