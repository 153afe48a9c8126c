"""Many games in one compiled call, and single games as numbers; generic over games.

This source is loaded once per game with that game's `rules` and `study` bound into it. It writes into
the caller's arrays, a row for each game, and contains no rules.
"""

from types import ModuleType

import numpy as np
import numpy.typing as npt

from serai.core.compiled.jit import part, rule, wrapping
from serai.core.compiled.rng import Stream, below, fill, split_mix
from serai.core.records.randomness import GOLDEN

rules: ModuleType
study: ModuleType

Games = npt.NDArray[np.void]
Editions = npt.NDArray[np.void]  # read-only, of length 1
Moves = npt.NDArray[np.int32]  # at least rules.MOST_MOVES long
Lists = npt.NDArray[np.int32]  # of such moves, a row for each game
Numbers = npt.NDArray[np.int64]
Row = npt.NDArray[np.int16]
Rows = npt.NDArray[np.int16]
Mask = npt.NDArray[np.bool_]
Masks = npt.NDArray[np.bool_]
Rewards = npt.NDArray[np.float32]
Scores = npt.NDArray[np.int32]
Seats = npt.NDArray[np.int8]
Flags = npt.NDArray[np.bool_]

ALL_LEGAL = -1


@part
def write_observation(games: Games, i: int, editions: Editions, seat: int, views: Games, j: int, row: Row) -> None:
    """Write a seat's observation as numbers; `views[j]` is scratch space."""
    views[j] = games[i]
    rules.conceal(views[j], editions[0], seat)
    study.write_numbers(views[j], editions[0], row)


@part
def update_mask(games: Games, i: int, editions: Editions, moves: Moves, previous: int, row: Mask) -> int:
    """Unset the `previous` moves, list the legal moves and set them; return their number."""
    for place in range(previous):
        row[moves[place]] = False
    count = rules.legal(games[i], editions[0], moves)
    for place in range(count):
        row[moves[place]] = True
    return count


@rule
def observe_numbers(games: Games, i: int, editions: Editions, seat: int, views: Games, j: int, row: Row) -> None:
    """Write a seat's observation as numbers; `views[j]` is scratch space."""
    write_observation(games, i, editions, seat, views, j, row)


@rule
def mask(games: Games, i: int, editions: Editions, moves: Moves, previous: int, row: Mask) -> int:
    """Unset the `previous` moves, list the legal moves and set them; return their number."""
    return update_mask(games, i, editions, moves, previous, row)


@wrapping
def seed_of_game(seed: np.uint64, number: np.uint64) -> np.uint64:
    """The seed of one of many games, as `serai.core.records.randomness.seed_of_game` has it."""
    return split_mix(seed + (number + np.uint64(1)) * np.uint64(GOLDEN))


@part
def begin(games: Games, i: int, editions: Editions, options: Numbers, seed: np.uint64) -> None:
    """Set up a game from its own seed."""
    fill(games[i].open, seed, 0)
    fill(games[i].hidden, seed, 4)
    rules.new(games[i], editions[0], options)


@part
def show(
    games: Games, i: int, editions: Editions, views: Games, rows: Rows, lists: Lists, counts: Numbers, masks: Masks
) -> None:
    """Write the deciding seat's observation and legal moves."""
    counts[i] = update_mask(games, i, editions, lists[i], counts[i], masks[i])
    write_observation(games, i, editions, rules.to_act(games[i]), views, 0, rows[i])


@part
def write_result(games: Games, i: int, editions: Editions, points: Numbers, rewards: Rewards, scores: Scores) -> None:
    """Write each seat's reward of a finished game (`serai.research.rewards`) and its points."""
    players = rewards.shape[1]
    bits = rules.winners(games[i], editions[0])
    winners = 0
    for seat in range(players):
        winners += bits >> seat & 1
    rules.scores(games[i], editions[0], points)
    for seat in range(players):
        scores[i, seat] = points[seat]
        share = players / winners if bits >> seat & 1 else 0.0
        rewards[i, seat] = (share - 1) / (players - 1)


@rule
def begin_all(
    games: Games,
    editions: Editions,
    options: Numbers,
    seed: np.uint64,
    numbers: Numbers,
    views: Games,
    rows: Rows,
    lists: Lists,
    counts: Numbers,
    masks: Masks,
    to_act: Seats,
) -> None:
    """Begin every game and write its first observation and legal moves; `numbers` holds the games' numbers."""
    for i in range(len(games)):
        begin(games, i, editions, options, seed_of_game(seed, np.uint64(numbers[i])))
        to_act[i] = rules.to_act(games[i])
        show(games, i, editions, views, rows, lists, counts, masks)


@rule
def first_illegal(lists: Lists, counts: Numbers, actions: Numbers) -> int:
    """The first game whose action is not among its legal moves, or ALL_LEGAL."""
    for i in range(len(actions)):
        place = 0
        while place < counts[i] and lists[i, place] != actions[i]:
            place += 1
        if place == counts[i]:
            return i
    return ALL_LEGAL


@rule
def step_all(
    games: Games,
    editions: Editions,
    options: Numbers,
    seed: np.uint64,
    numbers: Numbers,
    views: Games,
    points: Numbers,
    rows: Rows,
    lists: Lists,
    counts: Numbers,
    masks: Masks,
    rewards: Rewards,
    scores: Scores,
    to_act: Seats,
    is_over: Flags,
    actions: Numbers,
) -> int:
    """Carry out one legal action in every game; a game that ends is followed by the next of its place.

    Return the first game whose action is illegal, without carrying out any; else ALL_LEGAL.
    """
    illegal = first_illegal(lists, counts, actions)
    if illegal != ALL_LEGAL:
        return illegal
    for i in range(len(games)):
        rules.apply(games[i], editions[0], actions[i])
        if is_over[i]:
            for seat in range(rewards.shape[1]):
                rewards[i, seat] = 0
        is_over[i] = rules.is_over(games[i])
        if is_over[i]:
            write_result(games, i, editions, points, rewards, scores)
            numbers[i] += len(games)
            begin(games, i, editions, options, seed_of_game(seed, np.uint64(numbers[i])))
        to_act[i] = rules.to_act(games[i])
        show(games, i, editions, views, rows, lists, counts, masks)
    return ALL_LEGAL


@rule
def choose_all(lists: Lists, counts: Numbers, rng: Stream, actions: Numbers) -> None:
    """A legal action for every game, each equally likely."""
    for i in range(len(actions)):
        actions[i] = lists[i, below(rng, counts[i])]
