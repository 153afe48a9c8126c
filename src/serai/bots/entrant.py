"""Who takes part in an arena: an `Entrant` seats a player at each game, who is told nothing but what the seat sees."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, runtime_checkable

from serai.bots.bot import Bot
from serai.bots.levels import Level
from serai.core.edition import Edition
from serai.core.game import Game
from serai.core.position import Position
from serai.core.search.mind import Views


class Player(Protocol):
    """Whoever decides for a seat."""

    def choose(self, view: Views) -> int:
        """A legal move, from all that the seat knows."""


@runtime_checkable
class Guest(Protocol):
    """A player from outside, for whom chance decides where it does not answer as it should."""

    faults: list[str]  # why chance decided in its place, once for each time

    def leave(self, scores: Sequence[int], winners: Sequence[int]) -> None:
        """The game has ended like this."""


class Entrant(ABC):
    """Who takes part; to be played on several cores it must be something that can be pickled."""

    is_reproducible = True  # whether its players play the same on any machine when their seed is the same

    @property
    @abstractmethod
    def name(self) -> str:
        """What tables call it."""

    @abstractmethod
    def sit(self, game: Game, edition: Edition, seed: int) -> Player:
        """A player for one seat of one game."""

    def check(self, position: Position) -> None:  # noqa: B027
        """BadBot if it can't take part; asked once, before anything is played."""

    def dismiss(self) -> None:  # noqa: B027
        """End what it keeps in this process, because others will play."""

    def prepare(self, position: Position) -> None:  # noqa: B027
        """Load what is needed, once in each process, so that the first decision takes no longer than others."""

    def close(self) -> None:  # noqa: B027
        """End what runs between games; the next game starts it anew."""


class BotEntrant(Entrant):
    """A bot by its level."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.is_reproducible = level.is_reproducible

    @property
    def name(self) -> str:
        return str(self.level)

    def sit(self, game: Game, edition: Edition, seed: int) -> Player:
        return self.bot(game, edition, seed)

    def bot(self, game: Game, edition: Edition, seed: int) -> Bot:
        """The bot itself, with this seed unless its name has one."""
        return Bot(game, edition, self.level if self.level.seed is not None else replace(self.level, seed=seed))

    def prepare(self, position: Position) -> None:
        Bot(position.game, position.edition, self.level).prepare(position.observe(position.to_act).games)


def take_leave(players: Sequence[Player], position: Position) -> tuple[tuple[str, ...], ...]:
    """Tell the players that their game has ended; the faults of each seat."""
    scores, winners = position.scores(), position.winners()
    for player in players:
        if isinstance(player, Guest):
            player.leave(scores, winners)
    return tuple(tuple(player.faults) if isinstance(player, Guest) else () for player in players)
