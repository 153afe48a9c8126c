"""Compiling a game's rules before they are needed, once per machine, with something to watch meanwhile.

Every compiled function is called once on a small game; a marker in the cache folder then says that all of it is there.
Processes may do this at the same time: each writes whole files, and both write the same.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType

import numpy as np

from serai.core.compiled import jit
from serai.core.compiled import rng as stream
from serai.core.game import Game
from serai.core.match import Match
from serai.core.position import Position
from serai.core.records.randomness import StreamSeed, stream_of
from serai.core.search.mind import LEVELS

MARKER = "complete"
CLONES = 4
TOLD_EVERY = 15  # decisions
REHEARSED = 4  # decisions


@dataclass(frozen=True)
class Step:
    """Something to compile."""

    label: str
    compile: Callable[[], object]


def is_warm(game: Game, *, bots: bool = False) -> bool:
    """Whether the machine code of the game's rules, or of its bots, is on disk, or none is used."""
    return not jit.is_compiled() or marker(module_of(game, bots)).is_file()


def module_of(game: Game, bots: bool) -> ModuleType:
    """The module in whose cache folder the marker lies: it reaches everything that is compiled."""
    return game.modules["bot" if bots else "kernel"]


def marker(module: ModuleType) -> Path:
    """The file that says so."""
    return jit.cache_folder(module) / MARKER


def warm(
    game: Game, progress: Callable[[str, int, int], None] = lambda label, number, count: None, *, bots: bool = False
) -> None:
    """Compile the rules, or the bots; `progress` is told each step's label, its number from 0, how many there are."""
    todo = list(bot_steps(game) if bots else steps(game))
    for number, step in enumerate(todo):
        progress(step.label, number, len(todo))
        step.compile()
    progress("done", len(todo), len(todo))
    if jit.is_compiled():
        leave_marker(module_of(game, bots))
        prune()


def leave_marker(module: ModuleType) -> None:
    """Write the marker in one go, so that no process sees half of it."""
    path = marker(module)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{MARKER}.{os.getpid()}")
    draft.write_text("everything that this module reaches has been compiled\n", "utf-8")
    draft.replace(path)


def prune() -> None:
    """Remove old builds of every module that has machine code."""
    for name, module in list(sys.modules.items()):
        if name.startswith("serai.") and (jit.cache_root() / name).is_dir():
            with suppress(FileNotFoundError):  # another process may be removing the same
                jit.prune(module)


def steps(game: Game) -> Iterator[Step]:
    """Every compiled function of the game and of the streams, with the types that Python calls them with."""
    kernel, edition = game.kernel, game.read_edition().record
    players = game.player_counts.start
    options = game.packed(game.options(players))
    games = np.zeros(2 * CLONES, game.rules.STATE)
    moves = np.zeros(game.rules.MOST_MOVES, np.int32)
    tally, points = np.zeros(2, np.int64), np.zeros(players, np.int64)
    words = np.ones(4, np.uint64)
    one = np.uint64(1)

    def legal() -> int:
        kernel.legal(games, 0, edition, moves)
        return int(moves[0])

    yield Step("streams", lambda: (stream.fill(words, one, 8), stream.below(words, 6), stream.next_word(words)))
    yield Step("words of a seed", lambda: stream.split_mix(one))
    yield Step("seeds", lambda: kernel.seed(games, 0, one))
    yield Step("streams of a game", lambda: kernel.set_streams(games, 0, words, words.copy()))
    yield Step("set-up", lambda: kernel.new(games, 0, edition, options))
    yield Step("whose decision it is", lambda: (kernel.to_act(games, 0), kernel.is_over(games, 0)))
    yield Step("legal moves", legal)
    yield Step("random moves", lambda: kernel.random_move(games, 0, edition, words, moves))
    yield Step("reasons", lambda: kernel.why_illegal(games, 0, edition, int(moves[0])))
    yield Step("observations", lambda: kernel.observe(games, 0, edition, 0, games, 1))
    yield Step("resampling", lambda: kernel.resample(games, 1, edition, words, games, 2))
    yield Step("carrying out moves", lambda: kernel.apply(games, 0, edition, legal()))
    yield Step("steps", lambda: kernel.step(games, 0, edition, moves, legal()))
    yield Step("scores", lambda: kernel.scores(games, 0, edition, points))
    yield Step("winners", lambda: kernel.winners(games, 0, edition))
    yield Step("random games", lambda: kernel.play_on(games, 0, edition, words, moves, tally))
    yield Step(
        "many random games",
        lambda: kernel.play_many(games, 0, edition, options, words, moves, tally, points, 1),
    )
    yield Step("copies", lambda: kernel.clone(games, CLONES, CLONES))
    yield Step("words", lambda: tell(game))


def tell(game: Game) -> None:
    """Play a whole game with everything that is said about it, which calls some rules one by one."""
    options = game.options(game.player_counts[-1], **dict.fromkeys(game.flags, True))
    match = Match(game, game.read_edition(), options, StreamSeed(1))
    words = stream_of(1, 0)
    names = [f"Player {seat}" for seat in range(match.players)]
    while moves := match.legal_moves():
        if len(match.moves) % TOLD_EVERY == 0:
            game.words.draw(match.view(match.to_act)[0], match.edition, names)
            for move in game.words.every_move(match.edition):
                match.why_illegal(move)
        match.play(moves[stream.below(words, len(moves))])
    match.record([])
    game.words.explain(match.games[0], match.edition)


def bot_steps(game: Game) -> Iterator[Step]:
    """Each level, and what the game's bots have to rehearse beside."""
    for level in LEVELS:
        yield Step(f"the {level}", partial(rehearse, game, level))
    yield Step("the rest", lambda: game.bot.rehearse(game.read_edition()))


def rehearse(game: Game, level: str) -> None:
    """Let a mind of this level think about the first decisions of a game, and give reasons."""
    edition, words = game.read_edition(), stream_of(1, 0)
    position = Position(game, edition, game.options(game.player_counts[-1]), StreamSeed(1))
    for _ in range(REHEARSED):
        mind = game.bot.begin(position.observe(position.to_act).games, edition, level, stream_of(1, 0))
        mind.think(2)
        mind.reasons(mind.candidates()[0])
        moves = position.legal_numbers()
        position.apply(moves[stream.below(words, len(moves))])
