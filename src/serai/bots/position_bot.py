"""A bot that answers about positions of any game. It gets only the deciding seat's observation."""

from dataclasses import replace

from serai.bots import levels
from serai.bots.advice import Advice, advise
from serai.bots.bot import Bot
from serai.core.errors import NoMove
from serai.core.position import Observation, Position
from serai.core.records.randomness import fresh_seed


class PositionBot:
    """A bot by its name; with a seed and without a time limit equal observations get equal answers."""

    def __init__(self, name: str) -> None:
        level = levels.parse(name)
        self.name = str(level)
        self._level = replace(level, seed=fresh_seed() if level.seed is None else level.seed)

    def choose(self, position: Position | Observation) -> str:
        """The move that the bot would play, as text."""
        observation = observation_of_decider(position)
        return observation.name(self._bot(observation).choose(observation.games))

    def evaluate(self, position: Position | Observation, top: int | None = None) -> list[Advice]:
        """The legal moves, best first: each seat's chances and expected points, and reasons; all, or the `top` best."""
        observation = observation_of_decider(position)
        return advise(self._bot(observation), observation.games, top)

    def _bot(self, observation: Observation) -> Bot:
        return Bot(observation.game, observation.edition, self._level)

    def __repr__(self) -> str:
        return f"<PositionBot: {self.name}>"


def observation_of_decider(position: Position | Observation) -> Observation:
    """The deciding seat's observation; NoMove after the end, or for another seat's observation."""
    if position.is_over:
        raise NoMove(f"there is no move to choose from: the game is over in {position!r}")
    if isinstance(position, Position):
        return position.observe(position.to_act)
    if position.viewer != position.to_act:
        raise NoMove(f"there is no move to choose from: {position!r}")
    return position
