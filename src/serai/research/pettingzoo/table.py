"""A game as a PettingZoo environment (AEC): its seats are the agents, its moves' numbers are the actions.

PettingZoo's wrappers would take longer than the rules, so what they look after is done here: nothing can be read before
`reset`, an action that is none is refused, and an illegal one is refused or, where asked for, loses the game.
"""

from operator import index
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from serai.research import kernels, rewards
from serai.research.seats import OneGame, checked_mode, render_modes

Observation = dict[str, npt.NDArray[Any]]


class TableEnv(AECEnv):  # type: ignore[misc]
    """Any game by its name; agents are `seat_0`, `seat_1` …

    An illegal action raises `IllegalMove` and changes nothing. With `illegal_loses` it ends the game as PettingZoo's
    `TerminateIllegalWrapper` does: -1 for the seat that played it, 0 for the others.
    """

    metadata: dict[str, Any] = {"is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int = 2,
        render_mode: str | None = None,
        edition: str | Path | None = None,
        *,
        illegal_loses: bool = False,
        **flags: bool,
    ) -> None:
        super().__init__()
        self.table = OneGame(game, players, edition, flags)
        name = f"{game}_{kernels.version_of(self.table.game)}"
        self.metadata = type(self).metadata | {"name": name, "render_modes": render_modes(self.table.game)}
        self.render_mode = checked_mode(render_mode, self.table.game)
        self.illegal_loses = illegal_loses
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.observation_spaces = {agent: self._observations() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.table.actions) for agent in self.possible_agents}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def _observations(self) -> spaces.Dict:
        """What an agent is given: the numbers of the game's layout, and 1 for each action that it may play."""
        layout = self.table.layout
        numbers = spaces.Box(layout.least, layout.most, dtype=np.int16)
        return spaces.Dict({"observation": numbers, "action_mask": spaces.Box(0, 1, (self.table.actions,), np.int8)})

    def __getattr__(self, name: str) -> Any:
        """Only asked for what is not there: before the first `reset` nothing of a game is."""
        raise AttributeError(f"{type(self).__name__} has no {name}; before reset() there is no game")

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Every number that means a move."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: with a seed always the same one, without the next of the last seed."""
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._is_over = False
        self._to_act = self.table.to_act
        self.agent_selection = self.possible_agents[self._to_act]

    def observe(self, agent: str) -> Observation:
        """What the agent knows; who is not to act may play nothing."""
        seat = self._seats[agent]
        if seat == self._to_act and not self._is_over:
            return {"observation": self.table.row(seat), "action_mask": self.table.mask()}
        return {"observation": self.table.row(seat), "action_mask": np.zeros(self.table.actions, np.int8)}

    def step(self, action: Any) -> None:
        """Play an action of the agent selected; None for one whose game is over."""
        if self._is_over:
            self._leave(action)
            return
        table, move = self.table, index(action)
        if not table.is_legal(move):
            self._refuse(move)
            return
        table.play(move)
        if table.is_over:
            self._end()
        else:
            self._to_act = table.to_act
            self.agent_selection = self.possible_agents[self._to_act]
        if self.render_mode == "human":
            self.render()

    def _leave(self, action: Any) -> None:
        """Take the next agent from a table whose game is over."""
        if self.agents:
            self._was_dead_step(action)
        else:
            EnvLogger.warn_step_after_terminated_truncated()

    def _refuse(self, move: int) -> None:
        """Refuse an illegal action, or let the seat lose by it."""
        refusal = self.table.refusal(move)
        if not self.illegal_loses or not 0 <= move < self.table.actions:
            raise refusal
        EnvLogger.warn_on_illegal_move()
        given = {agent: rewards.ILLEGAL if agent == self.agent_selection else 0.0 for agent in self.agents}
        self.truncations = dict.fromkeys(self.agents, True)
        self._finish(given, {"illegal": str(refusal)})

    def _end(self) -> None:
        """Give everyone what the finished game gives, and tell its scores."""
        scores, winners = self.table.scores(), self.table.winners()
        given = dict(zip(self.agents, self.table.rewards(), strict=True))
        self._finish(given, {"scores": scores, "winners": winners})

    def _finish(self, given: dict[str, float], told: dict[str, Any]) -> None:
        self._is_over = True
        self.rewards = given
        self._cumulative_rewards = dict(given)
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: dict(told) for agent in self.agents}
        self.agent_selection = self.agents[0]

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The table as the seat to act sees it, after the end as who watches: text, or an array of pixels."""
        seat = None if self._is_over else self._to_act
        return self.table.rendered(self.render_mode, seat, self.possible_agents)

    def close(self) -> None:
        """Nothing is held open."""
