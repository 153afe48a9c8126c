"""The observation read once, as plain numbers and lists: what every drawing below is made of.

What the table shows is less than what a seat knows (A33); `shows_screen` and `shows_hand` are the one place where that
is decided.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from serai.core.compiled import bag
from serai.core.page.scene import Scene
from serai.games.asara.rules import moves, scoring, towers
from serai.games.asara.rules.state import CIRCLE, FIRST_SPACE, HOUSE, LIT, NO_COLOUR, OVER, PLACE, TENT
from serai.games.asara.words import notation


@dataclass(frozen=True)
class Tower:
    """A tower as it is drawn."""

    number: int  # of its owner's, from 1
    colour: int
    gold_base: bool
    gold_top: bool
    middles: tuple[int, int]  # plain, gold
    windows: tuple[int, int]  # plain, gold, covered ones too
    lit: tuple[int, int]  # on plain, on gold windows

    @property
    def height(self) -> int:
        """Its number of pieces; lit windows do not raise it (A23)."""
        return 2 + sum(self.middles) + sum(self.windows)

    @property
    def gold(self) -> int:
        """Its gold pieces that no lit window covers (A24)."""
        return self.gold_base + self.gold_top + self.middles[1] + self.windows[1] - self.lit[1]


class Position:
    """A scene's observation."""

    def __init__(self, scene: Scene) -> None:
        seen = scene.seen
        self.scene = scene
        self.edition = scene.edition
        self.players = int(seen.players)
        self.expert = bool(seen.expert)
        self.year = int(seen.year)
        self.years = int(scene.edition.record[0].years)
        self.phase = int(seen.phase)
        self.turn_of = int(seen.turn_of)
        self.space = int(seen.space) if self.phase not in (PLACE, OVER) else -1  # where this turn's action goes on
        self.favour_holder = int(seen.favour_holder)
        self.built, self.least, self.most = int(seen.built), int(seen.least_built), int(seen.most_built)
        self.prestige: list[int] = seen.prestige.tolist()
        self.hand_size: list[int] = seen.hand_size.tolist()
        self.pile = int(seen.pile_size)
        self.lit_stack = int(seen.lit_unseen) + int(seen.under_count)
        self.stacks = [bag.total(int(stack)) for stack in seen.stack[:4]]
        self.displays: list[int] = seen.display.tolist()
        self.colours: list[int] = [*seen.colour.tolist(), NO_COLOUR]  # the coloured house has none
        self.taken: list[int] = seen.taken.tolist()
        self.pairs: list[int] = seen.pairs.tolist()
        self.keep = int(seen.keep)
        self.watched = int(seen.seen_count)  # lit windows being looked at by whose turn it is

    @cached_property
    def record(self) -> Any:
        """The edition's record."""
        return self.edition.record[0]

    @cached_property
    def prices(self) -> list[int]:
        """Of a piece, by colour."""
        found: list[int] = self.record.price.tolist()
        return found

    @cached_property
    def values(self) -> list[int]:
        """Printed on each space."""
        found: list[int] = self.record.value.tolist()
        return found

    @cached_property
    def places(self) -> list[int]:
        """How many buyers each space has room for."""
        found: list[int] = self.record.places.tolist()
        return found

    @cached_property
    def house(self) -> int:
        """What the coloured house pays."""
        return int(self.record.house)

    @cached_property
    def looks(self) -> list[tuple[int, int, int]]:
        """Each way to look at lit windows: its price, how many are seen, how many kept."""
        ways = (self.record.look_price, self.record.look_seen, self.record.look_kept)
        found = list(zip(*(way.tolist() for way in ways), strict=True))
        return found[: int(self.record.looks)]

    @cached_property
    def space_counts(self) -> list[int]:
        """How many different spaces each area has."""
        found: list[int] = self.record.spaces.tolist()
        return found

    @cached_property
    def towers(self) -> list[list[Tower]]:
        """Each seat's towers, in the order founded."""
        standing: list[list[Tower]] = [[] for _ in range(self.players)]
        seen = self.scene.seen
        for packed in seen.towers[: int(seen.tower_count)].tolist():
            mine = standing[towers.owner(packed)]
            mine.append(_tower(len(mine) + 1, packed))
        return standing

    def areas(self) -> list[int]:
        """The areas that this game has."""
        return [area for area in range(HOUSE + 1) if self.expert or area < TENT or area == HOUSE]

    def spaces(self, area: int) -> range:
        """An area's spaces, ascending in value."""
        return range(FIRST_SPACE[area], FIRST_SPACE[area] + self.space_counts[area])

    def space_name(self, space: int) -> str:
        """In notation."""
        return notation.space_name(space, self.edition)

    def least_allowed(self, space: int) -> int:
        """The fewest pieces that may be built on this circle space (A14)."""
        below = [each for each in self.spaces(CIRCLE) if each < space and self.taken[each] < self.places[each]]
        return self.values[below[-1]] + 1 if below else 1

    def is_acting(self) -> bool:
        """Whether the viewer is in the middle of an action, or sees all that there is."""
        return self.scene.is_open or self.scene.seat == self.turn_of

    def shows_screen(self, seat: int) -> bool:
        """Whether a player's money and pieces are drawn (A33)."""
        return bool(seat == self.scene.seat or self.scene.seen.open_screens or self.phase == OVER or self.scene.is_open)

    def shows_hand(self, seat: int) -> bool:
        """Whether a player's cards are drawn face up."""
        return seat == self.scene.seat or (self.scene.is_open and sum(self.hand(seat)) == self.hand_size[seat])

    def hand(self, seat: int) -> list[int]:
        """Buyers by colour, as far as the viewer knows them."""
        found: list[int] = self.scene.seen.hand[seat].tolist()
        return found

    def money(self, seat: int) -> int:
        """Asari behind a player's screen."""
        return int(self.scene.seen.money[seat])

    def pieces(self, seat: int) -> list[tuple[int, int, int]]:
        """Kind, piece (colour * 2, plus 1 with gold) and how many, of what lies behind a player's screen."""
        held: list[int] = self.scene.seen.pieces[seat].tolist()
        return [(kind, piece, number) for kind in range(5) for piece, number in counted(held[kind])]

    def lit_held(self, seat: int) -> int:
        """Lit windows behind a player's screen whose colours the viewer does not know."""
        known = bag.total(int(self.scene.seen.pieces[seat, LIT]))
        return int(self.scene.seen.lit_held[seat]) - known

    def spied(self) -> tuple[int, list[tuple[int, int]]]:
        """The kind of the stack that is being looked through, and what is in it."""
        kind = int(self.scene.seen.spied)
        return kind, counted(int(self.scene.seen.stack[kind]))

    def seen_windows(self) -> list[int]:
        """The lit windows being looked at, by colour."""
        found: list[int] = self.scene.seen.seen[: self.watched].tolist()
        return found

    def final_standing(self, category: int) -> list[tuple[int, int]]:
        """Who would score how much in a category of the final scoring as the towers stand (A26-A31)."""
        seen, record = self.scene.seen, self.record
        points = [(seat, int(scoring.final_points(seen, record, seat, category))) for seat in range(self.players)]
        return [(seat, number) for seat, number in points if number]


def counted(pieces: int) -> list[tuple[int, int]]:
    """The pieces of a bag, cheapest first, each with how many there are."""
    return [(piece, number) for piece in range(10) if (number := pieces >> 4 * piece & 15)]


def area_of(space: int) -> int:
    """The area that a space belongs to."""
    return int(moves.area_of(space))


def _tower(number: int, packed: int) -> Tower:
    return Tower(
        number=number,
        colour=towers.colour(packed),
        gold_base=bool(towers.gold_base(packed)),
        gold_top=bool(towers.gold_top(packed)),
        middles=(towers.middles(packed, 0), towers.middles(packed, 1)),
        windows=(towers.windows(packed, 0), towers.windows(packed, 1)),
        lit=(towers.lit_on(packed, 0), towers.lit_on(packed, 1)),
    )
