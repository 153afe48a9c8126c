"""What a game of Pasha made use of: rows and columns, bonus tiles, cubes, rolls, the lamp, cards.

All is counted from the events and the last position of a finished game, for all seats together. What the edition offers
is named even where nobody used it. Names are written as in the middle of a sentence.
"""

from collections import Counter
from collections.abc import Iterable

from serai.core.match import Match
from serai.core.records.record import Event
from serai.games.pasha.rules.state import FACES, NO_CARD, REWARDS, ROWS
from serai.games.pasha.words import names as words

Uses = dict[str, dict[str, float]]

USE_SENTENCES = {
    "Rows marked": "{name} is marked",
    "Columns marked": "{name} is marked",
    "Bonus tiles won, by reward": "Tiles for {name} are won",
    "Bonus tiles": "Bonus tiles are {name}",
    "Special cards": "The {name}",
}  # how a sentence about something of a group begins, before "twice as often"; groups that aren't here are amounts
BESIDE = "a place beside the board"
REWARD = {"points": "points", "cubes": "cubes", "discard": "discarding"}


def count_uses(match: Match) -> Uses:
    """How often each thing was used, by group and name."""
    moves = [event["move"] for event in match.events if event["type"] == "move"]
    return {
        "Rows marked": rows(match),
        "Columns marked": columns(match),
        "Bonus tiles won, by reward": rewards(match),
        "Bonus tiles": tiles(match),
        "Cubes": cubes(match, moves),
        "Dice": rolls(moves),
        "Special cards": special_cards(match, moves),
        "Cards won by each winner": prizes(match),
        "Negative cards": negatives(match),
    }


def told(match: Match, kind: str) -> list[Event]:
    """The game's events of one type."""
    return [event for event in match.events if event["type"] == kind]


def counted(names: Iterable[str], found: Iterable[str]) -> dict[str, float]:
    """How often each of these names was found."""
    counts = Counter(found)
    return {name: float(counts[name]) for name in names}


def rows(match: Match) -> dict[str, float]:
    """Discs by row, the weakest first (P1)."""
    return counted(map(words.row, ROWS), (words.row(disc["row"]) for disc in told(match, "disc")))


def columns(match: Match) -> dict[str, float]:
    """Discs by column, and those beside the board (P14)."""
    names = [f"column {face}" for face in range(1, FACES + 1)]
    marked = (BESIDE if disc["column"] is None else f"column {disc['column']}" for disc in told(match, "disc"))
    return counted([*names, BESIDE], marked)


def rewards(match: Match) -> dict[str, float]:
    """Tiles won by what they give (P17); rewards that the edition has."""
    offered = {tile["reward"] for tile in match.edition.data["tiles"]}
    names = [REWARD[reward] for reward in REWARDS if reward in offered]
    return counted(names, (REWARD[won["tile"]["reward"]] for won in told(match, "tile")))


def tiles(match: Match) -> dict[str, float]:
    """Tiles that were revealed, and what became of them (P10, P17)."""
    revealed, won = len(told(match, "bonus")), len(told(match, "tile"))
    return {"revealed": float(revealed), "won": float(won), "left lying": float(revealed - won)}


def cubes(match: Match, moves: list[str]) -> dict[str, float]:
    """What cubes were spent on, and what is left (P12)."""
    rerolls = sum(move.startswith("cube reroll") for move in moves)
    spent = sum(move.startswith("cube ") for move in moves)
    left = int(match.games[0].cubes[: match.players].sum())
    own = match.players * int(match.edition.record[0].own_cubes)
    return {
        "spent on a reroll": float(rerolls),
        "spent on turning a die": float(spent - rerolls),
        "white cubes taken": float(left + spent - own),
        "left at the end": float(left),
    }


def rolls(moves: list[str]) -> dict[str, float]:
    """Rolls that cost no cube (P11)."""
    rerolls = [move.split()[1:] for move in moves if move.startswith("reroll ")]
    return {"rerolls": float(len(rerolls)), "in a reroll": sum(map(len, rerolls)) / max(1, len(rerolls))}


def special_cards(match: Match, moves: list[str]) -> dict[str, float]:
    """The two cards that bring more rolls, if the edition has them (P5, P13)."""
    record = match.edition.record[0]
    found: dict[str, float] = {}
    if record.extra_roll != NO_CARD:
        found["extra roll is played"] = float(moves.count(f"play {record.value[record.extra_roll]}"))
    if record.lamp != NO_CARD:
        found["lamp is played"] = float(moves.count(f"play {record.value[record.lamp]}"))
        found["lamp is used"] = float(moves.count("lamp"))
    return found


def prizes(match: Match) -> dict[str, float]:
    """Cards that a winner of the game took, by value, on average where several share the win (P16)."""
    winners = match.winners()
    values = [str(value) for value in sorted(set(match.edition.data["cards"]))]
    won = (str(card) for event in told(match, "win") if event["seat"] in winners for card in event["cards"])
    return {name: number / max(1, len(winners)) for name, number in counted(values, won).items()}


def negatives(match: Match) -> dict[str, float]:
    """Negative cards that somebody had to take, and those that a tile took away (P16, P17)."""
    record = match.edition.record[0]
    taken = sum(card < 0 for event in told(match, "win") for card in event["cards"])
    kept = int(match.games[0].won[: match.players, : int(record.positive)].sum())
    return {"taken": float(taken), "discarded": float(taken - kept)}
