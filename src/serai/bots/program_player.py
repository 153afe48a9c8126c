"""A program that takes a seat: its questions, the meaning of its answers, and faults.

A program gets its seat's observations and nothing else. For every decision without a valid answer, chance decides among
the legal moves, uniformly and from the player's own seed, and the fault is recorded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from serai.bots.bot import Bot
from serai.bots.entrant import Entrant
from serai.bots.levels import RANDOM, Level
from serai.bots.program import BrokenProgram, Fault, Program
from serai.core.edition import Edition
from serai.core.errors import BadBot
from serai.core.game import Game, Options
from serai.core.position import Position
from serai.core.search.mind import Views
from serai.core.short_repr import shown

SCHEMA = "serai-bot/1"
SECONDS = 1.0  # for a decision
GREETING_SECONDS = 10.0  # a program may take long to start
MOST_STARTS = 4  # in a game; after that chance plays on


@dataclass(frozen=True)
class Command:
    """A program's command line and its limits."""

    text: str  # its name as it was given
    words: tuple[str, ...]
    time: float = SECONDS  # for a decision
    games: int | None = None  # the number that a process plays before another replaces it; None: all

    @property
    def title(self) -> str:
        """The name of its file."""
        files = [word for word in self.words if Path(word).is_file()]
        return Path(files[-1] if files else self.words[0]).stem


class ProgramEntrant(Entrant):
    """A program; its processes play one game after another, as many at once as it has seats."""

    is_reproducible = False

    def __init__(self, command: Command) -> None:
        self.command = command
        self._idle: list[Process] = []

    def __reduce__(self) -> tuple[type["ProgramEntrant"], tuple[Command]]:
        return ProgramEntrant, (self.command,)

    @property
    def name(self) -> str:
        return self.command.text

    def sit(self, game: Game, edition: Edition, seed: int) -> "ProgramPlayer":
        return ProgramPlayer(self, game, edition, seed)

    def check(self, position: Position) -> None:
        """Check that it starts and greets."""
        try:
            process = self.take()
            process.greet(hello(position.game, position.edition, position.observe(position.to_act).games))
        except Fault as fault:
            raise BadBot(f"bot {self.name!r}: {fault}") from None
        self.give_back(process)

    def dismiss(self) -> None:
        while self._idle:
            self._idle.pop().program.close()

    def take(self) -> "Process":
        """An idle process, or a new one."""
        while self._idle:
            if (process := self._idle.pop()).program.is_alive:
                return process
            process.program.close()
        return self.start()

    def start(self) -> "Process":
        """A new process."""
        try:
            return Process(Program(self.command.words))
        except OSError as error:
            raise BrokenProgram(f"can't be started ({error.strerror})") from None

    def give_back(self, process: "Process") -> None:
        """Return a process after a game; it waits for the next game or has played enough."""
        if self.command.games is not None and process.games >= self.command.games:
            process.program.close()
        else:
            self._idle.append(process)

    def close(self) -> None:
        """End the idle processes."""
        while self._idle:
            self._idle.pop().program.close()


@dataclass
class Process:
    """A running program, and the number of games it has played."""

    program: Program
    games: int = 0

    @property
    def is_new(self) -> bool:
        """Whether it has not played yet."""
        return self.games == 0

    def greet(self, message: dict[str, Any]) -> None:
        """Announce its next game; BrokenProgram if it does not answer."""
        try:
            name = self.program.ask(message, GREETING_SECONDS).get("name")
            if not isinstance(name, str):
                raise Fault(f"its name is {shown(name)}; expected: a text")
        except Fault as fault:
            log = self.program.take_log()
            self.program.close(grace=0.0)
            raise BrokenProgram(f"did not greet: {fault}" + (f"; it wrote: {log!r}" if log else "")) from None
        self.games += 1


class ProgramPlayer:
    """A program in one seat of one game."""

    def __init__(self, entrant: ProgramEntrant, game: Game, edition: Edition, seed: int) -> None:
        self.faults: list[str] = []
        self._entrant = entrant
        self._game, self._edition = game, edition
        self._chance = Bot(game, edition, Level(RANDOM, seed=seed))
        self._moves = np.zeros(game.rules.MOST_MOVES, np.int32)
        self._process: Process | None = None
        self._starts = 0
        self._decisions = 0

    def choose(self, view: Views) -> int:
        """The program's move, or a random one; the program is not asked where only one is legal."""
        self._decisions += 1
        count = int(self._game.kernel.legal(view, 0, self._edition.record, self._moves))
        if count == 1:
            return int(self._moves[0])
        moves = [int(move) for move in self._moves[:count]]
        try:
            return moves[self._decide(view, [str(self._game.words.move_name(move, self._edition)) for move in moves])]
        except Fault as fault:
            self._record_fault(fault)
            return self._chance.choose(view)

    def leave(self, scores: Sequence[int], winners: Sequence[int]) -> None:
        """Tell the program how the game ended; it is free for another."""
        if self._process:
            self._process.program.send(
                {"schema": SCHEMA, "type": "result", "scores": list(scores), "winners": list(winners)}
            )
            self._entrant.give_back(self._process)
            self._process = None

    def _decide(self, view: Views, legal: Sequence[str]) -> int:
        """The index of the program's move among the legal ones."""
        if self._process is None:
            self._process = self._start_process(hello(self._game, self._edition, view))
        seconds = self._entrant.command.time
        question = {
            "schema": SCHEMA,
            "type": "decide",
            "decision": self._decisions,
            "view": self._game.words.view(view[0], self._edition),
            "legal": legal,
            "clock": seconds,
        }
        return place_of(self._process.program.ask(question, seconds).get("move"), legal)

    def _start_process(self, message: dict[str, Any]) -> Process:
        """A process that has greeted this game; one that ended after an earlier game is not a fault."""
        if self._starts >= MOST_STARTS:
            raise Fault(f"not asked: it was started {MOST_STARTS} times in this game")
        self._starts += 1
        process = self._entrant.take()
        try:
            process.greet(message)
        except BrokenProgram:
            if process.is_new:
                raise
            process = self._entrant.start()
            process.greet(message)
        return process

    def _record_fault(self, fault: Fault) -> None:
        """Record a fault with the end of the program's log; close a broken program."""
        log = self._process.program.take_log() if self._process else ""
        self.faults.append(f"{fault} (decision {self._decisions})" + (f"; it wrote: {log!r}" if log else ""))
        if self._process and isinstance(fault, BrokenProgram):
            self._process.program.close(grace=0.0)
            self._process = None


def hello(game: Game, edition: Edition, view: Views) -> dict[str, Any]:
    """The message before the first decision of a game."""
    seat = int(game.kernel.to_act(view, 0))
    return {
        "schema": SCHEMA,
        "type": "hello",
        "game": game.name,
        "rules_version": game.rules.RULES_VERSION,
        "seat": seat,
        "options": options_of(game, view),
        "edition": edition.data,
    }


def options_of(game: Game, view: Views) -> Options:
    """The options of a game as far as its observations show them."""
    names = view.dtype.names or ()
    flags = {flag: bool(view[0][flag]) for flag in game.flags if flag in names}
    return {"players": int(view[0]["players"]), **flags}


def place_of(move: object, legal: Sequence[str]) -> int:
    """The index of a move among the legal ones; an answer gives the index or the text."""
    if isinstance(move, str) and move in legal:
        return legal.index(move)
    if isinstance(move, int) and not isinstance(move, bool) and 0 <= move < len(legal):
        return move
    raise Fault(f"not a legal move: {shown(move)}")
