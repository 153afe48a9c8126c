"""A game of Serai as OpenSpiel's Python search sees it, and that search under a budget of simulations or of time.

The search asks a state for no more than the methods below, so that a state need not pass through OpenSpiel's C++ base
class, as those of `serai.research.open_spiel` do, with which the search is half as fast: nobody shall say that we held
it back. Chance is drawn inside a state; there are no chance nodes. Two ways to value a position: OpenSpiel's own random
rollout, move by move from Python, and the same in compiled code.
"""

from time import perf_counter
from types import SimpleNamespace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from peers import package

from serai.core.edition import Edition
from serai.core.game import Game
from serai.core.records.randomness import stream_of
from serai.core.search.mind import Views

Moves = npt.NDArray[np.int32]
Returns = npt.NDArray[np.float64]
How = Literal["from Python", "compiled"]  # random games are played to value a position

LEAST_SIMULATIONS = 2  # the first only opens the root; the second tries a move
OVER = -4  # OpenSpiel's number for nobody


class SpielGame:
    """What the states of one search have in common: the rules, chance, and room to work in."""

    def __init__(self, game: Game, edition: Edition, seed: int) -> None:
        spiel = package("pyspiel").GameType
        self.kernel = game.kernel
        self.edition = edition.record
        self.stream = stream_of(seed, 0)
        self.moves: Moves = np.zeros(game.rules.MOST_MOVES, np.int32)
        self.views: Views = np.zeros(1, game.rules.STATE)
        self.tally = np.zeros(2, np.int64)
        self._type = SimpleNamespace(
            dynamics=spiel.Dynamics.SEQUENTIAL, information=spiel.Information.IMPERFECT_INFORMATION
        )

    def get_type(self) -> SimpleNamespace:
        """Turn by turn, with secrets."""
        return self._type

    def state(self, view: Views) -> "SpielState":
        """A position as it may be behind what a seat sees."""
        games = np.empty_like(view)
        self.kernel.resample(view, 0, self.edition, self.stream, games, 0)
        return SpielState(self, games, self.legal(games))

    def legal(self, games: Views) -> Moves:
        """Every legal move; an array, because OpenSpiel draws from one faster than from a list."""
        return self.moves[: self.kernel.legal(games, 0, self.edition, self.moves)].copy()

    def returns(self, games: Views) -> Returns:
        """+1 to the winner and -1 to the others; a shared win in equal parts, so that they sum to 0."""
        players = int(games[0]["players"])
        winners = int(self.kernel.winners(games, 0, self.edition))
        won = np.array([winners >> seat & 1 for seat in range(players)], np.float64)
        result: Returns = (players * won / won.sum() - 1) / (players - 1)
        return result


class SpielState:
    """A position, with the methods and names of `pyspiel.State`."""

    def __init__(self, game: SpielGame, games: Views, moves: Moves) -> None:
        self.game = game
        self.games = games
        self._moves = moves
        self._seen: str | None = None

    def get_game(self) -> SpielGame:
        """What it is a state of."""
        return self.game

    def clone(self) -> "SpielState":
        """A copy, with the same chance to come."""
        return SpielState(self.game, self.games.copy(), self._moves)

    def current_player(self) -> int:
        """The seat that decides now."""
        return OVER if self.is_terminal() else int(self.game.kernel.to_act(self.games, 0))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return len(self._moves) == 0

    def is_chance_node(self) -> bool:
        """Never: chance is part of the moves."""
        return False

    def legal_actions(self, player: int | None = None) -> Moves:
        """Every legal move."""
        return self._moves

    def apply_action(self, action: int) -> None:
        """Play a move, and all that follows from it."""
        game = self.game
        count = game.kernel.step(self.games, 0, game.edition, game.moves, int(action))
        self._moves = game.moves[:count].copy()
        self._seen = None

    def returns(self) -> Returns:
        """What each seat has from a game that is over."""
        return self.game.returns(self.games)

    def information_state_string(self) -> str:
        """All that the seat to act knows, as text."""
        if self._seen is None:
            self._seen = self._observed(self.current_player()).tobytes().hex()
        return self._seen

    def resample_from_infostate(self, player: int, sampler: object) -> "SpielState":
        """Another position that looks the same to the player; the game's own chance takes the sampler's place."""
        games = np.empty_like(self.games)
        self.game.kernel.resample(self._observed(player), 0, self.game.edition, self.game.stream, games, 0)
        return SpielState(self.game, games, self._moves)

    def _observed(self, player: int) -> Views:
        self.game.kernel.observe(self.games, 0, self.game.edition, player, self.game.views, 0)
        return self.game.views


class CompiledRollout:
    """Values a position by one random game, as OpenSpiel's evaluator does, but in compiled code."""

    def evaluate(self, state: SpielState) -> Returns:
        """Each seat's result of playing on at random."""
        game, games = state.game, state.games.copy()
        game.kernel.play_on(games, 0, game.edition, game.stream, game.moves, game.tally)
        return game.returns(games)

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """Every move is equally likely."""
        moves = state.legal_actions()
        return [(move, 1 / len(moves)) for move in moves]


def searcher(game: SpielGame, chance: np.random.RandomState, curiosity: float, simulations: int, how: How) -> Any:
    """OpenSpiel's `ISMCTSBot`: it plays the move that it tried most often."""
    if how == "compiled":
        evaluator: Any = CompiledRollout()
    else:
        evaluator = package("open_spiel.python.algorithms.mcts").RandomRolloutEvaluator(1, chance)
    bot = package("open_spiel.python.algorithms.ismcts").ISMCTSBot
    return bot(game, evaluator, curiosity, simulations, random_state=chance)


def search_until(bot: Any, state: SpielState, deadline: float) -> tuple[int, int]:
    """The bot's move when the clock ends its loop instead of a number, and how many simulations it made."""
    bot.reset()
    root, simulations = bot.create_new_node(state), 0
    while simulations < LEAST_SIMULATIONS or perf_counter() < deadline:
        bot.run_simulation(bot.sample_root_state(state))
        simulations += 1
    policy = bot.get_final_policy(state, root)
    return int(max(policy, key=lambda choice: choice[1])[0]), simulations
