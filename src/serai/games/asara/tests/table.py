"""A table for tests: one game that is arranged, played and read in the words of the rules.

    table = Table()
    table.hand("blue", "green")
    table.play("place blue bank.12")
    assert table.money_of(0) == 32

Seat 0 starts unless told otherwise. Arranging sets what is named and nothing else, so pieces and cards need not add up
as in a dealt game; what is read comes from the state's own fields, not from the module that narrates.
"""

import copy
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from serai.core.compiled import jit
from serai.core.edition import Edition, read_toml
from serai.core.records.randomness import player_stream
from serai.games.asara import rules
from serai.games.asara.rules import edition as asara_edition
from serai.games.asara.rules import illegal, state
from serai.games.asara.rules.state import AREAS, BUYERS, COLOURS, KINDS, LIT, NO_COLOUR, STATE, Game
from serai.games.asara.words import narration, notation

Events = list[narration.Event]

KERNEL: Any = jit.bind("serai.core.compiled.kernel", "serai.games.asara.kernel", rules=rules)
FOLDER = Path(asara_edition.__file__).parents[1]
CODES = [name for name in vars(illegal) if name.isupper() and not hasattr(state, name)]
REASONS = {getattr(illegal, name): name for name in CODES}
FOREVER = 10_000  # decisions; no game is so long


def scaled(compiled: int, uncompiled: int) -> int:
    """How often to repeat something: plain Python plays several hundred times slower."""
    return compiled if jit.is_compiled() else uncompiled


@cache
def standard_data() -> dict[str, Any]:
    """The standard edition as its file has it."""
    return read_toml(FOLDER / "standard.toml")


def changed(**changes: Any) -> dict[str, Any]:
    """The standard edition's data with some values changed; in a table of values only those that are given."""
    data = copy.deepcopy(standard_data())
    for key, value in changes.items():
        if key != "known":
            data["known"][key] = "assumed"
        data[key] = data[key] | value if isinstance(value, dict) else value
    return data


def edition(**changes: Any) -> Edition:
    """The standard edition, or a variant of it."""
    data = changed(**changes)
    return Edition(data, asara_edition.read_edition(data, "variant.toml"), "variant.toml")


STANDARD = edition()


def things(bag: int) -> list[int]:
    """The kinds in a bag, each as often as it is there."""
    return [kind for kind in range(15) for _ in range(int(bag) >> 4 * kind & 15)]


def bag_of(kinds: list[int]) -> int:
    """A bag with these kinds in it."""
    return sum(1 << 4 * kind for kind in kinds)


def cards(counts: npt.NDArray[np.int8]) -> list[str]:
    """Buyers by name, from their counts."""
    return [buyer for buyer, count in zip(BUYERS, counts, strict=True) for _ in range(count)]


def counts_of(names: tuple[str, ...]) -> list[int]:
    """How many buyers there are of each colour."""
    return [names.count(buyer) for buyer in BUYERS]


class Table:
    """One game and its edition."""

    def __init__(
        self,
        players: int = 2,
        *,
        expert: bool = False,
        open_screens: bool = False,
        seed: int = 1,
        starter: int | None = 0,
        edition: Edition = STANDARD,
    ) -> None:
        self.edition = edition
        self.players = players
        self.games = np.zeros(1, STATE)
        options = np.array([players, expert, open_screens], np.int64)
        for attempt in range(100):
            KERNEL.seed(self.games, 0, np.uint64(seed + 1000 * attempt))
            KERNEL.new(self.games, 0, edition.record, options)
            if starter in (None, self.game.starter):
                return
        raise AssertionError(f"in 100 games seat {starter} never starts")

    @property
    def game(self) -> Game:
        """The state's record."""
        found: Game = self.games[0]
        return found

    def copy(self) -> "Table":
        """Another table with the same position."""
        other: Table = object.__new__(Table)
        other.edition, other.players, other.games = self.edition, self.players, self.games.copy()
        return other

    def hand(self, *buyers: str, seat: int = 0) -> None:
        """These are the player's cards."""
        self.game.hand[seat] = counts_of(buyers)
        self.game.hand_size[seat] = len(buyers)

    def face_down(self, *buyers: str, seat: int = 0) -> None:
        """These cards the player has laid face down this year."""
        self.game.face_down[seat] = counts_of(buyers)
        self.game.face_down_size[seat] = len(buyers)

    def pile(self, *buyers: str) -> None:
        """These are left in the draw pile."""
        self.game.pile[:] = counts_of(buyers)
        self.game.pile_size = len(buyers)

    def money(self, amount: int, seat: int = 0) -> None:
        """The player has so many Asari."""
        self.game.money[seat] = amount

    def pieces(self, *pieces: str, seat: int = 0) -> None:
        """These are behind the player's screen: `black* base`, `red lit`."""
        self.game.pieces[seat] = 0
        for text in pieces:
            colour, kind = text.split()
            self.game.pieces[seat, KINDS.index(kind)] += bag_of([notation.piece(colour)])
        self.game.lit_held[seat] = len(things(self.game.pieces[seat, LIT]))

    def tower(self, text: str, seat: int = 0) -> None:
        """The player has this tower: `black base top* middle window window* lit*`, the last on the gold window."""
        colour, *parts = text.split()
        packed = seat | COLOURS.index(colour) << 2
        packed |= ("base*" in parts) << 5 | ("top*" in parts) << 6
        assert len({"base", "base*"} & set(parts)) == len({"top", "top*"} & set(parts)) == 1, text
        for place, part in enumerate(("middle", "middle*", "window", "window*", "lit", "lit*")):
            packed |= parts.count(part) << 7 + 4 * place
        self.game.towers[self.game.tower_count] = packed
        self.game.tower_count += 1
        self.game.tower_number[seat, COLOURS.index(colour)] += 1

    def display(self, market: str, *pieces: str) -> None:
        """These pieces lie in the market."""
        self.game.display[KINDS.index(market)] = bag_of([notation.piece(each) for each in pieces])

    def stack(self, kind: str, *pieces: str) -> None:
        """These pieces are left in the stack; of lit windows those that nobody has seen."""
        self.game.stack[KINDS.index(kind)] = bag_of([notation.piece(each) for each in pieces])
        if kind == "lit":
            self.game.lit_unseen = len(pieces)

    def under(self, *windows: tuple[str, int]) -> None:
        """These lit windows were put under the stack, each by a seat, the next to come first."""
        self.game.under[:] = NO_COLOUR
        self.game.under_by[:] = 0
        for place, (colour, seat) in enumerate(windows):
            self.game.under[place] = COLOURS.index(colour)
            self.game.under_by[place] = seat
        self.game.under_count = len(windows)

    def taken(self, *spaces: str, buyer: str = "blue") -> None:
        """A buyer lies on each of these spaces."""
        for text in spaces:
            self.game.taken[notation.space(text, self.edition)] += 1
            if text != "house":
                self.game.colour[AREAS.index(text.split(".")[0])] = BUYERS.index(buyer)

    def favour(self, seat: int) -> None:
        """This player holds the Caliph's favour."""
        self.game.favour_holder = seat

    def turn(self, seat: int) -> None:
        """It is this player's turn."""
        self.game.turn_of = seat

    def last_card(self, year: int = 1, seat: int = 0) -> None:
        """Only one card is left in this year: the player's blue buyer."""
        for each in range(self.players):
            self.hand(seat=each)
        self.hand("blue", seat=seat)
        self.turn(seat)
        self.game.year = year

    def end_year(self, year: int = 1) -> None:
        """Play the year's last card, in the coloured house."""
        self.last_card(year)
        self.play("place blue house")

    def moves(self) -> list[int]:
        """The legal moves, as the rules list them."""
        listed = np.zeros(rules.MOST_MOVES, np.int32)
        count = KERNEL.legal(self.games, 0, self.edition.record, listed)
        return [int(move) for move in listed[:count]]

    def legal(self, verb: str = "") -> set[str]:
        """The names of the legal moves, or of those that begin so; no other move may be without a reason."""
        listed = {self.name(move) for move in self.moves()}
        if jit.is_compiled():
            every = notation.every_move(self.edition)
            assert listed == {self.name(move) for move in every if self.code(move) == 0}
        return {name for name in listed if name.startswith(verb)}

    def name(self, move: int) -> str:
        """A move in words."""
        return notation.move_name(move, self.edition)

    def code(self, move: int) -> int:
        """The code of the reason against a move, 0 when it is legal."""
        return int(KERNEL.why_illegal(self.games, 0, self.edition.record, move))

    def why(self, text: str) -> str:
        """The name of the reason against a move: `LEGAL`, `WRONG_COLOUR` and so on."""
        return REASONS[self.code(notation.parse_move(text, self.edition))]

    def play(self, *texts: str) -> None:
        """Make these moves, one after another; each must be legal."""
        for text in texts:
            assert self.why(text) == "LEGAL", f"{text}: {self.why(text)}"
            self.apply(notation.parse_move(text, self.edition))

    def apply(self, move: int) -> None:
        """Make a move given by its number."""
        assert move in self.moves()
        KERNEL.apply(self.games, 0, self.edition.record, move)

    def tell(self, text: str) -> Events:
        """Make a move; the events that it brought."""
        before = self.games.copy()
        self.play(text)
        return narration.narrate(before[0], notation.parse_move(text, self.edition), self.game, self.edition)

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(KERNEL.is_over(self.games, 0))

    def random_moves(self, seed: int, most: int = FOREVER) -> Iterator[int]:
        """Play random moves to the end; each is given after it was chosen and before it is made."""
        stream, scratch = player_stream(seed), np.zeros(rules.MOST_MOVES, np.int32)
        for _ in range(most):
            if self.is_over():
                return
            move = int(KERNEL.random_move(self.games, 0, self.edition.record, stream, scratch))
            yield move
            KERNEL.apply(self.games, 0, self.edition.record, move)
        assert most < FOREVER, "the game does not end"

    def view(self, seat: int) -> "Table":
        """What a seat knows, as a table; the number of players stands for a spectator."""
        other = self.copy()
        KERNEL.observe(self.games, 0, self.edition.record, seat, other.games, 0)
        return other

    def resampled(self, stream: npt.NDArray[np.uint64]) -> "Table":
        """From a view: a game as chance may have dealt it."""
        other = self.copy()
        KERNEL.resample(self.games, 0, self.edition.record, stream, other.games, 0)
        return other

    def hand_of(self, seat: int) -> list[str]:
        """The player's cards."""
        return cards(self.game.hand[seat])

    def money_of(self, seat: int) -> int:
        """The player's Asari."""
        return int(self.game.money[seat])

    def prestige_of(self, seat: int) -> int:
        """The player's prestige, as the rules give scores."""
        points = np.zeros(self.players, np.int64)
        KERNEL.scores(self.games, 0, self.edition.record, points)
        return int(points[seat])

    def winners(self) -> list[int]:
        """The seats that win as it stands."""
        bits = int(KERNEL.winners(self.games, 0, self.edition.record))
        return [seat for seat in range(8) if bits >> seat & 1]

    def pieces_of(self, seat: int) -> list[str]:
        """What is behind the player's screen: `black* base`."""
        return [
            f"{notation.piece_name(piece)} {KINDS[kind]}"
            for kind in range(5)
            for piece in things(self.game.pieces[seat, kind])
        ]

    def towers_of(self, seat: int) -> list[str]:
        """The player's towers in words, in the order founded."""
        packed = [int(tower) for tower in self.game.towers[: self.game.tower_count]]
        return [tower_words(tower) for tower in packed if tower & 3 == seat]

    def display_of(self, market: str) -> list[str]:
        """The pieces that lie in a market."""
        return [notation.piece_name(piece) for piece in things(self.game.display[KINDS.index(market)])]

    def stack_of(self, kind: str) -> list[str]:
        """What is left in a stack."""
        return [notation.piece_name(piece) for piece in things(self.game.stack[KINDS.index(kind)])]

    def under_the_stack(self) -> list[tuple[str | None, int]]:
        """The lit windows put under the stack, None where unknown, and by whom."""
        return [
            (None if colour == NO_COLOUR else COLOURS[colour], int(seat))
            for colour, seat in zip(self.game.under, self.game.under_by, strict=True)
        ][: self.game.under_count]

    def seen(self) -> list[str | None]:
        """The lit windows being looked at, None where unknown."""
        return [None if each == NO_COLOUR else COLOURS[each] for each in self.game.seen[: self.game.seen_count]]

    def colour_of(self, area: str) -> str | None:
        """The area's colour this year."""
        colour = self.game.colour[AREAS.index(area)]
        return None if colour == NO_COLOUR else BUYERS[colour]

    def buyers_on(self, space: str) -> int:
        """How many buyers or pairs lie on a space."""
        return int(self.game.taken[notation.space(space, self.edition)])


def tower_words(packed: int) -> str:
    """A tower in the words that `Table.tower` reads."""
    parts = [COLOURS[packed >> 2 & 7], "base" + "*" * (packed >> 5 & 1), "top" + "*" * (packed >> 6 & 1)]
    for place, part in enumerate(("middle", "middle*", "window", "window*", "lit", "lit*")):
        parts += [part] * (packed >> 7 + 4 * place & 15)
    return " ".join(parts)
