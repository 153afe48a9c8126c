"""Which bots can think at once in this process: the machine code of each is loaded from the disk before its first turn.

Loading takes up to a second, more on a busy machine. So each bot is loaded on its own, one at a time: first those that
somebody waits for, the others while nobody does. When that is, `work` knows.
"""

import threading
from collections.abc import Callable

from serai.bots.bot import Bot
from serai.bots.levels import NAMES, RANDOM, parse
from serai.core import game as games
from serai.core.position import Position
from serai.core.records.randomness import StreamSeed

Load = Callable[[str, str], None]  # a bot's machine code, by game and level


def load_bot(name: str, level: str) -> None:
    """Let a bot have a first thought, so that its first move takes no longer than others."""
    game = games.load(name)
    position = Position(game, game.read_edition(), game.options(game.player_counts[0]), StreamSeed(0))
    Bot(game, position.edition, parse(level)).prepare(position.observe(position.to_act).games)


def every_bot() -> list[tuple[str, str]]:
    """Each level of each game but `random`, which needs nothing beside the rules."""
    return [(game, level) for game in games.names() for level in NAMES if level != RANDOM]


class Readiness:
    """The bots of one process that are loaded, and the way to load more."""

    def __init__(self, load: Load = load_bot) -> None:
        self._load = load
        self._loaded: set[tuple[str, str]] = set()
        self._one_at_a_time = threading.Lock()

    def has(self, game: str, level: str) -> bool:
        """Whether a bot can think at once."""
        return level == RANDOM or (game, level) in self._loaded

    def load(self, game: str, level: str, is_wanted: Callable[[], bool] = lambda: True) -> bool:
        """Load a bot, if it is still wanted when its turn to be loaded comes; whether it can think now."""
        if not self.has(game, level):
            with self._one_at_a_time:
                if not self.has(game, level) and is_wanted():
                    self._load(game, level)
                    self._loaded.add((game, level))
        return self.has(game, level)


THIS_PROCESS = Readiness()  # machine code is loaded for all of a process
