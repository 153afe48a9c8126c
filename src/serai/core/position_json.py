"""A position as JSON, `serai-position/1`: the steps from set-up and the position they lead to; read strictly.

Reading plays the steps again, so nothing depends on how a record lies in memory; `docs/research.md` tells the keys.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from serai.core import game as games
from serai.core.edition import Edition
from serai.core.errors import BadNotation, BadRecord, IllegalMove
from serai.core.game import Game, Options
from serai.core.records import randomness
from serai.core.records.randomness import SEED_BITS, Randomness
from serai.core.records.validation import Shape

if TYPE_CHECKING:
    from serai.core.position import Position

FORMAT = "serai-position/1"
KEYS = (
    "format",
    "game",
    "rules_version",
    "edition",
    "options",
    "randomness",
    "steps",
    "copies",
    "position",
    "streams",
)

Begin = Callable[[Game, Edition, Options, Randomness], "Position"]


def as_data(position: "Position") -> dict[str, Any]:
    """The position with all that led to it."""
    if position.randomness is None:
        raise BadRecord("a position dealt from an observation has no JSON, for nobody knows what led to it")
    return {
        "format": FORMAT,
        "game": position.game.name,
        "rules_version": position.game.rules.RULES_VERSION,
        "edition": position.edition.data,
        "options": position.options,
        "randomness": position.randomness.as_data(),
        "steps": list(steps(position)),
        "copies": position.copies,
        "position": reached(position),
        "streams": streams(position),
    }


def steps(position: "Position") -> Iterator[dict[str, Any]]:
    """The moves, and between them where chance was made new."""
    for number in range(len(position.moves) + 1):
        yield from (each.as_data() for each in position.fresh_chance if each.after == number)
        if number < len(position.moves):
            yield {"move": position.name(position.moves[number])}


def reached(position: "Position") -> dict[str, Any]:
    """All but the chance to come, in the record's own names."""
    found: dict[str, Any] = position.game.words.position(position.games[0], position.edition)
    return found


def streams(position: "Position") -> dict[str, str]:
    """The chance to come, as words of 64 bits."""
    return {name: "".join(f"{int(word):016x}" for word in position.games[name][0]) for name in ("open", "hidden")}


def read(data: object, where: str, begin: Begin) -> "Position":
    """The position that follows from the steps; BadRecord if it is another one than the data says."""
    shape = Shape(where)
    if isinstance(data, dict) and data.get("format", FORMAT) != FORMAT:
        raise shape.fail("format", data["format"], repr(FORMAT))
    table = shape.table("", data, KEYS)
    position = at_set_up(table, shape, begin)
    shape = of_version(table["rules_version"], position.game, shape)
    for key, step in shape.entries("steps", table["steps"]):
        take_step(position, key, step, shape)
    position.copies = shape.number("copies", table["copies"])
    if position.copies < 0:
        raise shape.fail("copies", position.copies, "a whole number from 0")
    shape.same("position", table["position"], reached(position))
    shape.same("streams", table["streams"], streams(position))
    return position


def at_set_up(table: dict[str, Any], shape: Shape, begin: Begin) -> "Position":
    """The position before the first step."""
    game = games.load(shape.text("game", table["game"]))
    edition = game.edition_of(shape.mapping("edition", table["edition"]), f"{shape.where}: edition")
    options = game.options(**shape.table("options", table["options"], ("players", *game.flags)))
    chance = randomness.read(table["randomness"], int(options["players"]), shape)
    return begin(game, edition, options, chance)


def of_version(version: object, game: Game, shape: Shape) -> Shape:
    """The checks of the steps; where other rules were followed, messages say so."""
    if isinstance(version, bool) or not isinstance(version, int | str):
        raise shape.fail("rules_version", version, "a whole number or a text")
    if version == game.rules.RULES_VERSION:
        return shape
    return Shape(f"{shape.where}, of rules version {version!r} (ours is {game.rules.RULES_VERSION!r})")


def take_step(position: "Position", key: str, step: object, shape: Shape) -> None:
    """Play a move, or make chance new."""
    if isinstance(step, dict) and "reseed" in step:
        position.reseed(seed_in(f"{key}.reseed", shape.table(key, step, ("reseed",))["reseed"], shape))
    elif isinstance(step, dict) and "redeal" in step:
        table = shape.table(key, step, ("redeal", "seat"))
        seat = None if table["seat"] is None else shape.seat(f"{key}.seat", table["seat"], position.players)
        position.redeal(seat, seed_in(f"{key}.redeal", table["redeal"], shape))
    else:
        move = shape.text(f"{key}.move", shape.table(key, step, ("move",))["move"])
        try:
            position.apply(move)
        except (BadNotation, IllegalMove) as error:
            raise BadRecord(f"{shape.where}: {key}.move is no move that can be played there: {error}") from None


def seed_in(key: str, found: object, shape: Shape) -> int:
    """A seed of 64 bits."""
    return int.from_bytes(shape.hexadecimal(key, found, SEED_BITS // 8), "big")
