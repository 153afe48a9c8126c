"""Serai from Python: the games, a position to play, records, and bots.

    position = serai.new("asara", players=3, expert=True, seed=7)
    position.play(serai.bot("merchant").choose(position))

`import serai` loads nothing but this file. The rules and their compiler come with the first game.
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

# The function `games` below has the name of a subpackage. Importing a subpackage sets it as an attribute here, once, so
# it is imported before the function takes that attribute. `from serai.games import …` and `import_module` find the
# subpackage as ever; `import serai.games as package` would find the function.
import_module("serai.games")

if TYPE_CHECKING:
    from serai.bots.position_bot import PositionBot
    from serai.core.edition import Edition
    from serai.core.position import Position
    from serai.core.records.replay import RecordedGame
else:

    def __getattr__(name: str) -> Any:
        """`Position` is loaded when somebody asks for it."""
        if name == "Position":
            return import_module("serai.core.position").Position
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["Position", "__version__", "bot", "games", "load", "new"]
__version__ = "0.1.0"


def games() -> list[str]:
    """The names of the games."""
    from serai.core.game import names

    return names()


def new(
    game: str,
    *,
    players: int,
    seed: int | None = None,
    edition: "Edition | str | Path | None" = None,
    **options: bool,
) -> "Position":
    """The first position of a game, such as `new("asara", players=3, expert=True)`; without a seed a secret one."""
    from serai.core import position

    return position.new(game, players=players, seed=seed, edition=edition, **options)


def load(path: str | Path) -> "list[RecordedGame]":
    """The records of a file: one document in `.json`, else one in each line."""
    from serai.core.records import replay

    return replay.load(path)


def bot(name: str) -> "PositionBot":
    """A bot by its name, such as `merchant`, `vizier:time=0.5` or `caliph:sims=2000:seed=7`."""
    from serai.bots.position_bot import PositionBot

    return PositionBot(name)


def __dir__() -> list[str]:
    return sorted([*globals(), "Position"])
