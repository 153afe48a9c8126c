"""Random games in numbers: compiled and without records, or one at a time with its whole record.

Game k of a simulation has the seed `randomness.seed_of_game(S, k)`; its players choose from a stream of that seed as
well. So any one game can be played again, alone and recorded, and comes out the same.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from serai.core.compiled.rng import Stream
from serai.core.edition import Edition
from serai.core.game import Game, Options
from serai.core.match import Match
from serai.core.position import Position
from serai.core.records.randomness import StreamSeed, player_stream, seed_of_game

Numbers = npt.NDArray[np.int64]
PLAYER = "random"  # what records say plays each seat
TOLD_EVERY = 100  # games


@dataclass(frozen=True)
class Outcomes:
    """How games ended, one row or entry for each."""

    scores: Numbers  # by game and seat
    winners: Numbers  # one bit for each seat
    decisions: Numbers
    forced: Numbers  # of these, how many left no choice

    def win_shares(self) -> list[float]:
        """Each seat's share of the wins; a shared win counts in equal parts."""
        seats = np.arange(self.scores.shape[1])
        won = self.winners[:, None] >> seats & 1
        return [float(share) for share in (won / won.sum(axis=1, keepdims=True)).mean(axis=0)]


class RandomPlay:
    """The random players of one table: plays compiled games, or moves of a match."""

    def __init__(self, game: Game, edition: Edition, options: Options) -> None:
        self.game = game
        self.edition = edition
        self.options = options
        self._packed = game.packed(options)
        self._games = np.zeros(1, game.rules.STATE)
        self._scratch = np.zeros(game.rules.MOST_MOVES, np.int32)

    def play(self, seed: int, points: Numbers, tally: Numbers) -> int:
        """One game from set-up to end: writes scores, adds decisions and forced ones; the winners' bits."""
        kernel, edition = self.game.kernel, self.edition.record
        kernel.seed(self._games, 0, np.uint64(seed))
        kernel.new(self._games, 0, edition, self._packed)
        kernel.play_on(self._games, 0, edition, player_stream(seed), self._scratch, tally)
        kernel.scores(self._games, 0, edition, points)
        return int(kernel.winners(self._games, 0, edition))

    def choose(self, game: Position | Match, stream: Stream) -> int:
        """A random legal move in a position or a match."""
        return int(self.game.kernel.random_move(game.games, 0, self.edition.record, stream, self._scratch))


def simulate(
    game: Game,
    edition: Edition,
    options: Options,
    seed: int,
    numbers: range,
    progress: Callable[[int], None] = lambda done: None,
) -> Outcomes:
    """Play the random games of these numbers; `progress` is told now and then how many are done."""
    players = RandomPlay(game, edition, options)
    scores = np.zeros((len(numbers), int(options["players"])), np.int64)
    winners = np.zeros(len(numbers), np.int64)
    tally = np.zeros((len(numbers), 2), np.int64)
    for row, number in enumerate(numbers):
        winners[row] = players.play(seed_of_game(seed, number), scores[row], tally[row])
        if row % TOLD_EVERY == 0:
            progress(row)
    progress(len(numbers))
    return Outcomes(scores, winners, tally[:, 0], tally[:, 1])


def recorded(game: Game, edition: Edition, options: Options, seed: int, number: int) -> Match:
    """The same random game as `simulate` plays, as a match that is over and can be recorded."""
    own_seed = seed_of_game(seed, number)
    match = Match(game, edition, options, StreamSeed(own_seed))
    players = RandomPlay(game, edition, options)
    stream = player_stream(own_seed)
    while not match.is_over:
        match.play(players.choose(match, stream))
    return match


def random_seats(players: int) -> list[dict[str, str]]:
    """The seats of a recorded random game."""
    return [{"name": f"Random {seat + 1}", "by": PLAYER} for seat in range(players)]
