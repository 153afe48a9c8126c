"""Many games in one compiled call, and single games as numbers; the same for every game.

This source is loaded once per game with that game's `rules` and `study` bound into it. It writes into
the caller's arrays, a row for each game, and knows no rule.
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
def look(games: Games, i: int, editions: Editions, seat: int, views: Games, j: int, row: Row) -> None:
    """Write all that a seat knows as numbers; `views[j]` is room for the observation."""
    views[j] = games[i]
    rules.conceal(views[j], editions[0], seat)
    study.write_numbers(views[j], editions[0], row)


@part
def list_anew(games: Games, i: int, editions: Editions, moves: Moves, previous: int, row: Mask) -> int:
    """Unset the `previous` moves, list those that are legal now and set them; how many there are."""
    for place in range(previous):
        row[moves[place]] = False
    count = rules.legal(games[i], editions[0], moves)
    for place in range(count):
        row[moves[place]] = True
    return count


@rule
def observe_numbers(games: Games, i: int, editions: Editions, seat: int, views: Games, j: int, row: Row) -> None:
    """Write all that a seat knows as numbers; `views[j]` is room for the observation."""
    look(games, i, editions, seat, views, j, row)


@rule
def mask(games: Games, i: int, editions: Editions, moves: Moves, previous: int, row: Mask) -> int:
    """Unset the `previous` moves, list those that are legal now and set them; how many there are."""
    return list_anew(games, i, editions, moves, previous, row)


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
    """Write what the deciding seat knows and may do."""
    counts[i] = list_anew(games, i, editions, lists[i], counts[i], masks[i])
    look(games, i, editions, rules.to_act(games[i]), views, 0, rows[i])


@part
def give(games: Games, i: int, editions: Editions, points: Numbers, rewards: Rewards, scores: Scores) -> None:
    """Write what a finished game gives each seat (`serai.research.rewards`) and how many points each has."""
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
    """Begin every game and write what its first seat knows and may do; `numbers` says which games they are."""
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
    """Carry out one legal action in every game; one that ends is followed by the next of its place.

    The first game whose action is not legal is returned, and then nothing has been done; else ALL_LEGAL.
    """
    refused = first_illegal(lists, counts, actions)
    if refused != ALL_LEGAL:
        return refused
    for i in range(len(games)):
        rules.apply(games[i], editions[0], actions[i])
        if is_over[i]:
            for seat in range(rewards.shape[1]):
                rewards[i, seat] = 0
        is_over[i] = rules.is_over(games[i])
        if is_over[i]:
            give(games, i, editions, points, rewards, scores)
            numbers[i] += len(games)
            begin(games, i, editions, options, seed_of_game(seed, np.uint64(numbers[i])))
        to_act[i] = rules.to_act(games[i])
        show(games, i, editions, views, rows, lists, counts, masks)
    return ALL_LEGAL


@rule
def choose_all(lists: Lists, counts: Numbers, stream: Stream, actions: Numbers) -> None:
    """A legal action for every game, each equally likely."""
    for i in range(len(actions)):
        actions[i] = lists[i, below(stream, counts[i])]
