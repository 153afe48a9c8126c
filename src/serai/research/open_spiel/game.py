"""The games and states that OpenSpiel's registry makes: its names for what `line.py` does.

With `chance=0` outcomes are drawn from the game's generator, as in OpenSpiel's own games of that kind: were it the
state's, all copies that a search makes would meet the same dice. OpenSpiel's C++ reaches a Python game by a fixed set
of methods. Others it calls only on games of its own: `undo_action` and `resample_from_infostate` here serve algorithms
in Python, not those in C++ (`pyspiel.ISMCTSBot`).
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
FRESH = -1  # the rng_seed that stands for one that nobody can guess


class Acted(NamedTuple):
    """One entry of a history: who did what."""

    player: int
    action: int


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Serai with its parameters; each game has a class of its own."""

    source: ClassVar[Game]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.source
        given = defaults(game) | (params or {})
        self.chance = chance_of(given["chance"])
        self.play = play_of(game, given)
        self.rng = np.random.default_rng(None if given["rng_seed"] == FRESH else given["rng_seed"])
        different = {key: value for key, value in given.items() if value != defaults(game)[key]}
        super().__init__(type_of(game, self.chance), info_of(self.play, self.chance), different)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled with the state of its generator, which OpenSpiel's own way has no place for."""
        return unpickled_game, (str(self), self.rng)

    def new_initial_state(self) -> "SpielState":
        """A game that chance is about to set up."""
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
    """A state: where on a line of play it stands."""

    # OpenSpiel copies and pickles what is in __dict__, so the game, which a new state is given, stays out of it.
    __slots__ = ("__dict__", "_game")

    node: Node

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._game = game
        self.node = game.play.root

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled with its game."""
        return unpickled_state, (self._game, self.serialize())

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
        """Whether chance comes next; answered here because C++ would ask back."""
        return self.node.pending is not None

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What can be done now, by this player if one is named; C++ would ask back four times."""
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
        """What each seat has from a game that is over (`serai.research.rewards`)."""
        play = self._game.play
        return rewards.of(play.winners(self.node.games), play.players) if self.is_terminal() else [0.0] * play.players

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> "SpielState":
        """Another state that is the same to the player: all that the rules hide from it is dealt anew.

        Its history stays that of the state it was made from.
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
            assert node.before is not None
            node = node.before
        assert node.before is not None
        self.node = node.before

    def full_history(self) -> list[Acted]:
        """Who did what, from the beginning; C++ keeps a list of its own, which undoing does not shorten."""
        return [Acted(node.player, node.action) for node in self.node.line() if node.is_action]

    def history(self) -> list[int]:
        """Every action from the beginning, chance's included."""
        return [node.action for node in self.node.line() if node.is_action]

    def history_str(self) -> str:
        """The same as text."""
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        """How many actions there were."""
        return len(self.history())

    def __str__(self) -> str:
        """The whole position, secrets included, and what waits for chance."""
        node, play = self.node, self._game.play
        if node.pending == SET_UP:
            return "set-up"
        position = str(play.game.words.position(node.games[0], play.edition))
        return position if node.pending is None else f"{position}, then {play.name(node.pending)}"


def register() -> None:
    """Tell OpenSpiel of every game whose positions can be written as numbers."""
    for game in kernels.games_with_study():
        # A class, because OpenSpiel lets go of this when Python has ended, and an object could not be freed then.
        pyspiel.register_game(type_of(game, 0), type(game.title, (SpielGame,), {"source": game}))


def type_of(game: Game, chance: int) -> pyspiel.GameType:
    """What OpenSpiel wants to know of a game before it is loaded."""
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
    """Every parameter as it is when nothing is said."""
    flags = dict.fromkeys(game.flags, False)
    return {"players": game.player_counts[0], **flags, "edition": "", "chance": 0, "rng_seed": FRESH}


def play_of(game: Game, given: dict[str, Any]) -> Play:
    """What the parameters ask for, checked."""
    options = game.options(given["players"], **{flag: given[flag] for flag in game.flags})
    return Play(game, game.read_edition(given["edition"] or None), options)


def chance_of(found: int) -> int:
    """How many outcomes a chance node has, 0 when they are drawn."""
    if found != 0 and not 2 <= found <= MOST_OUTCOMES:
        raise BadOptions(f"chance is {found}; allowed: 0, or a number of outcomes from 2 to {MOST_OUTCOMES}")
    return found


def unpickled_game(text: str, rng: np.random.Generator) -> SpielGame:
    """A game as it was pickled."""
    game: SpielGame = pyspiel.load_game(text)
    game.rng = rng
    return game


def unpickled_state(game: SpielGame, text: str) -> SpielState:
    """A state as it was pickled."""
    state: SpielState = game.deserialize_state(text)
    return state
