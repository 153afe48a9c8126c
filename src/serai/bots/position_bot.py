"""A bot that is asked about positions of any game. It is shown only what the deciding seat sees."""

from dataclasses import replace

from serai.bots import levels
from serai.bots.advice import Advice, advise
from serai.bots.bot import Bot
from serai.core.errors import NoMove
from serai.core.position import Observation, Position
from serai.core.records.randomness import fresh_seed


class PositionBot:
    """A bot by its name; with a seed and without a time it answers the same whenever it sees the same."""

    def __init__(self, name: str) -> None:
        level = levels.parse(name)
        self.name = str(level)
        self._level = replace(level, seed=fresh_seed() if level.seed is None else level.seed)

    def choose(self, position: Position | Observation) -> str:
        """The move that the bot would play, as text."""
        seen = seen_by_decider(position)
        return seen.name(self._bot(seen).choose(seen.games))

    def evaluate(self, position: Position | Observation, top: int | None = None) -> list[Advice]:
        """The legal moves, best first: each seat's chances and expected points, and reasons; all, or so many."""
        seen = seen_by_decider(position)
        return advise(self._bot(seen), seen.games, top)

    def _bot(self, seen: Observation) -> Bot:
        return Bot(seen.game, seen.edition, self._level)

    def __repr__(self) -> str:
        return f"<PositionBot: {self.name}>"


def seen_by_decider(position: Position | Observation) -> Observation:
    """All that the seat knows that decides; NoMove where nobody decides, or where the observation is another seat's."""
    if position.is_over:
        raise NoMove(f"there is no move to choose from: the game is over in {position!r}")
    if isinstance(position, Position):
        return position.observe(position.to_act)
    if position.viewer != position.to_act:
        raise NoMove(f"there is no move to choose from: {position!r}")
    return position
