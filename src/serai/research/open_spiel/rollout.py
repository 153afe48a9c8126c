"""Random games in compiled code, for OpenSpiel's tree searches in place of their evaluator that plays from Python."""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from open_spiel.python.algorithms import mcts

from serai.core.records.randomness import player_stream
from serai.research import rewards
from serai.research.open_spiel.line import Node, Play, copy_games

if TYPE_CHECKING:
    from serai.research.open_spiel.game import SpielState


class CompiledRollout(mcts.Evaluator):  # type: ignore[misc]
    """Values a state by random games from it, as `RandomRolloutEvaluator` does; chance is always drawn."""

    def __init__(self, n_rollouts: int = 1, seed: int | None = None) -> None:
        self._count = n_rollouts
        self._rng = np.random.default_rng(seed)

    def evaluate(self, state: "SpielState") -> npt.NDArray[np.float64]:
        """Each player's mean result."""
        play = state.get_game().play
        results = [self._result(play, state.node) for _ in range(self._count)]
        return np.mean(results, axis=0)  # type: ignore[no-any-return]

    def prior(self, state: "SpielState") -> list[tuple[int, float]]:
        """Every move is equally likely."""
        if state.is_chance_node():
            return state.chance_outcomes()
        moves = state.legal_actions()
        return [(move, 1 / len(moves)) for move in moves]

    def _result(self, play: Play, node: Node) -> list[float]:
        """The rewards of one random game."""
        if node.pending is not None:
            node = play.draw(node, 0, self._seed())
        games, kernel = copy_games(node.games), play.game.kernel
        kernel.seed(games, 0, np.uint64(self._seed()))
        moves, tally = np.empty(play.game.rules.MOST_MOVES, np.int32), np.zeros(2, np.int64)
        kernel.play_on(games, 0, play.edition.record, player_stream(self._seed()), moves, tally)
        return rewards.of(play.winners(games), play.players)

    def _seed(self) -> int:
        return int(self._rng.integers(2**64, dtype=np.uint64))
