"""The referee of Pasha: replays a record by the rules P1-P20, reading chance from the events.

It decides whether each event may come where it does; cards, cubes, rolls and tiles come from the record's edition.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from . import Events, is_same, seats_from

RULES_VERSION = 1
PLAYERS = range(2, 6)
DICE = 5
FACES = range(1, 7)
ROWS = ("none", "pair", "two pairs", "three", "full house", "four", "five")  # weakest first (P1)

OPTIONS_SHAPE: dict[str, Any] = {"players": int}
EDITION_SHAPE: dict[str, Any] = {
    "name": str,
    "cards": [int],
    "pack_size": int,
    "extra_roll_card": (int, type(None)),
    "lamp_card": (int, type(None)),
    "rolls": int,
    "own_cubes": int,
    "white_cubes": int,
    "tiles": [
        (
            {"set": str, "face": int, "reward": "points", "amount": int},
            {"set": str, "face": int, "reward": "cubes", "amount": int},
            {"set": str, "face": int, "reward": "discard", "amount": type(None)},
        )
    ],
    "known": dict,
}
EDITION_DEFAULTS: dict[str, Any] = {}  # for keys that an edition may lack
EVENT_KEYS: dict[str, set[str]] = {
    "start": {"seat"},
    "packs": {"seat", "cards"},
    "round": {"number"},
    "bonus": {"tile"},
    "move": {"seat", "move"},
    "roll": {"seat", "dice"},
    "disc": {"seat", "row", "column"},
    "win": {"seat", "cards"},
    "tile": {"seat", "tile"},
    "score": {"seat", "points", "why"},
    "end": set(),
}

Tile = dict[str, Any]  # set, face, reward, amount


@dataclass
class Player:
    """All that one seat owns."""

    cubes: int  # own and white ones alike (P3)
    packs: list[list[int]]  # not yet taken in hand, next first
    hand: Counter[int] = field(default_factory=Counter)
    won: list[int] = field(default_factory=list)  # cards
    tile_points: int = 0


@dataclass
class Disc:
    """One marked result; `order` counts the round's discs, so the later of two on a field lies on top (P14)."""

    seat: int
    row: int  # place in ROWS
    column: int  # 0: beside the board
    order: int

    @property
    def rank(self) -> tuple[int, int, int]:
        """Higher row, then further right, then on top (P15)."""
        return self.row, self.column, self.order


@dataclass
class Turn:
    """One seat's dice and what it may still do with them."""

    card: int
    rolls: int  # rolls of one go: three, or four with the extra roll (P5)
    rolls_left: int
    lamp_used: bool = False
    dice: Counter[int] = field(default_factory=Counter)


@dataclass
class Game:
    """The position between two events."""

    edition: dict[str, Any]
    events: Events
    players: list[Player]
    first: int  # who starts the round
    white_cubes: int
    hidden_tiles: list[Tile]
    shown_tiles: list[Tile] = field(default_factory=list)  # above the columns, in the order revealed (P10)


def replay(edition: dict[str, Any], options: dict[str, Any], events: Events) -> list[tuple[int, ...]]:
    """Replay a whole game; each seat's standing is its points, then its cubes (P20)."""
    game = set_up(edition, options["players"], events)
    for number in range(1, len(edition["cards"]) + 1):
        play_round(game, number)
    scores = [score_game(game, seat) for seat in range(options["players"])]
    events.take("end")
    return [(points, player.cubes) for points, player in zip(scores, game.players, strict=True)]


def set_up(edition: dict[str, Any], players: int, events: Events) -> Game:
    """The first player by lot (P9); each seat's cards in packs, of which one is taken in hand (P7)."""
    first = events.take("start")["seat"]
    owners = [Player(edition["own_cubes"], []) for _ in range(players)]
    game = Game(edition, events, owners, first, edition["white_cubes"], list(edition["tiles"]))
    for seat in seats_from(first, players):
        cards = events.numbers("packs", "cards", seat=seat)
        events.need(sorted(cards) == sorted(edition["cards"]), f"{cards} are not the cards of a player (P2)")
        size = edition["pack_size"]
        game.players[seat].packs = [cards[start : start + size] for start in range(0, len(cards), size)]
        take_pack(game.players[seat])
    return game


def take_pack(player: Player) -> None:
    """Take the next pack in hand, if there is one (P7, P11)."""
    if player.packs:
        player.hand = Counter(player.packs.pop(0))


def play_round(game: Game, number: int) -> None:
    """Reveal a tile, let each seat take a turn, then give out cards and tiles (P10-P18)."""
    game.events.take("round", number=number)
    reveal_tile(game)
    played: list[int] = []
    discs: list[Disc] = []
    for order, seat in enumerate(seats_from(game.first, len(game.players))):
        turn = play_card(game, seat)
        played.append(turn.card)
        discs.append(roll_and_mark(game, seat, turn, order))
    discs.sort(key=lambda disc: disc.rank, reverse=True)
    give_cards(game, played, [disc.seat for disc in discs])
    give_tiles(game, discs)
    game.first = discs[0].seat


def reveal_tile(game: Game) -> None:
    """The next tile is any left of the first set, in the order A, B, C; tiles may run out (P8, P10)."""
    if not game.hidden_tiles:
        return
    tile = game.events.take("bonus")["tile"]
    next_set = min(hidden["set"] for hidden in game.hidden_tiles)
    possible = [hidden for hidden in game.hidden_tiles if hidden["set"] == next_set and is_same(hidden, tile)]
    game.events.need(bool(possible), f"{tile} is not among the next tiles, those of set {next_set} (P8)")
    game.hidden_tiles.remove(possible[0])
    game.shown_tiles.append(possible[0])


def play_card(game: Game, seat: int) -> Turn:
    """Play a card from hand; on playing the last take the next pack (P11). The first roll follows."""
    player, words = game.players[seat], game.events.move(seat)
    cards = {str(card): card for card in player.hand.elements()}
    if len(words) != 2 or words[0] != "play" or words[1] not in cards:
        game.events.foul(f"{' '.join(words)!r} is not playing one of {sorted(player.hand.elements())} (P11)")
    card = cards[words[1]]
    player.hand[card] -= 1
    if not player.hand.total():
        take_pack(player)
    rolls = game.edition["rolls"] + (card == game.edition["extra_roll_card"])
    turn = Turn(card, rolls, rolls_left=rolls - 1)
    roll(game, seat, turn, kept=Counter())
    return turn


def roll(game: Game, seat: int, turn: Turn, kept: Counter[int]) -> None:
    """Read a roll: five dice, among them those kept (P11)."""
    dice = game.events.numbers("roll", "dice", seat=seat)
    is_possible = len(dice) == DICE and all(face in FACES for face in dice)
    game.events.need(is_possible, f"{dice} are not five dice (P1)")
    game.events.need(kept <= Counter(dice), f"{sorted(kept.elements())} were kept, but {dice} lie there (P11)")
    turn.dice = Counter(dice)


def roll_and_mark(game: Game, seat: int, turn: Turn, order: int) -> Disc:
    """Reroll, spend cubes and use the lamp at will, until the result is marked (P11-P14)."""
    while True:
        words = game.events.move(seat)
        match words:
            case ["mark", *face]:
                return mark(game, seat, turn, face, order)
            case ["reroll", *faces]:
                use_roll(game, turn)
                reroll(game, seat, turn, faces)
            case ["cube", "reroll", *faces]:
                spend_cube(game, seat)
                reroll(game, seat, turn, faces)
            case ["cube", change]:
                spend_cube(game, seat)
                turn_die(game, turn, change)
            case ["lamp"]:
                use_lamp(game, turn)
                roll(game, seat, turn, kept=Counter())
            case _:
                game.events.foul(f"{' '.join(words)!r} is no move of a turn (P11)")


def use_roll(game: Game, turn: Turn) -> None:
    """Three rolls a turn, the first included; four with the extra roll (P5, P11)."""
    game.events.need(turn.rolls_left > 0, "no roll is left (P11)")
    turn.rolls_left -= 1


def reroll(game: Game, seat: int, turn: Turn, faces: list[str]) -> None:
    """Keep the dice that are not named and roll the others, at least one (P11, P12)."""
    rerolled = Counter(face_named(game, face) for face in faces)
    game.events.need(rerolled.total() > 0, "a reroll takes at least one die (P11)")
    game.events.need(rerolled <= turn.dice, f"{faces} are not all among {sorted(turn.dice.elements())} (P11)")
    roll(game, seat, turn, kept=turn.dice - rerolled)


def spend_cube(game: Game, seat: int) -> None:
    """A cube spent, own or white, leaves the game (P12)."""
    game.events.need(game.players[seat].cubes > 0, f"seat {seat} has no cube left (P12)")
    game.players[seat].cubes -= 1


def turn_die(game: Game, turn: Turn, change: str) -> None:
    """Turn one die up or down by one; 6 and 1 are not neighbours (P12)."""
    steps = {"+": 1, "-": -1}
    game.events.need(change[-1:] in steps, f"{change!r} is neither 'F+' nor 'F-' (P12)")
    face = face_named(game, change[:-1])
    turned = face + steps[change[-1:]]
    game.events.need(turn.dice[face] > 0, f"no die shows {face} (P12)")
    game.events.need(turned in FACES, f"a {face} can't be turned by {change[-1:]} (P12)")
    turn.dice[face] -= 1
    turn.dice[turned] += 1


def face_named(game: Game, name: str) -> int:
    """A die's face as it is written in a move."""
    faces = {str(face): face for face in FACES}
    game.events.need(name in faces, f"{name!r} is no face of a die (P1)")
    return faces[name]


def use_lamp(game: Game, turn: Turn) -> None:
    """Once, when all rolls are used: an ordinary series of rolls begins again (P13)."""
    game.events.need(turn.card == game.edition["lamp_card"], f"card {turn.card} is not the lamp (P13)")
    game.events.need(not turn.lamp_used, "the lamp has been used (P13)")
    game.events.need(turn.rolls_left == 0, "the lamp comes when all rolls are used (P13)")
    turn.lamp_used = True
    turn.rolls_left = game.edition["rolls"] - 1


def mark(game: Game, seat: int, turn: Turn, face: list[str], order: int) -> Disc:
    """Put the disc where the strongest combination belongs; of two pairs the player chooses one (P14)."""
    row, columns = strongest(turn.dice)
    if len(columns) == 2:
        game.events.need(len(face) == 1, f"two pairs: 'mark' must name one of {columns} (P14)")
        column = face_named(game, face[0])
        game.events.need(column in columns, f"{column} is none of the pairs {columns} (P14)")
    else:
        game.events.need(not face, "'mark' names a face only with two pairs (P14)")
        column = columns[0]
    game.events.take("disc", seat=seat, row=row, column=column or None)
    return Disc(seat, ROWS.index(row), column, order)


def strongest(dice: Counter[int]) -> tuple[str, list[int]]:
    """The strongest combination's row and the columns it may go to, 0 being beside the board (P1, P14)."""
    groups = sorted(((count, face) for face, count in dice.items() if count > 1), reverse=True)
    faces = [face for _, face in groups]
    match [count for count, _ in groups]:
        case [5]:
            return "five", faces
        case [4]:
            return "four", faces
        case [3, 2]:
            return "full house", faces[:1]
        case [3]:
            return "three", faces
        case [2, 2]:
            return "two pairs", faces
        case [2]:
            return "pair", faces
    return "none", [0]


def give_cards(game: Game, played: list[int], ranking: list[int]) -> None:
    """The best take the highest cards, one each; all -1 cards go to the last (P16)."""
    positive = sorted((card for card in played if card >= 0), reverse=True)
    negative = [card for card in played if card < 0]
    for seat, card in zip(ranking, positive, strict=False):
        win_cards(game, seat, [card])
    if negative:
        win_cards(game, ranking[-1], negative)


def win_cards(game: Game, seat: int, cards: list[int]) -> None:
    """Read which cards a seat wins (P16)."""
    won = game.events.numbers("win", "cards", seat=seat)
    game.events.need(sorted(won) == sorted(cards), f"seat {seat} wins {won}, the rules say {cards} (P16)")
    game.players[seat].won += cards


def give_tiles(game: Game, discs: list[Disc]) -> None:
    """The best disc in a column takes all tiles above it, in the order revealed (P17)."""
    best_in_column = {disc.column: disc.seat for disc in reversed(discs)}
    for tile in list(game.shown_tiles):
        if tile["face"] in best_in_column:
            seat = best_in_column[tile["face"]]
            game.events.take("tile", seat=seat, tile=tile)
            game.shown_tiles.remove(tile)
            take_reward(game, game.players[seat], tile)


def take_reward(game: Game, player: Player, tile: Tile) -> None:
    """Points are kept; -1 cards leave the pile; white cubes come as far as there are any (P17)."""
    if tile["reward"] == "points":
        player.tile_points += tile["amount"]
    elif tile["reward"] == "discard":
        player.won = [card for card in player.won if card >= 0]
    else:
        cubes = min(tile["amount"], game.white_cubes)
        game.white_cubes -= cubes
        player.cubes += cubes


def score_game(game: Game, seat: int) -> int:
    """Cards won, points on tiles and cubes left (P19)."""
    player = game.players[seat]
    points = {"cards": sum(player.won), "tiles": player.tile_points, "cubes": player.cubes}
    for why, amount in points.items():
        game.events.take("score", seat=seat, points=amount, why=why)
    return sum(points.values())
