"""Participants of an arena: an `Entrant` creates a player for each game, which gets only its seat's observations."""

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
    """Decides for a seat."""

    def choose(self, view: Views) -> int:
        """A legal move, from the seat's observation."""


@runtime_checkable
class ExternalPlayer(Protocol):
    """A player in another program; chance decides for it when it gives no valid answer."""

    faults: list[str]  # why chance decided in its place, once for each time

    def leave(self, scores: Sequence[int], winners: Sequence[int]) -> None:
        """End the player's game, with its result."""


class Entrant(ABC):
    """A participant; it must be picklable to play on several cores."""

    is_reproducible = True  # whether its players play the same on any machine when their seed is the same

    @property
    @abstractmethod
    def name(self) -> str:
        """The name in tables."""

    @abstractmethod
    def sit(self, game: Game, edition: Edition, seed: int) -> Player:
        """A player for one seat of one game."""

    def check(self, position: Position) -> None:  # noqa: B027
        """BadBot if it can't take part; called once, before the first game."""

    def dismiss(self) -> None:  # noqa: B027
        """Release what it holds in this process, because other processes will play."""

    def prepare(self, position: Position) -> None:  # noqa: B027
        """Load its code and data, once in each process, so that the first decision takes no longer than others."""

    def close(self) -> None:  # noqa: B027
        """End what runs between games; the next game starts it again."""


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


def end_game(players: Sequence[Player], position: Position) -> tuple[tuple[str, ...], ...]:
    """Tell the players that their game has ended, and return each seat's faults."""
    scores, winners = position.scores(), position.winners()
    for player in players:
        if isinstance(player, ExternalPlayer):
            player.leave(scores, winners)
    return tuple(tuple(player.faults) if isinstance(player, ExternalPlayer) else () for player in players)
