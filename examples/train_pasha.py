"""Teach a small network Pasha by play against itself, with nothing but NumPy and Serai's vector environment.

    python examples/train_pasha.py --minutes 5 --save pasha.npz

Every decision is drawn from the network's own opinion. When a game ends, each of its decisions is told by how many
points its seat went on to gain on the other, and what went better than the network itself had expected becomes more
likely (a policy gradient with a learned baseline). Then it plays games against random moves, and says how many it won.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, cast

import numpy as np
import numpy.typing as npt
from rich.progress import Progress

from serai.research.vector import VectorEnv

Array = npt.NDArray[Any]
Weights = dict[str, Array]

HIDDEN = 128  # units between what is seen and what is thought of it
BATCH = 4096  # decisions that are learned from at once
POINTS = 20.0  # a lead that counts as 1
CURIOSITY = 0.01  # what it is worth to keep several moves likely
PACE = 0.002  # of learning
MOMENTUM, SPREAD = 0.9, 0.999  # Adam's
WORST = np.float32(-1e9)  # what is thought of a move that is not legal


class Network:
    """Two layers: what a seat sees, then an opinion of every action and the points that it expects to gain."""

    def __init__(self, env: VectorEnv, seed: int) -> None:
        chance = np.random.default_rng(seed)
        self.scale = env.layout.scale
        self.weights: Weights = {
            "seen": layer(chance, env.layout.size, HIDDEN),
            "seen_bias": np.zeros(HIDDEN, np.float32),
            "act": layer(chance, HIDDEN, env.actions.size) * np.float32(0.1),
            "act_bias": np.zeros(env.actions.size, np.float32),
            "gain": np.zeros((HIDDEN, 1), np.float32),
            "gain_bias": np.zeros(1, np.float32),
        }
        self.speed = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self.power = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self.lessons = 0

    def think(self, observations: Array, masks: Array) -> tuple[Array, Array, Array]:
        """The hidden units, the chance of each action, and the gain expected, of each position."""
        own = self.weights
        hidden = np.maximum(observations * self.scale @ own["seen"] + own["seen_bias"], 0)
        liked = np.where(masks, hidden @ own["act"] + own["act_bias"], WORST)
        chances = np.exp(liked - liked.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return hidden, chances, (hidden @ own["gain"] + own["gain_bias"])[:, 0]

    def learn(self, played: "Decisions") -> None:
        """Make what gained more than expected likelier, and expect what was gained."""
        hidden, chances, expected = self.think(played.observations, played.masks)
        count = np.float32(len(expected))
        surprise = played.gains - expected
        better = surprise / (surprise.std() + np.float32(1e-6))
        doubt = -np.log(chances + np.float32(1e-9))
        usual_doubt = (chances * doubt).sum(axis=1, keepdims=True)
        liked = chances * (better[:, None] - np.float32(CURIOSITY) * (doubt - usual_doubt))
        liked[np.arange(len(better)), played.actions] -= better
        gain = -surprise[:, None]
        below = (liked @ self.weights["act"].T + gain @ self.weights["gain"].T) * (hidden > 0)
        self._step(
            {
                "seen": (played.observations * self.scale).T @ below / count,
                "seen_bias": below.mean(axis=0),
                "act": hidden.T @ liked / count,
                "act_bias": liked.mean(axis=0),
                "gain": hidden.T @ gain / count,
                "gain_bias": gain.mean(axis=0),
            }
        )

    def _step(self, slopes: Weights) -> None:
        """Adam: each weight a little downhill, as steadily as its slope has been."""
        self.lessons += 1
        for name, slope in slopes.items():
            self.speed[name] = MOMENTUM * self.speed[name] + (1 - MOMENTUM) * slope
            self.power[name] = SPREAD * self.power[name] + (1 - SPREAD) * slope**2
            speed = self.speed[name] / (1 - MOMENTUM**self.lessons)
            power = self.power[name] / (1 - SPREAD**self.lessons)
            self.weights[name] -= (PACE * speed / (np.sqrt(power) + 1e-8)).astype(np.float32)


@dataclass(frozen=True)
class Decision:
    """One decision of a game that goes on."""

    observation: Array
    mask: Array
    action: np.int64
    seat: np.int8
    lead: np.float32

    def gain(self, scores: Array) -> float:
        """By how much its seat gained on the other from then on."""
        return float((scores[self.seat] - scores[1 - self.seat]) / POINTS - self.lead)


@dataclass(frozen=True)
class Decisions:
    """Many decisions of finished games, a row for each."""

    observations: Array
    masks: Array
    actions: Array
    gains: Array


def layer(chance: np.random.Generator, inputs: int, outputs: int) -> Array:
    """Weights of a fresh layer."""
    return chance.standard_normal((inputs, outputs), np.float32) * np.float32(np.sqrt(2 / inputs))


def drawn(chances: Array, chance: np.random.Generator) -> Array:
    """One action for each row, as likely as it is thought to be."""
    levels = chances.cumsum(axis=1)
    chosen: Array = (levels > chance.random((len(levels), 1), np.float32) * levels[:, -1:]).argmax(axis=1)
    return chosen


def lead(env: VectorEnv) -> Array:
    """How far the deciding seat is ahead, as it sees itself: its own points are the first."""
    points = env.observations[:, env.layout.points].astype(np.float32)
    ahead: Array = (points[:, 0] - points[:, 1]) / np.float32(POINTS)
    return ahead


def self_play(env: VectorEnv, network: Network, chance: np.random.Generator) -> Iterator[Decisions]:
    """Decisions of finished games, as they end, in heaps to learn from."""
    begun: list[list[Decision]] = [[] for _ in range(env.number_of_games)]
    done: list[tuple[Decision, float]] = []
    while True:
        _, chances, _ = network.think(env.observations, env.masks)
        actions = drawn(chances, chance)
        seats, leads = env.to_act.copy(), lead(env)
        rows = zip(env.observations.copy(), env.masks.copy(), actions, seats, leads, strict=True)
        for game, row in zip(begun, rows, strict=True):
            game.append(Decision(*row))
        env.step(actions)
        for place in np.flatnonzero(env.is_over):
            done += [(made, made.gain(env.scores[place])) for made in begun[place]]
            begun[place] = []
        while len(done) >= BATCH:
            yield heap(done[:BATCH])
            del done[:BATCH]


def heap(done: list[tuple[Decision, float]]) -> Decisions:
    """Decisions as arrays."""
    made, gains = zip(*done, strict=True)
    return Decisions(
        np.array([one.observation for one in made]),
        np.array([one.mask for one in made]),
        np.array([one.action for one in made]),
        np.array(gains, np.float32),
    )


def train(seed: int, minutes: float, most_lessons: float = inf, games: int = 512) -> Network:
    """A network that has played against itself for so long, or has learned so often."""
    env = VectorEnv("pasha", games=games, seed=seed)
    network, chance = Network(env, seed), np.random.default_rng(seed)
    begun = monotonic()
    with Progress() as progress:
        bar = progress.add_task("learning", total=1.0)
        for played in self_play(env, network, chance):
            network.learn(played)
            passed = max((monotonic() - begun) / (60 * minutes), network.lessons / most_lessons)
            progress.update(bar, completed=passed)
            if passed >= 1:
                break
    return network


def share_of_wins(network: Network, games: int, seed: int) -> float:
    """How many of so many games it wins against random moves, in either seat equally often; ties count half.

    The first games of the seed count, however long they take: those that end first would not be like all.
    """
    env = VectorEnv("pasha", games=min(games, 512), seed=seed)
    won = np.full(games, np.nan)
    while np.isnan(won).any():
        numbers, own_seat = env.numbers.copy(), env.numbers % 2
        _, chances, _ = network.think(env.observations, env.masks)
        is_ours = env.to_act == own_seat
        env.step(np.where(is_ours, chances.argmax(axis=1), env.random_actions()))
        over = np.flatnonzero(env.is_over & (numbers < games))
        won[numbers[over]] = (1 + env.rewards[over, own_seat[over]]) / 2
    return float(won.mean())


def duration(text: str) -> float:
    """A time from the command line."""
    if not (minutes := float(text)) > 0:
        raise argparse.ArgumentTypeError(f"{text} is no time to learn in; allowed: more than 0")
    return minutes


def count(text: str) -> int:
    """A number from the command line."""
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{text} is too few; allowed: 1 or more")
    return number


def main() -> None:
    """Learn, then play against random moves."""
    parser = argparse.ArgumentParser(description="Teach a small network Pasha.")
    parser.add_argument("--minutes", type=duration, default=5.0, help="how long it learns at most (default 5)")
    parser.add_argument("--lessons", type=count, default=inf, help="how often it learns at most (default: no limit)")
    parser.add_argument("--games", type=count, default=1000, help="how many it then plays against random moves")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="a file for its weights (.npz)")
    given = parser.parse_args()
    network = train(given.seed, given.minutes, given.lessons)
    if given.save:
        np.savez(given.save, **cast(dict[str, Any], network.weights))
    won = share_of_wins(network, given.games, given.seed + 1)
    print(f"{network.lessons} lessons: {won:.1%} of {given.games} games won against random moves")


if __name__ == "__main__":
    main()
