"""The compiled functions that Python calls, the same for every game.

This source is loaded once per game with that game's `rules` bound into it. Every function takes an array of games and
an index, because passing a single record costs twenty times more. Nothing here knows any rule.
"""

from types import ModuleType

import numpy as np
import numpy.typing as npt

from serai.core.compiled.jit import rule
from serai.core.compiled.rng import Stream, fill

rules: ModuleType

Games = npt.NDArray[np.void]
Editions = npt.NDArray[np.void]  # read-only, of length 1
Moves = npt.NDArray[np.int32]  # scratch, at least rules.MOST_MOVES long
Numbers = npt.NDArray[np.int64]


@rule
def seed(games: Games, i: int, number: np.uint64) -> None:
    """Set both streams of a game from one 64-bit seed (the scheme `stream/1`)."""
    fill(games[i].open, number, 0)
    fill(games[i].hidden, number, 4)


@rule
def set_streams(games: Games, i: int, opened: Stream, concealed: Stream) -> None:
    """Give a game the streams of its next decision (the scheme `committed/1`)."""
    for word in range(4):
        games[i].open[word] = opened[word]
        games[i].hidden[word] = concealed[word]


@rule
def new(games: Games, i: int, editions: Editions, options: Numbers) -> None:
    """Set up a game whose streams are already set."""
    rules.new(games[i], editions[0], options)


@rule
def to_act(games: Games, i: int) -> int:
    """The seat that decides now."""
    return rules.to_act(games[i])


@rule
def is_over(games: Games, i: int) -> bool:
    """Whether the game has ended."""
    return rules.is_over(games[i])


@rule
def legal(games: Games, i: int, editions: Editions, moves: Moves) -> int:
    """Write every legal move, each once; how many there are (0 when the game is over)."""
    return rules.legal(games[i], editions[0], moves)


@rule
def apply(games: Games, i: int, editions: Editions, move: int) -> None:
    """Carry out a legal move and all that follows from it."""
    rules.apply(games[i], editions[0], move)


@rule
def step(games: Games, i: int, editions: Editions, moves: Moves, move: int) -> int:
    """Carry out a legal move and write what is legal then; how many moves there are (0 when the game is over)."""
    rules.apply(games[i], editions[0], move)
    return rules.legal(games[i], editions[0], moves)


@rule
def why_illegal(games: Games, i: int, editions: Editions, move: int) -> int:
    """Why the move is not allowed: a code of the game's reasons, 0 when it is."""
    return rules.why_illegal(games[i], editions[0], move)


@rule
def scores(games: Games, i: int, editions: Editions, points: Numbers) -> None:
    """Write each seat's points as the game stands."""
    rules.scores(games[i], editions[0], points)


@rule
def winners(games: Games, i: int, editions: Editions) -> int:
    """The seats that win as the game stands, one bit each."""
    return rules.winners(games[i], editions[0])


@rule
def observe(games: Games, i: int, editions: Editions, seat: int, views: Games, j: int) -> None:
    """Write all that a seat knows; the number of players stands for a spectator."""
    views[j] = games[i]
    rules.conceal(views[j], editions[0], seat)


@rule
def resample(views: Games, i: int, editions: Editions, stream: Stream, games: Games, j: int) -> None:
    """Write a full game drawn as chance would have dealt what the viewer can't see."""
    games[j] = views[i]
    rules.deal_unknown(games[j], editions[0], stream)


@rule
def play_on(games: Games, i: int, editions: Editions, stream: Stream, moves: Moves, tally: Numbers) -> None:
    """Play a game to its end with random moves; tally[0] counts decisions, tally[1] the forced ones."""
    while not rules.is_over(games[i]):
        move, choices = rules.random_move(games[i], editions[0], stream, moves)
        rules.apply(games[i], editions[0], move)
        tally[0] += 1
        if choices == 1:
            tally[1] += 1


@rule
def play_many(
    games: Games,
    i: int,
    editions: Editions,
    options: Numbers,
    stream: Stream,
    moves: Moves,
    tally: Numbers,
    points: Numbers,
    count: int,
) -> None:
    """Random games from `new` to `scores`, one after another in one place, their chance running through."""
    for _ in range(count):
        rules.new(games[i], editions[0], options)
        play_on(games, i, editions, stream, moves, tally)
        rules.scores(games[i], editions[0], points)


@rule
def random_move(games: Games, i: int, editions: Editions, stream: Stream, moves: Moves) -> int:
    """One of the legal moves, each equally likely."""
    return rules.random_move(games[i], editions[0], stream, moves)[0]


@rule
def clone(games: Games, sources: int, count: int) -> None:
    """Copy games from the array's first `sources` places to the places behind them, `count` copies in all."""
    for k in range(count):
        games[sources + k % sources] = games[k % sources]
