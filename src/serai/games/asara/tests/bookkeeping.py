"""A referee for whole games, who reads only the moves and keeps books of money and prestige.

After every decision of a random game it compares its books with the state, recounts what the state keeps as a cache,
and looks at the range of every number.
"""

from collections import Counter

from serai.games.asara.rules.state import (
    AREAS,
    BUYERS,
    COLOURS,
    FAVOUR,
    FIRST_SPACE,
    HOUSE,
    HOUSE_SPACE,
    KINDS,
    LIT,
    NO_COLOUR,
    OVER,
    SPIES,
)
from serai.games.asara.tests import scoring_by_hand
from serai.games.asara.tests.table import Table, things


class Books:
    """Money and prestige as they follow from the moves."""

    def __init__(self, table: Table) -> None:
        self.data = table.edition.data
        self.money = [table.money_of(seat) for seat in range(table.players)]
        self.prestige = [0] * table.players

    def enter(self, seat: int, move: str) -> None:
        """What a move pays, costs and scores at once (A13 to A19, A21 to A23)."""
        match move.split():
            case ["place", _, "house"]:
                self.money[seat] += self.data["house"]
            case ["place", _, space] if space.startswith("bank."):
                self.money[seat] += int(space.split(".")[1])
            case ["place", _, space] if "." in space:
                self.money[seat] -= int(space.split(".")[1])
            case ["buy", piece]:
                self.money[seat] -= self.data["price"][piece.removesuffix("*")]
            case ["look", seen]:
                self.money[seat] -= next(look["price"] for look in self.data["lit_looks"] if look["seen"] == int(seen))
            case ["found", _, _]:
                self.prestige[seat] += 2
            case ["add" | "light", *_]:
                self.prestige[seat] += 1

    def close_year(self, table: Table) -> None:
        """A year's end, and after the last the final scoring (A24 to A29)."""
        for seat in range(table.players):
            self.prestige[seat] += sum(scoring_by_hand.year_points(table, seat).values())
            if table.is_over():
                self.prestige[seat] += sum(scoring_by_hand.final_points(table)[seat].values())
            else:
                self.money[seat] += self.data["year_money"]


def referee(table: Table, seed: int) -> None:
    """Play a random game and check every position of it."""
    books = Books(table)
    dealt = buyers(table)
    pieces = all_pieces(table)
    year, pending = 1, None
    for move in table.random_moves(seed):
        check(table, books, pending, year)
        assert buyers(table) == dealt, "a buyer is lost or made (A2)"
        assert all_pieces(table) == pieces, "a piece is lost or made (A1)"
        year, pending = int(table.game.year), (int(table.game.turn_of), table.name(move))
    check(table, books, pending, year)
    assert table.is_over()
    assert all_pieces(table) == pieces


def check(table: Table, books: Books, move: tuple[int, str] | None, year: int) -> None:
    """Compare the state with the books after a move, and with itself."""
    if move:
        books.enter(*move)
    if table.game.year != year or table.is_over():
        books.close_year(table)
    assert [table.money_of(seat) for seat in range(table.players)] == books.money, move
    assert [table.prestige_of(seat) for seat in range(table.players)] == books.prestige, move
    check_caches(table)
    check_ranges(table)


def buyers(table: Table) -> list[int]:
    """All buyers by colour: hands, pile, face down, and face up on the spaces."""
    game = table.game
    counts = game.hand.sum(axis=0) + game.face_down.sum(axis=0) + game.pile
    for area in range(HOUSE):
        spaces = range(FIRST_SPACE[area], FIRST_SPACE[area + 1])
        face_up = sum(int(game.taken[space]) - int(game.pairs[space]) for space in spaces)
        if face_up:
            counts[game.colour[area]] += face_up
    return [int(count) for count in counts]


def all_pieces(table: Table) -> Counter[str]:
    """Every piece by kind, colour and gold, wherever it is."""
    found: Counter[str] = Counter()
    for kind in KINDS:
        found.update(f"{piece} {kind}" for piece in table.stack_of(kind))
    for kind in KINDS[:LIT]:
        found.update(f"{piece} {kind}" for piece in table.display_of(kind))
    for seat in range(table.players):
        found.update(table.pieces_of(seat))
        for tower in table.towers_of(seat):
            colour, *parts = tower.split()
            for part in parts:
                gold = "*" if part.endswith("*") and part != "lit*" else ""
                found[f"{colour}{gold} {part.removesuffix('*')}"] += 1
    found.update(f"{colour} lit" for colour, _ in table.under_the_stack())
    found.update(f"{colour} lit" for colour in table.seen())
    return found


def check_caches(table: Table) -> None:
    """Numbers that the state keeps besides what they count."""
    game = table.game
    assert game.hand.sum(axis=1).tolist() == game.hand_size.tolist()
    assert game.face_down.sum(axis=1).tolist() == game.face_down_size.tolist()
    assert game.pile.sum() == game.pile_size
    assert len(things(game.stack[LIT])) == game.lit_unseen
    for seat in range(table.players):
        assert len(things(game.pieces[seat, LIT])) == game.lit_held[seat]
        standing = Counter(tower.split()[0] for tower in table.towers_of(seat))
        assert game.tower_number[seat].tolist() == [standing[colour] for colour in COLOURS]
    placed = sum(int(pairs) for pairs in game.pairs) * 2 + int(game.taken[HOUSE_SPACE])
    assert placed == game.face_down_size.sum()


def is_entered(table: Table, area: int) -> bool:
    """Whether an area, or another whose colour it shares, has a buyer (A10, A12)."""
    is_shared = table.edition.data["favour_area"] == "spies" and area in (SPIES, FAVOUR)
    areas = (SPIES, FAVOUR) if is_shared else (area,)
    return any(table.game.taken[FIRST_SPACE[each] : FIRST_SPACE[each + 1]].any() for each in areas)


def check_ranges(table: Table) -> None:
    """Every number within what `state.py` says of it."""
    game, record = table.game, table.edition.record[0]
    for name in (
        "hand",
        "face_down",
        "pile",
        "money",
        "prestige",
        "pieces",
        "stack",
        "display",
        "taken",
        "pairs",
        "fresh",
    ):
        assert (game[name] >= 0).all(), name
    assert 1 <= game.year <= record.years
    assert all(0 <= int(game[name]) < table.players for name in ("starter", "favour_holder", "turn_of"))
    assert 0 <= game.phase <= OVER and game.viewer == -1
    assert (game.taken[:HOUSE_SPACE] <= record.places[:HOUSE_SPACE]).all(), "more buyers than places (A9)"
    assert (game.pairs <= game.taken).all()
    assert ((game.colour >= NO_COLOUR) & (game.colour < len(BUYERS))).all()
    assert 0 <= game.built <= game.most_built and 0 <= game.least_built <= game.most_built
    for area in range(HOUSE):
        assert (game.colour[area] == NO_COLOUR) == (not is_entered(table, area)), AREAS[area]
    for kind in range(LIT):
        assert len(things(game.display[kind])) <= record.display[kind]
    assert len(table.under_the_stack()) + len(table.seen()) + game.lit_unseen <= 5 * record.pieces[LIT]
    for seat in range(table.players):
        for tower in table.towers_of(seat):
            parts = tower.split()
            assert parts.count("lit") <= parts.count("window") and parts.count("lit*") <= parts.count("window*")
    for seat in range(table.players, 4):
        assert not game.hand[seat].any() and not game.pieces[seat].any() and game.money[seat] == 0
