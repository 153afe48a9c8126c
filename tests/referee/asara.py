"""The referee of Asara: replays a record by the rules A1-A32, reading chance from the events.

It decides whether each event may come where it does; all sizes and prices come from the record's edition.
Whether a placement in the builders' circle could be completed is not searched for: the record's own moves must
complete it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from . import Events, holds, seats_from

RULES_VERSION = 2
PLAYERS = range(2, 5)
COLOURS = ("brown", "green", "red", "black", "white")
BUYERS = ("blue", "yellow", "purple", "green", "orange")
MARKETS = ("base", "middle", "window", "top")
KINDS = (*MARKETS, "lit")
MOST_IN_CHOSEN_ORDER = 4  # more lit windows than these go under the stack as drawn (A22)

OPTIONS_SHAPE: dict[str, Any] = {"players": int, "expert": bool, "open_screens": bool}
EDITION_SHAPE: dict[str, Any] = {
    "name": str,
    **dict.fromkeys(("house", "favour_spaces", "tent_draws", "lit_spaces"), int),
    **dict.fromkeys(("year_money", "years", "asari_per_prestige"), int),
    **{area: [int] for area in ("circle", "bank", "spies", "tent")},
    **dict.fromkeys(("pieces_per_colour", "gold_per_colour"), dict.fromkeys(KINDS, int)),
    **dict.fromkeys(("display", "market_spaces"), dict.fromkeys(MARKETS, int)),
    **{final: [int, int] for final in ("final_highest", "final_most")},
    "final_colour": {colour: [int, int] for colour in COLOURS},
    "price": dict.fromkeys(COLOURS, int),
    "buyers": dict.fromkeys(BUYERS, int),
    "hand": dict.fromkeys(("2", "3", "4"), int),
    "start_money": [int, int, int, int],
    "lit_looks": [{"price": int, "seen": int, "kept": int}],
    "favour_area": ("own", "spies"),
    "known": dict,
}
EDITION_DEFAULTS: dict[str, Any] = {"favour_area": "own"}  # for keys that an edition may lack
EVENT_KEYS: dict[str, set[str]] = {
    "start": {"seat"},
    "money": {"seat", "amount", "why"},
    "year": {"number"},
    "deal": {"seat", "cards"},
    "draw": {"seat", "cards"},
    "display": {"market", "pieces"},
    "look": {"seat", "pieces"},
    "move": {"seat", "move"},
    "score": {"seat", "points", "why"},
    "end": set(),
}


@dataclass
class Tower:
    """A tower; windows and the lit windows on them are counted by whether the window is gold."""

    colour: str
    height: int = 2  # base and top; lit windows don't count (A26)
    gold: int = 0  # gold pieces, covered windows included
    windows: Counter[bool] = field(default_factory=Counter)
    lit: Counter[bool] = field(default_factory=Counter)
    stood_before: Counter[bool] = field(default_factory=Counter)  # windows before this building action (A23)


@dataclass
class Player:
    """All that one seat owns."""

    money: int = 0
    prestige: int = 0
    hand: Counter[str] = field(default_factory=Counter)
    unbuilt: Counter[tuple[str, str]] = field(default_factory=Counter)  # (kind, name)
    towers: list[Tower] = field(default_factory=list)

    @property
    def lit_windows(self) -> int:
        """Lit windows in the player's towers."""
        return sum(tower.lit.total() for tower in self.towers)


@dataclass
class Game:
    """The position; stacks are multisets, because their order shows only in the events."""

    edition: dict[str, Any]
    events: Events
    players: list[Player]
    spaces: Counter[str]  # places of each space; the coloured house has no limit and is not here
    stacks: dict[str, Counter[str]]
    displays: dict[str, Counter[str]]
    lit_on_top: Counter[str]  # lit windows not yet seen
    lit_below: list[str]  # those put back under the stack, in order (A22)
    favour_holder: int
    pile: Counter[str] = field(default_factory=Counter)  # buyers not dealt
    taken: Counter[str] = field(default_factory=Counter)  # occupied places of each space
    colour_of: dict[str, str] = field(default_factory=dict)  # by `colour_area`


def replay(edition: dict[str, Any], options: dict[str, Any], events: Events) -> list[tuple[int, ...]]:
    """Replay a whole game; each seat's standing is its prestige (A32)."""
    game = set_up(edition, options, events)
    for year in range(1, edition["years"] + 1):
        begin_year(game, year)
        play_year(game)
        score_year(game)
    score_game(game)
    events.take("end")
    return [(player.prestige,) for player in game.players]


def set_up(edition: dict[str, Any], options: dict[str, Any], events: Events) -> Game:
    """The first player by lot holds the favour; money goes clockwise from there (A5, A6, A8)."""
    starter = events.take("start")["seat"]
    game = Game(
        edition=edition,
        events=events,
        players=[Player() for _ in range(options["players"])],
        spaces=spaces_of(edition, options["expert"]),
        stacks={kind: all_pieces(edition, kind) for kind in MARKETS},
        displays={kind: Counter() for kind in MARKETS},
        lit_on_top=Counter({colour: edition["pieces_per_colour"]["lit"] for colour in COLOURS}),
        lit_below=[],
        favour_holder=starter,
    )
    for place, seat in enumerate(seats_from(starter, len(game.players))):
        give_money(game, seat, edition["start_money"][place], "start")
    return game


def all_pieces(edition: dict[str, Any], kind: str) -> Counter[str]:
    """Every piece of a kind, by name (A1)."""
    every, gold = edition["pieces_per_colour"][kind], edition["gold_per_colour"][kind]
    plain = {colour: every - gold for colour in COLOURS}
    return Counter(plain | {f"{colour}*": gold for colour in COLOURS})


def spaces_of(edition: dict[str, Any], expert: bool) -> Counter[str]:
    """The spaces' names and how many places each has; equal values are one name (A12)."""
    spaces = Counter(edition["market_spaces"])
    spaces["favour"] = edition["favour_spaces"]
    numbered = ["circle", "bank", "spies"]
    if expert:
        spaces["lit"] = edition["lit_spaces"]
        numbered.append("tent")
    spaces.update(f"{area}.{value}" for area in numbered for value in edition[area])
    return spaces


def begin_year(game: Game, year: int) -> None:
    """Clear the buyers, pay from year 2 on, deal all cards anew and refill the displays (A7, A25)."""
    game.events.take("year", number=year)
    game.taken.clear()
    game.colour_of.clear()
    game.pile = Counter(game.edition["buyers"])
    seats = seats_from(game.favour_holder, len(game.players))
    if year > 1:
        for seat in seats:
            give_money(game, seat, game.edition["year_money"], "year")
    for seat in seats:
        cards = take_cards(game, "deal", seat, game.edition["hand"][str(len(seats))])
        game.players[seat].hand = Counter(cards)
    for kind in MARKETS:
        refill_display(game, kind)


def give_money(game: Game, seat: int, amount: int, why: str) -> None:
    """Money at the start (A6) or in a new year (A25)."""
    game.events.take("money", seat=seat, amount=amount, why=why)
    game.players[seat].money += amount


def take_cards(game: Game, kind: str, seat: int, count: int) -> list[str]:
    """So many buyers come from the pile (A7, A21)."""
    cards = game.events.names(kind, "cards", seat=seat)
    draw(game, game.pile, cards, count)
    return cards


def draw(game: Game, stack: Counter[str], drawn: list[str], count: int) -> None:
    """What comes up is as many as the rules say, and the stack has had it (A1, A2)."""
    game.events.need(len(drawn) == count, f"{len(drawn)} drawn, the rules say {count}")
    game.events.need(holds(stack, drawn), f"not all of {drawn} can have been drawn (A1, A2)")
    stack.subtract(drawn)


def refill_display(game: Game, kind: str) -> None:
    """A display is filled from its stack as far as that goes (A5, A25)."""
    stack, display = game.stacks[kind], game.displays[kind]
    count = min(game.edition["display"][kind] - display.total(), stack.total())
    if count <= 0:
        return
    pieces = game.events.names("display", "pieces", market=kind)
    draw(game, stack, pieces, count)
    display.update(pieces)


def play_year(game: Game) -> None:
    """Turns go clockwise from the favour's holder, skipping who has no card, until nobody has one (A9)."""
    seat = game.favour_holder
    while any(player.hand.total() for player in game.players):
        if game.players[seat].hand.total():
            take_turn(game, seat)
        seat = (seat + 1) % len(game.players)


def take_turn(game: Game, seat: int) -> None:
    """Place a buyer on an empty space, then carry out that area's action (A9)."""
    words = game.events.move(seat)
    if len(words) != 3 or words[0] != "place":
        game.events.foul(f"{' '.join(words)!r} where a buyer must be placed (A9)")
    cards, space = words[1].split("+"), words[2]
    is_free = space == "house" or game.taken[space] < game.spaces[space]
    game.events.need(is_free, f"there is no free space {space!r} (A9)")
    area, _, number = space.partition(".")
    lay_buyers(game, seat, cards, area)
    game.taken[space] += 1
    carry_out(game, seat, area, int(number or 0))


def carry_out(game: Game, seat: int, area: str, number: int) -> None:
    """The action of the area, with the number printed on the space (A12)."""
    match area:
        case "circle":
            build_in_circle(game, seat, number)
        case "bank":
            game.players[seat].money += number  # A17
        case "house":
            game.players[seat].money += game.edition["house"]  # A18
        case "spies":
            send_spies(game, seat, number)
        case "favour":
            game.favour_holder = seat  # even when it was already (A20)
        case "tent":
            visit_tent(game, seat, number)
        case "lit":
            visit_house_of_lit_windows(game, seat)
        case _:
            buy_at_market(game, seat, area)


def lay_buyers(game: Game, seat: int, cards: list[str], area: str) -> None:
    """The area's colour, or any two face down once it has one; the coloured house takes one card (A10, A18)."""
    hand, need = game.players[seat].hand, game.events.need
    need(holds(hand, cards), f"seat {seat} has not got {'+'.join(cards)}")
    if area == "house":
        need(len(cards) == 1, "one card, never a pair, goes to the coloured house (A18)")
    elif len(cards) == 1:
        colour = game.colour_of.setdefault(colour_area(game, area), cards[0])
        need(cards[0] == colour, f"{cards[0]} laid where the colour is {colour} (A10)")
    else:
        need(len(cards) == 2, f"{len(cards)} cards laid on one space (A10)")
        need(colour_area(game, area) in game.colour_of, "a face-down pair can't be the first in an area (A10)")
    hand.subtract(cards)


def colour_area(game: Game, area: str) -> str:
    """The area whose colour counts here; the favour may share that of the spies' house (A12)."""
    return "spies" if area == "favour" and game.edition["favour_area"] == "spies" else area


def pay(game: Game, seat: int, price: int, rule: str) -> None:
    """Pay the bank; nobody can pay what they haven't got (A11)."""
    player = game.players[seat]
    game.events.need(player.money >= price, f"{price} Asari needed, {player.money} held ({rule})")
    player.money -= price


def price_of(game: Game, piece: str) -> int:
    """The price of the piece's colour; gold costs nothing extra (A13)."""
    return int(game.edition["price"][piece.removesuffix("*")])


def buy_at_market(game: Game, seat: int, kind: str) -> None:
    """Take a displayed piece and pay it, or decline; where none can be paid, the turn has ended (A13)."""
    display, money = game.displays[kind], game.players[seat].money
    if any(price_of(game, piece) <= money for piece in display.elements()):
        buy_or_decline(game, seat, kind, display, "A13")


def buy_or_decline(game: Game, seat: int, kind: str, pieces: Counter[str], rule: str) -> None:
    """Buying one of these pieces is optional (A13, A19)."""
    words = game.events.move(seat)
    if words == ["decline"]:
        return
    if len(words) != 2 or words[0] != "buy":
        game.events.foul(f"{' '.join(words)!r} where 'buy' or 'decline' must come ({rule})")
    game.events.need(holds(pieces, [words[1]]), f"there is no {kind} {words[1]} to buy ({rule})")
    pay(game, seat, price_of(game, words[1]), rule)
    pieces[words[1]] -= 1
    game.players[seat].unbuilt[kind, words[1]] += 1


def send_spies(game: Game, seat: int, fee: int) -> None:
    """Pay the fee, choose a stack that is not empty and buy one piece of it or none (A19)."""
    any_left = any(stack.total() for stack in game.stacks.values())
    game.events.need(any_left, "all stacks are empty (A11)")
    pay(game, seat, fee, "A19")
    words = game.events.move(seat)
    if len(words) != 2 or words[0] != "spy" or words[1] not in MARKETS:
        game.events.foul(f"{' '.join(words)!r} where 'spy KIND' must come (A19)")
    stack = game.stacks[words[1]]
    game.events.need(stack.total() > 0, f"the {words[1]} stack is empty (A19)")
    buy_or_decline(game, seat, words[1], stack, "A19")


def visit_tent(game: Game, seat: int, price: int) -> None:
    """Pay and draw buyers, as many as are left; without any the tent is closed (A21)."""
    left = game.pile.total()
    game.events.need(left > 0, "the draw pile is empty (A21)")
    pay(game, seat, price, "A21")
    game.players[seat].hand.update(take_cards(game, "draw", seat, min(game.edition["tent_draws"], left)))


def visit_house_of_lit_windows(game: Game, seat: int) -> None:
    """Choose a look and pay it, see the top of the stack, keep some; one look must be payable (A11, A22)."""
    looks = game.edition["lit_looks"]
    left = game.lit_on_top.total() + len(game.lit_below)
    game.events.need(left > 0, "there are no lit windows left (A22)")
    payable = any(look["price"] <= game.players[seat].money for look in looks)
    game.events.need(payable, "no look can be paid (A11)")
    words = game.events.move(seat)
    look = next((look for look in looks if words == ["look", str(look["seen"])]), None)
    if look is None:
        game.events.foul(f"{' '.join(words)!r} where a look must come (A22)")
    pay(game, seat, look["price"], "A22")
    seen = see_lit_windows(game, seat, min(look["seen"], left))
    keep_lit_windows(game, seat, seen, min(look["kept"], len(seen)))


def see_lit_windows(game: Game, seat: int, count: int) -> list[str]:
    """The unseen top of the stack comes first, then those put under it, in their order (A22)."""
    seen = game.events.names("look", "pieces", seat=seat)
    unseen = min(count, game.lit_on_top.total())
    below = game.lit_below[: count - unseen]
    game.events.need(seen[unseen:] == below, f"{seen} seen, but {below} must come after the first {unseen} (A22)")
    draw(game, game.lit_on_top, seen[:unseen], unseen)
    del game.lit_below[: count - unseen]
    return seen


def keep_lit_windows(game: Game, seat: int, seen: list[str], count: int) -> None:
    """Keep so many of those seen; the rest go under the stack (A22)."""
    words = game.events.move(seat)
    kept = words[1:]
    is_right = words[0] == "keep" and len(kept) == count and holds(Counter(seen), kept)
    game.events.need(is_right, f"{' '.join(words)!r} is not keeping {count} of {seen} (A22)")
    for colour in kept:
        seen.remove(colour)
        game.players[seat].unbuilt["lit", colour] += 1
    put_lit_windows_under(game, seat, seen)


def put_lit_windows_under(game: Game, seat: int, windows: list[str]) -> None:
    """The player says in which order two to four windows go under the stack; otherwise they go as drawn (A22)."""
    if 2 <= len(windows) <= MOST_IN_CHOSEN_ORDER:
        words = game.events.move(seat)
        is_right = words[0] == "under" and Counter(words[1:]) == Counter(windows)
        game.events.need(is_right, f"{' '.join(words)!r} is not putting all of {windows} under the stack (A22)")
        windows = words[1:]
    game.lit_below.extend(windows)


def build_in_circle(game: Game, seat: int, space: int) -> None:
    """Pay k and build exactly k pieces, or fewer where the circle allows it (A14, A16)."""
    pay(game, seat, space, "A14")
    fewest = fewest_to_build(game, space)
    for tower in game.players[seat].towers:
        tower.stood_before = tower.windows.copy()
    built = 0
    while built < space:
        words = game.events.move(seat)
        if words == ["done"]:
            game.events.need(built >= fewest, f"{built} pieces built on space {space}, at least {fewest} asked (A14)")
            return
        pieces = build(game, seat, words)
        built += pieces
        game.events.need(built <= space, f"{built} pieces built on space {space} (A14)")
        score(game, seat, pieces, "built")


def fewest_to_build(game: Game, space: int) -> int:
    """The least m for which m..k-1 are taken: all places of each are, or it has none (A14)."""
    while space > 1 and game.taken[f"circle.{space - 1}"] >= game.spaces[f"circle.{space - 1}"]:
        space -= 1
    return space


def build(game: Game, seat: int, words: list[str]) -> int:
    """Carry out one building move; how many pieces it built (A15)."""
    match words:
        case ["found", base, top]:
            return found_tower(game, seat, base, top)
        case ["add", ("middle" | "window") as kind, piece, "to", tower]:
            return add_piece(game, seat, kind, piece, tower)
        case ["light", colour, "to", tower, *star] if star in ([], ["*"]):
            return add_lit_window(game, seat, colour, tower, on_gold=bool(star))
    game.events.foul(f"{' '.join(words)!r} is no building move (A15)")


def found_tower(game: Game, seat: int, base: str, top: str) -> int:
    """A new tower gets its base and top together, in one colour (A15)."""
    use_piece(game, seat, "base", base)
    use_piece(game, seat, "top", top)
    colour = base.removesuffix("*")
    game.events.need(top.removesuffix("*") == colour, f"a {top} top on a {base} base (A15)")
    game.players[seat].towers.append(Tower(colour, gold=base.endswith("*") + top.endswith("*")))
    return 2


def add_piece(game: Game, seat: int, kind: str, piece: str, number: str) -> int:
    """Any number of middles and windows go into a tower of their colour (A15)."""
    use_piece(game, seat, kind, piece)
    tower = tower_of_colour(game, seat, number, piece.removesuffix("*"))
    is_gold = piece.endswith("*")
    tower.height += 1
    tower.gold += is_gold
    if kind == "window":
        tower.windows[is_gold] += 1
    return 1


def add_lit_window(game: Game, seat: int, colour: str, number: str, on_gold: bool) -> int:
    """A lit window covers a closed window of its colour that stood before this action (A23)."""
    use_piece(game, seat, "lit", colour)
    tower = tower_of_colour(game, seat, number, colour)
    has_window = tower.lit[on_gold] < tower.stood_before[on_gold]
    game.events.need(has_window, f"tower {number} had no such closed window before this action (A23)")
    tower.lit[on_gold] += 1
    return 1


def use_piece(game: Game, seat: int, kind: str, piece: str) -> None:
    """Only what lies behind the player's screen can be built."""
    unbuilt = game.players[seat].unbuilt
    game.events.need(unbuilt[kind, piece] > 0, f"seat {seat} has no {kind} {piece} to build")
    unbuilt[kind, piece] -= 1


def tower_of_colour(game: Game, seat: int, number: str, colour: str) -> Tower:
    """The player's tower of this number, 1 being the first founded; each tower has one colour (A15)."""
    towers = {str(place): tower for place, tower in enumerate(game.players[seat].towers, start=1)}
    if number not in towers:
        game.events.foul(f"seat {seat} has no tower {number}")
    game.events.need(towers[number].colour == colour, f"{colour} into a {towers[number].colour} tower (A15)")
    return towers[number]


def score(game: Game, seat: int, points: int, why: str) -> None:
    """Read a score event, unless there is nothing to score."""
    if points:
        game.events.take("score", seat=seat, points=points, why=why)
        game.players[seat].prestige += points


def score_year(game: Game) -> None:
    """Towers, gold that no lit window covers, lit windows and the favour count 1 each (A23, A24)."""
    for seat, player in enumerate(game.players):
        score(game, seat, len(player.towers), "towers")
        score(game, seat, sum(tower.gold - tower.lit[True] for tower in player.towers), "gold")
        score(game, seat, player.lit_windows, "lit")
        score(game, seat, int(game.favour_holder == seat), "favour")


def score_game(game: Game) -> None:
    """Highest towers by colour and of all (A26, A27), most towers (A28), money (A29); lit windows break ties (A31)."""
    edition, players = game.edition, list(enumerate(game.players))
    towers = [((t.height, t.lit.total()), seat, t.colour) for seat, player in players for t in player.towers]
    points: dict[str, Counter[int]] = {}
    for colour in COLOURS:
        rivals = [(rank, seat) for rank, seat, of_colour in towers if of_colour == colour]
        points[colour] = share_places(rivals, *edition["final_colour"][colour])
    points["highest"] = share_places([(rank, seat) for rank, seat, _ in towers], *edition["final_highest"])
    builders = [((len(player.towers), player.lit_windows), seat) for seat, player in players if player.towers]
    points["most"] = share_places(builders, *edition["final_most"])
    points["money"] = Counter({seat: player.money // edition["asari_per_prestige"] for seat, player in players})
    for seat, _ in players:
        for why, by_seat in points.items():
            score(game, seat, by_seat[seat], why)


def share_places(rivals: list[tuple[tuple[int, int], int]], first: int, second: int) -> Counter[int]:
    """Each seat's points for first and second place; the tied share, rounded up (A30, A31)."""
    points: Counter[int] = Counter()
    ranks = sorted({rank for rank, _ in rivals}, reverse=True)
    tied = [[seat for rank, seat in rivals if rank == place] for place in ranks[:2]]
    prizes = [first, second]
    if tied and len(tied[0]) > 1:
        prizes = [first + second]
    for seats, prize in zip(tied, prizes, strict=False):
        for seat in seats:
            points[seat] += -(-prize // len(seats))
    return points
