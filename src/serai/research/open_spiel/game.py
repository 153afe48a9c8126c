"""The games and states of OpenSpiel's registry: OpenSpiel's interface to `line.py`.

With `chance=0` outcomes are drawn from the game's generator, as in OpenSpiel's own games of that kind: with a generator
in the state, all copies that a search makes would get the same dice. OpenSpiel's C++ calls only a fixed set of methods
of a Python game: `undo_action` and `resample_from_infostate` here serve algorithms in Python, not those in C++
(`pyspiel.ISMCTSBot`).
"""

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pyspiel

from serai.core.errors import BadOptions
from serai.core.game import Game
from serai.research import kernels, rewards
from serai.research.open_spiel.line import CHANCE, OVER, SET_UP, Node, Play
from serai.research.open_spiel.observer import Observer

MOST_DECISIONS = 10_000  # in any game; the standard ones end within a few hundred
MOST_OUTCOMES = 1_000_000  # of a chance node
RANDOM_SEED = -1  # the rng_seed that stands for a secret random one


class HistoryEntry(NamedTuple):
    """One entry of a history: a player's action."""

    player: int
    action: int


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Serai with its parameters; each game has a class of its own."""

    source: ClassVar[Game]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.source
        parameters = defaults(game) | (params or {})
        self.chance = chance_of(parameters["chance"])
        self.play = play_of(game, parameters)
        self.rng = np.random.default_rng(None if parameters["rng_seed"] == RANDOM_SEED else parameters["rng_seed"])
        overrides = {key: value for key, value in parameters.items() if value != defaults(game)[key]}
        super().__init__(type_of(game, self.chance), info_of(self.play, self.chance), overrides)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game with the state of its generator, which OpenSpiel's own serialization leaves out."""
        return unpickle_game, (str(self), self.rng)

    def new_initial_state(self) -> "SpielState":
        """A game before its set-up."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> Observer:
        """An observer of one of the kinds that OpenSpiel asks for."""
        return Observer(self.play, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        """Every decision may draw, and the set-up."""
        return MOST_DECISIONS + 1


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state: a node on a line of play."""

    # OpenSpiel copies and pickles what is in __dict__, so the game, which a new state is given, stays out of it.
    __slots__ = ("__dict__", "_game")

    node: Node

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._game = game
        self.node = game.play.root

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the state with its game."""
        return unpickle_state, (self._game, self.serialize())

    def current_player(self) -> int:
        """The seat that decides, or OpenSpiel's number for chance or the end."""
        return self.node.to_act

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.to_act == OVER

    def _legal_actions(self, player: int) -> list[int]:
        """Every legal move, ascending."""
        return self._game.play.legal(self.node)

    def is_chance_node(self) -> bool:
        """Whether chance comes next; overridden because C++ would call back."""
        return self.node.pending is not None

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions, by `player` if given; overridden because C++ would call back four times."""
        if self.node.pending is not None:
            return list(range(max(1, self._game.chance))) if player in (None, CHANCE) else []
        if self.node.to_act == OVER or player not in (None, self.node.to_act):
            return []
        return list(self._game.play.legal(self.node))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """One that stands for all of them, or as many equally likely ones as the game has."""
        count = max(1, self._game.chance)
        return [(outcome, 1 / count) for outcome in range(count)]

    def _apply_action(self, action: int) -> None:
        play = self._game.play
        if self.node.pending is None:
            self.node = play.decide(self.node, action)
        elif self._game.chance:
            self.node = play.draw(self.node, action, play.outcome_seed(self.node, action))
        else:
            self.node = play.draw(self.node, action, int(self._game.rng.integers(2**64, dtype=np.uint64)))

    def _action_to_string(self, player: int, action: int) -> str:
        """A move in the game's notation; an outcome of chance by its number."""
        return f"chance {action}" if player == CHANCE else self._game.play.name(action)

    def returns(self) -> list[float]:
        """Each seat's reward of a finished game (`serai.research.rewards`)."""
        play = self._game.play
        return rewards.of(play.winners(self.node.games), play.players) if self.is_terminal() else [0.0] * play.players

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> "SpielState":
        """Another state that looks the same to the player: everything that the rules hide from it is dealt anew.

        Its history stays that of the original state.
        """
        if self.node.pending is not None:
            raise pyspiel.SpielError("at a chance node nothing can be dealt anew; ask at a decision")
        other: SpielState = self.clone()
        seed = int(probability_sampler() * 2**32) << 32 | int(probability_sampler() * 2**32)
        other.node = self._game.play.redeal(self.node, player_id, seed)
        return other

    def undo_action(self, player: int, action: int) -> None:
        """Take the last action back."""
        if not (history := self.full_history()) or history[-1] != (player, action):
            raise pyspiel.SpielError(f"the last action is {history[-1:]}, not {action} by player {player}")
        node = self.node
        while not node.is_action:
            assert node.parent is not None
            node = node.parent
        assert node.parent is not None
        self.node = node.parent

    def full_history(self) -> list[HistoryEntry]:
        """All actions with their players; C++ has its own list, which undoing does not shorten."""
        return [HistoryEntry(node.player, node.action) for node in self.node.line() if node.is_action]

    def history(self) -> list[int]:
        """Every action from the beginning, chance's included."""
        return [node.action for node in self.node.line() if node.is_action]

    def history_str(self) -> str:
        """The history as text."""
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        """The number of actions so far."""
        return len(self.history())

    def __str__(self) -> str:
        """The whole position, secrets included, and the move that waits for chance."""
        node, play = self.node, self._game.play
        if node.pending == SET_UP:
            return "set-up"
        position = str(play.game.words.position(node.games[0], play.edition))
        return position if node.pending is None else f"{position}, then {play.name(node.pending)}"


def register() -> None:
    """Register every game whose positions can be written as numbers."""
    for game in kernels.games_with_study():
        # A class, because OpenSpiel lets go of this when Python has ended, and an object could not be freed then.
        pyspiel.register_game(type_of(game, 0), type(game.title, (SpielGame,), {"source": game}))


def type_of(game: Game, chance: int) -> pyspiel.GameType:
    """OpenSpiel's description of a game."""
    kinds, least_most = pyspiel.GameType, game.player_counts
    return kinds(
        short_name=game.name,
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if chance else kinds.ChanceMode.SAMPLED_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        min_num_players=least_most[0],
        max_num_players=least_most[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=defaults(game),
    )


def info_of(play: Play, chance: int) -> pyspiel.GameInfo:
    """The bounds of a game."""
    return pyspiel.GameInfo(
        num_distinct_actions=play.game.rules.EVERY_MOVE,
        max_chance_outcomes=max(1, chance),
        num_players=play.players,
        min_utility=-1 / (play.players - 1),
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=MOST_DECISIONS,
    )


def defaults(game: Game) -> dict[str, Any]:
    """The default of every parameter."""
    flags = dict.fromkeys(game.flags, False)
    return {"players": game.player_counts[0], **flags, "edition": "", "chance": 0, "rng_seed": RANDOM_SEED}


def play_of(game: Game, parameters: dict[str, Any]) -> Play:
    """The game with these parameters, checked."""
    options = game.options(parameters["players"], **{flag: parameters[flag] for flag in game.flags})
    return Play(game, game.read_edition(parameters["edition"] or None), options)


def chance_of(count: int) -> int:
    """The number of outcomes of a chance node, 0 when they are drawn."""
    if count != 0 and not 2 <= count <= MOST_OUTCOMES:
        raise BadOptions(f"chance is {count}; allowed: 0, or a number of outcomes from 2 to {MOST_OUTCOMES}")
    return count


def unpickle_game(text: str, rng: np.random.Generator) -> SpielGame:
    """A game from its pickle."""
    game: SpielGame = pyspiel.load_game(text)
    game.rng = rng
    return game


def unpickle_state(game: SpielGame, text: str) -> SpielState:
    """A state from its pickle."""
    state: SpielState = game.deserialize_state(text)
    return state
