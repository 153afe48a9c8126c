"""One seat of a game as a Gymnasium environment, against any of our bots: `gymnasium.make("serai/Asara-v2")`.

Importing this module registers every game that has a part `study`. An observation is the seat's row of the game's
layout; what may be played is in `info["action_mask"]`, and `action_masks()` answers with it as agents that mask their
actions ask for it.
"""

from collections.abc import Sequence
from operator import index
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from serai.bots.bot import seed_of_player
from serai.bots.entrant import Entrant, ExternalPlayer, Player
from serai.bots.entrants import parse_entrant
from serai.core.errors import BadOptions, IllegalMove
from serai.core.position import Position
from serai.core.records.randomness import StreamSeed
from serai.research import kernels, rewards
from serai.research.seats import OneGame, Row, check_mode, render_modes

SEATING = -1  # the number, apart from the seats, of the seed that chooses the learner's seat

Step = tuple[Row, float, bool, bool, dict[str, Any]]


class SeatEnv(gymnasium.Env[Row, np.int64]):
    """A seat among bots; `seat=None` is another one in each game, as the seed has it.

    An illegal action loses the game at once: the reward is -1, the episode is over, and `info["illegal"]` says why.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int = 2,
        opponents: str | Sequence[str] = "merchant",
        seat: int | None = 0,
        render_mode: str | None = None,
        edition: str | Path | None = None,
        **flags: bool,
    ) -> None:
        self.table = OneGame(game, players, edition, flags)
        self.entrants = opponents_of(opponents, players)
        self.metadata = type(self).metadata | {"render_modes": render_modes(self.table.game)}
        self.render_mode = check_mode(render_mode, self.table.game)
        layout = self.table.layout
        self.observation_space = spaces.Box(layout.least, layout.most, dtype=np.int16)
        self.action_space = spaces.Discrete(self.table.actions)
        self._fixed_seat = check_seat(seat, players)
        self._bots: dict[int, Player] = {}
        self._is_over = True
        self._check_opponents()

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the bots: they remember nothing, so new ones can replace them."""
        return self.__dict__ | {"_bots": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if not self._is_over:
            self._seat_bots()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Row, dict[str, Any]]:
        """Begin a game and let the bots play up to the first decision; with a seed always the same."""
        super().reset(seed=seed)
        self._clear_table()
        table = self.table
        table.begin(seed)
        self.seat = self._seed_for(SEATING) % table.players if self._fixed_seat is None else self._fixed_seat
        self._seat_bots()
        self._is_over = False
        self._await_turn()
        return table.row(self.seat), self._info()

    def step(self, action: Any) -> Step:
        """Play an action, then let the bots play up to the seat's next decision, or to the end."""
        table, move = self.table, index(action)
        if self._is_over:
            raise IllegalMove("the game is over, or has not begun: call reset() first")
        if not table.is_legal(move):
            return self._lose(move)
        table.play(move)
        self._await_turn()
        reward = table.rewards()[self.seat] if self._is_over else 0.0
        return table.row(self.seat), reward, self._is_over, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """A mask of the legal actions."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """The table as the seat sees it: text, or an array of pixels."""
        return self.table.render(self.render_mode, self.seat, self._names())

    def close(self) -> None:
        """Let the bots leave the table and programs end; nothing can be played until the next `reset`."""
        self._clear_table()
        for entrant in self.entrants:
            entrant.close()

    def _check_opponents(self) -> None:
        """BadBot if an opponent can't take part."""
        table = self.table
        position = Position(table.game, table.edition, table.options, StreamSeed(0))
        for entrant in self.entrants:
            entrant.check(position)

    def _clear_table(self) -> None:
        """Let the bots leave the table."""
        for bot in self._bots.values():
            if isinstance(bot, ExternalPlayer):
                bot.leave(self.table.scores(), self.table.winners() if self.table.is_over else [])
        self._bots, self._is_over = {}, True

    def _names(self) -> list[str]:
        """Each seat's player: `learner`, or the bot's name."""
        names = [entrant.name for entrant in self.entrants]
        return [*names[: self.seat], "learner", *names[self.seat :]]

    def _mask(self) -> npt.NDArray[np.int8]:
        return np.zeros(self.table.actions, np.int8) if self._is_over else self.table.mask()

    def _seed_for(self, seat: int) -> int:
        """The seed for a seat of this game."""
        return seed_of_player(self.table.seed or 0, self.table.number, seat)

    def _seat_bots(self) -> None:
        """Create the bots of this game, with seeds from its own unless their names have seeds."""
        game, edition = self.table.game, self.table.edition
        others = [seat for seat in range(self.table.players) if seat != self.seat]
        bot_seats = zip(others, self.entrants, strict=True)
        self._bots = {seat: entrant.sit(game, edition, self._seed_for(seat)) for seat, entrant in bot_seats}

    def _await_turn(self) -> None:
        """Let the bots play until the seat decides or the game is over."""
        table = self.table
        while not table.is_over:
            if (seat := table.to_act) == self.seat:
                break
            table.play(self._bots[seat].choose(table.view(seat)))
        self._is_over = table.is_over
        if self.render_mode == "human":
            self.render()

    def _lose(self, move: int) -> Step:
        """End the game by an illegal action."""
        reason = str(self.table.refusal(move))
        self._is_over = True
        return self.table.row(self.seat), rewards.ILLEGAL, True, False, self._info() | {"illegal": reason}

    def _info(self) -> dict[str, Any]:
        """The legal actions; after the end also all points, and each program's faults."""
        info: dict[str, Any] = {"action_mask": self._mask(), "seat": self.seat}
        if self.table.is_over:
            info |= {"scores": self.table.scores(), "winners": self.table.winners()}
        if self._is_over:
            info["faults"] = [self._faults(seat) for seat in range(self.table.players)]
        return info

    def _faults(self, seat: int) -> list[str]:
        """A program's faults in this game; other players have none."""
        bot = self._bots.get(seat)
        return list(bot.faults) if isinstance(bot, ExternalPlayer) else []


def opponents_of(opponents: str | Sequence[str], players: int) -> list[Entrant]:
    """The entrants for the other seats, in their order: one name for all of them, or one for each."""
    names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != players - 1:
        raise BadOptions(f"{len(names)} opponents for {players} players; allowed: one name, or {players - 1} of them")
    return [parse_entrant(name) for name in names]


def check_seat(seat: int | None, players: int) -> int | None:
    """A seat at the table, or None for one by chance."""
    if seat is not None and not 0 <= seat < players:
        raise BadOptions(f"there is no seat {seat!r} with {players} players; allowed: 0 to {players - 1}, or None")
    return seat


def register_games() -> None:
    """Make every game with observations known to `gymnasium.make`, as `serai/Asara-v2` by version 2 of its rules."""
    for game in kernels.games_with_study():
        name, entry = f"serai/{game.title}-{kernels.version_of(game)}", f"{__name__}:{SeatEnv.__name__}"
        gymnasium.register(id=name, entry_point=entry, kwargs={"game": game.name})


register_games()
