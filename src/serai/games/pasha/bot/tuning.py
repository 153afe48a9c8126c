"""Fitting the weights of `prospects`: quick games are played by a mind with the weights so far, and what was to come is
explained by what could be seen between rounds. Repeated, since better weights play other games.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from serai.core.compiled.rng import Stream, below, fill, next_word
from serai.core.edition import Edition, read_toml
from serai.core.records.randomness import SEED_BITS, stream_of
from serai.games.pasha.bot import prospects
from serai.games.pasha.bot.prospects import FEATURES, SPREAD, WEIGHTS
from serai.games.pasha.bot.quick import Desk, Editions, Floats, desk, quick_rounds
from serai.games.pasha.rules import play as rules
from serai.games.pasha.rules.state import PLAYERS, Game

FILE = Path(__file__).parent / "weights.toml"
GAMES = 400  # for each number of players in each pass
PASSES = 6
RATE = 0.5  # of the way to the new fit in each pass: who hoards what was worth much makes it worth little
RIDGE = 3e-3  # pulls weights towards 0, in shares of a feature's own variation
SPREADS = np.geomspace(0.1, 3.0, 60)
PLAYED, BEFORE = 0, 1  # places of a desk's games

NOTE = """\
# Pasha: what is to come after a round, in points, by features of a position; see prospects.py for what they mean.
# Fitted by `tune` in tuning.py, from {games} quick games for each number of players in the last of {passes} passes,
# seed {seed}, edition {edition}. `spread` turns expected points into chances to win.
"""


def load(path: Path = FILE) -> dict[int, Floats]:
    """The fitted weights by number of players."""
    data = read_toml(path)
    return {int(players): weights_of(found) for players, found in data["players"].items()}


def weights_of(found: dict[str, float]) -> Floats:
    """Weights by name as an array."""
    return np.array([found[name] for name in (*FEATURES, "spread")], np.float64)


def first_weights() -> Floats:
    """Where the fit begins: cubes are worth a little more than their point."""
    weights = np.zeros(WEIGHTS)
    weights[prospects.LONG_CUBES] = 0.2
    weights[SPREAD] = 0.5
    return weights


def tune(
    edition: Edition,
    games: int,
    seed: int,
    progress: Callable[[str], None] = lambda line: None,
    path: Path | None = FILE,
) -> dict[int, Floats]:
    """Fit the weights for every number of players and write them, unless `path` is None."""
    fitted = {players: first_weights() for players in range(PLAYERS[0], PLAYERS[1] + 1)}
    for players in fitted:
        for number in range(PASSES):
            features, gained, wins = play_games(
                edition, fitted[players], players, games, (seed + number) % (1 << SEED_BITS)
            )
            fitted[players] += RATE * (fit(features, gained, wins) - fitted[players])
            spread, error = fitted[players][SPREAD], unexplained(features, gained, fitted[players])
            progress(
                f"{players} players, pass {number + 1}: spread {spread:.3f}, {error:.3f} of the variance unexplained"
            )
    if path is not None:
        note = NOTE.format(games=games, passes=PASSES, seed=seed, edition=edition.data["name"])
        path.write_text(note + text_of(fitted), "utf-8")
    return fitted


def text_of(fitted: dict[int, Floats]) -> str:
    """The weights as TOML."""
    lines = []
    for players, weights in fitted.items():
        lines += ["", f"[players.{players}]"]
        lines += [f'"{name}" = {value:.4f}' for name, value in zip((*FEATURES, "spread"), weights, strict=True)]
    return "\n".join(lines) + "\n"


def play_games(edition: Edition, weights: Floats, players: int, games: int, seed: int) -> tuple[Floats, Floats, Floats]:
    """After each round: each seat's features (then its points now, and the swing), points to come, shares of wins."""
    table, stream = desk(edition, weights), stream_of(seed, players)
    last = int(edition.record[0].rounds) - 1
    features = np.zeros((games, last, players, SPREAD + 2))
    gained, wins = np.zeros((games, last, players)), np.zeros((games, last, players))
    for number in range(games):
        play_game(table, edition.record, players, stream, features[number], gained[number], wins[number])
    return features.reshape(-1, players, SPREAD + 2), gained.reshape(-1, players), wins.reshape(-1, players)


def play_game(
    table: Desk, editions: Editions, players: int, stream: Stream, features: Floats, gained: Floats, wins: Floats
) -> None:
    """One quick game; the features after each of its rounds but the last, and what came of them."""
    set_up(table.games[PLAYED], editions, players, stream)
    last = len(features)
    for number in range(last):
        quick_rounds(table, editions, PLAYED, number + 1, stream)
        table.games[BEFORE] = table.games[PLAYED]
        note_position(table, editions, features[number])
    quick_rounds(table, editions, PLAYED, last + 1, stream)
    game = table.games[PLAYED]
    winners = [int(rules.winners(game, editions[0])) >> seat & 1 for seat in range(players)]
    points = [rules.points_of(game, editions[0], seat) for seat in range(players)]
    gained[:] = points - features[:, :, SPREAD]
    wins[:] = np.array(winners) / sum(winners)


def set_up(game: Game, editions: Editions, players: int, stream: Stream) -> None:
    """A new game; in every other one each player has any number of cubes, so that their worth shows."""
    fill(game.open, np.uint64(next_word(stream)), 0)
    fill(game.hidden, np.uint64(next_word(stream)), 4)
    rules.new(game, editions[0], np.array([players], np.int64))
    if below(stream, 2):
        for seat in range(players):
            game.cubes[seat] = below(stream, 2 * int(editions[0].own_cubes) + 1)


def note_position(table: Desk, editions: Editions, features: Floats) -> None:
    """The features of a position between two rounds, then each seat's points and the swing of what is left."""
    game, edition, players = table.games[BEFORE], editions[0], len(features)
    prospects.hide_new_tile(game)
    prospects.look_ahead(game, edition, table.ahead)
    swing = prospects.note_features(game, edition, table.ahead)
    prospects.note_cubes(game, table.ahead)
    features[:, :SPREAD] = table.ahead.scratch[:players]
    features[:, SPREAD] = [rules.points_of(game, edition, seat) for seat in range(players)]
    features[:, SPREAD + 1] = swing


def fit(features: Floats, gained: Floats, wins: Floats) -> Floats:
    """Least squares with a pull towards 0; then the spread that makes the winners most likely."""
    rows, target = features[..., :SPREAD].reshape(-1, SPREAD), gained.ravel()
    pull = RIDGE * np.diag((rows**2).sum(axis=0) + 1e-6)
    found = np.linalg.solve(rows.T @ rows + pull, rows.T @ target)
    expected = features[..., SPREAD] + features[..., :SPREAD] @ found
    likely = [likelihood(expected, features[..., SPREAD + 1], wins, spread) for spread in SPREADS]
    return np.append(found, SPREADS[int(np.argmax(likely))])


def likelihood(expected: Floats, swing: Floats, wins: Floats, spread: float) -> Any:
    """The mean logarithm of the chance that was given to who won."""
    scaled = (expected - expected.max(axis=1, keepdims=True)) / (spread * np.sqrt(swing) + 1e-9)
    return (wins * (scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True)))).sum(axis=1).mean()


def unexplained(features: Floats, gained: Floats, weights: Floats) -> float:
    """The part of the variance of points to come that the weights leave open."""
    return float(np.var(gained - features[..., :SPREAD] @ weights[:SPREAD]) / np.var(gained))
